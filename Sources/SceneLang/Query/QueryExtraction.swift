/// A view of its own from one expression of a view's body: what it takes from around becomes its properties.
///
/// What is read is handed over as a value, what is written or projected as a binding, a method as a closure. The result is
/// checked before it is offered, so what cannot be handed over (a mutated local, an opaque type, a private type) gives no
/// offer.
extension ModuleQuery {
  package struct Extraction {
    package struct Property: Equatable {
      package var name: String
      /// `let title: String`, `@Binding var isOn: Bool`
      package var declaration: String
      /// `title: title`, `isOn: $isOn`
      package var argument: String
    }

    package var properties: [Property] = []
    /// Changes inside of the expression, in order: types that are found without their owner's name inside of it.
    package var edits: [SourceEdit] = []
  }

  /// What an expression needs as a view of its own; nil if something of it cannot be handed over.
  package func extraction(of range: SourceRange, file: Int) -> Extraction? {
    guard let owner = owner(at: range.start, file: file) else { return nil }
    let tree = self.tree(file)
    let nominal = sema.nominal(ofContext: typeContext(at: range.start, file: file))
    var needs: [String: Need] = [:]
    var isPossible = true
    var edits: Set<SourceEdit> = []
    let ownerName = nominal == .none ? "" : sema.text(sema.decls.name(nominal))

    func isOwn(_ node: NodeID) -> Bool {
      if tree.kind(node) == .identifierExpr || tree.kind(node) == .capture || tree.kind(node) == .identifierPattern {
        return true
      }
      guard tree.kind(node) == .memberSuffix else { return false }
      // `self.x`: the link right behind `self`.
      let path = tree.path(toOffset: tree.range(node).start)
      guard
        let chain = path.last(where: { tree.kind($0) == .postfixExpr && tree.range($0).start < tree.range(node).start })
      else { return false }
      let base = tree.node(chain, at: 0)
      return base != .none && tree.kind(base) == .identifierExpr && tree.text(base) == "self"
        && tree.node(chain, at: 1) == node
    }

    func take(_ decl: DeclID, _ node: NodeID, _ name: SourceRange) {
      let property = written(decl)
      guard nominal != .none, sema.owner(of: property) != .none, !sema.decls.has(property, .isPrelude),
        sema.nominal(ofContext: sema.owner(of: property)) == nominal
      else { return }
      let text = tree.source.text(name)
      if isType(property) {
        // A type that stands in the view is named with it from outside.
        if sema.decls.has(property, .isPrivate) { isPossible = false }
        if tree.kind(node) == .identifierExpr || tree.kind(node) == .identifierType {
          edits.insert(SourceEdit(range: SourceRange(name.start, name.start), text: ownerName + "."))
        }
        return
      }
      guard isOwn(node), !sema.decls.has(property, .isStatic) else { return }
      switch sema.decls.kind(property) {
      case .variable:
        if text.hasPrefix("_") && text.dropFirst() == sema.text(sema.decls.name(property)) { isPossible = false }
        let plain = sema.text(sema.decls.name(property))
        var need = needs[plain] ?? Need(order: name.start, type: sema.type(ofVariable: property), decl: property)
        if text.hasPrefix("`") { need.isQuoted = true }
        need.isProjected = need.isProjected || text.hasPrefix("$")
        need.order = min(need.order, name.start)
        needs[plain] = need
      case .function:
        guard let type = functionType(property) else {
          isPossible = false
          return
        }
        let plain = ModuleQuery.unquoted(text)
        needs[plain] = Need(
          order: min(name.start, needs[plain]?.order ?? .max), text: type, decl: property, isQuoted: text.hasPrefix("`")
        )
        for label in argumentLabels(behind: name, tree) { edits.insert(SourceEdit(range: label, text: "")) }
      default: isPossible = false
      }
    }

    bodies.inspect(
      owner,
      uses: { place, node, decl in
        guard place == file + 1, let name = usedName(node, tree), range.contains(name) else { return }
        take(decl, node, name)
      },
      body: { place, body in
        guard place == file + 1 else { return }
        for expr in body.expressions where expr.node != .none {
          if expr.kind == .assign || expr.kind == .inoutAccess, Int(expr.a) < body.expressions.count {
            let target = body.expressions[Int(expr.a)].node
            guard target != .none, let root = root(of: target, tree), range.contains(root) else { continue }
            let text = ModuleQuery.unquoted(tree.source.text(root))
            needs[text, default: Need(order: root.start)].isWritten = true
          }
          guard expr.kind == .local, let name = usedName(expr.node, tree), range.contains(name) else { continue }
          guard Int(expr.a) < body.locals.count else { continue }
          let local = body.locals[Int(expr.a)]
          if let home = localRange(local, tree), range.contains(home) { continue }
          let written = tree.source.text(name)
          let text = ModuleQuery.unquoted(written)
          // Members with an unwritten `self` are named by what they are.
          if local.name == "self" {
            if text == "self", !isBase(name, tree) { isPossible = false }
            continue
          }
          guard text.drop(while: { $0 == "$" }) == local.name.drop(while: { $0 == "$" }) else { continue }
          let plain = String(text.drop(while: { $0 == "$" }))
          var need = needs[plain] ?? Need(order: name.start)
          need.isLocal = true
          if written.hasPrefix("`") { need.isQuoted = true }
          need.order = min(need.order, name.start)
          if text.hasPrefix("$") {
            need.isProjected = true
            // The element of `ForEach($items) { $item in`: the local is the binding.
            if need.type == .none { need.type = projectedValue(local.type) }
          } else {
            need.type = local.name.hasPrefix("$") ? projectedValue(local.type) : local.type
          }
          needs[plain] = need
        }
      })
    guard isPossible else { return nil }
    var result = Extraction()
    for (name, need) in needs.sorted(by: { $0.value.order < $1.value.order }) {
      // What is written without being handed over is declared inside of the expression.
      if need.decl == .none && !need.isLocal { continue }
      guard let property = property(name, need) else { return nil }
      result.properties.append(property)
    }
    result.edits = edits.sorted { $0.range.start < $1.range.start }
    return result
  }

  private struct Need {
    var order: UInt32
    var type = TypeID.none
    /// The type as text, where it is no type of a value.
    var text = ""
    var decl = DeclID.none
    var isLocal = false
    var isProjected = false
    var isWritten = false
    /// Written in backticks somewhere.
    var isQuoted = false
  }

  /// A name without the backticks around it.
  private static func unquoted(_ text: String) -> String {
    text.count > 2 && text.hasPrefix("`") && text.hasSuffix("`") ? String(text.dropFirst().dropLast()) : text
  }

  private func property(_ name: String, _ need: Need) -> Extraction.Property? {
    // As a label a keyword is a name; as a property and a value it is one in backticks.
    let quoted = need.isQuoted ? "`\(name)`" : name
    func make(_ word: String, _ type: String, _ value: String) -> Extraction.Property {
      Extraction.Property(
        name: name, declaration: "\(word) \(quoted): \(type)",
        argument: "\(name): \(value == name ? quoted : value)")
    }
    if !need.text.isEmpty { return make("let", need.text, name) }
    guard need.type != .none, need.type != sema.types.error else { return nil }
    let type = sema.describe(need.type)
    if type.contains("some ") || type.contains("_") && type.contains("<") { return nil }
    var wrapper = ""
    if need.decl != .none, let first = sema.wrappers(of: need.decl).first {
      wrapper = sema.text(sema.decls.name(first))
    }
    switch wrapper {
    case "StateObject", "ObservedObject", "EnvironmentObject": return make("@ObservedObject var", type, name)
    case "Bindable": return make("@Bindable var", type, name)
    case "Namespace": return make("let", "Namespace.ID", name)
    case "FocusState":
      return need.isProjected || need.isWritten
        ? make("@FocusState.Binding var", type, "$" + name) : make("let", type, name)
    case "GestureState":
      return need.isProjected || need.isWritten ? nil : make("let", type, name)
    case "State", "Binding", "AppStorage", "SceneStorage":
      return need.isProjected || need.isWritten ? make("@Binding var", type, "$" + name) : make("let", type, name)
    default:
      if need.isLocal && need.isProjected { return make("@Binding var", type, "$" + name) }
      return need.isProjected || need.isLocal && need.isWritten ? nil : make("let", type, name)
    }
  }

  /// What a binding holds; the type itself for anything else.
  private func projectedValue(_ type: TypeID) -> TypeID {
    guard sema.types.kind(type) == .nominal, sema.types.argumentCount(type) == 1,
      sema.text(sema.decls.name(sema.types.decl(type))) == "Binding"
    else { return type }
    return sema.types.argument(type, 0)
  }

  /// A method as the type of a closure; nil where a closure cannot stand for it.
  private func functionType(_ decl: DeclID) -> String? {
    let signature = sema.signature(of: decl)
    guard !sema.decls.has(decl, .isMutating), sema.ownGenericParameters(of: decl).isEmpty else { return nil }
    var types: [String] = []
    for parameter in signature.parameters {
      if parameter.isVariadic || parameter.isInout || parameter.hasDefault { return nil }
      types.append(sema.describe(parameter.type))
    }
    let result = sema.describe(signature.result)
    if ([result] + types).contains(where: { $0.contains("some ") }) { return nil }
    return "(\(types.joined(separator: ", "))) -> \(result == "()" ? "Void" : result)"
  }

  /// The labels, with their colons and the space behind, of the call of a name: a closure's call has none.
  private func argumentLabels(behind name: SourceRange, _ tree: SyntaxTree) -> [SourceRange] {
    var result: [SourceRange] = []
    for holder in tree.path(toOffset: name.start).reversed() where tree.kind(holder) == .postfixExpr {
      var isNext = false
      for suffix in tree.elements(holder) {
        if isNext {
          guard tree.kind(suffix) == .callSuffix else { break }
          let clause = tree.node(suffix, at: 0)
          guard clause != .none else { break }
          for argument in tree.elements(clause) where tree.kind(argument) == .argument {
            let label = tree.token(argument, at: 0)
            let value = tree.lastChild(argument)
            if label != .none, value.isNode {
              result.append(SourceRange(tree.range(label).start, tree.range(value.node).start))
            }
          }
          break
        }
        isNext = usedName(suffix, tree) == name
      }
      break
    }
    return result
  }

  /// The name that a place that is written begins with: `items` in `items[0].title`, `x` in `self.x`.
  private func root(of node: NodeID, _ tree: SyntaxTree) -> SourceRange? {
    var node = node
    // A link of a chain: the chain holds it.
    if tree.kind(node) != .postfixExpr && tree.kind(node) != .identifierExpr {
      let path = tree.path(toOffset: tree.range(node).start)
      guard let chain = path.last(where: { tree.kind($0) == .postfixExpr }) else { return nil }
      node = chain
    }
    guard tree.kind(node) == .postfixExpr else { return usedName(node, tree) }
    let base = tree.node(node, at: 0)
    guard base != .none, let name = usedName(base, tree) else { return nil }
    guard tree.source.text(name) == "self" else { return name }
    let next = tree.node(node, at: 1)
    return next == .none ? nil : usedName(next, tree)
  }

  private func isBase(_ name: SourceRange, _ tree: SyntaxTree) -> Bool {
    let token = tree.token(atOffset: name.end)
    return token != .none && tree.kind(token) == .period
  }

  // MARK: The result

  /// Whether edits of one file leave the module without an error that it did not have, as far as some names of types and
  /// what is around a place are concerned.
  package func checks(_ edits: [SourceEdit], file: Int, around offset: UInt32, type: String) -> Bool {
    let bytes = EditShift.apply(edits, to: trees[file].source)
    var edited = trees
    edited[file] = Parser.parse(SourceFile(name: trees[file].source.name, bytes: bytes))
    let shift = EditShift(edits.map { (file: file, edit: $0) })
    var known: Set<String> = []
    for finding in sema.diagnostics.found where finding.severity == .error {
      known.insert("\(finding.code) \(finding.place.file) \(finding.range.start)")
    }
    let sema = Sema(files: edited)
    let bodies = BodyChecker(sema)
    sema.checkDeclarations()
    let query = ModuleQuery(sema: sema, bodies: bodies, trees: edited)
    for decl in query.declarations(around: offset, file: file).prefix(1) { bodies.inspect(decl) }
    for decl in sema.lookupTopLevel(sema.names.intern(type)) where !sema.decls.has(decl, .isPrelude) {
      bodies.inspect(decl)
    }
    return !sema.diagnostics.found.contains { finding in
      guard finding.severity == .error else { return false }
      let place = shift.original(Int(finding.place.file), finding.range.start)
      return !known.contains("\(finding.code) \(finding.place.file) \(place)")
    }
  }
}
