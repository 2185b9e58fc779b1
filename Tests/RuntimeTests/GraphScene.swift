/// View values made by hand, for tests of the graph without a compiler: descriptions are built by key, bodies and actions are closures of the
/// test, called through natives.
import SceneIR

@testable import SceneRuntime

final class GraphScene {
  typealias Closure = (GraphScene, [Word]) -> Word

  static let keys: [(String, NativeResult, [String])] = [
    ("ViewBuilder.buildBlock(_:)", .description, ["content"]),
    ("ViewBuilder.buildEither(first:)", .description, ["first"]),
    ("ViewBuilder.buildEither(second:)", .description, ["second"]),
    ("ViewBuilder.buildIf(_:)", .description, ["content"]),
    ("VStack.init(alignment:spacing:content:)", .description, ["alignment", "spacing", "content"]),
    ("HStack.init(alignment:spacing:content:)", .description, ["alignment", "spacing", "content"]),
    ("ZStack.init(alignment:content:)", .description, ["alignment", "content"]),
    ("Spacer.init(minLength:)", .description, ["minLength"]),
    ("Text.init(_:)", .description, ["content"]),
    ("Image.init(_:)", .description, ["name"]),
    ("Image.resizable()", .description, ["self"]),
    ("Color.red", .description, []), ("Color.blue", .description, []), ("Color.orange", .description, []),
    ("Color.clear", .description, []),
    ("Button.init(action:label:)", .description, ["action", "label"]),
    ("Group.init(content:)", .description, ["content"]),
    ("GeometryReader.init(content:)", .description, ["content"]),
    ("ForEach.init(_:id:content:)", .description, ["data", "id", "content"]),
    ("View.frame(width:height:alignment:)", .modifier, ["self", "width", "height", "alignment"]),
    (
      "View.frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)", .modifier,
      ["self", "a", "b", "c", "d", "e", "f", "g"]
    ),
    ("View.offset(x:y:)", .modifier, ["self", "x", "y"]),
    ("View.opacity(_:)", .modifier, ["self", "opacity"]),
    ("View.scaleEffect(_:anchor:)", .modifier, ["self", "s", "anchor"]),
    ("View.background(_:ignoresSafeAreaEdges:)", .modifier, ["self", "style", "edges"]),
    ("View.background(alignment:content:)", .modifier, ["self", "alignment", "content"]),
    ("View.overlay(alignment:content:)", .modifier, ["self", "alignment", "content"]),
    ("View.ignoresSafeArea(_:edges:)", .modifier, ["self", "regions", "edges"]),
    ("View.padding(_:_:)", .modifier, ["self", "edges", "length"]),
    ("View.onAppear(perform:)", .modifier, ["self", "action"]),
    ("View.onDisappear(perform:)", .modifier, ["self", "action"]),
    ("View.onChange(of:initial:_:)", .modifier, ["self", "value", "initial", "action"]),
    ("View.onTapGesture(count:perform:)", .modifier, ["self", "count", "action"]),
    ("View.animation(_:value:)", .modifier, ["self", "animation", "value"]),
    ("View.transition(_:)", .modifier, ["self", "t"]),
    ("View.id(_:)", .modifier, ["self", "id"]),
    ("View.accessibilityIdentifier(_:)", .modifier, ["self", "identifier"]),
    ("View.matchedGeometryEffect(id:in:properties:anchor:isSource:)", .modifier, ["self", "id", "n", "p", "a", "s"]),
    ("View.unknown()", .modifier, ["self"]),
    ("AnyTransition.identity", .description, []),
    ("AnyTransition.move(edge:)", .description, ["edge"]),
    ("Animation.spring(response:dampingFraction:blendDuration:)", .description, ["r", "d", "b"]),
    ("Animation.easeInOut(duration:)", .description, ["duration"]),
    ("Animation.linear(duration:)", .description, ["duration"]),
  ]

  let player: Player
  private static var current: GraphScene?
  private var closures: [Closure] = []
  private var stateSlots: [String: Int] = [:]
  private var root: ((GraphScene) -> Word)?
  let functionBase: Int

  var graph: ViewGraph { player.graph }
  var heap: Heap { graph.heap }

  /// `body` is the body of a user's view called `TestView`.
  init(
    device: String = "390x844@3", steps: [Step] = [], fps: Int = 60, until: PlayOptions.Until = .automatic,
    body: @escaping (GraphScene) -> Word
  ) {
    var module = SceneModule()
    module.name = "test"
    for (key, result, parameters) in GraphScene.keys {
      module.natives.append(NativeRow(key: key, result: result, parameters: parameters))
    }
    // A function for each number of parameters: the closure's number is the last, captured argument.
    let call = module.natives.count
    module.natives.append(NativeRow(key: "Test.call", result: .value, parameters: []))
    for count in 1...4 {
      module.functions.append(
        FunctionRow(
          name: "closure", parameterCount: count, registerCount: count + 1,
          code: [UInt64(.callNative, count, 0, count), UInt64(call), UInt64(.ret, count, 0, 1)]))
    }
    let entry = module.natives.count
    module.natives.append(NativeRow(key: "Test.body", result: .value, parameters: ["self"]))
    module.functions.append(
      FunctionRow(
        name: "TestView.body", parameterCount: 1, registerCount: 2,
        code: [UInt64(.callNative, 1, 0, 1), UInt64(entry), UInt64(.ret, 1, 0, 1)]))
    let view = NominalRow(name: "TestView", kind: .structure, isUserDefined: true)
    module.nominals.append(view)
    module.types.append(.nominal(0, []))
    module.protocols.append(ProtocolRow(name: "View", requirements: ["body"], associatedTypes: []))
    module.conformances.append(
      ConformanceRow(nominal: 0, proto: 0, witnesses: [WitnessRow(function: 4, takesSelf: false)], associatedTypes: []))
    functionBase = 0
    var options = PlayOptions()
    options.device = device
    options.steps = steps
    options.fps = fps
    options.until = until
    player = Player(module: module, entry: -1, options: options) { registry in
      registry.register("Test.call") { call in
        guard let scene = GraphScene.current else { return }
        var arguments: [Word] = []
        for i in 0..<(call.count - 1) { arguments.append(call[i]) }
        call.result = scene.closures[call[call.count - 1].integer](scene, arguments)
      }
      registry.register("Test.body") { call in
        guard let scene = GraphScene.current else { return }
        call.result = scene.root?(scene) ?? .none
      }
    }
    GraphScene.current = self
    root = body
    let value = heap.make(.structure, type: graph.types.named("TestView") ?? .unknown, [])
    _ = graph.makeWindow(value, env: -1, scope: -1, depth: 0)
  }

  /// A description by key.
  func v(_ key: String, _ arguments: [Word] = []) -> Word {
    guard let index = GraphScene.keys.firstIndex(where: { $0.0 == key }) else { return .none }
    return graph.machine.makeDescription(native: index, arguments)
  }

  func closure(_ parameters: Int = 0, _ body: @escaping Closure) -> Word {
    closures.append(body)
    return heap.make(.closure, type: .unknown, [Word(integer: parameters), Word(integer: closures.count - 1)])
  }

  func action(_ body: @escaping (GraphScene) -> Void) -> Word {
    closure { scene, _ in
      body(scene)
      return .none
    }
  }

  func block(_ views: [Word]) -> Word {
    let native = 0
    return graph.machine.makeDescription(native: native, views)
  }

  func number(_ value: Double) -> Word { Word(number: value) }
  func text(_ text: String) -> Word { graph.machine.makeString(text) }

  // MARK: State by name

  private func slot(_ name: String, _ initial: Word) -> Int {
    if let known = stateSlots[name] { return known }
    let slot = graph.makeSlot(initial, type: .unknown)
    stateSlots[name] = slot
    return slot
  }

  func state(_ name: String, _ initial: Int = 0) -> Int { graph.readSlot(slot(name, Word(integer: initial))).integer }
  func set(_ name: String, _ value: Int) { graph.writeSlot(slot(name, Word(integer: 0)), Word(integer: value)) }

  func withAnimation(_ animation: Word, _ body: () -> Void) {
    let saved = graph.current
    graph.current.setAnimation(graph.animation(animation))
    body()
    graph.current = saved
  }

  // MARK: Views

  func stack(_ axis: String, spacing: Double? = nil, _ views: [Word]) -> Word {
    v(
      "\(axis).init(alignment:spacing:content:)",
      [.none, spacing.map { number($0) } ?? .none, block(views)])
  }
  func zstack(_ views: [Word]) -> Word { v("ZStack.init(alignment:content:)", [.none, block(views)]) }
  func frame(_ view: Word, _ width: Double?, _ height: Double?) -> Word {
    v(
      "View.frame(width:height:alignment:)",
      [view, width.map { number($0) } ?? .none, height.map { number($0) } ?? .none, .none])
  }
  func greedy(_ view: Word) -> Word {
    v(
      "View.frame(minWidth:idealWidth:maxWidth:minHeight:idealHeight:maxHeight:alignment:)",
      [view, .none, .none, number(.infinity), .none, .none, number(.infinity), .none])
  }
  func named(_ view: Word, _ name: String) -> Word { v("View.accessibilityIdentifier(_:)", [view, text(name)]) }
  func spring(_ response: Double, _ fraction: Double) -> Word {
    v("Animation.spring(response:dampingFraction:blendDuration:)", [number(response), number(fraction), number(0)])
  }

  // MARK: Frames

  /// All frames of the run.
  func play(_ limit: Int = 400) -> [Frame] {
    GraphScene.current = self
    var frames: [Frame] = []
    while frames.count < limit, let frame = player.next() { frames.append(frame) }
    return frames
  }

  /// The row of the view with this identifier, image name or type.
  func row(_ frame: Frame, _ name: String) -> FrameRow? {
    let record = player.views.last { record in
      (record.identifier == name || record.name == name || record.type == name)
        && frame.rows.contains { $0.id == record.id }
    }
    return record.flatMap { record in frame.rows.first { $0.id == record.id } }
  }
}
