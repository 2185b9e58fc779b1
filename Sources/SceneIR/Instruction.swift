/// The instruction set. An instruction is one 64-bit word: opcode, and three 16-bit operands `a`, `b`, `c` from the low
/// end up; `imm` is the signed 32-bit number in the place of `b` and `c`. *Wide* instructions are followed by one word.
///
/// Registers hold 64 bits. What they mean is known from the opcode alone: docs/development/values.md.
package enum Opcode: UInt16, CaseIterable, Sendable {
  case nop = 0
  /// a = b
  case move
  /// a = imm, sign-extended (integers, booleans, plain enum cases)
  case constInt
  /// a = constants[imm]
  case constWord
  /// a = the string strings[imm]
  case constString
  /// a = nil
  case constNil
  /// a = run-time type of types[imm], instantiated with this function's hidden type arguments
  case type

  // Calls. a = first result register, b = first argument register, c = argument count (hidden type arguments included).
  /// Wide: function index.
  case call
  /// Wide: bits 0-15 register of the closure, 16-31 count of results (the machine stops with `badProgram` if the function
  /// has another). The first captured values, as many as the function has hidden type arguments, come in front of the
  /// arguments, the other captured values behind them.
  case callClosure
  /// Wide: native index.
  case callNative
  /// Wide: bits 0-15 register of the run-time type, 16-31 requirement index, 32-63 protocol index.
  /// The machine finds the witness and puts the hidden arguments of the conforming type in front.
  case callWitness
  /// Wide: function index of the method named by the source; the class of the receiver may override it. The receiver is
  /// the first argument after the callee's hidden type arguments.
  case callVirtual
  /// Return a ..< a + c; c is the function's `resultCount`
  case ret
  /// Throw the error in a
  case throwError
  /// Stop with trap code imm (`TrapCode`)
  case trap

  // Control. Targets are absolute instruction indices in the function.
  case jump
  case jumpIf
  case jumpIfNot
  case jumpIfNil
  case jumpIfNotNil

  // Integers: 64 bit, overflow traps.
  case addI, subI, mulI, divI, remI, negI
  /// Wrapping forms of `&+ &- &*`
  case addWrapI, subWrapI, mulWrapI
  case andI, orI, xorI, notI, shlI, shrI
  case eqI, neI, ltI, leI
  /// a = b, trapping unless it fits the integer type numbered c (`IntegerKind`)
  case narrowI
  /// a = b cut to the integer type numbered c
  case truncateI
  // Doubles and CGFloats
  case addF, subF, mulF, divF, remF, negF
  case eqF, neF, ltF, leF
  /// a = Double(b)
  case intToFloat
  /// a = Int(b), trapping on NaN and out of range
  case floatToInt
  /// a = Double(Float(b))
  case floatToSingle
  /// a = !b
  case not
  /// a = (b and c have equal bits): plain enums, booleans, identity of objects
  case eqBits

  // Aggregates. Wide: bits 0-31 row of `types` (of the object made).
  /// a = object with fields b ..< b + c
  case makeStruct
  /// a = object with fields b ..< b + c; the type is a tuple row
  case makeTuple
  /// a = enum object; wide: bits 32-63 case index; payload b ..< b + c. Enumerations without payload are plain integers.
  case makeEnum
  /// a = array of b ..< b + c
  case makeArray
  /// a = dictionary of keys and values b, b+1, b+2 ... (c registers)
  case makeDictionary
  /// a = new object of a struct or class with all fields empty, to be filled by an initialiser
  case makeObject
  /// a = case index of the enum object b
  case enumTag
  /// a = payload c of the enum object b
  case enumPayload
  /// a = field c of object b (struct, tuple, class)
  case getField
  /// field b of object a = c, in place: a struct must be unique (see `unique`)
  case setField
  /// As getField / setField of a class with observation: the machine records the read or the write
  case getTracked
  case setTracked
  /// a: if it is a shared value object, replace it by a copy of its own
  case unique
  /// a: the value object gets a second owner
  case share

  // Boxes of captured variables
  /// a = new box that holds b
  case makeBox
  /// a = content of box b
  case loadBox
  /// box a = b
  case storeBox
  /// a = closure over c values from b; wide: function index
  case makeClosure
  /// a = key path; captured subscript arguments b ..< b + c; wide: row of `keyPaths`
  case makeKeyPath

  // Optionals
  /// a = some(b)
  case wrap
  /// a = payload of b, which is known not to be nil
  case unwrap
  /// a = payload of b, trapping on nil
  case forceUnwrap
  /// a = (b is nil)
  case isNil

  // Existentials and casts
  /// a = box of value b with run-time type c; a view, class instance or other self-describing value may stay as it is
  case makeExistential
  /// a = value inside the existential b
  case openExistential
  /// a = run-time type of the value inside the existential b
  case existentialType
  /// a = run-time type of value b whose static type is c
  case typeOf
  /// Wide: bits 0-15 register of the target type, 16-31 register of the value's static type, 32-47 `CastKind`.
  /// is: a = Bool; conditional: a = Optional; forced: a = value or trap. Value in b.
  case cast

  // Arrays
  /// a = count of array b
  case arrayCount
  /// a = element c of array b, trapping out of bounds
  case arrayGet
  /// element b of array a = c, in place; a must be unique
  case arraySet
  /// append b to array a, in place; a must be unique
  case arrayAppend

  // Values of any type, by run-time type c
  /// a = description of b as `String(describing:)` gives it
  case describe
  /// a = (b == b+1 as values of type c); uses `Equatable` witnesses where there are any
  case equal
  /// a = globals[imm], initialising it at the first access
  case loadGlobal
  /// globals[imm] = a
  case storeGlobal

  // Weak references: what a `weak` variable, member or capture holds.
  /// a = weak reference to object b (nil gives an empty one)
  case makeWeak
  /// a = the object of weak reference b, nil when it has been reclaimed
  case loadWeak
}

package enum CastKind: Int, Sendable { case test, conditional, forced }

/// Integer types smaller than, or other than, Int.
package enum IntegerKind: Int, Sendable, CaseIterable {
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
}

/// Why a scene stopped; each is a run-time diagnostic `R06xx` with the place of the instruction.
package enum TrapCode: Int, Sendable, CaseIterable {
  case unreachable, arithmeticOverflow, divisionByZero, indexOutOfRange, unexpectedNil, failedCast, fatalError
  case outOfFuel, stackOverflow, outOfMemory, notModelled, noEnvironmentObject, uncaughtError, badConversion
  case precondition, invalidRange, emptyCollection, badProgram
}

/// Where the checker and lowering disagree, what about: operand `a` of a `trap badProgram`.
package enum BadProgramReason: Int, Sendable, CaseIterable {
  case none, untypedExpression, unfitCall, unmatchedPattern, tooDeep

  package var text: String {
    switch self {
    case .none: ""
    case .untypedExpression: "scenec could not give a type to this expression, so it cannot run it"
    case .unfitCall: "scenec could not fit the arguments of this call to what it calls, so it cannot run it"
    case .unmatchedPattern: "the value does not match the pattern it is taken apart with"
    case .tooDeep: "this expression is nested too deeply to be run"
    }
  }
}

extension UInt64 {
  package init(_ op: Opcode, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) {
    self =
      UInt64(op.rawValue) | UInt64(UInt16(truncatingIfNeeded: a)) << 16 | UInt64(UInt16(truncatingIfNeeded: b)) << 32
      | UInt64(UInt16(truncatingIfNeeded: c)) << 48
  }

  package init(_ op: Opcode, _ a: Int, imm: Int) {
    self =
      UInt64(op.rawValue) | UInt64(UInt16(truncatingIfNeeded: a)) << 16
      | UInt64(UInt32(truncatingIfNeeded: imm)) << 32
  }

  package var opcodeBits: UInt16 { UInt16(truncatingIfNeeded: self) }
  package var a: Int { Int(UInt16(truncatingIfNeeded: self >> 16)) }
  package var b: Int { Int(UInt16(truncatingIfNeeded: self >> 32)) }
  package var c: Int { Int(UInt16(truncatingIfNeeded: self >> 48)) }
  package var imm: Int { Int(Int32(truncatingIfNeeded: self >> 32)) }
}

extension Opcode {
  /// Whether the instruction is followed by one more word.
  package var isWide: Bool {
    switch self {
    case .call, .callClosure, .callNative, .callWitness, .callVirtual, .makeStruct, .makeTuple, .makeEnum, .makeArray,
      .makeDictionary, .makeObject, .makeClosure, .makeKeyPath, .cast:
      return true
    default:
      return false
    }
  }
}
