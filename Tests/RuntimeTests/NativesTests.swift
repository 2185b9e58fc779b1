import SceneIR
import XCTest

@testable import SceneRuntime

final class NativesTests: XCTestCase {
  private func makeMachine(seed: UInt64 = 1) -> Machine {
    var asm = Assembler()
    for name in ["String.Index", "Unicode.Scalar", "ObjectIdentifier"] { _ = asm.structure(name, [("_offset", 0)]) }
    _ = asm.structure("Range", [("lowerBound", asm.type(.parameter(0))), ("upperBound", asm.type(.parameter(0)))])
    _ = asm.type("Int")
    return asm.machine(seed: seed)
  }

  /// Calls a handler directly; all results.
  private func results(_ machine: Machine, _ key: String, _ arguments: [Word]) throws -> [Word] {
    let handler = try XCTUnwrap(StandardLibrary.handlers[key], key)
    var arguments = arguments + [.none]
    var results = [Word](repeating: .none, count: NativeCall.maximumResults)
    return try arguments.withUnsafeMutableBufferPointer { given in
      try results.withUnsafeMutableBufferPointer { out in
        var call = NativeCall(
          machine: machine, native: 0, count: given.count - 1, arguments: given.baseAddress!, results: out.baseAddress!)
        handler(&call)
        switch call.outcome {
        case .trapped(let trap): throw trap
        default: return Array(out.prefix(call.resultCount))
        }
      }
    }
  }

  private func result(_ machine: Machine, _ key: String, _ arguments: Word...) throws -> Word {
    try results(machine, key, arguments)[0]
  }

  private func text(_ machine: Machine, _ key: String, _ arguments: Word...) throws -> String? {
    machine.heap.string(try results(machine, key, arguments)[0])
  }

  private func range(_ machine: Machine, _ lower: Word, _ upper: Word) -> Word {
    machine.heap.make(.structure, type: machine.types.named("Range", [machine.intType])!, [lower, upper])
  }

  func testIntegers() throws {
    let machine = makeMachine()
    XCTAssertEqual(try result(machine, "UInt8.+(_:_:)", 200, 55), 255)
    XCTAssertThrowsError(try result(machine, "UInt8.+(_:_:)", 200, 56))
    XCTAssertEqual(try result(machine, "UInt64.-(_:_:)", .max, 1), .max - 1)
    XCTAssertThrowsError(try result(machine, "UInt64.-(_:_:)", 0, 1))
    XCTAssertEqual(try result(machine, "UInt64./(_:_:)", .max, 2), Word.max / 2)
    XCTAssertEqual(try result(machine, "UInt.<(_:_:)", 1, .max), .truth)
    XCTAssertEqual(try result(machine, "Int.<(_:_:)", 1, .max), .falsehood)
    XCTAssertEqual(try result(machine, "Int8.&+(_:_:)", 127, 1).integer, -128)
    XCTAssertEqual(try result(machine, "Int.<<(_:_:)", 1, 70), 0)
    XCTAssertEqual(try result(machine, "Int.>>(_:_:)", Word(integer: -8), 1).integer, -4)
    XCTAssertEqual(try result(machine, "UInt8.prefix ~(_:)", 0b1010_1010), 0b0101_0101)
    XCTAssertEqual(try result(machine, "UInt8.leadingZeroBitCount", 1), 7)
    XCTAssertEqual(try result(machine, "Int16.byteSwapped", 0x1234).integer, 0x3412)
    XCTAssertEqual(try result(machine, "Int.init(_parse:radix:)", machine.makeString("-42"), 10).integer, -42)
    XCTAssertEqual(try result(machine, "Int.init(_parse:radix:)", machine.makeString("ff"), 16), 255)
    XCTAssertEqual(try result(machine, "Int.init(_parse:radix:)", machine.makeString("4 2"), 10), .none)
    XCTAssertEqual(try result(machine, "UInt8.init(exactlyDouble:)", Word(number: 256)), .none)
    XCTAssertEqual(try result(machine, "UInt8.init(exactlyDouble:)", Word(number: 255)), 255)
    XCTAssertThrowsError(try result(machine, "UInt8.init(double:)", Word(number: -1)))
    XCTAssertEqual(try result(machine, "UInt64.init(double:)", Word(number: 0x1p63)), 1 << 63)
    XCTAssertThrowsError(try result(machine, "Int.init(unsigned:)", .max))
    XCTAssertEqual(try text(machine, "UInt64.description", .max), "18446744073709551615")
    XCTAssertEqual(try text(machine, "String.init(_word:isSigned:radix:uppercase:)", 255, 1, 16, 1), "FF")
    let overflow = try result(machine, "Int8.addingReportingOverflow(_:)", 127, 1)
    XCTAssertEqual(machine.heap.contents(overflow).map(\.integer), [-128, 1])
  }

  func testFloats() throws {
    let machine = makeMachine()
    func number(_ key: String, _ arguments: Double...) throws -> Double {
      try results(machine, key, arguments.map { Word(number: $0) })[0].number
    }
    XCTAssertEqual(try number("Double.rounded()", -2.5), -3)
    XCTAssertEqual(try result(machine, "Double.rounded(rule:)", Word(number: 2.5), 1).number, 2)
    XCTAssertEqual(try result(machine, "Double.rounded(rule:)", Word(number: -2.5), 2).number, -2)
    XCTAssertEqual(try number("Double.truncatingRemainder(dividingBy:)", -7, 3), -1)
    XCTAssertEqual(try number("Double.remainder(dividingBy:)", 5, 3), -1)
    XCTAssertEqual(try number("Float./(_:_:)", 1, 3), Double(Float(1) / 3))
    XCTAssertEqual(try number("Float.pi"), Double(Float.pi))
    XCTAssertEqual(try number("Double.ulp", 1), .ulpOfOne)
    XCTAssertEqual(try text(machine, "Double.description", Word(number: 1e16)), "1e+16")
    XCTAssertEqual(try text(machine, "Double.description", Word(number: 0.1)), "0.1")
    XCTAssertEqual(try text(machine, "Float.description", Word(number: Double(Float(0.1)))), "0.1")
    XCTAssertEqual(try result(machine, "Double.init(_parse:)", machine.makeString("1e3")).number, 1000)
    XCTAssertEqual(try result(machine, "Double.init(_parse:)", machine.makeString("x")), .none)
    XCTAssertEqual(try result(machine, "Double.sign", Word(number: -0.0)), 1)
    XCTAssertEqual(try result(machine, "Double.floatingPointClass", Word(number: 0)), 6)
    XCTAssertEqual(try number("hypot(_:_:)", 3, 4), 5)
    XCTAssertEqual(try number("pow(_:_:)", 2, 10), 1024)
  }

  func testMathIsExactToItsBits() {
    // Bit patterns: frames must not differ between processors.
    XCTAssertEqual(SceneMath.sinh(1), 1.1752011936438014, accuracy: 4e-16)
    XCTAssertEqual(SceneMath.cosh(1), 1.5430806348152437, accuracy: 4e-16)
    XCTAssertEqual(SceneMath.tanh(0.5), 0.46211715726000975, accuracy: 2e-16)
    XCTAssertEqual(SceneMath.expm1(1e-10), 1.00000000005e-10, accuracy: 1e-25)
    XCTAssertEqual(SceneMath.log1p(1e-10), 9.9999999995e-11, accuracy: 1e-25)
    XCTAssertEqual(SceneMath.cbrt(27), 3)
    XCTAssertEqual(SceneMath.cbrt(-8), -2)
    XCTAssertEqual(SceneMath.log2(8), 3)
    XCTAssertEqual(SceneMath.log10(1000), 3)
    XCTAssertEqual(SceneMath.exp2(-3), 0.125)
    XCTAssertEqual(SceneMath.asinh(2), 1.4436354751788103, accuracy: 4e-16)
    XCTAssertEqual(SceneMath.acosh(2), 1.3169578969248166, accuracy: 4e-16)
    XCTAssertEqual(SceneMath.atanh(0.5), 0.5493061443340548, accuracy: 2e-16)
    XCTAssertEqual(SceneMath.hypot(1e200, 1e200), 1.414213562373095e200, accuracy: 1e185)
    XCTAssertEqual(SceneMath.sin(1).bitPattern, 0x3FEA_ED54_8F09_0CEE)
    XCTAssertEqual(SceneMath.exp(1).bitPattern, 0x4005_BF0A_8B14_576A, "one unit above the nearest double")
  }

  func testRandomIsTheSameForASeed() throws {
    var source = RandomSource(seed: 0)
    XCTAssertEqual(source.next(), 0x99EC_5F36_CB75_F2B4, "xoshiro256** seeded with SplitMix64(0)")
    let (a, b, c) = (makeMachine(seed: 7), makeMachine(seed: 7), makeMachine(seed: 8))
    func draw(_ machine: Machine) throws -> [Int] {
      try (0..<20).map { _ in try result(machine, "Int.random(in:)", range(machine, 10, 20)).integer }
    }
    let first = try draw(a)
    XCTAssertEqual(first, try draw(b))
    XCTAssertNotEqual(first, try draw(c))
    XCTAssertTrue(first.allSatisfy { (10..<20).contains($0) })
    XCTAssertThrowsError(try result(a, "Int.random(in:)", range(a, 3, 3)))
    XCTAssertEqual(try result(a, "Int.random(inClosed:)", range(a, 3, 3)), 3)
    let unit = try result(a, "Double.random(in:)", range(a, Word(number: 0), Word(number: 1))).number
    XCTAssertTrue((0..<1).contains(unit))
  }

  func testStrings() throws {
    let machine = makeMachine()
    func string(_ text: String) -> Word { machine.makeString(text) }
    func position(_ offset: Int) -> Word { machine.heap.make(.structure, type: 0, [Word(integer: offset)]) }
    func offset(_ word: Word) -> Int { machine.heap.slot(word, 0).integer }
    let family = string("a👨‍👩‍👧é")
    XCTAssertEqual(try result(machine, "String.count", family), 3)
    XCTAssertEqual(offset(try result(machine, "String.index(after:)", family, position(1))), 19)
    XCTAssertEqual(offset(try result(machine, "String.index(_:offsetBy:)", family, position(0), 3)), 21)
    XCTAssertThrowsError(try result(machine, "String.index(_:offsetBy:)", family, position(0), 4))
    XCTAssertThrowsError(try result(machine, "String.index(after:)", family, position(21)))
    XCTAssertThrowsError(try result(machine, "String.subscript(_:)", family, position(99)))
    XCTAssertEqual(try text(machine, "String.subscript(_:)", family, position(1)), "👨‍👩‍👧")
    XCTAssertEqual(try text(machine, "String._slice(_:_:)", family, position(0), position(1)), "a")
    XCTAssertEqual(try result(machine, "String.distance(from:to:)", family, position(0), position(21)), 3)
    XCTAssertEqual(
      try result(machine, "String.==(_:_:)", string("e\u{301}"), string("é")), .truth, "canonical equivalence")
    XCTAssertEqual(offset(try result(machine, "String._find(_:from:)", string("banana"), string("an"), position(2))), 3)
    XCTAssertEqual(try result(machine, "String._find(_:from:)", string("banana"), string("x"), position(0)), .none)
    func list(_ word: Word) -> [String] { machine.heap.contents(word).map { machine.heap.string($0) ?? "" } }
    XCTAssertEqual(list(try result(machine, "String._split(_:)", string("a,b,,c"), string(","))), ["a", "b", "", "c"])
    XCTAssertEqual(list(try result(machine, "String._characters", string("ab"))), ["a", "b"])
    XCTAssertEqual(
      try text(machine, "String._replace(_:with:options:)", string("one two"), string("o"), string("0"), 0), "0ne tw0")
    XCTAssertEqual(
      try text(machine, "String._replace(_:with:options:)", string("One two"), string("o"), string("0"), 1), "0ne tw0")
    XCTAssertEqual(try text(machine, "String._capitalized", string("hELLO world's end")), "Hello World's End")
    XCTAssertEqual(try text(machine, "String.init(repeating:count:)", string("ab"), 3), "ababab")
    XCTAssertThrowsError(try result(machine, "String.init(repeating:count:)", string("ab"), Word(integer: .max)))
    XCTAssertEqual(try text(machine, "String.concatenate(_:)", string("a"), string("b"), string("c")), "abc")
    let own = string("grow")
    XCTAssertEqual(try results(machine, "String.append(_:)", [own, string("n")])[1], own, "in place")
    XCTAssertEqual(machine.heap.string(own), "grown")
    machine.heap.share(own)
    let copy = try results(machine, "String.append(_:)", [own, string("!")])[1]
    XCTAssertEqual(machine.heap.string(copy), "grown!")
    XCTAssertEqual(machine.heap.string(own), "grown", "a shared string is copied")
    XCTAssertEqual(try result(machine, "Character.isLetter", string("ß")), .truth)
    XCTAssertEqual(try result(machine, "Character.wholeNumberValue", string("7")), 7)
    XCTAssertEqual(try result(machine, "Character.asciiValue", string("é")), .none)
    XCTAssertThrowsError(try result(machine, "Character.init(_:)", string("ab")))
  }

  func testPrintfConversions() throws {
    let machine = makeMachine()
    func format(_ format: String, _ values: (Word, TypeId)...) throws -> String {
      try machine.format(format, values.map { machine.erase($0.0, $0.1) }, nil)
    }
    let (int, double, string) = (machine.intType, machine.doubleType, machine.stringType)
    func number(_ value: Double) -> (Word, TypeId) { (Word(number: value), double) }
    XCTAssertEqual(try format("%.2f", number(3.14159)), "3.14")
    XCTAssertEqual(try format("%.2f", number(2.675)), "2.67", "the binary value lies below")
    XCTAssertEqual(try format("%.2f", number(0.125)), "0.12", "a tie goes to the even digit")
    XCTAssertEqual(try format("%.0f|%.1f", number(2.5), number(-0.05)), "2|-0.1")
    XCTAssertEqual(try format("%05d|%-5d|%+d", (42, int), (42, int), (42, int)), "00042|42   |+42")
    XCTAssertEqual(try format("%02d:%02d", (5, int), (9, int)), "05:09")
    XCTAssertEqual(try format("%x %X %o", (255, int), (255, int), (8, int)), "ff FF 10")
    XCTAssertEqual(
      try format("%e %g %g %g", number(12345.678), number(0.0001), number(1e6), number(1e5)),
      "1.234568e+04 0.0001 1e+06 100000")
    XCTAssertEqual(try format("%@ is %d%%", (machine.makeString("all"), string), (100, int)), "all is 100%")
    XCTAssertEqual(try format("%2$@ %1$@", (machine.makeString("b"), string), (machine.makeString("a"), string)), "a b")
    XCTAssertEqual(try format("%8.3f|%-8.1f|", number(3.14159), number(2)), "   3.142|2.0     |")
    XCTAssertEqual(try format("%ld %lld %lu", (1, int), (2, int), (3, int)), "1 2 3")
    XCTAssertEqual(try format("%f", number(1e22)), "10000000000000000000000.000000")
    XCTAssertEqual(try format("%.3f", number(5e-324)), "0.000")
    XCTAssertEqual(try format("%*d", (5, int), (1, int)), "    1")
    XCTAssertEqual(try format("100%"), "100%")
    XCTAssertEqual(try format("%d"), "")
    XCTAssertEqual(try format("%.1f", number(.infinity)), "inf")
  }

  func testNumberStyles() {
    var style = NumberStyle()
    XCTAssertEqual(style.format(1234.5678, isInteger: false), "1,234.5678")
    XCTAssertEqual(style.format(1.0 / 3, isInteger: false), "0.333333")
    XCTAssertEqual(style.format(-1_234_567, isInteger: true), "-1,234,567")
    style.minimumFraction = 2
    style.maximumFraction = 2
    XCTAssertEqual(style.format(2.675, isInteger: false), "2.68", "styles round the shortest decimal")
    XCTAssertEqual(style.format(3, isInteger: false), "3.00")
    style = NumberStyle()
    style.kind = .percent
    XCTAssertEqual(style.format(0.123, isInteger: false), "12.3%")
    XCTAssertEqual(style.format(50, isInteger: true), "50%")
    style = NumberStyle()
    style.kind = .currency
    XCTAssertEqual(style.format(1234.5, isInteger: false), "$1,234.50")
    XCTAssertEqual(style.format(-5, isInteger: false), "-$5.00")
    style = NumberStyle()
    style.isCompact = true
    XCTAssertEqual(style.format(1234, isInteger: true), "1.2K")
    XCTAssertEqual(style.format(12_345, isInteger: true), "12K")
    XCTAssertEqual(style.format(1_500_000, isInteger: true), "1.5M")
    XCTAssertEqual(style.format(999, isInteger: true), "999")
    style = NumberStyle()
    style.significant = 3...3
    XCTAssertEqual(style.format(3.14159, isInteger: false), "3.14")
    XCTAssertEqual(style.format(2, isInteger: false), "2.00")
  }

  func testArrays() throws {
    let machine = makeMachine()
    func ints(_ word: Word) -> [Int] { machine.heap.contents(word).map(\.integer) }
    let array = machine.makeArray([1, 2, 3], of: machine.intType)
    XCTAssertEqual(try results(machine, "Array.append(_:)", [array, 4])[1], array)
    _ = try results(machine, "Array.insert(_:at:)", [array, 0, 0])
    XCTAssertEqual(ints(array), [0, 1, 2, 3, 4])
    XCTAssertEqual(try results(machine, "Array.remove(at:)", [array, 1]), [1, array])
    XCTAssertEqual(try results(machine, "Array.removeLast()", [array]), [4, array])
    _ = try results(machine, "Array.swapAt(_:_:)", [array, 0, 2])
    XCTAssertEqual(ints(array), [3, 2, 0])
    _ = try results(machine, "Array.reverse()", [array])
    XCTAssertEqual(ints(array), [0, 2, 3])
    _ = try results(machine, "Array.subscript(_:)=", [array, 9, 1])
    XCTAssertEqual(ints(array), [0, 9, 3])
    _ = try results(machine, "Array.removeSubrange(_:)", [array, range(machine, 0, 2)])
    XCTAssertEqual(ints(array), [3])
    XCTAssertThrowsError(try results(machine, "Array.removeSubrange(_:)", [array, range(machine, 0, 2)]))
    XCTAssertThrowsError(try result(machine, "Array.subscript(_:)", array, 1))
    machine.heap.share(array)
    let changed = try results(machine, "Array.append(_:)", [array, 4])[1]
    XCTAssertNotEqual(changed, array)
    XCTAssertEqual(ints(array), [3])
    XCTAssertEqual(ints(changed), [3, 4])
    XCTAssertEqual(ints(try result(machine, "Array.+(_:_:)", array, changed)), [3, 3, 4])
    let repeated = try result(machine, "Array.init(repeating:count:)", 7, 3, Word(integer: machine.intType))
    XCTAssertEqual(ints(repeated), [7, 7, 7])
    XCTAssertEqual(try text(machine, "Array.description", repeated), "[7, 7, 7]")
    XCTAssertThrowsError(try result(machine, "Array.init(repeating:count:)", 7, Word(integer: -1)))
    _ = try? results(machine, "Array.init(repeating:count:)", [7, Word(integer: .max), 0])
    XCTAssertTrue(machine.heap.isExhausted)
  }

  func testDictionariesKeepTheOrderOfInsertion() throws {
    let machine = makeMachine()
    let (int, string) = (machine.intType, machine.stringType)
    func key(_ text: String) -> Word { machine.makeString(text) }
    let dictionary = try machine.makeDictionary([], string, int)
    for i in 0..<1000 {
      _ = try results(machine, "Dictionary.subscript(_:)=", [dictionary, Word(integer: i), key("key \(i)")])
    }
    XCTAssertEqual(try result(machine, "Dictionary.count", dictionary), 1000)
    XCTAssertEqual(try result(machine, "Dictionary.subscript(_:)", dictionary, key("key 567")), 567)
    XCTAssertEqual(try result(machine, "Dictionary.subscript(_:)", dictionary, key("none")), .none)
    for i in 0..<990 where i != 5 {
      _ = try results(machine, "Dictionary.subscript(_:)=", [dictionary, .none, key("key \(i)")])
    }
    _ = try results(machine, "Dictionary.subscript(_:)=", [dictionary, 1, key("new")])
    let keys = machine.heap.contents(try result(machine, "Dictionary._keyArray", dictionary))
    XCTAssertEqual(keys.map { machine.heap.string($0) }, ["key 5"] + (990..<1000).map { "key \($0)" } + ["new"])
    XCTAssertEqual(
      try machine.describe(
        try machine.makeDictionary([(key("a"), 1), (key("b"), 2)], string, int),
        type: machine.types.known(.dictionary, [string, int])), "[\"a\": 1, \"b\": 2]")
    let left = try machine.makeDictionary([(key("a"), 1), (key("b"), 2)], string, int)
    let right = try machine.makeDictionary([(key("b"), 2), (key("a"), 1)], string, int)
    XCTAssertTrue(try machine.equal(left, right, type: machine.heap.type(left)))
  }

  func testSets() throws {
    let machine = makeMachine()
    let tuple = machine.types.intern(.tuple, nominal: -1, [machine.intType, machine.stringType])
    func element(_ number: Int) -> Word {
      machine.makeTuple(
        [Word(integer: number), machine.makeString("t\(number)")], [machine.intType, machine.stringType])
    }
    let set = try machine.makeSet([], of: tuple)
    for i in 0..<100 {
      XCTAssertEqual(try results(machine, "Set._insert(_:)", [set, element(i % 50)])[0], Word(truth: i < 50))
    }
    XCTAssertEqual(try result(machine, "Set.count", set), 50)
    XCTAssertEqual(try result(machine, "Set.contains(_:)", set, element(49)), .truth)
    XCTAssertEqual(try results(machine, "Set._remove(_:)", [set, element(3)])[0], .truth)
    XCTAssertEqual(try results(machine, "Set._remove(_:)", [set, element(3)])[0], .falsehood)
  }

  func testPrintGoesOutByLines() throws {
    let machine = makeMachine()
    var lines: [String] = []
    machine.hooks.onPrint = { lines.append($0) }
    let items = machine.makeArray(
      [machine.makeString("a"), machine.erase(1, machine.intType)], of: machine.types.any)
    let (space, end) = (machine.makeString(" "), machine.makeString("\n"))
    _ = try result(machine, "print(_:separator:terminator:)", items, space, end)
    _ = try result(machine, "print(_:separator:terminator:)", items, space, machine.makeString(";"))
    _ = try result(machine, "debugPrint(_:separator:terminator:)", items, space, end)
    XCTAssertEqual(lines, ["a 1", "a 1;\"a\" 1"])
  }

  func testTrapsOfTheScene() {
    let machine = makeMachine()
    XCTAssertThrowsError(try result(machine, "_fatalError(_:)", machine.makeString("no"))) {
      XCTAssertEqual($0 as? Trap, Trap(.fatalError, "no"))
    }
    XCTAssertThrowsError(try result(machine, "_assertionFailure(_:)", machine.makeString(""))) {
      XCTAssertEqual($0 as? Trap, Trap(.precondition))
    }
  }

  func testHashesAgreeWithEquality() throws {
    let machine = makeMachine()
    func hash(_ text: String) throws -> UInt64 { try machine.hash(machine.makeString(text), type: machine.stringType) }
    XCTAssertEqual(try hash("e\u{301}"), try hash("é"))
    XCTAssertEqual(try hash("\u{212A}"), try hash("K"))
    XCTAssertNotEqual(try hash("a"), try hash("b"))
    XCTAssertEqual(
      try machine.hash(Word(number: 0.0), type: machine.doubleType),
      try machine.hash(Word(number: -0.0), type: machine.doubleType))
  }
}

final class NativesFoundationTests: XCTestCase {
  func testDates() {
    func format(_ seconds: Double, _ pattern: String) -> String { CivilDate(secondsSince2001: seconds).format(pattern) }
    XCTAssertEqual(format(0, "yyyy-MM-dd'T'HH:mm:ss.SSS EEEE D"), "2001-01-01T00:00:00.000 Monday 1")
    XCTAssertEqual(format(788_918_400, "EEE, MMM d, yyyy"), "Thu, Jan 1, 2026")
    XCTAssertEqual(format(-1, "d.M.yy h:mm:ss a"), "31.12.00 11:59:59 PM")
    XCTAssertEqual(format(99_921_599.5, "yyyy-MM-dd HH:mm:ss.SS"), "2004-03-02 11:59:59.50")
    XCTAssertEqual(format(-978_307_200, "y MMMM d QQQ"), "1970 January 1 Q1")
    XCTAssertEqual(format(.nan, "y"), "2001")
    XCTAssertEqual(format(1e300, "'it''s' EEEEE").count, 6)
  }

  func testConfigurationObjectsKeepTheirProperties() throws {
    var asm = Assembler()
    _ = asm.nominal("NumberFormatter")
    _ = asm.nominal("NSNumber")
    let style = asm.nominal("NumberFormatter.Style")
    asm.module.nominals[style].kind = .enumeration
    asm.module.nominals[style].cases = ["none", "decimal", "currency"].map { CaseRow(name: $0, payload: []) }
    let make = asm.native("NumberFormatter.init()", .value, parameters: 0)
    let setStyle = asm.native("NumberFormatter.numberStyle=", .void, parameters: 2)
    let getStyle = asm.native("NumberFormatter.numberStyle", .value)
    let setDigits = asm.native("NumberFormatter.minimumFractionDigits=", .void, parameters: 2)
    let number = asm.native("NSNumber.init(double:)", .value)
    let string = asm.native("NumberFormatter.string(from:)", .value, parameters: 2)
    let run = asm.function(
      "run", parameters: 1, results: 2,
      [
        UInt64(.callNative, 1, 1, 0), UInt64(make), UInt64(.constInt, 2, imm: 1), UInt64(.callNative, 3, 1, 2),
        UInt64(setStyle), UInt64(.constInt, 2, imm: 2), UInt64(.callNative, 3, 1, 2), UInt64(setDigits),
        UInt64(.callNative, 2, 0, 1), UInt64(number), UInt64(.callNative, 4, 1, 2), UInt64(string),
        UInt64(.callNative, 5, 1, 1), UInt64(getStyle), UInt64(.ret, 4, 0, 2),
      ])
    let unset = asm.native("NumberFormatter.roundingMode", .value)
    let read = asm.function(
      "read",
      [UInt64(.callNative, 0, 0, 0), UInt64(make), UInt64(.callNative, 0, 0, 1), UInt64(unset), UInt64(.ret, 0, 0, 1)])
    let machine = asm.machine()
    let results = try machine.callResults(run, [Word(number: 1234.5)])
    XCTAssertEqual(machine.heap.string(results[0]), "1,234.50")
    XCTAssertEqual(results[1], 1)
    XCTAssertEqual(trap { try machine.call(read) }?.code, .notModelled)
  }

  func testIdentifiersComeFromTheSeed() {
    let (a, b) = (Assembler().machine(seed: 3), Assembler().machine(seed: 3))
    let first = a.makeIdentifier()
    XCTAssertEqual(first, b.makeIdentifier())
    XCTAssertNotEqual(first, a.makeIdentifier())
    XCTAssertEqual(first.split(separator: "-").map(\.count), [8, 4, 4, 4, 12])
    XCTAssertEqual(Array(first)[14], "4")
  }
}
