/// Shows a module as text for people (`--emit ir-text`): tables with their indices, code with registers, names of
/// callees and the source lines it comes from.
package enum IRPrinter {
  package static func text(_ module: SceneModule) -> String {
    var printer = Printer(module: module)
    printer.all()
    return printer.out
  }

  /// One function alone.
  package static func text(ofFunction index: Int, in module: SceneModule) -> String {
    var printer = Printer(module: module)
    if module.functions.indices.contains(index) { printer.function(index) }
    return printer.out
  }
}

private struct Printer {
  let module: SceneModule
  var out = ""

  init(module: SceneModule) {
    self.module = module
  }

  mutating func line(_ text: String) {
    out += text
    out += "\n"
  }

  mutating func all() {
    line("module \(quoted(module.name))")
    for file in module.files { line("file \(quoted(file))") }
    for index in module.nominals.indices { nominal(index) }
    for index in module.protocols.indices {
      let row = module.protocols[index]
      line("")
      line(
        "protocol #\(index) \(row.name)\(row.associatedTypes.isEmpty ? "" : "<\(row.associatedTypes.joined(separator: ", "))>")"
      )
      for (position, requirement) in row.requirements.enumerated() { line("  #\(position) \(requirement)") }
    }
    for row in module.conformances { conformance(row) }
    if !module.globals.isEmpty { line("") }
    for (index, row) in module.globals.enumerated() {
      line("global #\(index) \(row.name): \(type(row.type)) = \(name(row.initializer))")
    }
    if !module.keyPaths.isEmpty { line("") }
    for (index, row) in module.keyPaths.enumerated() {
      line("keypath #\(index) \(row.text): \(type(row.root)) -> \(type(row.value))")
    }
    for index in module.functions.indices { function(index) }
    if !module.entries.isEmpty { line("") }
    for row in module.entries {
      line("entry \(row.kind.rawValue) \(quoted(row.name)) view \(row.viewName) = \(name(row.function))")
    }
    for row in module.scenarios { scenario(row) }
    for row in module.images { line("image \(quoted(row.name)) \(row.width) x \(row.height) = \(quoted(row.path))") }
    for row in module.colors { line("color \(quoted(row.name)) light \(row.light) dark \(row.dark)") }
  }

  mutating func nominal(_ index: Int) {
    let row = module.nominals[index]
    line("")
    var head = "\(row.kind.rawValue) #\(index) \(row.name)"
    if row.genericParameterCount > 0 { head += "<\(row.genericParameterCount)>" }
    if let superclass = row.superclass { head += ": \(type(superclass))" }
    if row.observation != .none { head += " observation \(row.observation.rawValue)" }
    line(head)
    for (position, field) in row.fields.enumerated() { line("  field \(position) \(field.name): \(type(field.type))") }
    for (position, item) in row.cases.enumerated() {
      line("  case \(position) \(item.name)\(item.payload.isEmpty ? "" : "(\(list(item.payload)))")")
    }
    for pair in row.overrides { line("  override \(name(pair.base)) = \(name(pair.override))") }
    if let deinitializer = row.deinitializer { line("  deinit \(name(deinitializer))") }
  }

  mutating func conformance(_ row: ConformanceRow) {
    line("")
    let proto = module.protocols.indices.contains(row.proto) ? module.protocols[row.proto] : nil
    line("conformance \(nominalName(row.nominal)): \(proto?.name ?? "?")")
    for (position, type) in row.associatedTypes.enumerated() {
      guard let type, let proto, proto.associatedTypes.indices.contains(position) else { continue }
      line("  type \(proto.associatedTypes[position]) = \(self.type(type))")
    }
    for (position, witness) in row.witnesses.enumerated() {
      guard let proto, proto.requirements.indices.contains(position) else { continue }
      if let witness {
        line("  \(proto.requirements[position]) = \(name(witness.function))\(witness.takesSelf ? " of Self" : "")")
      } else {
        line("  \(proto.requirements[position]) missing")
      }
    }
  }

  // MARK: Functions

  mutating func function(_ index: Int) {
    let row = module.functions[index]
    line("")
    var head = "function #\(index) \(quoted(row.name)) parameters \(row.parameterCount)"
    if row.typeParameterCount > 0 { head += " types \(row.typeParameterCount)" }
    if row.resultCount != 1 { head += " results \(row.resultCount)" }
    if row.isAsync { head += " async" }
    line(head + " registers \(row.registerCount)")
    var targets = Set<Int>()
    var pc = 0
    while pc < row.code.count {
      guard let opcode = Opcode(rawValue: row.code[pc].opcodeBits) else { break }
      if opcode.shape.immediate == .target { targets.insert(row.code[pc].imm) }
      pc += opcode.isWide ? 2 : 1
    }
    for handler in row.handlers { targets.insert(handler.target) }
    var nextPlace = 0
    pc = 0
    while pc < row.code.count {
      while nextPlace < row.places.count, row.places[nextPlace].pc <= pc {
        let place = row.places[nextPlace].place
        line("  ; \(place.line):\(place.column)")
        nextPlace += 1
      }
      if targets.contains(pc) { line(" @\(pc):") }
      let (text, next) = instruction(row.code, at: pc)
      line("  \(text)")
      pc = next
    }
    for handler in row.handlers {
      line("  handler @\(handler.start)..<@\(handler.end) to @\(handler.target) error r\(handler.register)")
    }
  }

  func instruction(_ code: [UInt64], at pc: Int) -> (String, Int) {
    let word = code[pc]
    guard let opcode = Opcode(rawValue: word.opcodeBits) else { return ("?", pc + 1) }
    let shape = opcode.shape
    var parts: [String] = []
    func operand(_ kind: InstructionShape.Operand, _ value: Int) {
      switch kind {
      case .none, .count: break
      case .read, .write, .update, .results: parts.append("r\(value)")
      case .pair: parts.append("r\(value) r\(value + 1)")
      case .window: parts.append("(" + (0..<word.c).map { "r\(value + $0)" }.joined(separator: " ") + ")")
      case .number: if opcode != .trap { parts.append("\(value)") }
      }
    }
    operand(shape.a, word.a)
    if shape.immediate == .none {
      operand(shape.b, word.b)
      operand(shape.c, word.c)
    }
    if opcode == .ret, word.c > 1 { parts.append("..< r\(word.a + word.c)") }
    switch shape.immediate {
    case .none: break
    case .integer: parts.append("\(word.imm)")
    case .constant:
      let bits = module.constants.indices.contains(word.imm) ? module.constants[word.imm] : 0
      parts.append("0x\(String(bits, radix: 16)) ; \(Double(bitPattern: bits))")
    case .string: parts.append(module.strings.indices.contains(word.imm) ? quoted(module.strings[word.imm]) : "?")
    case .type: parts.append(type(word.imm))
    case .target: parts.append("@\(word.imm)")
    case .trapCode:
      parts.append(TrapCode(rawValue: word.imm).map { "\($0)" } ?? "?")
      if let reason = BadProgramReason(rawValue: word.a), reason != .none { parts.append("\(reason)") }
    case .global: parts.append(module.globals.indices.contains(word.imm) ? module.globals[word.imm].name : "?")
    }
    guard shape.wide != .none, pc + 1 < code.count else {
      return ("\(opcode) " + parts.joined(separator: " "), pc + 1)
    }
    let extra = code[pc + 1]
    let index = Int(truncatingIfNeeded: extra & 0xFFFF_FFFF)
    switch shape.wide {
    case .none: break
    case .function: parts.append(name(index))
    case .closure: parts.append("closure r\(extra & 0xFFFF)")
    case .native: parts.append(module.natives.indices.contains(index) ? "'\(module.natives[index].key)'" : "?")
    case .witness:
      let proto = Int(truncatingIfNeeded: extra >> 32)
      let requirement = Int(extra >> 16 & 0xFFFF)
      if module.protocols.indices.contains(proto), module.protocols[proto].requirements.indices.contains(requirement) {
        parts.append("\(module.protocols[proto].name).\(module.protocols[proto].requirements[requirement])")
      }
      parts.append("of r\(extra & 0xFFFF)")
    case .type: parts.append(type(index))
    case .enumCase:
      parts.append(type(index))
      let number = Int(truncatingIfNeeded: extra >> 32)
      if module.types.indices.contains(index), case .nominal(let nominal, _) = module.types[index],
        module.nominals.indices.contains(nominal), module.nominals[nominal].cases.indices.contains(number)
      {
        parts.append(".\(module.nominals[nominal].cases[number].name)")
      }
    case .keyPath: parts.append(module.keyPaths.indices.contains(index) ? module.keyPaths[index].text : "?")
    case .cast:
      parts.append("to r\(extra & 0xFFFF) from r\(extra >> 16 & 0xFFFF)")
      parts.append(CastKind(rawValue: Int(truncatingIfNeeded: extra >> 32)).map { "\($0)" } ?? "?")
    }
    return ("\(opcode) " + parts.joined(separator: " "), pc + 2)
  }

  // MARK: Names

  func name(_ function: Int) -> String {
    module.functions.indices.contains(function) ? quoted(module.functions[function].name) : "?"
  }

  func nominalName(_ index: Int) -> String {
    module.nominals.indices.contains(index) ? module.nominals[index].name : "?"
  }

  func list(_ types: [Int]) -> String { types.map { type($0) }.joined(separator: ", ") }

  /// Arguments stand in earlier rows only, so this ends; depth bounds what a hostile module makes it print.
  func type(_ index: Int, depth: Int = 0) -> String {
    guard module.types.indices.contains(index), depth < 5 else { return "?" }
    func inner(_ rows: [Int]) -> String {
      rows.prefix(8).map { $0 < index ? type($0, depth: depth + 1) : "?" }.joined(separator: ", ")
    }
    switch module.types[index] {
    case .nominal(let nominal, let arguments):
      return nominalName(nominal) + (arguments.isEmpty ? "" : "<\(inner(arguments))>")
    case .tuple(let elements): return "(\(inner(elements)))"
    case .function: return "function"
    case .existential(let protocols):
      let names = protocols.map { module.protocols.indices.contains($0) ? module.protocols[$0].name : "?" }
      return names.isEmpty ? "Any" : "any \(names.joined(separator: " & "))"
    case .metatype(let instance): return "\(inner([instance])).Type"
    case .parameter(let number): return "T\(number)"
    case .associated(let base, let proto, let number):
      let row = module.protocols.indices.contains(proto) ? module.protocols[proto] : nil
      let name = row.flatMap { $0.associatedTypes.indices.contains(number) ? $0.associatedTypes[number] : nil }
      return "\(inner([base])).\(name ?? "?")"
    case .dynamic: return "dynamic"
    }
  }

  func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  mutating func scenario(_ row: ScenarioRow) {
    line("")
    var head = "scenario \(quoted(row.name))"
    if let device = row.device { head += " device \(device)" }
    if let scheme = row.colorScheme { head += " colorScheme \(scheme)" }
    line(head)
    for step in row.steps { line("  \(step.action)") }
  }
}
