/// Writes the JSON form of a module.
extension IRCodec {
  /// The bytes of the file, ending in a newline; equal modules give equal bytes.
  package static func write(_ module: SceneModule) -> [UInt8] {
    var writer = ModuleWriter()
    writer.module(module)
    return writer.out
  }
}

private struct ModuleWriter {
  var out: [UInt8] = []

  mutating func raw(_ text: StaticString) {
    out.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func int(_ value: Int) { InstructionText.append(value, to: &out) }

  mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

  mutating func optional(_ value: Int?) {
    if let value { int(value) } else { raw("null") }
  }

  mutating func double(_ value: Double) { out.append(contentsOf: value.description.utf8) }

  mutating func optional(_ value: Double?) {
    if let value { double(value) } else { raw("null") }
  }

  mutating func string(_ text: String) {
    out.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22: raw("\\\"")
      case 0x5C: raw("\\\\")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20, 0x7F:
        raw("\\u00")
        out.append(byte < 0x10 ? 0x30 : (byte == 0x7F ? 0x37 : 0x31))
        let low = byte & 15
        out.append(low < 10 ? 48 + low : 87 + low)
      default: out.append(byte)
      }
    }
    out.append(0x22)
  }

  mutating func optional(_ text: String?) {
    if let text { string(text) } else { raw("null") }
  }

  mutating func ints(_ values: [Int]) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      int(value)
    }
    raw("]")
  }

  mutating func strings(_ values: [String]) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      string(value)
    }
    raw("]")
  }

  /// A table, one row a line.
  mutating func table<Row>(_ name: StaticString, _ rows: [Row], _ row: (inout ModuleWriter, Row) -> Void) {
    raw(",\n\"")
    raw(name)
    raw("\":[")
    for index in rows.indices {
      index > 0 ? raw(",\n") : raw("\n")
      row(&self, rows[index])
    }
    raw("]")
  }

  mutating func place(_ place: SourcePoint) {
    ints([place.file, place.line, place.column])
  }

  mutating func module(_ module: SceneModule) {
    raw("{\"schema\":")
    string(IRCodec.schema)
    raw(",\n\"name\":")
    string(module.name)
    raw(",\n\"files\":")
    strings(module.files)
    table("strings", module.strings) { $0.string($1) }
    table("constants", module.constants) { $0.constant($1) }
    table("types", module.types) { $0.type($1) }
    table("nominals", module.nominals) { $0.nominal($1) }
    table("protocols", module.protocols) { $0.proto($1) }
    table("conformances", module.conformances) { $0.conformance($1) }
    table("natives", module.natives) { $0.native($1) }
    table("globals", module.globals) { writer, row in
      writer.raw("{\"name\":")
      writer.string(row.name)
      writer.raw(",\"type\":")
      writer.int(row.type)
      writer.raw(",\"initializer\":")
      writer.int(row.initializer)
      writer.raw("}")
    }
    table("keyPaths", module.keyPaths) { $0.keyPath($1) }
    table("functions", module.functions) { $0.function($1) }
    table("entries", module.entries) { $0.entry($1) }
    table("scenarios", module.scenarios) { $0.scenario($1) }
    if !module.images.isEmpty { table("images", module.images) { $0.image($1) } }
    if !module.colors.isEmpty { table("colors", module.colors) { $0.color($1) } }
    raw("}\n")
  }

  /// Sizes and colours as the bits of doubles: exact, and without a writer of decimals.
  mutating func image(_ row: ImageAssetRow) {
    raw("{\"name\":")
    string(row.name)
    raw(",\"size\":[")
    constant(row.width.bitPattern)
    raw(",")
    constant(row.height.bitPattern)
    raw("],\"path\":")
    string(row.path)
    if row.isTemplate { raw(",\"isTemplate\":true") }
    raw("}")
  }

  mutating func color(_ row: ColorAssetRow) {
    raw("{\"name\":")
    string(row.name)
    raw(",\"light\":[")
    constants(row.light)
    raw("],\"dark\":[")
    constants(row.dark)
    raw("]")
    raw("}")
  }

  private mutating func constants(_ values: [Double]) {
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      constant(value.bitPattern)
    }
  }

  /// As a string of hexadecimal digits: most readers of JSON keep 53 bits of a number.
  mutating func constant(_ value: UInt64) {
    raw("\"")
    var shift = 60
    while shift >= 0 {
      let digit = UInt8(value >> UInt64(shift) & 15)
      out.append(digit < 10 ? 48 + digit : 87 + digit)
      shift -= 4
    }
    raw("\"")
  }

  mutating func type(_ row: TypeRow) {
    switch row {
    case .nominal(let nominal, let arguments):
      raw("[\"nominal\",")
      int(nominal)
      raw(",")
      ints(arguments)
    case .tuple(let elements):
      raw("[\"tuple\",")
      ints(elements)
    case .function: raw("[\"function\"")
    case .existential(let protocols):
      raw("[\"existential\",")
      ints(protocols)
    case .metatype(let instance):
      raw("[\"metatype\",")
      int(instance)
    case .parameter(let number):
      raw("[\"parameter\",")
      int(number)
    case .associated(let base, let proto, let index):
      raw("[\"associated\",")
      int(base)
      raw(",")
      int(proto)
      raw(",")
      int(index)
    case .dynamic: raw("[\"dynamic\"")
    }
    raw("]")
  }

  mutating func nominal(_ row: NominalRow) {
    raw("{\"name\":")
    string(row.name)
    raw(",\"kind\":")
    string(row.kind.rawValue)
    raw(",\"user\":")
    bool(row.isUserDefined)
    raw(",\"parameters\":")
    int(row.genericParameterCount)
    raw(",\"fields\":[")
    for (index, field) in row.fields.enumerated() {
      if index > 0 { raw(",") }
      raw("[")
      string(field.name)
      raw(",")
      int(field.type)
      raw("]")
    }
    raw("],\"cases\":[")
    for (index, item) in row.cases.enumerated() {
      if index > 0 { raw(",") }
      raw("[")
      string(item.name)
      raw(",")
      ints(item.payload)
      raw(",")
      strings(item.labels)
      raw("]")
    }
    raw("],\"superclass\":")
    optional(row.superclass)
    raw(",\"deinitializer\":")
    optional(row.deinitializer)
    raw(",\"overrides\":[")
    for (index, pair) in row.overrides.enumerated() {
      if index > 0 { raw(",") }
      ints([pair.base, pair.override])
    }
    raw("],\"observation\":")
    string(row.observation.rawValue)
    raw(",\"place\":")
    if let point = row.place { place(point) } else { raw("null") }
    raw("}")
  }

  mutating func proto(_ row: ProtocolRow) {
    raw("{\"name\":")
    string(row.name)
    raw(",\"requirements\":[")
    for (index, requirement) in row.requirements.enumerated() {
      if index > 0 { raw(",") }
      let shape =
        index < row.shapes.count ? row.shapes[index] : RequirementShape(typeParameterCount: 0, parameterCount: 0)
      raw("[")
      string(requirement)
      raw(",")
      int(shape.typeParameterCount)
      raw(",")
      int(shape.parameterCount)
      raw(",")
      int(shape.resultCount)
      raw("]")
    }
    raw("],\"associatedTypes\":")
    strings(row.associatedTypes)
    raw("}")
  }

  mutating func conformance(_ row: ConformanceRow) {
    raw("{\"nominal\":")
    int(row.nominal)
    raw(",\"protocol\":")
    int(row.proto)
    raw(",\"witnesses\":[")
    for (index, witness) in row.witnesses.enumerated() {
      if index > 0 { raw(",") }
      if let witness {
        raw("[")
        int(witness.function)
        raw(",")
        bool(witness.takesSelf)
        raw("]")
      } else {
        raw("null")
      }
    }
    raw("],\"associatedTypes\":[")
    for (index, type) in row.associatedTypes.enumerated() {
      if index > 0 { raw(",") }
      optional(type)
    }
    raw("]}")
  }

  mutating func native(_ row: NativeRow) {
    raw("{\"key\":")
    string(row.key)
    raw(",\"result\":")
    string(row.result.rawValue)
    raw(",\"parameters\":")
    strings(row.parameters)
    raw(",\"typeArguments\":")
    int(row.typeArgumentCount)
    raw(",\"results\":")
    int(row.resultCount)
    raw(",\"unmodelled\":")
    optional(row.unmodelled)
    raw(",\"inert\":")
    bool(row.isInert)
    raw(",\"type\":")
    optional(row.type)
    raw(",\"throws\":")
    bool(row.isThrowing)
    raw("}")
  }

  mutating func keyPath(_ row: KeyPathRow) {
    raw("{\"text\":")
    string(row.text)
    raw(",\"root\":")
    int(row.root)
    raw(",\"value\":")
    int(row.value)
    raw(",\"components\":[")
    for (index, component) in row.components.enumerated() {
      if index > 0 { raw(",") }
      switch component {
      case .field(let field):
        raw("[\"field\",")
        int(field)
      case .accessor(let getter, let setter, let captures, let types):
        raw("[\"accessor\",")
        int(getter)
        raw(",")
        optional(setter)
        raw(",")
        int(captures)
        raw(",")
        int(types)
      case .tupleElement(let element):
        raw("[\"element\",")
        int(element)
      case .optionalChain: raw("[\"chain\"")
      case .optionalWrap: raw("[\"wrap\"")
      case .forceUnwrap: raw("[\"force\"")
      }
      raw("]")
    }
    raw("]}")
  }

  mutating func function(_ row: FunctionRow) {
    raw("{\"name\":")
    string(row.name)
    raw(",\"types\":")
    int(row.typeParameterCount)
    raw(",\"parameters\":")
    int(row.parameterCount)
    raw(",\"results\":")
    int(row.resultCount)
    raw(",\"registers\":")
    int(row.registerCount)
    raw(",\"async\":")
    bool(row.isAsync)
    raw(",\"handlers\":[")
    for (index, handler) in row.handlers.enumerated() {
      if index > 0 { raw(",") }
      ints([handler.start, handler.end, handler.target, handler.register])
    }
    raw("],\"places\":[")
    for (index, entry) in row.places.enumerated() {
      if index > 0 { raw(",") }
      ints([entry.pc, entry.place.file, entry.place.line, entry.place.column])
    }
    raw("],\"code\":[")
    var pc = 0
    while pc < row.code.count {
      pc > 0 ? raw(",\n\"") : raw("\n\"")
      pc = InstructionText.write(row.code, at: pc, into: &out)
      raw("\"")
    }
    raw("]}")
  }

  mutating func entry(_ row: EntryRow) {
    raw("{\"kind\":")
    string(row.kind.rawValue)
    raw(",\"name\":")
    string(row.name)
    raw(",\"function\":")
    int(row.function)
    raw(",\"view\":")
    string(row.viewName)
    raw(",\"scenario\":")
    optional(row.scenario)
    raw(",\"place\":")
    place(row.place)
    raw("}")
  }

  // MARK: Scenarios

  mutating func scenario(_ row: ScenarioRow) {
    raw("{\"name\":")
    string(row.name)
    raw(",\"device\":")
    optional(row.device)
    raw(",\"colorScheme\":")
    optional(row.colorScheme)
    raw(",\"place\":")
    place(row.place)
    raw(",\"steps\":[")
    for (index, step) in row.steps.enumerated() {
      index > 0 ? raw(",\n[") : raw("\n[")
      place(step.place)
      raw(",")
      action(step.action)
      raw("]")
    }
    raw("]}")
  }

  mutating func action(_ action: Step.Action) {
    func name(_ text: StaticString) {
      raw("\"")
      raw(text)
      raw("\"")
    }
    func numbers(_ values: Double...) {
      for value in values {
        raw(",")
        double(value)
      }
    }
    switch action {
    case .wait(let time):
      name("wait")
      raw(",")
      int(time)
    case .tap(let goal):
      name("tap")
      target(goal)
    case .doubleTap(let goal):
      name("doubleTap")
      target(goal)
    case .longPress(let goal, let time):
      name("longPress")
      target(goal)
      raw(",")
      int(time)
    case .drag(let goal, let movement, let time):
      name("drag")
      target(goal)
      switch movement {
      case .by(let x, let y):
        raw(",\"by\"")
        numbers(x, y)
      case .to(let x, let y):
        raw(",\"to\"")
        numbers(x, y)
      }
      raw(",")
      int(time)
    case .flick(let goal, let x, let y, let time):
      name("flick")
      target(goal)
      numbers(x, y)
      raw(",")
      int(time)
    case .scroll(let goal, let dx, let dy):
      name("scroll")
      target(goal)
      numbers(dx, dy)
    case .down(let x, let y):
      name("down")
      numbers(x, y)
    case .move(let x, let y):
      name("move")
      numbers(x, y)
    case .up: name("up")
    case .cancel: name("cancel")
    case .type(let text, let goal):
      name("type")
      raw(",")
      string(text)
      target(goal)
    case .settle: name("settle")
    case .snapshot(let text):
      name("snapshot")
      raw(",")
      string(text)
    case .expect(let goal, let expectations):
      name("expect")
      target(goal)
      raw(",[")
      for (index, expectation) in expectations.enumerated() {
        if index > 0 { raw(",") }
        self.expectation(expectation)
      }
      raw("]")
    }
  }

  /// `,["name",index]` or `,["point",x,y]`
  mutating func target(_ target: Step.Target) {
    switch target {
    case .named(let text, let index):
      raw(",[\"name\",")
      string(text)
      raw(",")
      optional(index)
    case .point(let x, let y):
      raw(",[\"point\",")
      double(x)
      raw(",")
      double(y)
    }
    raw("]")
  }

  mutating func expectation(_ expectation: Step.Expectation) {
    switch expectation {
    case .frame(let x, let y, let width, let height, let tolerance):
      raw("[\"frame\",")
      optional(x)
      raw(",")
      optional(y)
      raw(",")
      optional(width)
      raw(",")
      optional(height)
      raw(",")
      double(tolerance)
    case .opacity(let value, let tolerance):
      raw("[\"opacity\",")
      double(value)
      raw(",")
      double(tolerance)
    case .text(let text):
      raw("[\"text\",")
      string(text)
    case .visible(let value):
      raw("[\"visible\",")
      bool(value)
    case .exists(let value):
      raw("[\"exists\",")
      bool(value)
    case .settles(let time):
      raw("[\"settles\",")
      int(time)
    case .monotone(let measure):
      raw("[\"monotone\",")
      string(measure.rawValue)
    case .neverOverlaps(let other):
      raw("[\"neverOverlaps\"")
      target(other)
    case .jumps(let limit):
      raw("[\"jumps\",")
      double(limit)
    }
    raw("]")
  }
}
