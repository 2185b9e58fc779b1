/// Natives of the integer types. Most of their operators are instructions; these serve witnesses, and the unsigned
/// types whose values fill all 64 bits.
import SceneIR

extension NativeTable {
  mutating func addIntegers() {
    for kind in IntegerKind.allCases { addInteger(IntegerType(kind)) }
  }

  private mutating func addInteger(_ type: IntegerType) {
    let name = type.name
    func binary(_ symbol: String, _ operation: @escaping (Int, Int) -> (Int, Bool)) {
      handlers["\(name).\(symbol)(_:_:)"] = { call in
        let (value, overflow) = operation(call.integer(0), call.integer(1))
        if overflow { call.trap(.arithmeticOverflow) } else { call.setInteger(value) }
      }
    }
    func compare(_ symbol: String, _ operation: @escaping (Bool, Bool) -> Bool) {
      handlers["\(name).\(symbol)(_:_:)"] = { call in
        let isLess = type.less(call.integer(0), call.integer(1))
        call.setTruth(operation(isLess, call[0] == call[1]))
      }
    }
    binary("+") { type.add($0, $1) }
    binary("-") { type.subtract($0, $1) }
    binary("*") { type.multiply($0, $1) }
    for (symbol, isRemainder) in [("/", false), ("%", true)] {
      handlers["\(name).\(symbol)(_:_:)"] = { call in
        if call.integer(1) == 0 { return call.trap(.divisionByZero) }
        let (value, overflow) = type.divide(call.integer(0), call.integer(1), isRemainder: isRemainder)
        if overflow { call.trap(.arithmeticOverflow) } else { call.setInteger(value) }
      }
    }
    binary("&+") { (type.cut($0 &+ $1), false) }
    binary("&-") { (type.cut($0 &- $1), false) }
    binary("&*") { (type.cut($0 &* $1), false) }
    binary("&") { a, b in (a & b, false) }
    binary("|") { a, b in (a | b, false) }
    binary("^") { a, b in (a ^ b, false) }
    for symbol in ["<<", "&<<"] { binary(symbol) { a, b in (type.cut(type.shiftLeft(a, b, symbol == "&<<")), false) } }
    for symbol in [">>", "&>>"] { binary(symbol) { a, b in (type.shiftRight(a, b, symbol == "&>>"), false) } }
    add("\(name).prefix ~(_:)") { $0.setInteger(type.cut(~$0.integer(0))) }
    add("\(name).prefix -(_:)") { call in
      let (value, overflow) = type.subtract(0, call.integer(0))
      if overflow { call.trap(.arithmeticOverflow) } else { call.setInteger(value) }
    }
    compare("==") { _, equal in equal }
    compare("!=") { _, equal in !equal }
    compare("<") { less, _ in less }
    compare("<=") { less, equal in less || equal }
    compare(">") { less, equal in !less && !equal }
    compare(">=") { less, _ in !less }
    addConversions(type)
    addQueries(type)
  }

  private mutating func addConversions(_ type: IntegerType) {
    let name = type.name
    add("\(name).init(integer:)") { call in
      let value = call.integer(0)
      if type.isWide && !type.isSigned ? value >= 0 : type.holds(value) {
        call.setInteger(value)
      } else {
        call.trap(.badConversion)
      }
    }
    add("\(name).init(unsigned:)") { call in
      let value = call.integer(0)
      // A negative bit pattern is a number of 2^63 or more.
      if value >= 0 ? type.holds(value) : type.isWide && !type.isSigned {
        call.setInteger(value)
      } else {
        call.trap(.badConversion)
      }
    }
    add("\(name).init(double:)") { call in
      guard let value = type.exactly(call.number(0).rounded(.towardZero)) else { return call.trap(.badConversion) }
      call.setInteger(value)
    }
    add("\(name).init(exactlyDouble:)") { call in
      call.setOptional(type.exactly(call.number(0)).map { Word(integer: $0) })
    }
    add("\(name).init(_truncating:)") { $0.setInteger(type.cut($0.integer(0))) }
    add("\(name).init(_parse:radix:)") { call in
      let radix = call.integer(1)
      guard (2...36).contains(radix) else { return call.trap(.precondition, "the radix has to be in 2...36") }
      let text = call.string(0)
      if type.isWide && !type.isSigned {
        call.setOptional(UInt64(text, radix: radix))
      } else {
        call.setOptional(Int(text, radix: radix).flatMap { type.holds($0) ? Word(integer: $0) : nil })
      }
    }
    add("\(name).init(bitPattern:)") { call in
      // An ObjectIdentifier is a struct of one slot in some declarations.
      call.result = call.heap.kind(call[0]) == .structure ? call.heap.slot(call[0], 0) : call[0]
    }
  }

  private mutating func addQueries(_ type: IntegerType) {
    let name = type.name
    let reports: [(String, (Int, Int) -> (Int, Bool))] = [
      ("addingReportingOverflow(_:)", { type.add($0, $1) }),
      ("subtractingReportingOverflow(_:)", { type.subtract($0, $1) }),
      ("multipliedReportingOverflow(by:)", { type.multiply($0, $1) }),
    ]
    for (suffix, operation) in reports {
      add("\(name).\(suffix)") { call in
        let (value, overflow) = operation(call.integer(0), call.integer(1))
        let own = call.types.named(name) ?? call.types.int
        call.result = call.machine.makeTuple(
          [Word(integer: type.cut(value)), Word(truth: overflow)], [own, call.types.bool])
      }
    }
    add("\(name).description") { call in
      call.setString(type.isWide && !type.isSigned ? String(call[0]) : String(call.integer(0)))
    }
    add("\(name).hash(into:)") { call in hashInto(&call, call.types.int) }
    add("\(name)._word") { $0.result = $0[0] }
    add("\(name).leadingZeroBitCount") { $0.setInteger(type.bits($0[0]).leadingZeroBitCount - (64 - type.width)) }
    add("\(name).trailingZeroBitCount") { $0.setInteger(min(type.bits($0[0]).trailingZeroBitCount, type.width)) }
    add("\(name).nonzeroBitCount") { $0.setInteger(type.bits($0[0]).nonzeroBitCount) }
    add("\(name).byteSwapped") {
      $0.setInteger(type.cut(Int(bitPattern: UInt($0[0].byteSwapped >> (64 - type.width)))))
    }
    for (suffix, isClosed) in [("in:", false), ("inClosed:", true)] {
      add("\(name).random(\(suffix))") { call in
        let (lower, upper) = call.bounds(0)
        if type.less(upper.integer, lower.integer) || (!isClosed && lower == upper) {
          return call.trap(.invalidRange, "a random value of an empty range")
        }
        let span = upper &- lower
        let offset: UInt64
        if isClosed && span == .max {
          offset = call.machine.random.next()
        } else {
          offset = call.machine.random.below(isClosed ? span + 1 : span)
        }
        call.result = lower &+ offset
      }
    }
  }
}

/// Arithmetic of one integer type on 64-bit words.
struct IntegerType {
  let kind: IntegerKind
  let name: String
  let width: Int
  let isSigned: Bool

  init(_ kind: IntegerKind) {
    self.kind = kind
    switch kind {
    case .int: (name, width, isSigned) = ("Int", 64, true)
    case .int8: (name, width, isSigned) = ("Int8", 8, true)
    case .int16: (name, width, isSigned) = ("Int16", 16, true)
    case .int32: (name, width, isSigned) = ("Int32", 32, true)
    case .int64: (name, width, isSigned) = ("Int64", 64, true)
    case .uint: (name, width, isSigned) = ("UInt", 64, false)
    case .uint8: (name, width, isSigned) = ("UInt8", 8, false)
    case .uint16: (name, width, isSigned) = ("UInt16", 16, false)
    case .uint32: (name, width, isSigned) = ("UInt32", 32, false)
    case .uint64: (name, width, isSigned) = ("UInt64", 64, false)
    }
  }

  var isWide: Bool { width == 64 }

  func bits(_ word: Word) -> UInt64 { isWide ? word : word & (1 << UInt64(width) - 1) }
  func cut(_ value: Int) -> Int { Machine.truncate(Word(integer: value), kind.rawValue).integer }
  func holds(_ value: Int) -> Bool { Machine.fits(value, kind.rawValue) }

  func less(_ a: Int, _ b: Int) -> Bool { isSigned ? a < b : UInt(bitPattern: a) < UInt(bitPattern: b) }

  private func checked(_ pair: (partialValue: Int, overflow: Bool)) -> (Int, Bool) {
    (pair.partialValue, pair.overflow || !(isWide || holds(pair.partialValue)))
  }

  private func unsigned(_ pair: (partialValue: UInt, overflow: Bool)) -> (Int, Bool) {
    (Int(bitPattern: pair.partialValue), pair.overflow)
  }

  func add(_ a: Int, _ b: Int) -> (Int, Bool) {
    isWide && !isSigned
      ? unsigned(UInt(bitPattern: a).addingReportingOverflow(UInt(bitPattern: b)))
      : checked(a.addingReportingOverflow(b))
  }

  func subtract(_ a: Int, _ b: Int) -> (Int, Bool) {
    isWide && !isSigned
      ? unsigned(UInt(bitPattern: a).subtractingReportingOverflow(UInt(bitPattern: b)))
      : checked(a.subtractingReportingOverflow(b))
  }

  func multiply(_ a: Int, _ b: Int) -> (Int, Bool) {
    isWide && !isSigned
      ? unsigned(UInt(bitPattern: a).multipliedReportingOverflow(by: UInt(bitPattern: b)))
      : checked(a.multipliedReportingOverflow(by: b))
  }

  /// `b` is not zero.
  func divide(_ a: Int, _ b: Int, isRemainder: Bool) -> (Int, Bool) {
    if isWide && !isSigned {
      let (left, right) = (UInt(bitPattern: a), UInt(bitPattern: b))
      return (Int(bitPattern: isRemainder ? left % right : left / right), false)
    }
    return checked(isRemainder ? a.remainderReportingOverflow(dividingBy: b) : a.dividedReportingOverflow(by: b))
  }

  func shiftLeft(_ a: Int, _ b: Int, _ isMasked: Bool) -> Int {
    if isMasked { return a << (b & (width - 1)) }
    return b >= width ? 0 : b >= 0 ? a << b : shiftRight(a, b == .min ? .max : -b, false)
  }

  func shiftRight(_ a: Int, _ b: Int, _ isMasked: Bool) -> Int {
    let count = isMasked ? b & (width - 1) : b
    if count < 0 { return cut(shiftLeft(a, count == .min ? .max : -count, false)) }
    return isSigned ? a >> count : Int(bitPattern: UInt(bitPattern: a) >> UInt(count))
  }

  /// The number if it is whole and in range.
  func exactly(_ value: Double) -> Int? {
    if isWide && !isSigned { return UInt64(exactly: value).map { Int(bitPattern: UInt($0)) } }
    return Int(exactly: value).flatMap { holds($0) ? $0 : nil }
  }
}

/// `hash(into:)`: self, the hasher; result 1 is the changed hasher.
func hashInto(_ call: inout NativeCall, _ type: TypeId) {
  call.run { call throws(Trap) in
    let hasher = call.unique(1)
    let hash = try call.machine.hash(call[0], type: type)
    call.heap.setSlot(hasher, 0, Machine.mix(call.heap.slot(hasher, 0), hash))
    call.setResult(hasher, at: 1)
  }
}
