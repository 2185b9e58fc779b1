/// Run-time types: rows for the types of the checker, nominals with their members, protocols.
import SceneIR

extension ModuleLowering {
  // MARK: Types

  /// Row of a type, in terms of the hidden arguments of the function with this scope.
  func typeRow(_ type: TypeID, _ scope: TypeScope, depth: Int = 0) -> Int {
    let isPlain = sema.types[type].summary.isDisjoint(with: [.parameter, .member, .opaque, .variable])
    if isPlain, let row = plainTypes[type] { return row }
    let row = makeTypeRow(type, scope, depth)
    if isPlain { plainTypes[type] = row }
    return row
  }

  private func makeTypeRow(_ type: TypeID, _ scope: TypeScope, _ depth: Int) -> Int {
    // Deeper types are told apart by nothing that runs.
    if depth > 48 { return intern(.dynamic) }
    let row = sema.types[type]
    switch row.kind {
    case .error, .variable, .pack: return intern(.dynamic)
    case .nominal:
      if sema.decls.kind(row.decl) == .protocolDecl { return intern(.existential([protocolRow(row.decl)])) }
      let index = nominal(row.decl)
      if module.nominals[index].genericParameterCount == 0 { return intern(.nominal(index, [])) }
      var arguments: [Int] = []
      for argument in sema.types.arguments(type) { arguments.append(typeRow(argument, scope, depth: depth + 1)) }
      while arguments.count < module.nominals[index].genericParameterCount { arguments.append(intern(.dynamic)) }
      return intern(.nominal(index, Array(arguments.prefix(module.nominals[index].genericParameterCount))))
    case .parameter:
      guard let position = scope.position(row.decl) else { return intern(.dynamic) }
      return intern(.parameter(position))
    case .function: return intern(.function)
    case .tuple:
      let elements = Array(sema.types.arguments(type))
      return intern(.tuple(elements.map { typeRow($0, scope, depth: depth + 1) }))
    case .metatype: return intern(.metatype(typeRow(sema.types.argument(type, 0), scope, depth: depth + 1)))
    case .existential:
      var protocols: [Int] = []
      for proto in sema.types.arguments(type) where sema.types.kind(proto) == .nominal {
        let decl = sema.types.decl(proto)
        if sema.decls.kind(decl) == .protocolDecl, decl != sema.known(.anyObject), decl != sema.known(.sendable) {
          protocols.append(protocolRow(decl))
        }
      }
      return intern(.existential(protocols))
    case .opaque:
      if describesItself(type) { return intern(.dynamic) }
      let underlying = sema.underlyingType(ofOpaque: type)
      if underlying == type || sema.types.kind(underlying) == .error { return intern(.dynamic) }
      return typeRow(underlying, scope, depth: depth + 1)
    case .member:
      let normal = sema.normalize(type)
      if normal != type { return typeRow(normal, scope, depth: depth + 1) }
      let base = typeRow(sema.types.argument(type, 0), scope, depth: depth + 1)
      let proto = sema.owner(of: row.decl)
      if module.types[base] == .dynamic || proto == .none || sema.decls.kind(proto) != .protocolDecl {
        return intern(.dynamic)
      }
      let protoRow = protocolRow(proto)
      guard let index = module.protocols[protoRow].associatedTypes.firstIndex(of: name(row.decl)) else {
        return intern(.dynamic)
      }
      return intern(.associated(base: base, proto: protoRow, index: index))
    }
  }

  /// An abstract type whose values carry their type: a view, shape, gesture and so on.
  func describesItself(_ type: TypeID) -> Bool {
    for bound in sema.bounds(of: type) where sema.types.kind(bound) == .nominal {
      let decl = sema.types.decl(bound)
      if sema.decls.kind(decl) == .protocolDecl, selfDescribingProtocols.contains(decl) { return true }
    }
    return false
  }

  /// Protocols of SwiftUI whose values are descriptions or structs of the user.
  var selfDescribingProtocols: [DeclID] {
    [
      sema.known(.view), sema.known(.shape), sema.known(.shapeStyle), sema.known(.gesture), sema.known(.scene),
      sema.known(.viewModifier), sema.known(.transition), sema.known(.insettableShape), sema.known(.app),
    ]
  }

  /// A nominal of the prelude whose run-time type has no arguments: its values are descriptions.
  func isSelfDescribing(_ decl: DeclID) -> Bool {
    if let known = selfDescribingMemo[decl] { return known }
    var result = false
    if sema.decls.has(decl, .isPrelude), sema.decls.kind(decl) == .structDecl, storedMembers(decl).isEmpty {
      let type = sema.declaredType(of: decl)
      for proto in selfDescribingProtocols where proto != .none && sema.conforms(type, proto) != nil {
        result = true
        break
      }
    }
    selfDescribingMemo[decl] = result
    return result
  }

  // MARK: Nominals

  func nominal(_ decl: DeclID) -> Int {
    if let index = nominalIndex[decl] { return index }
    let index = module.nominals.count
    nominalIndex[decl] = index
    nominalDecls.append(decl)
    let isUser = !sema.decls.has(decl, .isPrelude)
    let kind: NominalKind
    switch sema.decls.kind(decl) {
    case .classDecl: kind = isUserClass(decl) ? .object : .native
    case .enumDecl: kind = sema.enumCases(of: decl).isEmpty && !isUser ? .native : .enumeration
    default: kind = isUser || !storedMembers(decl).isEmpty ? .structure : .native
    }
    var row = NominalRow(name: nominalName(decl), kind: kind, isUserDefined: isUser)
    row.genericParameterCount = isSelfDescribing(decl) ? 0 : sema.genericParameters(of: decl).count
    if isUser { row.place = place(of: decl) }
    if kind == .enumeration, isOptional(decl) { row.kind = .native }
    module.nominals.append(row)
    return index
  }

  func isOptional(_ decl: DeclID) -> Bool { decl == sema.known(.optional) }

  /// With outer types: `Text.Case`.
  func nominalName(_ decl: DeclID) -> String {
    var parts = [name(decl)]
    var current = sema.owner(of: decl)
    while current != .none, parts.count < 64 {
      parts.append(name(current))
      current = sema.owner(of: current)
    }
    return parts.reversed().joined(separator: ".")
  }

  /// Members, cases and superclass, once the row exists (they may mention it).
  func fillNominal(_ index: Int) {
    let decl = nominalDecls[index]
    let scope = TypeScope(parameters: hiddenParameters(ofNominal: decl))
    if module.nominals[index].kind == .structure || module.nominals[index].kind == .object {
      var fields: [FieldRow] = []
      for member in allFields(decl) {
        fields.append(FieldRow(name: storageName(member), type: typeRow(storageType(member), scope)))
      }
      module.nominals[index].fields = fields
    }
    if module.nominals[index].kind == .enumeration {
      var cases: [CaseRow] = []
      for item in sema.enumCases(of: decl) {
        let parameters = sema.signature(of: item).parameters
        let labels = parameters.map { $0.label == .none ? "" : sema.names[$0.label] }
        cases.append(
          CaseRow(
            name: name(item), payload: parameters.map { typeRow($0.type, scope) },
            labels: labels.contains { !$0.isEmpty } ? labels : []))
      }
      module.nominals[index].cases = cases
    }
    guard module.nominals[index].kind == .object else { return }
    let superclass = sema.superclass(of: sema.declaredType(of: decl))
    if superclass != .none, sema.types.kind(superclass) == .nominal, isUserClass(sema.types.decl(superclass)) {
      module.nominals[index].superclass = typeRow(superclass, scope)
    }
    module.nominals[index].observation = observation(decl)
    for member in members(decl) where sema.decls.kind(member) == .deinitializer {
      module.nominals[index].deinitializer = function(FunctionKey(decl: member, kind: .body))
    }
  }

  /// A class that is written in the language: the user's, and those of the prelude's own (`_StreamState`).
  func isUserClass(_ decl: DeclID) -> Bool {
    guard decl != .none, sema.decls.kind(decl) == .classDecl else { return false }
    return !sema.decls.has(decl, .isPrelude) || name(decl).hasPrefix("_")
  }

  func observation(_ decl: DeclID) -> ObservationKind {
    guard isUserClass(decl) else { return .none }
    if hasAttribute(decl, "Observable") { return .observable }
    let object = sema.known(.observableObject)
    if object != .none, sema.conforms(sema.declaredType(of: decl), object) != nil { return .object }
    return .none
  }

  /// Members of a user's nominal and of its extensions.
  func members(_ decl: DeclID) -> [DeclID] {
    var result = sema.declaredMembers(of: decl)
    for source in sema.nominals[sema.nominalIndex(decl)].extensions { result += sema.declaredMembers(of: source) }
    return result
  }

  /// Whether a property's storage is a wrapper.
  func isWrapped(_ property: DeclID) -> Bool { !sema.wrappers(of: property).isEmpty }

  func storedMembers(_ decl: DeclID) -> [DeclID] {
    if let known = storedMemo[decl] { return known }
    let members = sema.storedMembers(of: decl)
    storedMemo[decl] = members
    return members
  }

  /// Stored members, those of superclasses first.
  func allFields(_ decl: DeclID) -> [DeclID] {
    var chain = [decl]
    while let last = chain.last, sema.decls.kind(last) == .classDecl, chain.count < 256 {
      let superclass = sema.superclass(of: sema.declaredType(of: last))
      guard superclass != .none, sema.types.kind(superclass) == .nominal, isUserClass(sema.types.decl(superclass))
      else {
        break
      }
      chain.append(sema.types.decl(superclass))
    }
    return chain.reversed().flatMap { storedMembers($0) }
  }

  /// Place of a stored member among the fields of its nominal (and of every subclass).
  func field(_ member: DeclID) -> Int {
    if let index = fieldMemo[member] { return index }
    if sema.synthesizedKind(of: member) == .wrapperStorage { return field(sema.origin(of: member)) }
    let owner = sema.owner(of: member)
    if owner != .none {
      for (index, field) in allFields(owner).enumerated() { fieldMemo[field] = index }
    }
    return fieldMemo[member] ?? 0
  }

  func storageName(_ member: DeclID) -> String {
    isWrapped(member) ? "_" + name(member) : name(member)
  }

  func storageType(_ member: DeclID) -> TypeID {
    if isWrapped(member) { return sema.storageType(ofWrapped: member) }
    let type = sema.type(ofVariable: member)
    return sema.decls.has(member, .isLazy) ? sema.optional(type) : type
  }

  /// No case has a payload: values are case indices.
  func isPlainEnum(_ decl: DeclID) -> Bool {
    if let known = plainEnumMemo[decl] { return known }
    var result = sema.decls.kind(decl) == .enumDecl && !isOptional(decl)
    if result {
      let cases = sema.enumCases(of: decl)
      if cases.isEmpty, sema.decls.has(decl, .isPrelude) { result = false }
      for item in cases where !sema.signature(of: item).parameters.isEmpty {
        result = false
        break
      }
    }
    plainEnumMemo[decl] = result
    return result
  }

  func caseIndex(_ item: DeclID) -> Int { sema.enumCases(of: sema.owner(of: item)).firstIndex(of: item) ?? 0 }

  // MARK: Protocols

  func protocolRow(_ decl: DeclID) -> Int {
    if let index = protocolIndex[decl] { return index }
    let index = module.protocols.count
    protocolIndex[decl] = index
    protocolDecls.append(decl)
    var row = ProtocolRow(name: name(decl), requirements: [], shapes: [], associatedTypes: [])
    module.protocols.append(row)
    row.associatedTypes = sema.associatedTypes(of: decl).map { name($0) }
    for requirement in sema.requirements(of: decl) {
      switch sema.decls.kind(requirement) {
      case .function, .initializer:
        requirementIndex[requirement] = row.requirements.count
        row.requirements.append(memberKey(requirement))
        row.shapes.append(requirementShape(requirement, isSetter: false))
      case .variable, .subscript_:
        requirementIndex[requirement] = row.requirements.count
        row.requirements.append(memberKey(requirement))
        row.shapes.append(requirementShape(requirement, isSetter: false))
        if sema.decls.has(requirement, .isSettable) {
          row.requirements.append(memberKey(requirement) + "=")
          row.shapes.append(requirementShape(requirement, isSetter: true))
        }
      default: break
      }
    }
    module.protocols[index] = row
    return index
  }

  private func requirementShape(_ decl: DeclID, isSetter: Bool) -> RequirementShape {
    let shape = functionShape(decl, isSetter: isSetter)
    // The first hidden argument is Self, which the machine puts in front.
    return RequirementShape(
      typeParameterCount: max(0, shape.types - 1), parameterCount: shape.parameters, resultCount: shape.results)
  }

  // MARK: Hidden type arguments

  /// Generic parameters whose arguments a function gets, in order.
  func hiddenParameters(of decl: DeclID) -> [DeclID] {
    if let known = hiddenMemo[decl] { return known }
    var result: [DeclID] = []
    for parameter in sema.signature(of: decl).genericParameters where isHidden(parameter) { result.append(parameter) }
    hiddenMemo[decl] = result
    return result
  }

  func hiddenParameters(ofNominal decl: DeclID) -> [DeclID] {
    isSelfDescribing(decl) ? [] : sema.genericParameters(of: decl)
  }

  private func isHidden(_ parameter: DeclID) -> Bool {
    let parent = sema.decls.parent(parameter)
    guard parent != .none else { return true }
    switch sema.decls.kind(parent) {
    case .structDecl, .classDecl, .enumDecl: return !isSelfDescribing(parent)
    default: return true
    }
  }
}
