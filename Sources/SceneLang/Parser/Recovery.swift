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
      result.append(contentsOf: unclosedBraces(lines, state))
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
}
