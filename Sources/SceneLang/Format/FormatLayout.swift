/// Places the atoms one line after the other: indentation, and breaks where a line is too long.
///
/// What a line is depends on the lines before it alone, and a line is broken only by what it holds; so the layout of text
/// that has this layout is the text itself.
struct FormatLayout {
  static let width = 100
  static let step: Int32 = 4

  let atoms: FormatAtoms
  var plan: FormatPlan
  /// Spaces before each atom: its indentation if it begins a line.
  private(set) var spaces: [Int32]
  /// Indentation of comments on lines of their own before an atom.
  private(set) var commentIndent: [Int32]
  /// Columns of everything up to an atom, if all stood on one line.
  private var columns: [Int32]
  private var lineFirst = 0
  private var lineIndent: Int32 = 0

  init(_ atoms: FormatAtoms, _ plan: FormatPlan) {
    self.atoms = atoms
    self.plan = plan
    spaces = [Int32](repeating: 0, count: atoms.atoms.count)
    commentIndent = [Int32](repeating: -1, count: atoms.atoms.count)
    columns = [Int32](repeating: 0, count: atoms.atoms.count + 1)
  }

  mutating func run() {
    let count = atoms.atoms.count
    for index in 0..<count {
      spaces[index] = Int32(FormatSpacing.spaces(atoms, plan, before: index))
      columns[index + 1] = columns[index] &+ spaces[index] &+ atoms.atoms[index].width
    }
    var index = 0
    while index < count {
      beginLine(index)
      while breakLine(from: index) {}
      index = placeLine(from: index)
    }
  }

  // MARK: Indentation

  private func value(_ rule: FormatPlan.Rule, at index: Int) -> Int32 {
    guard rule.kind != .unset, Int(rule.scope) < plan.scopes.count else { return 0 }
    let scope = plan.scopes[Int(rule.scope)]
    switch rule.kind {
    case .unset: return 0
    case .same: return scope.base
    case .plus: return scope.base + FormatLayout.step
    case .column: return scope.column
    case .chain:
      if scope.chain >= 0 { return scope.chain }
      // Behind a closing bracket that begins its line, the chain goes on in the bracket's column.
      let isClosed = index > 0 && lineFirst >= Int(scope.anchor) && isCloser(atoms.atoms[lineFirst].kind)
      return isClosed ? lineIndent : scope.base + FormatLayout.step
    }
  }

  private func isCloser(_ kind: TokenKind) -> Bool {
    kind == .rightBrace || kind == .rightParen || kind == .rightBracket
  }

  private mutating func beginLine(_ index: Int) {
    let rule = plan.rules[index]
    let indent = max(0, value(rule, at: index))
    if rule.kind == .chain { plan.scopes[Int(rule.scope)].chain = indent }
    if atoms.atoms[index].commentCount > 0 { commentIndent[index] = indentOfComments(index, indent) }
    lineFirst = index
    lineIndent = indent
    spaces[index] = indent
  }

  private func indentOfComments(_ index: Int, _ indent: Int32) -> Int32 {
    let rule = plan.commentRules[index]
    guard rule.kind != .unset else { return indent }
    let inner = max(0, value(rule, at: index))
    guard atoms.atoms[index].kind == .case || atoms.atoms[index].kind == .default || atoms.atoms[index].kind == .at
    else { return inner }
    // Before a case: with the statements above where the author put it further in than the case, else with the case.
    let comment = atoms.comments[Int(atoms.atoms[index].firstComment)]
    return column(Int(comment.range.start)) > column(Int(atoms.atoms[index].offset)) ? inner : indent
  }

  /// Bytes between the beginning of the line and a place.
  private func column(_ offset: Int) -> Int {
    var position = offset
    while position > 0 && atoms.source.bytes[position - 1] != 0x0A && atoms.source.bytes[position - 1] != 0x0D {
      position -= 1
    }
    return offset - position
  }

  // MARK: Lines

  private func endOfLine(from index: Int) -> Int {
    var end = index + 1
    while end < atoms.atoms.count && !plan.isBroken[end] { end += 1 }
    return end
  }

  /// Columns that comments before an atom take on the atom's line.
  private func commentWidth(_ index: Int) -> Int32 {
    let atom = atoms.atoms[index]
    guard atom.commentCount > 0, atom.lineBreaks == 0 else { return 0 }
    var width = 0
    for position in Int(atom.firstComment)..<Int(atom.firstComment + atom.commentCount) {
      let comment = atoms.comments[position]
      if comment.breaksBefore > 0 { width = 0 }
      width += atoms.width(of: comment) + 1
    }
    return Int32(clamping: width)
  }

  /// Gives the atoms of a line their columns; the scopes that begin there learn theirs.
  private mutating func placeLine(from start: Int) -> Int {
    let end = endOfLine(from: start)
    var column = lineIndent
    for index in start..<end {
      if index > start { column += spaces[index] }
      column += commentWidth(index)
      var next = plan.scopeOfAtom[index]
      while next != .max {
        let id = Int(next)
        plan.scopes[id].column = column
        plan.scopes[id].startsLine = index == start
        plan.scopes[id].base = lineIndent
        let first = plan.scopes[id].first
        if plan.scopes[id].kind == .element, index != start, first != .max, !plan.scopes[Int(first)].startsLine {
          plan.scopes[id].base = plan.scopes[Int(first)].column - FormatLayout.step
        }
        next = plan.scopes[id].next
      }
      let atom = atoms.atoms[index]
      if atom.lastWidth >= 0 { column = atom.lastWidth } else { column += atom.width }
    }
    return end
  }

  // MARK: Long lines

  /// Breaks the line if it is too long and can be broken; true if it did.
  private mutating func breakLine(from start: Int) -> Bool {
    let end = endOfLine(from: start)
    guard lineWidth(start, end) > FormatLayout.width, !isSpokenOf(start, end), let found = candidate(start, end) else {
      return false
    }
    let group = plan.groups[found]
    if group.isFilled { return fill(group, after: start) }
    guard group.kind == .block || group.kind == .closure else { return open(group, after: start) }
    // Blocks and closures of one line open together.
    var isChanged = false
    for index in start + 1..<end {
      let other = plan.groupOfGap[index]
      guard other != .max else { continue }
      let row = plan.groups[Int(other)]
      if row.kind == group.kind, row.depth == group.depth, isUseful(row, start, end), open(row, after: start) {
        isChanged = true
      }
    }
    return isChanged
  }

  /// Whether a comment silences a rule on this line: the finding has to stay on it.
  private func isSpokenOf(_ start: Int, _ end: Int) -> Bool {
    func silences(_ position: UInt32) -> Bool {
      let comment = atoms.comments[Int(position)]
      guard comment.isLine, comment.range.length > 16 else { return false }
      var words = atoms.source.slice(comment.range).dropFirst(2)
      while words.first == 0x20 { words = words.dropFirst() }
      return words.starts(with: "scenec:disable:".utf8)
    }
    let first = atoms.atoms[start]
    if first.commentCount > 0, silences(first.firstComment + first.commentCount - 1) { return true }
    guard end < atoms.atoms.count, atoms.atoms[end].commentCount > 0 else { return false }
    let next = atoms.atoms[end].firstComment
    return atoms.comments[Int(next)].breaksBefore == 0 && silences(next)
  }

  /// Whether a list begins behind its bracket on an earlier line: the closing bracket then stays behind the last element.
  private func isAligned(_ group: FormatPlan.Group, _ start: Int) -> Bool {
    let first = Int(plan.groupGaps[Int(group.firstGap)])
    return group.kind == .bracket && first <= start && !plan.isBroken[first]
  }

  /// Breaks the gaps behind the start of a line; false if there was none to break.
  private mutating func open(_ group: FormatPlan.Group, after start: Int) -> Bool {
    let gaps = Int(group.firstGap)..<Int(group.firstGap + group.gapCount)
    var isChanged = false
    for position in isAligned(group, start) ? gaps.dropLast() : gaps {
      let gap = Int(plan.groupGaps[position])
      guard gap > start, !plan.isBroken[gap] else { continue }
      plan.isBroken[gap] = true
      isChanged = true
    }
    return isChanged
  }

  /// Puts as many elements on a line as fit.
  private mutating func fill(_ group: FormatPlan.Group, after start: Int) -> Bool {
    let gaps = Int(group.firstGap)..<Int(group.firstGap + group.gapCount)
    let first = Int(plan.groupGaps[gaps.lowerBound])
    guard first > start else { return open(group, after: start) }
    plan.isBroken[first] = true
    plan.isBroken[Int(plan.groupGaps[gaps.upperBound - 1])] = true
    var column = lineIndent + FormatLayout.step
    for gap in gaps.dropFirst().dropLast() {
      let index = Int(plan.groupGaps[gap])
      let next = Int(plan.groupGaps[gap + 1])
      // A line of the author's begins anew.
      if plan.isBroken[index] {
        column = lineIndent + FormatLayout.step
        continue
      }
      column += width(from: Int(plan.groupGaps[gap - 1]), to: index) + 1
      if Int(column + width(from: index, to: next)) > FormatLayout.width {
        plan.isBroken[index] = true
        column = lineIndent + FormatLayout.step
      }
    }
    return true
  }

  /// Columns of a line, without the comment at its end.
  private func lineWidth(_ start: Int, _ end: Int) -> Int {
    var column = lineIndent
    for index in start..<end {
      if index > start { column += spaces[index] }
      column += commentWidth(index) + atoms.atoms[index].width
      if atoms.atoms[index].lastWidth >= 0 { break }
    }
    return Int(column)
  }

  private func width(from start: Int, to end: Int) -> Int32 {
    start < end ? columns[end] - columns[start + 1] + atoms.atoms[start].width : 0
  }

  /// The group to break: the outermost; among equals by kind; among brackets the widest.
  private func candidate(_ start: Int, _ end: Int) -> Int? {
    var best: (id: Int, key: Int, width: Int32)?
    var last = UInt32.max
    for index in start + 1..<end {
      let id = plan.groupOfGap[index]
      guard id != .max, id != last else { continue }
      let group = plan.groups[Int(id)]
      if Int(plan.groupGaps[Int(group.firstGap + group.gapCount - 1)]) == index, isAligned(group, start) { continue }
      last = id
      let key = Int(group.depth) << 4 | Int(priority(group.kind))
      if let best, best.key < key { continue }
      let width = group.kind == .bracket ? bracketWidth(group, start, end) : 0
      if let best, best.key == key, best.width >= width { continue }
      guard isUseful(group, start, end) else { continue }
      best = (Int(id), key, width)
    }
    return best?.id
  }

  private func priority(_ kind: FormatPlan.Group.Kind) -> UInt8 {
    switch kind {
    case .conditions: return 0
    case .block: return 1
    case .chain: return 2
    case .closure: return 3
    case .ternary: return 4
    case .operators: return 5
    case .bracket: return 6
    case .list: return 7
    case .assignment: return 8
    }
  }

  private func bracketWidth(_ group: FormatPlan.Group, _ start: Int, _ end: Int) -> Int32 {
    let first = Int(plan.groupGaps[Int(group.firstGap)])
    let last = min(end, Int(plan.groupGaps[Int(group.firstGap + group.gapCount - 1)]))
    return width(from: max(start, first), to: max(start, first, last))
  }

  /// Whether breaking makes the line shorter in a way that helps.
  private func isUseful(_ group: FormatPlan.Group, _ start: Int, _ end: Int) -> Bool {
    let first = Int(plan.groupGaps[Int(group.firstGap)])
    switch group.kind {
    case .chain:
      var count = 0
      for position in Int(group.firstGap)..<Int(group.firstGap + group.gapCount) {
        let gap = Int(plan.groupGaps[position])
        if gap > start && gap < end { count += 1 }
      }
      return count >= Int(group.threshold)
    case .block, .closure:
      // Braces that opened on an earlier line stay as they are.
      let last = Int(plan.groupGaps[Int(group.firstGap + group.gapCount - 1)])
      return first > start || atoms.atoms[last].kind != .rightBrace
    case .assignment:
      return Int(lineIndent + FormatLayout.step + width(from: first, to: end)) <= FormatLayout.width
    case .bracket where group.gapCount == 2:
      // One literal alone is broken out only if it then fits.
      let last = min(end, Int(plan.groupGaps[Int(group.firstGap) + 1]))
      if atoms.atoms[last - 1].lastWidth >= 0 { return false }
      if first < start || last <= first { return true }
      if isClosureOrList(first, last) { return false }
      let isAtomic = last - first <= 3 && atoms.atoms[last - 1].kind == .stringQuote
      return !isAtomic
        || Int(lineIndent + FormatLayout.step + width(from: first, to: last)) <= FormatLayout.width
    default: return true
    }
  }

  /// An argument that has brackets of its own to break.
  private func isClosureOrList(_ first: Int, _ last: Int) -> Bool {
    let start =
      atoms.atoms[first].kind == .identifier && first + 1 < last && atoms.atoms[first + 1].kind == .colon
      ? first + 2 : first
    guard start < last else { return false }
    let (open, close) = (atoms.atoms[start].kind, atoms.atoms[last - 1].kind)
    return open == .leftBrace && close == .rightBrace || open == .leftBracket && close == .rightBracket
  }
}
