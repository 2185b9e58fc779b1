/// Resolves every declaration of the prelude once and writes down what a check asks of it (`PreludeInterface`).
///
/// A declaration with an error, a name that the prelude's tables lack, or too long a list gets no interface; the checker
/// resolves it from its text then.
import SceneLang

struct PreludeRecorder {
  let index: PreludeIndex
  private(set) var typeOffsets: [Int] = []
  private(set) var typeWords: [Int] = []
  private(set) var words: [Int] = []
  /// By entry and by extension: where the interface begins, or -1.
  private(set) var entryPlaces: [Int] = []
  private(set) var extensionPlaces: [Int] = []
  /// By entry: the raw `DeclFlags`.
  private(set) var entryFlags: [Int] = []
  private var typeNumbers: [[Int]: Int] = [:]
  private var places: [[Int]: Int] = [:]

  /// What cannot be written down.
  private struct Unwritable: Error {}

  init(_ index: PreludeIndex) {
    self.index = index
    var sema = Sema(files: [], prelude: index)
    var bodies = BodyChecker(sema)
    var count = 0
    var owner: PreludeNominal?
    for raw in 0..<Int32(index.entryCount) {
      let entry = PreludeEntry(raw: raw)
      // What one nominal's members make of each other's types does not reach the next one's.
      if index.owner(of: entry) != owner || count == 256 {
        owner = index.owner(of: entry)
        count = 0
        sema = Sema(files: [], prelude: index)
        bodies = BodyChecker(sema)
      }
      count += 1
      let decl = sema.decl(entry)
      entryPlaces.append((try? place(interface(of: decl, sema))) ?? -1)
      _ = sema.syntax(of: decl)
      entryFlags.append(Int(Int32(bitPattern: sema.decls.flags(decl).rawValue)))
    }
    for raw in 0..<Int32(index.extensionCount) {
      let source = PreludeExtension(raw: raw)
      if count == 64 {
        count = 0
        sema = Sema(files: [], prelude: index)
        bodies = BodyChecker(sema)
      }
      count += 1
      extensionPlaces.append((try? place(interface(of: sema.decl(source), sema))) ?? -1)
    }
    withExtendedLifetime(bodies) {}
  }

  private mutating func place(_ interface: [Int]) -> Int {
    if let known = places[interface] { return known }
    let place = words.count
    places[interface] = place
    words += interface
    return place
  }

  private mutating func interface(of decl: DeclID, _ sema: Sema) throws -> [Int] {
    var flags: PreludeInterface.Flags = []
    var result = -1
    var parameters: [Signature.Parameter] = []
    var builder: Int?
    var thrown: Int?
    switch sema.decls.kind(decl) {
    case .function, .initializer, .subscript_, .enumCase:
      let signature = sema.signature(of: decl)
      result = try type(signature.result, sema)
      parameters = signature.parameters
      if signature.isThrowing { flags.insert(.isThrowing) }
      if signature.isRethrowing { flags.insert(.isRethrowing) }
      if signature.isAsync { flags.insert(.isAsync) }
      if signature.builder != .none { builder = try entry(signature.builder, sema) }
      if signature.thrown != .none { thrown = try type(signature.thrown, sema) }
    case .variable:
      result = try type(sema.type(ofVariable: decl), sema)
      let found = sema.builder(of: decl)
      if found != .none { builder = try entry(found, sema) }
    case .typeAlias: result = try type(sema.typeAliasTarget(of: decl), sema)
    case .associatedType:
      let found = sema.defaultType(ofAssociated: decl, in: sema.owner(of: decl))
      if found != .none { result = try type(found, sema) }
    case .extensionDecl: result = try type(sema.selfType(of: decl), sema)
    case .classDecl, .enumDecl:
      let parent = sema.writtenParent(of: decl)
      if parent != .none { result = try type(parent, sema) }
    case .structDecl, .protocolDecl: break
    default: throw Unwritable()
    }
    if builder != nil { flags.insert(.hasBuilder) }
    if thrown != nil { flags.insert(.hasThrown) }

    let own = sema.ownGenericParameters(of: decl)
    // An alias of a generic type itself has that type's parameters.
    if let first = own.first, sema.decls.parent(first) != decl { throw Unwritable() }
    var generics: [Int] = []
    for parameter in own {
      let name = sema.decls.name(parameter)
      let number = sema.decls.kind(decl) == .protocolDecl || name == .none ? 0 : try self.name(name, sema) + 1
      generics.append(number << 1 | (sema.isPack(parameter) ? 1 : 0))
    }
    var requirements: [Int] = []
    var requirementCount = 0
    var equalities: [Int] = []
    switch sema.decls.kind(decl) {
    case .variable, .enumCase, .associatedType: break
    default:
      let environment = sema.environment(of: decl)
      let outer = outerEnvironment(of: decl, sema)
      for requirement in environment.requirements.dropFirst(outer.requirements.count) {
        requirementCount += 1
        switch requirement {
        case .conforms(let a, let b):
          requirements += [Int(PreludeInterface.RequirementKind.conforms), try type(a, sema), try type(b, sema)]
        case .equal(let a, let b):
          requirements += [Int(PreludeInterface.RequirementKind.equal), try type(a, sema), try type(b, sema)]
        case .superclass(let a, let b):
          requirements += [Int(PreludeInterface.RequirementKind.superclass), try type(a, sema), try type(b, sema)]
        }
      }
      for equality in environment.equalities.dropFirst(outer.equalities.count) {
        equalities += [try type(equality.from, sema), try type(equality.to, sema)]
      }
    }
    // A bound that was not understood leaves its parameter open.
    for parameter in own where sema.isOpen(type: sema.types.make(.parameter, decl: parameter)) { throw Unwritable() }

    var list: [Int] = []
    for parameter in parameters {
      var own: PreludeInterface.ParameterFlags = []
      if parameter.hasDefault { own.insert(.hasDefault) }
      if parameter.isVariadic { own.insert(.isVariadic) }
      if parameter.isInout { own.insert(.isInout) }
      if parameter.isAutoclosure { own.insert(.isAutoclosure) }
      if parameter.builder != .none { own.insert(.hasBuilder) }
      list += [
        parameter.label == .none ? 0 : try name(parameter.label, sema) + 1,
        parameter.name == .none ? 0 : try name(parameter.name, sema) + 1, try type(parameter.type, sema),
        Int(own.rawValue),
      ]
      if parameter.builder != .none {
        list += [
          try entry(parameter.builder, sema),
          parameter.builderType == .none ? -1 : try type(parameter.builderType, sema),
        ]
      }
    }
    let opaques = sema.opaqueBounds(of: decl)
    for bounds in opaques { list += [bounds.count] + (try bounds.map { try type($0, sema) }) }

    let counts = [generics.count, requirementCount, parameters.count, equalities.count / 2, opaques.count]
    guard counts.allSatisfy({ $0 <= PreludeInterface.countLimit }) else { throw Unwritable() }
    var interface = [
      Int(flags.rawValue) | counts[0] << 8 | counts[1] << 16 | counts[2] << 24, counts[3] | counts[4] << 8, result,
    ]
    if let builder { interface.append(builder) }
    if let thrown { interface.append(thrown) }
    return interface + generics + requirements + equalities + list
  }

  /// What holds around a declaration: its own requirements follow.
  private func outerEnvironment(of decl: DeclID, _ sema: Sema) -> GenericEnvironment {
    switch sema.decls.kind(decl) {
    case .protocolDecl: return GenericEnvironment()
    case .extensionDecl: return sema.environment(of: sema.extendedNominal(of: decl))
    default: return sema.environment(of: sema.decls.parent(decl))
    }
  }

  private func name(_ name: NameID, _ sema: Sema) throws -> Int {
    guard let found = index.name(sema.names[name]) else { throw Unwritable() }
    return Int(found.raw)
  }

  private func entry(_ decl: DeclID, _ sema: Sema) throws -> Int {
    guard let entry = sema.preludeEntry(of: decl) else { throw Unwritable() }
    return Int(entry.raw)
  }

  /// The number of a type's row.
  private mutating func type(_ type: TypeID, _ sema: Sema) throws -> Int {
    let row = sema.types[type]
    var decl = -1
    var flags = Int(Int32(bitPattern: row.flags))
    switch row.kind {
    case .error, .variable: throw Unwritable()
    case .parameter:
      let parent = sema.decls.parent(row.decl)
      guard let place = sema.ownGenericParameters(of: parent).firstIndex(of: row.decl) else { throw Unwritable() }
      decl = try entry(parent, sema)
      flags = place
    default: if row.decl != .none { decl = try entry(row.decl, sema) }
    }
    var words = [Int(PreludeTypeRow.head(kind: row.kind.rawValue, count: Int(row.count))), decl, flags]
    for argument in sema.types.arguments(type) { words.append(try self.type(argument, sema)) }
    for label in sema.types.labels(type) {
      let isName = row.kind == .tuple && label != 0
      words.append(isName ? try name(NameID(label), sema) + 1 : Int(Int32(bitPattern: label)))
    }
    if let known = typeNumbers[words] { return known }
    let number = typeOffsets.count
    typeNumbers[words] = number
    typeOffsets.append(typeWords.count)
    typeWords += words
    return number
  }
}
