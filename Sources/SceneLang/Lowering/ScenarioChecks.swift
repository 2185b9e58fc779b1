/// What can be said about scenarios before they are played: steps that are not read, devices that do not exist, and names
/// of views that are misspelt.
extension Sema {
  /// Findings about the scenarios of the module's files.
  package func scenarioFindings() -> [Diagnostic] {
    let scenarios = module.macros.filter { names[decls.name($0)] == "Scenario" }
    guard !scenarios.isEmpty else { return [] }
    var result: [Diagnostic] = []
    var targets: [(name: String, node: NodeID, file: Int)] = []
    for decl in scenarios {
      let file = decls.file(decl)
      let tree = self.tree(file)
      let node = decls.node(decl)
      guard node != .none else { continue }
      let (row, found) = StepReader.read(scenario: node, in: tree, file: file - 1)
      result += found
      if let device = row.device, !DeviceNames.isKnown(device), let argument = deviceArgument(node, tree) {
        result.append(unknownDevice(device, argument, tree, file))
      }
      for (name, node) in StepTargets.named(in: node, tree) { targets.append((name, node, file)) }
    }
    guard !targets.isEmpty, diagnostics.unknownNameCount == 0 else { return result }
    let shown = ShownNames((1...max(1, diagnostics.fileCount)).filter { $0 < trees.count }.map { tree($0) })
    for target in targets {
      guard let meant = shown.misspelt(target.name) else { continue }
      let place = SourcePlace(
        file: UInt32(truncatingIfNeeded: target.file - 1), range: tree(target.file).range(target.node))
      var finding = Diagnostic(
        .scenarioTarget, "no view of this scene is called '\(target.name)'; did you mean '\(meant)'?", at: place)
      let literal = "\"" + meant + "\""
      if !meant.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) {
        finding.fixes = [FixIt.replace(place, with: literal)]
        finding.fixes[0].applicability = .needsReview
      }
      result.append(finding)
    }
    return result
  }

  private func deviceArgument(_ node: NodeID, _ tree: SyntaxTree) -> NodeID? {
    let clause = tree.node(node, at: Slot.macroArguments)
    guard clause != .none else { return nil }
    for argument in tree.elements(clause) where tree.kind(argument) == .argument {
      let label = tree.token(argument, at: 0)
      if label != .none, tree.name(of: label) == "device" {
        let value = tree.lastChild(argument).nodeIfAny
        return value == .none ? nil : value
      }
    }
    return nil
  }

  private func unknownDevice(_ name: String, _ node: NodeID, _ tree: SyntaxTree, _ file: Int) -> Diagnostic {
    let place = SourcePlace(file: UInt32(truncatingIfNeeded: file - 1), range: tree.range(node))
    var finding = Diagnostic(.scenarioDevice, "no device is called '\(name)'", at: place)
    if let near = DeviceNames.nearest(name) {
      finding.message += "; did you mean '\(near)'?"
      let isMember = tree.kind(node) == .implicitMemberExpr
      finding.fixes = [
        FixIt.replace(place, with: isMember ? "." + DeviceNames.member(near) : "\"\(near)\"")
      ]
      finding.fixes[0].applicability = .needsReview
    } else {
      finding.notes = [Diagnostic.Note("a size will do, too: \"390x844@3\"")]
    }
    return finding
  }
}

/// The strings in the steps of a scenario that name views.
enum StepTargets {
  static func named(in node: NodeID, _ tree: SyntaxTree) -> [(String, NodeID)] {
    var result: [(String, NodeID)] = []
    for closure in tree.elements(node, from: Slot.macroClosure) where tree.kind(closure) == .labeledClosure {
      guard tree.token(tree.token(closure, at: 0), is: "steps") else { continue }
      let body = tree.node(closure, at: 2)
      guard body != .none else { continue }
      for item in tree.elements(body, from: 1) where tree.kind(item) == .postfixExpr {
        let base = tree.node(item, at: 0)
        guard base != .none, tree.kind(base) == .identifierExpr else { continue }
        var name = tree.name(of: tree.token(base, at: 0))
        var doesExist = true
        var found: [(String, NodeID)] = []
        for suffix in tree.elements(item, from: 1) {
          switch tree.kind(suffix) {
          case .memberSuffix: name = tree.name(of: tree.token(suffix, at: 1))
          case .callSuffix:
            let clause = tree.node(suffix, at: 0)
            guard clause != .none else { continue }
            for argument in tree.elements(clause) where tree.kind(argument) == .argument {
              let value = tree.lastChild(argument).nodeIfAny
              guard value != .none else { continue }
              let label = tree.token(argument, at: 0)
              let text = label == .none ? "" : tree.name(of: label)
              // `expect("x").exists(false)` may well name what is not there.
              if name == "exists" || name == "visible", tree.kind(value) == .booleanLiteralExpr { doesExist = false }
              let grammar =
                StepGrammar.steps.first { $0.name == name } ?? StepGrammar.expectations.first { $0.name == name }
              guard let parameter = grammar?.parameters.first(where: { $0.label == text }),
                case .view = parameter.value,
                let string = LiteralReader.string(value, in: tree)
              else { continue }
              found.append((string, value))
            }
          default: break
          }
        }
        if doesExist { result += found }
      }
    }
    return result
  }
}

/// What views of a module may be called: the strings of its text, whole or with gaps, and the names of its types.
struct ShownNames {
  private let trees: [SyntaxTree]
  /// In the order of the text, some more than once: a set would ask the runtime how strings are hashed.
  private var strings: [String] = []
  /// Pieces of strings with values between them.
  private var gapped: [[String]] = []

  init(_ trees: [SyntaxTree]) {
    self.trees = trees
    for tree in trees {
      guard tree.root != .none else { continue }
      // Titles and steps are no text of views.
      var steps: [SourceRange] = []
      for index in tree.nodes.indices where tree.nodes[index].kind == .macroExpansion {
        let node = NodeID(UInt32(index))
        let word = tree.token(node, at: Slot.macroName)
        guard tree.token(word, is: "Scenario") || tree.token(word, is: "Preview") else { continue }
        let title = tree.node(node, at: Slot.macroArguments)
        if title != .none { steps.append(tree.range(title)) }
        for closure in tree.elements(node, from: Slot.macroClosure) where tree.kind(closure) == .labeledClosure {
          steps.append(tree.range(closure))
        }
      }
      for index in tree.nodes.indices where tree.nodes[index].kind == .stringLiteralExpr {
        let node = NodeID(UInt32(index))
        let range = tree.range(node)
        if !steps.contains(where: { $0.contains(range) }) { add(node, tree) }
      }
    }
  }

  /// Strings without gaps, for completion.
  var all: [String] { distinct(strings) }

  private func hasWord(_ words: [String]) -> Bool {
    let wanted = words.map { Array($0.utf8) }
    for tree in trees {
      let bytes = tree.source.bytes
      for token in tree.tokens where token.kind == .identifier {
        for word in wanted where word.count == Int(token.length) {
          let start = Int(token.offset)
          if start + word.count <= bytes.count, bytes[start..<start + word.count].elementsEqual(word) { return true }
        }
      }
    }
    return false
  }

  private mutating func add(_ node: NodeID, _ tree: SyntaxTree) {
    if let text = LiteralReader.string(node, in: tree) {
      strings.append(text)
      return
    }
    var pieces = [""]
    for index in tree.childRange(node) {
      let child = tree.childTable[index]
      if child.isNode {
        pieces.append("")
      } else if tree.kind(child.token) == .stringSegment {
        pieces[pieces.count - 1] += tree.text(child.token)
      }
    }
    gapped.append(pieces)
  }

  private func distinct(_ names: [String]) -> [String] {
    var result: [String] = []
    for name in names.sorted() where result.last != name { result.append(name) }
    return result
  }

  /// The name that one was probably meant to be, where no view can have it; nil where one may.
  func misspelt(_ name: String) -> String? {
    guard name.utf8.count >= 4, !strings.contains(name), !gapped.contains(where: { fits(name, $0) }) else { return nil }
    // Numbers, dates and what is put together at run time.
    guard !name.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    let candidates = distinct(strings.filter { $0.utf8.count >= 4 && abs($0.utf8.count - name.utf8.count) <= 2 })
    guard let near = NameSuggestions.nearest(to: name, among: candidates, limit: 1).first,
      !hasWord([name, "uppercased", "lowercased", "capitalized", "textCase", "localizedCapitalized"])
    else { return nil }
    // "Cards" beside "Card" may well be made from it.
    return near.hasPrefix(name) || name.hasPrefix(near) ? nil : near
  }

  private func fits(_ name: String, _ pieces: [String]) -> Bool {
    guard pieces.contains(where: { !$0.isEmpty }) else { return false }
    guard name.hasPrefix(pieces[0]) else { return false }
    var rest = name.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst() where !piece.isEmpty {
      var found: Substring.Index?
      var index = rest.startIndex
      while index < rest.endIndex {
        if rest[index...].hasPrefix(piece) {
          found = rest.index(index, offsetBy: piece.count)
          break
        }
        index = rest.index(after: index)
      }
      guard let found else { return false }
      rest = rest[found...]
    }
    return true
  }
}
