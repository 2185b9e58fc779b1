/// Native accessors of the property wrappers, bindings, the environment and transactions.

extension ViewGraph {
  static func registerNatives(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registerWrappers(&registry, graph)
    registerBindings(&registry, graph)
    registerEnvironment(&registry, graph)
    registerTransactions(&registry, graph)
    registerGeometry(&registry, graph)
    registerScheduling(&registry, graph)
    registerPublishers(&registry, graph)
    registerContainerValues(&registry, graph)
    registerTexts(&registry, graph)
    registry.register("Subview.id") { call in call.result = call.heap.slot(call[0], 2) }
    registerGestures(&registry, graph)
    registry.register(["ViewBuilder.buildExpression(_:)", "ViewBuilder.buildLimitedAvailability(_:)"]) { call in
      call.result = call[0]
    }
    // One view is itself; several are a description with an argument each.
    registry.register("ViewBuilder.buildBlock(_:)") { call in
      if call.count == 1 {
        call.result = call[0]
        return
      }
      var views: [Word] = []
      for index in 0..<call.count {
        call.heap.share(call[index])
        views.append(call[index])
      }
      call.result = call.machine.makeDescription(native: call.native, views)
    }
    registry.register("ToolbarContentBuilder.buildExpression(_:)") { call in call.result = call[0] }
    // An app shows its first scene.
    registry.register(["SceneBuilder.buildExpression(_:)", "SceneBuilder.buildBlock(_:)"]) { call in
      let kind = call.heap.kind(call[0])
      let isList = (kind == .tuple || kind == .array) && call.heap.count(call[0]) > 0
      call.result = isList ? call.heap.slot(call[0], 0) : call[0]
    }
    registry.register([
      "ViewBuilder.buildIf(_:)", "TabContentBuilder.buildIf(_:)", "ToolbarContentBuilder.buildIf(_:)",
    ]) { call in
      call.result = call.machine.makeDescription(native: call.native, [call[0]])
    }
  }

  private static func make(_ tag: Tag, _ type: String, _ call: NativeCall, _ slots: [Word]) -> Word {
    // The default of a memberwise initialiser's parameter is the stored wrapper itself.
    if let first = slots.first, call.heap.kind(first) == .native, call.heap.count(first) > 0,
      call.heap.slot(first, 0).integer == tag.rawValue
    {
      return first
    }
    for slot in slots { call.heap.share(slot) }
    return call.heap.make(
      .native, type: call.types.named(type) ?? .unknown, [Word(integer: tag.rawValue)] + slots)
  }

  private static func registerWrappers(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register(["State.init(wrappedValue:)", "State.init(initialValue:)"]) { call in
      call.result = make(.state, "State", call, [call[0], .none, .none, .none])
    }
    registry.register("State.init()") { call in call.result = make(.state, "State", call, [.none, .none, .none, .none])
    }
    registry.register(["StateObject.init(wrappedValue:)"]) { call in
      call.result = make(.stateObject, "StateObject", call, [call[0], .none])
    }
    registry.register(["ObservedObject.init(wrappedValue:)", "ObservedObject.init(initialValue:)"]) { call in
      call.result = make(.observedObject, "ObservedObject", call, [call[0]])
    }
    registry.register(["Bindable.init(wrappedValue:)", "Bindable.init(_:)"]) { call in
      call.result = make(.bindable, "Bindable", call, [call[0]])
    }
    registry.register("EnvironmentObject.init()") { call in
      call.result = make(.environmentObject, "EnvironmentObject", call, [.none, .none])
    }
    registry.register("Environment.init(_:)") { call in
      call.result = make(.environment, "Environment", call, [call[0], .none, .none])
    }
    registry.register(["GestureState.init(wrappedValue:)", "GestureState.init(initialValue:)"]) { call in
      call.result = make(.gestureState, "GestureState", call, [call[0], .none, .none, .none])
    }
    registry.register(
      [
        "GestureState.init(wrappedValue:resetTransaction:)", "GestureState.init(initialValue:resetTransaction:)",
        "GestureState.init(wrappedValue:reset:)", "GestureState.init(initialValue:reset:)",
      ]
    ) { call in call.result = make(.gestureState, "GestureState", call, [call[0], .none, call[1], .none]) }
    registry.register(["GestureState.init(resetTransaction:)", "GestureState.init(reset:)"]) { call in
      call.result = make(.gestureState, "GestureState", call, [.none, .none, call[0], .none])
    }
    registry.register(["FocusState.init()", "AccessibilityFocusState.init()"]) { call in
      call.result = make(.focusState, "FocusState", call, [.none, .none, .none, .none])
    }
    registry.register("Namespace.init()") { call in call.result = make(.namespace, "Namespace", call, [.none]) }
    for type in ["AppStorage", "SceneStorage"] {
      registry.register(
        ["\(type).init(wrappedValue:_:store:)", "\(type).init(wrappedValue:_:)"]
      ) { call in call.result = make(.storage, type, call, [call[0], call[1], .none]) }
      registry.register(["\(type).init(_:store:)", "\(type).init(_:)"]) { call in
        call.result = make(.storage, type, call, [.none, call[0], .none])
      }
    }
    registry.register(["ScaledMetric.init(wrappedValue:)", "ScaledMetric.init(wrappedValue:relativeTo:)"]) { call in
      call.result = make(.scaledMetric, "ScaledMetric", call, [call[0]])
    }
    registry.register("ScaledMetric.wrappedValue") { call in call.result = call.heap.slot(call[0], 1) }

    let readable = ["State", "GestureState", "FocusState", "AppStorage", "SceneStorage", "AccessibilityFocusState"]
    registry.register(readable.map { "\($0).wrappedValue" }) { call in
      guard let graph = graph() else { return }
      if let slot = graph.wrapperSlot(call[0]) {
        let value = graph.readSlot(slot)
        // A FocusState of Bool begins as false.
        call.result =
          value.isNone && graph.tag(call[0]) == .focusState && graph.heap.slot(call[0], 4).truth ? .falsehood : value
      } else {
        call.result = graph.heap.slot(call[0], 1)
      }
    }
    registry.register(readable.map { "\($0).wrappedValue=" }) { call in
      guard let graph = graph() else { return }
      if let slot = graph.wrapperSlot(call[0]) {
        graph.writeSlot(slot, call[1])
      } else if graph.tag(call[0]) != .state {
        // A State that is not installed keeps its initial value. Of the others, before the view is installed the wrapper itself holds the value.
        graph.heap.share(call[1])
        graph.heap.setSlot(call[0], 1, call[1])
      }
      call.setResult(call[0], at: 1)
    }
    registry.register([
      "State.projectedValue", "AppStorage.projectedValue", "SceneStorage.projectedValue", "FocusState.projectedValue",
    ]) { call in
      guard let graph = graph() else { return }
      if let slot = graph.wrapperSlot(call[0]) {
        call.result = graph.makeBinding(.state, [Word(integer: slot)])
      } else {
        call.result = graph.makeBinding(.constant, [graph.heap.slot(call[0], 1)])
      }
    }
    registry.register("GestureState.projectedValue") { call in call.result = call[0] }
    registry.register("Namespace.wrappedValue") { call in call.result = call.heap.slot(call[0], 1) }
    registry.register(["StateObject.wrappedValue", "ObservedObject.wrappedValue", "Bindable.wrappedValue"]) { call in
      guard let graph = graph() else { return }
      let object = graph.readWrapper(call[0])
      if object.isNone, graph.tag(call[0]) == .stateObject {
        let thunk = call.heap.slot(call[0], 1)
        call.result = (graph.scene { try call.machine.callClosure(thunk) }) ?? .none
      } else {
        call.result = object
      }
    }
    registry.register("ObservedObject.wrappedValue=") { call in
      call.heap.setSlot(call[0], 1, call[1])
      call.setResult(call[0], at: 1)
    }
    registry.register("EnvironmentObject.wrappedValue") { call in
      let object = call.heap.slot(call[0], 1)
      if object.isNone {
        let name = call.types.name(call.heap.slot(call[0], 2).integer)
        call.trap(
          .noEnvironmentObject,
          "No object of type '\(name)' in the environment; 'environmentObject' must be called on an ancestor")
      } else {
        call.result = object
      }
    }
    registry.register([
      "StateObject.projectedValue", "ObservedObject.projectedValue", "EnvironmentObject.projectedValue",
      "Bindable.projectedValue",
    ]) { call in
      guard let graph = graph() else { return }
      call.result = make(.objectWrapper, "ObservedObject.Wrapper", call, [graph.readWrapper(call[0])])
    }
    registry.register(
      [
        "ObservedObject.Wrapper.subscript(dynamicMember:)", "EnvironmentObject.Wrapper.subscript(dynamicMember:)",
        "Bindable.subscript(dynamicMember:)", "StateObject.Wrapper.subscript(dynamicMember:)",
      ]
    ) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.object, [graph.readWrapper(call[0]), call[1]])
    }
    registry.register("ObservableObject.objectWillChange") { call in
      call.result = make(.objectWrapper, "ObservableObjectPublisher", call, [call[0]])
    }
    registry.register("ObservableObjectPublisher.send()") { call in
      graph()?.objectWillChange(call.heap.slot(call[0], 1), -1, nil)
    }
  }

  private static func registerBindings(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    let types = ["Binding", "FocusState.Binding", "AccessibilityFocusState.Binding"]
    registry.register(types.map { "\($0).wrappedValue" }) { call in
      guard let graph = graph() else { return }
      do { call.result = try graph.readBinding(call[0]) } catch let trap as Trap { call.trap(trap) } catch {}
    }
    registry.register(types.map { "\($0).wrappedValue=" }) { call in
      guard let graph = graph() else { return }
      do { try graph.writeBinding(call[0], call[1], graph.current, 0) } catch let trap as Trap { call.trap(trap) } catch
      {}
      call.setResult(call[0], at: 1)
    }
    registry.register(types.map { "\($0).projectedValue" } + ["Binding.init(projectedValue:)"]) { call in
      call.result = call[0]
    }
    registry.register("Binding.subscript(dynamicMember:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.member, [call[0], call[1]])
    }
    registry.register("Binding.init(get:set:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.closures, [call[0], call[1]])
    }
    registry.register("Binding.constant(_:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.constant, [call[0]])
    }
    registry.register("Binding.init(_:)") { call in
      guard let graph = graph() else { return }
      let value = (graph.scene { try graph.readBinding(call[0]) }) ?? .none
      call.result = value.isNone ? .none : graph.makeBinding(.unwrapped, [call[0]])
    }
    registry.register(["Binding.animation(_:)", "Binding.transaction(_:)"]) { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.transaction, [call[0], call[1]])
    }
    registry.register("Binding.subscript(_:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.element, [call[0], call[1]])
    }
    registry.register("Binding.subscript(position:)") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeBinding(.element, [call[0], call[1]])
    }
  }

  private static func registerEnvironment(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("Environment.wrappedValue") { call in
      guard let graph = graph() else { return }
      do { call.result = try graph.readEnvironment(call[0]) } catch let trap as Trap { call.trap(trap) } catch {}
    }
    registry.register("EnvironmentValues.init()") { call in
      guard let graph = graph() else { return }
      call.result = graph.environmentObject(-1)
    }
    registry.register("EnvironmentValues.subscript(_:)") { call in
      guard let graph = graph() else { return }
      let env = SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      let type = call[1].integer
      if let value = graph.environmentValue(env, EnvironmentKeySpace.keyTypes + type) {
        call.result = value
        return
      }
      let requirement = graph.protocols.environmentDefault
      guard requirement.index >= 0 else { return }
      do {
        call.result = try call.machine.callWitness(of: type, requirement.proto, requirement.index, []) ?? .none
      } catch let trap as Trap { call.trap(trap) } catch {}
    }
    registry.register("EnvironmentValues.subscript(_:)=") { call in
      guard let graph = graph() else { return }
      // Arguments of a setter: self, new value, index.
      if graph.isCapturing { graph.captured.append((EnvironmentKeySpace.keyTypes + call[2].integer, call[1])) }
      call.setResult(call[0], at: 0)
      call.setResult(call[0], at: 1)
    }
    registry.register("EnvironmentValues.entry(_:_:)") { call in
      guard let graph = graph() else { return }
      let env = SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
      let key = graph.environmentKey("entry." + (call.heap.string(call[1]) ?? ""))
      call.result = graph.environmentValue(env, key) ?? call[2]
    }
    registry.register("EnvironmentValues.entry(_:_:)=") { call in
      guard let graph = graph() else { return }
      let key = graph.environmentKey("entry." + (call.heap.string(call[2]) ?? ""))
      if graph.isCapturing { graph.captured.append((key, call[1])) }
      call.setResult(call[0], at: 0)
      call.setResult(call[0], at: 1)
    }
    registry.register("FocusedValues.entry(_:_:)") { call in call.result = call[2] }
    registry.register("FocusedValues.entry(_:_:)=") { call in
      call.setResult(call[0], at: 0)
      call.setResult(call[0], at: 1)
    }
    registry.register(["DismissAction.callAsFunction()"]) { call in
      guard let graph = graph() else { return }
      graph.dismiss(SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer))
    }
    for name in environmentNames {
      registry.register("EnvironmentValues.\(name)") { call in
        guard let graph = graph() else { return }
        let env = SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer)
        call.result = graph.namedEnvironment(env, name)
      }
      registry.register("EnvironmentValues.\(name)=") { call in
        guard let graph = graph() else { return }
        if graph.isCapturing { graph.captured.append((graph.environmentKey(name), call[1])) }
        call.setResult(call[0], at: 0)
        call.setResult(call[0], at: 1)
      }
    }
  }

  /// Properties of EnvironmentValues that are modelled.
  static let environmentNames = [
    "font", "colorScheme", "dynamicTypeSize", "isEnabled", "layoutDirection", "lineLimit", "lineSpacing",
    "multilineTextAlignment", "minimumScaleFactor", "truncationMode", "textCase", "dismiss", "isPresented",
    "presentationMode", "horizontalSizeClass", "verticalSizeClass", "displayScale", "pixelLength", "openURL",
    "scenePhase", "accessibilityReduceMotion", "locale", "calendar", "timeZone", "imageScale", "controlSize",
    "defaultMinListRowHeight", "allowsTightening", "redactionReasons", "symbolRenderingMode", "isFocused",
    "accessibilityReduceTransparency", "colorSchemeContrast", "editMode", "refresh", "backgroundStyle", "tint",
  ]

  /// A property of EnvironmentValues: what is set, else the default.
  func namedEnvironment(_ env: SID, _ name: String) -> Word {
    if let set = environmentValue(env, environmentKey(name)) { return set }
    switch name {
    case "isEnabled": return .truth
    case "colorScheme": return rootColorScheme
    case "dynamicTypeSize": return Word(integer: 3)
    case "displayScale": return Word(number: device.scale)
    case "pixelLength": return Word(number: 1 / device.scale)
    case "lineSpacing", "defaultMinListRowHeight": return Word(number: 0)
    case "minimumScaleFactor": return Word(number: 1)
    case "accessibilityReduceMotion": return Word(truth: reducesMotion)
    case "isFocused", "isPresented", "accessibilityReduceTransparency", "allowsTightening":
      return name == "isPresented" ? Word(truth: isInPresentation(env)) : .falsehood
    case "layoutDirection", "multilineTextAlignment", "horizontalSizeClass": return Word(integer: 0)
    case "verticalSizeClass", "imageScale": return Word(integer: 1)
    case "scenePhase": return Word(integer: 2)
    case "truncationMode": return Word(integer: 1)
    case "dismiss", "presentationMode":
      return makeTagged(.dismiss, [Word(integer: Int(env))], type: types.named("DismissAction") ?? .unknown)
    default: return .none
    }
  }

  private func isInPresentation(_ env: SID) -> Bool {
    var node = env
    while node >= 0 {
      if s[Int(node)].ext is PresentationExt { return true }
      node = s[Int(node)].env
    }
    return false
  }

  /// `@Environment`: by key path, or by the type of an observable object.
  func readEnvironment(_ wrapper: Word) throws -> Word {
    let what = heap.slot(wrapper, 1)
    let nodeSlot = heap.slot(wrapper, 2)
    let node = nodeSlot.isNone ? -1 : SID(truncatingIfNeeded: nodeSlot.integer)
    if heap.kind(what) == .keyPath {
      return try machine.read(keyPath: what, from: environmentObject(node))
    }
    let env = node < 0 ? -1 : s[Int(node)].env
    var type = what.integer
    if types.info(type).kind == .metatype { type = types.info(type).arguments.first ?? type }
    if let object = environmentValue(env, objectKey(type)) { return object }
    if types.shape(heap.slot(wrapper, 3).integer) == .optional { return .none }
    throw Trap(.noEnvironmentObject, "No object of type '\(types.name(type))' in the environment")
  }

  private static func registerTransactions(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("withAnimation(_:_:)") { call in
      guard let graph = graph() else { return }
      var transaction = graph.current
      transaction.setAnimation(graph.animation(call[0]))
      transaction.firstAnimation = transaction.animation ?? transaction.firstAnimation
      graph.run(call[1], with: transaction, &call)
    }
    registry.register("withAnimation(_:completionCriteria:_:completion:)") { call in
      guard let graph = graph() else { return }
      var transaction = graph.current
      transaction.setAnimation(graph.animation(call[0]))
      let criteria = call[1]
      let removed = criteria.isHandle ? graph.constantName(criteria) == "removed" : criteria.integer == 1
      transaction.tokens.append(graph.completions.add(call[3], isLogical: !removed))
      let token = transaction.tokens.last ?? 0
      graph.run(call[2], with: transaction, &call)
      if !graph.pending.contains(where: { $0.transaction.tokens.contains(token) }) {
        graph.completions.flushed([token])
      }
    }
    registry.register("withTransaction(_:_:)") { call in
      guard let graph = graph() else { return }
      var transaction = graph.current
      graph.merge(call[0], into: &transaction)
      graph.run(call[1], with: transaction, &call)
    }
    registry.register("withTransaction(_:_:_:)") { call in
      guard let graph = graph() else { return }
      let object = graph.makeTransaction(graph.current)
      var transaction = graph.current
      if let changed = graph.scene({ try call.machine.write(keyPath: call[0], to: object, call[1]) }) {
        graph.merge(changed, into: &transaction)
      }
      graph.run(call[2], with: transaction, &call)
    }
    registry.register("Transaction.init()") { call in
      guard let graph = graph() else { return }
      call.result = graph.makeTransaction(Transact())
    }
    registry.register("Transaction.init(animation:)") { call in
      guard let graph = graph() else { return }
      var value = Transact()
      value.setAnimation(graph.animation(call[0]))
      call.result = graph.makeTransaction(value)
    }
    let members: [(String, Int)] = [("disablesAnimations", 3), ("isContinuous", 4), ("tracksVelocity", 5)]
    for (name, slot) in members {
      registry.register("Transaction.\(name)") { call in call.result = Word(truth: call.heap.slot(call[0], slot).truth)
      }
      registry.register("Transaction.\(name)=") { call in
        let copy = ViewGraph.copy(call[0], call)
        call.heap.setSlot(copy, slot, call[1])
        call.setResult(copy, at: 0)
        call.setResult(copy, at: 1)
      }
    }
    func custom(_ call: NativeCall, _ key: Int) -> Word? {
      let list = call.heap.slot(call[0], 7)
      guard call.heap.kind(list) == .array else { return nil }
      let slots = Array(call.heap.contents(list))
      for i in stride(from: 0, to: slots.count - 1, by: 2) where slots[i].integer == key { return slots[i + 1] }
      return nil
    }
    func setCustom(_ call: inout NativeCall, _ key: Int, _ value: Word, _ graph: ViewGraph) {
      let copy = ViewGraph.copy(call[0], call)
      let list = call.heap.slot(copy, 7)
      var slots = call.heap.kind(list) == .array ? Array(call.heap.contents(list)) : []
      if let at = stride(from: 0, to: max(0, slots.count - 1), by: 2).first(where: { slots[$0].integer == key }) {
        slots[at + 1] = value
      } else {
        slots += [Word(integer: key), value]
      }
      for slot in slots { call.heap.share(slot) }
      call.heap.setSlot(copy, 7, call.heap.make(.array, type: graph.types.array(of: .unknown), slots))
      call.setResult(copy, at: 0)
      call.setResult(copy, at: 1)
    }
    registry.register("Transaction.subscript(_:)") { call in
      guard let graph = graph() else { return }
      let type = call[1].integer
      if let value = custom(call, type) {
        call.result = value
        return
      }
      let requirement = graph.protocols.transactionDefault
      guard requirement.index >= 0 else { return }
      do {
        call.result = try call.machine.callWitness(of: type, requirement.proto, requirement.index, []) ?? .none
      } catch let trap as Trap { call.trap(trap) } catch {}
    }
    registry.register("Transaction.subscript(_:)=") { call in
      guard let graph = graph() else { return }
      setCustom(&call, call[2].integer, call[1], graph)
    }
    registry.register("Transaction.entry(_:_:)") { call in
      guard let graph = graph() else { return }
      let key = -1 - graph.environmentKey("transaction." + (call.heap.string(call[1]) ?? ""))
      call.result = custom(call, key) ?? call[2]
    }
    registry.register("Transaction.entry(_:_:)=") { call in
      guard let graph = graph() else { return }
      setCustom(&call, -1 - graph.environmentKey("transaction." + (call.heap.string(call[2]) ?? "")), call[1], graph)
    }
    registry.register("Transaction.animation") { call in call.result = call.heap.slot(call[0], 2) }
    registry.register("Transaction.animation=") { call in
      let copy = ViewGraph.copy(call[0], call)
      call.heap.share(call[1])
      call.heap.setSlot(copy, 2, call[1])
      call.heap.setSlot(copy, 6, .truth)
      call.setResult(copy, at: 0)
      call.setResult(copy, at: 1)
    }
  }

  /// A copy of a value object of the graph's own, to change.
  static func copy(_ word: Word, _ call: NativeCall) -> Word {
    call.heap.make(call.heap.kind(word), type: call.heap.type(word), Array(call.heap.contents(word)))
  }

  /// Calls a closure inside a native under a transaction.
  func run(_ closure: Word, with transaction: Transact, _ call: inout NativeCall) {
    let saved = current
    current = transaction
    defer { current = saved }
    do {
      call.result = try machine.callClosure(closure)
    } catch {
      call.trap(error)
    }
  }
}
