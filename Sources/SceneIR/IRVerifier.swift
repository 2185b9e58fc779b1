/// Proves a module safe to run: every index is in range, every register inside its frame, every jump goes to the start
/// of an instruction, calls pass what the callee takes.
///
/// What it cannot prove, because registers are untyped, the machine checks: that a word used as a handle is one of the
/// right kind, and that a closure takes what it is given.
package enum IRVerifier {
  /// Everything wrong with the module, at most `limit` findings; empty for a module that may be run.
  package static func problems(in module: SceneModule, limit: Int = 20) -> [String] {
    let verifier = Verification(module: module, limit: limit)
    verifier.run()
    return verifier.problems
  }

  /// The largest count of registers of one function.
  package static let maximumRegisters = 0xFFFF
}

private final class Verification {
  let module: SceneModule
  let limit: Int
  var problems: [String] = []
  var owner = ""

  init(module: SceneModule, limit: Int) {
    self.module = module
    self.limit = limit
  }

  func fail(_ message: @autoclosure () -> String) {
    guard problems.count < limit else { return }
    problems.append("\(owner): \(message())")
  }

  func check(_ index: Int, below count: Int, _ what: @autoclosure () -> String) {
    if index < 0 || index >= count { fail("\(what()) \(index) is out of range (\(count))") }
  }

  func run() {
    types()
    nominals()
    conformances()
    for index in module.globals.indices {
      let global = module.globals[index]
      owner = "global \(index)"
      check(global.type, below: module.types.count, "type")
      plainFunction(global.initializer)
    }
    for index in module.natives.indices {
      let native = module.natives[index]
      owner = "native \(index)"
      if native.key.isEmpty { fail("a native without a key") }
      if let type = native.type { check(type, below: module.types.count, "type") }
      if native.typeArgumentCount < 0 || native.typeArgumentCount > 256 { fail("count of type arguments") }
      if native.parameters.count > 1024 { fail("count of parameters") }
      if native.resultCount < 1 || native.resultCount > native.parameters.count + 1 { fail("count of results") }
      if native.result != .value && native.result != .void && native.resultCount != 1 {
        fail("a description has one result")
      }
    }
    keyPaths()
    for index in module.functions.indices where problems.count < limit {
      owner = "function \(index) '\(module.functions[index].name)'"
      function(module.functions[index])
    }
    entries()
    assets()
  }

  // MARK: Tables

  func types() {
    for index in module.types.indices {
      owner = "type \(index)"
      switch module.types[index] {
      case .nominal(let nominal, let arguments):
        check(nominal, below: module.nominals.count, "nominal")
        if module.nominals.indices.contains(nominal),
          arguments.count != module.nominals[nominal].genericParameterCount
        {
          fail("\(arguments.count) arguments for \(module.nominals[nominal].genericParameterCount) parameters")
        }
        for argument in arguments { check(argument, below: index, "argument") }
      case .tuple(let elements):
        for element in elements { check(element, below: index, "element") }
      case .existential(let protocols):
        for proto in protocols { check(proto, below: module.protocols.count, "protocol") }
      case .metatype(let instance): check(instance, below: index, "instance type")
      case .associated(let base, let proto, let number):
        check(base, below: index, "base type")
        check(proto, below: module.protocols.count, "protocol")
        if module.protocols.indices.contains(proto) {
          check(number, below: module.protocols[proto].associatedTypes.count, "associated type")
        }
      case .parameter(let number): if number < 0 || number > 0xFFFF { fail("parameter \(number)") }
      case .function, .dynamic: break
      }
    }
  }

  func nominals() {
    let types = module.types.count
    for index in module.nominals.indices {
      let nominal = module.nominals[index]
      owner = "nominal \(index) '\(nominal.name)'"
      if nominal.genericParameterCount < 0 || nominal.genericParameterCount > 256 { fail("count of parameters") }
      if nominal.fields.count > 0xFFFF { fail("too many fields") }
      for field in nominal.fields { check(field.type, below: types, "type of field '\(field.name)'") }
      for row in nominal.cases {
        for type in row.payload { check(type, below: types, "payload of '\(row.name)'") }
        if !row.labels.isEmpty, row.labels.count != row.payload.count { fail("labels of '\(row.name)'") }
      }
      if let superclass = nominal.superclass {
        check(superclass, below: types, "superclass")
        if nominal.kind != .object { fail("only a class has a superclass") }
      }
      place(nominal.place)
      if let deinitializer = nominal.deinitializer {
        check(deinitializer, below: module.functions.count, "deinitializer")
        if module.functions.indices.contains(deinitializer) {
          let row = module.functions[deinitializer]
          if row.parameterCount != 1 || row.typeParameterCount != nominal.genericParameterCount {
            fail("a deinitializer takes the instance")
          }
        }
      }
      for pair in nominal.overrides {
        check(pair.base, below: module.functions.count, "overridden function")
        check(pair.override, below: module.functions.count, "overriding function")
        guard module.functions.indices.contains(pair.base), module.functions.indices.contains(pair.override) else {
          continue
        }
        let base = module.functions[pair.base]
        let override = module.functions[pair.override]
        if base.parameterCount != override.parameterCount || base.resultCount != override.resultCount {
          fail("function \(pair.override) overrides \(pair.base) with other parameters or results")
        }
      }
    }
    superclassChains()
  }

  /// A chain of superclasses ends.
  func superclassChains() {
    // 0 unknown, 1 on the way, 2 known to end
    var state = [UInt8](repeating: 0, count: module.nominals.count)
    for start in module.nominals.indices where state[start] == 0 {
      var path: [Int] = []
      var current: Int? = start
      while let index = current, state[index] == 0 {
        state[index] = 1
        path.append(index)
        current = nil
        if let superclass = module.nominals[index].superclass, module.types.indices.contains(superclass),
          case .nominal(let next, _) = module.types[superclass], module.nominals.indices.contains(next)
        {
          if state[next] == 1 {
            owner = "nominal \(index)"
            fail("a class that inherits from itself")
          }
          current = next
        }
      }
      for index in path { state[index] = 2 }
    }
  }

  func conformances() {
    for index in module.protocols.indices {
      let proto = module.protocols[index]
      owner = "protocol \(index) '\(proto.name)'"
      if proto.shapes.count != proto.requirements.count { fail("one shape for each requirement") }
      for shape in proto.shapes {
        if shape.typeParameterCount < 0 || shape.parameterCount < 0 || shape.resultCount < 1
          || shape.typeParameterCount > 256 || shape.parameterCount > 1024
          || shape.resultCount > shape.parameterCount + 1
        {
          fail("impossible shape of a requirement")
        }
      }
    }
    for index in module.conformances.indices {
      let row = module.conformances[index]
      owner = "conformance \(index)"
      check(row.nominal, below: module.nominals.count, "nominal")
      check(row.proto, below: module.protocols.count, "protocol")
      guard module.nominals.indices.contains(row.nominal), module.protocols.indices.contains(row.proto) else {
        continue
      }
      let proto = module.protocols[row.proto]
      guard proto.shapes.count == proto.requirements.count else { continue }
      if row.witnesses.count != proto.requirements.count { fail("\(row.witnesses.count) witnesses") }
      if row.associatedTypes.count != proto.associatedTypes.count { fail("\(row.associatedTypes.count) types") }
      for type in row.associatedTypes { if let type { check(type, below: module.types.count, "associated type") } }
      for (position, witness) in row.witnesses.enumerated() where position < proto.shapes.count {
        guard let witness else { continue }
        check(witness.function, below: module.functions.count, "witness")
        guard module.functions.indices.contains(witness.function) else { continue }
        let shape = proto.shapes[position]
        let function = module.functions[witness.function]
        let hidden = witness.takesSelf ? 1 : module.nominals[row.nominal].genericParameterCount
        if function.parameterCount != shape.parameterCount || function.resultCount != shape.resultCount
          || function.typeParameterCount != hidden + shape.typeParameterCount
        {
          fail("the witness of '\(proto.requirements[position])' has another shape")
        }
      }
    }
  }

  func keyPaths() {
    for index in module.keyPaths.indices {
      let row = module.keyPaths[index]
      owner = "key path \(index)"
      check(row.root, below: module.types.count, "root")
      check(row.value, below: module.types.count, "value")
      for component in row.components {
        switch component {
        case .field(let field), .tupleElement(let field):
          if field < 0 || field > 0xFFFF { fail("field \(field)") }
        case .accessor(let getter, let setter, let captures, let types):
          if types < 0 || types > 256 { fail("count of types") }
          if captures < 0 || captures > 256 { fail("count of captures") }
          check(getter, below: module.functions.count, "getter")
          for function in [getter, setter ?? getter] where module.functions.indices.contains(function) {
            if module.functions[function].typeParameterCount != types { fail("hidden arguments of an accessor") }
          }
          if module.functions.indices.contains(getter), module.functions[getter].parameterCount != captures + 1 {
            fail("parameters of the getter")
          }
          guard let setter else { continue }
          check(setter, below: module.functions.count, "setter")
          if module.functions.indices.contains(setter), module.functions[setter].parameterCount != captures + 2 {
            fail("parameters of the setter")
          }
        case .optionalChain, .optionalWrap, .forceUnwrap: break
        }
      }
    }
  }

  func entries() {
    for index in module.entries.indices {
      let entry = module.entries[index]
      owner = "entry \(index) '\(entry.name)'"
      plainFunction(entry.function)
      if let scenario = entry.scenario { check(scenario, below: module.scenarios.count, "scenario") }
      if entry.kind == .scenario && entry.scenario == nil { fail("a scenario without steps") }
      place(entry.place)
    }
    for index in module.scenarios.indices {
      owner = "scenario \(index)"
      place(module.scenarios[index].place)
      for step in module.scenarios[index].steps {
        place(step.place)
        if let message = step.action.problem { fail(message) }
      }
    }
  }

  func assets() {
    for (index, row) in module.images.enumerated() {
      owner = "image \(index) '\(row.name)'"
      for side in [row.width, row.height] where !(side > 0 && side <= 65_535) { fail("a side of \(side) points") }
    }
    for (index, row) in module.colors.enumerated() {
      owner = "colour \(index) '\(row.name)'"
      for values in [row.light, row.dark] where values.count != 4 || values.contains(where: { !$0.isFinite }) {
        fail("a colour has four numbers")
      }
    }
  }

  func place(_ place: SourcePoint?) {
    guard let place else { return }
    // Steps given on the command line have no file.
    if place.file < -1 || place.file >= module.files.count { fail("file \(place.file)") }
    if place.line < 0 || place.column < 0 { fail("a negative place") }
  }

  /// A function without parameters and with one result.
  func plainFunction(_ index: Int) {
    check(index, below: module.functions.count, "function")
    guard module.functions.indices.contains(index) else { return }
    let row = module.functions[index]
    if row.parameterCount != 0 || row.typeParameterCount != 0 || row.resultCount != 1 {
      fail("function \(index) has parameters")
    }
  }

  // MARK: Code

  func function(_ row: FunctionRow) {
    let registers = row.registerCount
    if registers < 0 || registers > IRVerifier.maximumRegisters { return fail("\(registers) registers") }
    if row.typeParameterCount < 0 || row.parameterCount < 0 || row.resultCount < 1 || row.resultCount > registers
      || row.typeParameterCount > registers || row.typeParameterCount + row.parameterCount > registers
    {
      return fail("parameters or results outside the registers")
    }
    let code = row.code
    var starts = [Bool](repeating: false, count: code.count)
    var pc = 0
    var last = Opcode.nop
    while pc < code.count {
      starts[pc] = true
      guard let opcode = Opcode(rawValue: code[pc].opcodeBits) else { return fail("unknown instruction at \(pc)") }
      last = opcode
      pc += opcode.isWide ? 2 : 1
    }
    if pc != code.count { return fail("the last instruction is cut off") }
    switch last {
    case .ret, .throwError, .trap, .jump: break
    default: return fail("the end can be passed")
    }
    pc = 0
    while pc < code.count, problems.count < limit {
      guard let opcode = Opcode(rawValue: code[pc].opcodeBits) else { return }
      let extra = opcode.isWide ? code[pc + 1] : 0
      instruction(opcode, code[pc], extra, at: pc, of: row, starts: starts)
      pc += opcode.isWide ? 2 : 1
    }
    for handler in row.handlers {
      let inside = 0...code.count
      if !inside.contains(handler.start) || !inside.contains(handler.end) || handler.start > handler.end {
        fail("range of a handler")
      }
      if !starts.indices.contains(handler.target) || !starts[handler.target] { fail("target of a handler") }
      check(handler.register, below: registers, "register of a handler")
    }
    var previous = -1
    for entry in row.places {
      if entry.pc <= previous || entry.pc > code.count { return fail("places out of order") }
      previous = entry.pc
      place(entry.place)
    }
  }

  func instruction(
    _ opcode: Opcode, _ word: UInt64, _ extra: UInt64, at pc: Int, of row: FunctionRow, starts: [Bool]
  ) {
    let registers = row.registerCount
    let shape = opcode.shape
    func register(_ kind: InstructionShape.Operand, _ index: Int) -> Bool {
      switch kind {
      case .read, .write, .update: return index < registers
      case .pair: return index + 1 < registers
      case .none, .number, .count, .window, .results: return true
      }
    }
    if !register(shape.a, word.a) { return fail("register \(word.a) at \(pc)") }
    if shape.immediate == .none {
      if !register(shape.b, word.b) { return fail("register \(word.b) at \(pc)") }
      if !register(shape.c, word.c) { return fail("register \(word.c) at \(pc)") }
    }
    if shape.b == .window, word.b + word.c > registers { return fail("window of \(word.c) registers at \(pc)") }

    let immediate = word.imm
    switch shape.immediate {
    case .none, .integer: break
    case .constant: check(immediate, below: module.constants.count, "constant")
    case .string: check(immediate, below: module.strings.count, "string")
    case .type: type(immediate, in: row)
    case .target:
      if !starts.indices.contains(immediate) || !starts[immediate] { fail("jump to \(immediate) at \(pc)") }
    case .trapCode: if TrapCode(rawValue: immediate) == nil { fail("trap \(immediate)") }
    case .global: check(immediate, below: module.globals.count, "global")
    }
    wide(shape.wide, opcode, word, extra, at: pc, of: row)

    switch opcode {
    case .ret:
      if word.c != row.resultCount { fail("\(word.c) results returned at \(pc)") }
      results(word.a, word.c, at: pc, of: row)
    case .narrowI, .truncateI:
      if IntegerKind(rawValue: word.c) == nil { fail("integer kind \(word.c) at \(pc)") }
    case .makeDictionary:
      if word.c % 2 != 0 { fail("a key without a value at \(pc)") }
    default: break
    }
  }

  func results(_ first: Int, _ count: Int, at pc: Int, of row: FunctionRow) {
    if first + count > row.registerCount { fail("results outside the registers at \(pc)") }
  }

  /// A row of `types`, whose parameters the function has.
  func type(_ index: Int, in row: FunctionRow) {
    check(index, below: module.types.count, "type")
    guard module.types.indices.contains(index), case .parameter(let number) = module.types[index] else { return }
    if number >= row.typeParameterCount { fail("type parameter \(number)") }
  }

  func wide(
    _ wide: InstructionShape.Wide, _ opcode: Opcode, _ word: UInt64, _ extra: UInt64, at pc: Int, of row: FunctionRow
  ) {
    let registers = row.registerCount
    let index = Int(truncatingIfNeeded: extra & 0xFFFF_FFFF)
    if wide == .function || wide == .native || wide == .keyPath || wide == .type, extra >> 32 != 0 {
      return fail("second word at \(pc)")
    }
    switch wide {
    case .none: break
    case .function:
      check(index, below: module.functions.count, "function")
      guard module.functions.indices.contains(index) else { return }
      let callee = module.functions[index]
      if opcode == .makeClosure {
        if word.c < callee.typeParameterCount || word.c > callee.typeParameterCount + callee.parameterCount {
          fail("\(word.c) captured values for '\(callee.name)' at \(pc)")
        }
        return
      }
      if word.c != callee.typeParameterCount + callee.parameterCount {
        fail("\(word.c) arguments for '\(callee.name)' at \(pc)")
      }
      if opcode == .callVirtual, callee.parameterCount < 1 { fail("a virtual call without a receiver at \(pc)") }
      results(word.a, callee.resultCount, at: pc, of: row)
    case .closure:
      check(Int(extra & 0xFFFF), below: registers, "register of a closure")
      let count = Int(extra >> 16 & 0xFFFF)
      if count < 1 || extra >> 32 != 0 { fail("results of a closure at \(pc)") }
      results(word.a, count, at: pc, of: row)
    case .native:
      check(index, below: module.natives.count, "native")
      guard module.natives.indices.contains(index) else { return }
      let native = module.natives[index]
      if word.c != native.parameters.count + native.typeArgumentCount {
        fail("\(word.c) arguments for '\(native.key)' at \(pc)")
      }
      results(word.a, native.resultCount, at: pc, of: row)
    case .witness:
      check(Int(extra & 0xFFFF), below: registers, "register of a type")
      let requirement = Int(extra >> 16 & 0xFFFF)
      let proto = Int(truncatingIfNeeded: extra >> 32)
      check(proto, below: module.protocols.count, "protocol")
      guard module.protocols.indices.contains(proto) else { return }
      check(requirement, below: module.protocols[proto].shapes.count, "requirement")
      guard module.protocols[proto].shapes.indices.contains(requirement) else { return }
      let shape = module.protocols[proto].shapes[requirement]
      if word.c != shape.typeParameterCount + shape.parameterCount {
        fail("\(word.c) arguments for '\(module.protocols[proto].requirements[requirement])' at \(pc)")
      }
      results(word.a, shape.resultCount, at: pc, of: row)
    case .type: type(index, in: row)
    case .enumCase:
      type(index, in: row)
      let number = Int(truncatingIfNeeded: extra >> 32)
      guard module.types.indices.contains(index) else { return }
      guard case .nominal(let nominal, _) = module.types[index], module.nominals.indices.contains(nominal) else {
        return fail("a case of something that is no enumeration at \(pc)")
      }
      guard module.nominals[nominal].cases.indices.contains(number) else { return fail("case \(number) at \(pc)") }
      if module.nominals[nominal].cases[number].payload.count != word.c { fail("payload at \(pc)") }
    case .keyPath:
      check(index, below: module.keyPaths.count, "key path")
      guard module.keyPaths.indices.contains(index) else { return }
      var captures = 0
      for component in module.keyPaths[index].components {
        if case .accessor(_, _, let count, let types) = component {
          captures += max(0, min(count, 256)) + max(0, min(types, 256))
        }
      }
      if captures != word.c { fail("\(word.c) captured values of a key path at \(pc)") }
    case .cast:
      check(Int(extra & 0xFFFF), below: registers, "register of a type")
      check(Int(extra >> 16 & 0xFFFF), below: registers, "register of a type")
      if CastKind(rawValue: Int(truncatingIfNeeded: extra >> 32)) == nil { fail("kind of a cast at \(pc)") }
    }
  }
}
