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
  package func activeList(of list: NodeID, from slot: Int = 0, file: Int) -> [NodeID] {
    var result: [NodeID] = []
    guard list != .none else { return result }
    result.reserveCapacity(trees[file].childCount(list))
    for element in activeElements(of: list, from: slot, file: file) { result.append(element) }
    return result
  }

  /// The same, one after the other, for who looks at them once.
  func activeElements(of list: NodeID, from slot: Int = 0, file: Int) -> ActiveElements {
    ActiveElements(sema: self, file: file, list: list, from: slot)
  }

  struct ActiveElements: Sequence, IteratorProtocol {
    private unowned(unsafe) let sema: Sema
    private let file: Int
    private var elements: SyntaxTree.ElementSequence
    /// What comes behind the conditional blocks that are being read, outermost first.
    private var behind: [SyntaxTree.ElementSequence] = []

    fileprivate init(sema: Sema, file: Int, list: NodeID, from slot: Int) {
      self.sema = sema
      self.file = file
      let tree = sema.trees[file]
      elements = list == .none ? tree.noElements : tree.elements(list, from: slot)
    }

    mutating func next() -> NodeID? {
      while true {
        guard let element = elements.next() else {
          guard let outer = behind.popLast() else { return nil }
          elements = outer
          continue
        }
        if elements.tree.kind(element) != .ifConfig { return element }
        let clause = sema.activeClause(of: element, file: file)
        if clause == .none || behind.count >= 256 { continue }
        behind.append(elements)
        elements = elements.tree.elements(clause, from: 2)
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
