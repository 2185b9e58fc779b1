import SceneIR
import XCTest

@testable import SceneRuntime

final class ValuesTests: XCTestCase {
  private struct Fixture {
    var machine: Machine
    var point: TypeId
    var suit: TypeId
    var name: TypeId
    var base: TypeId
    var leaf: TypeId
  }

  /// struct Point { x: Int, y: Double }, enum Suit { hearts, spades }, struct Name: CustomStringConvertible,
  /// Equatable (by length), class Leaf: Base.
  private func makeFixture() -> Fixture {
    var asm = Assembler()
    let int = asm.type("Int")
    let double = asm.type("Double")
    let string = asm.type("String")
    let point = asm.structure("Point", [("x", int), ("y", double)])
    let suit = asm.nominal("Suit", .enumeration)
    asm.module.nominals[suit].cases = [CaseRow(name: "hearts", payload: []), CaseRow(name: "spades", payload: [])]
    let name = asm.structure("Name", [("text", string)])
    let base = asm.nominal("Base", .object)
    let leaf = asm.nominal("Leaf", .object)
    asm.module.nominals[leaf].superclass = asm.type(.nominal(base, []))
    asm.module.protocols = [
      ProtocolRow(name: "Equatable", requirements: ["==(_:_:)"], associatedTypes: []),
      ProtocolRow(name: "CustomStringConvertible", requirements: ["description"], associatedTypes: []),
      ProtocolRow(
        name: "Hashable", requirements: ["hash(into:)"],
        shapes: [
          RequirementShape(typeParameterCount: 0, parameterCount: 2, resultCount: 2)
        ], associatedTypes: []),
    ]
    let count = asm.native("String.count")
    let combine = asm.native("Hasher.combine(_:)", .value, parameters: 2, results: 2)
    let equal = asm.function(
      "Name.==", parameters: 2,
      [
        UInt64(.getField, 2, 0, 0), UInt64(.getField, 3, 1, 0), UInt64(.callNative, 2, 2, 1), UInt64(count),
        UInt64(.callNative, 3, 3, 1), UInt64(count), UInt64(.eqI, 2, 2, 3), UInt64(.ret, 2, 0, 1),
      ])
    let description = asm.function(
      "Name.description", parameters: 1, [UInt64(.getField, 1, 0, 0), UInt64(.ret, 1, 0, 1)])
    let hash = asm.function(
      "Name.hash", parameters: 2, results: 2,
      [
        UInt64(.getField, 2, 0, 0), UInt64(.callNative, 3, 2, 1), UInt64(count), UInt64(.move, 2, 1),
        UInt64(.callNative, 4, 2, 2), UInt64(combine), UInt64(.ret, 4, 0, 2),
      ])
    asm.module.conformances = [(0, equal), (1, description), (2, hash)].map {
      ConformanceRow(
        nominal: name, proto: $0.0, witnesses: [WitnessRow(function: $0.1, takesSelf: false)], associatedTypes: [])
    }
    let machine = asm.machine()
    let types = machine.types
    return Fixture(
      machine: machine, point: types.nominal(point), suit: types.nominal(suit), name: types.nominal(name),
      base: types.nominal(base), leaf: types.nominal(leaf))
  }

  func testDescriptionsAreThoseOfSwift() throws {
    let f = makeFixture()
    let m = f.machine
    func text(_ word: Word, _ type: TypeId) throws -> String { try m.describe(word, type: type) }
    let point = m.heap.make(.structure, type: f.point, [1, Word(number: 2)])
    let name = m.heap.make(.structure, type: f.name, [m.makeString("Ada")])
    XCTAssertEqual(try text(point, f.point), "Point(x: 1, y: 2.0)")
    XCTAssertEqual(
      try text(m.makeArray([point], of: f.point), m.types.array(of: f.point)), "[demo.Point(x: 1, y: 2.0)]")
    XCTAssertEqual(try text(1, f.suit), "spades")
    XCTAssertEqual(try text(m.makeArray([0], of: f.suit), m.types.array(of: f.suit)), "[demo.Suit.hearts]")
    XCTAssertEqual(try text(name, f.name), "Ada")
    XCTAssertEqual(try text(m.makeArray([name], of: f.name), m.types.array(of: f.name)), "[Ada]")
    XCTAssertEqual(try text(m.makeString("a\"b"), m.stringType), "a\"b")
    XCTAssertEqual(
      try text(m.makeArray([m.makeString("a\"b\n")], of: m.stringType), m.types.array(of: m.stringType)),
      "[\"a\\\"b\\n\"]")
    XCTAssertEqual(try text(m.makeString("x"), m.types.optional(of: m.stringType)), "Optional(\"x\")")
    XCTAssertEqual(try text(.none, m.types.optional(of: m.stringType)), "nil")
    XCTAssertEqual(
      try text(
        m.makeTuple([1, 0], [m.intType, m.boolType]), m.types.intern(.tuple, nominal: -1, [m.intType, m.boolType])),
      "(1, false)")
    XCTAssertEqual(try text(m.heap.make(.instance, type: f.leaf, []), f.base), "demo.Leaf")
    XCTAssertEqual(try text(m.erase(Word(number: 0.1), m.doubleType), m.types.any), "0.1")
    XCTAssertEqual(try text(Word(integer: f.point), m.types.intern(.metatype, nominal: -1, [f.point])), "Point")
    XCTAssertEqual(try text(Word(number: Double(Float(0.1))), m.types.known(.float)), "0.1")
    XCTAssertEqual(try text(.max, m.types.known(.uint64)), "18446744073709551615")
    XCTAssertEqual(
      try text(m.makeDictionaryForTest([], m.intType), m.types.known(.dictionary, [m.intType, m.intType])), "[:]")
  }

  func testEqualityUsesWitnessesInside() throws {
    let f = makeFixture()
    let m = f.machine
    func name(_ text: String) -> Word { m.heap.make(.structure, type: f.name, [m.makeString(text)]) }
    XCTAssertTrue(try m.equal(name("abc"), name("xyz"), type: f.name))
    XCTAssertFalse(try m.equal(name("abc"), name("wxyz"), type: f.name))
    let array = m.types.array(of: m.types.optional(of: f.name))
    XCTAssertTrue(
      try m.equal(
        m.makeArray([name("abc"), .none], of: m.types.optional(of: f.name)),
        m.makeArray([name("xyz"), .none], of: m.types.optional(of: f.name)), type: array))
    let set = try m.makeSet([name("abc"), name("xyz"), name("longer")], of: f.name)
    XCTAssertEqual(m.heap.contents(set).count, 2, "hash(into:) and == decide")
    let nan = Word(number: .nan)
    XCTAssertFalse(try m.equal(nan, nan, type: m.doubleType))
    XCTAssertTrue(try m.equal(Word(number: 0), Word(number: -0.0), type: m.doubleType))
    let point = m.heap.make(.structure, type: f.point, [1, Word(number: 2)])
    XCTAssertTrue(try m.equal(point, m.heap.make(.structure, type: f.point, [1, Word(number: 2)]), type: f.point))
    XCTAssertFalse(try m.equal(m.erase(1, m.intType), m.erase(1, m.doubleType), type: m.types.any))
  }

  func testIdenticalIsForChangeDetection() {
    let f = makeFixture()
    let m = f.machine
    let nan = m.heap.make(.structure, type: f.point, [1, Word(number: .nan)])
    XCTAssertTrue(m.identical(nan, m.heap.make(.structure, type: f.point, [1, Word(number: .nan)])))
    XCTAssertFalse(m.identical(nan, m.heap.make(.structure, type: f.point, [2, Word(number: .nan)])))
    let closure = m.heap.make(.closure, type: 0, [0])
    XCTAssertTrue(m.identical(closure, closure))
    XCTAssertFalse(m.identical(closure, m.heap.make(.closure, type: 0, [0])))
    XCTAssertTrue(m.identical(m.makeString("e\u{301}"), m.makeString("é")))
    XCTAssertFalse(m.identical(5, .none))
    let left = m.makeArray([m.makeString("a"), closure], of: 0)
    XCTAssertTrue(m.identical(left, m.makeArray([m.makeString("a"), closure], of: 0)))
    XCTAssertFalse(m.identical(m.heap.make(.instance, type: f.leaf, []), m.heap.make(.instance, type: f.leaf, [])))
  }

  func testSharedPartsDoNotUnfoldWithoutEnd() {
    var limits = MachineLimits()
    limits.eventFuel = 100_000
    let machine = Assembler().machine(limits: limits)
    var (a, b) = (machine.makeArray([1], of: machine.intType), machine.makeArray([2], of: machine.intType))
    var type = machine.types.array(of: machine.intType)
    for _ in 0..<60 {
      a = machine.heap.make(.array, type: machine.types.array(of: type), [a, a])
      b = machine.heap.make(.array, type: machine.types.array(of: type), [b, b])
      type = machine.types.array(of: type)
    }
    XCTAssertFalse(machine.identical(a, b, limit: 1000))
    XCTAssertFalse(try machine.equal(a, b, type: type))
    var same = machine.makeArray([1], of: machine.intType)
    var other = machine.makeArray([1], of: machine.intType)
    for _ in 0..<60 {
      same = machine.heap.make(.array, type: 0, [same, same])
      other = machine.heap.make(.array, type: 0, [other, other])
    }
    XCTAssertFalse(machine.identical(same, other, limit: 1000), "too large to tell counts as changed")
    XCTAssertEqual(trap { _ = try machine.equal(same, other, type: type) }?.code, .outOfFuel)
  }

  func testCasts() {
    let f = makeFixture()
    let m = f.machine
    let t = m.types
    let leaf = m.heap.make(.instance, type: f.leaf, [])
    XCTAssertEqual(m.cast(leaf, from: f.base, to: f.leaf), leaf)
    XCTAssertNil(m.cast(m.heap.make(.instance, type: f.base, []), from: f.base, to: f.leaf))
    let any = m.erase(5, m.intType)
    XCTAssertEqual(m.cast(any, from: t.any, to: m.intType), 5)
    XCTAssertNil(m.cast(any, from: t.any, to: m.doubleType), "numbers are not converted")
    XCTAssertEqual(m.cast(any, from: t.any, to: t.optional(of: m.intType)), 5)
    XCTAssertEqual(m.cast(.none, from: t.optional(of: m.intType), to: t.optional(of: t.any)), Word.none)
    XCTAssertNil(m.cast(.none, from: t.optional(of: m.intType), to: m.intType))
    let describable = t.intern(.existential, nominal: -1, [1])
    let name = m.heap.make(.structure, type: f.name, [m.makeString("x")])
    XCTAssertEqual(m.cast(name, from: f.name, to: describable), name, "tells its own type, so no box")
    XCTAssertNil(m.cast(any, from: t.any, to: describable))
    let mixed = m.makeArray([m.erase(1, m.intType), m.erase(2, m.intType)], of: t.any)
    let ints = m.cast(mixed, from: t.array(of: t.any), to: t.array(of: m.intType))
    XCTAssertEqual(ints.map { Array(m.heap.contents($0)) }, [1, 2])
    let broken = m.makeArray([m.erase(1, m.intType), m.makeString("x")], of: t.any)
    XCTAssertNil(m.cast(broken, from: t.array(of: t.any), to: t.array(of: m.intType)))
    let boxedNil = m.erase(.none, t.optional(of: m.intType))
    XCTAssertNil(m.cast(boxedNil, from: t.any, to: m.intType))
    XCTAssertEqual(m.cast(boxedNil, from: t.any, to: t.optional(of: m.intType)), Word.none)
    XCTAssertEqual(m.dynamicType(leaf, f.base), f.leaf)
    XCTAssertEqual(m.dynamicType(any, t.any), m.intType)
  }

  func testKeyPathsReadAndWrite() throws {
    var asm = Assembler()
    let int = asm.type("Int")
    let inner = asm.structure("Inner", [("value", int)])
    let outer = asm.structure("Outer", [("inner", asm.type(.nominal(inner, []))), ("maybe", int)])
    let model = asm.nominal("Model", .object)
    asm.module.nominals[model].fields = [FieldRow(name: "outer", type: asm.type(.nominal(outer, [])))]
    asm.module.nominals[model].observation = .observable
    // doubled: get { value * 2 + capture } set { value = newValue / 2 }
    let getter = asm.function(
      "get", parameters: 2,
      [UInt64(.getField, 2, 0, 0), UInt64(.addI, 2, 2, 2), UInt64(.addI, 2, 2, 1), UInt64(.ret, 2, 0, 1)])
    let setter = asm.function(
      "set", parameters: 3, results: 2,
      [
        UInt64(.constInt, 3, imm: 2), UInt64(.divI, 3, 1, 3), UInt64(.unique, 0), UInt64(.setField, 0, 0, 3),
        UInt64(.constNil, 4), UInt64(.move, 5, 0), UInt64(.ret, 4, 0, 2),
      ])
    asm.module.keyPaths = [
      KeyPathRow(components: [.field(0), .field(0)], text: "\\.inner.value", root: 0, value: 0),
      KeyPathRow(
        components: [.field(0), .accessor(getter: getter, setter: setter, captures: 1)], text: "\\.inner.doubled",
        root: 0, value: 0),
      KeyPathRow(components: [.field(0), .field(0), .field(0)], text: "\\.outer.inner.value", root: 0, value: 0),
      KeyPathRow(components: [.field(1), .optionalChain, .optionalWrap], text: "\\.maybe?", root: 0, value: 0),
    ]
    let machine = asm.machine()
    let heap = machine.heap
    let value = heap.make(.structure, type: machine.types.nominal(inner), [5])
    let root = heap.make(.structure, type: machine.types.nominal(outer), [value, .none])
    let plain = heap.make(.keyPath, type: 0, [0])
    let computed = heap.make(.keyPath, type: 0, [1, 100])
    XCTAssertEqual(try machine.read(keyPath: plain, from: root), 5)
    XCTAssertEqual(try machine.read(keyPath: computed, from: root), 110)
    let changed = try machine.write(keyPath: plain, to: root, 8)
    XCTAssertEqual(try machine.read(keyPath: plain, from: changed), 8)
    XCTAssertEqual(try machine.read(keyPath: plain, from: root), 5, "values are not changed in place")
    let halved = try machine.write(keyPath: computed, to: root, 6)
    XCTAssertEqual(try machine.read(keyPath: plain, from: halved), 3)
    XCTAssertEqual(try machine.read(keyPath: plain, from: root), 5)
    let object = heap.make(.instance, type: machine.types.nominal(model), [root])
    var log: [String] = []
    machine.hooks.onRead = { _, field in log.append("read \(field)") }
    machine.hooks.onWrite = { _, field, _ in log.append("write \(field)") }
    let deep = heap.make(.keyPath, type: 0, [2])
    XCTAssertEqual(try machine.write(keyPath: deep, to: object, 9), object)
    XCTAssertEqual(try machine.read(keyPath: deep, from: object), 9)
    XCTAssertEqual(log, ["read 0", "write 0", "read 0"])
    let chain = heap.make(.keyPath, type: 0, [3])
    XCTAssertEqual(try machine.read(keyPath: chain, from: root), .none)
    let joined = heap.make(.keyPath, type: 0, [Word(integer: -1), deep, plain, 1])
    XCTAssertThrowsError(try machine.read(keyPath: joined, from: object))
    XCTAssertThrowsError(try machine.read(keyPath: plain, from: 5))
    XCTAssertEqual(machine.keyPathText(plain), "\\.inner.value")
  }
}

extension Machine {
  fileprivate func makeDictionaryForTest(_ pairs: [(key: Word, value: Word)], _ type: TypeId) -> Word {
    (try? makeDictionary(pairs, type, type)) ?? .none
  }
}
