/// ForEach: children by element id (semantics 1.2).

final class ForEachExt: SExt {
  /// Ids and elements by position; empty where the data is a range.
  var ids: [Word] = []
  var elements: [Word] = []
  /// Data that is a range of whole numbers in a lazy stack: they are their own ids, and nothing is kept for each.
  var range: Range<Int>?
  /// Positions of the elements that have views, in the order of `children`.
  var made: [Int] = []
  /// Stretches of elements without views, in order.
  var runs: [ElementRun] = []
  /// Is in the graph's list of those with elements without views.
  var isListed = false

  var count: Int { range?.count ?? ids.count }
  var unmade: Int { count - made.count }

  func id(_ position: Int) -> Word {
    if let range { return Word(integer: range.lowerBound + position) }
    return ids[position]
  }

  func element(_ position: Int) -> Word {
    if let range { return Word(integer: range.lowerBound + position) }
    return elements[position]
  }

  /// Place in `made` of the first position that is not before this one.
  func place(of position: Int) -> Int {
    var low = 0
    var high = made.count
    while low < high {
      let middle = (low + high) / 2
      if made[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Children of a ForEach while they are gathered anew.
private struct ElementChildren {
  var children: [SID] = []
  var made: [Int] = []
  var changed = false

  mutating func append(_ child: SID, at position: Int) {
    children.append(child)
    made.append(position)
  }
}

extension ViewGraph {
  func updateForEach(_ node: SID) {
    let n = Int(node)
    let word = tag(s[n].value) == .listRows ? heap.slot(s[n].value, 1) : s[n].value
    let isFirst = s[n].ext == nil
    let ext = (s[n].ext as? ForEachExt) ?? ForEachExt()
    s[n].ext = ext
    guard let closure = closureArgument(word) else { return }
    s[n].flags.remove(.dirty)
    evaluations &+= 1
    s[n].serial = evaluations
    let result: ElementChildren
    if let range = countedRange(node, word) {
      result = rangeChildren(node, ext, range, closure, isFirst: isFirst)
    } else {
      result = listChildren(node, ext, word, closure, isFirst: isFirst)
    }
    s[n].children = result.children
    ext.made = result.made
    listUnmade(node, ext)
    if result.changed && !isFirst { structureChanged(s[n].host) }
  }

  /// The range of a ForEach whose elements are whole numbers that are their own ids, where it is long and its views come as they are seen.
  private func countedRange(_ node: SID, _ word: Word) -> Range<Int>? {
    guard tag(argument(word, 0)) == nil, let range = integerRange(argument(word, 0)),
      range.upperBound.subtractingReportingOverflow(range.lowerBound).overflow == false,
      makesRowsInSight(node, count: range.count)
    else { return nil }
    let path = argument(word, "id")
    return heap.kind(path) != .keyPath || keyPathName(path) == "self" ? range : nil
  }

  /// The child for an element: the one it had, one that comes back while it leaves, or a new one.
  private func child(
    _ node: SID, known: SID, _ id: Word, _ element: Word, _ closure: Word, isFirst: Bool,
    _ result: inout ElementChildren
  ) -> SID {
    let value = call(node, closure, [element])
    let n = Int(node)
    if known >= 0 {
      if matches(known, classify(value)) {
        update(known, value)
        return known
      }
      let new = mount(value, parent: node, contextBelow(node))
      s[Int(new)].elementId = id
      inserted(new)
      remove(known, from: node)
      result.changed = true
      return new
    }
    result.changed = true
    if let back = s[n].gone.first(where: { sameId(s[Int($0)].elementId, id) && matches($0, classify(value)) }) {
      s[n].gone.removeAll { $0 == back }
      revive(back)
      update(back, value)
      return back
    }
    let new = mount(value, parent: node, contextBelow(node))
    s[Int(new)].elementId = id
    if !isFirst { inserted(new) }
    return new
  }

  /// Children of a range: what had views and is still in it keeps them; new elements beside them get theirs at once.
  private func rangeChildren(
    _ node: SID, _ ext: ForEachExt, _ range: Range<Int>, _ closure: Word, isFirst: Bool
  ) -> ElementChildren {
    var result = ElementChildren()
    var known: [(position: Int, child: SID)] = []
    for (place, position) in ext.made.enumerated() {
      let id = ext.id(position)
      if !id.isHandle, range.contains(id.integer) {
        known.append((id.integer - range.lowerBound, s[Int(node)].children[place]))
      } else {
        remove(s[Int(node)].children[place], from: node)
        result.changed = true
      }
    }
    if ext.range == nil { known.sort { $0.position < $1.position } }
    let before = ext.range
    if before != range { result.changed = true }
    ext.range = range
    ext.ids = []
    ext.elements = []
    var budget = isFirst ? 1 : ViewGraph.leastUnmade
    func isNew(_ position: Int) -> Bool {
      position < range.count && !(before?.contains(range.lowerBound + position) ?? false)
    }
    /// Elements from a position on that were not there before, up to the next that has a view.
    func makeNew(from start: Int, to end: Int) {
      var position = start
      while budget > 0, position < end, isNew(position), !isFull {
        let id = ext.id(position)
        let new = child(node, known: -1, id, id, closure, isFirst: isFirst, &result)
        result.append(new, at: position)
        position += 1
        budget -= 1
      }
    }
    makeNew(from: 0, to: known.first?.position ?? range.count)
    for (index, entry) in known.enumerated() {
      let id = ext.id(entry.position)
      let kept = child(node, known: entry.child, id, id, closure, isFirst: isFirst, &result)
      result.append(kept, at: entry.position)
      makeNew(from: entry.position + 1, to: index + 1 < known.count ? known[index + 1].position : range.count)
    }
    return result
  }

  private func listChildren(
    _ node: SID, _ ext: ForEachExt, _ word: Word, _ closure: Word, isFirst: Bool
  ) -> ElementChildren {
    let n = Int(node)
    let (ids, elements) = forEachElements(node, word)
    let oldCount = ext.count
    let oldIds = ext.range == nil ? ext.ids : (0..<oldCount).map { ext.id($0) }
    var childAt = [SID](repeating: -1, count: oldCount)
    for (place, position) in ext.made.enumerated() { childAt[position] = s[n].children[place] }
    // Old children by id: a table over the hash of the word, chains in order.
    var table = WordTable(capacity: oldCount)
    for (index, id) in oldIds.enumerated() { table.insert(hash(id), index) }
    var used = [Bool](repeating: false, count: oldCount)
    var seen = WordTable(capacity: ids.count)
    var newIds: [Word] = []
    var newElements: [Word] = []
    var result = ElementChildren()
    let isPartial = makesRowsInSight(node, count: ids.count)
    // New elements next to ones that have views get theirs at once; of a long stretch the first ones.
    var madeInARow = 0
    for (index, id) in ids.enumerated() {
      let code = hash(id)
      if seen.contains(code, where: { sameId(newIds[$0], id) }) {
        let text = scene { try machine.describe(id, type: idType(id)) } ?? ""
        report(
          RuntimeCode.duplicateId, .warning,
          "The id \(text) occurs several times in one ForEach; only the first element is shown")
        continue
      }
      if isFull, index >= oldCount, !isPartial {
        reportFull()
        break
      }
      let position = newIds.count
      seen.insert(code, position)
      newIds.append(id)
      newElements.append(elements[index])
      let known = table.first(code, where: { !used[$0] && sameId(oldIds[$0], id) })
      if let known {
        used[known] = true
        if known != position { result.changed = true }
        if childAt[known] < 0 { continue }
      } else if isPartial {
        let isNextToMade = position == 0 || result.made.last == position - 1
        if !isNextToMade || madeInARow >= (isFirst ? 1 : ViewGraph.leastUnmade) || isFull,
          !s[n].gone.contains(where: { sameId(s[Int($0)].elementId, id) })
        {
          result.changed = true
          continue
        }
        madeInARow += 1
      }
      let child = child(
        node, known: known.map { childAt[$0] } ?? -1, id, elements[index], closure, isFirst: isFirst, &result)
      result.append(child, at: position)
    }
    ext.range = nil
    ext.ids = newIds
    ext.elements = newElements
    for id in newIds { heap.share(id) }
    for index in used.indices where !used[index] {
      if childAt[index] >= 0 { remove(childAt[index], from: node) }
      result.changed = true
    }
    return result
  }

  /// Ids and elements of the data: a range, an array, a binding to an array.
  func forEachElements(_ node: SID, _ word: Word) -> ([Word], [Word]) {
    let info = self.info(word)
    if hasArgument(word, "subviews") {
      let values = subviews(of: argument(word, "subviews"), node)
      return (values.map { heap.slot($0, 2) }, values)
    }
    if hasArgument(word, "sections") {
      let values = sections(of: argument(word, "sections"), node)
      return (values.map { heap.slot($0, 4) }, values)
    }
    var data = argument(word, 0)
    var ids: [Word] = []
    var elements: [Word] = []
    if tag(data) == .binding {
      let binding = data
      data = evaluate(node, isNew: false) { try readBinding(binding) } ?? .none
      let values = elementsOf(node, data)
      for (index, value) in values.enumerated() {
        ids.append(elementId(word, value, info))
        elements.append(makeBinding(.element, [binding, Word(integer: index)]))
      }
      return (ids, elements)
    }
    let values = elementsOf(node, data)
    for value in values {
      ids.append(elementId(word, value, info))
      elements.append(value)
    }
    return (ids, elements)
  }

  /// The elements of a collection value.
  func elementsOf(_ node: SID, _ data: Word) -> [Word] {
    switch heap.kind(data) {
    case .array, .set: return Array(heap.contents(data))
    case .structure, .native, .tuple, .description:
      if let bounds = integerRange(data) {
        guard bounds.upperBound > bounds.lowerBound else { return [] }
        // The whole width of a range need not be an integer.
        let (sum, overflow) = bounds.lowerBound.addingReportingOverflow(maximumViews)
        let end = overflow ? bounds.upperBound : min(sum, bounds.upperBound)
        if end < bounds.upperBound { reportFull() }
        return (bounds.lowerBound..<end).map { Word(integer: $0) }
      }
      if let first = heap.contents(data).first(where: { heap.kind($0) == .array }) {
        return Array(heap.contents(first))
      }
      return []
    case .existential: return elementsOf(node, heap.slot(data, 0))
    default: return []
    }
  }

  /// `0..<n` and `0...n` as a range of integers.
  func integerRange(_ word: Word) -> Range<Int>? {
    let kind = heap.kind(word)
    if kind == .description, let info = info(word) {
      let low = argument(word, 0).integer
      let high = argument(word, 1).integer
      if info.base == "..<" { return low < high ? low..<high : low..<low }
      if info.base == "..." { return low <= high && high < Int.max ? low..<(high + 1) : low..<low }
      return nil
    }
    guard kind == .structure || kind == .native, heap.count(word) == 2 || heap.count(word) == 3 else { return nil }
    let name = types.nominalRow(heap.type(word))?.name ?? ""
    guard name == "Range" || name == "ClosedRange" else { return nil }
    let slots = heap.contents(word)
    guard slots.count >= 2 else { return nil }
    let low = slots[0].integer
    let high = slots[1].integer
    if name == "Range" { return low < high ? low..<high : low..<low }
    return low <= high && high < Int.max ? low..<(high + 1) : low..<low
  }

  private func elementId(_ word: Word, _ element: Word, _ info: NativeInfo?) -> Word {
    if tag(element) == .subview { return heap.slot(element, 2) }
    if tag(element) == .sectionValue { return heap.slot(element, 4) }
    let path = argument(word, "id")
    if heap.kind(path) == .keyPath {
      return scene { try machine.read(keyPath: path, from: element) } ?? element
    }
    let type = heap.type(element)
    if protocols.identifiable.proto >= 0, type != .unknown,
      let id = scene({
        try machine.callWitness(of: type, protocols.identifiable.proto, protocols.identifiable.index, [element])
      })
    {
      return id ?? element
    }
    return element
  }

  func idType(_ id: Word) -> TypeId {
    let type = heap.type(id)
    return type == .unknown ? types.int : type
  }

  /// Equal as ids: the same word, or the same contents.
  func sameId(_ a: Word, _ b: Word) -> Bool {
    if a == b { return true }
    // Ids of several types may stand beside each other: "10" is not 10, and neither answers for the other's type.
    guard a.isHandle, b.isHandle else { return false }
    return machine.identical(a, b) || heap.type(a) == heap.type(b) && isEqual(a, b, type: heap.type(a))
  }

  /// A hash that is equal for ids with equal contents.
  func hash(_ word: Word) -> UInt64 {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    hash(word, &state, 0)
    return state
  }

  private func hash(_ word: Word, _ state: inout UInt64, _ depth: Int) {
    func mix(_ value: UInt64) { state = (state ^ value) &* 0x0000_0100_0000_01B3 }
    guard word.isHandle, depth < 4 else {
      mix(word.isHandle ? 1 : word)
      return
    }
    if let text = heap.string(word) {
      for byte in text.utf8 { mix(UInt64(byte)) }
      return
    }
    switch heap.kind(word) {
    case .instance: mix(word)
    case .structure, .tuple, .enumeration, .existential, .native:
      for slot in heap.contents(word) { hash(slot, &state, depth + 1) }
    default: mix(UInt64(heap.count(word)))
    }
  }
}

/// Open addressing from hashes to indices, for one pass over the elements of a ForEach.
struct WordTable {
  private var codes: [UInt64]
  private var rows: [Int32]
  private var count = 0

  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    codes = [UInt64](repeating: 0, count: size)
    rows = [Int32](repeating: -1, count: size)
  }

  mutating func insert(_ code: UInt64, _ row: Int) {
    if count * 2 >= rows.count { grow() }
    var at = Int(truncatingIfNeeded: code ^ (code >> 29)) & (rows.count - 1)
    while rows[at] >= 0 { at = (at + 1) & (rows.count - 1) }
    rows[at] = Int32(truncatingIfNeeded: row)
    codes[at] = code
    count += 1
  }

  private mutating func grow() {
    let oldCodes = codes
    let oldRows = rows
    codes = [UInt64](repeating: 0, count: oldRows.count * 2)
    rows = [Int32](repeating: -1, count: oldRows.count * 2)
    count = 0
    for (at, row) in oldRows.enumerated() where row >= 0 { insert(oldCodes[at], Int(row)) }
  }

  func first(_ code: UInt64, where test: (Int) -> Bool) -> Int? {
    var at = Int(truncatingIfNeeded: code ^ (code >> 29)) & (rows.count - 1)
    var found: Int?
    while rows[at] >= 0 {
      if codes[at] == code, test(Int(rows[at])), found.map({ Int(rows[at]) < $0 }) ?? true { found = Int(rows[at]) }
      at = (at + 1) & (rows.count - 1)
    }
    return found
  }

  func contains(_ code: UInt64, where test: (Int) -> Bool) -> Bool { first(code, where: test) != nil }
}
