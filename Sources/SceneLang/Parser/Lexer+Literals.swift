/// Regular expressions and numbers.

extension Lexer {
  // MARK: Regular expressions

  /// A slash begins a regular expression only where no operand stands before it, and if the line closes it.
  mutating func lexRegex(pounds: Int) -> Bool {
    let start = position
    if pounds == 0 {
      if tokens.count > 0 {
        let last = tokens.base[tokens.count - 1]
        switch last.kind {
        case .identifier, .dollarIdentifier, .integerLiteral, .floatLiteral, .stringQuote, .rightParen, .rightBracket,
          .rightBrace, .self, .Self, .super, .true, .false, .nil, .Any, .postfixQuestion, .postfixExclaim,
          .postfixOperator, .regexLiteral, .interpolationEnd, .placeholder, .func, .operator:
          return false
        default: break
        }
      }
      var p = start + 1
      if p >= end { return false }
      switch base[p] {
      case 0x20, 0x09, UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "="):
        return false
      default: break
      }
      var depth = 0
      var inClass = false
      while p < end && base[p] != 0x0A && base[p] != 0x0D {
        switch base[p] {
        case UInt8(ascii: "\\"): p += 1
        case UInt8(ascii: "["): inClass = true
        case UInt8(ascii: "]"): inClass = false
        case UInt8(ascii: "("): if !inClass { depth += 1 }
        case UInt8(ascii: ")"):
          if !inClass { depth -= 1 }
          if depth < 0 { return false }
        case UInt8(ascii: "/"):
          if !inClass {
            if base[p - 1] == 0x20 || base[p - 1] == 0x09 { return false }
            position = p + 1
            emit(.regexLiteral, from: start)
            return true
          }
        default: break
        }
        p += 1
      }
      return false
    }
    // `#/ ... /#`, over several lines if a line end follows the opening.
    var p = start + pounds + 1
    let isMultiline = p < end && (base[p] == 0x0A || base[p] == 0x0D)
    while p < end {
      let byte = base[p]
      if byte == UInt8(ascii: "/") && poundCount(at: p + 1) >= pounds {
        position = p + 1 + pounds
        emit(.regexLiteral, from: start)
        return true
      }
      if !isMultiline && (byte == 0x0A || byte == 0x0D) { break }
      p += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = isMultiline ? start + pounds + 1 : min(p, end)
    emit(.regexLiteral, from: start, .malformed)
    return true
  }

  func poundCount(at start: Int) -> Int {
    var p = start
    while p < end && base[p] == UInt8(ascii: "#") { p += 1 }
    return p - start
  }

  // MARK: Numbers

  mutating func lexNumber() {
    let start = position
    var p = start
    let afterPeriod =
      tokens.count > 0 && tokens.base[tokens.count - 1].kind == .period
      && Int(tokens.base[tokens.count - 1].end) == start
    @inline(__always) func isDigit(_ q: Int) -> Bool {
      q < end && base[q] >= UInt8(ascii: "0") && base[q] <= UInt8(ascii: "9")
    }
    var isFloat = false
    var malformed = false
    if afterPeriod {
      while isDigit(p) { p += 1 }
      position = p
      emit(.integerLiteral, from: start)
      return
    }
    if base[p] == UInt8(ascii: "0") && p + 1 < end
      && (base[p + 1] == UInt8(ascii: "x") || base[p + 1] == UInt8(ascii: "o") || base[p + 1] == UInt8(ascii: "b"))
    {
      let radix = base[p + 1]
      p += 2
      let digits = p
      @inline(__always) func isRadixDigit(_ byte: UInt8) -> Bool {
        switch radix {
        case UInt8(ascii: "x"):
          return byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66
        case UInt8(ascii: "o"): return byte >= 0x30 && byte <= 0x37
        default: return byte == 0x30 || byte == 0x31
        }
      }
      while p < end && (isRadixDigit(base[p]) || base[p] == UInt8(ascii: "_")) { p += 1 }
      if p == digits || base[digits] == UInt8(ascii: "_") { malformed = true }
      if radix == UInt8(ascii: "x") && p < end {
        var q = p
        if base[q] == UInt8(ascii: ".") && q + 1 < end && isRadixDigit(base[q + 1]) {
          q += 1
          while q < end && (isRadixDigit(base[q]) || base[q] == UInt8(ascii: "_")) { q += 1 }
        }
        if q < end && base[q] | 0x20 == UInt8(ascii: "p") {
          q += 1
          if q < end && (base[q] == UInt8(ascii: "+") || base[q] == UInt8(ascii: "-")) { q += 1 }
          if !isDigit(q) { malformed = true }
          while isDigit(q) || (q < end && base[q] == UInt8(ascii: "_")) { q += 1 }
          isFloat = true
          p = q
        }
      }
    } else {
      while isDigit(p) || (p < end && base[p] == UInt8(ascii: "_")) { p += 1 }
      if p < end && base[p] == UInt8(ascii: ".") && isDigit(p + 1) {
        isFloat = true
        p += 1
        while isDigit(p) || (p < end && base[p] == UInt8(ascii: "_")) { p += 1 }
      }
      if p < end && base[p] | 0x20 == UInt8(ascii: "e") {
        var q = p + 1
        if q < end && (base[q] == UInt8(ascii: "+") || base[q] == UInt8(ascii: "-")) { q += 1 }
        if isDigit(q) {
          isFloat = true
          while isDigit(q) || (q < end && base[q] == UInt8(ascii: "_")) { q += 1 }
          p = q
        }
      }
    }
    if p < end && continues[Int(base[p])] != 0 {
      malformed = true
      while p < end && continues[Int(base[p])] != 0 { p += 1 }
    }
    position = p
    emit(isFloat ? .floatLiteral : .integerLiteral, from: start, malformed ? .malformed : [])
  }
}
