/// `#if`: which clause of a conditional block is compiled. Inactive clauses are parsed and otherwise ignored.

extension Sema {
  /// The clause of an `ifConfig` whose condition holds first, or `none`.
  package func activeClause(of ifConfig: NodeID, file: Int) -> NodeID {
    let tree = trees[file]
    for clause in tree.elements(ifConfig) where tree.kind(clause) == .ifConfigClause {
      let keyword = tree.token(clause, at: 0)
      if keyword != .none && tree.kind(keyword) == .poundElse { return clause }
      let condition = tree.node(clause, at: 1)
      if condition != .none && evaluate(condition, file: file, depth: 0) { return clause }
    }
    return .none
  }

  /// The element nodes of a list with conditional blocks replaced by their active clauses' elements.
  package func activeElements(of list: NodeID, from slot: Int = 0, file: Int) -> [NodeID] {
    var result: [NodeID] = []
    appendActive(list, from: slot, file: file, depth: 0, &result)
    return result
  }

  private func appendActive(_ list: NodeID, from slot: Int, file: Int, depth: Int, _ result: inout [NodeID]) {
    guard list != .none, depth < 256 else { return }
    let tree = trees[file]
    result.reserveCapacity(result.count + tree.childCount(list))
    for element in tree.elements(list, from: slot) {
      if tree.kind(element) == .ifConfig {
        let clause = activeClause(of: element, file: file)
        appendActive(clause, from: 2, file: file, depth: depth + 1, &result)
      } else {
        result.append(element)
      }
    }
  }

  private func evaluate(_ node: NodeID, file: Int, depth: Int) -> Bool {
    let tree = trees[file]
    guard node != .none, depth < 256 else { return false }
    switch tree.kind(node) {
    case .booleanLiteralExpr: return tree.text(node) == "true"
    case .identifierExpr: return isDefined(tree.name(of: tree.token(node, at: 0)))
    case .parenExpr: return evaluate(tree.node(node, at: 1), file: file, depth: depth + 1)
    case .prefixExpr:
      let token = tree.token(node, at: 0)
      return tree.token(token, is: "!") && !evaluate(tree.node(node, at: 1), file: file, depth: depth + 1)
    case .sequenceExpr:
      // `&&` binds tighter than `||`: a sum of products.
      var any = false
      var all = true
      for index in tree.childRange(node) {
        let child = tree.childTable[index]
        if child.isToken {
          if tree.token(child.token, is: "||") {
            any = any || all
            all = true
          }
        } else if child.isNode {
          all = evaluate(child.node, file: file, depth: depth + 1) && all
        }
      }
      return any || all
    case .postfixExpr: return evaluateCall(node, file: file)
    default: return false
    }
  }

  private func isDefined(_ name: String) -> Bool {
    name == "SCENE" || name == "DEBUG" || options.defines.contains(name)
  }

  private func evaluateCall(_ node: NodeID, file: Int) -> Bool {
    let tree = trees[file]
    let base = tree.node(node, at: 0)
    let call = tree.node(node, at: 1)
    guard base != .none, call != .none, tree.kind(call) == .callSuffix else { return false }
    let clause = tree.node(call, at: 0)
    guard clause != .none else { return false }
    var argument = ""
    for element in tree.elements(clause) where tree.kind(element) == .argument {
      argument = tree.text(tree.lastChild(element).nodeIfAny == .none ? element : tree.lastChild(element).node)
      break
    }
    switch tree.text(base) {
    case "os": return argument == "iOS"
    case "arch": return argument == "arm64"
    case "targetEnvironment": return argument == "simulator"
    case "canImport": return isModelledModule(argument.split(separator: ",").first.map(String.init) ?? argument)
    case "swift", "compiler", "_compiler_version": return versionHolds(argument)
    case "hasFeature", "hasAttribute": return false
    default: return false
    }
  }

  /// `>=6.0`, `<5.9`: against Swift 6.0.
  private func versionHolds(_ text: String) -> Bool {
    var parts: [Int] = []
    var number: Int?
    for byte in text.utf8 {
      if byte >= 0x30 && byte <= 0x39 {
        number = min((number ?? 0) * 10 + Int(byte - 0x30), 1_000_000)
      } else if let value = number {
        parts.append(value)
        number = nil
      }
    }
    if let value = number { parts.append(value) }
    let have = [6, 0, 0]
    var order = 0
    for i in 0..<3 where order == 0 {
      let want = i < parts.count ? parts[i] : 0
      order = have[i] < want ? -1 : (have[i] > want ? 1 : 0)
    }
    return text.utf8.first == UInt8(ascii: "<") ? order < 0 : order >= 0
  }

  package func isModelledModule(_ name: String) -> Bool {
    switch name {
    case "SwiftUI", "UIKit", "Foundation", "Combine", "CoreGraphics", "Observation", "Swift", "QuartzCore", "Dispatch",
      "Darwin", "Glibc", "DeveloperToolsSupport", "SwiftUICore", "CoreFoundation", "UniformTypeIdentifiers", "os",
      "_Concurrency", "ObjectiveC", "PreviewsMacros":
      return true
    default: return false
    }
  }
}
