/// Plays one entry of a module: a pull stream of frames. The command, the exporters and the tests drive it; it takes its clock from the
/// number of frames asked for.
///
///     let player = Player(module: module, entry: 0, options: options)
///     while let frame = player.next() { write(frame) }
///     write(player.settledNanoseconds, player.diagnostics)

import SceneIR

package final class Player {
  /// Result of an `expect` step.
  package struct Expectation: Equatable, Sendable {
    package var text: String
    package var passed: Bool
    /// Why it failed: expected and found values.
    package var detail: String
    package var place: SourcePoint
    package var nanoseconds: Int

    package init(text: String, passed: Bool, detail: String, place: SourcePoint, nanoseconds: Int) {
      self.text = text
      self.passed = passed
      self.detail = detail
      self.place = place
      self.nanoseconds = nanoseconds
    }
  }

  /// A frame asked for by `snapshot("name")`.
  package struct Snapshot: Equatable, Sendable {
    package var name: String
    package var frame: Frame

    package init(name: String, frame: Frame) {
      self.name = name
      self.frame = frame
    }
  }

  package enum Touch: Equatable, Sendable {
    case down(x: Double, y: Double)
    case move(x: Double, y: Double)
    case up
    case cancel
  }

  package let header: FrameHeader
  package internal(set) var expectations: [Expectation] = []
  package internal(set) var snapshots: [Snapshot] = []
  /// Time at which the run settled; nil while or if it does not.
  package internal(set) var settledNanoseconds: Int?
  /// A step found no view; traps count too (`hasFailed`).
  var stepFailed = false
  /// A bound ended the run before its time.
  package private(set) var isCutOff = false

  let graph: ViewGraph
  let options: PlayOptions
  let machine: Machine
  var steps: [Step]
  var nextStep = 0
  /// Script time: when the next step starts.
  var clock = 0
  /// Events of the step that runs, in order of time.
  var events: [ScriptEvent] = []
  /// A step that holds the script until something is true.
  var isSettling = false
  var settleDeadline = 0
  var waitingExpectation: (target: Step.Target, expectation: Step.Expectation, deadline: Int, place: SourcePoint)?
  var tick = -1
  var frameNumber = 0
  var isOver = false
  var isLive = false
  /// Script time of the last step's end; -1 without steps.
  var lastStepEnd = 0
  var lastActivity = 0
  var history: [[HistoryRow]] = []
  var liveEvents: [Touch] = []
  var pendingSnapshots: [String] = []

  /// All views listed so far, by `id - 1`.
  package var views: [ViewRecord] { graph.records }
  package var diagnostics: [RuntimeDiagnostic] { graph.diagnostics }
  /// A trap, or a step without target: the command ends with status 1.
  package var hasFailed: Bool { stepFailed || graph.hasTrapped || isCutOff }
  /// Lines the scene printed.
  package var printed: [String] { graph.printed }
  package var counters: ViewGraph.Counters { graph.counters }
  /// Every tick evaluates, lays out, places and shows everything: what is made from changes must equal it.
  package var afresh: Afresh {
    get { graph.afresh }
    set { graph.afresh = newValue }
  }

  /// `entry`: row of `module.entries`.
  package convenience init(module: SceneModule, entry: Int, options: PlayOptions) {
    self.init(module: module, entry: entry, options: options) { _ in }
  }

  /// `extra` registers natives beside the runtime's own.
  init(module: SceneModule, entry: Int, options: PlayOptions, extra: (inout NativeRegistry) -> Void) {
    var module = module
    let identity = module.functions.count
    module.functions.append(
      FunctionRow(name: "identity", parameterCount: 1, registerCount: 1, code: [UInt64(.ret, 0, 0, 1)]))
    let row = module.entries.indices.contains(entry) ? module.entries[entry] : nil
    let scenario = row?.scenario.flatMap { module.scenarios.indices.contains($0) ? module.scenarios[$0] : nil }
    self.options = options
    let wanted = options.device ?? scenario?.device ?? DeviceLookup.standard
    let asked = DeviceLookup.find(wanted, landscape: options.landscape)
    let found = asked ?? DeviceLookup.find(DeviceLookup.standard, landscape: options.landscape)
    let device =
      found?.device
      ?? FrameDevice(
        name: DeviceLookup.standard, width: 390, height: 844, scale: 3, safeTop: 47, safeLeading: 0, safeBottom: 34,
        safeTrailing: 0)
    header = FrameHeader(
      source: module.name, scenario: scenario?.name, fps: max(1, options.fps), device: device, files: module.files)
    steps = options.steps ?? scenario?.steps ?? []
    var registry = NativeRegistry()
    let box = GraphBox()
    registry.registerStandardLibrary()
    ViewGraph.registerNatives(&registry) { box.graph }
    extra(&registry)
    machine = Machine(module: module, registry: registry, seed: options.seed)
    graph = ViewGraph(
      machine: machine, natives: GraphNatives(module: module), device: device, tree: LayoutTree(scale: device.scale))
    box.graph = graph
    graph.identityFunction = identity
    if asked == nil {
      graph.report(
        RuntimeCode.unknownDevice, .error, "No device is called '\(wanted)'; the scene plays on \(device.name)",
        place: row?.place)
    }
    for (row, image) in module.images.enumerated() { graph.imageRows[image.name] = row }
    for (row, color) in module.colors.enumerated() { graph.colorRows[color.name] = row }
    for (row, image) in module.images.enumerated() {
      for symbol in AssetSymbols.names(of: image.name, kind: "Image") where graph.imageRows[symbol] == nil {
        graph.imageRows[symbol] = row
      }
    }
    for (row, color) in module.colors.enumerated() {
      for symbol in AssetSymbols.names(of: color.name, kind: "Color") where graph.colorRows[symbol] == nil {
        graph.colorRows[symbol] = row
      }
    }
    graph.reducesMotion = options.reducesMotion
    graph.connectHooks()
    graph.connectLayout()
    let scheme = options.colorScheme ?? scenario?.colorScheme
    graph.rootColorScheme = Word(integer: scheme == "dark" ? 1 : 0)
    if let note = found?.note { graph.report(RuntimeCode.output, .note, note) }
    if let row { start(row) }
  }

  /// Breaks the cycle between the natives and the graph they serve.
  final class GraphBox {
    weak var graph: ViewGraph?
  }

  private func start(_ entry: EntryRow) {
    machine.beginEvent()
    let root = graph.scene { try machine.call(entry.function) } ?? .none
    _ = graph.makeWindow(root, env: -1, scope: -1, depth: 0)
  }

  // MARK: Frames

  /// Runs one tick and brings what is shown up to date, without writing a frame.
  package func step() {
    runTick()
    graph.assignRecords()
    graph.refreshShown()
  }

  /// The next sample; nil when the run is over.
  package func next() -> Frame? {
    if isOver { return nil }
    let fps = header.fps
    // Sample k is at k/fps; the ticks up to that time run first.
    let numerator = frameNumber * TickGrid.rate
    let due = numerator / fps
    while tick < due { runTick() }
    if numerator % fps != 0 { graph.sampleAnimations(at: Double(frameNumber) / Double(fps)) }
    let frame = graph.makeFrame(
      number: frameNumber, includesModel: options.includesModel, includesDrawing: options.includesDrawing)
    frameNumber += 1
    finishIfDone()
    return frame
  }

  private func finishIfDone() {
    if let ending = graph.turns.ending {
      if !isCutOff { cutOff(ending) }
      return
    }
    if isLive { return }
    finishIfSettled()
    if !isOver, frameNumber >= options.maximumFrames {
      cutOff("The run is cut off after \(options.maximumFrames) frames, which is as long as a run may be")
    }
  }

  /// Ends the run because a bound was reached.
  private func cutOff(_ message: String) {
    isOver = true
    isCutOff = true
    graph.report(RuntimeCode.bound, .error, message)
  }

  /// Whoever writes the frames says how many bytes there are by now; true when that is more than a run may make.
  package func isBeyondOutput(_ bytes: Int) -> Bool {
    guard bytes > options.maximumOutput else { return false }
    if !isCutOff {
      cutOff(
        "The output is cut off: a run may make \(options.maximumOutput) bytes, frame \(frameNumber - 1) passed that")
    }
    return true
  }

  private func finishIfSettled() {
    let time = TickGrid.time(tick)
    let scriptIsOver = scriptDone
    switch options.until {
    case .time(let limit):
      if frameNumber * TickGrid.second > limit.multipliedReportingOverflow(by: header.fps).partialValue {
        isOver = true
      }
      return
    case .settled:
      if scriptIsOver, settledNanoseconds != nil || time >= lastStepEnd + 60 * TickGrid.second { isOver = true }
    case .automatic:
      let limit = steps.isEmpty && header.scenario == nil ? 10 : 60
      if scriptIsOver, settledNanoseconds != nil || time >= lastStepEnd + limit * TickGrid.second { isOver = true }
    }
    if stepFailed { isOver = true }
    if isOver, settledNanoseconds == nil, !stepFailed {
      graph.report(
        RuntimeCode.notSettled, .note, "The scene has not settled: \(graph.whatMoves() ?? "something") still moves")
    }
  }

  var scriptDone: Bool {
    nextStep >= steps.count && events.isEmpty && !isSettling && waitingExpectation == nil
      && TickGrid.tick(at: clock) <= max(tick, 0)
  }

  // MARK: Ticks

  private func runTick() {
    tick += 1
    graph.now = TickGrid.seconds(tick)
    graph.nowNanoseconds = TickGrid.time(tick)
    if tick > 0 {
      graph.advanceAnimations()
      graph.advanceScrolling()
      graph.advanceMatched()
      if graph.removalsFinished { graph.finishRemovals() }
      graph.finishPresentations()
      graph.finishNavigations()
      graph.advanceTimelines()
      graph.advanceKeyframes()
      graph.runTimers()
      graph.inputTick()
      for touch in liveEvents { deliver(touch) }
      liveEvents = []
      runScript()
    }
    graph.spacesMovedUpdate()
    graph.settleUpdates()
    graph.noteTurns()
    graph.hasStarted = true
    graph.collectGarbage()
    record()
    checkWaiting()
    noteSettled()
  }

  func deliver(_ touch: Touch) {
    switch touch {
    case .down(let x, let y):
      graph.events.append("down \(shortNumber(x)),\(shortNumber(y))")
      graph.touchDown(x, y)
    case .move(let x, let y): graph.touchMove(x, y)
    case .up:
      graph.events.append("up \(shortNumber(graph.input.touch.x)),\(shortNumber(graph.input.touch.y))")
      graph.touchUp(afterRest: isLive ? InputProfile.liveRest : InputProfile.rest)
    case .cancel: graph.touchCancel()
    }
  }

  /// The animated vector of an effect around the view with an identifier (`scaleEffect`, `rotationEffect` ...), or of the shape it is
  /// (`shape`): the model, in the units in which animations see it.
  package func vector(of identifier: String, effect: String) -> [Double]? {
    guard let record = graph.records.last(where: { $0.identifier == identifier }) else { return nil }
    var id = graph.recordOwners[record.id - 1]
    guard graph.u[Int(id)].isAlive else { return nil }
    // To the leaf, then outwards to the first effect of the name.
    while graph.u[Int(id)].child >= 0 { id = graph.u[Int(id)].child }
    while id >= 0 {
      let node = graph.u[Int(id)]
      if "\(node.op)" == effect, node.value >= 0 { return graph.shownVector(Int(node.value)) }
      id = node.parent
    }
    return nil
  }

  /// Delivers a touch at the tick that follows. A live player never ends by itself.
  package func send(_ touch: Touch) {
    isLive = true
    liveEvents.append(touch)
  }

  private func noteSettled() {
    guard scriptDone, settledNanoseconds == nil else { return }
    if graph.whatMoves(since: lastStepEnd) == nil { settledNanoseconds = max(TickGrid.time(tick), 0) }
  }

  func shortNumber(_ value: Double) -> String {
    let scaled = (value * 1000).rounded()
    if scaled == (value.rounded() * 1000), abs(value) < 1e15 { return "\(Int(value.rounded()))" }
    return "\(scaled / 1000)"
  }
}
