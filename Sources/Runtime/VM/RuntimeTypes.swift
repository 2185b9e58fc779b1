/// Run-time types: nominals with arguments, tuples, existentials, interned so that equal types have equal ids.
import SceneIR

/// An interned run-time type, an index into `RuntimeTypes`. In a register it is a plain integer.
package typealias TypeId = Int

extension Int {
  /// The type of a word that carries none; also what `TypeRow.dynamic` becomes.
  package static let unknown: TypeId = 0
}

/// How the bits of a value of a type are to be read.
package enum ValueShape: UInt8, Sendable {
  case dynamic
  case integer
  case floating
  /// Float: a double rounded to single.
  case single
  case boolean
  /// An enumeration without payload: the index of its case.
  case plainEnum
  case optional
  case string, character
  case array, dictionary, set
  case structure, enumeration, object, tuple
  case function
  case existential
  case metatype
  /// A nominal of the prelude whose values are made by natives.
  case native
}

/// The nominals the machine itself knows; each is found in the module by name, or added when the module does not use it.
package enum KnownNominal: Int, CaseIterable, Sendable {
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case double, cgFloat, float, bool
  case string, character
  case optional, array, dictionary, set
  case anyHashable, uuid, date, hasher

  package var name: String {
    switch self {
    case .int: return "Int"
    case .int8: return "Int8"
    case .int16: return "Int16"
    case .int32: return "Int32"
    case .int64: return "Int64"
    case .uint: return "UInt"
    case .uint8: return "UInt8"
    case .uint16: return "UInt16"
    case .uint32: return "UInt32"
    case .uint64: return "UInt64"
    case .double: return "Double"
    case .cgFloat: return "CGFloat"
    case .float: return "Float"
    case .bool: return "Bool"
    case .string: return "String"
    case .character: return "Character"
    case .optional: return "Optional"
    case .array: return "Array"
    case .dictionary: return "Dictionary"
    case .set: return "Set"
    case .anyHashable: return "AnyHashable"
    case .uuid: return "UUID"
    case .date: return "Date"
    case .hasher: return "Hasher"
    }
  }

  var shape: ValueShape {
    switch self {
    case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: return .integer
    case .double, .cgFloat: return .floating
    case .float: return .single
    case .bool: return .boolean
    case .string: return .string
    case .character: return .character
    case .optional: return .optional
    case .array: return .array
    case .dictionary: return .dictionary
    case .set: return .set
    case .anyHashable, .hasher: return .structure
    case .uuid, .date: return .native
    }
  }

  /// What `Int8` and its kin are for `narrowI`; nil for other types.
  package var integerKind: IntegerKind? {
    rawValue < IntegerKind.allCases.count ? IntegerKind(rawValue: rawValue) : nil
  }
}

package struct TypeInfo {
  package enum Kind: UInt8 { case dynamic, nominal, tuple, function, existential, metatype }
  package var kind: Kind
  package var shape: ValueShape
  /// Row of `RuntimeTypes.nominals`, -1 for other kinds.
  package var nominal: Int
  /// Type arguments, elements of a tuple, the instance type of a metatype; for an existential, rows of `protocols`.
  package var arguments: [Int]
}

package final class RuntimeTypes {
  package let module: SceneModule
  /// The module's, then those added for `KnownNominal`.
  package private(set) var nominals: [NominalRow]
  package private(set) var infos: [TypeInfo] = []
  /// Shape of each type, for the interpreter.
  private(set) var shapes: [ValueShape] = []
  private var interned: [Key: TypeId] = [:]
  private var knownNominals: [Int] = []
  private var nominalShapes: [ValueShape] = []
  private var knownOfNominal: [Int8] = []
  private var nominalByName: [String: Int] = [:]
  /// Id of each row of `types`; -1 for rows that mention parameters.
  private var rowIds: [TypeId] = []
  private var fieldTypeLists: [[TypeId]?] = []
  private var payloadLists: [[[TypeId]]?] = []
  private var superclasses: [TypeId] = []
  /// Conformance of (nominal, protocol): open addressing over rows of `conformances`, +1.
  private var conformanceTable: [Int32] = []

  private struct Key: Hashable {
    var kind: UInt8
    var nominal: Int
    var arguments: [Int]
  }

  package init(module: SceneModule) {
    self.module = module
    nominals = module.nominals
    _ = intern(.dynamic, nominal: -1, [])
    for (index, row) in nominals.enumerated() where nominalByName[row.name] == nil || row.isUserDefined {
      nominalByName[row.name] = index
    }
    nominalShapes = nominals.map(RuntimeTypes.shape)
    knownOfNominal = [Int8](repeating: -1, count: nominals.count)
    for known in KnownNominal.allCases {
      var found = nominalByName[known.name] ?? -1
      if found >= 0, nominals[found].isUserDefined { found = -1 }
      if found < 0 {
        found = nominals.count
        nominals.append(NominalRow(name: known.name, kind: .native, isUserDefined: false))
        nominalShapes.append(known.shape)
        knownOfNominal.append(-1)
        if nominalByName[known.name] == nil { nominalByName[known.name] = found }
      }
      // What the prelude declares with stored members is what it says.
      if nominals[found].kind != .structure || nominals[found].fields.isEmpty { nominalShapes[found] = known.shape }
      knownOfNominal[found] = Int8(known.rawValue)
      knownNominals.append(found)
    }
    indexConformances()
    rowIds = [TypeId](repeating: -2, count: module.types.count)
  }

  private static func shape(_ row: NominalRow) -> ValueShape {
    switch row.kind {
    case .structure: return .structure
    case .object: return .object
    case .native: return .native
    case .enumeration: return row.cases.allSatisfy { $0.payload.isEmpty } ? .plainEnum : .enumeration
    }
  }

  // MARK: Making types

  package func intern(_ kind: TypeInfo.Kind, nominal: Int, _ arguments: [Int]) -> TypeId {
    let key = Key(kind: kind.rawValue, nominal: nominal, arguments: arguments)
    if let id = interned[key] { return id }
    let id = infos.count
    let shape: ValueShape
    switch kind {
    case .dynamic: shape = .dynamic
    case .nominal: shape = nominalShapes.indices.contains(nominal) ? nominalShapes[nominal] : .dynamic
    case .tuple: shape = .tuple
    case .function: shape = .function
    case .existential: shape = .existential
    case .metatype: shape = .metatype
    }
    infos.append(TypeInfo(kind: kind, shape: shape, nominal: nominal, arguments: arguments))
    shapes.append(shape)
    fieldTypeLists.append(nil)
    payloadLists.append(nil)
    superclasses.append(-2)
    interned[key] = id
    return id
  }

  package func nominal(_ row: Int, _ arguments: [TypeId] = []) -> TypeId {
    guard nominals.indices.contains(row) else { return .unknown }
    return intern(.nominal, nominal: row, arguments)
  }

  package func known(_ known: KnownNominal, _ arguments: [TypeId] = []) -> TypeId {
    intern(.nominal, nominal: knownNominals[known.rawValue], arguments)
  }

  /// The type of a nominal of the module by its name with outer types; nil when the module does not use it.
  package func named(_ name: String, _ arguments: [TypeId] = []) -> TypeId? {
    nominalByName[name].map { intern(.nominal, nominal: $0, arguments) }
  }

  package var int: TypeId { known(.int) }
  package var double: TypeId { known(.double) }
  package var bool: TypeId { known(.bool) }
  package var string: TypeId { known(.string) }
  package var character: TypeId { known(.character) }
  package func array(of element: TypeId) -> TypeId { known(.array, [element]) }
  package func optional(of wrapped: TypeId) -> TypeId { known(.optional, [wrapped]) }
  package var any: TypeId { intern(.existential, nominal: -1, []) }

  /// The type of a row of `types`, its parameters taken from `hidden`.
  package func instantiate(_ row: Int, _ hidden: [TypeId] = []) -> TypeId {
    guard rowIds.indices.contains(row) else { return .unknown }
    if rowIds[row] == -2 { settle(row, depth: 0) }
    if rowIds[row] >= 0 { return rowIds[row] }
    var memo: [Int: TypeId] = [:]
    return build(row, hidden, &memo, depth: 0)
  }

  /// The type of a row that mentions no parameter.
  func fixedType(_ row: Int) -> TypeId? {
    let type = instantiate(row)
    return rowIds[row] >= 0 ? type : nil
  }

  /// Finds out whether a row mentions parameters (-1), and makes its type if not. Each row is visited once.
  private func settle(_ row: Int, depth: Int) {
    guard rowIds.indices.contains(row), rowIds[row] == -2 else { return }
    guard depth < 1000 else {
      rowIds[row] = .unknown
      return
    }
    // A row that contains itself, which no sound module has, comes out as unknown.
    rowIds[row] = .unknown
    let parts: [Int]
    switch module.types[row] {
    case .parameter:
      rowIds[row] = -1
      return
    case .nominal(_, let arguments), .tuple(let arguments): parts = arguments
    case .metatype(let instance): parts = [instance]
    case .associated(let base, _, _): parts = [base]
    case .function, .existential, .dynamic: parts = []
    }
    var isFixed = true
    for part in parts {
      settle(part, depth: depth + 1)
      if rowIds.indices.contains(part), rowIds[part] == -1 { isFixed = false }
    }
    if isFixed {
      var memo: [Int: TypeId] = [:]
      rowIds[row] = assemble(row, [], &memo, depth: 0)
    } else {
      rowIds[row] = -1
    }
  }

  private func build(_ row: Int, _ hidden: [TypeId], _ memo: inout [Int: TypeId], depth: Int) -> TypeId {
    guard rowIds.indices.contains(row), depth < 1000 else { return .unknown }
    if rowIds[row] == -2 { settle(row, depth: 0) }
    if rowIds[row] >= 0 { return rowIds[row] }
    if let made = memo[row] { return made }
    let type = assemble(row, hidden, &memo, depth: depth)
    memo[row] = type
    return type
  }

  private func assemble(_ row: Int, _ hidden: [TypeId], _ memo: inout [Int: TypeId], depth: Int) -> TypeId {
    func part(_ row: Int) -> TypeId { build(row, hidden, &memo, depth: depth + 1) }
    switch module.types[row] {
    case .parameter(let index): return hidden.indices.contains(index) ? hidden[index] : .unknown
    case .nominal(let index, let arguments): return nominal(index, arguments.map { part($0) })
    case .tuple(let elements): return intern(.tuple, nominal: -1, elements.map { part($0) })
    case .metatype(let instance): return intern(.metatype, nominal: -1, [part(instance)])
    case .function: return intern(.function, nominal: -1, [])
    case .existential(let protocols): return intern(.existential, nominal: -1, protocols)
    case .associated(let base, let proto, let index): return associatedType(part(base), proto, index) ?? .unknown
    case .dynamic: return .unknown
    }
  }

  // MARK: Asking types

  package func isValid(_ type: TypeId) -> Bool { type >= 0 && type < infos.count }

  package func info(_ type: TypeId) -> TypeInfo { infos[isValid(type) ? type : 0] }

  @inline(__always)
  package func shape(_ type: TypeId) -> ValueShape { isValid(type) ? shapes[type] : .dynamic }

  /// The nominal's row, nil for tuples, functions and the like.
  package func nominalRow(_ type: TypeId) -> NominalRow? {
    let row = info(type).nominal
    return row >= 0 ? nominals[row] : nil
  }

  package func knownNominal(_ type: TypeId) -> KnownNominal? {
    let row = info(type).nominal
    guard row >= 0, knownOfNominal[row] >= 0 else { return nil }
    return KnownNominal(rawValue: Int(knownOfNominal[row]))
  }

  /// Types of the stored members, with the type's arguments put in.
  package func fieldTypes(_ type: TypeId) -> [TypeId] {
    guard isValid(type) else { return [] }
    if let ready = fieldTypeLists[type] { return ready }
    let info = infos[type]
    var list: [TypeId] = []
    if info.kind == .tuple {
      list = info.arguments
    } else if info.nominal >= 0 {
      list = nominals[info.nominal].fields.map { instantiate($0.type, info.arguments) }
    }
    fieldTypeLists[type] = list
    return list
  }

  /// Index of a stored member by name (`_count` for the storage of a wrapped property).
  package func fieldIndex(_ type: TypeId, _ name: String) -> Int? {
    let row = info(type).nominal
    return row < 0 ? nil : nominals[row].fields.firstIndex { $0.name == name }
  }

  package func payloadTypes(_ type: TypeId, _ enumCase: Int) -> [TypeId] {
    guard isValid(type) else { return [] }
    if payloadLists[type] == nil {
      let info = infos[type]
      payloadLists[type] =
        info.nominal < 0
        ? [] : nominals[info.nominal].cases.map { $0.payload.map { instantiate($0, info.arguments) } }
    }
    let lists = payloadLists[type] ?? []
    return lists.indices.contains(enumCase) ? lists[enumCase] : []
  }

  /// The superclass with the type's arguments put in, or nil.
  package func superclass(_ type: TypeId) -> TypeId? {
    guard isValid(type) else { return nil }
    if superclasses[type] == -2 {
      let info = infos[type]
      superclasses[type] = -1
      if info.nominal >= 0, let row = nominals[info.nominal].superclass {
        superclasses[type] = instantiate(row, info.arguments)
      }
    }
    return superclasses[type] >= 0 ? superclasses[type] : nil
  }

  // MARK: Conformances

  private func indexConformances() {
    var size = 16
    while size < module.conformances.count * 2 { size *= 2 }
    conformanceTable = [Int32](repeating: 0, count: size)
    for (row, conformance) in module.conformances.enumerated() {
      var at = RuntimeTypes.slot(conformance.nominal, conformance.proto, size)
      while conformanceTable[at] != 0 { at = (at + 1) & (size - 1) }
      conformanceTable[at] = Int32(truncatingIfNeeded: row + 1)
    }
  }

  private static func slot(_ nominal: Int, _ proto: Int, _ size: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: Int64(nominal &* 0x1_0001 &+ proto)) &* 0x9E37_79B9_7F4A_7C15) >> 32)
      & (size - 1)
  }

  private func conformanceRow(nominal: Int, _ proto: Int) -> Int? {
    var at = RuntimeTypes.slot(nominal, proto, conformanceTable.count)
    while conformanceTable[at] != 0 {
      let row = Int(conformanceTable[at]) - 1
      if module.conformances[row].nominal == nominal, module.conformances[row].proto == proto { return row }
      at = (at + 1) & (conformanceTable.count - 1)
    }
    return nil
  }

  /// The conformance of the type, or of a superclass, and the arguments its witnesses take as hidden arguments.
  package func conformance(_ type: TypeId, to proto: Int) -> (row: Int, type: TypeId)? {
    var current = type
    for _ in 0..<256 {
      let info = self.info(current)
      guard info.nominal >= 0 else { return nil }
      if let row = conformanceRow(nominal: info.nominal, proto) { return (row, current) }
      guard let parent = superclass(current) else { return nil }
      current = parent
    }
    return nil
  }

  package func conforms(_ type: TypeId, to proto: Int) -> Bool { conformance(type, to: proto) != nil }

  package func protocolIndex(_ name: String) -> Int? { module.protocols.firstIndex { $0.name == name } }

  /// The type bound to an associated type of a conformance, or nil.
  package func associatedType(_ type: TypeId, _ proto: Int, _ index: Int) -> TypeId? {
    guard let found = conformance(type, to: proto) else { return nil }
    let list = module.conformances[found.row].associatedTypes
    guard list.indices.contains(index), let row = list[index] else { return nil }
    return instantiate(row, info(found.type).arguments)
  }

  // MARK: Names

  /// The type as Swift prints it: `Array<Int>`, `(Int, String)`, `Optional<Int>`. Very long names end in an ellipsis.
  package func name(_ type: TypeId) -> String {
    var text = ""
    write(type, to: &text, depth: 0)
    return text
  }

  private func write(_ type: TypeId, to text: inout String, depth: Int) {
    guard depth < 32, text.utf8.count < 1000 else {
      if !text.hasSuffix("...") { text += "..." }
      return
    }
    func list(_ types: [TypeId]) {
      for (i, type) in types.enumerated() {
        if text.hasSuffix("...") { return }
        if i > 0 { text += ", " }
        write(type, to: &text, depth: depth + 1)
      }
    }
    let info = self.info(type)
    switch info.kind {
    case .dynamic: text += "Any"
    case .nominal:
      text += nominals[info.nominal].name
      if info.arguments.isEmpty { return }
      text += "<"
      list(info.arguments)
      text += ">"
    case .tuple:
      text += "("
      list(info.arguments)
      text += ")"
    case .function: text += "(Function)"
    case .metatype:
      write(info.arguments.first ?? 0, to: &text, depth: depth + 1)
      text += ".Type"
    case .existential:
      let names = info.arguments.map { module.protocols.indices.contains($0) ? module.protocols[$0].name : "Any" }
      text += names.isEmpty ? "Any" : names.joined(separator: " & ")
    }
  }
}
