/// The JSON form of a module and its verifier: round trips, and files that someone has changed.
import XCTest

@testable import SceneIR

final class IRCodecTests: XCTestCase {
  /// A module that uses every table and most operand forms.
  static func sample() -> SceneModule {
    var module = SceneModule()
    module.name = "sample \"quoted\"\n"
    module.files = ["a.scene", "ünï/b.scene"]
    module.strings = ["", "héllo", "tab\tand \\ and \u{1} and \u{1F600}"]
    module.constants = [0, .max, (0.1).bitPattern]
    module.nominals = [
      NominalRow(name: "Int", kind: .native, isUserDefined: false),
      NominalRow(name: "Card", kind: .structure, isUserDefined: true),
      NominalRow(name: "Model", kind: .object, isUserDefined: true),
      NominalRow(name: "Shape", kind: .enumeration, isUserDefined: true),
      NominalRow(name: "Array", kind: .native, isUserDefined: false),
    ]
    module.nominals[4].genericParameterCount = 1
    module.types = [
      .nominal(0, []), .nominal(1, []), .nominal(2, []), .nominal(3, []), .parameter(0), .nominal(4, [0]),
      .tuple([0, 5]), .function, .existential([0]), .metatype(1), .dynamic, .associated(base: 1, proto: 0, index: 0),
    ]
    module.nominals[1].fields = [FieldRow(name: "_count", type: 0), FieldRow(name: "title", type: 5)]
    module.nominals[1].place = SourcePoint(file: 1, line: 3, column: 9)
    module.nominals[2].observation = .observable
    module.nominals[2].overrides = [OverrideRow(base: 0, override: 0)]
    module.nominals[3].cases = [
      CaseRow(name: "none", payload: []), CaseRow(name: "circle", payload: [0], labels: ["radius"]),
    ]
    module.protocols = [
      ProtocolRow(
        name: "View", requirements: ["body"], shapes: [RequirementShape(typeParameterCount: 0, parameterCount: 1)],
        associatedTypes: ["Body"])
    ]
    module.functions = [
      FunctionRow(
        name: "Card.body", parameterCount: 1, registerCount: 4,
        code: [
          UInt64(.constInt, 1, imm: -5), UInt64(.jumpIf, 1, imm: 4), UInt64(.makeEnum, 2, 1, 1), 3 | 1 << 32,
          UInt64(.constWord, 1, imm: 2), UInt64(.type, 2, imm: 5), UInt64(.callNative, 1, 1, 2), 0,
          UInt64(.cast, 3, 1), 2 | 2 << 16 | 1 << 32, UInt64(.callClosure, 1, 2, 2), 3 | 2 << 16,
          UInt64(.callWitness, 1, 0, 1), 2 | 0 << 16 | 0 << 32, UInt64(.makeKeyPath, 1, 2, 1), 0,
          UInt64(.loadGlobal, 2, imm: 0), UInt64(.ret, 1, 0, 1),
        ],
        handlers: [HandlerRow(start: 0, end: 4, target: 4, register: 1)],
        places: [
          PlaceRow(pc: 0, place: SourcePoint(file: 0, line: 1, column: 2)),
          PlaceRow(pc: 6, place: SourcePoint(file: 0, line: 2, column: 7)),
        ]),
      FunctionRow(
        name: "entry", registerCount: 1, code: [UInt64(.constNil, 0), UInt64(.ret, 0, 0, 1)], isAsync: true),
      FunctionRow(
        name: "closure", typeParameterCount: 1, parameterCount: 1, resultCount: 1, registerCount: 3,
        code: [UInt64(.type, 2, imm: 4), UInt64(.trap, 0, imm: 3)]),
    ]
    module.conformances = [
      ConformanceRow(
        nominal: 1, proto: 0, witnesses: [WitnessRow(function: 0, takesSelf: false)], associatedTypes: [10]),
      ConformanceRow(nominal: 2, proto: 0, witnesses: [nil], associatedTypes: [nil]),
    ]
    module.globals = [GlobalRow(name: "shared", type: 0, initializer: 1)]
    module.natives = [
      NativeRow(key: "View.padding(_:_:)", result: .modifier, parameters: ["self", "edges"]),
      NativeRow(
        key: "Array.append(_:)", result: .value, parameters: ["self", "x"], typeArgumentCount: 1, resultCount: 2,
        unmodelled: "why", isInert: true),
    ]
    module.keyPaths = [
      KeyPathRow(
        components: [
          .field(1), .accessor(getter: 0, setter: nil, captures: 0), .tupleElement(1), .optionalChain, .optionalWrap,
          .forceUnwrap,
        ], text: "\\.title", root: 1, value: 5)
    ]
    module.keyPaths[0].components[1] = .accessor(getter: 3, setter: nil, captures: 1)
    module.functions.append(
      FunctionRow(name: "get", parameterCount: 2, registerCount: 2, code: [UInt64(.ret, 0, 0, 1)]))
    let place = SourcePoint(file: 0, line: 9, column: 1)
    module.entries = [
      EntryRow(kind: .scenario, name: "open", function: 1, viewName: "Card", scenario: 0, place: place)
    ]
    let actions: [Step.Action] = [
      .wait(nanoseconds: 500_000_000), .tap(.named("Figma", index: 2)), .doubleTap(.point(x: 1.5, y: 2)),
      .longPress(.named("a", index: nil), nanoseconds: 6),
      .drag(.named("c", index: nil), .by(dx: 0, dy: -300), nanoseconds: 4),
      .drag(.named("c", index: nil), .to(x: 0.1, y: 1), nanoseconds: 4),
      .flick(.point(x: 0, y: 0), velocityX: 10, velocityY: -20.25, nanoseconds: 1),
      .scroll(.named("list", index: nil), dx: 0, dy: 200), .down(x: 1, y: 2), .move(x: 3, y: 4), .up, .cancel,
      .type("text", into: .named("field", index: nil)), .settle, .snapshot("opened"),
      .expect(
        .named("x", index: nil),
        [
          .frame(x: 0, y: nil, width: 390, height: nil, tolerance: 0.5), .opacity(1, tolerance: 0.01), .text("t"),
          .visible(true), .exists(false), .settles(withinNanoseconds: 1), .monotone(.width),
          .neverOverlaps(.named("y", index: 1)), .jumps(lessThan: 8),
        ]),
    ]
    module.scenarios = [
      ScenarioRow(
        name: "open", device: "iPhone14", colorScheme: "dark", steps: actions.map { Step($0, place: place) },
        place: place)
    ]
    return module
  }

  func testSampleIsSound() {
    XCTAssertEqual(IRVerifier.problems(in: Self.sample()), [])
  }

  func testRoundTrip() throws {
    let module = Self.sample()
    let bytes = IRCodec.write(module)
    let back = try IRCodec.read(bytes)
    XCTAssertEqual(back, module)
    XCTAssertEqual(IRCodec.write(back), bytes)
    XCTAssertTrue(bytes.withUnsafeBytes { IRCodec.looksLikeModule($0) })
    XCTAssertTrue(String(decoding: bytes, as: UTF8.self).hasPrefix("{\"schema\":\"scenec.ir/1\",\n\"name\":"))
  }

  func testEveryInstructionRoundTrips() {
    for opcode in Opcode.allCases {
      let shape = opcode.shape
      var word = UInt64(opcode.rawValue)
      if shape.a != .none { word |= 12 << 16 }
      if shape.immediate != .none {
        word |= UInt64(UInt32(bitPattern: -7)) << 32
      } else {
        if shape.b != .none { word |= 300 << 32 }
        if shape.c != .none { word |= 65535 << 48 }
      }
      var code = [word]
      if opcode.isWide { code.append(shape.wide == .function ? 77 : 3 | 4 << 16) }
      if shape.wide == .witness || shape.wide == .cast || shape.wide == .enumCase { code[1] |= 2 << 32 }
      XCTAssertEqual(opcode.isWide, shape.wide != .none, "\(opcode)")
      var text: [UInt8] = []
      XCTAssertEqual(InstructionText.write(code, at: 0, into: &text), code.count)
      var back: [UInt64] = []
      XCTAssertTrue(
        text.withUnsafeBytes { InstructionText.read($0, into: &back) }, String(decoding: text, as: UTF8.self))
      XCTAssertEqual(back, code, "\(opcode)")
    }
  }

  func testOtherVersionsAreRefused() {
    let text = #"{"schema":"scenec.ir/999","name":""}"#
    XCTAssertThrowsError(try IRCodec.read(Array(text.utf8))) { error in
      XCTAssertEqual((error as? IRError)?.message, "'scenec.ir/999' is not 'scenec.ir/1'")
    }
  }

  func testErrorsHavePlaces() {
    let cases: [(String, String)] = [
      ("", "expected '{'"), ("{}", "no schema"), (#"{"name":"x"}"#, "the first member is \"schema\""),
      (#"{"schema":"scenec.ir/1","what":1}"#, "unknown member 'what'"),
      (#"{"schema":"scenec.ir/1","files":["a"}"#, "expected ']'"),
      (#"{"schema":"scenec.ir/1","constants":["12"]}"#, "expected 16 hexadecimal digits"),
      (#"{"schema":"scenec.ir/1","types":[["parameter",99999999999999999999]]}"#, "number out of range"),
      (#"{"schema":"scenec.ir/1","types":[["parameter",-1]]}"#, "number out of range"),
      (#"{"schema":"scenec.ir/1","functions":[{"code":["addI 1 2"]}]}"#, "not an instruction"),
      (#"{"schema":"scenec.ir/1"} x"#, "text after the end"),
    ]
    for (text, message) in cases {
      XCTAssertThrowsError(try IRCodec.read(Array(text.utf8)), text) { error in
        XCTAssertEqual((error as? IRError)?.message, message, text)
        XCTAssertNotNil((error as? IRError)?.offset)
      }
    }
  }

  func testVerifierFindsEachMistake() {
    func check(_ expected: String, line: UInt = #line, _ change: (inout SceneModule) -> Void) {
      var module = Self.sample()
      change(&module)
      let problems = IRVerifier.problems(in: module)
      XCTAssertTrue(problems.contains { $0.contains(expected) }, "\(problems)", line: line)
    }
    check("'_count' 99") { $0.nominals[1].fields[0].type = 99 }
    check("argument 9 is out of range") { $0.types[5] = .nominal(4, [9]) }
    check("1 arguments for 0 parameters") { $0.types[5] = .nominal(0, [0]) }
    check("inherits from itself") { $0.nominals[2].superclass = 2 }
    check("register 9") { $0.functions[0].code[0] = UInt64(.constInt, 9, imm: 0) }
    check("jump to 3") { $0.functions[0].code[1] = UInt64(.jumpIf, 1, imm: 3) }
    check("unknown instruction") { $0.functions[0].code[0] = 9999 }
    check("the last instruction is cut off") { $0.functions[1].code[1] = UInt64(.makeObject, 0) }
    check("the end can be passed") { $0.functions[1].code[1] = UInt64(.nop) }
    check("the end can be passed") { $0.functions[1].code = [] }
    check("window of 9") { $0.functions[0].code[6] = UInt64(.callNative, 1, 1, 9) }
    check("1 arguments for 'View.padding(_:_:)'") { $0.functions[0].code[6] = UInt64(.callNative, 1, 1, 1) }
    check("2 results returned") { $0.functions[0].code[17] = UInt64(.ret, 1, 0, 2) }
    check("range of a handler") { $0.functions[0].handlers[0].end = 1000 }
    check("target of a handler") { $0.functions[0].handlers[0].target = 3 }
    check("places out of order") { $0.functions[0].places[1].pc = 0 }
    check("witnesses") { $0.conformances[0].witnesses = [] }
    check("has another shape") { $0.conformances[0].witnesses[0]?.function = 1 }
    check("type parameter 0") { $0.functions[0].code[5] = UInt64(.type, 2, imm: 4) }
    check("case 7") { $0.functions[0].code[3] = 3 | 7 << 32 }
    check("global 4") { $0.functions[0].code[16] = UInt64(.loadGlobal, 2, imm: 4) }
    check("function 0 has parameters") { $0.entries[0].function = 0 }
    check("scenario 3") { $0.entries[0].scenario = 3 }
    check("a time outside") { $0.scenarios[0].steps[0].action = .wait(nanoseconds: -1) }
    check("a coordinate out of range") { $0.scenarios[0].steps[0].action = .down(x: .nan, y: 0) }
    check("parameters of the getter") { $0.keyPaths[0].components[1] = .accessor(getter: 1, setter: nil, captures: 1) }
    check("registers") { $0.functions[1].registerCount = 0 }
  }

  /// Whatever is done to a file, reading it ends with a module that verifies or with an error.
  func testMutations() {
    let original = IRCodec.write(Self.sample())
    var seed: UInt64 = 88_172_645_463_325_252
    func random(_ bound: Int) -> Int {
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return Int(seed % UInt64(bound))
    }
    let interesting: [UInt8] = Array("0123456789-\"[]{},:\\ue.\n ".utf8)
    var accepted = 0
    for round in 0..<4000 {
      var bytes = original
      for _ in 0...random(3) {
        let at = random(bytes.count)
        switch random(5) {
        case 0: bytes[at] = UInt8(random(256))
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(interesting[random(interesting.count)], at: at)
        case 3: bytes[at] = interesting[random(interesting.count)]
        default: if round % 50 == 0 { bytes.removeSubrange(at...) } else { bytes[at] ^= 1 }
        }
        if bytes.isEmpty { break }
      }
      if let module = try? IRCodec.read(bytes) {
        accepted += 1
        XCTAssertEqual(IRVerifier.problems(in: module), [])
        _ = IRPrinter.text(module)
      } else if let module = bytes.withUnsafeBytes({ try? IRCodec.parse($0) }) {
        XCTAssertFalse(IRVerifier.problems(in: module).isEmpty)
        _ = IRPrinter.text(module)
      }
    }
    XCTAssertGreaterThan(accepted, 100)
  }

  func testPrinterNamesThings() {
    let text = IRPrinter.text(Self.sample())
    for part in [
      "struct #1 Card", "field 0 _count: Int", "case 1 circle(Int)", "conformance Card: View", "  body = \"Card.body\"",
      "callNative r1 (r1 r2) 'View.padding(_:_:)'", "jumpIf r1 @4", " @4:", "entry scenario \"open\" view Card",
      "; 2:7", "callWitness r1 (r0) View.body of r2", "makeEnum r2 (r1) Shape .circle",
    ] {
      XCTAssertTrue(text.contains(part), "\(part)\n\(text)")
    }
  }
}
