/// Requirements that the types in a generic function's signature imply: `func box<Key>(_ type: Key.Type) -> Container<Key>`
/// asks of `Key` what `Container` asks of its parameter.

extension Sema {
  /// Adds what the nominal types that are written with the declaration's own generic parameters require of them. The
  /// prelude writes its requirements out.
  func addImpliedRequirements(of decl: DeclID, _ file: Int, _ node: NodeID, _ index: Int) {
    guard !decls.has(decl, .isPrelude) else { return }
    let own = ownGenericParameters(of: decl)
    guard !own.isEmpty else { return }
    let list = trees[file].node(node, at: Slot.parameters)
    if list != .none {
      for parameter in trees[file].elements(list) where trees[file].kind(parameter) == .parameter {
        implied(by: trees[file].node(parameter, at: Slot.parameterType), own, decl, file, index, depth: 0)
      }
    }
    implied(by: trees[file].node(node, at: Slot.result), own, decl, file, index, depth: 0)
  }

  private func implied(by node: NodeID, _ own: [DeclID], _ decl: DeclID, _ file: Int, _ index: Int, depth: Int) {
    guard node != .none, depth < 256 else { return }
    switch trees[file].kind(node) {
    case .identifierType:
      let clause = trees[file].node(node, at: 1)
      guard clause != .none else { return }
      let name = intern(file, trees[file].token(node, at: 0))
      if let nominal = lookupType(name, from: decl)?.decl, decls.kind(nominal).isNominal {
        require(of: nominal, Array(trees[file].elements(clause)), own, file, index)
      }
      implied(by: clause, own, decl, file, index, depth: depth + 1)
    case .dictionaryType:
      require(of: known(.dictionary), Array(trees[file].elements(node)), own, file, index)
      for child in trees[file].elements(node) { implied(by: child, own, decl, file, index, depth: depth + 1) }
    default:
      for child in trees[file].elements(node) { implied(by: child, own, decl, file, index, depth: depth + 1) }
    }
  }

  /// The conformances that `nominal` asks of the arguments that are parameters of the declaration itself.
  private func require(of nominal: DeclID, _ arguments: [NodeID], _ own: [DeclID], _ file: Int, _ index: Int) {
    guard nominal != .none else { return }
    let parameters = genericParameters(of: nominal)
    for (position, argument) in arguments.enumerated() where position < parameters.count {
      guard trees[file].kind(argument) == .identifierType, trees[file].node(argument, at: 1) == .none else { continue }
      let name = intern(file, trees[file].token(argument, at: 0))
      guard let parameter = own.first(where: { decls.name($0) == name }) else { continue }
      let subject = types.make(.parameter, decl: parameter)
      let asked = types.make(.parameter, decl: parameters[position])
      for case .conforms(asked, let proto) in environment(of: nominal).requirements {
        let implied = Requirement.conforms(subject, proto)
        if !environments[index].requirements.contains(implied) { environments[index].requirements.append(implied) }
      }
    }
  }
}
