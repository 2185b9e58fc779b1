/// Reads the JSON form of a module. Unknown members and names are errors: a reader accepts its own version only.
extension IRCodec {
  /// The module in the bytes, verified.
  package static func read(_ bytes: [UInt8]) throws -> SceneModule {
    try bytes.withUnsafeBytes { try read($0) }
  }

  /// - Parameter maximumSize: bytes of the largest file that is read
  package static func read(
    _ bytes: UnsafeRawBufferPointer, maximumSize: Int = IRCodec.maximumSize
  ) throws -> SceneModule {
    let module = try parse(bytes, maximumSize: maximumSize)
    if let problem = IRVerifier.problems(in: module, limit: 1).first { throw IRError(problem) }
    return module
  }

  /// The module in the bytes, whatever it holds.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, maximumSize: Int = IRCodec.maximumSize
  ) throws -> SceneModule {
    if bytes.count > maximumSize { throw IRError("the file is larger than \(maximumSize >> 20) MB") }
    var reader = ModuleReader(cursor: JSONCursor(bytes))
    return try reader.module()
  }

  /// Whether a file looks like a module rather than source text: its first member is the schema.
  package static func looksLikeModule(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var cursor = JSONCursor(bytes)
    guard cursor.accept(0x7B), let key = try? cursor.string(), key == "schema", cursor.accept(0x3A),
      let schema = try? cursor.string()
    else { return false }
    return schema.hasPrefix("scenec.ir/")
  }
}

private struct ModuleReader {
  var cursor: JSONCursor

  mutating func module() throws -> SceneModule {
    var module = SceneModule()
    var isFirst = true
    try cursor.object { cursor, key in
      if isFirst != (key == "schema") { throw cursor.fail("the first member is \"schema\"") }
      isFirst = false
      switch key {
      case "schema":
        let schema = try cursor.string()
        if schema != IRCodec.schema { throw cursor.fail("'\(schema)' is not '\(IRCodec.schema)'") }
      case "name": module.name = try cursor.string()
      case "files": module.files = try cursor.strings()
      case "strings": module.strings = try cursor.strings()
      case "constants": try cursor.array { module.constants.append(try $0.constant()) }
      case "types": try cursor.array { module.types.append(try $0.type()) }
      case "nominals": try cursor.array { module.nominals.append(try $0.nominal()) }
      case "protocols": try cursor.array { module.protocols.append(try $0.proto()) }
      case "conformances": try cursor.array { module.conformances.append(try $0.conformance()) }
      case "natives": try cursor.array { module.natives.append(try $0.native()) }
      case "globals": try cursor.array { module.globals.append(try $0.global()) }
      case "keyPaths": try cursor.array { module.keyPaths.append(try $0.keyPath()) }
      case "functions": try cursor.array { module.functions.append(try $0.function()) }
      case "entries": try cursor.array { module.entries.append(try $0.entry()) }
      case "scenarios": try cursor.array { module.scenarios.append(try $0.scenario()) }
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    if isFirst { throw cursor.fail("no schema") }
    try cursor.end()
    return module
  }
}

extension JSONCursor {
  fileprivate mutating func strings() throws -> [String] {
    var values: [String] = []
    try array { values.append(try $0.string()) }
    return values
  }

  fileprivate mutating func integers() throws -> [Int] {
    var values: [Int] = []
    try array { values.append(try $0.integer()) }
    return values
  }

  fileprivate mutating func constant() throws -> UInt64 {
    guard let digits = try plainString(), digits.count == 16 else { throw fail("expected 16 hexadecimal digits") }
    var value: UInt64 = 0
    for byte in digits {
      switch byte {
      case 48...57: value = value << 4 | UInt64(byte - 48)
      case 97...102: value = value << 4 | UInt64(byte - 87)
      default: throw fail("expected 16 hexadecimal digits")
      }
    }
    return value
  }

  fileprivate mutating func place() throws -> SourcePoint {
    try openArray()
    let file = try integer(-1...0x7FFF_FFFF)
    try comma()
    let line = try integer()
    try comma()
    let column = try integer()
    try closeArray()
    return SourcePoint(file: file, line: line, column: column)
  }

  /// A value of a string enumeration.
  fileprivate mutating func name<T: RawRepresentable>(_ type: T.Type) throws -> T where T.RawValue == String {
    let text = try string()
    guard let value = T(rawValue: text) else { throw fail("unknown name '\(text)'") }
    return value
  }

  fileprivate mutating func type() throws -> TypeRow {
    try openArray()
    let kind = try string()
    let row: TypeRow
    switch kind {
    case "nominal":
      try comma()
      let nominal = try integer()
      try comma()
      row = .nominal(nominal, try integers())
    case "tuple":
      try comma()
      row = .tuple(try integers())
    case "function": row = .function
    case "existential":
      try comma()
      row = .existential(try integers())
    case "metatype":
      try comma()
      row = .metatype(try integer())
    case "parameter":
      try comma()
      row = .parameter(try integer())
    case "associated":
      try comma()
      let base = try integer()
      try comma()
      let proto = try integer()
      try comma()
      row = .associated(base: base, proto: proto, index: try integer())
    case "dynamic": row = .dynamic
    default: throw fail("unknown kind of type '\(kind)'")
    }
    try closeArray()
    return row
  }

  fileprivate mutating func nominal() throws -> NominalRow {
    var row = NominalRow(name: "", kind: .structure, isUserDefined: false)
    try object { cursor, key in
      switch key {
      case "name": row.name = try cursor.string()
      case "kind": row.kind = try cursor.name(NominalKind.self)
      case "user": row.isUserDefined = try cursor.boolean()
      case "parameters": row.genericParameterCount = try cursor.integer()
      case "fields":
        try cursor.array { cursor in
          try cursor.openArray()
          let name = try cursor.string()
          try cursor.comma()
          row.fields.append(FieldRow(name: name, type: try cursor.integer()))
          try cursor.closeArray()
        }
      case "cases":
        try cursor.array { cursor in
          try cursor.openArray()
          let name = try cursor.string()
          try cursor.comma()
          let payload = try cursor.integers()
          try cursor.comma()
          row.cases.append(CaseRow(name: name, payload: payload, labels: try cursor.strings()))
          try cursor.closeArray()
        }
      case "superclass": row.superclass = try cursor.optionalInteger()
      case "deinitializer": row.deinitializer = try cursor.optionalInteger()
      case "overrides":
        try cursor.array { cursor in
          try cursor.openArray()
          let base = try cursor.integer()
          try cursor.comma()
          row.overrides.append(OverrideRow(base: base, override: try cursor.integer()))
          try cursor.closeArray()
        }
      case "observation": row.observation = try cursor.name(ObservationKind.self)
      case "place": row.place = try cursor.null() ? nil : try cursor.place()
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func proto() throws -> ProtocolRow {
    var row = ProtocolRow(name: "", requirements: [], shapes: [], associatedTypes: [])
    try object { cursor, key in
      switch key {
      case "name": row.name = try cursor.string()
      case "requirements":
        try cursor.array { cursor in
          try cursor.openArray()
          row.requirements.append(try cursor.string())
          try cursor.comma()
          let types = try cursor.integer()
          try cursor.comma()
          let parameters = try cursor.integer()
          try cursor.comma()
          row.shapes.append(
            RequirementShape(
              typeParameterCount: types, parameterCount: parameters, resultCount: try cursor.integer()))
          try cursor.closeArray()
        }
      case "associatedTypes": row.associatedTypes = try cursor.strings()
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func conformance() throws -> ConformanceRow {
    var row = ConformanceRow(nominal: 0, proto: 0, witnesses: [], associatedTypes: [])
    try object { cursor, key in
      switch key {
      case "nominal": row.nominal = try cursor.integer()
      case "protocol": row.proto = try cursor.integer()
      case "witnesses":
        try cursor.array { cursor in
          if try cursor.null() {
            row.witnesses.append(nil)
            return
          }
          try cursor.openArray()
          let function = try cursor.integer()
          try cursor.comma()
          row.witnesses.append(WitnessRow(function: function, takesSelf: try cursor.boolean()))
          try cursor.closeArray()
        }
      case "associatedTypes": try cursor.array { row.associatedTypes.append(try $0.optionalInteger()) }
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func native() throws -> NativeRow {
    var row = NativeRow(key: "", result: .value, parameters: [])
    try object { cursor, key in
      switch key {
      case "key": row.key = try cursor.string()
      case "result": row.result = try cursor.name(NativeResult.self)
      case "parameters": row.parameters = try cursor.strings()
      case "typeArguments": row.typeArgumentCount = try cursor.integer()
      case "results": row.resultCount = try cursor.integer()
      case "unmodelled": row.unmodelled = try cursor.optionalString()
      case "inert": row.isInert = try cursor.boolean()
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func global() throws -> GlobalRow {
    var row = GlobalRow(name: "", type: 0, initializer: 0)
    try object { cursor, key in
      switch key {
      case "name": row.name = try cursor.string()
      case "type": row.type = try cursor.integer()
      case "initializer": row.initializer = try cursor.integer()
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func keyPath() throws -> KeyPathRow {
    var row = KeyPathRow(components: [], text: "", root: 0, value: 0)
    try object { cursor, key in
      switch key {
      case "text": row.text = try cursor.string()
      case "root": row.root = try cursor.integer()
      case "value": row.value = try cursor.integer()
      case "components": try cursor.array { row.components.append(try $0.component()) }
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func component() throws -> KeyPathRow.Component {
    try openArray()
    let kind = try string()
    let component: KeyPathRow.Component
    switch kind {
    case "field":
      try comma()
      component = .field(try integer())
    case "element":
      try comma()
      component = .tupleElement(try integer())
    case "accessor":
      try comma()
      let getter = try integer()
      try comma()
      let setter = try optionalInteger()
      try comma()
      component = .accessor(getter: getter, setter: setter, captures: try integer())
    case "chain": component = .optionalChain
    case "wrap": component = .optionalWrap
    case "force": component = .forceUnwrap
    default: throw fail("unknown component '\(kind)'")
    }
    try closeArray()
    return component
  }

  fileprivate mutating func function() throws -> FunctionRow {
    var row = FunctionRow(name: "")
    try object { cursor, key in
      switch key {
      case "name": row.name = try cursor.string()
      case "types": row.typeParameterCount = try cursor.integer()
      case "parameters": row.parameterCount = try cursor.integer()
      case "results": row.resultCount = try cursor.integer()
      case "registers": row.registerCount = try cursor.integer()
      case "async": row.isAsync = try cursor.boolean()
      case "handlers":
        try cursor.array { cursor in
          try cursor.openArray()
          let start = try cursor.integer()
          try cursor.comma()
          let end = try cursor.integer()
          try cursor.comma()
          let target = try cursor.integer()
          try cursor.comma()
          row.handlers.append(HandlerRow(start: start, end: end, target: target, register: try cursor.integer()))
          try cursor.closeArray()
        }
      case "places":
        try cursor.array { cursor in
          try cursor.openArray()
          let pc = try cursor.integer()
          try cursor.comma()
          let file = try cursor.integer(-1...0x7FFF_FFFF)
          try cursor.comma()
          let line = try cursor.integer()
          try cursor.comma()
          let column = try cursor.integer()
          row.places.append(PlaceRow(pc: pc, place: SourcePoint(file: file, line: line, column: column)))
          try cursor.closeArray()
        }
      case "code":
        try cursor.array { cursor in
          cursor.skipSpace()
          let begin = cursor.position
          guard let text = try cursor.plainString(), InstructionText.read(text, into: &row.code) else {
            cursor.position = begin
            throw cursor.fail("not an instruction")
          }
        }
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  fileprivate mutating func entry() throws -> EntryRow {
    var row = EntryRow(
      kind: .view, name: "", function: 0, viewName: "", scenario: nil, place: SourcePoint(file: 0, line: 0, column: 0))
    try object { cursor, key in
      switch key {
      case "kind": row.kind = try cursor.name(EntryRow.Kind.self)
      case "name": row.name = try cursor.string()
      case "function": row.function = try cursor.integer()
      case "view": row.viewName = try cursor.string()
      case "scenario": row.scenario = try cursor.optionalInteger()
      case "place": row.place = try cursor.place()
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  // MARK: Scenarios

  fileprivate mutating func scenario() throws -> ScenarioRow {
    var row = ScenarioRow(
      name: "", device: nil, colorScheme: nil, steps: [], place: SourcePoint(file: 0, line: 0, column: 0))
    try object { cursor, key in
      switch key {
      case "name": row.name = try cursor.string()
      case "device": row.device = try cursor.optionalString()
      case "colorScheme": row.colorScheme = try cursor.optionalString()
      case "place": row.place = try cursor.place()
      case "steps":
        try cursor.array { cursor in
          try cursor.openArray()
          let place = try cursor.place()
          try cursor.comma()
          row.steps.append(Step(try cursor.action(), place: place))
          try cursor.closeArray()
        }
      default: throw cursor.fail("unknown member '\(key)'")
      }
    }
    return row
  }

  private mutating func next() throws -> Double {
    try comma()
    return try number()
  }

  private mutating func time() throws -> Int {
    try comma()
    return try integer(0...Step.Action.maximumDuration)
  }

  private mutating func text() throws -> String {
    try comma()
    return try string()
  }

  private mutating func optionalNumber() throws -> Double? {
    try comma()
    return try null() ? nil : try number()
  }

  private mutating func target() throws -> Step.Target {
    try comma()
    try openArray()
    let kind = try string()
    let target: Step.Target
    switch kind {
    case "name":
      let name = try text()
      try comma()
      target = .named(name, index: try optionalInteger())
    case "point": target = .point(x: try next(), y: try next())
    default: throw fail("unknown target '\(kind)'")
    }
    try closeArray()
    return target
  }

  private mutating func action() throws -> Step.Action {
    let name = try string()
    switch name {
    case "wait": return .wait(nanoseconds: try time())
    case "tap": return .tap(try target())
    case "doubleTap": return .doubleTap(try target())
    case "longPress":
      let goal = try target()
      return .longPress(goal, nanoseconds: try time())
    case "drag":
      let goal = try target()
      let form = try text()
      let x = try next()
      let y = try next()
      guard form == "by" || form == "to" else { throw fail("unknown movement '\(form)'") }
      return .drag(goal, form == "by" ? .by(dx: x, dy: y) : .to(x: x, y: y), nanoseconds: try time())
    case "flick":
      let goal = try target()
      let x = try next()
      let y = try next()
      return .flick(goal, velocityX: x, velocityY: y, nanoseconds: try time())
    case "scroll":
      let goal = try target()
      let dx = try next()
      return .scroll(goal, dx: dx, dy: try next())
    case "down":
      let x = try next()
      return .down(x: x, y: try next())
    case "move":
      let x = try next()
      return .move(x: x, y: try next())
    case "up": return .up
    case "cancel": return .cancel
    case "type":
      let content = try text()
      return .type(content, into: try target())
    case "settle": return .settle
    case "snapshot": return .snapshot(try text())
    case "expect":
      let goal = try target()
      try comma()
      var expectations: [Step.Expectation] = []
      try array { expectations.append(try $0.expectation()) }
      return .expect(goal, expectations)
    default: throw fail("unknown step '\(name)'")
    }
  }

  private mutating func expectation() throws -> Step.Expectation {
    try openArray()
    let kind = try string()
    let result: Step.Expectation
    switch kind {
    case "frame":
      let x = try optionalNumber()
      let y = try optionalNumber()
      let width = try optionalNumber()
      let height = try optionalNumber()
      result = .frame(x: x, y: y, width: width, height: height, tolerance: try next())
    case "opacity":
      let value = try next()
      result = .opacity(value, tolerance: try next())
    case "text": result = .text(try text())
    case "visible":
      try comma()
      result = .visible(try boolean())
    case "exists":
      try comma()
      result = .exists(try boolean())
    case "settles": result = .settles(withinNanoseconds: try time())
    case "monotone":
      try comma()
      result = .monotone(try name(Step.Measure.self))
    case "neverOverlaps": result = .neverOverlaps(try target())
    case "jumps": result = .jumps(lessThan: try next())
    default: throw fail("unknown expectation '\(kind)'")
    }
    try closeArray()
    return result
  }
}
