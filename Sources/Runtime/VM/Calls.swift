/// Calls: from outside, through closures, witnesses and overrides, to natives; tasks that wait; how a run ends.
import SceneIR

enum GlobalState: UInt8 { case empty, running, ready }

/// The last instantiation of a type row that mentions parameters.
struct Instantiation {
  var a = -1
  var b = -1
  var c = -1
  var type = -1
}

/// A place of a direct-mapped cache from (type, method) to the function to call and its hidden arguments.
struct CachedTarget {
  static let places = 1024
  var key = UInt64.max
  var function = 0
  var hidden: [TypeId] = []
  /// Leading arguments given by the caller that the hidden ones replace.
  var dropped = 0

  @inline(__always)
  static func place(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54) }
}

extension Machine {
  // MARK: From outside

  /// Calls a function and returns its first result. `types` are the hidden type arguments.
  @discardableResult
  package func call(_ function: Int, types: [TypeId] = [], _ arguments: [Word] = []) throws(Trap) -> Word {
    let results = try finish(start(function, types, arguments))
    return results.count > 0 ? results[0] : .none
  }

  /// As `call`, with all results: the value, then the final values of `inout` parameters.
  package func callResults(_ function: Int, types: [TypeId] = [], _ arguments: [Word] = []) throws(Trap) -> [Word] {
    Array(try finish(start(function, types, arguments)))
  }

  /// Calls a closure and returns its first result.
  @discardableResult
  package func callClosure(_ closure: Word, _ arguments: [Word] = []) throws(Trap) -> Word {
    let results = try finish(start(closure: closure, arguments))
    return results.count > 0 ? results[0] : .none
  }

  package func callClosureResults(_ closure: Word, _ arguments: [Word] = []) throws(Trap) -> [Word] {
    Array(try finish(start(closure: closure, arguments)))
  }

  private func start(_ function: Int, _ types: [TypeId], _ arguments: [Word]) throws(Trap) -> RunStart {
    guard function >= 0, function < table.count else { throw Trap(.badProgram, "no function \(function)") }
    let entry = table.entries + function
    guard Int(entry.pointee.typeCount) == types.count,
      Int(entry.pointee.argumentCount) == types.count + arguments.count
    else { throw Trap(.badProgram, "wrong number of arguments for '\(module.functions[function].name)'") }
    let base = stack.top
    guard
      base + Int(entry.pointee.registerCount) + arguments.count + types.count + 2 * scratchRegisters
        < stack.registerLimit
    else { throw Trap(.stackOverflow) }
    let regs = stack.registers + base
    for (i, type) in types.enumerated() { regs[i] = Word(integer: type) }
    for (i, word) in arguments.enumerated() { regs[types.count + i] = word }
    return ready(function, base)
  }

  private func start(closure: Word, _ arguments: [Word]) throws(Trap) -> RunStart {
    let base = stack.top
    let limit = stack.registers + (stack.registerLimit - scratchRegisters)
    let target = arguments.withUnsafeBufferPointer { given -> Int in
      let from = given.baseAddress ?? UnsafePointer(stack.registers)
      return spread(closure: closure, from, arguments.count, -1, stack.registers + base, limit)
    }
    guard target >= 0 else {
      throw target == -2
        ? Trap(.stackOverflow) : Trap(.badProgram, "a closure is called with arguments it does not take")
    }
    guard base + Int(table.entries[target].registerCount) + 2 * scratchRegisters < stack.registerLimit else {
      throw Trap(.stackOverflow)
    }
    return ready(target, base)
  }

  private func ready(_ function: Int, _ base: Int) -> RunStart {
    if table.entries[function].code == nil { table.prepare(function) }
    let entry = table.entries[function]
    // `prepare` leaves no function without code.
    let code = entry.code ?? UnsafeMutablePointer(constants)
    return RunStart(pc: code, code: code, function: function, base: base, window: Int(entry.registerCount))
  }

  private func finish(_ start: RunStart) throws(Trap) -> UnsafeBufferPointer<Word> {
    let mayHaveSuspended = canSuspend
    canSuspend = false
    defer { canSuspend = mayHaveSuspended }
    switch enter(start) {
    case .returned(let base, let count): return UnsafeBufferPointer(start: base, count: count)
    case .trapped(let trap): throw trap
    case .thrown(let error, let place): throw uncaught(error, place)
    case .suspended: throw Trap(.badProgram)
    }
  }

  /// Runs the loop, with the stack as it was afterwards.
  private func enter(_ start: RunStart) -> RunEnd {
    guard nesting < limits.nestedRuns else {
      return .trapped(Trap(.stackOverflow, "calls from natives are nested too deeply"))
    }
    guard eventFuel > 0 else { return .trapped(Trap(.outOfFuel)) }
    nesting += 1
    let depth = stack.depth
    let top = stack.top
    defer {
      nesting -= 1
      stack.depth = depth
      stack.top = top
    }
    return run(start, floor: depth)
  }

  /// The trap that an error becomes which nobody catches.
  package func uncaught(_ error: Word, _ place: SourcePoint?) -> Trap {
    let text = (try? describe(error, type: types.any)) ?? ""
    var trap = Trap(.uncaughtError, text, place: place)
    trap.error = error
    return trap
  }

  // MARK: Tasks

  /// Runs a function as a task, which natives may suspend.
  package func startTask(_ function: Int, types: [TypeId] = [], _ arguments: [Word] = []) throws(Trap) -> TaskOutcome {
    try task(start(function, types, arguments))
  }

  /// Runs a closure as a task.
  package func startTask(closure: Word, _ arguments: [Word] = []) throws(Trap) -> TaskOutcome {
    try task(start(closure: closure, arguments))
  }

  private func task(_ start: RunStart) throws(Trap) -> TaskOutcome {
    let mayHaveSuspended = canSuspend
    canSuspend = true
    defer { canSuspend = mayHaveSuspended }
    switch enter(start) {
    case .returned(let base, let count): return .finished(Array(UnsafeBufferPointer(start: base, count: count)))
    case .trapped(let trap): throw trap
    case .thrown(let error, let place): throw uncaught(error, place)
    case .suspended(let id): return .suspended(id)
    }
  }

  /// Continues a suspended task with the results of the native that suspended it, or with an error it throws.
  package func resume(_ task: Int, results: [Word] = [.none], throwing error: Word? = nil) throws(Trap) -> TaskOutcome {
    guard let waiting = tasks.take(task) else { throw Trap(.badProgram, "no task \(task)") }
    guard let last = waiting.frames.last else { throw Trap(.badProgram) }
    let base = stack.top
    let shift = base - waiting.base
    guard base + waiting.registers.count + 2 * scratchRegisters + Int(last.window) < stack.registerLimit,
      stack.depth + waiting.frames.count < stack.frameLimit, nesting < limits.nestedRuns
    else { throw Trap(.stackOverflow) }
    guard eventFuel > 0 else { throw Trap(.outOfFuel) }
    for (i, word) in waiting.registers.enumerated() { stack.registers[base + i] = word }
    let floor = stack.depth
    for (i, frame) in waiting.frames.dropLast().enumerated() {
      var moved = frame
      moved.base += Int32(truncatingIfNeeded: shift)
      stack.frames[floor + i] = moved
    }
    let window = Int(last.base) + shift
    for i in 0..<waiting.resultCount {
      stack.registers[window + Int(last.result) + i] = i < results.count ? results[i] : .none
    }
    var start = RunStart(
      pc: last.pc, code: last.code, function: Int(last.function), base: window, window: Int(last.window))
    let top = stack.top
    let mayHaveSuspended = canSuspend
    nesting += 1
    canSuspend = true
    stack.depth = floor + waiting.frames.count - 1
    defer {
      nesting -= 1
      stack.depth = floor
      stack.top = top
      canSuspend = mayHaveSuspended
    }
    start.taskBase = base
    start.error = error
    switch run(start, floor: floor) {
    case .returned(let base, let count): return .finished(Array(UnsafeBufferPointer(start: base, count: count)))
    case .trapped(let trap): throw trap
    case .thrown(let error, let place): throw uncaught(error, place)
    case .suspended(let id): return .suspended(id)
    }
  }

  /// Forgets a suspended task.
  package func discard(_ task: Int) { _ = tasks.take(task) }

  /// Where a suspended task waits: the nearest of its calls that has a place.
  package func place(ofTask task: Int) -> SourcePoint? {
    guard let frames = tasks.frames(of: task) else { return nil }
    for frame in frames.reversed() {
      if let place = place(Int(frame.function), frame.pc - frame.code) { return place }
    }
    return nil
  }

  /// Moves the frames above `floor` off the stack; the state of the loop was saved in the frame at `depth`.
  func suspend(floor: Int, depth: Int, base: Int, native: Int) -> Int {
    let id = nextTask
    nextTask += 1
    let top = Int(stack.frames[depth].base) + Int(stack.frames[depth].window)
    tasks.add(
      SuspendedTask(
        id: id, base: base,
        registers: Array(UnsafeBufferPointer(start: stack.registers + base, count: top - base)),
        frames: Array(UnsafeBufferPointer(start: stack.frames + floor, count: depth + 1 - floor)),
        resultCount: nativeResults[native]))
    return id
  }

  // MARK: Through values

  /// Lays out the arguments of a closure's function at `to`: captured type arguments, the arguments, captured values.
  /// `results` is the number expected, -1 for any. Returns the function, -1 for no fitting closure, -2 without room.
  func spread(
    closure: Word, _ from: UnsafePointer<Word>, _ count: Int, _ results: Int, _ to: UnsafeMutablePointer<Word>,
    _ limit: UnsafeMutablePointer<Word>
  ) -> Int {
    guard heap.kind(closure) == .closure else { return -1 }
    let header = heap.headers[closure.handleIndex]
    let captured = heap.slots + Int(header.start)
    let captures = Int(header.count) - 1
    guard captures >= 0, captured[0] < UInt64(table.count) else { return -1 }
    let function = Int(captured[0])
    let entry = table.entries[function]
    let types = Int(entry.typeCount)
    guard types <= captures, captures + count == Int(entry.argumentCount),
      results < 0 || results == Int(entry.resultCount)
    else { return -1 }
    guard to + (captures + count + scratchRegisters) < limit else { return -2 }
    for i in 0..<types { to[i] = captured[1 + i] }
    for i in 0..<count { to[types + i] = from[i] }
    let rest = to + (types + count)
    for i in 0..<(captures - types) { rest[i] = captured[1 + types + i] }
    return function
  }

  /// Finds the witness a `callWitness` names and lays out its arguments: the hidden ones of the conforming type, then
  /// those given. Returns the function, or -1 with `pendingTrap` set.
  func spread(
    witness wide: UInt64, _ regs: UnsafeMutablePointer<Word>, _ first: Int, _ count: Int,
    _ to: UnsafeMutablePointer<Word>, _ limit: UnsafeMutablePointer<Word>
  ) -> Int {
    let proto = Int(wide >> 32)
    let requirement = Int(wide >> 16 & 0xFFFF)
    var type = regs[Int(wide & 0xFFFF)].integer
    let own = FunctionTable.shape(module.protocols[proto], requirement).types
    let from = regs + first
    var receiver: Word = .none
    if type == .unknown, own < count {
      // The type is known from the receiver alone.
      (receiver, type) = open(from[own])
    }
    let key = UInt64(truncatingIfNeeded: type) << 40 | UInt64(proto & 0xFF_FFFF) << 16 | UInt64(requirement)
    let place = witnessCache + CachedTarget.place(key)
    if place.pointee.key != key {
      guard let target = witness(type, proto, requirement) else {
        let name = types.name(type)
        let row = module.protocols[proto]
        pendingTrap = Trap(
          .notModelled, "'\(row.requirements[requirement])' of '\(row.name)' is not available for '\(name)'")
        return -1
      }
      let shape = FunctionTable.shape(module.protocols[proto], requirement)
      guard target.function >= 0, target.function < table.count,
        Int(table.entries[target.function].resultCount) == shape.results
      else {
        pendingTrap = Trap(.badProgram)
        return -1
      }
      place.pointee = CachedTarget(key: key, function: target.function, hidden: target.hidden)
    }
    let hidden = place.pointee.hidden.count
    let function = place.pointee.function
    guard hidden + count == Int(table.entries[function].argumentCount) else {
      pendingTrap = Trap(.badProgram)
      return -1
    }
    guard to + (hidden + count + scratchRegisters) < limit else {
      pendingTrap = Trap(.stackOverflow)
      return -1
    }
    for i in 0..<hidden { to[i] = Word(integer: place.pointee.hidden[i]) }
    for i in 0..<count { to[hidden + i] = from[i] }
    if receiver != .none { to[hidden + own] = receiver }
    return function
  }

  /// Finds the method that overrides `base` in the class of the receiver and lays out its arguments.
  func spread(
    virtual base: Int, _ from: UnsafePointer<Word>, _ count: Int, _ to: UnsafeMutablePointer<Word>,
    _ limit: UnsafeMutablePointer<Word>
  ) -> Int {
    let receiver = from[Int(table.entries[base].typeCount)]
    let kind = heap.kind(receiver)
    guard kind == .instance || kind == .structure || kind == .native || kind == .description else {
      pendingTrap = Trap(receiver == .none ? .unexpectedNil : .badProgram)
      return -1
    }
    let type = heap.type(receiver)
    let key = UInt64(truncatingIfNeeded: type) << 32 | UInt64(base)
    let place = virtualCache + CachedTarget.place(key)
    if place.pointee.key != key { place.pointee = virtualTarget(base, type, key) }
    let function = place.pointee.function
    let dropped = place.pointee.dropped
    let hidden = place.pointee.hidden.count
    guard function >= 0, function < table.count, dropped <= count,
      hidden + count - dropped == Int(table.entries[function].argumentCount),
      table.entries[function].resultCount == table.entries[base].resultCount
    else {
      pendingTrap = Trap(.badProgram)
      return -1
    }
    guard to + (hidden + count + scratchRegisters) < limit else {
      pendingTrap = Trap(.stackOverflow)
      return -1
    }
    for i in 0..<hidden { to[i] = Word(integer: place.pointee.hidden[i]) }
    for i in dropped..<count { to[hidden + i - dropped] = from[i] }
    return function
  }

  /// The override of a method for a class. The hidden arguments of the class that declares it replace those of the class
  /// that declares the method; the method's own stay.
  private func virtualTarget(_ base: Int, _ type: TypeId, _ key: UInt64) -> CachedTarget {
    var current: TypeId? = type
    var function = base
    var declarer: TypeId?
    for _ in 0..<256 {
      guard let here = current, let row = types.nominalRow(here) else { break }
      guard let found = row.overrides.first(where: { $0.base == base }) else { break }
      if declarer == nil {
        function = found.override
      } else if found.override != function {
        break
      }
      declarer = here
      current = types.superclass(here)
    }
    guard let declarer, function >= 0, function < table.count else {
      return CachedTarget(key: key, function: base, hidden: [], dropped: 0)
    }
    let arguments = types.info(declarer).arguments
    let own = max(0, Int(table.entries[function].typeCount) - arguments.count)
    let dropped = max(0, Int(table.entries[base].typeCount) - own)
    return CachedTarget(key: key, function: function, hidden: arguments, dropped: dropped)
  }

  // MARK: Natives

  enum NativeStatus { case returned, thrown, trapped, suspended }

  /// Calls a native; its results are at `results`. For a failure `pendingTrap` or `thrownError` says more.
  func callNative(
    _ native: Int, _ arguments: UnsafeMutablePointer<Word>, _ count: Int, _ results: UnsafeMutablePointer<Word>
  ) -> NativeStatus {
    results[0] = .none
    guard let handler = handlers[native] else { return callDefault(native, arguments, count, results) }
    var call = NativeCall(machine: self, native: native, count: count, arguments: arguments, results: results)
    handler(&call)
    let expected = nativeResults[native]
    var i = call.resultCount
    while i < expected {
      results[i] = .none
      i += 1
    }
    switch call.outcome {
    case .returned: break
    case .thrown(let error):
      thrownError = error
      return .thrown
    case .trapped(let trap):
      pendingTrap = trap
      return .trapped
    case .suspended: return .suspended
    }
    if heap.isExhausted {
      pendingTrap = Trap(.outOfMemory)
      return .trapped
    }
    return .returned
  }

  /// What a native without a handler does: `NativeResult`.
  private func callDefault(
    _ native: Int, _ arguments: UnsafeMutablePointer<Word>, _ count: Int, _ results: UnsafeMutablePointer<Word>
  ) -> NativeStatus {
    let expected = nativeResults[native]
    if module.natives[native].result == .value || module.natives[native].result == .void,
      let status = callProperty(native, arguments, count, results)
    {
      return status
    }
    switch module.natives[native].result {
    case .description, .modifier:
      let index = heap.allocate(.description, type: descriptionType(native), count: count + 1)
      if index == 0 {
        pendingTrap = Trap(.outOfMemory)
        return .trapped
      }
      let to = heap.slots + Int(heap.headers[index].start)
      to[0] = Word(integer: native)
      for i in 0..<count {
        to[i + 1] = arguments[i]
        heap.share(arguments[i])
      }
      results[0] = Word(handle: index)
    case .void: note(native)
    case .value:
      let row = module.natives[native]
      if row.isThrowing {
        note(native)
        thrownError = neutralError(native)
        return .thrown
      }
      guard let value = neutralValue(native, arguments, count) else {
        pendingTrap = Trap(.notModelled, "'\(row.key)'" + (row.unmodelled.map { ": " + $0 } ?? ""))
        return .trapped
      }
      note(native)
      results[0] = value
    }
    // Parameters that would be changed keep their values.
    var i = 1
    while i < expected {
      results[i] = i - 1 < count ? arguments[i - 1] : .none
      i += 1
    }
    return .returned
  }

  private func note(_ native: Int) {
    if notedNatives[native] { return }
    notedNatives[native] = true
    hooks.onNote?(native)
  }

  // MARK: Pieces of the loop

  func makeConstant(_ row: Int) -> Word {
    let word = makeString(module.strings[row])
    if word != .none {
      heap.share(word)
      stringWords[row] = word
    }
    return word
  }

  func instantiate(_ row: Int, _ regs: UnsafeMutablePointer<Word>, _ function: Int) -> TypeId {
    if typeRows[row] >= 0 { return typeRows[row] }
    let count = Int(table.entries[function].typeCount)
    let a = count > 0 ? regs[0].integer : 0
    let b = count > 1 ? regs[1].integer : 0
    let c = count > 2 ? regs[2].integer : 0
    let place = instantiations + row
    if count <= 3, place.pointee.a == a, place.pointee.b == b, place.pointee.c == c, place.pointee.type >= 0 {
      return place.pointee.type
    }
    let type = types.instantiate(row, (0..<count).map { regs[$0].integer })
    place.pointee = Instantiation(a: a, b: b, c: c, type: type)
    return type
  }

  func makeEmptyObject(_ type: TypeId) -> Word {
    let isClass = types.shape(type) == .object
    let index = heap.allocate(
      isClass ? .instance : .structure, type: type, count: types.nominalRow(type)?.fields.count ?? 0)
    if index == 0 { return .none }
    let base = heap.slots + Int(heap.headers[index].start)
    for i in 0..<Int(heap.headers[index].count) { base[i] = .none }
    if isClass { heap.register(index, .instance) }
    return Word(handle: index)
  }

  static func fits(_ value: Int, _ kind: Int) -> Bool {
    switch IntegerKind(rawValue: kind) ?? .int {
    case .int, .int64: return true
    case .int8: return Int8(exactly: value) != nil
    case .int16: return Int16(exactly: value) != nil
    case .int32: return Int32(exactly: value) != nil
    case .uint8: return UInt8(exactly: value) != nil
    case .uint16: return UInt16(exactly: value) != nil
    case .uint32: return UInt32(exactly: value) != nil
    case .uint, .uint64: return value >= 0
    }
  }

  static func truncate(_ word: Word, _ kind: Int) -> Word {
    switch IntegerKind(rawValue: kind) ?? .int {
    case .int, .int64, .uint, .uint64: return word
    case .int8: return Word(integer: Int(Int8(truncatingIfNeeded: word)))
    case .int16: return Word(integer: Int(Int16(truncatingIfNeeded: word)))
    case .int32: return Word(integer: Int(Int32(truncatingIfNeeded: word)))
    case .uint8: return word & 0xFF
    case .uint16: return word & 0xFFFF
    case .uint32: return word & 0xFFFF_FFFF
    }
  }

  // MARK: Ends

  /// The innermost handler that protects an instruction.
  func handler(_ function: Int, _ at: Int) -> HandlerRow? {
    module.functions[function].handlers.first { $0.start <= at && at < $0.end }
  }

  /// The trap for a fault of the loop; initialisers of globals that were running start anew at the next access.
  func fail(_ code: TrapCode, _ function: Int, _ pc: Int, _ depth: Int, _ floor: Int) -> RunEnd {
    var trap = Trap(code)
    if let pending = pendingTrap, pending.code == code { trap = pending }
    pendingTrap = nil
    if code == .badProgram, trap.message.isEmpty { trap.message = misfit(function, pc) }
    // Out of fuel is told behind a jump, whose target has not begun.
    if trap.place == nil { trap.place = place(function, code == .outOfFuel ? pc + 1 : pc, depth) }
    for at in floor..<max(floor, depth) where stack.frames[at].global >= 0 {
      globalStates[Int(stack.frames[at].global)] = .empty
    }
    return .trapped(trap)
  }

  /// Names the instruction before `pc` that was given a value of another kind than it works on.
  private func misfit(_ function: Int, _ pc: Int) -> String {
    guard module.functions.indices.contains(function) else { return "" }
    let row = module.functions[function]
    // The word before `pc` may be the second one of an instruction.
    var start = 0
    var found: Opcode?
    while start < min(pc, row.code.count) {
      guard let op = Opcode(rawValue: UInt16(truncatingIfNeeded: row.code[start] & 0xFF)) else { break }
      found = op
      start += op.isWide ? 2 : 1
    }
    guard let op = found else { return "'\(row.name)' is not sound code" }
    return "'\(op)' in '\(row.name)' was given a value of a kind it does not work on"
  }

  /// Place of the instruction before `pc`; where the function has none, of the nearest call of it that has one.
  func place(_ function: Int, _ pc: Int, _ depth: Int) -> SourcePoint? {
    if let place = place(function, pc) { return place }
    var at = depth
    while at > 0 {
      at -= 1
      let frame = stack.frames[at]
      if let place = place(Int(frame.function), frame.pc - frame.code) { return place }
    }
    return nil
  }

  /// Place of the instruction before `pc` in a function.
  func place(_ function: Int, _ pc: Int) -> SourcePoint? {
    guard module.functions.indices.contains(function) else { return nil }
    let places = module.functions[function].places
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle].pc < pc { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? places[low - 1].place : nil
  }
}
