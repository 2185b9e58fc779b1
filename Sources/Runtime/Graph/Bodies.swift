/// Bodies of user's views and modifiers, and their dynamic properties: locations are installed in a copy of the view value before its body
/// runs, found by the run-time types of the fields.

/// State of a user's view or modifier.
final class BodyExt: SExt {
  /// The value with locations in it; what actions capture.
  var installed: Word = .none
  /// One word for each dynamic property, nested ones included, in field order: a slot, an id, an object.
  var locations: [Word] = []
  /// Slots to free with the view.
  var ownedSlots: [Int] = []
  /// Animatable data of the view or modifier.
  var animatable = AnimatableBody()
  /// The size that a GeometryEffect was asked for.
  var effectSize: Size?
  /// `content` placeholders in the body of a modifier.
  var placeholders: [SID] = []
}

enum PropertyKind {
  case state, stateObject, observedObject, environmentObject, environment, gestureState, focusState, namespace
  case appStorage, sceneStorage, nested, bindable
}

struct PropertyPlan {
  var field: Int
  var kind: PropertyKind
  var type: TypeId
}

extension ViewGraph {
  /// The dynamic properties among the fields of a type.
  func propertyPlan(_ type: TypeId) -> [PropertyPlan] {
    if let known = propertyPlans[type] { return known }
    var plan: [PropertyPlan] = []
    for (index, field) in types.fieldTypes(type).enumerated() {
      guard let row = types.nominalRow(field) else { continue }
      let kind: PropertyKind
      switch row.name {
      case "State": kind = .state
      case "StateObject": kind = .stateObject
      case "ObservedObject": kind = .observedObject
      case "EnvironmentObject": kind = .environmentObject
      case "Environment": kind = .environment
      case "GestureState": kind = .gestureState
      case "FocusState", "AccessibilityFocusState": kind = .focusState
      case "Namespace": kind = .namespace
      case "AppStorage": kind = .appStorage
      case "SceneStorage": kind = .sceneStorage
      case "Bindable": kind = .bindable
      default:
        guard row.isUserDefined, row.kind == .structure, conforms(field, protocols.dynamicPropertyUpdate) else {
          continue
        }
        kind = .nested
      }
      plan.append(PropertyPlan(field: index, kind: kind, type: field))
    }
    propertyPlans[type] = plan
    return plan
  }

  /// Runs the body of a user's view or ViewModifier. Nil after a trap: the former body stays.
  func evaluateBody(_ node: SID) -> Word? {
    let n = Int(node)
    let ext: BodyExt
    if let known = s[n].ext as? BodyExt {
      ext = known
    } else {
      ext = BodyExt()
      s[n].ext = ext
    }
    s[n].flags.remove(.dirty)
    let isModifier = s[n].kind == .customModifier
    let value = isModifier ? modifierValue(s[n].value) : s[n].value
    let type = heap.type(value)
    counters.bodies += 1
    return evaluate(node, isNew: true) { () throws -> Word in
      var cursor = 0
      let shown = try animatedValue(value, type, node, &ext.animatable)
      let installed = try install(shown, type, node, ext, &cursor)
      ext.installed = installed
      if isModifier, conforms(type, protocols.geometryEffect) { return try projection(node, ext, installed, type) }
      if isModifier {
        let content = makeTagged(.content, [Word(integer: n)])
        let requirement = protocols.viewModifier
        return try machine.callWitness(of: type, requirement.proto, requirement.index, [installed, content]) ?? .none
      }
      return try machine.callWitness(of: type, protocols.view.proto, protocols.view.index, [installed]) ?? .none
    }
  }

  private func install(_ value: Word, _ type: TypeId, _ node: SID, _ ext: BodyExt, _ cursor: inout Int) throws -> Word {
    let plan = propertyPlan(type)
    if plan.isEmpty { return value }
    var fields = Array(heap.contents(value))
    for property in plan where property.field < fields.count {
      let wrapper = fields[property.field]
      fields[property.field] = try install(property, wrapper, node, ext, &cursor)
    }
    for field in fields { heap.share(field) }
    return heap.make(heap.kind(value), type: type, fields)
  }

  private func install(
    _ property: PropertyPlan, _ wrapper: Word, _ node: SID, _ ext: BodyExt, _ cursor: inout Int
  ) throws -> Word {
    let inner = types.info(property.type).arguments.first ?? .unknown
    func location(_ make: () throws -> Word) rethrows -> Word {
      let at = cursor
      cursor += 1
      if at < ext.locations.count { return ext.locations[at] }
      let word = try make()
      heap.share(word)
      ext.locations.append(word)
      return word
    }
    switch property.kind {
    case .state, .gestureState, .focusState:
      let kind: Tag = property.kind == .state ? .state : property.kind == .gestureState ? .gestureState : .focusState
      let slot = location {
        let slot = makeSlot(heap.slot(wrapper, 1), type: inner)
        ext.ownedSlots.append(slot)
        return Word(integer: slot)
      }
      return makeTagged(kind, [heap.slot(wrapper, 1), slot, heap.slot(wrapper, 3), inner == types.bool ? 1 : 0])
    case .stateObject:
      let object = try location {
        let thunk = heap.slot(wrapper, 1)
        return heap.kind(thunk) == .closure ? try machine.callClosure(thunk) : thunk
      }
      observeObject(object)
      return makeTagged(.stateObject, [heap.slot(wrapper, 1), object])
    case .observedObject:
      observeObject(heap.slot(wrapper, 1))
      return wrapper
    case .environmentObject:
      let object = environmentValue(s[Int(node)].env, objectKey(inner)) ?? .none
      observeObject(object)
      return makeTagged(.environmentObject, [object, Word(integer: inner)])
    case .environment:
      return makeTagged(.environment, [heap.slot(wrapper, 1), Word(integer: Int(node)), Word(integer: inner)])
    case .namespace:
      let id = location {
        namespaceCount += 1
        return makeTagged(.namespaceId, [Word(integer: namespaceCount)], type: types.named("Namespace.ID") ?? .unknown)
      }
      return makeTagged(.namespace, [id])
    case .appStorage, .sceneStorage:
      let key = heap.string(heap.slot(wrapper, 2)) ?? ""
      let slot = storageSlot(key, heap.slot(wrapper, 1), inner)
      return makeTagged(.storage, [heap.slot(wrapper, 1), heap.slot(wrapper, 2), Word(integer: slot)])
    case .bindable:
      return wrapper
    case .nested:
      var value = try install(wrapper, property.type, node, ext, &cursor)
      let requirement = protocols.dynamicPropertyUpdate
      if let results = try machine.callWitnessResults(
        of: property.type, requirement.proto, requirement.index, [value]), results.count > 1
      {
        value = results[1]
      }
      return value
    }
  }

  /// One slot for each key of AppStorage and SceneStorage.
  func storageSlot(_ key: String, _ initial: Word, _ type: TypeId) -> Int {
    if let known = storage[key] { return known }
    let slot = makeSlot(initial, type: type)
    storage[key] = slot
    return slot
  }

  /// The content that a placeholder stands for.
  func placeholderValue(_ node: SID) -> Word {
    let word = s[Int(node)].value
    let owner = SID(truncatingIfNeeded: heap.slot(word, 1).integer)
    guard owner >= 0, Int(owner) < s.count, s[Int(owner)].kind != .free else { return .none }
    let o = Int(owner)
    switch tag(word) {
    case .content:
      guard let ext = s[o].ext as? BodyExt else { return .none }
      if !ext.placeholders.contains(node) { ext.placeholders.append(node) }
      return modifiedContent(s[o].value)
    case .styleLabel:
      guard let ext = s[o].ext as? BaseExt else { return .none }
      if !ext.placeholders.contains(node) { ext.placeholders.append(node) }
      let part = heap.count(word) > 2 ? ControlPart(rawValue: heap.slot(word, 2).integer) : nil
      return part.map { ext.parts[$0] ?? .none } ?? ext.label
    case .transitionContent:
      if let ext = s[o].ext as? PlaceholderExt, !ext.placeholders.contains(node) { ext.placeholders.append(node) }
      return receiver(s[o].value)
    default: return .none
    }
  }

  /// Gives the placeholders of a modifier its new content.
  func updatePlaceholders(_ owner: SID) {
    let list: [SID]
    if let ext = s[Int(owner)].ext as? BodyExt {
      list = ext.placeholders
    } else if let ext = s[Int(owner)].ext as? BaseExt {
      list = ext.placeholders
    } else if let ext = s[Int(owner)].ext as? PlaceholderExt {
      list = ext.placeholders
    } else {
      return
    }
    for node in list where s[Int(node)].kind == .placeholder && !s[Int(node)].children.isEmpty {
      updateChild(node, 0, placeholderValue(node))
    }
  }
}
