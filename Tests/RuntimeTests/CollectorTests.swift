import SceneIR
import XCTest

@testable import SceneRuntime

final class CollectorTests: XCTestCase {
  func testGarbageGoesAndWhatIsReachedStays() throws {
    var asm = Assembler()
    let ints = asm.type("Array", asm.type("Int"))
    // Makes `n` arrays of one element and keeps the last.
    let make = asm.function(
      "make", parameters: 1,
      [
        UInt64(.constInt, 1, imm: 0), UInt64(.constInt, 2, imm: 1), UInt64(.ltI, 3, 1, 0),
        UInt64(.jumpIfNot, 3, imm: 8),
        UInt64(.makeArray, 4, 1, 1), UInt64(ints), UInt64(.addI, 1, 1, 2), UInt64(.jump, 0, imm: 2),
        UInt64(.ret, 4, 0, 1),
      ])
    let machine = asm.machine()
    var root = try machine.call(make, [10_000])
    machine.hooks.roots = { visit in visit(root) }
    let before = machine.heap.bytesInUse
    XCTAssertGreaterThanOrEqual(before, 10_000 * 24)
    try machine.collect()
    XCTAssertLessThan(machine.heap.bytesInUse, 200)
    XCTAssertEqual(machine.heap.slot(root, 0), 9_999)
    let objects = machine.heap.objectCount
    root = try machine.call(make, [10_000])
    XCTAssertLessThanOrEqual(machine.heap.objectCount, objects + 1, "freed objects are used again")
    XCTAssertEqual(machine.heap.slot(root, 0), 9_999)
  }

  func testCyclesAndStringsAreReclaimed() throws {
    let machine = Assembler().machine()
    let heap = machine.heap
    let first = heap.make(.box, type: 0, [.none])
    let second = heap.make(.box, type: 0, [first])
    heap.setSlot(first, 0, second)
    for i in 0..<100 { _ = machine.makeString("string number \(i)") }
    let kept = machine.makeString("kept")
    machine.hooks.roots = { visit in visit(kept) }
    try machine.collect()
    XCTAssertEqual(heap.kind(first), .free)
    XCTAssertEqual(heap.kind(second), .free)
    XCTAssertEqual(heap.string(kept), "kept")
    XCTAssertEqual(heap.bytesInUse, 16 + 4)
    XCTAssertEqual(heap.string(machine.makeString("again")), "again")
  }

  func testDeinitialisersRunInCreationOrderAfterWeakReferencesAreCleared() throws {
    var asm = Assembler()
    let note = asm.native("test.note(_:_:)", .value, parameters: 2)
    let model = asm.nominal("Model", .object)
    asm.module.nominals[model].fields = [
      FieldRow(name: "id", type: asm.type("Int")), FieldRow(name: "peer", type: asm.type(.dynamic)),
    ]
    asm.module.nominals[model].deinitializer = asm.function(
      "Model.deinit", parameters: 1,
      [
        UInt64(.getField, 1, 0, 0), UInt64(.getField, 2, 0, 1), UInt64(.loadWeak, 2, 2),
        UInt64(.callNative, 3, 1, 2), UInt64(note), UInt64(.ret, 3, 0, 1),
      ])
    let type = asm.type(.nominal(model, []))
    let make = asm.function(
      "make", parameters: 1,
      [UInt64(.makeObject, 1, 0, 0), UInt64(type), UInt64(.setField, 1, 0, 0), UInt64(.ret, 1, 0, 1)])
    let link = asm.function(
      "link", parameters: 2, [UInt64(.makeWeak, 2, 1), UInt64(.setField, 0, 1, 2), UInt64(.ret, 2, 0, 1)])
    var notes: [String] = []
    let machine = asm.machine {
      $0.register("test.note(_:_:)") { notes.append("\($0.integer(0)) \($0[1] == .none ? "nil" : "alive")") }
    }
    let objects = try (1...4).map { try machine.call(make, [Word($0)]) }
    let kept = objects[3]
    machine.hooks.roots = { visit in visit(kept) }
    try machine.call(link, [objects[2], objects[0]])
    try machine.call(link, [objects[0], objects[1]])
    try machine.call(link, [objects[1], kept])
    try machine.collect()
    XCTAssertEqual(notes, ["1 nil", "2 alive", "3 nil"])
    XCTAssertEqual(machine.heap.kind(objects[0]), .free)
    XCTAssertEqual(machine.heap.kind(kept), .instance)
    try machine.collect()
    XCTAssertEqual(notes.count, 3, "once each")
    machine.hooks.roots = nil
    try machine.collect()
    XCTAssertEqual(notes.last, "4 nil")
  }

  func testResurrectedObjectsLive() throws {
    var asm = Assembler()
    let model = asm.nominal("Phoenix", .object)
    let type = asm.type(.nominal(model, []))
    let empty = asm.function("empty", [UInt64(.constNil, 0), UInt64(.ret, 0, 0, 1)])
    asm.module.globals = [GlobalRow(name: "nest", type: 0, initializer: empty)]
    asm.module.nominals[model].deinitializer = asm.function(
      "Phoenix.deinit", parameters: 1, [UInt64(.storeGlobal, 0, imm: 0), UInt64(.ret, 0, 0, 1)])
    let make = asm.function("make", [UInt64(.makeObject, 0, 0, 0), UInt64(type), UInt64(.ret, 0, 0, 1)])
    let machine = asm.machine()
    let object = try machine.call(make)
    try machine.collect()
    XCTAssertEqual(machine.heap.kind(object), .instance)
    try machine.collect()
    XCTAssertEqual(machine.heap.kind(object), .instance, "reached from the global now")
  }

  func testAFullHeapTraps() throws {
    var asm = Assembler()
    let array = asm.type("Array", asm.type("Int"))
    let endless = asm.function(
      "endless", places: [(0, 6)],
      [
        UInt64(.makeArray, 0, 0, 0), UInt64(array), UInt64(.arrayAppend, 0, 1), UInt64(.jump, 0, imm: 2),
        UInt64(.ret, 0, 0, 1),
      ])
    var limits = MachineLimits()
    limits.heapBytes = 1 << 20
    let machine = asm.machine(limits: limits)
    machine.stack.registers[1] = 7
    XCTAssertEqual(
      trap { try machine.call(endless) }, Trap(.outOfMemory, place: SourcePoint(file: 0, line: 6, column: 1)))
    try machine.collect()
    machine.beginEvent()
    XCTAssertEqual(machine.heap.bytesInUse, 0)
    XCTAssertNotEqual(machine.makeArray([1], of: machine.intType), .none)
  }

  func testSuspendedTasksAreRoots() throws {
    var asm = Assembler()
    let sleep = asm.native("test.sleep()", .value, parameters: 0)
    let box = asm.function(
      "box", parameters: 1,
      [
        UInt64(.makeBox, 1, 0), UInt64(.callNative, 2, 0, 0), UInt64(sleep), UInt64(.loadBox, 2, 1),
        UInt64(.ret, 2, 0, 1),
      ])
    let machine = asm.machine { $0.register("test.sleep()") { $0.suspend() } }
    guard case .suspended(let task) = try machine.startTask(box, [42]) else { return XCTFail("not suspended") }
    try machine.collect()
    guard case .finished(let results) = try machine.resume(task) else { return XCTFail("not finished") }
    XCTAssertEqual(results, [42])
  }
}
