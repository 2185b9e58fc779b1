/// Natives that run code later: dispatch queues, sleeping tasks, timers.

extension ViewGraph {
  static func registerScheduling(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register(["DispatchQueue.main", "DispatchQueue.global(qos:)", "RunLoop.main"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(.action, [], type: graph.types.named("DispatchQueue") ?? .unknown)
    }
    registry.register(
      ["DispatchQueue.async(group:qos:flags:execute:)", "DispatchQueue.async(execute:)", "DispatchQueue.async(_:)"]
    ) { call in
      guard let graph = graph(), let closure = ViewGraph.lastClosure(call) else { return }
      graph.timers.add(at: graph.nowNanoseconds, closure: closure)
    }
    registry.register(
      [
        "DispatchQueue.asyncAfter(deadline:qos:flags:execute:)", "DispatchQueue.asyncAfter(deadline:execute:)",
        "DispatchQueue.asyncAfter(wallDeadline:qos:flags:execute:)",
      ]
    ) { call in
      guard let graph = graph(), let closure = ViewGraph.lastClosure(call) else { return }
      graph.timers.add(at: graph.deadline(call[1]), closure: closure)
    }
    registry.register(["DispatchTime.now()", "DispatchWallTime.now()"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTagged(
        .dispatchTime, [Word(integer: graph.nowNanoseconds)], type: graph.types.named("DispatchTime") ?? .unknown)
    }
    for key in ["DispatchTime.+(_:_:)", "DispatchWallTime.+(_:_:)"] {
      registry.register(key) { call in
        guard let graph = graph() else { return }
        let time = graph.deadline(call[0]) + graph.nanoseconds(call[1])
        call.result = graph.makeTagged(.dispatchTime, [Word(integer: time)], type: graph.heap.type(call[0]))
      }
    }
    registry.register(["Task._sleep(nanoseconds:)", "Task.sleep(nanoseconds:)"]) { call in
      guard let graph = graph() else { return }
      if graph.taskTable.isRunningCancelled { return call.throwError(graph.cancellationError()) }
      let nanoseconds = call[call.count > 1 ? call.count - 1 : 0].integer
      graph.taskTable.request = nanoseconds > 0 ? .time : .turn
      graph.taskTable.nanoseconds = nanoseconds
      call.suspend()
    }
    registry.register(["Task.yield()", "Task._yield()"]) { call in
      graph()?.taskTable.request = .turn
      call.suspend()
    }
    registry.register("_Signal._make()") { call in
      guard let graph = graph() else { return }
      call.result = Word(integer: graph.taskTable.newHandle())
    }
    registry.register("_Signal._give(_:)") { call in graph()?.give(signal: call[call.count - 1].integer) }
    registry.register("_Signal._wait(_:_:)") { call in
      guard let graph = graph(), call.count >= 2, call.machine.canSuspend else { return }
      let signal = call[call.count - 2].integer
      let isCancellable = call[call.count - 1].truth
      if graph.taskTable.given.remove(signal) != nil { return }
      if isCancellable, graph.taskTable.isRunningCancelled { return }
      graph.taskTable.request = .signal(signal, isCancellable: isCancellable)
      call.suspend()
    }
    registry.register(["ContinuousClock._now", "SuspendingClock._now", "ContinuousClock._nanoseconds"]) { call in
      guard let graph = graph() else { return }
      call.result = Word(integer: graph.nowNanoseconds)
    }
    registry.register([
      "Task.init(priority:operation:)", "Task.detached(priority:operation:)", "Task._start(_:)",
      "Task.init(name:priority:operation:)",
    ]) { call in
      guard let graph = graph(), let closure = ViewGraph.lastClosure(call) else { return }
      // A task begins in the next round of the same tick.
      call.result = graph.makeTask(closure)
    }
    registry.register(["Task.cancel()"]) { call in graph()?.cancel(call[0]) }
    registry.register(["Task.value", "Task._value"]) { call in
      guard let graph = graph(), graph.tag(call[0]) == .task else { return }
      // The caller is resumed with the value when the task has it.
      let handle = call.heap.slot(call[0], 1).integer
      if let error = graph.taskTable.errors[handle] {
        call.throwError(error)
      } else if let value = graph.taskTable.values[handle] {
        call.result = value
      } else if call.machine.canSuspend {
        graph.taskTable.request = .value(handle)
        call.suspend()
      }
    }
    registry.register("Task.isCancelled") { call in
      guard let graph = graph() else { return }
      call.result = Word(truth: graph.taskTable.cancelled.contains(call.heap.slot(call[0], 1).integer))
    }
    registry.register("Task._isCurrentCancelled") { call in
      guard let graph = graph() else { return }
      call.result = Word(truth: graph.taskTable.isRunningCancelled)
    }
    registry.register(["TimelineViewDefaultContext.date", "TimelineView.Context.date"]) { call in
      call.result = call.heap.slot(call[0], 1)
    }
    registry.register(["Date.init()", "Date.now"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.dateValue()
    }
    registry.register("Timer.scheduledTimer(withTimeInterval:repeats:block:)") { call in
      guard let graph = graph(), let closure = ViewGraph.lastClosure(call) else { return }
      let interval = graph.timerInterval(call.number(0))
      let timer = graph.makeTagged(.timerPublisher, [.none], type: graph.types.named("Timer") ?? .unknown)
      let id = graph.timers.add(
        at: graph.nowNanoseconds + interval, interval: call[1].truth ? interval : 0, closure: closure,
        arguments: [timer])
      graph.heap.setSlot(timer, 1, Word(integer: id))
      call.result = timer
    }
    registry.register("Timer.invalidate()") { call in
      graph()?.timers.cancel(call.heap.slot(call[0], 1).integer)
    }
  }

  /// Nanoseconds of a timer's interval in seconds: 0 and less is 0.1 ms, as documented.
  func timerInterval(_ seconds: Double) -> Int {
    guard seconds.isFinite else { return TimerQueue.shortestInterval }
    if seconds <= 0 {
      report(RuntimeCode.endlessWork, .warning, "A timer with an interval of \(seconds) s fires every 0.1 ms")
    }
    return max(TimerQueue.shortestInterval, Int((min(seconds, 1e6) * 1e9).rounded()))
  }

  static func lastClosure(_ call: NativeCall) -> Word? {
    var i = call.count - 1
    while i >= 0 {
      if call.heap.kind(call[i]) == .closure { return call[i] }
      i -= 1
    }
    return nil
  }

  /// Nanoseconds of a DispatchTime; a description `now() + x` is read too.
  func deadline(_ word: Word) -> Int {
    if tag(word) == .dispatchTime { return heap.slot(word, 1).integer }
    if let info = info(word) {
      if info.base == "+" { return deadline(argument(word, 0)) + nanoseconds(argument(word, 1)) }
      if info.base == "now" { return nowNanoseconds }
    }
    return nowNanoseconds
  }

  /// Nanoseconds of seconds, or of a DispatchTimeInterval.
  func nanoseconds(_ word: Word) -> Int {
    if !word.isHandle {
      let value = word.number * 1e9
      return value.isFinite && abs(value) < 9e18 ? Int(value.rounded()) : 0
    }
    let index = heap.slot(word, 0).integer
    let cases = types.nominalRow(heap.type(word))?.cases ?? []
    let name = heap.kind(word) == .enumeration && cases.indices.contains(index) ? cases[index].name : constantName(word)
    let amount = heap.kind(word) == .enumeration ? heap.slot(word, 1).integer : argument(word, 0).integer
    switch name {
    case "seconds": return amount.multipliedReportingOverflow(by: 1_000_000_000).partialValue
    case "milliseconds": return amount.multipliedReportingOverflow(by: 1_000_000).partialValue
    case "microseconds": return amount.multipliedReportingOverflow(by: 1000).partialValue
    case "nanoseconds": return amount
    default: return 0
    }
  }

  /// A closure that returns a value.
  func constantClosure(_ value: Word) -> Word {
    heap.share(value)
    return heap.make(.closure, type: .unknown, [Word(integer: identityFunction), value])
  }

  func timelineContext(_ node: SID) -> Word {
    makeTagged(
      .timelineContext, [makeDate(timelineDate(node))], type: types.named("TimelineViewDefaultContext") ?? .unknown)
  }

  /// Content of `.animation(a) { content in ... }` and `.transaction { ... } body: { content in ... }`: the closure's
  /// body, with the content in its place.
  func animationBodyValue(_ node: SID) -> Word {
    let word = s[Int(node)].value
    if s[Int(node)].ext == nil { s[Int(node)].ext = PlaceholderExt() }
    guard let closure = closureArgument(word) else { return receiver(word) }
    return call(node, closure, [makeTagged(.transitionContent, [Word(integer: Int(node))])])
  }
}
