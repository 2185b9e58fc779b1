/// What is on the screen, kept from one tick to the next: a tick shows again only the chains in which something moved.
///
/// A chain's items lie next to one another in the display list, since a container draws its items one after the other. So a chain whose
/// rectangles, values or transition moved is shown again with the context of its host and takes the place of its old items. Changes of
/// structure, of draw order and full geometry passes make the whole list anew.

struct ShownScene {
  var items: [DisplayItem] = []
  var rows: [FrameRow] = []
  /// By record: index in `rows`, -1 where the view is not listed.
  private var rowOfRecord: [Int32] = []
  /// By unary node: where the items of a chain begin and how many there are; which context a host has.
  private var places: [Place] = []
  private var contexts: [DisplayContext] = []
  /// Tops of chains to be shown again.
  var moved: [UID] = []
  var isValid = false
  var rowsAreValid = false
  /// The list is being made; whatever else is shown in passing (the content of masks) keeps no place in it.
  var isRecording = false
  /// Index in the whole list of the first item that is being made.
  var base = 0

  struct Place {
    var first: Int32 = 0
    var count: Int32 = 0
    var context: Int32 = -1
    var isMoved = false
  }

  mutating func begin(nodes: Int) {
    items.removeAll(keepingCapacity: true)
    contexts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(Place(), count: nodes))
    moved.removeAll(keepingCapacity: true)
    base = 0
    isValid = true
    rowsAreValid = false
  }

  mutating func enter(_ host: UID, _ context: DisplayContext) {
    guard isRecording else { return }
    guard Int(host) < places.count else {
      isValid = false
      return
    }
    let known = places[Int(host)].context
    if known >= 0 {
      contexts[Int(known)] = context
    } else {
      places[Int(host)].context = Int32(contexts.count)
      contexts.append(context)
    }
  }

  mutating func place(_ top: UID, first: Int, count: Int) {
    guard isRecording else { return }
    guard Int(top) < places.count else {
      isValid = false
      return
    }
    places[Int(top)].first = Int32(base + first)
    places[Int(top)].count = Int32(count)
  }

  mutating func mark(_ top: UID) {
    guard isValid, Int(top) < places.count, !places[Int(top)].isMoved else { return }
    places[Int(top)].isMoved = true
    moved.append(top)
  }

  mutating func unmark(_ top: UID) { places[Int(top)].isMoved = false }

  func range(of top: UID) -> Range<Int> {
    let first = Int(places[Int(top)].first)
    return first..<(first + Int(places[Int(top)].count))
  }

  func context(of host: UID) -> DisplayContext? {
    guard Int(host) < places.count else { return nil }
    let index = places[Int(host)].context
    return index >= 0 ? contexts[Int(index)] : nil
  }

  mutating func setRows(_ list: [FrameRow], records: Int) {
    rows = list
    rowOfRecord.removeAll(keepingCapacity: true)
    rowOfRecord.append(contentsOf: repeatElement(-1, count: records + 1))
    for index in rows.indices { rowOfRecord[rows[index].id] = Int32(index) }
    rowsAreValid = true
  }

  func rowIndex(_ record: Int) -> Int? {
    guard record < rowOfRecord.count, rowOfRecord[record] >= 0 else { return nil }
    return Int(rowOfRecord[record])
  }
}

extension ViewGraph {
  /// Something that is drawn of a node changed.
  func moved(_ id: UID) {
    guard shown.isValid, id >= 0 else { return }
    let base = u[Int(id)].base
    guard base >= 0, s[Int(base)].instances.count == 2 else {
      shown.isValid = false
      return
    }
    shown.mark(s[Int(base)].instances[1])
  }

  /// The text of a leaf changed: containers listed around it repeat it.
  func textChanged(_ id: UID) {
    guard shown.isValid else { return }
    var node = u[Int(id)].parent
    while node >= 0 {
      if u[Int(node)].op == .accessibilityIdentifier || u[Int(node)].op == .accessibilityLabel { moved(node) }
      node = u[Int(node)].parent
    }
  }

  /// Leaves and listed containers in draw order.
  func displayList() -> [DisplayItem] {
    refreshShown()
    return shown.items
  }

  /// Brings the list of what is shown up to date.
  func refreshShown() {
    if shown.isValid, !shown.moved.isEmpty { showMoved() }
    if !shown.isValid { showAll() }
  }

  private func showAll() {
    shown.begin(nodes: u.count)
    var items = shown.items
    shown.items = []
    shown.isRecording = true
    defer { shown.isRecording = false }
    for window in windows where u[Int(window)].isAlive {
      var context = DisplayContext()
      if let shift = shownValue(window), let dy = shift.first { context.transform.ty = dy }
      show(host: window, context, &items)
    }
    shown.items = items
  }

  private func showMoved() {
    let tops = shown.moved
    shown.moved = []
    shown.isRecording = true
    defer { shown.isRecording = false }
    var fresh: [DisplayItem] = []
    for top in tops {
      shown.unmark(top)
      let host = u[Int(top)].parent
      guard u[Int(top)].isAlive, host >= 0, !u[Int(top)].flags.contains(.unrealised) else { continue }
      // What has no context is not shown: it lies in a mask or in something that is away.
      guard let context = shown.context(of: host) else { continue }
      let range = shown.range(of: top)
      fresh.removeAll(keepingCapacity: true)
      shown.base = range.lowerBound
      show(chain: top, context, &fresh)
      shown.base = 0
      // Another number of items moves all that follow.
      guard fresh.count == range.count else {
        shown.isValid = false
        return
      }
      for (offset, item) in fresh.enumerated() {
        let index = range.lowerBound + offset
        shown.items[index] = item
        guard shown.rowsAreValid else { continue }
        let record = Int(u[Int(item.id)].record)
        guard record > 0 else { continue }
        guard let place = shown.rowIndex(record) else {
          shown.rowsAreValid = false
          continue
        }
        shown.rows[place] = row(item, record: record, order: index, includesModel: false)
      }
    }
  }
}
