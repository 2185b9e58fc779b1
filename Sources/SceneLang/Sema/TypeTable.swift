/// Hash-consed types. A type is made once; equality is equality of ids.
///
/// Optional, Array and Dictionary are ordinary nominals (`KnownDeclarations` names them). Void is the empty tuple.
package struct TypeTable: ~Copyable {
  package enum Kind: UInt8, BitwiseCopyable {
    /// Converts to and from everything; whoever made it has reported why.
    case error
    /// decl; arguments = generic arguments, outer types first
    case nominal
    /// decl = generic parameter (also `Self` of a protocol), seen from inside its declaration
    case parameter
    /// arguments = parameter types then result; labels hold a flag byte per parameter (`ParameterFlags`); flags
    case function
    /// arguments = elements, labels = their labels
    case tuple
    /// arguments[0] = instance type; `T.Type`, for protocols `any P.Type`
    case metatype
    /// `any P & Q`, `Any` (no arguments), AnyObject: arguments = protocol nominals (with primary associated types bound)
    case existential
    /// decl = function or variable whose result is `some P`, flags = ordinal of the `some`; arguments = substitution
    case opaque
    /// decl = associated type; arguments[0] = base (parameter, opaque, variable or another member)
    case member
    /// flags = number of an inference variable
    case variable
    /// `repeat each T`: arguments[0] = pattern
    case pack
  }

  package struct Row: BitwiseCopyable {
    package var kind: Kind
    package var decl: DeclID
    package var flags: UInt32
    package var start: UInt32
    package var count: UInt32
    package var summary: Summary
  }

  /// What occurs anywhere inside, so that substitution and solving skip whole types.
  package struct Summary: OptionSet, BitwiseCopyable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let variable = Summary(rawValue: 1)
    package static let error = Summary(rawValue: 2)
    package static let parameter = Summary(rawValue: 4)
    package static let member = Summary(rawValue: 8)
    package static let opaque = Summary(rawValue: 16)
  }

  package enum FunctionFlags {
    package static let throwing: UInt32 = 1
    package static let async: UInt32 = 2
    package static let escaping: UInt32 = 4
  }

  package enum ParameterFlags {
    package static let inoutParameter: UInt32 = 1
    package static let variadic: UInt32 = 2
    package static let autoclosure: UInt32 = 4
  }

  /// Nesting of types that is followed. A body of some twenty containers with their modifiers is a type of a hundred levels.
  package static let depthLimit = 1024

  private var rows = Growable<Row>(capacity: 1024)
  private var argumentPool = Growable<TypeID>(capacity: 2048)
  /// Parallel to `argumentPool`: tuple labels as NameID, parameter flags of functions, else 0.
  private var labelPool = Growable<UInt32>(capacity: 2048)
  private var slots = HashSlots(capacity: 4096)

  package let error: TypeID
  package let void: TypeID
  package let any: TypeID

  package init() {
    error = TypeID(0)
    void = TypeID(1)
    any = TypeID(2)
    _ = make(.error)
    _ = make(.tuple)
    _ = make(.existential)
  }

  /// `none`, which erroneous code may bring anywhere, is read as the error type.
  @inline(__always) private func index(_ type: TypeID) -> Int { type == .none ? 0 : Int(type.raw) }

  package subscript(_ type: TypeID) -> Row { rows[index(type)] }

  package func kind(_ type: TypeID) -> Kind { rows[index(type)].kind }
  package func decl(_ type: TypeID) -> DeclID { rows[index(type)].decl }
  package func argumentCount(_ type: TypeID) -> Int { Int(rows[index(type)].count) }

  package func argument(_ type: TypeID, _ position: Int) -> TypeID {
    argumentPool[Int(rows[Int(type.raw)].start) + position]
  }

  package func label(_ type: TypeID, _ position: Int) -> UInt32 {
    labelPool[Int(rows[Int(type.raw)].start) + position]
  }

  /// A copy: the table may move when it grows.
  package func arguments(_ type: TypeID) -> [TypeID] {
    let row = rows[index(type)]
    var copy: [TypeID] = []
    copy.append(contentsOf: UnsafeBufferPointer(start: argumentPool.base + Int(row.start), count: Int(row.count)))
    return copy
  }

  /// A copy, as the arguments.
  package func labels(_ type: TypeID) -> [UInt32] {
    let row = rows[Int(type.raw)]
    var copy: [UInt32] = []
    copy.append(contentsOf: UnsafeBufferPointer(start: labelPool.base + Int(row.start), count: Int(row.count)))
    return copy
  }

  package var count: Int { rows.count }

  package mutating func make(
    _ kind: Kind, decl: DeclID = .none, flags: UInt32 = 0, _ arguments: [TypeID] = [], labels: [UInt32] = []
  ) -> TypeID {
    arguments.withUnsafeBufferPointer { arguments in
      labels.withUnsafeBufferPointer { make(kind, decl: decl, flags: flags, arguments, labels: $0) }
    }
  }

  /// As `make`, without an array: the found type costs a hash and a comparison.
  package mutating func make(
    _ kind: Kind, decl: DeclID, flags: UInt32, _ arguments: UnsafeBufferPointer<TypeID>,
    labels: UnsafeBufferPointer<UInt32>
  ) -> TypeID {
    var mixed = UInt64(decl.raw) << 32 | UInt64(flags)
    mixed = (mixed ^ UInt64(kind.rawValue) << 24) &* 0x9E37_79B9_7F4A_7C15
    for argument in arguments { mixed = (mixed ^ mixed >> 32 ^ UInt64(argument.raw)) &* 0x9E37_79B9_7F4A_7C15 }
    for label in labels where label != 0 { mixed = (mixed ^ mixed >> 29 ^ UInt64(label)) &* 0xD6E8_FEB8_6659_FD93 }
    mixed ^= mixed >> 32
    let hash = UInt32(truncatingIfNeeded: (mixed &* 0xD6E8_FEB8_6659_FD93) >> 32)
    var slot = slots.first(hash)
    while let row = slots.next(hash, &slot) {
      if matches(row, kind, decl, flags, arguments, labels) { return TypeID(UInt32(truncatingIfNeeded: row)) }
    }
    var summary: Summary = []
    switch kind {
    case .error: summary = .error
    case .variable: summary = .variable
    case .parameter: summary = .parameter
    case .member: summary = .member
    case .opaque: summary = .opaque
    default: break
    }
    for argument in arguments { summary.formUnion(rows[Int(argument.raw)].summary) }
    let id = UInt32(truncatingIfNeeded: rows.count)
    rows.append(
      Row(
        kind: kind, decl: decl, flags: flags, start: UInt32(truncatingIfNeeded: argumentPool.count),
        count: UInt32(truncatingIfNeeded: arguments.count), summary: summary))
    if let first = arguments.baseAddress { argumentPool.append(first, count: arguments.count) }
    for i in 0..<arguments.count { labelPool.append(i < labels.count ? labels[i] : 0) }
    slots.fill(slot, hash, row: Int(id))
    return TypeID(id)
  }

  private func matches(
    _ id: Int, _ kind: Kind, _ decl: DeclID, _ flags: UInt32, _ arguments: UnsafeBufferPointer<TypeID>,
    _ labels: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    let row = rows[id]
    guard row.kind == kind, row.decl == decl, row.flags == flags, Int(row.count) == arguments.count else {
      return false
    }
    let start = Int(row.start)
    for i in 0..<arguments.count where argumentPool[start + i] != arguments[i] { return false }
    for i in 0..<arguments.count where labelPool[start + i] != (i < labels.count ? labels[i] : 0) { return false }
    return true
  }

  // MARK: Shorthands

  package mutating func nominal(_ decl: DeclID, _ arguments: [TypeID] = []) -> TypeID {
    make(.nominal, decl: decl, arguments)
  }

  /// A nominal type with one argument.
  package mutating func nominal(_ decl: DeclID, of argument: TypeID) -> TypeID {
    withUnsafePointer(to: argument) {
      make(
        .nominal, decl: decl, flags: 0, UnsafeBufferPointer(start: $0, count: 1),
        labels: UnsafeBufferPointer(start: nil, count: 0))
    }
  }

  package mutating func function(
    _ parameters: [TypeID], _ result: TypeID, flags: UInt32 = 0, parameterFlags: [UInt32] = []
  )
    -> TypeID
  {
    withUnsafeTemporaryAllocation(of: TypeID.self, capacity: parameters.count + 1) { parts in
      _ = parts.initialize(from: parameters)
      parts.initializeElement(at: parameters.count, to: result)
      // The result has no flags, and what is not written has none either.
      return parameterFlags.withUnsafeBufferPointer {
        make(.function, decl: .none, flags: flags, UnsafeBufferPointer(parts), labels: $0)
      }
    }
  }

  package mutating func metatype(_ instance: TypeID) -> TypeID {
    withUnsafePointer(to: instance) {
      make(
        .metatype, decl: .none, flags: 0, UnsafeBufferPointer(start: $0, count: 1),
        labels: UnsafeBufferPointer(start: nil, count: 0))
    }
  }
}
