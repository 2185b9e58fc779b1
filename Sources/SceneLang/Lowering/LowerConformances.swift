/// Conformances and overrides: what the machine finds at run time, for what the module reaches.
import SceneIR

extension ModuleLowering {
  /// Protocols the runtime asks for by name, without any code of the module calling through them.
  static let runtimeProtocols = [
    "View", "ViewModifier", "ButtonStyle", "PrimitiveButtonStyle", "LabelStyle", "ToggleStyle", "ProgressViewStyle",
    "TextFieldStyle", "GaugeStyle", "GroupBoxStyle", "LabeledContentStyle", "MenuStyle", "DisclosureGroupStyle",
    "ControlGroupStyle", "FormStyle", "DatePickerStyle", "TextEditorStyle", "Shape", "InsettableShape", "ShapeStyle",
    "Layout", "Animatable", "GeometryEffect", "VectorArithmetic", "AdditiveArithmetic", "PreferenceKey",
    "EnvironmentKey", "FocusedValueKey", "LayoutValueKey", "ContainerValueKey", "Gesture", "Transition", "FormatStyle",
    "CustomAnimation", "AnimationStateKey", "TimelineSchedule", "ScrollTargetBehavior", "TextRenderer", "Identifiable",
    "Equatable",
    "Hashable", "Comparable", "CustomStringConvertible", "CustomDebugStringConvertible", "DynamicProperty", "App",
    "Scene", "PreviewProvider", "ObservableObject", "Observable", "Error", "LocalizedError", "RawRepresentable",
    "CaseIterable", "ToolbarContent", "Commands", "UIViewRepresentable", "UIViewControllerRepresentable",
    "AlignmentID", "TransactionKey",
    "KeyframeTrackContent", "Keyframes", "VisualEffect", "TransitionProperties", "IteratorProtocol", "Sequence",
    "Collection",
  ]

  private func runtimeProtocolDecls() -> Set<DeclID> {
    if let known = runtimeDecls { return known }
    var result: Set<DeclID> = []
    for text in Self.runtimeProtocols {
      for decl in sema.lookupTopLevel(module(named: text)) where sema.decls.kind(decl) == .protocolDecl {
        result.insert(decl)
      }
    }
    runtimeDecls = result
    return result
  }

  /// Whether the runtime asks types of the prelude for the protocol too: a text is given a value and its style.
  private func isAskedOfAll(_ proto: DeclID) -> Bool {
    if formatStyleDecls == nil {
      formatStyleDecls = sema.lookupTopLevel(module(named: "FormatStyle")).filter { sema.decls.has($0, .isPrelude) }
    }
    return formatStyleDecls?.contains(proto) ?? false
  }

  /// Whether a type of the prelude says in the language how it is described: any value may be put into a text.
  private func describesItself(_ nominal: DeclID, _ proto: DeclID) -> Bool {
    if descriptionDecls == nil {
      descriptionDecls = [:]
      for (text, member) in [
        ("CustomStringConvertible", "description"), ("CustomDebugStringConvertible", "debugDescription"),
      ] {
        for decl in sema.lookupTopLevel(module(named: text)) where sema.decls.has(decl, .isPrelude) {
          descriptionDecls?[decl] = module(named: member)
        }
      }
    }
    guard let member = descriptionDecls?[proto], sema.decls.has(nominal, .isPrelude) else { return false }
    // The machine writes these itself.
    if nominal == sema.known(.string) || nominal == sema.known(.character) { return false }
    return sema.memberDecls(of: nominal, member).contains { sema.decls.has($0, .hasBody) }
  }

  private func module(named text: String) -> NameID { sema.names.intern(text) }

  /// Adds the conformances and witnesses that became reachable; false when there are none.
  ///
  /// A nominal of the module gets all its witnesses, because the runtime may ask for any; one of the prelude gets those
  /// that code calls.
  func addConformances() -> Bool {
    let runtime = runtimeProtocolDecls()
    var isMore = false
    var nominal = 0
    while nominal < nominalDecls.count {
      let decl = nominalDecls[nominal]
      let isUser = !sema.decls.has(decl, .isPrelude)
      for entry in sema.conformances(ofNominal: decl) {
        let isReached = protocolIndex[entry.proto] != nil
        guard
          isReached || isUser && runtime.contains(entry.proto) || isAskedOfAll(entry.proto)
            || describesItself(decl, entry.proto)
        else { continue }
        guard conformancesDone.insert(UInt64(decl.raw) << 32 | UInt64(entry.proto.raw)).inserted else { continue }
        addConformance(decl, entry.proto)
        if isUser { addTypesAskedWith(entry.proto) }
        isMore = true
      }
      nominal += 1
    }
    var index = 0
    while index < openConformances.count {
      if addWitnesses(index) { isMore = true }
      index += 1
    }
    return isMore
  }

  /// Types of the values with which the runtime calls generic witnesses: a custom animation animates numbers.
  private func addTypesAskedWith(_ proto: DeclID) {
    guard sema.lookupTopLevel(module(named: "CustomAnimation")).contains(proto) else { return }
    for decl in sema.lookupTopLevel(module(named: "Double")) { _ = nominal(decl) }
  }

  private func addConformance(_ nominal: DeclID, _ proto: DeclID) {
    let type = sema.declaredType(of: nominal)
    let scope = TypeScope(parameters: hiddenParameters(ofNominal: nominal))
    let protoRow = protocolRow(proto)
    let before = sema.enter(declaringContext(nominal, proto))
    defer { sema.leave(before) }
    var associated: [Int?] = []
    for decl in sema.associatedTypes(of: proto) {
      let found = sema.associatedType(type, decl)
      let isKnown = found != .none && sema.types.kind(found) != .error && sema.types.kind(found) != .member
      associated.append(isKnown ? typeRow(found, scope) : nil)
    }
    let count = module.protocols[protoRow].requirements.count
    openConformances.append(
      OpenConformance(
        nominal: nominal, proto: proto, row: module.conformances.count,
        isDone: [Bool](repeating: false, count: count)))
    module.conformances.append(
      ConformanceRow(
        nominal: self.nominal(nominal), proto: protoRow, witnesses: [WitnessRow?](repeating: nil, count: count),
        associatedTypes: associated))
  }

  private func addWitnesses(_ index: Int) -> Bool {
    let open = openConformances[index]
    let isUser = !sema.decls.has(open.nominal, .isPrelude)
    var conformance: Conformance?
    var isMore = false
    for requirement in sema.requirements(of: open.proto) {
      guard let first = requirementIndex[requirement] else { continue }
      for (offset, isSetter) in [(0, false), (1, true)] {
        let position = first + offset
        if isSetter {
          guard sema.decls.kind(requirement) == .variable || sema.decls.kind(requirement) == .subscript_,
            sema.decls.has(requirement, .isSettable)
          else { continue }
        }
        guard position < open.isDone.count, !openConformances[index].isDone[position],
          isUser || isAskedOfAll(open.proto) || describesItself(open.nominal, open.proto)
            || calledRequirements.contains(UInt64(requirement.raw) << 1 | (isSetter ? 1 : 0))
        else { continue }
        openConformances[index].isDone[position] = true
        let context = declaringContext(open.nominal, open.proto)
        let before = sema.enter(context)
        defer { sema.leave(before) }
        let type = sema.declaredType(of: open.nominal)
        let proof =
          conformance ?? sema.conforms(type, open.proto)
          ?? Conformance(.declared, type: type, proto: open.proto, context: context)
        conformance = proof
        guard let witness = sema.witness(proof, requirement) else { continue }
        let row = self.witness(witness.decl, requirement, open.nominal, isSetter: isSetter)
        module.conformances[open.row].witnesses[position] = row
        isMore = true
      }
    }
    return isMore
  }

  /// The nominal or the extension that declares a conformance: where it is conditional, what it requires of the
  /// nominal's parameters holds there alone.
  private func declaringContext(_ nominal: DeclID, _ proto: DeclID) -> DeclID {
    let context = sema.conformances(ofNominal: nominal).first { $0.proto == proto }?.context ?? .none
    return context == .none ? nominal : context
  }

  /// The function of a witness: the declaration itself where it has the shape of the requirement, else an adapter.
  private func witness(_ decl: DeclID, _ requirement: DeclID, _ nominal: DeclID, isSetter: Bool) -> WitnessRow? {
    guard decl != .none, decl != requirement else { return nil }
    switch sema.decls.kind(decl) {
    case .function, .variable, .subscript_, .initializer, .enumCase: break
    default: return nil
    }
    if isSetter, !sema.decls.has(decl, .isSettable) { return nil }
    let owner = sema.owner(of: decl)
    let takesSelf = owner != .none && sema.decls.kind(owner) == .protocolDecl
    let required = functionShape(requirement, isSetter: isSetter)
    let own = functionShape(decl, isSetter: isSetter)
    let hidden = takesSelf ? 1 : module.nominals[self.nominal(nominal)].genericParameterCount
    let wanted = hidden + max(0, required.types - 1)
    let isPlain =
      own.types == wanted && own.parameters == required.parameters && own.results == required.results
      && own.hasSelf == required.hasSelf && sema.decls.kind(decl) != .enumCase && !isOverridden(decl)
      && !isNative(decl) && !(sema.decls.kind(decl) == .initializer && own.hasSelf)
    if isPlain {
      return WitnessRow(
        function: function(FunctionKey(decl: decl, kind: isSetter ? .setter : .body)), takesSelf: takesSelf)
    }
    // A requirement without self cannot be met by a member that needs one, and generic parameters must agree.
    let isInitializer = sema.decls.kind(decl) == .initializer
    if own.hasSelf, !required.hasSelf, !isInitializer { return nil }
    if witnessTypes(decl) != hidden || own.types - hidden != wanted - hidden, !isNative(decl) { return nil }
    let extra = Int(requirement.raw) | (isSetter ? 1 << 32 : 0)
    let key = FunctionKey(decl: decl, kind: .witness, extra: extra)
    if shape(of: key).types != wanted { return nil }
    return WitnessRow(function: function(key), takesSelf: takesSelf)
  }

  // MARK: Overrides

  func isOverridden(_ decl: DeclID) -> Bool {
    guard isUserClass(sema.owner(of: decl)) else { return false }
    return overrides().overridden.contains(decl)
  }

  private func overrides() -> OverrideTable {
    if let table = overrideTable { return table }
    var table = OverrideTable()
    for raw in 0..<sema.decls.count {
      let decl = DeclID(UInt32(truncatingIfNeeded: raw))
      guard sema.decls.kind(decl) == .classDecl, !sema.decls.has(decl, .isPrelude) else { continue }
      for member in members(decl) where sema.decls.has(member, .isOverride) {
        var current = superclass(of: decl)
        var depth = 0
        while current != .none, depth < 256 {
          if let base = members(current).first(where: { isSameMember($0, member) }) {
            table.overridden.insert(base)
            table.pairs.append((decl, base, member))
          }
          current = superclass(of: current)
          depth += 1
        }
      }
    }
    overrideTable = table
    return table
  }

  /// The user's class that a class inherits from, or none.
  func superclass(of decl: DeclID) -> DeclID {
    let type = sema.superclass(of: sema.declaredType(of: decl))
    guard type != .none, sema.types.kind(type) == .nominal, isUserClass(sema.types.decl(type)) else { return .none }
    return sema.types.decl(type)
  }

  private func isSameMember(_ base: DeclID, _ member: DeclID) -> Bool {
    guard base != member, sema.decls.name(base) == sema.decls.name(member),
      sema.decls.kind(base) == sema.decls.kind(member),
      sema.decls.has(base, .isStatic) == sema.decls.has(member, .isStatic)
    else { return false }
    switch sema.decls.kind(base) {
    case .function, .subscript_:
      let left = sema.signature(of: base).parameters
      let right = sema.signature(of: member).parameters
      return left.count == right.count && zip(left, right).allSatisfy { $0.label == $1.label && $0.type == $1.type }
    case .variable: return true
    default: return false
    }
  }

  /// Lists the overrides of methods that are called, for every class that is reached; true when that reached more.
  func addOverrides() -> Bool {
    let before = functionWork.count
    let count = module.functions.count
    for (index, decl) in nominalDecls.enumerated() where isUserClass(decl) {
      var rows: [OverrideRow] = []
      var current = decl
      var seen: Set<DeclID> = []
      var depth = 0
      while current != .none, depth < 256 {
        for pair in overrides().pairs where pair.nominal == current && !seen.contains(pair.base) {
          seen.insert(pair.base)
          for kind in [FunctionKey.Kind.body, .setter] {
            guard let base = functionIndex[FunctionKey(decl: pair.base, kind: kind)] else { continue }
            if kind == .setter, !sema.decls.has(pair.member, .isSettable) { continue }
            let override = function(FunctionKey(decl: pair.member, kind: kind))
            let left = module.functions[base]
            let right = module.functions[override]
            if left.parameterCount == right.parameterCount, left.resultCount == right.resultCount {
              rows.append(OverrideRow(base: base, override: override))
            }
          }
        }
        current = superclass(of: current)
        depth += 1
      }
      module.nominals[index].overrides = rows
    }
    return module.functions.count > count || functionWork.count > before
  }
}

/// A conformance whose witnesses are added as they are called.
struct OpenConformance {
  var nominal: DeclID
  var proto: DeclID
  /// Row of `conformances`.
  var row: Int
  /// By requirement: its witness has been looked for.
  var isDone: [Bool]
}

struct OverrideTable {
  var overridden: Set<DeclID> = []
  /// Class, member of a superclass, member of the class.
  var pairs: [(nominal: DeclID, base: DeclID, member: DeclID)] = []
}
