/// Builds small modules by hand: tables are filled by name, code is a list of instructions.
import SceneIR

@testable import SceneRuntime

struct Assembler {
  var module = SceneModule()

  init() {
    module.name = "demo"
    module.files = ["demo.scene"]
  }

  mutating func type(_ row: TypeRow) -> Int {
    if let found = module.types.firstIndex(of: row) { return found }
    module.types.append(row)
    return module.types.count - 1
  }

  mutating func nominal(_ name: String, _ kind: NominalKind = .native, parameters: Int = 0) -> Int {
    if let found = module.nominals.firstIndex(where: { $0.name == name }) { return found }
    var row = NominalRow(name: name, kind: kind, isUserDefined: kind != .native)
    row.genericParameterCount = parameters
    module.nominals.append(row)
    return module.nominals.count - 1
  }

  /// Row of a type by name: `Int`, or of a nominal with arguments.
  mutating func type(_ name: String, _ arguments: Int...) -> Int { type(.nominal(nominal(name), arguments)) }

  mutating func structure(_ name: String, _ fields: [(String, Int)], parameters: Int = 0) -> Int {
    let row = nominal(name, .structure, parameters: parameters)
    module.nominals[row].fields = fields.map { FieldRow(name: $0.0, type: $0.1) }
    return row
  }

  mutating func string(_ text: String) -> Int {
    module.strings.append(text)
    return module.strings.count - 1
  }

  mutating func constant(_ value: Double) -> Int {
    module.constants.append(value.bitPattern)
    return module.constants.count - 1
  }

  mutating func constant(_ value: Int) -> Int {
    module.constants.append(UInt64(bitPattern: Int64(value)))
    return module.constants.count - 1
  }

  mutating func native(_ key: String, _ result: NativeResult = .value, parameters: Int = 1, results: Int = 1) -> Int {
    module.natives.append(
      NativeRow(
        key: key, result: result, parameters: (0..<parameters).map { "p\($0)" }, resultCount: results))
    return module.natives.count - 1
  }

  @discardableResult
  mutating func function(
    _ name: String, types: Int = 0, parameters: Int = 0, results: Int = 1, registers: Int = 16,
    handlers: [HandlerRow] = [], places: [(pc: Int, line: Int)] = [], _ code: [UInt64]
  ) -> Int {
    module.functions.append(
      FunctionRow(
        name: name, typeParameterCount: types, parameterCount: parameters, resultCount: results,
        registerCount: registers, code: code, handlers: handlers,
        places: places.map { PlaceRow(pc: $0.pc, place: SourcePoint(file: 0, line: $0.line, column: 1)) }))
    return module.functions.count - 1
  }

  /// A machine with these natives besides the standard library's.
  func machine(
    seed: UInt64 = 0, limits: MachineLimits = MachineLimits(), _ register: (inout NativeRegistry) -> Void = { _ in }
  ) -> Machine {
    var registry = NativeRegistry()
    registry.registerStandardLibrary()
    register(&registry)
    return Machine(module: module, registry: registry, seed: seed, limits: limits)
  }
}

/// The trap that a call ends with, nil when it returns.
func trap(_ body: () throws -> Void) -> Trap? {
  do {
    try body()
    return nil
  } catch {
    return error as? Trap
  }
}
