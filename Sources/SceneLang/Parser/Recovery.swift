/// Where a missing closing delimiter belongs, judged by the layout of the text.
///
/// A parser notices a missing `)` or `}` long after its place. The indentation of the lines tells where the author
/// meant it; the positions found here are given to a second parse as breaks, at which whatever is open ends.
enum Recovery {
  /// Raw token indices for `ParserState.breaks`, the first one last.
  static func breaks(_ state: borrowing ParserState) -> [Int] {
    let lines = Layout(state)
    var result: [Int] = []
    for missed in state.missedClosers.prefix(64) {
      switch missed.kind {
      case .rightParen, .rightBracket:
        if let place = endOfList(missed, lines, state) { result.append(place) }
      default: break
      }
    }
    if state.missedClosers.contains(where: { $0.kind == .rightBrace }) {
      result.append(contentsOf: likeliest(unclosedBraces(lines, state), lines, state))
    }
    return result.sorted(by: >)
  }

  /// Line starts of the raw tokens.
  struct Layout {
    /// For each raw token the raw index of its line's first token.
    private(set) var lineStart: [Int32] = []
    /// For each raw token the indentation of its line: columns, a tab to the next multiple of four.
    private(set) var indentation: [Int32] = []

    init(_ state: borrowing ParserState) {
      let count = state.raw.count
      lineStart.reserveCapacity(count)
      indentation.reserveCapacity(count)
      var start: Int32 = 0
      var indent: Int32 = 0
      for index in 0..<count {
        let token = state.raw.base[index]
        if index == 0 || token.flags.contains(.startsLine) {
          start = Int32(index)
          indent = Layout.measure(token, state.bytes)
        }
        lineStart.append(start)
        indentation.append(indent)
      }
    }

    private static func measure(_ token: Token, _ bytes: UnsafePointer<UInt8>) -> Int32 {
      var start = Int(token.offset)
      while start > 0 && (bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09) { start -= 1 }
      var column: Int32 = 0
      for position in start..<Int(token.offset) {
        column = bytes[position] == 0x09 ? (column / 4 + 1) * 4 : column + 1
      }
      return column
    }
  }

  /// Inside the list: the first line at the list's own depth that begins with a period or a keyword and is indented no
  /// deeper than the line that opened the list.
  private static func endOfList(
    _ missed: ParserState.MissedCloser, _ lines: Layout, _ state: borrowing ParserState
  ) -> Int? {
    var open = 0
    var index = missed.open + 1
    let outer = lines.indentation[missed.open]
    while index < min(missed.at, state.raw.count) {
      let token = state.raw.base[index]
      if open == 0 && token.flags.contains(.startsLine) && lines.indentation[index] <= outer && index > missed.open + 1
      {
        switch token.kind {
        case .rightParen, .rightBracket, .rightBrace, .comma: break
        default: return index
        }
      }
      switch token.kind {
      case .leftParen, .leftBracket, .leftBrace, .interpolationStart: open += 1
      case .rightParen, .rightBracket, .rightBrace, .interpolationEnd: open -= 1
      default: break
      }
      if open < 0 { return nil }
      index += 1
    }
    return nil
  }

  /// Blocks whose closing brace is indented less than the line that opened them are missing one before it; so are
  /// blocks that a declaration at or left of their own indentation follows.
  private static func unclosedBraces(_ lines: Layout, _ state: borrowing ParserState) -> [Int] {
    var result: [Int] = []
    /// Raw indices of the open braces.
    var open: [Int] = []
    for index in 0..<state.raw.count {
      let token = state.raw.base[index]
      switch token.kind {
      case .leftBrace: open.append(index)
      case .rightBrace:
        if token.flags.contains(.startsLine) {
          while let top = open.last, open.count > 1, lines.indentation[top] > lines.indentation[index] {
            result.append(index)
            open.removeLast()
          }
        }
        if !open.isEmpty { open.removeLast() }
      case .struct, .class, .enum, .extension, .protocol, .func, .import, .private, .public, .static, .at, .pound:
        guard token.flags.contains(.startsLine) else { break }
        while let top = open.last, lines.indentation[top] >= lines.indentation[index],
          lines.lineStart[top] < Int32(index)
        {
          result.append(index)
          open.removeLast()
        }
      default: break
      }
    }
    return result.count > 64 ? [] : result
  }

  /// Of the places where a closing brace may be missing, as many as the text lacks: those with which the other braces
  /// agree best with the lines' depth. A block whose brace is only laid out carelessly is a place too.
  private static func likeliest(_ places: [Int], _ lines: Layout, _ state: borrowing ParserState) -> [Int] {
    var missing = 0
    for index in 0..<state.raw.count {
      switch state.raw.base[index].kind {
      case .leftBrace: missing += 1
      case .rightBrace: missing -= 1
      default: break
      }
    }
    var kept = places.sorted()
    guard missing > 0, kept.count > missing, kept.count <= 16 else { return places }
    while kept.count > missing {
      var best = 0
      var least = Int.max
      for left in kept.indices {
        var rest = kept
        rest.remove(at: left)
        let count = disagreements(rest, lines, state)
        if count < least {
          least = count
          best = left
        }
      }
      kept.remove(at: best)
    }
    return kept
  }

  /// How many closing braces do not stand under the line that opened their block, if blocks also end at some places (in
  /// order).
  private static func disagreements(_ places: [Int], _ lines: Layout, _ state: borrowing ParserState) -> Int {
    var count = 0
    var next = 0
    var open: [Int] = []
    for index in 0..<state.raw.count {
      while next < places.count, places[next] == index {
        if !open.isEmpty { open.removeLast() }
        next += 1
      }
      let token = state.raw.base[index]
      switch token.kind {
      case .leftBrace: open.append(index)
      case .rightBrace:
        guard let top = open.popLast() else {
          count += 5
          break
        }
        if token.flags.contains(.startsLine), lines.indentation[top] != lines.indentation[index] { count += 1 }
      default: break
      }
    }
    return count + open.count * 5
  }

  /// Raw token indices in front of which an opening brace is missing, in order: a closing brace that begins a line
  /// deeper than the block it would close belongs to the line above it that is indented like it and followed by deeper
  /// lines.
  static func openings(_ state: borrowing ParserState) -> [Int] {
    let lines = Layout(state)
    var result: [Int] = []
    /// Raw indices of the open braces.
    var open: [Int] = []
    for index in 0..<state.raw.count {
      let token = state.raw.base[index]
      switch token.kind {
      case .leftBrace: open.append(index)
      case .rightBrace:
        let indent = lines.indentation[index]
        let isDeeper = open.last.map { lines.indentation[$0] < indent } ?? true
        if isDeeper, token.flags.contains(.startsLine),
          let place = header(above: index, floor: open.last ?? -1, lines, state)
        {
          result.append(place)
        } else if !open.isEmpty {
          open.removeLast()
        }
      default: break
      }
    }
    return result.count > 64 ? [] : result.sorted()
  }

  /// The start of the first line, at or behind `next`, in front of which the brackets that a header opened are closed.
  private static func endOfHeader(
    _ start: Int, _ next: Int, _ limit: Int, _ lines: Layout, _ state: borrowing ParserState
  ) -> Int? {
    var open = 0
    for index in start..<limit {
      if index >= next, open <= 0, Int(lines.lineStart[index]) == index { return index }
      switch state.raw.base[index].kind {
      case .leftParen, .leftBracket: open += 1
      case .rightParen, .rightBracket: open -= 1
      case .leftBrace where index >= next && open <= 0: return nil
      default: break
      }
    }
    return nil
  }

  /// The first token behind the line that lacks the opening brace of the block that ends at `index`.
  private static func header(above index: Int, floor: Int, _ lines: Layout, _ state: borrowing ParserState) -> Int? {
    let indent = lines.indentation[index]
    var below = Int(lines.lineStart[index])
    while below > 0 {
      let start = Int(lines.lineStart[below - 1])
      if start < 0 || floor >= 0 && start <= Int(lines.lineStart[floor]) { return nil }
      let first = state.raw.base[start].kind
      if lines.indentation[start] < indent, first != .pound, first != .poundIf { return nil }
      if lines.indentation[start] == indent {
        let last = state.raw.base[below - 1].kind
        switch first {
        case .switch: return last == .leftBrace ? nil : below
        case .case, .default: break
        default:
          guard lines.indentation[below] > indent, last != .leftBrace else { return nil }
          return endOfHeader(start, below, index, lines, state)
        }
      }
      below = start
    }
    return nil
  }
}
