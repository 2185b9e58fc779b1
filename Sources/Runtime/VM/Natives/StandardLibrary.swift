/// The natives of the standard library and Foundation, by area. The table is built once a process.
import SceneIR

enum StandardLibrary {
  static let handlers: [String: NativeHandler] = {
    var table = NativeTable()
    table.addIntegers()
    table.addFloats()
    table.addMath()
    table.addStrings()
    table.addCharacters()
    table.addCollections()
    table.addGlobals()
    table.addFormatting()
    table.addFormatStyles()
    table.addFoundation()
    table.addKeyPaths()
    table.addScanner()
    return table.handlers
  }()
}

/// Handlers while they are collected.
struct NativeTable {
  var handlers: [String: NativeHandler] = [:]

  mutating func add(_ key: String, _ handler: @escaping NativeHandler) { handlers[key] = handler }
  mutating func add(_ keys: [String], _ handler: @escaping NativeHandler) {
    for key in keys { handlers[key] = handler }
  }
}

extension NativeRegistry {
  /// Registers the natives of the standard library and Foundation; what is registered already stays.
  package mutating func registerStandardLibrary() {
    if handlers.isEmpty {
      handlers = StandardLibrary.handlers
    } else {
      handlers.merge(StandardLibrary.handlers) { own, _ in own }
    }
  }
}

extension NativeCall {
  /// Runs what may trap.
  mutating func run(_ body: (inout NativeCall) throws(Trap) -> Void) {
    do throws(Trap) {
      try body(&self)
    } catch {
      trap(error)
    }
  }

  /// Takes fuel for work that grows with a value's size; false, with the trap set, when it is used up.
  mutating func charge(_ amount: Int) {
    machine.eventFuel -= amount
  }

  func setInteger(_ value: Int) { result = Word(integer: value) }
  func setNumber(_ value: Double) { result = Word(number: value) }
  func setTruth(_ value: Bool) { result = Word(truth: value) }
  func setOptional(_ value: Word?) { result = value.map { machine.wrapped($0) } ?? .none }

  /// The argument as an object of its own, to be changed in place.
  func unique(_ index: Int) -> Word {
    let word = self[index]
    return heap.isShared(word) ? heap.copy(word) : word
  }

  /// Bounds of a Range or ClosedRange.
  func bounds(_ index: Int) -> (lower: Word, upper: Word) { (heap.slot(self[index], 0), heap.slot(self[index], 1)) }

  /// Type arguments of an argument's run-time type.
  func typeArgument(_ index: Int, _ which: Int = 0) -> TypeId {
    let arguments = types.info(heap.type(self[index])).arguments
    return arguments.indices.contains(which) ? arguments[which] : .unknown
  }

  /// The hidden type argument that follows the values, or unknown.
  func hiddenType(after values: Int, _ which: Int = 0) -> TypeId {
    values + which < count ? self[values + which].integer : .unknown
  }
}
