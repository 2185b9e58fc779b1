import SceneIR
import XCTest

@testable import SceneRuntime

final class MachineTests: XCTestCase {
  func testSumOfALoop() throws {
    var asm = Assembler()
    // sum = 0; i = 0; while i < n { sum += i; i += 1 }
    let sum = asm.function(
      "sum", parameters: 1,
      [
        UInt64(.constInt, 1, imm: 0), UInt64(.constInt, 2, imm: 0), UInt64(.constInt, 3, imm: 1),
        UInt64(.ltI, 4, 2, 0), UInt64(.jumpIfNot, 4, imm: 8),
        UInt64(.addI, 1, 1, 2), UInt64(.addI, 2, 2, 3), UInt64(.jump, 0, imm: 3),
        UInt64(.ret, 1, 1, 1),
      ])
    let machine = asm.machine()
    XCTAssertEqual(try machine.call(sum, [Word(integer: 1000)]).integer, 499_500)
    XCTAssertEqual(try machine.call(sum, [Word(integer: 0)]).integer, 0)
  }

  func testArithmeticTrapsCarryTheirPlace() {
    var asm = Assembler()
    func binary(_ op: Opcode) -> Int {
      asm.function(
        "\(op)", parameters: 2, places: [(0, 3), (1, 4)], [UInt64(.nop), UInt64(op, 2, 0, 1), UInt64(.ret, 2, 0, 1)])
    }
    let add = binary(.addI)
    let sub = binary(.subI)
    let mul = binary(.mulI)
    let div = binary(.divI)
    let rem = binary(.remI)
    let machine = asm.machine()
    let big = Word(integer: Int.max)
    let small = Word(integer: Int.min)
    XCTAssertEqual(trap { try machine.call(add, [big, 1]) }?.code, .arithmeticOverflow)
    XCTAssertEqual(trap { try machine.call(sub, [small, 1]) }?.code, .arithmeticOverflow)
    XCTAssertEqual(trap { try machine.call(mul, [big, 2]) }?.code, .arithmeticOverflow)
    XCTAssertEqual(trap { try machine.call(div, [small, Word(integer: -1)]) }?.code, .arithmeticOverflow)
    XCTAssertEqual(trap { try machine.call(rem, [7, 0]) }?.code, .divisionByZero)
    XCTAssertEqual(
      trap { try machine.call(div, [7, 0]) },
      Trap(.divisionByZero, place: SourcePoint(file: 0, line: 4, column: 1)))
    XCTAssertEqual(try machine.call(div, [Word(integer: -7), 2]).integer, -3)
    XCTAssertEqual(try machine.call(rem, [Word(integer: -7), 2]).integer, -1)
  }

  func testPlaceOfATrapInLibraryCodeIsThatOfTheCall() {
    var asm = Assembler()
    let library = asm.function("library", [UInt64(.trap, 0, imm: TrapCode.emptyCollection.rawValue)])
    let user = asm.function(
      "user", places: [(0, 7), (1, 8)], [UInt64(.nop), UInt64(.call, 0, 0, 0), UInt64(library), UInt64(.ret, 0, 0, 1)])
    let machine = asm.machine()
    XCTAssertEqual(
      trap { try machine.call(user) }, Trap(.emptyCollection, place: SourcePoint(file: 0, line: 8, column: 1)))
  }

  func testConversions() {
    var asm = Assembler()
    let toInt = asm.function("toInt", parameters: 1, [UInt64(.floatToInt, 0, 0), UInt64(.ret, 0, 0, 1)])
    let narrow = asm.function(
      "narrow", parameters: 1, [UInt64(.narrowI, 0, 0, IntegerKind.uint8.rawValue), UInt64(.ret, 0, 0, 1)])
    let cut = asm.function(
      "cut", parameters: 1, [UInt64(.truncateI, 0, 0, IntegerKind.int8.rawValue), UInt64(.ret, 0, 0, 1)])
    let single = asm.function("single", parameters: 1, [UInt64(.floatToSingle, 0, 0), UInt64(.ret, 0, 0, 1)])
    let machine = asm.machine()
    XCTAssertEqual(try machine.call(toInt, [Word(number: -2.9)]).integer, -2)
    XCTAssertEqual(trap { try machine.call(toInt, [Word(number: .nan)]) }?.code, .badConversion)
    XCTAssertEqual(trap { try machine.call(toInt, [Word(number: 1e19)]) }?.code, .badConversion)
    XCTAssertEqual(try machine.call(toInt, [Word(number: -9_223_372_036_854_775_808)]).integer, Int.min)
    XCTAssertEqual(trap { try machine.call(narrow, [256]) }?.code, .arithmeticOverflow)
    XCTAssertEqual(try machine.call(narrow, [255]).integer, 255)
    XCTAssertEqual(try machine.call(cut, [200]).integer, -56)
    XCTAssertEqual(try machine.call(single, [Word(number: 0.1)]).number, Double(Float(0.1)))
  }

  func testRecursionAndDepth() {
    var asm = Assembler()
    // fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)
    let fib = asm.function(
      "fib", parameters: 1,
      [
        UInt64(.constInt, 1, imm: 2), UInt64(.ltI, 2, 0, 1), UInt64(.jumpIfNot, 2, imm: 4), UInt64(.ret, 0, 0, 1),
        UInt64(.constInt, 3, imm: 1), UInt64(.subI, 4, 0, 3), UInt64(.call, 5, 4, 1), UInt64(0),
        UInt64(.subI, 4, 0, 1), UInt64(.call, 6, 4, 1), UInt64(0), UInt64(.addI, 0, 5, 6), UInt64(.ret, 0, 0, 1),
      ])
    let endless = asm.function(
      "endless", places: [(0, 5)], [UInt64(.call, 0, 0, 0), UInt64(1), UInt64(.ret, 0, 0, 1)])
    let machine = asm.machine()
    XCTAssertEqual(try machine.call(fib, [20]).integer, 6765)
    XCTAssertEqual(
      trap { try machine.call(endless) }, Trap(.stackOverflow, place: SourcePoint(file: 0, line: 5, column: 1)))
    XCTAssertEqual(try machine.call(fib, [10]).integer, 55, "the machine goes on after a trap")
  }

  func testFuel() {
    var asm = Assembler()
    let endless = asm.function("endless", [UInt64(.nop), UInt64(.jump, 0, imm: 0)])
    let steps = asm.function("steps", [UInt64](repeating: UInt64(.nop), count: 99) + [UInt64(.ret, 0, 0, 1)])
    var limits = MachineLimits()
    limits.eventFuel = 1000
    limits.runFuel = 1700
    let machine = asm.machine(limits: limits)
    XCTAssertNil(trap { for _ in 0..<9 { try machine.call(steps) } })
    XCTAssertEqual(trap { for _ in 0..<9 { try machine.call(steps) } }?.code, .outOfFuel)
    machine.beginEvent()
    XCTAssertNil(trap { for _ in 0..<6 { try machine.call(steps) } })
    XCTAssertEqual(trap { try machine.call(endless) }?.code, .outOfFuel)
    machine.beginEvent()
    XCTAssertEqual(trap { try machine.call(steps) }?.code, .outOfFuel, "the run has used its fuel")
  }

  func testForwardJumpsCostWhatIsRun() {
    var asm = Assembler()
    let skip = asm.function(
      "skip",
      [UInt64(.jump, 0, imm: 500)] + [UInt64](repeating: UInt64(.nop), count: 499) + [UInt64(.ret, 0, 0, 1)])
    var limits = MachineLimits()
    limits.eventFuel = 1000
    let machine = asm.machine(limits: limits)
    XCTAssertNil(trap { for _ in 0..<300 { try machine.call(skip) } })
  }

  func testClosuresCaptureTypesValuesAndBoxes() throws {
    var asm = Assembler()
    // The captured type argument comes first, the captured box last: returns (type, argument + box content).
    let body = asm.function(
      "closure", types: 1, parameters: 2, results: 2,
      [
        UInt64(.loadBox, 3, 2), UInt64(.addI, 4, 1, 3), UInt64(.storeBox, 2, 4), UInt64(.move, 3, 0),
        UInt64(.ret, 3, 0, 2),
      ])
    let maker = asm.function(
      "maker", types: 1, parameters: 1,
      [
        UInt64(.makeBox, 2, 1), UInt64(.move, 1, 0), UInt64(.makeClosure, 3, 1, 2), UInt64(body), UInt64(.ret, 3, 0, 1),
      ])
    let caller = asm.function(
      "caller", parameters: 2, results: 2,
      [UInt64(.callClosure, 2, 1, 1), UInt64(0 | 2 << 16), UInt64(.ret, 2, 0, 2)])
    let machine = asm.machine()
    let closure = try machine.call(maker, types: [machine.intType], [10])
    XCTAssertEqual(try machine.callClosureResults(closure, [5]), [Word(integer: machine.intType), 15])
    XCTAssertEqual(try machine.callResults(caller, [closure, 1]), [Word(integer: machine.intType), 16])
    XCTAssertEqual(trap { try machine.callClosure(closure, [1, 2]) }?.code, .badProgram)
    XCTAssertEqual(trap { try machine.call(caller, [7, 1]) }?.code, .badProgram)
  }

  func testThrowIsCaughtByTheInnermostHandler() throws {
    var asm = Assembler()
    let thrower = asm.function("thrower", parameters: 1, [UInt64(.throwError, 0), UInt64(.ret, 0, 0, 1)])
    let passing = asm.function(
      "passing", parameters: 1, [UInt64(.call, 0, 0, 1), UInt64(thrower), UInt64(.ret, 0, 0, 1)])
    let catching = asm.function(
      "catching", parameters: 1,
      handlers: [
        HandlerRow(start: 0, end: 2, target: 3, register: 1), HandlerRow(start: 0, end: 3, target: 5, register: 1),
      ],
      [
        UInt64(.call, 0, 0, 1), UInt64(passing), UInt64(.ret, 0, 0, 1), UInt64(.addI, 0, 1, 1), UInt64(.ret, 0, 0, 1),
        UInt64(.ret, 1, 0, 1),
      ])
    let machine = asm.machine()
    XCTAssertEqual(try machine.call(catching, [21]).integer, 42)
    let uncaught = trap { try machine.call(passing, [21]) }
    XCTAssertEqual(uncaught?.code, .uncaughtError)
    XCTAssertEqual(uncaught?.error, 21)
  }

  func testOptionalsNestWithoutTypes() throws {
    var asm = Assembler()
    let wrap = asm.function("wrap", parameters: 1, [UInt64(.wrap, 0, 0), UInt64(.ret, 0, 0, 1)])
    let unwrap = asm.function("unwrap", parameters: 1, [UInt64(.forceUnwrap, 0, 0), UInt64(.ret, 0, 0, 1)])
    let machine = asm.machine()
    XCTAssertEqual(try machine.call(wrap, [5]), 5)
    let some = try machine.call(wrap, [.none])
    let someSome = try machine.call(wrap, [some])
    XCTAssertNotEqual(some, .none)
    XCTAssertEqual(try machine.call(unwrap, [someSome]), some)
    XCTAssertEqual(try machine.call(unwrap, [some]), .none)
    XCTAssertEqual(trap { try machine.call(unwrap, [.none]) }?.code, .unexpectedNil)
    // An integer with the bits of nil is told apart by its box.
    let odd = Word(integer: Int(bitPattern: UInt(Word.none)))
    XCTAssertEqual(try machine.call(unwrap, [try machine.call(wrap, [odd])]), odd)
    let maybe = machine.types.optional(of: machine.types.optional(of: machine.intType))
    XCTAssertEqual(try machine.describe(some, type: maybe), "Optional(nil)")
    XCTAssertEqual(try machine.describe(5, type: maybe), "Optional(Optional(5))")
    XCTAssertFalse(try machine.equal(some, .none, type: maybe))
    XCTAssertTrue(try machine.equal(some, try machine.call(wrap, [.none]), type: maybe))
  }

  func testArraysAreValues() throws {
    var asm = Assembler()
    let ints = asm.type("Array", asm.type("Int"))
    // let b = a (shared); a.append(9) makes a copy of its own; returns (a, b)
    let append = asm.function(
      "append", results: 2,
      [
        UInt64(.constInt, 0, imm: 1), UInt64(.constInt, 1, imm: 2), UInt64(.makeArray, 2, 0, 2), UInt64(ints),
        UInt64(.share, 2), UInt64(.move, 3, 2), UInt64(.constInt, 4, imm: 9), UInt64(.unique, 2),
        UInt64(.arrayAppend, 2, 4), UInt64(.ret, 2, 0, 2),
      ])
    let get = asm.function("get", parameters: 2, [UInt64(.arrayGet, 2, 0, 1), UInt64(.ret, 2, 0, 1)])
    let grow = asm.function(
      "grow", parameters: 1,
      [
        UInt64(.makeArray, 1, 0, 0), UInt64(ints), UInt64(.constInt, 2, imm: 0), UInt64(.constInt, 3, imm: 1),
        UInt64(.ltI, 4, 2, 0), UInt64(.jumpIfNot, 4, imm: 10), UInt64(.unique, 1), UInt64(.arrayAppend, 1, 2),
        UInt64(.addI, 2, 2, 3), UInt64(.jump, 0, imm: 4), UInt64(.ret, 1, 0, 1),
      ])
    let machine = asm.machine()
    let both = try machine.callResults(append)
    XCTAssertEqual(Array(machine.heap.contents(both[0])), [1, 2, 9])
    XCTAssertEqual(Array(machine.heap.contents(both[1])), [1, 2])
    XCTAssertEqual(try machine.call(get, [both[0], 2]), 9)
    XCTAssertEqual(trap { try machine.call(get, [both[0], 3]) }?.code, .indexOutOfRange)
    XCTAssertEqual(trap { try machine.call(get, [both[0], Word(integer: -1)]) }?.code, .indexOutOfRange)
    let long = try machine.call(grow, [100_000])
    XCTAssertEqual(machine.heap.count(long), 100_000)
    XCTAssertEqual(machine.heap.slot(long, 99_999), 99_999)
    XCTAssertLessThan(machine.heap.bytesInUse, 4 << 20)
  }

  func testEnumsWithPayload() throws {
    var asm = Assembler()
    let row = asm.nominal("Shape", .enumeration)
    let double = asm.type("Double")
    asm.module.nominals[row].cases = [
      CaseRow(name: "circle", payload: [double], labels: ["radius"]), CaseRow(name: "empty", payload: []),
    ]
    let shape = asm.type(.nominal(row, []))
    let make = asm.function(
      "make", parameters: 1, [UInt64(.makeEnum, 1, 0, 1), UInt64(shape), UInt64(.ret, 1, 0, 1)])
    let empty = asm.function("empty", [UInt64(.makeEnum, 1, 0, 0), UInt64(shape) | 1 << 32, UInt64(.ret, 1, 0, 1)])
    let read = asm.function(
      "read", parameters: 1, results: 2,
      [UInt64(.enumTag, 1, 0), UInt64(.enumPayload, 2, 0, 0), UInt64(.ret, 1, 0, 2)])
    let machine = asm.machine()
    let circle = try machine.call(make, [Word(number: 2)])
    XCTAssertEqual(try machine.callResults(read, [circle]), [0, Word(number: 2)])
    let type = machine.heap.type(circle)
    XCTAssertEqual(try machine.describe(circle, type: type), "circle(radius: 2.0)")
    XCTAssertEqual(try machine.describe(try machine.call(empty), type: type), "empty")
    XCTAssertEqual(
      try machine.describe(machine.makeArray([circle], of: type), type: machine.types.array(of: type)),
      "[demo.Shape.circle(radius: 2.0)]")
    XCTAssertTrue(try machine.equal(circle, try machine.call(make, [Word(number: 2)]), type: type))
    XCTAssertFalse(try machine.equal(circle, try machine.call(empty), type: type))
    XCTAssertEqual(trap { try machine.call(read, [try machine.call(empty)]) }?.code, .badProgram)
  }

  func testWitnessesWithHiddenArguments() throws {
    var asm = Assembler()
    asm.module.protocols = [
      ProtocolRow(
        name: "Named", requirements: ["name", "twice(_:)"],
        shapes: [
          RequirementShape(typeParameterCount: 0, parameterCount: 1),
          RequirementShape(typeParameterCount: 1, parameterCount: 2),
        ], associatedTypes: [])
    ]
    let int = asm.type("Int")
    let pair = asm.structure("Pair", [("a", asm.type(.parameter(0)))], parameters: 1)
    let pairOfInt = asm.type(.nominal(pair, [int]))
    // A witness of Pair<T> gets T; the default gets Self, and the requirement's own type argument.
    let name = asm.function("Pair.name", types: 1, parameters: 1, [UInt64(.ret, 0, 0, 1)])
    let twice = asm.function(
      "Named.twice", types: 2, parameters: 2, [UInt64(.addI, 4, 3, 3), UInt64(.addI, 4, 4, 1), UInt64(.ret, 4, 0, 1)])
    asm.module.conformances = [
      ConformanceRow(
        nominal: pair, proto: 0,
        witnesses: [WitnessRow(function: name, takesSelf: false), WitnessRow(function: twice, takesSelf: true)],
        associatedTypes: [])
    ]
    let typeRow = pairOfInt
    let caller = asm.function(
      "caller", parameters: 1, results: 2,
      [
        UInt64(.type, 1, imm: typeRow), UInt64(.callWitness, 2, 0, 1), UInt64(1),
        UInt64(.constInt, 4, imm: 1000), UInt64(.move, 5, 0), UInt64(.constInt, 6, imm: 8),
        UInt64(.callWitness, 3, 4, 3), UInt64(1 | 1 << 16), UInt64(.ret, 2, 0, 2),
      ])
    let unknown = asm.function(
      "unknown", parameters: 1,
      [UInt64(.constInt, 1, imm: 0), UInt64(.callWitness, 2, 0, 1), UInt64(1), UInt64(.ret, 2, 0, 1)])
    let make = asm.function(
      "make", [UInt64(.constInt, 0, imm: 3), UInt64(.makeStruct, 1, 0, 1), UInt64(pairOfInt), UInt64(.ret, 1, 0, 1)])
    let machine = asm.machine()
    let value = try machine.call(make)
    for _ in 0..<2 {
      XCTAssertEqual(try machine.callResults(caller, [value]), [Word(integer: machine.intType), 1016])
    }
    XCTAssertEqual(try machine.call(unknown, [value]).integer, machine.intType, "the receiver tells its type")
    XCTAssertEqual(trap { try machine.call(unknown, [5]) }?.code, .notModelled)
    let proto = try XCTUnwrap(machine.protocolIndex("Named"))
    XCTAssertEqual(machine.requirementIndex(proto, "name"), 0)
    XCTAssertEqual(
      try machine.callWitness(of: machine.heap.type(value), proto, 0, [value])?.integer, machine.intType)
    XCTAssertNil(try machine.callWitness(of: machine.intType, proto, 0, [value]))
    XCTAssertEqual(machine.field(value, "a"), 3)
    XCTAssertEqual(machine.types.name(machine.heap.type(value)), "Pair<Int>")
  }

  func testVirtualCallsReachTheOverride() throws {
    var asm = Assembler()
    let int = asm.type("Int")
    // class Base<T> { func f() -> T.Type }, class Middle<U>: Base<[U]>, class Leaf: Middle<Int> overrides f
    let base = asm.nominal("Base", .object, parameters: 1)
    let middle = asm.nominal("Middle", .object, parameters: 1)
    let leaf = asm.nominal("Leaf", .object)
    asm.module.nominals[middle].superclass = asm.type(.nominal(base, [asm.type("Array", asm.type(.parameter(0)))]))
    asm.module.nominals[leaf].superclass = asm.type(.nominal(middle, [int]))
    let f = asm.function("Base.f", types: 1, parameters: 1, [UInt64(.ret, 0, 0, 1)])
    let overriding = asm.function(
      "Middle.f", types: 1, parameters: 1,
      [UInt64(.constInt, 2, imm: 1000), UInt64(.addI, 0, 0, 2), UInt64(.ret, 0, 0, 1)])
    asm.module.nominals[middle].overrides = [OverrideRow(base: f, override: overriding)]
    asm.module.nominals[leaf].overrides = [OverrideRow(base: f, override: overriding)]
    let leafType = asm.type(.nominal(leaf, []))
    let baseType = asm.type(.nominal(base, [int]))
    let make = asm.function(
      "make", results: 2,
      [
        UInt64(.makeObject, 0, 0, 0), UInt64(leafType), UInt64(.makeObject, 1, 0, 0), UInt64(baseType),
        UInt64(.ret, 0, 0, 2),
      ])
    let caller = asm.function(
      "caller", types: 1, parameters: 1, [UInt64(.callVirtual, 2, 0, 2), UInt64(f), UInt64(.ret, 2, 0, 1)])
    let machine = asm.machine()
    let objects = try machine.callResults(make)
    let arrayOfInt = machine.types.array(of: machine.intType)
    // Middle.f gets Middle's argument, Int, in the place of Base's.
    XCTAssertEqual(
      try machine.call(caller, types: [arrayOfInt], [objects[0]]).integer, 1000 + machine.intType)
    XCTAssertEqual(try machine.call(caller, types: [machine.intType], [objects[1]]).integer, machine.intType)
    XCTAssertEqual(trap { try machine.call(caller, types: [machine.intType], [.none]) }?.code, .unexpectedNil)
    XCTAssertNotNil(
      machine.cast(
        objects[0], from: machine.heap.type(objects[0]), to: machine.types.nominal(base, [arrayOfInt])))
    XCTAssertNil(
      machine.cast(objects[1], from: machine.heap.type(objects[1]), to: machine.types.nominal(leaf)))
  }

  func testGenericCodeMakesObjectsOfItsTypes() throws {
    var asm = Assembler()
    let array = asm.type("Array", asm.type(.parameter(0)))
    let make = asm.function(
      "make", types: 1, parameters: 1, [UInt64(.makeArray, 2, 1, 1), UInt64(array), UInt64(.ret, 2, 0, 1)])
    let machine = asm.machine()
    for type in [machine.intType, machine.doubleType, machine.intType] {
      XCTAssertEqual(
        machine.heap.type(try machine.call(make, types: [type], [1])), machine.types.array(of: type))
    }
  }

  func testGlobalsAreLazyAndCyclesTrap() throws {
    var asm = Assembler()
    let count = asm.native("test.count", .value, parameters: 0)
    let initial = asm.function("initial", [UInt64(.callNative, 0, 0, 0), UInt64(count), UInt64(.ret, 0, 0, 1)])
    let cyclic = asm.function("cyclic", places: [(0, 2)], [UInt64(.loadGlobal, 0, imm: 1), UInt64(.ret, 0, 0, 1)])
    asm.module.globals = [
      GlobalRow(name: "a", type: 0, initializer: initial), GlobalRow(name: "b", type: 0, initializer: cyclic),
    ]
    let read = asm.function(
      "read",
      [UInt64(.loadGlobal, 0, imm: 0), UInt64(.loadGlobal, 1, imm: 0), UInt64(.addI, 0, 0, 1), UInt64(.ret, 0, 0, 1)])
    let write = asm.function(
      "write", parameters: 1, [UInt64(.storeGlobal, 0, imm: 0), UInt64(.ret, 0, 0, 1)])
    var runs = 0
    let machine = asm.machine {
      $0.register("test.count") { call in
        runs += 1
        call.result = Word(integer: 20 + runs)
      }
    }
    XCTAssertEqual(try machine.call(read).integer, 42)
    XCTAssertEqual(runs, 1)
    try machine.call(write, [4])
    XCTAssertEqual(try machine.call(read).integer, 8)
    XCTAssertEqual(trap { try machine.call(cyclic) }?.code, .fatalError)
    XCTAssertEqual(trap { try machine.call(cyclic) }?.code, .fatalError, "a failed initialiser may run again")
  }

  func testNativesCallBackInBounds() throws {
    var asm = Assembler()
    let again = asm.native("test.again(_:)", .value, parameters: 1)
    let function = asm.function(
      "function", parameters: 1, places: [(0, 9)],
      [
        UInt64(.isNil, 1, 0), UInt64(.jumpIf, 1, imm: 5), UInt64(.callNative, 2, 0, 1), UInt64(again),
        UInt64(.ret, 2, 0, 1), UInt64(.constInt, 2, imm: 7), UInt64(.ret, 2, 0, 1),
      ])
    let machine = asm.machine {
      $0.register("test.again(_:)") { call in
        do throws(Trap) {
          let depth = call.integer(0)
          call.result = try call.machine.call(function, [depth == 0 ? .none : Word(integer: depth - 1)]) &+ 1
        } catch {
          call.trap(error)
        }
      }
    }
    XCTAssertEqual(try machine.call(function, [10]).integer, 7 + 11)
    let deep = trap { try machine.call(function, [100_000]) }
    XCTAssertEqual(deep?.code, .stackOverflow)
    XCTAssertEqual(deep?.place?.line, 9)
    XCTAssertEqual(try machine.call(function, [3]).integer, 7 + 4)
  }

  func testNativesWithoutHandler() throws {
    var asm = Assembler()
    _ = asm.nominal("Text")
    let text = asm.native("Text.init(_:)", .description, parameters: 1)
    let inert = asm.native("Thing.poke(_:)", .void, parameters: 2, results: 2)
    let value = asm.native("Thing.weight", .value, parameters: 1)
    func caller(_ native: Int, _ count: Int, _ results: Int) -> Int {
      asm.function(
        "caller", parameters: count, results: results,
        [UInt64(.callNative, 4, 0, count), UInt64(native), UInt64(.ret, 4, 0, results)])
    }
    let makeText = caller(text, 1, 1)
    let poke = caller(inert, 2, 2)
    let weight = caller(value, 1, 1)
    let machine = asm.machine()
    var notes: [Int] = []
    machine.hooks.onNote = { notes.append($0) }
    let word = try machine.call(makeText, [machine.makeString("hi")])
    let view = machine.view(word)
    XCTAssertEqual(view.key, "Text.init(_:)")
    XCTAssertEqual(view.count, 1)
    XCTAssertEqual(machine.heap.string(view[0]), "hi")
    XCTAssertEqual(machine.types.name(view.type), "Text")
    XCTAssertEqual(try machine.callResults(poke, [5, 6]), [.none, 5], "what would be changed stays")
    _ = try machine.callResults(poke, [5, 6])
    XCTAssertEqual(notes, [inert])
    XCTAssertEqual(trap { try machine.call(weight, [1]) }, Trap(.notModelled, "'Thing.weight'"))
  }

  func testTasksSuspendInNativesAndGoOn() throws {
    var asm = Assembler()
    let sleep = asm.native("test.sleep(_:)", .value, parameters: 1)
    let inner = asm.function(
      "inner", parameters: 1,
      [UInt64(.callNative, 1, 0, 1), UInt64(sleep), UInt64(.addI, 0, 0, 1), UInt64(.ret, 0, 0, 1)])
    let outer = asm.function(
      "outer", parameters: 1,
      handlers: [HandlerRow(start: 2, end: 4, target: 6, register: 3)],
      [
        UInt64(.call, 1, 0, 1), UInt64(inner), UInt64(.call, 2, 1, 1), UInt64(inner), UInt64(.nop),
        UInt64(.ret, 2, 0, 1), UInt64(.ret, 3, 0, 1),
      ])
    let machine = asm.machine { $0.register("test.sleep(_:)") { call in call.suspend() } }
    func suspended(_ outcome: TaskOutcome) throws -> Int {
      guard case .suspended(let id) = outcome else { throw Trap(.badProgram) }
      return id
    }
    func finished(_ outcome: TaskOutcome) throws -> [Word] {
      guard case .finished(let words) = outcome else { throw Trap(.badProgram) }
      return words
    }
    let first = try suspended(try machine.startTask(outer, [1]))
    let second = try suspended(try machine.startTask(outer, [100]))
    let firstAgain = try suspended(try machine.resume(first, results: [10]))
    XCTAssertEqual(try finished(try machine.resume(firstAgain, results: [5])), [16])
    let secondAgain = try suspended(try machine.resume(second, results: [1]))
    XCTAssertEqual(try finished(try machine.resume(secondAgain, throwing: 77)), [77], "the handler of the caller")
    XCTAssertEqual(trap { _ = try machine.resume(secondAgain) }?.code, .badProgram)
    XCTAssertEqual(
      try machine.call(inner, [4]).integer, 4 + Int(bitPattern: UInt(Word.none)), "no suspension in a call")
  }

  func testBadWordsTrap() {
    var asm = Assembler()
    let int = asm.type("Int")
    let codes: [(String, [UInt64])] = [
      ("getField", [UInt64(.getField, 1, 0, 3)]), ("setField", [UInt64(.setField, 0, 9, 1)]),
      ("enumTag", [UInt64(.enumTag, 1, 0)]), ("loadBox", [UInt64(.loadBox, 1, 0)]),
      ("storeBox", [UInt64(.storeBox, 0, 1)]), ("arrayCount", [UInt64(.arrayCount, 1, 0)]),
      ("arrayGet", [UInt64(.arrayGet, 1, 0, 1)]), ("arraySet", [UInt64(.arraySet, 0, 1, 1)]),
      ("arrayAppend", [UInt64(.arrayAppend, 0, 1)]), ("closure", [UInt64(.callClosure, 1, 1, 0), 0]),
      ("weak", [UInt64(.loadWeak, 1, 0)]), ("tracked", [UInt64(.getTracked, 1, 0, 7)]),
    ]
    let functions = codes.map { asm.function($0.0, parameters: 1, $0.1 + [UInt64(.ret, 1, 0, 1)]) }
    // Any register as a type.
    let types = asm.function(
      "types", parameters: 1,
      [
        UInt64(.describe, 1, 0, 0), UInt64(.equal, 1, 0, 0), UInt64(.typeOf, 1, 0, 0),
        UInt64(.makeExistential, 1, 0, 0), UInt64(.cast, 2, 1, 0), UInt64(1 << 32), UInt64(.unique, 0),
        UInt64(.share, 0), UInt64(.openExistential, 3, 0), UInt64(.existentialType, 3, 0), UInt64(.ret, 1, 0, 1),
      ])
    let machine = asm.machine()
    _ = int
    let words: [Word] = [
      0, 5, .max, Word(number: .nan), Word(handle: 0), Word(handle: 123_456), Word(handle: Int(UInt32.max)),
      machine.makeString("x"), machine.heap.make(.weak, type: 0, []), machine.heap.make(.box, type: 0, [1]),
      machine.heap.make(.closure, type: 0, [Word.max]), machine.heap.make(.dictionary, type: 0, []),
    ]
    for function in functions {
      for word in words where !(machine.heap.kind(word) == .box && [3, 4].contains(function)) {
        let code = trap { try machine.call(function, [word]) }?.code
        let isWeak = function == functions[10] && machine.heap.kind(word) == .weak
        XCTAssertEqual(code, isWeak ? nil : .badProgram, "\(asm.module.functions[function].name) \(word)")
      }
    }
    for word in words { _ = trap { try machine.call(types, [word]) } }
  }

  func testUnsoundFunctionsTrapWhenCalled() {
    var asm = Assembler()
    let bad: [[UInt64]] = [
      [UInt64(.move, 0, 16), UInt64(.ret, 0, 0, 1)], [UInt64(.jump, 0, imm: 9)], [UInt64(.jump, 0, imm: -1)],
      [UInt64(.call, 0, 0, 0)], [UInt64(.call, 0, 0, 0), 999], [UInt64(.ret, 0, 0, 2)], [UInt64(0xFFFF)],
      [UInt64(.constString, 0, imm: 0), UInt64(.ret, 0, 0, 1)], [UInt64(.makeStruct, 0, 10, 8), 0],
      [UInt64(.jump, 0, imm: 2), UInt64(.makeStruct, 0, 0, 0), 0], [UInt64(.callNative, 0, 0, 0), 0], [],
      [UInt64(.nop)],
    ]
    let functions = bad.map { asm.function("bad", $0) }
    let machine = asm.machine()
    for function in functions {
      XCTAssertEqual(trap { try machine.call(function) }?.code, .badProgram)
    }
  }

  func testTrackedFieldsAreReported() throws {
    var asm = Assembler()
    let model = asm.nominal("Model", .object)
    asm.module.nominals[model].fields = [FieldRow(name: "count", type: asm.type("Int"))]
    let type = asm.type(.nominal(model, []))
    let run = asm.function(
      "run",
      [
        UInt64(.makeObject, 0, 0, 0), UInt64(type), UInt64(.constInt, 1, imm: 4), UInt64(.setTracked, 0, 0, 1),
        UInt64(.getTracked, 2, 0, 0), UInt64(.ret, 2, 0, 1),
      ])
    let machine = asm.machine()
    var log: [String] = []
    machine.hooks.onRead = { _, field in log.append("read \(field)") }
    machine.hooks.onWrite = { object, field, new in
      log.append("write \(field) \(new) over \(machine.heap.slot(object, field) == .none)")
    }
    XCTAssertEqual(try machine.call(run), 4)
    XCTAssertEqual(log, ["write 0 4 over true", "read 0"])
  }
}
