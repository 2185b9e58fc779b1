/// Runs the functions of a module: loading, calls from outside, and what the graph asks of values.
///
/// One machine plays one run. The loop itself is in `Interpreter.swift`, values of any type in `Describe.swift`,
/// `Equality.swift` and `Casts.swift`, reclaiming in `Collector.swift`.
import SceneIR

/// What the graph wants to hear of while code runs. Plain function values: they are called from the loop.
package struct MachineHooks {
  /// A tracked field was read (`getTracked`).
  package var onRead: ((_ object: Word, _ field: Int) -> Void)?
  /// A tracked field is about to be written; the old value is still in the object.
  package var onWrite: ((_ object: Word, _ field: Int, _ newValue: Word) -> Void)?
  /// The scene printed a line.
  package var onPrint: ((String) -> Void)?
  /// A native without effect was called, by its row; called once for each row.
  package var onNote: ((_ native: Int) -> Void)?
  /// Words the embedder holds, for the collector: call `visit` with each.
  package var roots: ((_ visit: (Word) -> Void) -> Void)?

  package init() {}
}

/// How a task ended or paused.
package enum TaskOutcome {
  case finished([Word])
  /// Waits inside a native that suspended; `resume` continues it.
  case suspended(Int)
}

package final class Machine {
  package let module: SceneModule
  package let heap: Heap
  package let types: RuntimeTypes
  package let limits: MachineLimits
  package var hooks = MachineHooks()
  package var random: RandomSource

  /// Handler of each row of `natives`, nil where there is none.
  let handlers: [NativeHandler?]
  var notedNatives: [Bool]

  package let stringType: TypeId
  package let intType: TypeId
  package let doubleType: TypeId
  package let boolType: TypeId
  let characterType: TypeId
  let stack: MachineStack
  /// Characters of ASCII, 0 before the first use.
  var characters = [Word](repeating: 0, count: 128)
  /// Numbers of the names of properties in bags.
  var propertyIds: [String: Int] = [:]
  /// What the scene printed since the last end of a line.
  var printed = ""
  /// Scene time, for clocks and dates; set by the embedder.
  package var nanoseconds = 0

  /// Instructions left for the event, and for the run without it.
  var eventFuel: Int
  var givenFuel: Int
  var runFuel: Int
  var nesting = 0
  var nextTask = 1
  var tasks = SuspendedTasks()
  /// Whether a native that runs now may suspend: a task runs, and no other run lies between.
  package internal(set) var canSuspend = false

  // Tables of the loop.
  let table: FunctionTable
  let constants: UnsafeMutablePointer<UInt64>
  /// Objects of the string constants, 0 before the first use.
  let stringWords: UnsafeMutablePointer<Word>
  /// Types of the rows that mention no parameter, -1 for the others.
  let typeRows: UnsafeMutablePointer<TypeId>
  let instantiations: UnsafeMutablePointer<Instantiation>
  let globals: UnsafeMutablePointer<Word>
  let globalStates: UnsafeMutablePointer<GlobalState>
  /// Results of each row of `natives`.
  let nativeResults: UnsafeMutablePointer<Int>
  let witnessCache: UnsafeMutablePointer<CachedTarget>
  let virtualCache: UnsafeMutablePointer<CachedTarget>
  let functionType: TypeId
  let usesDeinitializers: Bool
  let equatable: (proto: Int, requirement: Int)?
  let hashable: (proto: Int, requirement: Int)?
  let describable: (proto: Int, requirement: Int)?
  let debugDescribable: (proto: Int, requirement: Int)?
  /// Why the step of the loop that failed did so, where a code alone does not say it.
  var pendingTrap: Trap?
  var thrownError: Word = .none

  package init(module: SceneModule, registry: NativeRegistry, seed: UInt64 = 0, limits: MachineLimits = MachineLimits())
  {
    self.module = module
    self.limits = limits
    heap = Heap(limit: limits.heapBytes)
    types = RuntimeTypes(module: module)
    random = RandomSource(seed: seed)
    handlers = module.natives.map { registry.handler($0.key) }
    notedNatives = [Bool](repeating: false, count: module.natives.count)
    stringType = types.string
    intType = types.int
    doubleType = types.double
    boolType = types.bool
    characterType = types.character
    eventFuel = limits.eventFuel
    givenFuel = limits.eventFuel
    runFuel = limits.runFuel
    stack = MachineStack(limits: limits)
    table = FunctionTable(module: module)
    functionType = types.intern(.function, nominal: -1, [])
    usesDeinitializers = module.nominals.contains { $0.deinitializer != nil }
    constants = Machine.copy(module.constants)
    stringWords = Machine.filled(0, module.strings.count)
    typeRows = Machine.filled(-1, module.types.count)
    for row in module.types.indices { typeRows[row] = types.fixedType(row) ?? -1 }
    instantiations = Machine.filled(Instantiation(), module.types.count)
    globals = Machine.filled(.none, module.globals.count)
    globalStates = Machine.filled(.empty, module.globals.count)
    nativeResults = Machine.copy(module.natives.map { FunctionTable.resultCount($0) })
    witnessCache = Machine.filled(CachedTarget(), CachedTarget.places)
    virtualCache = Machine.filled(CachedTarget(), CachedTarget.places)
    let types = self.types
    func requirement(_ proto: String, _ key: String) -> (proto: Int, requirement: Int)? {
      guard let row = types.protocolIndex(proto), let at = module.protocols[row].requirements.firstIndex(of: key) else {
        return nil
      }
      return (row, at)
    }
    equatable = requirement("Equatable", "==(_:_:)")
    hashable = requirement("Hashable", "hash(into:)")
    describable = requirement("CustomStringConvertible", "description")
    debugDescribable = requirement("CustomDebugStringConvertible", "debugDescription")
  }

  deinit {
    constants.deallocate()
    stringWords.deallocate()
    typeRows.deallocate()
    instantiations.deallocate()
    globals.deallocate()
    globalStates.deallocate()
    nativeResults.deallocate()
    for cache in [witnessCache, virtualCache] {
      cache.deinitialize(count: CachedTarget.places)
      cache.deallocate()
    }
  }

  private static func filled<T>(_ value: T, _ count: Int) -> UnsafeMutablePointer<T> {
    let base = UnsafeMutablePointer<T>.allocate(capacity: max(count, 1))
    base.initialize(repeating: value, count: count)
    return base
  }

  private static func copy<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
    let base = UnsafeMutablePointer<T>.allocate(capacity: max(values.count, 1))
    for (i, value) in values.enumerated() { (base + i).initialize(to: value) }
    return base
  }

  /// Gives the next event its fuel.
  package func beginEvent() {
    runFuel -= givenFuel - eventFuel
    eventFuel = max(0, min(limits.eventFuel, runFuel))
    givenFuel = eventFuel
    heap.isExhausted = false
  }

  // MARK: Calls from outside

  /// Calls the witness of a requirement for a type: `callWitness(of: type, viewProtocol, bodyRequirement, [view])`.
  /// Indices come from `protocolIndex` and `requirementIndex`, asked once. Nil when the type does not conform.
  package func callWitness(of type: TypeId, _ proto: Int, _ requirement: Int, _ arguments: [Word]) throws(Trap) -> Word?
  {
    guard let target = witness(type, proto, requirement) else { return nil }
    return try call(target.function, types: target.hidden, arguments)
  }

  /// As above with all results (setters and mutating requirements: result 1 is the changed receiver).
  package func callWitnessResults(
    of type: TypeId, _ proto: Int, _ requirement: Int, own: [TypeId] = [], _ arguments: [Word]
  ) throws(Trap) -> [Word]? {
    guard let target = witness(type, proto, requirement) else { return nil }
    return try callResults(target.function, types: target.hidden + own, arguments)
  }

  package func protocolIndex(_ name: String) -> Int? { types.protocolIndex(name) }

  /// Index of a requirement by key: `body`, `makeBody(configuration:)`.
  package func requirementIndex(_ proto: Int, _ key: String) -> Int? {
    module.protocols.indices.contains(proto) ? module.protocols[proto].requirements.firstIndex(of: key) : nil
  }

  /// The function of a witness and its hidden type arguments.
  package func witness(_ type: TypeId, _ proto: Int, _ requirement: Int) -> (function: Int, hidden: [TypeId])? {
    guard let found = types.conformance(type, to: proto) else { return nil }
    let list = module.conformances[found.row].witnesses
    guard list.indices.contains(requirement), let row = list[requirement] else { return nil }
    return (row.function, row.takesSelf ? [type] : types.info(found.type).arguments)
  }

  // MARK: Values

  package func makeString(_ text: String) -> Word { heap.makeString(text, type: stringType) }

  package func makeArray(_ elements: [Word], of element: TypeId) -> Word {
    heap.make(.array, type: types.array(of: element), elements)
  }

  package func makeTuple(_ elements: [Word], _ elementTypes: [TypeId]) -> Word {
    heap.make(.tuple, type: types.intern(.tuple, nominal: -1, elementTypes), elements)
  }

  /// A description, as a native without handler makes it.
  package func makeDescription(native: Int, _ arguments: [Word]) -> Word {
    heap.make(.description, type: descriptionType(native), [Word(integer: native)] + arguments)
  }

  /// The value and the type of what is inside an existential box, or of a value that describes itself.
  package func open(_ word: Word) -> (value: Word, type: TypeId) {
    if heap.kind(word) == .existential { return (heap.slot(word, 0), heap.type(word)) }
    return (word, heap.type(word))
  }

  /// What a word shows of itself: kind, type, native key and arguments, fields.
  package func view(_ word: Word) -> ObjectView { ObjectView(machine: self, word: word) }

  /// The stored member of a struct or class instance with this name.
  package func field(_ word: Word, _ name: String) -> Word? {
    guard let index = types.fieldIndex(heap.type(word), name) else { return nil }
    return heap.slot(word, index)
  }

  func descriptionType(_ native: Int) -> TypeId {
    guard descriptionTypes.indices.contains(native) else { return .unknown }
    if descriptionTypes[native] < 0 {
      let key = module.natives[native].key
      var type = TypeId.unknown
      if let at = key.firstOccurrence(of: ".init(") { type = types.named(String(key[..<at])) ?? .unknown }
      descriptionTypes[native] = type
    }
    return descriptionTypes[native]
  }
  lazy var descriptionTypes = [TypeId](repeating: -1, count: module.natives.count)
}

extension String {
  /// Start of the first occurrence of `part`.
  func firstOccurrence(of part: String) -> String.Index? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(part) { return at }
      at = index(after: at)
    }
    return nil
  }
}

/// A word seen as the object it names; reading never fails, what is not there is nil.
package struct ObjectView {
  package let machine: Machine
  package let word: Word

  package var kind: ObjectKind { machine.heap.kind(word) }
  package var type: TypeId { machine.heap.type(word) }
  /// For a description: row of `natives`, else -1.
  package var native: Int { kind == .description ? machine.heap.slot(word, 0).integer : -1 }
  /// For a description: the key of the native.
  package var key: String? {
    let row = native
    return machine.module.natives.indices.contains(row) ? machine.module.natives[row].key : nil
  }
  /// Arguments of a description; payload of an enum object; else the slots.
  package var count: Int { max(0, machine.heap.count(word) - offset) }
  package subscript(index: Int) -> Word { index < 0 ? .none : machine.heap.slot(word, index + offset) }
  /// Case of an enum object.
  package var caseIndex: Int { kind == .enumeration ? machine.heap.slot(word, 0).integer : -1 }

  private var offset: Int {
    switch kind {
    case .description, .enumeration, .closure, .keyPath: return 1
    default: return 0
    }
  }
}
