/// Interfaces of prelude declarations as the checker takes them from the prelude's tables, without parsing the text.

extension Sema {
  /// What the generator resolved of a declaration, where it could write it down.
  func interface(of decl: DeclID) -> PreludeInterface? {
    guard decls.has(decl, .isPrelude), !decls.has(decl, .isSynthesized) else { return nil }
    let raw = decls.origin(decl)
    guard raw != .max, prelude.index.hasInterfaces else { return nil }
    let number = Int32(bitPattern: raw)
    return decls.kind(decl) == .extensionDecl
      ? prelude.index.interface(of: PreludeExtension(raw: number))
      : prelude.index.interface(of: PreludeEntry(raw: number))
  }

  /// Sees to it that the flags of a declaration are those of its text.
  func ensureFlags(_ decl: DeclID) {
    if decls.has(decl, .isPrelude), prelude.index.hasInterfaces, decls.origin(decl) != .max { return }
    ensureSyntax(decl)
  }

  /// Rows for the generic parameters that a declaration introduces.
  func recordedGenericParameters(_ interface: PreludeInterface, of decl: DeclID) -> [DeclID] {
    if interface.genericCount == 0 { return [] }
    let outer = genericParameters(of: decls.parent(decl)).count
    var result: [DeclID] = []
    for position in 0..<interface.genericCount {
      let (name, isPack) = interface.generic(position)
      let parameter = decls.add(
        .genericParameter, name: name.map { nameID($0) } ?? .none, parent: decl, file: 0, node: .none, flags: .isPrelude
      )
      let row = fact(parameter)
      facts[row].genericIndex = UInt16(truncatingIfNeeded: outer + position)
      facts[row].isPack = isPack
      result.append(parameter)
    }
    return result
  }

  /// Adds what the declaration requires itself to what holds around it.
  func addRecordedRequirements(_ interface: PreludeInterface, _ index: Int) {
    for position in 0..<interface.requirementCount {
      let (kind, subject, other) = interface.requirement(position)
      let (a, b) = (recordedType(subject), recordedType(other))
      let requirement: Requirement
      switch kind {
      case PreludeInterface.RequirementKind.conforms: requirement = .conforms(a, b)
      case PreludeInterface.RequirementKind.equal: requirement = .equal(a, b)
      default: requirement = .superclass(a, b)
      }
      environments[index].requirements.append(requirement)
    }
    for position in 0..<interface.equalityCount {
      let (from, to) = interface.equality(position)
      environments[index].equalities.append((recordedType(from), recordedType(to)))
    }
  }

  /// Fills in what stands in the declaration itself.
  func readRecorded(_ interface: PreludeInterface, of decl: DeclID, into signature: Signature) {
    signature.result = recordedResult(interface)
    signature.isThrowing = interface.flags.contains(.isThrowing)
    signature.isRethrowing = interface.flags.contains(.isRethrowing)
    signature.isAsync = interface.flags.contains(.isAsync)
    if let builder = interface.builder { signature.builder = self.decl(builder) }
    if let thrown = interface.thrown { signature.thrown = recordedType(thrown) }
    if interface.parameterCount > 0 { signature.parameters.reserveCapacity(interface.parameterCount) }
    interface.forEachParameter { recorded in
      var parameter = Signature.Parameter(
        label: recorded.label.map { nameID($0) } ?? .none, name: recorded.name.map { nameID($0) } ?? .none,
        type: recordedType(recorded.type))
      parameter.hasDefault = recorded.flags.contains(.hasDefault)
      parameter.isVariadic = recorded.flags.contains(.isVariadic)
      parameter.isInout = recorded.flags.contains(.isInout)
      parameter.isAutoclosure = recorded.flags.contains(.isAutoclosure)
      if let builder = recorded.builder { parameter.builder = self.decl(builder) }
      if let type = recorded.builderType { parameter.builderType = recordedType(type) }
      parameter.decl = decls.add(
        .parameter, name: parameter.name, parent: decl, file: 0, node: .none, flags: .isPrelude)
      let position = fact(parameter.decl)
      facts[position].type = parameter.type
      facts[position].typeState = .done
      signature.parameters.append(parameter)
    } opaque: { ordinal, bounds in
      promise(decl, ordinal, bounds)
    }
  }

  /// The type of a variable, the target of an alias, the default of an associated type, `Self` of an extension, the
  /// superclass or the raw type.
  func recordedType(_ interface: PreludeInterface, of decl: DeclID) -> TypeID {
    if interface.opaqueCount > 0 {
      interface.forEachParameter { _ in
      } opaque: { ordinal, bounds in
        promise(decl, ordinal, bounds)
      }
    }
    return recordedResult(interface)
  }

  private func recordedResult(_ interface: PreludeInterface) -> TypeID {
    interface.result.map { recordedType($0) } ?? types.error
  }

  /// What the opaque types of a declaration's result promise, by their ordinals.
  package func opaqueBounds(of decl: DeclID) -> [[TypeID]] {
    var result: [[TypeID]] = []
    while let bounds = opaqueBounds[pair(decl.raw, UInt32(result.count))] { result.append(bounds) }
    return result
  }

  private func promise(_ decl: DeclID, _ ordinal: Int, _ bounds: [PreludeType]) {
    opaqueBounds[pair(decl.raw, UInt32(truncatingIfNeeded: ordinal))] = bounds.map { recordedType($0) }
  }

  /// A type of the prelude's tables in the checker's own; made once.
  func recordedType(_ recorded: PreludeType) -> TypeID {
    let known = prelude.row(recorded)
    if known != 0 { return TypeID(known - 1) }
    let row = prelude.index.row(of: recorded)
    guard let kind = TypeTable.Kind(rawValue: row.kind) else { return types.error }
    var decl = DeclID.none
    var flags = row.flags
    if let entry = row.entry {
      decl = self.decl(entry)
      if kind == .parameter {
        let own = ownGenericParameters(of: decl)
        guard Int(flags) < own.count else { return types.error }
        decl = own[Int(flags)]
        flags = 0
      }
    }
    let count = row.count
    let made: TypeID
    if count == 0 {
      made = types.make(kind, decl: decl, flags: flags)
    } else {
      let hasNames = kind == .tuple
      made = withUnsafeTemporaryAllocation(of: TypeID.self, capacity: count) { arguments in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { labels in
          for position in 0..<count {
            arguments.initializeElement(at: position, to: recordedType(row.argument(position)))
            let label = row.label(position)
            labels.initializeElement(
              at: position,
              to: hasNames && label != 0 ? nameID(PreludeName(raw: label - 1)).raw : UInt32(bitPattern: label))
          }
          return types.make(
            kind, decl: decl, flags: flags, UnsafeBufferPointer(arguments), labels: UnsafeBufferPointer(labels))
        }
      }
    }
    prelude.set(recorded, made)
    return made
  }

  /// Generic parameters and parameters that were made without their text are placed in it once it is parsed.
  func placeParameters(of decl: DeclID, file: Int, node: NodeID) {
    if let own = ownGenericMemo[decl], let first = own.first, decls.parent(first) == decl, decls.node(first) == .none {
      for (parameter, written) in zip(own, writtenGenericParameters(of: decl, file: file, node)) {
        decls.place(parameter, file: UInt32(truncatingIfNeeded: file), node: written.node, head: written.node)
        if written.name == .none {
          opaqueParameters[pair(UInt32(truncatingIfNeeded: file), written.node.raw)] = parameter
        }
      }
    }
    let state = facts[fact(decl)].signature
    guard state >= 0, let first = signatures[Int(state)].parameters.first, first.decl != .none,
      decls.node(first.decl) == .none
    else { return }
    let list =
      decls.kind(decl) == .enumCase ? trees[file].node(node, at: 1) : trees[file].node(node, at: Slot.parameters)
    guard list != .none else { return }
    var position = 0
    for written in trees[file].elements(list) where trees[file].kind(written) == .parameter {
      guard position < signatures[Int(state)].parameters.count else { break }
      let parameter = signatures[Int(state)].parameters[position].decl
      if parameter != .none {
        decls.place(parameter, file: UInt32(truncatingIfNeeded: file), node: written, head: written)
      }
      position += 1
    }
  }
}
