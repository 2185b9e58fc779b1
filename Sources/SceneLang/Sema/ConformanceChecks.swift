/// Whether the user's types fulfil the protocols they name.

extension Sema {
  /// Checks the conformances that a nominal or an extension declares.
  func checkConformances(of nominal: DeclID, in context: DeclID) {
    let declared = declaredType(of: nominal)
    for entry in conformances(ofNominal: nominal) where entry.context == context && entry.kind == .declared {
      checkConformance(entry, nominal, declared, context)
    }
  }

  private func checkConformance(
    _ entry: ConformanceEntry, _ nominal: DeclID, _ declared: TypeID, _ context: DeclID
  ) {
    let conformance = Conformance(.declared, type: declared, proto: entry.proto, context: context)
    var missing: [DeclID] = []
    withEnvironment(context) {
      for requirement in requirements(of: entry.proto) {
        if decls.has(requirement, .isUnavailable) || isOptionalRequirement(requirement) { continue }
        if let witness = witness(conformance, requirement) {
          if witness.kind == .synthesized { checkDerived(witness.decl, entry, nominal, context) }
          continue
        }
        if isFulfilledElsewhere(requirement, nominal, entry) { continue }
        missing.append(requirement)
      }
    }
    if !missing.isEmpty { reportMissing(missing, entry, nominal, context) }
  }

  private func isOptionalRequirement(_ requirement: DeclID) -> Bool {
    // The head first: a prelude declaration knows its tree only once it is parsed.
    let head = self.head(of: requirement)
    let file = decls.file(requirement)
    guard head != .none else { return false }
    return trees[file].hasToken(trees[file].node(head, at: Slot.modifiers), .optional)
  }

  /// What the compiler gives without a member: `Actor`'s executor, and names whose witness has an error of its own.
  private func isFulfilledElsewhere(_ requirement: DeclID, _ nominal: DeclID, _ entry: ConformanceEntry) -> Bool {
    if isOpen(nominal) || hasOuterOperator(decls.name(requirement), nominal) { return true }
    let parent = decls.kind(nominal) == .classDecl ? superclass(of: declaredType(of: nominal)) : .none
    if parent != .none, parent != types.error, conforms(parent, entry.proto) != nil { return true }
    let name = decls.name(requirement)
    if decls.kind(requirement) == .initializer && decls.kind(nominal) == .protocolDecl { return true }
    // A requirement that a refining protocol declares again is fulfilled through the nearer one.
    for other in conformances(ofNominal: nominal) where other.proto != entry.proto {
      guard inheritedProtocols(of: other.proto).contains(entry.proto) else { continue }
      for again in memberDecls(of: other.proto, name) where !isRequirement(again) && isSimilar(requirement, again) {
        if signature(of: again).parameters.map(\.label) == signature(of: requirement).parameters.map(\.label) {
          return true
        }
      }
    }
    // A key enum made by the user decides about Codable.
    return entry.proto == known(.actor) || entry.proto == known(.codingKey)
  }

  /// An operator function outside of types whose operands are of the type: `func < (a: Card, b: Card) -> Bool`.
  private func hasOuterOperator(_ name: NameID, _ nominal: DeclID) -> Bool {
    let declared = declaredType(of: nominal)
    return userOperators(name).contains { function in
      owner(of: function) == .none && signature(of: function).parameters.contains { $0.type == declared }
    }
  }

  // MARK: Derived members

  /// Derived `==`, `hash(into:)`, `encode(to:)` and `init(from:)` need members that conform.
  private func checkDerived(_ decl: DeclID, _ entry: ConformanceEntry, _ nominal: DeclID, _ context: DeclID) {
    switch synthesizedKind(of: decl) {
    case .equals, .hashInto, .encodeToEncoder, .initFromDecoder: break
    default: return
    }
    guard owner(of: decl) == nominal, !hasOuterOperator(decls.name(decl), nominal) else { return }
    // Another protocol of the type may bring the member with its extension.
    for other in conformances(ofNominal: nominal) where other.proto != entry.proto {
      for again in memberDecls(of: other.proto, decls.name(decl)) where !isRequirement(again) {
        if signature(of: again).parameters.map(\.label) == signature(of: decl).parameters.map(\.label),
          !decls.has(again, .isPrelude)
        {
          return
        }
      }
    }
    var notes: [Diagnostic.Note] = []
    func require(_ type: TypeID, _ member: DeclID) {
      if type == types.error || conforms(type, entry.proto) != nil { return }
      notes.append(
        Diagnostic.Note(
          "'\(names[decls.name(member)])' is of type '\(describeForMessage(type))', which is not "
            + "'\(names[decls.name(entry.proto)])'",
          at: place(decls.file(member), nameRange(of: member))))
    }
    if decls.kind(nominal) == .enumDecl {
      for element in enumCases(of: nominal) {
        for parameter in signature(of: element).parameters { require(parameter.type, element) }
      }
    } else {
      for member in storedMembers(of: nominal) {
        if decls.has(member, .isStatic) || decls.has(member, .isLazy) { continue }
        let isCoding = synthesizedKind(of: decl) == .encodeToEncoder || synthesizedKind(of: decl) == .initFromDecoder
        if isCoding && !isCoded(member, nominal) { continue }
        require(wrapperUses(of: member).isEmpty ? type(ofVariable: member) : storageType(ofWrapped: member), member)
      }
    }
    guard !notes.isEmpty else { return }
    report(
      .memberNotConforming,
      "'\(names[decls.name(nominal)])' cannot be '\(names[decls.name(entry.proto)])' by itself: "
        + "\(notes.count == 1 ? "a stored value is" : "stored values are") not",
      file: decls.file(context), range: clauseRange(entry, context), notes: notes)
  }

  /// Properties that the user's CodingKeys leave out are not coded.
  private func isCoded(_ member: DeclID, _ nominal: DeclID) -> Bool {
    for keys in memberDecls(of: nominal, .codingKeys) where decls.kind(keys) == .enumDecl {
      return enumCases(of: keys).contains { decls.name($0) == decls.name(member) }
    }
    let node = decls.node(member)
    return !(decls.has(member, .isConstant) && trees[decls.file(member)].has(node, at: Slot.bindingValue))
  }

  // MARK: Messages

  private func reportMissing(_ missing: [DeclID], _ entry: ConformanceEntry, _ nominal: DeclID, _ context: DeclID) {
    let name = names[decls.name(nominal)]
    let proto = names[decls.name(entry.proto)]
    var notes: [Diagnostic.Note] = []
    for requirement in missing {
      let text = requirementText(requirement)
      let near = memberDecls(of: nominal, decls.name(requirement)).first { decls.kind($0) == decls.kind(requirement) }
      if let near {
        notes.append(
          Diagnostic.Note(
            "'\(names[decls.name(near)])' does not fulfil '\(text)'", at: place(decls.file(near), nameRange(of: near))))
      } else {
        notes.append(Diagnostic.Note("'\(proto)' requires '\(text)'"))
      }
    }
    let first = missing.prefix(3).map { "'\(names[decls.name($0)])'" }.joined(separator: ", ")
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    report(
      .missingRequirement,
      "'\(name)' does not fulfil '\(proto)': \(first)\(more) \(missing.count == 1 ? "is" : "are") missing",
      file: decls.file(context), range: clauseRange(entry, context), notes: notes)
  }

  /// The protocol in the inheritance clause, or the name of the declaration when it is inherited.
  private func clauseRange(_ entry: ConformanceEntry, _ context: DeclID) -> SourceRange {
    let file = decls.file(context)
    let clause = trees[file].node(decls.node(context), at: Slot.inheritance)
    if clause != .none {
      for written in trees[file].elements(clause) {
        let type = withEnvironment(context) { resolveConstraint(written, file: file, in: context) }
        if types.kind(type) == .nominal {
          let decl = types.decl(type)
          if decl == entry.proto { return trees[file].range(written) }
          if decls.kind(decl) == .protocolDecl, inheritedProtocols(of: decl).contains(entry.proto) {
            return trees[file].range(written)
          }
        } else if types.kind(type) == .existential {
          for part in types.arguments(type) where types.decl(part) == entry.proto { return trees[file].range(written) }
        }
      }
    }
    return nameRange(of: context)
  }

  /// The requirement in one line, as it is written in the protocol, without attributes.
  package func requirementText(_ requirement: DeclID) -> String {
    let (file, node) = syntax(of: requirement)
    guard node != .none else { return names[decls.name(requirement)] }
    let head = decls.head(requirement)
    let tree = trees[file]
    var start = tree.range(head).start
    let attributes = tree.node(head, at: Slot.attributes)
    if attributes != .none {
      let modifiers = tree.node(head, at: Slot.modifiers)
      let keyword = tree.token(head, at: Slot.keyword)
      if modifiers != .none {
        start = tree.range(modifiers).start
      } else if keyword != .none {
        start = tree.range(keyword).start
      }
    }
    var text = ""
    var space = false
    for byte in tree.source.slice(SourceRange(start, tree.range(head).end)) {
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        space = true
        continue
      }
      if space && !text.isEmpty { text.append(" ") }
      space = false
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return text.replacingSelf()
  }
}

extension String {
  /// `Self.Body` reads better without the base.
  fileprivate func replacingSelf() -> String {
    var result = ""
    var rest = self[...]
    while let at = rest.firstRange(ofText: "Self.") {
      result += rest[..<at.lowerBound]
      rest = rest[at.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  fileprivate func firstRange(ofText text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
