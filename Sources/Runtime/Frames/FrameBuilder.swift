/// Frames from display lists: which views are listed, their ids, names and parents, and the row of each (contracts: what is written).

import SceneIR

extension ViewGraph {
  // MARK: Listed views

  /// Gives ids to listed views that have none, in document order.
  func assignRecords() {
    guard recordsDirty else { return }
    recordsDirty = false
    for window in windows where u[Int(window)].isAlive { listHost(window, 0) }
  }

  private func listHost(_ host: UID, _ parent: Int) {
    for item in u[Int(host)].items where !u[Int(item)].flags.contains(.unrealised) { listChain(item, parent) }
    for item in u[Int(host)].leaving { listChain(item, parent) }
  }

  private func listChain(_ top: UID, _ outer: Int) {
    var parent = outer
    var secondaries: [(UID, Int)] = []
    // Identifier and label that go to the leaf at the end.
    var identifier: String?
    var label: String?
    var id = top
    while id >= 0 {
      let i = Int(id)
      switch u[i].op {
      case .boundary:
        if u[i].record == 0 {
          let node = u[i].s
          let type = heap.type(s[Int(node)].value)
          let row = types.nominalRow(type)
          list(id, parent, type: row?.name ?? "View", source: row?.place)
        }
        parent = Int(u[i].record)
      case .accessibilityIdentifier, .accessibilityLabel:
        let isIdentifier = u[i].op == .accessibilityIdentifier
        if namesLeaf(id) {
          let text = plainText(argument(s[Int(u[i].s)].value, 0), -1)
          if isIdentifier { identifier = identifier ?? text } else { label = label ?? text }
        } else {
          if u[i].record == 0 {
            let text = plainText(argument(s[Int(u[i].s)].value, 0), -1)
            list(
              id, parent, type: baseTypeName(id), label: isIdentifier ? nil : text,
              identifier: isIdentifier ? text : nil)
          }
          parent = Int(u[i].record)
        }
      case .coordinateSpace:
        if u[i].record == 0 {
          list(id, parent, type: baseTypeName(id), name: coordinateSpaceName(id))
        }
        parent = Int(u[i].record)
      case .matchedGeometry:
        if u[i].record == 0 {
          let word = argument(s[Int(u[i].s)].value, "id")
          let name = heap.string(word) ?? (scene { try machine.describe(word, type: idType(word)) } ?? "")
          list(id, parent, type: baseTypeName(id), name: name)
        }
        parent = Int(u[i].record)
      default: break
      }
      if u[i].secondary >= 0 { secondaries.append((u[i].secondary, parent)) }
      if u[i].child < 0 {
        if u[i].flags.contains(.isLeaf), u[i].record == 0, !isPart(id) {
          list(
            id, parent, type: baseTypeName(id), name: (u[i].ext as? LeafExt)?.name, label: label, identifier: identifier
          )
        }
        if u[i].flags.contains(.isHost) { listHost(id, parent) }
      }
      id = u[i].child
    }
    for (host, parent) in secondaries.reversed() { listHost(host, parent) }
  }

  /// A piece that is drawn as a part of something else: the ground of a button in a panel, the mark of a row that leads on.
  private func isPart(_ id: UID) -> Bool {
    guard u[Int(id)].op == .unknownView, u[Int(id)].s >= 0 else { return false }
    let word = s[Int(u[Int(id)].s)].value
    guard tag(word) == .fixedLeaf, heap.count(word) > 3 else { return false }
    let piece = ControlPiece(rawValue: heap.slot(word, 3).integer)
    return piece == .cell || piece == .disclosure || piece == .segments || piece == .wheel
  }

  private func list(
    _ id: UID, _ parent: Int, type: String, name: String? = nil, label: String? = nil, identifier: String? = nil,
    source: SourcePoint? = nil
  ) {
    let record = ViewRecord(
      id: records.count + 1, parent: parent == 0 ? nil : parent, type: type, name: name, label: label,
      identifier: identifier, source: source)
    records.append(record)
    recordOwners.append(id)
    newRecords.append(record)
    u[Int(id)].record = Int32(record.id)
    if hasStarted, let name = eventName(of: u[Int(id)].op, record) { events.append("appear \(name)") }
  }

  /// What events call a view: its identifier, or the type of a user's view; others appear and leave without an event.
  func eventName(of op: ViewOp, _ record: ViewRecord) -> String? {
    record.identifier ?? (op == .boundary ? record.type : nil)
  }

  /// Whether an identifier or label stands in the entry of the leaf inside. That is decided when the view is first listed and holds for its
  /// life, whatever moves or grows later; only content that is no single leaf any more gives it an entry of its own.
  private func namesLeaf(_ id: UID) -> Bool {
    if u[Int(id)].record > 0 { return false }
    let isKnown = u[Int(id)].flags.contains(.namesLeaf)
    let names = onlyLeaf(id, inItsBox: !isKnown) != nil
    if names { u[Int(id)].flags.insert(.namesLeaf) } else { u[Int(id)].flags.remove(.namesLeaf) }
    return names
  }

  /// The leaf a chain ends in, where it is all there is inside a node; if asked, only one with the node's own box.
  private func onlyLeaf(_ from: UID, inItsBox: Bool) -> UID? {
    var id = u[Int(from)].child
    var outer = inItsBox ? layoutRect(from) : .zero
    while id >= 0 {
      let node = u[Int(id)]
      if node.secondary >= 0, !u[Int(node.secondary)].items.isEmpty { return nil }
      if node.child < 0 {
        guard node.flags.contains(.isLeaf) else { return nil }
        if !inItsBox { return id }
        let box = layoutRect(id)
        let same =
          abs(box.x - outer.x) < 1e-6 && abs(box.y - outer.y) < 1e-6 && abs(box.width - outer.width) < 1e-6
          && abs(box.height - outer.height) < 1e-6
        return same ? id : nil
      }
      if inItsBox, node.op == .offset {
        // An offset moves what is drawn and keeps the box.
        let (kept, moved) = (layoutRect(id), layoutRect(node.child))
        outer.x += moved.x - kept.x
        outer.y += moved.y - kept.y
      } else if inItsBox, node.op == .matchedGeometry, layoutRect(id) == outer {
        // What follows another view stands in its place with its size.
        outer = layoutRect(node.child)
      }
      id = node.child
    }
    return nil
  }

  /// Name of the outermost view type inside a node.
  private func baseTypeName(_ from: UID) -> String {
    var id = from
    while u[Int(id)].child >= 0 {
      id = u[Int(id)].child
      if u[Int(id)].op == .boundary {
        return types.nominalRow(heap.type(s[Int(u[Int(id)].s)].value))?.name ?? "View"
      }
    }
    let node = u[Int(id)].s
    guard node >= 0 else { return "View" }
    var word = s[Int(node)].value
    if u[Int(id)].op == .shape {
      if tag(word) == .styledShape { return "Rectangle" }
      while let info = info(word), info.selfCount == 1 { word = receiver(word) }
      guard let info = info(word) else {
        return types.nominalRow(heap.type(word))?.name ?? "Shape"
      }
      if info.type == "ShapeStyle" || info.type == "UIColor" { return "Color" }
      return info.type == "Shape" ? "Rectangle" : info.type
    }
    switch u[Int(id)].op {
    case .text: return "Text"
    case .image: return "Image"
    case .textField where tag(word) == .searchField: return "SearchField"
    default: return info(word)?.type ?? "View"
    }
  }

  func coordinateSpaceName(_ id: UID) -> String {
    let word = s[Int(u[Int(id)].s)].value
    let labelled = argument(word, "name")
    return spaceName(labelled.isNone ? argument(word, 0) : labelled)
  }

  // MARK: Rows

  func makeFrame(number: Int, includesModel: Bool, includesDrawing: Bool = false) -> Frame {
    assignRecords()
    refreshShown()
    let rows: [FrameRow]
    if includesModel {
      rows = allRows(includesModel: true)
    } else {
      if !shown.rowsAreValid {
        shown.setRows(allRows(includesModel: false), records: records.count)
      }
      rows = shown.rows
    }
    let added = newRecords
    newRecords = []
    let happened = events
    events = []
    var frame = Frame(n: number, added: added, rows: rows, events: happened)
    if includesDrawing { frame.drawing = makeDrawing(shown.items) }
    return frame
  }

  /// A row for each listed view that is shown, by id.
  private func allRows(includesModel: Bool) -> [FrameRow] {
    // Numbers are sorted, not rows: those are long.
    var places: [(record: Int, order: Int)] = []
    places.reserveCapacity(shown.items.count)
    for order in shown.items.indices {
      let record = Int(u[Int(shown.items[order].id)].record)
      if record > 0 { places.append((record, order)) }
    }
    places.sort { $0.record < $1.record }
    var rows: [FrameRow] = []
    rows.reserveCapacity(places.count)
    for place in places {
      rows.append(
        row(shown.items[place.order], record: place.record, order: place.order, includesModel: includesModel))
    }
    return rows
  }

  func row(_ item: DisplayItem, record: Int, order: Int, includesModel: Bool) -> FrameRow {
    let i = Int(item.id)
    var row = FrameRow(
      id: record, rect: item.rect, width: item.width, height: item.height, opacity: item.opacity, z: order)
    if !item.transform.isAxisAligned { row.transform = item.transform.normalised }
    if let clip = item.clip {
      let inside =
        item.rect.x >= clip.x - 1e-9 && item.rect.y >= clip.y - 1e-9 && item.rect.maxX <= clip.maxX + 1e-9
        && item.rect.maxY <= clip.maxY + 1e-9
      if !inside || item.clipRadii != nil {
        row.clip = clip
        row.clipRadii = item.clipRadii
      }
    }
    if let leaf = u[i].ext as? LeafExt {
      row.text = leaf.text
      row.contentProgress = leaf.contentProgress
      if let vector = shownValue(item.id), vector.count >= 4 {
        if let gradient = leaf.gradient {
          row.gradient = gradient
        } else {
          row.color = ViewGraph.color(animatable: vector)
        }
        if u[i].op == .shape, leaf.isShape, vector.count >= 8 {
          row.cornerRadii =
            leaf.shape.outline == .user
            ? userRadii(&leaf.shape, width: item.width, height: item.height)
            : cornerRadii(leaf.shape.outline, vector[4..<8], width: item.width, height: item.height)
        }
      }
    } else if u[i].op == .accessibilityIdentifier || u[i].op == .accessibilityLabel {
      row.text = onlyText(item.id)
    }
    if includesModel {
      let rect = layoutRect(item.id)
      row.model = FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
    return row
  }

  /// The text inside a container if there is exactly one.
  private func onlyText(_ id: UID) -> String? {
    var found: String?
    var count = 0
    forEachUnary(below: id) { node in
      if u[Int(node)].op == .text, let leaf = u[Int(node)].ext as? LeafExt {
        count += 1
        found = leaf.text
      }
    }
    return count == 1 ? found : nil
  }
}
