/// `Group(subviews:)`, `Group(sections:)` and the same of `ForEach`: the views that a content resolves to, one by one.
///
/// Builders, conditions, groups and ForEach are seen through; everything else is one subview. A subview is a view that
/// shows what it was made of, with an id that stays the same as long as its place, or its element's id, does. What stands
/// outside of sections makes sections of its own.

extension ViewGraph {
  /// What the closure of `Group(subviews:)` or `Group(sections:)` gives for the parts of its content.
  func subviewContent(_ node: SID) -> Word {
    let word = s[Int(node)].value
    guard let closure = closureArgument(word) else { return .none }
    if hasArgument(word, "sections") {
      let items = sections(of: argument(word, "sections"), node)
      let array = heap.make(
        .array, type: types.known(.array, [types.named("SectionConfiguration") ?? .unknown]), items)
      heap.share(array)
      let collection = heap.make(.structure, type: types.named("SectionCollection") ?? .unknown, [array])
      return call(node, closure, [collection])
    }
    return call(node, closure, [subviewCollection(subviews(of: argument(word, "subviews"), node))])
  }

  /// A group that is given the parts of another view.
  func isGroupOfSubviews(_ word: Word) -> Bool { hasArgument(word, "subviews") || hasArgument(word, "sections") }

  private func subviewCollection(_ items: [Word]) -> Word {
    let array = heap.make(.array, type: types.known(.array, [types.named("Subview") ?? .unknown]), items)
    heap.share(array)
    return heap.make(
      .structure, type: types.named("SubviewsCollection") ?? .unknown, [array, Word(integer: 0)])
  }

  /// A SubviewsCollection or a slice of one.
  func isSubviews(_ word: Word) -> Bool {
    guard heap.kind(word) == .structure, heap.count(word) == 2, heap.kind(heap.slot(word, 0)) == .array,
      let row = types.nominalRow(heap.type(word)), !row.isUserDefined
    else { return false }
    return row.name == "SubviewsCollection" || row.name == "SubviewsCollectionSlice"
  }

  func subviews(of content: Word, _ node: SID) -> [Word] {
    var found: [Word] = []
    collect(content, "", node, &found, 0)
    return found
  }

  /// The parts of one level of a content, each with what tells it from the others; nil where it is one view.
  private func parts(_ word: Word, _ path: String, _ node: SID) -> [(word: Word, path: String)]? {
    let c = classify(word)
    switch c.kind {
    case .empty: return []
    case .group where c.op == .buildBlock || c.op == .tuple:
      return members(word).enumerated().map { ($1, "\(path).\($0)") }
    case .single where c.op == .buildIf: return [(argument(word, 0), path)]
    case .single where c.op == .buildEitherFirst: return [(argument(word, 0), path + (c.key == 1 ? "a" : "b"))]
    case .single where c.op == .group && !isGroupOfSubviews(word):
      return [(content(node, closureArgument(word) ?? argument(word, 0)), path)]
    case .forEach:
      guard let closure = closureArgument(word) else { return [] }
      let (ids, elements) = forEachElements(node, word)
      return zip(ids, elements).map { id, element in
        let text = id.isHandle ? (scene { try machine.describe(id, type: idType(id)) } ?? "") : String(id)
        return (call(node, closure, [element]), "\(path)#\(text)")
      }
    default: return nil
    }
  }

  private func collect(_ word: Word, _ path: String, _ node: SID, _ found: inout [Word], _ depth: Int) {
    guard depth < 64, found.count < maximumViews else { return }
    if let parts = parts(word, path, node) {
      for part in parts { collect(part.word, part.path, node, &found, depth + 1) }
      return
    }
    if tag(word) == .subview { return found.append(word) }
    // Modifiers around several views are around each.
    let (base, modifiers) = peeled(word)
    if !modifiers.isEmpty, isSeveral(base) {
      var several: [Word] = []
      collect(base, path, node, &several, depth + 1)
      for item in several {
        let id = heap.slot(item, 2)
        found.append(subview(wrapped(heap.slot(item, 1), modifiers), id))
      }
      return
    }
    if classify(base).op == .section {
      // Outside of `sections:` a section is its header, its rows and its footer.
      for (label, view) in sectionParts(base, node) { collect(view, "\(path).\(label)", node, &found, depth + 1) }
      return
    }
    found.append(subview(word, machine.makeString(path)))
  }

  private func subview(_ word: Word, _ id: Word) -> Word {
    heap.share(word)
    return makeTagged(.subview, [word, id], type: types.named("Subview") ?? .unknown)
  }

  /// Views of a builder's block.
  func members(_ word: Word) -> [Word] {
    let slots = heap.contents(word)
    switch heap.kind(word) {
    case .array, .tuple: return Array(slots)
    case .structure: return isSubviews(word) ? Array(heap.contents(heap.slot(word, 0))) : []
    default:
      if slots.count == 2, heap.kind(slots[1]) == .array || heap.kind(slots[1]) == .tuple {
        return Array(heap.contents(slots[1]))
      }
      return Array(slots.dropFirst())
    }
  }

  // MARK: Modifiers

  /// A view without the modifiers around it, and these from the outermost in.
  func peeled(_ word: Word) -> (base: Word, modifiers: [Word]) {
    var modifiers: [Word] = []
    var current = word
    while let info = info(current), info.selfCount == 1, info.isModifier, modifiers.count < 1000 {
      modifiers.append(current)
      current = receiver(current)
    }
    return (current, modifiers)
  }

  /// Whether a view stands for any number of views.
  func isSeveral(_ word: Word) -> Bool {
    let c = classify(word)
    switch c.kind {
    case .forEach: return true
    case .group: return c.op == .buildBlock || c.op == .tuple
    case .single:
      return c.op == .buildIf || c.op == .buildEitherFirst || c.op == .group && !isGroupOfSubviews(word)
    default: return false
    }
  }

  /// A view inside the modifiers that another one had, given from the outermost in.
  func wrapped(_ view: Word, _ modifiers: [Word]) -> Word {
    var result = view
    for modifier in modifiers.reversed() {
      var slots = Array(heap.contents(modifier))
      guard slots.count > 1 else { continue }
      slots[1] = result
      for slot in slots { heap.share(slot) }
      result = heap.make(.description, type: heap.type(modifier), slots)
    }
    return result
  }

  // MARK: Sections

  /// What `sections:` gives: header, content, footer, id, and the modifiers with container values.
  func sections(of content: Word, _ node: SID) -> [Word] {
    var found: [Word] = []
    var loose: [Word] = []
    var start = ""
    func close() {
      guard !loose.isEmpty else { return }
      found.append(section([], loose, [], "\(start)*", []))
      loose = []
    }
    func visit(_ word: Word, _ path: String, _ depth: Int) {
      guard depth < 64, found.count < maximumViews else { return }
      if let parts = parts(word, path, node) {
        for part in parts { visit(part.word, part.path, depth + 1) }
        return
      }
      let (base, modifiers) = peeled(word)
      if classify(base).op == .section {
        close()
        var parts: [String: [Word]] = [:]
        for (label, view) in sectionParts(base, node) { parts[label] = subviews(of: view, node) }
        found.append(
          section(parts["header"] ?? [], parts["content"] ?? [], parts["footer"] ?? [], path, modifiers))
        return
      }
      if loose.isEmpty { start = path }
      collect(word, path, node, &loose, depth + 1)
    }
    visit(content, "", 0)
    close()
    return found
  }

  private func section(
    _ header: [Word], _ content: [Word], _ footer: [Word], _ id: String, _ modifiers: [Word]
  ) -> Word {
    let values = heap.make(.array, type: types.array(of: .unknown), modifiers)
    return makeTagged(
      .sectionValue,
      [
        subviewCollection(header), subviewCollection(content), subviewCollection(footer), machine.makeString(id),
        values,
      ],
      type: types.named("SectionConfiguration") ?? .unknown)
  }

  /// Header, rows and footer of a section's description, as far as they are there.
  private func sectionParts(_ word: Word, _ node: SID) -> [(label: String, view: Word)] {
    var result: [(String, Word)] = []
    for label in ["header", "content", "footer"] {
      var value = argument(word, label)
      if label == "header", value.isNone, info(word)?.labels.first == "_", heap.kind(argument(word, 0)) != .closure {
        value = argument(word, 0)
      }
      if !value.isNone { result.append((label, content(node, value))) }
    }
    return result
  }

  // MARK: Container values

  /// The value that `containerValue` gave a subview or a section under a key, the innermost one.
  fileprivate func containerValue(_ values: Word, _ key: Int) -> Word? {
    for modifier in heap.contents(heap.slot(values, 1)).reversed() where info(modifier)?.base == "containerValue" {
      let outer = captured
      captured = []
      isCapturing = true
      _ = scene { try machine.write(keyPath: argument(modifier, 0), to: values, argument(modifier, 1)) }
      isCapturing = false
      let found = captured.last { $0.key == key }?.value
      captured = outer
      if let found { return found }
    }
    return nil
  }

  fileprivate func containerValues(_ modifiers: [Word]) -> Word {
    makeTagged(
      .containerValues, [heap.make(.array, type: types.array(of: .unknown), modifiers)],
      type: types.named("ContainerValues") ?? .unknown)
  }

  fileprivate func tags(_ values: Word) -> [Word] {
    heap.contents(heap.slot(values, 1)).reversed().filter { op($0) == .tag }.map { argument($0, 0) }
  }

  static func registerContainerValues(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    for (index, name) in ["header", "content", "footer", "id"].enumerated() {
      registry.register("SectionConfiguration.\(name)") { call in call.result = call.heap.slot(call[0], index + 1) }
    }
    registry.register("SectionConfiguration.containerValues") { call in
      guard let graph = graph() else { return }
      call.result = graph.containerValues(Array(call.heap.contents(call.heap.slot(call[0], 5))))
    }
    registry.register("Subview.containerValues") { call in
      guard let graph = graph() else { return }
      call.result = graph.containerValues(graph.peeled(call.heap.slot(call[0], 1)).modifiers)
    }
    registry.register("ContainerValues.entry(_:_:)") { call in
      guard let graph = graph() else { return }
      let key = graph.environmentKey("entry." + (call.heap.string(call[1]) ?? ""))
      call.result = graph.containerValue(call[0], key) ?? call[2]
    }
    registry.register("ContainerValues.entry(_:_:)=") { call in
      guard let graph = graph() else { return }
      let key = graph.environmentKey("entry." + (call.heap.string(call[2]) ?? ""))
      if graph.isCapturing { graph.captured.append((key, call[1])) }
      call.setResult(call[0], at: 0)
      call.setResult(call[0], at: 1)
    }
    registry.register("ContainerValues.subscript(_:)") { call in
      guard let graph = graph() else { return }
      let type = call[1].integer
      if let value = graph.containerValue(call[0], EnvironmentKeySpace.keyTypes + type) {
        call.result = value
        return
      }
      guard let proto = call.machine.protocolIndex("ContainerValueKey"),
        let requirement = call.machine.requirementIndex(proto, "defaultValue")
      else { return }
      call.run { call throws(Trap) in
        call.result = try call.machine.callWitness(of: type, proto, requirement, []) ?? .none
      }
    }
    registry.register("ContainerValues.subscript(_:)=") { call in
      guard let graph = graph() else { return }
      if graph.isCapturing { graph.captured.append((EnvironmentKeySpace.keyTypes + call[2].integer, call[1])) }
      call.setResult(call[0], at: 0)
      call.setResult(call[0], at: 1)
    }
    registry.register("ContainerValues.tag(for:)") { call in
      guard let graph = graph() else { return }
      let tags = graph.tags(call[0])
      // A tag that is an object says its type; of plain words the first is taken.
      call.result = tags.first { !$0.isHandle || call.heap.type($0) == call[1].integer } ?? .none
    }
    registry.register("ContainerValues.hasTag(_:)") { call in
      guard let graph = graph() else { return }
      call.setTruth(graph.tags(call[0]).contains { graph.sameId($0, call[1]) })
    }
  }
}
