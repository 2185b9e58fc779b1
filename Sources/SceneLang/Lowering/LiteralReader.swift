/// Values of literals as written: raw values of enumerations, arguments of scenario steps.

enum LiteralReader {
  /// `12`, `0x1F`, `0b1_0`; nil when it does not fit.
  static func integer(_ text: String) -> Int? {
    var digits = text.filter { $0 != "_" }[...]
    var radix = 10
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      digits = digits.dropFirst(2)
      radix = base
    }
    return Int(digits, radix: radix)
  }

  static func double(_ text: String) -> Double? { Double(text.filter { $0 != "_" }) }

  /// The text of a one-line string literal without interpolation; nil when it is another one.
  static func string(_ node: NodeID, in tree: SyntaxTree) -> String? {
    guard tree.kind(node) == .stringLiteralExpr else { return nil }
    var result = ""
    for index in tree.childRange(node) {
      let child = tree.childTable[index]
      if child.isNode { return nil }
      if tree.kind(child.token) == .stringSegment { result += decode(tree.text(child.token)) }
    }
    return result
  }

  private static func decode(_ text: String) -> String {
    guard text.utf8.contains(0x5C) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      switch escaped {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "0": result.append("\0")
      case "u":
        var digits = ""
        if rest.first == "{" { rest.removeFirst() }
        while let digit = rest.popFirst(), digit != "}" { digits.unicodeScalars.append(digit) }
        if let code = UInt32(digits, radix: 16), let made = Unicode.Scalar(code) { result.append(made) }
      default: result.append(escaped)
      }
    }
    return String(result)
  }
}
