/// A tree as text, for tests and for debugging: one node or token a line, indented, absent slots as `-`.
extension SyntaxTree {
  package func dump(_ node: NodeID? = nil) -> String {
    guard let top = node ?? (root == .none ? nil : root) else { return "" }
    var out = ""
    // An explicit stack: a dump must not depend on the depth of the tree.
    var work: [(child: SyntaxChild, depth: Int)] = [(SyntaxChild(top), 0)]
    while let (child, depth) = work.popLast() {
      for _ in 0..<depth { out += "  " }
      if child.isAbsent {
        out += "-\n"
      } else if child.isToken {
        let token = tokens[Int(child.token.raw)]
        if token.isMissing {
          out += "missing \(token.kind.spelling)\n"
        } else {
          out += "\(escaped(text(child.token)))\n"
        }
      } else {
        out += "\(kind(child.node))\n"
        for index in childRange(child.node).reversed() { work.append((childTable[index], depth + 1)) }
      }
    }
    return out
  }

  /// A node on one line: `(kind child child)`, tokens in quotes.
  package func compactDump(_ node: NodeID? = nil) -> String {
    guard let top = node ?? (root == .none ? nil : root) else { return "" }
    var out = ""
    var work: [SyntaxChild?] = [SyntaxChild(top)]
    while let next = work.popLast() {
      guard let child = next else {
        out += ")"
        continue
      }
      if !out.isEmpty { out += " " }
      if child.isAbsent {
        out += "-"
      } else if child.isToken {
        let token = tokens[Int(child.token.raw)]
        out += token.isMissing ? "?\(token.kind.spelling)" : "'\(escaped(text(child.token)))'"
      } else {
        out += "(\(kind(child.node))"
        work.append(nil)
        for index in childRange(child.node).reversed() { work.append(childTable[index]) }
      }
    }
    return out
  }

  /// Tokens with their places, one a line.
  package func dumpTokens() -> String {
    var out = ""
    for index in tokens.indices {
      let token = tokens[index]
      out += "\(token.offset)+\(token.length) \(token.kind)\(token.isMissing ? " missing" : "") "
      out += escaped(text(TokenID(UInt32(index)))) + "\n"
    }
    return out
  }

  private func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The bytes of the whole text, put together from the tokens and the trivia between them; for a tree of a file.
  package func reconstructed() -> [UInt8] {
    var out: [UInt8] = []
    var position = 0
    for token in tokens {
      if Int(token.offset) < position { continue }
      out.append(contentsOf: source.bytes[position..<Int(token.offset)])
      out.append(contentsOf: source.bytes[Int(token.offset)..<Int(token.end)])
      position = Int(token.end)
    }
    return out
  }
}
