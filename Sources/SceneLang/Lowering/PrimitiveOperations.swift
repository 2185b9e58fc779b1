/// Declarations of the prelude that are instructions rather than calls, by key.
import SceneIR

/// How a native without a call is computed.
enum PrimitiveOperation {
  /// op result, left, right
  case binary(Opcode)
  /// op result, right, left: `>` as `<`
  case swapped(Opcode)
  /// The same, then narrowed or cut to an integer type; `floatToSingle` after arithmetic of Float
  case narrowed(Opcode, IntegerKind)
  case truncated(Opcode, IntegerKind)
  case single(Opcode)
  /// op result, operand
  case unary(Opcode)
  case narrowedUnary(Opcode, IntegerKind)
  case singleUnary(Opcode)
  /// The operand itself
  case identity
  case narrow(IntegerKind)
  case truncate(IntegerKind)
  /// intToFloat, then rounded to single
  case intToSingle
  /// Bits compared: plain enumerations, booleans, identity of objects
  case sameBits, differentBits
  /// a = !(b == c) by an opcode that compares
  case typeOf
}

enum PrimitiveOperations {
  /// Built once, at the first lowering.
  static let table: [String: PrimitiveOperation] = build()

  private static let integers: [(String, IntegerKind)] = [
    ("Int", .int), ("Int8", .int8), ("Int16", .int16), ("Int32", .int32), ("Int64", .int64), ("UInt8", .uint8),
    ("UInt16", .uint16), ("UInt32", .uint32),
  ]

  private static func build() -> [String: PrimitiveOperation] {
    var table: [String: PrimitiveOperation] = [:]
    for (name, kind) in integers {
      let isWord = kind == .int || kind == .int64
      func arithmetic(_ symbol: String, _ op: Opcode) {
        table["\(name).\(symbol)(_:_:)"] = isWord ? .binary(op) : .narrowed(op, kind)
      }
      arithmetic("+", .addI)
      arithmetic("-", .subI)
      arithmetic("*", .mulI)
      arithmetic("/", .divI)
      table["\(name).%(_:_:)"] = .binary(.remI)
      table["\(name).prefix -(_:)"] = isWord ? .unary(.negI) : .narrowedUnary(.negI, kind)
      wrapping(&table, name, isWord ? nil : kind)
    }
    // Sums and quotients of UInt and UInt64 are natives: their values fill all 64 bits.
    for (name, kind) in [("UInt", IntegerKind.uint), ("UInt64", .uint64)] {
      wrapping(&table, name, nil)
      for symbol in ["<", "<=", ">", ">="] { table["\(name).\(symbol)(_:_:)"] = nil }
      table["\(name).>>(_:_:)"] = nil
      table["\(name).&>>(_:_:)"] = nil
      table["\(name).init(integer:)"] = .narrow(kind)
    }
    for name in ["Double", "CGFloat"] {
      let arithmetic: [(String, Opcode)] = [("+", .addF), ("-", .subF), ("*", .mulF), ("/", .divF)]
      for (symbol, op) in arithmetic { table["\(name).\(symbol)(_:_:)"] = .binary(op) }
      table["\(name).prefix -(_:)"] = .unary(.negF)
      comparisons(&table, name, .eqF, .neF, .ltF, .leF)
    }
    let single: [(String, Opcode)] = [("+", .addF), ("-", .subF), ("*", .mulF), ("/", .divF)]
    for (symbol, op) in single { table["Float.\(symbol)(_:_:)"] = .single(op) }
    table["Float.prefix -(_:)"] = .unary(.negF)
    comparisons(&table, "Float", .eqF, .neF, .ltF, .leF)
    conversions(&table)
    table["Bool.==(_:_:)"] = .sameBits
    table["Bool.!=(_:_:)"] = .differentBits
    table["Bool.prefix !(_:)"] = .unary(.not)
    table["===(_:_:)"] = .sameBits
    table["!==(_:_:)"] = .differentBits
    table["AnyObject.===(_:_:)"] = .sameBits
    table["type(of:)"] = .typeOf
    return table
  }

  private static func comparisons(
    _ table: inout [String: PrimitiveOperation], _ name: String, _ eq: Opcode, _ ne: Opcode, _ lt: Opcode,
    _ le: Opcode
  ) {
    table["\(name).==(_:_:)"] = .binary(eq)
    table["\(name).!=(_:_:)"] = .binary(ne)
    table["\(name).<(_:_:)"] = .binary(lt)
    table["\(name).<=(_:_:)"] = .binary(le)
    table["\(name).>(_:_:)"] = .swapped(lt)
    table["\(name).>=(_:_:)"] = .swapped(le)
  }

  /// What works on the bits of an integer whether or not it has a sign.
  private static func wrapping(_ table: inout [String: PrimitiveOperation], _ name: String, _ kind: IntegerKind?) {
    func operation(_ symbol: String, _ op: Opcode) {
      table["\(name).\(symbol)(_:_:)"] = kind.map { .truncated(op, $0) } ?? .binary(op)
    }
    operation("&+", .addWrapI)
    operation("&-", .subWrapI)
    operation("&*", .mulWrapI)
    operation("<<", .shlI)
    operation("&<<", .shlI)
    table["\(name).>>(_:_:)"] = .binary(.shrI)
    table["\(name).&>>(_:_:)"] = .binary(.shrI)
    table["\(name).&(_:_:)"] = .binary(.andI)
    table["\(name).|(_:_:)"] = .binary(.orI)
    table["\(name).^(_:_:)"] = .binary(.xorI)
    if kind == nil { table["\(name).prefix ~(_:)"] = .unary(.notI) }
    comparisons(&table, name, .eqI, .neI, .ltI, .leI)
    table["\(name)._word"] = .identity
  }

  private static func conversions(_ table: inout [String: PrimitiveOperation]) {
    for (name, kind) in integers + [("UInt", .uint), ("UInt64", .uint64)] {
      let isWord = kind == .int || kind == .int64
      table["\(name).init(integer:)"] = isWord ? .identity : .narrow(kind)
      table["\(name).init(_truncating:)"] =
        isWord || kind == .uint || kind == .uint64 ? .identity : .truncate(kind)
    }
    table["Int.init(double:)"] = .unary(.floatToInt)
    table["Int64.init(double:)"] = .unary(.floatToInt)
    for name in ["Double", "CGFloat"] {
      table["\(name).init(integer:)"] = .unary(.intToFloat)
      table["\(name).init(double:)"] = .identity
      table["\(name)._double"] = .identity
      table["\(name).init(_double:)"] = .identity
    }
    table["Float._double"] = .identity
    table["Float.init(double:)"] = .unary(.floatToSingle)
    table["Float.init(_double:)"] = .unary(.floatToSingle)
    table["Float.init(integer:)"] = .intToSingle
  }
}
