/// Publishers: `@Published`, subjects, timers, `Just`, and what subscribes to them (`onReceive`, `sink`, `assign`).
///
/// A publisher is a value: its operators are descriptions around a source. A subscription keeps that value; when its
/// source gives something, the operators are run from the inside out, and what is left at the end is delivered.
/// Schedulers are not modelled, since a scene has one thread; time is (`delay`, `debounce`).

struct SubscriptionTable {
  struct Entry {
    var id: Int
    /// The publisher with its operators.
    var publisher: Word
    var operators: [Operator]
    var sources: [Int]
    /// Modifier whose action is called, or -1.
    var node: SID = -1
    /// Closure of `sink`; for `assign` the key path, and the object in `target`.
    var closure: Word = .none
    var target: Word = .none
    /// What an operator remembers: the last value, a count.
    var state: [Word] = []
    var timers: [Int] = []
    /// The joint that this subscription feeds, and its place among the inputs; -1 for one of the scene's own.
    var joint = -1
    var input = 0
    /// Subscriptions to the inputs of joints below this one.
    var inner: [Int] = []
  }
  struct Operator {
    enum Kind {
      case map, compactMap, filter, removeDuplicates, drop, prefix, scan, delay, debounce, replaceNil, collect
    }
    var kind: Kind
    var word: Word
  }
  var entries: [Entry] = []
  var joints: [PublisherJoint] = []
  var nextId = 1
  /// Sources are numbered: wrappers and subjects as they are made.
  var nextSource = 1

  var isEmpty: Bool { entries.isEmpty }
}

extension ViewGraph {
  static func registerPublishers(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register(["Published.init(wrappedValue:)", "Published.init(initialValue:)"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(
        .published, [call[0], Word(integer: graph.newSource())], type: call.types.named("Published") ?? .unknown)
    }
    registry.register("Published.wrappedValue") { call in call.result = call.heap.slot(call[0], 1) }
    registry.register("Published.wrappedValue=") { call in
      guard let graph = graph() else { return }
      let source = call.heap.slot(call[0], 2)
      // A new wrapper, so that the object's change is seen; subscribers hear of it before it is stored.
      let changed = graph.makeTagged(.published, [call[1], source], type: call.heap.type(call[0]))
      if !graph.subscriptions.isEmpty { graph.publish(source.integer, call[1]) }
      call.setResult(changed, at: 1)
    }
    registry.register("Published.projectedValue") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(
        .publisher, [call.heap.slot(call[0], 2), call.heap.slot(call[0], 1), .truth],
        type: call.types.named("Published.Publisher") ?? .unknown)
      call.setResult(call[0], at: 1)
    }
    registry.register("PassthroughSubject.init()") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(
        .publisher, [Word(integer: graph.newSource()), .none, .falsehood],
        type: call.types.named("PassthroughSubject") ?? .unknown)
    }
    registry.register("CurrentValueSubject.init(_:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(
        .publisher, [Word(integer: graph.newSource()), call[0], .truth],
        type: call.types.named("CurrentValueSubject") ?? .unknown)
    }
    registry.register("CurrentValueSubject.value") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register([
      "CurrentValueSubject.value=", "CurrentValueSubject.send(_:)", "PassthroughSubject.send(_:)", "Subject.send(_:)",
      "Subject.send()",
    ]) { call in
      guard let graph = graph(), graph.tag(call[0]) == .publisher else { return }
      let value = call.count > 1 ? call[1] : Word(integer: 0)
      if call.heap.slot(call[0], 3).truth {
        call.heap.share(value)
        call.heap.setSlot(call[0], 2, value)
      }
      graph.publish(call.heap.slot(call[0], 1).integer, value)
    }
    registry.register(["PassthroughSubject.send(completion:)", "CurrentValueSubject.send(completion:)"]) { _ in }
    registry.register([
      "Publisher.sink(receiveValue:)", "Publisher.sink(receiveCompletion:receiveValue:)",
    ]) { call in
      guard let graph = graph() else { return }
      let id = graph.addSubscription(call[0], node: -1, closure: call[call.count - 1], target: .none)
      call.result = graph.makeTagged(
        .cancellable, [Word(integer: id)], type: call.types.named("AnyCancellable") ?? .unknown)
    }
    registry.register("Publisher.assign(to:on:)") { call in
      guard let graph = graph() else { return }
      let id = graph.addSubscription(call[0], node: -1, closure: call[1], target: call[2])
      call.result = graph.makeTagged(
        .cancellable, [Word(integer: id)], type: call.types.named("AnyCancellable") ?? .unknown)
    }
    registry.register("Publisher.assign(to:)") { call in
      guard let graph = graph(), graph.tag(call[1]) == .publisher else { return }
      _ = graph.addSubscription(call[0], node: -1, closure: .none, target: call[1])
      // What came at once is in the property already, and is not to be taken back with the place of `&$x`.
      call.setResult(graph.publisherNow(call[1]), at: 1)
    }
    registry.register("Published.projectedValue=") { call in
      guard let graph = graph(), graph.tag(call[1]) == .publisher else { return call.setResult(call[0], at: 1) }
      call.setResult(
        graph.makeTagged(
          .published, [call.heap.slot(call[1], 2), call.heap.slot(call[1], 1)], type: call.heap.type(call[0])), at: 1)
    }
    // A timer runs once it is published; what connecting gives can end it.
    registry.register("Publishers.Autoconnect.upstream") { call in
      guard let graph = graph() else { return }
      call.result = graph.receiver(call[0])
    }
    registry.register(["ConnectablePublisher.connect()", "Timer.TimerPublisher.connect()"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(
        .cancellable, [Word(integer: -1), call[0]], type: call.types.named("AnyCancellable") ?? .unknown)
    }
    registry.register(["AnyCancellable.cancel()", "Cancellable.cancel()"]) { call in
      guard let graph = graph() else { return }
      let inner = call.machine.open(call[0]).value
      guard graph.tag(inner) == .cancellable else { return }
      let id = call.heap.slot(inner, 1).integer
      if id >= 0 { return graph.unsubscribe(id) }
      let source = graph.publisherSource(call.heap.slot(inner, 2)).dropLast()
      for entry in graph.subscriptions.entries where graph.publisherSource(entry.publisher).starts(with: source) {
        for timer in entry.timers { graph.timers.cancel(timer) }
      }
    }
    // A subscription lives until it is cancelled, whether it is stored or not.
    registry.register(["AnyCancellable.store(in:)", "Cancellable.store(in:)"]) { call in
      call.setResult(call[1], at: 1)
    }
  }

  func newSource() -> Int {
    subscriptions.nextSource += 1
    return subscriptions.nextSource
  }

  /// The source that tells of every change of an ObservableObject.
  static func source(ofObject object: Word) -> Int { Int(UInt32(truncatingIfNeeded: object)) | 1 << 40 }

  // MARK: Subscribing

  /// Subscribes an onReceive.
  func subscribe(_ node: SID, _ ext: LifecycleExt) {
    let publisher = argument(s[Int(node)].value, 0)
    ext.source = publisherSource(publisher)
    ext.subscription = addSubscription(publisher, node: node, closure: .none, target: .none)
  }

  func unsubscribe(_ id: Int) {
    guard let at = subscriptions.entries.firstIndex(where: { $0.id == id }) else { return }
    for timer in subscriptions.entries[at].timers { timers.cancel(timer) }
    let inner = subscriptions.entries[at].inner
    subscriptions.entries.remove(at: at)
    for id in inner { unsubscribe(id) }
  }

  func addSubscription(
    _ publisher: Word, node: SID, closure: Word, target: Word, joint: Int = -1, input: Int = 0
  ) -> Int {
    var entry = SubscriptionTable.Entry(id: subscriptions.nextId, publisher: publisher, operators: [], sources: [])
    subscriptions.nextId += 1
    entry.node = node
    entry.closure = closure
    entry.target = target
    entry.joint = joint
    entry.input = input
    for word in [publisher, closure, target] { heap.share(word) }
    let roots = chain(publisher, &entry.operators)
    entry.state = [Word](repeating: .none, count: entry.operators.count)
    let id = entry.id
    var first: [Word] = []
    var joined: [(joint: Int, inputs: [Word])] = []
    for root in roots {
      switch tag(root) {
      case .publisher:
        entry.sources.append(heap.slot(root, 1).integer)
        if heap.slot(root, 3).truth { first.append(heap.slot(root, 2)) }
      case .objectWrapper: entry.sources.append(ViewGraph.source(ofObject: heap.slot(root, 1)))
      default:
        guard let info = info(root) else { continue }
        if let inputs = jointInputs(root) {
          let source = newSource()
          entry.sources.append(source)
          joined.append((subscriptions.joints.count, inputs))
          subscriptions.joints.append(
            PublisherJoint(source: source, word: root, isZip: ViewGraph.isZip(info), inputs: inputs.count))
          continue
        }
        if let seconds = number(root, "every") {
          let period = timerInterval(seconds)
          entry.timers.append(timers.add(at: nowNanoseconds + period, interval: period, subscription: id))
        } else if info.type == "Just" {
          first.append(argument(root, 0))
        } else if info.type != "Empty" {
          note(info)
        }
      }
    }
    subscriptions.entries.append(entry)
    for value in first { deliver(id, value, from: 0) }
    for (joint, inputs) in joined {
      for (input, publisher) in inputs.enumerated() {
        let inner = addSubscription(publisher, node: -1, closure: .none, target: .none, joint: joint, input: input)
        if let at = subscriptions.entries.firstIndex(where: { $0.id == id }) {
          subscriptions.entries[at].inner.append(inner)
        }
      }
    }
    return id
  }

  /// What a publisher comes from, as numbers: equal for the same subjects and timers.
  func publisherSource(_ publisher: Word) -> [Int] {
    var operators: [SubscriptionTable.Operator] = []
    var result: [Int] = []
    for root in chain(publisher, &operators) {
      switch tag(root) {
      case .publisher: result.append(heap.slot(root, 1).integer)
      case .objectWrapper: result.append(ViewGraph.source(ofObject: heap.slot(root, 1)))
      default:
        result.append(-native(root) - 2)
        if let seconds = number(root, "every") { result.append(Int(truncatingIfNeeded: seconds.bitPattern)) }
      }
    }
    result.append(operators.count)
    return result
  }

  /// The sources below the operators of a publisher; the operators from the inside out.
  private func chain(_ publisher: Word, _ operators: inout [SubscriptionTable.Operator]) -> [Word] {
    var current = publisher
    var found: [SubscriptionTable.Operator] = []
    for _ in 0..<64 {
      if heap.kind(current) == .existential { current = heap.slot(current, 0) }
      guard tag(current) == nil, let info = info(current), info.selfCount == 1 || info.base == "init" else { break }
      if number(current, "every") != nil || info.type == "Just" || info.type == "Empty" { break }
      if jointInputs(current) != nil { break }
      if info.base == "merge" {
        operators = found.reversed()
        var inner: [SubscriptionTable.Operator] = []
        var roots = chain(receiver(current), &inner)
        for index in info.labels.indices { roots += chain(argument(current, index), &inner) }
        return roots
      }
      if let kind = ViewGraph.operatorKind(info) { found.append(.init(kind: kind, word: current)) }
      let next = info.base == "init" ? argument(current, 0) : receiver(current)
      guard next.isHandle else { break }
      current = next
    }
    operators = found.reversed()
    return [current]
  }

  private static func operatorKind(_ info: NativeInfo) -> SubscriptionTable.Operator.Kind? {
    switch info.base {
    case "map", "tryMap": return .map
    case "compactMap", "tryCompactMap": return .compactMap
    case "filter", "tryFilter": return .filter
    case "removeDuplicates": return .removeDuplicates
    case "dropFirst": return .drop
    case "prefix", "first": return .prefix
    case "scan", "tryScan": return .scan
    case "delay": return .delay
    case "debounce": return .debounce
    case "replaceNil": return .replaceNil
    case "collect": return .collect
    default: return nil
    }
  }

  // MARK: Delivering

  /// A source gives a value.
  func publish(_ source: Int, _ value: Word) {
    let ids = subscriptions.entries.filter { $0.sources.contains(source) }.map { $0.id }
    for id in ids { deliver(id, value, from: 0) }
  }

  /// Runs the operators from one on, then hands the value over: to an onReceive as an action of its own, unless this is
  /// the event of a timer already.
  func deliver(_ id: Int, _ start: Word, from stage: Int, isEvent: Bool = false) {
    guard var at = subscriptions.entries.firstIndex(where: { $0.id == id }) else { return }
    var value = start
    var stage = stage
    while stage < subscriptions.entries[at].operators.count {
      let step = subscriptions.entries[at].operators[stage]
      let state = subscriptions.entries[at].state[stage]
      var kept: Word = state
      var passes = true
      switch step.kind {
      case .map, .compactMap:
        value = transformed(step.word, value)
        passes = step.kind == .map || !value.isNone
      case .filter:
        passes =
          closureArgument(step.word).flatMap { closure in
            scene { try machine.callClosure(closure, [value]) }
          }?.truth ?? false
      case .removeDuplicates:
        passes = state.isNone || !isEqual(state, value, type: heap.type(value))
        kept = value
      case .drop:
        let count = state.isNone ? argument(step.word, 0).integer : state.integer
        passes = count <= 0
        kept = Word(integer: max(0, count - 1))
      case .prefix:
        let given = info(step.word)?.base == "first" ? 1 : argument(step.word, 0).integer
        let count = state.isNone ? given : state.integer
        passes = count > 0
        kept = Word(integer: max(0, count - 1))
      case .scan:
        let before = state.isNone ? argument(step.word, 0) : state
        if let closure = closureArgument(step.word),
          let next = scene({ try machine.callClosure(closure, [before, value]) })
        {
          value = next
          kept = next
        }
      case .delay, .debounce:
        if step.kind == .debounce, !state.isNone { timers.cancel(state.integer) }
        heap.share(value)
        let timer = timers.add(
          at: nowNanoseconds + max(0, nanoseconds(argument(step.word, "for"))), arguments: [value], subscription: id,
          stage: stage + 1)
        kept = Word(integer: timer)
        passes = false
      case .replaceNil: if value.isNone { value = argument(step.word, "with") }
      case .collect: passes = false
      }
      // A closure may have cancelled the subscription, or others before it.
      guard let now = subscriptions.entries.firstIndex(where: { $0.id == id }) else { return }
      at = now
      heap.share(kept)
      subscriptions.entries[at].state[stage] = kept
      guard passes else { return }
      stage += 1
    }
    let entry = subscriptions.entries[at]
    heap.share(value)
    if entry.joint >= 0 {
      join(entry.joint, entry.input, value)
    } else if entry.node >= 0 {
      let n = Int(entry.node)
      guard s[n].kind == .structural, let closure = closureArgument(s[n].value) else { return }
      if isEvent {
        _ = scene { try machine.callClosure(closure, [value]) }
      } else {
        lifecycle.callbacks.append((closure, [value], Transact()))
      }
    } else if heap.kind(entry.closure) == .closure {
      _ = scene { try machine.callClosure(entry.closure, [value]) }
    } else if tag(entry.target) == .publisher {
      assign(value, to: entry.target)
    } else {
      _ = scene { try machine.write(keyPath: entry.closure, to: entry.target, value) }
    }
  }

  /// The object whose property a publisher of `@Published` belongs to, and the property's field.
  private func published(_ publisher: Word) -> (object: Word, field: Int)? {
    let source = heap.slot(publisher, 1)
    for index in heap.instances.reversed() {
      let object = Word(handle: Int(index))
      guard heap.kind(object) == .instance else { continue }
      for (field, word) in heap.contents(object).enumerated()
      where tag(word) == .published && heap.slot(word, 2) == source { return (object, field) }
    }
    return nil
  }

  /// `assign(to: &$x)`: subscribers hear of the value before the property has it.
  private func assign(_ value: Word, to publisher: Word) {
    guard let place = published(publisher) else { return }
    let old = heap.slot(place.object, place.field)
    let wrapper = makeTagged(.published, [value, heap.slot(publisher, 1)], type: heap.type(old))
    publish(heap.slot(publisher, 1).integer, value)
    if machine.isTracked(place.object) { machine.hooks.onWrite?(place.object, place.field, wrapper) }
    heap.share(wrapper)
    heap.setSlot(place.object, place.field, wrapper)
  }

  /// A publisher with the value that its property has by now.
  private func publisherNow(_ publisher: Word) -> Word {
    guard let place = published(publisher) else { return publisher }
    let value = heap.slot(heap.slot(place.object, place.field), 1)
    return makeTagged(.publisher, [heap.slot(publisher, 1), value, .truth], type: heap.type(publisher))
  }

  /// `map { }`, `map(\.name)`.
  private func transformed(_ step: Word, _ value: Word) -> Word {
    if let closure = closureArgument(step) { return (scene { try machine.callClosure(closure, [value]) }) ?? .none }
    let path = argument(step, 0)
    guard heap.kind(path) == .keyPath else { return value }
    return (scene { try machine.read(keyPath: path, from: value) }) ?? .none
  }
}
