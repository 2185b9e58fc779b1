/// The view graph of one host (the screen with its presentations): owns all tables; the parts are extensions in this folder.
///
/// Reading order: `Nodes`, `Reconcile` (view values to structure), `Chains` (structure to unary nodes), `Hosts` (lists of items),
/// `UpdateCycle` (transactions, layout, actions), `Geometry` (model rectangles and their animation), `Present` (what is drawn).

import SceneIR

/// What every tick does again, whether something changed or not: for tests that what is kept from before is right.
package struct Afresh: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let bodies = Afresh(rawValue: 1)
  package static let layout = Afresh(rawValue: 2)
  package static let geometry = Afresh(rawValue: 4)
  package static let display = Afresh(rawValue: 8)
  package static let all: Afresh = [.bodies, .layout, .geometry, .display]
}

package final class ViewGraph {
  let machine: Machine
  let heap: Heap
  let types: RuntimeTypes
  let natives: GraphNatives
  let tree: LayoutTree
  let device: FrameDevice
  let protocols: KnownProtocols

  // MARK: Nodes
  var s: [SNode] = []
  var freeS: [SID] = []
  /// Base views that are mounted, and how many may be.
  var liveViews = 0
  var viewLimit = maximumViews
  var u: [UNode] = []
  var freeU: [UID] = []
  /// Window hosts: the screen, then presentations in the order in which they came up.
  var windows: [UID] = []
  /// Layout node to the unary node that made it.
  var layoutOwners: [UID] = []

  // MARK: State
  var slots: [StateSlot] = []
  var observed = ObservationTable()
  /// Lines the scene printed.
  var printed: [String] = []
  var extraRoots: [Word] = []
  /// Function that returns its argument, added to the module.
  var identityFunction = -1
  /// Evaluation that reads belong to: node and serial; -1 outside of bodies.
  var reader: SID = -1
  var evaluations: UInt32 = 0
  var isUpdating = false
  /// Writes of the event that runs, for taking them back after a trap.
  var journal: [JournalEntry] = []

  // MARK: Transactions
  var current = Transact()
  var pending: [PendingTransaction] = []
  /// Runs of actions; mutations of one run with equal transactions are put together.
  var turn = 0
  /// Number of the transaction that is flushed.
  var seed = 0
  /// The transaction that is flushed, empty between flushes.
  var flushing = Transact()
  var savedTransactions: [Transact] = []
  var savedTransactionBase = 0
  var scopeCache: [SID: (seed: Int, value: Transact)] = [:]

  // MARK: Update
  var dirty: [SID] = []
  /// Mounts and updates within one another.
  var listDepth: Int32 = 0
  /// Types of views found to contain themselves, while what they are in is made.
  var endless: Set<TypeId> = []
  var hostsToCollect: [UID] = []
  /// List contexts that came up in this update.
  var freshHosts: [UID] = []
  var insertions: [UID] = []
  /// Structure whose views are being removed, and structure to destroy at the end of the update.
  var leavingNodes: [SID] = []
  var presentations: [SID] = []
  /// Appearance modifiers whose content may become empty.
  var watched: [SID] = []
  var watchedDirty = false
  /// Geometry pass after which `onGeometryChange` was asked last.
  var checkedGeometry = -1
  var presentationsDirty = false
  /// Controls whose panel of rows is open, the innermost last.
  var openMenus: [SID] = []
  var doomed: [SID] = []
  var needsLayout = true
  var needsGeometry = true
  /// The whole tree is to be placed, not only what layout moved.
  var needsFullGeometry = true
  /// Layout nodes that have another rectangle since the last geometry pass.
  var changedLayout: [LayoutNode] = []
  var lifecycle = LifecycleQueue()
  var geometryReaders: [SID] = []
  var timelines: [SID] = []
  /// When the text that is being resolved changes by itself, in seconds of the scene.
  var nextText = Double.infinity
  /// A layout direction is set somewhere.
  var setsDirection = false
  /// Hosts that show a part of their items: lazy containers, lists, tab views; and how many items are away.
  var partialHosts: [UID] = []
  /// How far scroll views moved their content since it was placed last, in points.
  var scrolledBy: [UID: Point] = [:]
  /// The update that `scrolledBy` is about.
  var scrollSerial = 1
  /// Paged TabViews.
  var pagers: [UID] = []
  /// ForEach nodes of lazy stacks some of whose elements have no views yet.
  var unmadeLists: [SID] = []
  var unrealisedCount = 0
  /// Nodes of `onGeometryChange` and of effects that read their place.
  var geometryChangeNodes: [UID] = []
  var scrollPhaseNodes: [UID] = []
  var scrollPositionNodes: [UID] = []
  var visualEffectNodes: [UID] = []
  /// Pages of the navigation stacks, by the structure node of the stack.
  var navigations: [NavigationState] = []
  var navigationDestinations: [SID] = []
  /// Modifiers that say what a navigation bar is like, and tab views; the room of bars is to be found again.
  var navigationTitles: [SID] = []
  var tabViews: [SID] = []
  var barsDirty = false
  var focus = FocusTable()
  /// The canvas whose renderer runs.
  var canvas: CanvasRecorder?
  var scrollRequests = 0
  var preferenceReaders: [SID] = []
  var preferencesDirty = true

  // MARK: Animation
  /// Values of the scene that conform to CustomAnimation; asks them once there is one.
  var customAnimations: [CustomAnimationEntry] = []
  var animationClient: AnimationClient?
  var frames: [FrameAttribute] = []
  var freeFrames: [Int32] = []
  var values: [ValueAttribute] = []
  var freeValues: [Int32] = []
  var running: [RunningAnimation] = []
  var freeRunning: [Int32] = []
  /// A scale or rotation moved: what reads places below it is to be evaluated again.
  var spacesMoved = false
  /// Data of an animatable view moved: its body runs in this tick, outside of any transaction.
  var bodiesMoved = false
  /// Phase animators whose phase is over, with the completion that says so; those that loop; keyframe animators.
  var phaseQueue: [(node: SID, token: Int)] = []
  var phaseNodes: [SID] = []
  var keyframeNodes: [SID] = []
  /// Reaches everything while inserted items take their first place.
  var forcedTransaction: Transact?
  var transitions: [ItemTransition] = []
  var freeTransitions: [Int32] = []
  var removalsFinished = false
  var leavingItems: [UID] = []
  var completions = CompletionTable()
  var matched = MatchedRegistry()
  var matchedDirty = false
  /// Layout gave something another place since the shared frames were found.
  var placesMoved = false

  // MARK: Time
  /// Seconds of the tick that runs, and of the sample that is drawn.
  var now = 0.0
  /// Whole nanoseconds of the tick.
  var nowNanoseconds = 0
  var timers = TimerQueue()
  var subscriptions = SubscriptionTable()
  /// Modifiers that are GeometryEffects.
  var geometryEffects: [SID] = []
  var turns = TurnState()
  var taskTable = TaskTable()

  // MARK: Output
  var shown = ShownScene()
  var zIndexCount = 0
  var records: [ViewRecord] = []
  var recordOwners: [UID] = []
  var recordsDirty = true
  var hasStarted = false
  var newRecords: [ViewRecord] = []
  var events: [String] = []
  var diagnostics: [RuntimeDiagnostic] = []
  var notedKeys: Set<String> = []
  var hasTrapped = false
  /// The node whose arguments are read, for messages about them.
  var resolved: SID = -1
  /// Where the module calls a native, for the natives that were asked about.
  var nativeCalls: [Int: [(function: Int, place: SourcePoint)]] = [:]
  /// The box of the shape of the scene whose path is made has no length; where the code for that path begins.
  var isInEmptyBox = false
  var pathPlace: SourcePoint?
  /// The layout of the scene whose code runs now.
  var layoutInCall: (type: TypeId, requirement: KnownProtocols.Requirement)?
  /// Set by a trap; the event that runs then takes back its writes.
  var trappedInEvent = false
  var propertyPlans: [TypeId: [PropertyPlan]] = [:]
  var storage: [String: Int] = [:]
  var namespaceCount = 0
  /// Proposal of the view whose dimensions a closure asks for.
  var guideNumbers: [Int: Guide] = [:]
  /// Guides of the scene with the types that identify them.
  var guideTypes: [(guide: Guide, type: TypeId)] = []
  /// Rows of the module's assets by name.
  var imageRows: [String: Int] = [:]
  var colorRows: [String: Int] = [:]
  /// Shapes of the scene whose `path(in:)` runs, one within the other.
  var pathDepth = 0
  /// Entries stored while a setter of EnvironmentValues runs.
  var captured: [(key: Int, value: Word)] = []
  var isCapturing = false
  var envNames: [String: Int] = [:]
  var envNameList: [String] = []
  var rootColorScheme: Word = 0
  var reducesMotion = false
  var input = InputState()
  /// A device that is given by its size is a window on a desk; named ones have a screen that is touched.
  let inputProfile: InputProfile

  /// For tests of incrementality: every tick evaluates, lays out, places and shows everything.
  var afresh: Afresh = []

  /// What was done, for tests of incrementality.
  package struct Counters: Equatable, Sendable {
    package var bodies = 0
    package var contents = 0
    package var layouts = 0
    package var geometryPasses = 0
    package var animatorSteps = 0
    /// Nodes placed by geometry passes, and items put on the display list.
    package var placedNodes = 0
    package var shownItems = 0
  }
  package var counters = Counters()

  init(machine: Machine, natives: GraphNatives, device: FrameDevice, tree: LayoutTree) {
    self.machine = machine
    self.natives = natives
    self.device = device
    self.tree = tree
    inputProfile = device.isSize ? .pointer : .touch
    heap = machine.heap
    types = machine.types
    protocols = KnownProtocols(machine)
  }
}

/// Protocols of the prelude that the graph calls witnesses of, found once.
struct KnownProtocols {
  struct Requirement {
    var proto = -1
    var index = -1
  }
  var view = Requirement()
  var viewModifier = Requirement()
  var toolbarContent = Requirement()
  var shape = Requirement()
  var buttonStyle = Requirement()
  var primitiveButtonStyle = Requirement()
  var toggleStyle = Requirement()
  var labelStyle = Requirement()
  var progressViewStyle = Requirement()
  var gaugeStyle = Requirement()
  var groupBoxStyle = Requirement()
  var labeledContentStyle = Requirement()
  var disclosureGroupStyle = Requirement()
  var controlGroupStyle = Requirement()
  var menuStyle = Requirement()
  var formStyle = Requirement()
  var transition = Requirement()
  var dynamicPropertyUpdate = Requirement()
  var preferenceDefault = Requirement()
  var preferenceReduce = Requirement()
  var environmentDefault = Requirement()
  var layoutSize = Requirement()
  var layoutPlace = Requirement()
  var layoutMakeCache = Requirement()
  var layoutUpdateCache = Requirement()
  var layoutSpacing = Requirement()
  var layoutHorizontalGuide = Requirement()
  var layoutVerticalGuide = Requirement()
  var layoutValueDefault = Requirement()
  var shapeSize = Requirement()
  var timelineEntries = Requirement()
  var transactionDefault = Requirement()
  var scrollTarget = Requirement()
  var animatableGet = Requirement()
  var animatableSet = Requirement()
  var identifiable = Requirement()
  var geometryEffect = Requirement()
  var customAnimate = Requirement()
  var animationStateDefault = Requirement()

  init(_ machine: Machine) {
    func find(_ proto: String, _ key: String) -> Requirement {
      guard let row = machine.protocolIndex(proto) else { return Requirement() }
      return Requirement(proto: row, index: machine.requirementIndex(row, key) ?? -1)
    }
    view = find("View", "body")
    viewModifier = find("ViewModifier", "body(content:)")
    toolbarContent = find("ToolbarContent", "body")
    shape = find("Shape", "path(in:)")
    buttonStyle = find("ButtonStyle", "makeBody(configuration:)")
    primitiveButtonStyle = find("PrimitiveButtonStyle", "makeBody(configuration:)")
    toggleStyle = find("ToggleStyle", "makeBody(configuration:)")
    labelStyle = find("LabelStyle", "makeBody(configuration:)")
    progressViewStyle = find("ProgressViewStyle", "makeBody(configuration:)")
    gaugeStyle = find("GaugeStyle", "makeBody(configuration:)")
    groupBoxStyle = find("GroupBoxStyle", "makeBody(configuration:)")
    labeledContentStyle = find("LabeledContentStyle", "makeBody(configuration:)")
    disclosureGroupStyle = find("DisclosureGroupStyle", "makeBody(configuration:)")
    controlGroupStyle = find("ControlGroupStyle", "makeBody(configuration:)")
    menuStyle = find("MenuStyle", "makeBody(configuration:)")
    formStyle = find("FormStyle", "makeBody(configuration:)")
    transition = find("Transition", "body(content:phase:)")
    dynamicPropertyUpdate = find("DynamicProperty", "update()")
    preferenceDefault = find("PreferenceKey", "defaultValue")
    preferenceReduce = find("PreferenceKey", "reduce(value:nextValue:)")
    environmentDefault = find("EnvironmentKey", "defaultValue")
    layoutSize = find("Layout", "sizeThatFits(proposal:subviews:cache:)")
    layoutPlace = find("Layout", "placeSubviews(in:proposal:subviews:cache:)")
    layoutMakeCache = find("Layout", "makeCache(subviews:)")
    layoutUpdateCache = find("Layout", "updateCache(_:subviews:)")
    layoutSpacing = find("Layout", "spacing(subviews:cache:)")
    let guides = find("Layout", "explicitAlignment(of:in:proposal:subviews:cache:)")
    if guides.index >= 0 {
      // Two requirements of one name: the horizontal guide's is declared first.
      let keys = machine.module.protocols[guides.proto].requirements
      layoutHorizontalGuide = guides
      layoutVerticalGuide = Requirement(proto: guides.proto, index: keys.lastIndex(of: keys[guides.index]) ?? -1)
    }
    layoutValueDefault = find("LayoutValueKey", "defaultValue")
    scrollTarget = find("ScrollTargetBehavior", "updateTarget(_:context:)")
    transactionDefault = find("TransactionKey", "defaultValue")
    timelineEntries = find("TimelineSchedule", "entries(from:mode:)")
    shapeSize = find("Shape", "sizeThatFits(_:)")
    animatableGet = find("Animatable", "animatableData")
    animatableSet = find("Animatable", "animatableData=")
    identifiable = find("Identifiable", "id")
    geometryEffect = find("GeometryEffect", "effectValue(size:)")
    customAnimate = find("CustomAnimation", "animate(value:time:context:)")
    animationStateDefault = find("AnimationStateKey", "defaultValue")
  }
}

extension ViewGraph {
  /// Whether a type has a witness for a requirement.
  func conforms(_ type: TypeId, _ requirement: KnownProtocols.Requirement) -> Bool {
    requirement.proto >= 0 && types.conforms(type, to: requirement.proto)
  }

  /// A call into the scene; a trap is recorded and ends the event it belongs to.
  func scene<T>(_ body: () throws -> T) -> T? {
    do {
      return try body()
    } catch let trap as Trap {
      record(trap)
      return nil
    } catch {
      return nil
    }
  }

  func record(_ trap: Trap) {
    hasTrapped = true
    trappedInEvent = true
    let message = trap.message.isEmpty ? trap.code.message : trap.message
    report(RuntimeCode.trap(trap.code), .error, message, place: trap.place)
  }

  /// Records a diagnostic once for each code, message and place.
  func report(
    _ code: String, _ severity: RuntimeDiagnostic.Severity, _ message: String, place: SourcePoint? = nil
  ) {
    let known = diagnostics.contains { $0.code == code && $0.message == message && $0.place == place }
    if known || diagnostics.count >= 1000 { return }
    diagnostics.append(
      RuntimeDiagnostic(code: code, severity: severity, message: message, place: place, nanoseconds: nowNanoseconds))
  }

  /// Notes once that a key of the prelude has no effect.
  func note(_ info: NativeInfo) {
    let name = info.type == "View" || info.type.isEmpty ? info.base : "\(info.type).\(info.base)"
    guard notedKeys.insert(name).inserted else { return }
    let reason = info.unmodelled.map { ": \($0)" } ?? ""
    let effect =
      !info.isValue
      ? "it has no effect on frames" : info.isThrowing ? "it throws an error" : "a neutral value stands for it"
    report(RuntimeCode.notModelled, .note, "'\(name)' is known but not modelled; \(effect)\(reason)")
  }
}
