/// Strings, raw ones among them, and directives: what begins with a pound sign or a quote.

extension Lexer {
  // MARK: Strings

  mutating func lexPound() {
    let start = position
    let pounds = poundCount(at: start)
    let next = start + pounds
    if next < end && base[next] == UInt8(ascii: "\"") {
      position = next
      lexString(pounds: pounds, from: start)
      return
    }
    if next < end && base[next] == UInt8(ascii: "/") && lexRegex(pounds: pounds) { return }
    if pounds == 1 {
      var p = next
      while p < end && continues[Int(base[p])] != 0 { p += 1 }
      let kind = directive(next, p - next)
      if kind != .pound {
        position = p
        emit(kind, from: start)
        return
      }
    }
    position = start + 1
    emit(.pound, from: start)
  }

  private func directive(_ start: Int, _ length: Int) -> TokenKind {
    func matches(_ text: StaticString) -> Bool {
      if text.utf8CodeUnitCount != length { return false }
      for index in 0..<length where base[start + index] != text.utf8Start[index] { return false }
      return true
    }
    switch length {
    case 2: return matches("if") ? .poundIf : .pound
    case 4: return matches("else") ? .poundElse : .pound
    case 5: return matches("endif") ? .poundEndif : .pound
    case 6: return matches("elseif") ? .poundElseif : .pound
    case 9: return matches("available") ? .poundAvailable : .pound
    case 11: return matches("unavailable") ? .poundUnavailable : .pound
    case 14: return matches("sourceLocation") ? .poundSourceLocation : .pound
    default: return .pound
    }
  }

  /// At the opening quote, the pound signs already passed.
  mutating func lexString(pounds: Int, from start: Int) {
    var isMultiline = false
    if position + 2 < end && base[position + 1] == UInt8(ascii: "\"") && base[position + 2] == UInt8(ascii: "\"") {
      isMultiline = true
      // `#"""#` on one line holds a quote.
      if pounds > 0 {
        var p = position + 2
        while p < end && base[p] != 0x0A && base[p] != 0x0D && isMultiline {
          if base[p] == UInt8(ascii: "\"") && poundCount(at: p + 1) >= pounds { isMultiline = false }
          p += 1
        }
      }
    }
    position += isMultiline ? 3 : 1
    emit(.stringQuote, from: start)
    lexStringBody(pounds: pounds, isMultiline: isMultiline)
  }

  /// Segments up to the closing quote, or up to an interpolation, which the main loop reads.
  mutating func lexStringBody(pounds: Int, isMultiline: Bool) {
    let start = position
    var p = start
    var hasEscapes = TokenFlags()
    while p < end {
      let byte = base[p]
      if byte == UInt8(ascii: "\"") {
        if isMultiline {
          if p + 2 < end && base[p + 1] == byte && base[p + 2] == byte && poundCount(at: p + 3) >= pounds {
            closeString(segment: start, quote: p, length: 3 + pounds, hasEscapes)
            return
          }
        } else if pounds == 0 || poundCount(at: p + 1) >= pounds {
          closeString(segment: start, quote: p, length: 1 + pounds, hasEscapes)
          return
        }
        p += 1
      } else if byte == UInt8(ascii: "\\") {
        let after = p + 1 + pounds
        if pounds > 0 && poundCount(at: p + 1) < pounds {
          p += 1
          continue
        }
        if after < end && base[after] == UInt8(ascii: "(") {
          if p > start {
            position = p
            emit(.stringSegment, from: start, hasEscapes)
          }
          position = after + 1
          emit(.interpolationStart, from: p)
          strings.append(OpenString(pounds: pounds, isMultiline: isMultiline, depth: 0))
          return
        }
        hasEscapes = .escaped
        // An escaped line end is looked at as a line end.
        p = after < end && (base[after] == 0x0A || base[after] == 0x0D) ? after : min(after + 1, end)
      } else if byte == 0x0A || byte == 0x0D {
        if !isMultiline { break }
        p += 1
      } else {
        p += 1
      }
    }
    // Not terminated: the string ends with the line, or with the text.
    position = p
    if p > start { emit(.stringSegment, from: start, hasEscapes) }
    emitMissing(.stringQuote)
    flags = []
  }

  private mutating func closeString(segment start: Int, quote: Int, length: Int, _ hasEscapes: TokenFlags) {
    if quote > start {
      position = quote
      emit(.stringSegment, from: start, hasEscapes)
    }
    position = quote + length
    emit(.stringQuote, from: quote)
  }
}
