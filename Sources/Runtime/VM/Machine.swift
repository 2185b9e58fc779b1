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
  let stack: MachineStack

  /// Instructions left for the event, and for the run without it.
  var eventFuel: Int
  var runFuel: Int
  var nesting = 0
  var nextTask = 1
  var tasks: [SuspendedTask] = []
  package private(set) var canSuspend = false

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
    eventFuel = limits.eventFuel
    runFuel = limits.runFuel
    stack = MachineStack(limits: limits)
  }

  /// Gives the next event its fuel.
  package func beginEvent() {
    let used = limits.eventFuel - eventFuel
    runFuel -= used
    eventFuel = max(0, min(limits.eventFuel, runFuel))
  }

  // MARK: Calls from outside

  /// Calls a function and returns its first result. `types` are the hidden type arguments.
  @discardableResult
  package func call(_ function: Int, types: [TypeId] = [], _ arguments: [Word] = []) throws(Trap) -> Word {
    try callResults(function, types: types, arguments).first ?? .none
  }

  /// As `call`, with all results: the value, then the final values of `inout` parameters.
  package func callResults(_ function: Int, types: [TypeId] = [], _ arguments: [Word] = []) throws(Trap) -> [Word] {
    throw Trap(.badProgram)
  }

  /// Calls a closure and returns its first result.
  @discardableResult
  package func callClosure(_ closure: Word, _ arguments: [Word] = []) throws(Trap) -> Word {
    throw Trap(.badProgram)
  }

  package func callClosureResults(_ closure: Word, _ arguments: [Word] = []) throws(Trap) -> [Word] {
    throw Trap(.badProgram)
  }

  /// Calls the witness of a requirement for a type: `callWitness(of: type, viewProtocol, bodyRequirement, [view])`.
  /// Indices come from `protocolIndex` and `requirementIndex`, asked once. Nil when the type does not conform.
  package func callWitness(of type: TypeId, _ proto: Int, _ requirement: Int, _ arguments: [Word]) throws(Trap) -> Word?
  {
    guard let target = witness(type, proto, requirement) else { return nil }
    return try call(target.function, types: target.hidden, arguments)
  }

  /// As above with all results (setters and mutating requirements: result 1 is the changed receiver).
  package func callWitnessResults(
    of type: TypeId, _ proto: Int, _ requirement: Int, _ arguments: [Word]
  ) throws(Trap) -> [Word]? {
    guard let target = witness(type, proto, requirement) else { return nil }
    return try callResults(target.function, types: target.hidden, arguments)
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

  // MARK: Tasks

  /// Runs a function as a task, which natives may suspend.
  package func startTask(_ function: Int, types: [TypeId] = [], _ arguments: [Word] = []) throws(Trap) -> TaskOutcome {
    throw Trap(.badProgram)
  }

  package func startTask(closure: Word, _ arguments: [Word] = []) throws(Trap) -> TaskOutcome {
    throw Trap(.badProgram)
  }

  /// Continues a suspended task with the results of the native that suspended it, or with an error it throws.
  package func resume(_ task: Int, results: [Word] = [.none], throwing error: Word? = nil) throws(Trap) -> TaskOutcome {
    throw Trap(.badProgram)
  }

  /// Forgets a suspended task.
  package func discard(_ task: Int) { tasks.removeAll { $0.id == task } }

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
      if let at = key.range(of: ".init(") { type = types.named(String(key[..<at])) ?? .unknown }
      descriptionTypes[native] = type
    }
    return descriptionTypes[native]
  }
  lazy var descriptionTypes = [TypeId](repeating: -1, count: module.natives.count)
}

extension String {
  /// Start of the first occurrence of `part`.
  fileprivate func range(of part: String) -> String.Index? {
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
