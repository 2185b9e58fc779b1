/// Functions made ready to run, each at its first call: checked once, so that the loop need not check operands.
///
/// After the check every register, window, table row and jump target an instruction names is in range, and execution
/// cannot run off the end. A function that fails becomes a single trap.
import SceneIR

struct FunctionEntry {
  /// Nil until the first call.
  var code: UnsafeMutablePointer<UInt64>?
  var registerCount: Int32 = 0
  /// Hidden type arguments.
  var typeCount: Int32 = 0
  /// All registers that are filled by a call, type arguments included.
  var argumentCount: Int32 = 0
  var resultCount: Int32 = 0
}

final class FunctionTable {
  let entries: UnsafeMutablePointer<FunctionEntry>
  let count: Int
  private let module: SceneModule

  init(module: SceneModule) {
    self.module = module
    count = module.functions.count
    entries = .allocate(capacity: max(count, 1))
    for (index, row) in module.functions.enumerated() {
      (entries + index).initialize(
        to: FunctionEntry(
          code: nil, registerCount: Int32(clamping: max(row.registerCount, 0)),
          typeCount: Int32(clamping: max(row.typeParameterCount, 0)),
          argumentCount: Int32(clamping: max(row.typeParameterCount, 0) + max(row.parameterCount, 0)),
          resultCount: Int32(clamping: max(row.resultCount, 0))))
    }
  }

  deinit {
    for index in 0..<count { entries[index].code?.deallocate() }
    entries.deallocate()
  }

  /// Copies and checks the code of a function.
  func prepare(_ index: Int) {
    let row = module.functions[index]
    let isSound = isSound(row)
    let code = UnsafeMutablePointer<UInt64>.allocate(capacity: row.code.count + 2)
    let bad = UInt64(.trap, 0, imm: TrapCode.badProgram.rawValue)
    if isSound {
      for (at, word) in row.code.enumerated() { code[at] = word }
      code[row.code.count] = bad
      code[row.code.count + 1] = bad
    } else {
      code[0] = bad
      entries[index].registerCount = max(entries[index].registerCount, entries[index].argumentCount)
    }
    entries[index].code = code
  }

  private func isSound(_ row: FunctionRow) -> Bool {
    let limit = row.registerCount
    guard row.typeParameterCount >= 0, row.parameterCount >= 0, row.resultCount >= 0, limit <= 65_535,
      row.typeParameterCount + row.parameterCount <= limit, row.resultCount <= 65_535
    else { return false }
    var starts = [Bool](repeating: false, count: row.code.count)
    var jumps: [Int] = []
    for handler in row.handlers {
      guard handler.register >= 0, handler.register < limit else { return false }
      jumps.append(handler.target)
    }
    var at = 0
    while at < row.code.count {
      let word = row.code[at]
      starts[at] = true
      guard let op = Opcode(rawValue: word.opcodeBits) else { return false }
      var wide: UInt64 = 0
      if op.isWide {
        guard at + 1 < row.code.count else { return false }
        wide = row.code[at + 1]
      }
      guard check(op, word, wide, row, limit, &jumps) else { return false }
      at += op.isWide ? 2 : 1
    }
    return jumps.allSatisfy { $0 >= 0 && $0 < starts.count && starts[$0] }
  }

  private func check(
    _ op: Opcode, _ word: UInt64, _ wide: UInt64, _ row: FunctionRow, _ limit: Int, _ jumps: inout [Int]
  ) -> Bool {
    let a = word.a
    let b = word.b
    let c = word.c
    let imm = word.imm
    /// Registers `start ..< start + n`.
    func window(_ start: Int, _ n: Int) -> Bool { start + n <= limit }
    let typeRow = Int(UInt32(truncatingIfNeeded: wide))
    switch op {
    case .nop: return true
    case .move, .negI, .notI, .negF, .not, .intToFloat, .floatToInt, .floatToSingle, .wrap, .unwrap, .forceUnwrap,
      .isNil, .openExistential, .existentialType, .makeBox, .loadBox, .storeBox, .enumTag, .arrayCount, .arrayAppend,
      .makeWeak, .loadWeak:
      return a < limit && b < limit
    case .constInt, .constNil, .unique, .share, .throwError: return a < limit
    case .constWord: return a < limit && imm >= 0 && imm < module.constants.count
    case .constString: return a < limit && imm >= 0 && imm < module.strings.count
    case .type: return a < limit && imm >= 0 && imm < module.types.count
    case .loadGlobal, .storeGlobal: return a < limit && imm >= 0 && imm < module.globals.count
    case .trap: return true
    case .ret: return window(a, c) && c == row.resultCount
    case .jump:
      jumps.append(imm)
      return true
    case .jumpIf, .jumpIfNot, .jumpIfNil, .jumpIfNotNil:
      jumps.append(imm)
      return a < limit
    case .addI, .subI, .mulI, .divI, .remI, .addWrapI, .subWrapI, .mulWrapI, .andI, .orI, .xorI, .shlI, .shrI, .eqI,
      .neI, .ltI, .leI, .addF, .subF, .mulF, .divF, .remF, .eqF, .neF, .ltF, .leF, .eqBits, .makeExistential, .typeOf,
      .arrayGet, .arraySet, .describe:
      return a < limit && b < limit && c < limit
    case .equal: return a < limit && window(b, 2) && c < limit
    case .narrowI, .truncateI: return a < limit && b < limit && c < IntegerKind.allCases.count
    case .enumPayload, .getField, .getTracked: return a < limit && b < limit
    case .setField, .setTracked: return a < limit && c < limit
    case .makeStruct, .makeTuple, .makeArray:
      return a < limit && window(b, c) && typeRow < module.types.count
    case .makeEnum: return a < limit && window(b, c) && typeRow < module.types.count
    case .makeDictionary: return a < limit && window(b, c) && c & 1 == 0 && typeRow < module.types.count
    case .makeObject: return a < limit && typeRow < module.types.count
    case .makeClosure: return a < limit && window(b, c) && wide < UInt64(count)
    case .makeKeyPath: return a < limit && window(b, c) && wide < UInt64(module.keyPaths.count)
    case .cast:
      return a < limit && b < limit && Int(wide & 0xFFFF) < limit && Int(wide >> 16 & 0xFFFF) < limit
        && wide >> 32 & 0xFFFF <= 2
    case .call:
      guard wide < UInt64(count), window(b, c) else { return false }
      let target = entries[Int(wide)]
      return c == target.argumentCount && window(a, Int(target.resultCount))
    case .callVirtual:
      guard wide < UInt64(count), window(b, c) else { return false }
      let target = entries[Int(wide)]
      return c == target.argumentCount && target.typeCount < c && window(a, Int(target.resultCount))
    case .callNative:
      guard wide < UInt64(module.natives.count), window(b, c) else { return false }
      return window(a, FunctionTable.resultCount(module.natives[Int(wide)]))
    case .callClosure:
      return window(b, c) && Int(wide & 0xFFFF) < limit && window(a, FunctionTable.closureResults(wide))
    case .callWitness:
      let proto = Int(wide >> 32)
      let requirement = Int(wide >> 16 & 0xFFFF)
      guard module.protocols.indices.contains(proto), Int(wide & 0xFFFF) < limit, window(b, c),
        module.protocols[proto].requirements.indices.contains(requirement)
      else { return false }
      return window(a, FunctionTable.shape(module.protocols[proto], requirement).results)
    }
  }

  /// Registers that a native's results take, at most `NativeCall.maximumResults`.
  static func resultCount(_ row: NativeRow) -> Int { min(max(1, row.resultCount), NativeCall.maximumResults) }

  /// Results a `callClosure` expects, from its second word.
  @inline(__always)
  static func closureResults(_ wide: UInt64) -> Int { max(1, Int(wide >> 16 & 0xFFFF)) }

  /// The requirement's own type arguments, and its results.
  static func shape(_ row: ProtocolRow, _ requirement: Int) -> (types: Int, results: Int) {
    guard row.shapes.indices.contains(requirement) else { return (0, 1) }
    return (max(0, row.shapes[requirement].typeParameterCount), max(1, row.shapes[requirement].resultCount))
  }
}
