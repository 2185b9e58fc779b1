/// `Group(subviews:)` and `ForEach(subviews:)`: the views that a content resolves to, one by one.
///
/// Builders, conditions, groups and ForEach are seen through; everything else is one subview. A subview is a view that
/// shows what it was made of, with an id that stays the same as long as its place, or its element's id, does.

extension ViewGraph {
  /// What the closure of `Group(subviews:)` gives for the subviews of its content.
  func subviewContent(_ node: SID) -> Word {
    let word = s[Int(node)].value
    guard let closure = closureArgument(word) else { return .none }
    let items = subviews(of: argument(word, "subviews"), node)
    let array = heap.make(.array, type: types.known(.array, [types.named("Subview") ?? .unknown]), items)
    heap.share(array)
    let collection = heap.make(
      .structure, type: types.named("SubviewsCollection") ?? .unknown, [array, Word(integer: 0)])
    return call(node, closure, [collection])
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

  private func collect(_ word: Word, _ path: String, _ node: SID, _ found: inout [Word], _ depth: Int) {
    guard depth < 64, found.count < maximumViews else { return }
    let c = classify(word)
    func inner(_ value: Word) { collect(value, path, node, &found, depth + 1) }
    switch c.kind {
    case .empty: return
    case .group where c.op == .buildBlock || c.op == .tuple:
      for (index, child) in members(word).enumerated() {
        collect(child, "\(path).\(index)", node, &found, depth + 1)
      }
    case .single where c.op == .buildIf: inner(argument(word, 0))
    case .single where c.op == .buildEitherFirst:
      collect(argument(word, 0), path + (c.key == 1 ? "a" : "b"), node, &found, depth + 1)
    case .single where c.op == .group && !hasArgument(word, "subviews"):
      inner(content(node, closureArgument(word) ?? argument(word, 0)))
    case .single where c.op == .passthrough && tag(word) == .subview: found.append(word)
    case .forEach:
      guard let closure = closureArgument(word) else { return }
      let (ids, elements) = forEachElements(node, word)
      for (id, element) in zip(ids, elements) {
        let text = id.isHandle ? (scene { try machine.describe(id, type: idType(id)) } ?? "") : String(id)
        collect(call(node, closure, [element]), "\(path)#\(text)", node, &found, depth + 1)
      }
    default:
      heap.share(word)
      found.append(
        makeTagged(.subview, [word, machine.makeString(path)], type: types.named("Subview") ?? .unknown))
    }
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
}
