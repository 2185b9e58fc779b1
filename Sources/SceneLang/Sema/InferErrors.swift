/// What inference reports: one error at the cause, worded by the rules of the catalogue, with nearest names and, where the
/// mend is sure, a fix.

/// Why something cannot be changed.
enum Immutability {
  case constant(NameID, isParameter: Bool)
  case getOnly(NameID)
  /// `private(set)`, changed outside of its type.
  case privateSetter(NameID, owner: NameID)
  case immutableSelf
  case notStorage
}

/// What was to be done with it.
enum ChangeKind {
  case assignment
  case inoutArgument
  case mutatingCall(NameID)
}

extension Infer {
  func describe(_ type: TypeID) -> String {
    let type = resolve(type)
    return sema.describeForMessage(types[type].summary.contains(.variable) ? withLiteralDefaults(type) : type)
  }

  /// Open literals shown as what they would become.
  private func withLiteralDefaults(_ type: TypeID) -> TypeID {
    let type = shallow(type)
    let row = types[type]
    if row.kind == .variable {
      let literal = literalKind(type)
      return literal == .none ? type : defaultType(literal)
    }
    if !row.summary.contains(.variable) { return type }
    var arguments = Array(types.arguments(type))
    for i in arguments.indices { arguments[i] = withLiteralDefaults(arguments[i]) }
    return types.make(
      row.kind, decl: row.decl, flags: row.flags, arguments, labels: labelsOrEmpty(Array(types.labels(type))))
  }

  func place(_ range: SourceRange) -> SourcePlace { sema.place(file, range) }

  func report(
    _ kind: DiagnosticKind, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = [], fixes: [FixIt] = []
  ) {
    guard node != .none else { return }
    report(kind, message, tree.range(node), notes: notes, fixes: fixes)
  }

  func report(
    _ kind: DiagnosticKind, _ message: String, _ range: SourceRange, notes: [Diagnostic.Note] = [], fixes: [FixIt] = []
  ) {
    if DiagnosticSink.mentionsUnknown(message) { return }
    var diagnostic = Diagnostic(kind, message, at: sema.place(file, range))
    diagnostic.notes = notes
    diagnostic.fixes = fixes
    diagnostics.append(diagnostic)
  }

  /// Place of the name in a member suffix or identifier.
  func nameRange(_ node: NodeID) -> SourceRange {
    switch tree.kind(node) {
    case .memberSuffix, .implicitMemberExpr:
      let token = tree.token(node, at: 1)
      return token == .none ? tree.range(node) : tree.range(token)
    case .identifierExpr:
      let token = tree.token(node, at: 0)
      return token == .none ? tree.range(node) : tree.range(token)
    default: return tree.range(node)
    }
  }

  private func renames(_ range: SourceRange, _ names: [String]) -> [FixIt] {
    guard names.count == 1 else { return [] }
    return [.replace(place(range), with: names[0], title: "change to '\(names[0])'")]
  }

  // MARK: Names

  func reportUnknownName(_ name: NameID, _ node: NodeID, mayBeForeign: Bool = false) {
    guard name != .none, unknownNames.insert(name.raw).inserted else { return }
    let spelled = text(name)
    if isStep(spelled, node) {
      report(
        .unknownName, "'\(spelled)' is a step; steps stand in a second closure, behind 'steps:'", nameRange(node))
      return
    }
    if reportUnboundModel(spelled, node) { return }
    let isFramework = sema.isFrameworkName(spelled)
    // A type of an unknown module is often called like one of the module's own (`TipView`, `TipsView`).
    let isForeignType = mayBeForeign && (spelled.utf8.first.map { $0 >= 0x41 && $0 <= 0x5A } ?? false)
    if isForeignType, !sema.isSlipOfPrelude(spelled) { return }
    var candidates: [String] = []
    var seen = IDSet<UInt32>()
    for entry in localEntries.buffer.reversed() where seen.insert(entry.name.raw).inserted {
      candidates.append(text(entry.name))
    }
    if selfType != .none {
      candidates.append(contentsOf: sema.memberNames(of: selfType, .any, near: spelled))
    }
    candidates.append(contentsOf: sema.topLevelNames(near: spelled))
    let range = nameRange(node)
    if !isForeignType, mayBeForeign || isFramework {
      if NameSuggestions.slips(of: spelled, among: candidates).isEmpty, !sema.isSlipOfPrelude(spelled) {
        if !mayBeForeign { sema.reportUnknownAPI(spelled, file: file, range: range) }
        return
      }
    }
    let near = NameSuggestions.nearest(
      to: spelled, among: candidates + sema.preludeNames(near: spelled).filter { $0.utf8.first != UInt8(ascii: "_") })
    report(
      .unknownName, "cannot find '\(spelled)' in scope" + NameSuggestions.phrase(near), range,
      fixes: renames(range, near))
  }

  /// `$model` of a model that is no binding: `@Environment(Model.self) var model`, or a plain property with a class that is
  /// observed, becomes one by `@Bindable`.
  private func reportUnboundModel(_ spelled: String, _ node: NodeID) -> Bool {
    guard spelled.utf8.first == UInt8(ascii: "$"), selfType != .none else { return false }
    let name = sema.names.find(String(spelled.dropFirst()))
    guard name != .none,
      let found = sema.members(of: selfType, name, .instance).first(where: { sema.decls.kind($0.decl) == .variable }),
      !sema.decls.has(found.decl, .isPrelude)
    else { return false }
    var type = resolve(sema.type(ofVariable: found.decl))
    while isOptional(type) { type = resolve(types.argument(type, 0)) }
    let observable = sema.known(.observable)
    guard types.kind(type) == .nominal, sema.decls.kind(types.decl(type)) == .classDecl, observable != .none,
      sema.conforms(type, observable) != nil
    else { return false }
    let plain = text(name)
    let isWrapped = sema.isWrapped(found.decl)
    report(
      .unknownName,
      "'\(plain)' gives no bindings here; "
        + (isWrapped
          ? "write '@Bindable var \(plain) = \(plain)' in front of what uses '\(spelled)'"
          : "mark the property '@Bindable' to use '\(spelled)'"),
      nameRange(node))
    return true
  }

  /// A step of a scenario, written where its view is wanted.
  private func isStep(_ name: String, _ node: NodeID) -> Bool {
    guard StepGrammar.steps.contains(where: { $0.name == name }) else { return false }
    return tree.path(toOffset: tree.range(node).start).contains {
      tree.kind($0) == .macroExpansion && tree.token(tree.token($0, at: Slot.macroName), is: "Scenario")
    }
  }

  func reportUnknownMember(_ value: ExprID, _ name: NameID, _ suffix: NodeID, isCall: Bool) {
    let type = forced(type(of: value))
    if types[type].summary.contains(.error), types.kind(type) == .error { return }
    let spelled = text(name)
    let range = nameRange(suffix)
    let isUnknown = types.kind(type) == .member && types[type].summary.contains(.variable)
    // The element of a collection that is not known, because what makes it has been reported.
    if isUnknown, !diagnostics.isEmpty { return }
    if types.kind(type) == .variable || isUnknown {
      if restsOnUnknown { return }
      report(.noContext, "the type of the value in front of '.\(spelled)' is not known here", suffix)
      return
    }
    if isOptional(type) {
      let wrapped = resolve(types.argument(type, 0))
      if !sema.members(of: wrapped, name, .instance).isEmpty || isTupleLabel(wrapped, name) {
        reportNotUnwrapped(value, type, suffix, member: "." + spelled)
        return
      }
    }
    if types.kind(type) == .metatype {
      let instance = resolve(types.argument(type, 0))
      if !sema.members(of: instance, name, .instance).isEmpty {
        report(
          .instanceMemberOnType,
          "'\(spelled)' is an instance member of '\(describe(instance))'; use it on a value of that type", range)
        return
      }
      if types[instance].summary.contains(.error) { return }
      let names = sema.memberNames(of: instance, .metatype, near: spelled)
      if sema.mayHaveMember(spelled, instance, among: { names }) {
        noteUnknownAPI(spelled, instance, range)
        return
      }
      let near = NameSuggestions.nearest(to: spelled, among: names)
      report(
        .unknownMember, "type '\(describe(instance))' has no member '\(spelled)'" + NameSuggestions.phrase(near), range,
        fixes: renames(range, near))
      return
    }
    if types.kind(type) == .nominal, !sema.members(of: type, name, .metatype).isEmpty,
      !isInstanceOnly(sema.members(of: type, name, .metatype))
    {
      report(
        .staticMemberOnValue,
        "'\(spelled)' is a static member; write '\(describe(type)).\(spelled)'", range)
      return
    }
    let names = sema.memberNames(of: type, .instance, near: spelled)
    if sema.mayHaveMember(spelled, type, among: { names }) {
      noteUnknownAPI(spelled, type, range)
      return
    }
    let near = NameSuggestions.nearest(to: spelled, among: names)
    report(
      .unknownMember, "value of type '\(describe(type))' has no member '\(spelled)'" + NameSuggestions.phrase(near),
      range, fixes: renames(range, near))
  }

  /// A member of a class of which a part is declared: nothing is said where a module that is not modelled may have it.
  private func noteUnknownAPI(_ name: String, _ type: TypeID, _ range: SourceRange) {
    guard !sema.isOpen(type: type), sema.isPartial(type: type), !sema.hasUnmodelledImport else { return }
    sema.reportUnknownAPI("\(sema.describe(type)).\(name)", file: file, range: range)
  }

  private func isInstanceOnly(_ candidates: [Candidate]) -> Bool { candidates.allSatisfy { isInstanceMember($0.decl) } }

  private func isTupleLabel(_ type: TypeID, _ name: NameID) -> Bool {
    guard types.kind(type) == .tuple else { return false }
    return types.labels(type).contains(name.raw) || Int(text(name)) != nil
  }

  func reportUnknownImplicit(_ name: NameID, _ type: TypeID, _ node: NodeID) {
    let type = resolve(type)
    if types[type].summary.contains(.error) { return }
    let spelled = text(name)
    let range = nameRange(node)
    if types.kind(type) == .variable {
      var protocols: [String] = []
      var bound = solver.bound[variableNumber(type)]
      while bound >= 0 {
        protocols.append(describe(solver.bounds[Int(bound)].protocol))
        bound = solver.bounds[Int(bound)].next
      }
      let wanted = protocols.first ?? "?"
      if sema.hasUnmodelledImport { return }
      report(.unknownMember, "no static member '\(spelled)' is known for '\(wanted)'", range)
      return
    }
    let names = sema.memberNames(of: type, .implicit, near: spelled)
    if sema.mayHaveMember(spelled, type, among: { names }) { return }
    let near = NameSuggestions.nearest(to: spelled, among: names)
    report(
      .unknownMember, "type '\(describe(type))' has no member '\(spelled)'" + NameSuggestions.phrase(near), range,
      fixes: renames(range, near))
  }

  func reportUnassigned(_ name: NameID, _ node: NodeID) {
    report(.unassigned, "'\(text(name))' is used before it has a value", node)
  }

  func reportNotUnwrapped(_ value: ExprID, _ type: TypeID, _ node: NodeID, member: String) {
    let wrapped = resolve(types.argument(type, 0))
    var notes: [Diagnostic.Note] = []
    let start = tree.range(node).start
    if member.hasPrefix(".") || member.hasPrefix("[") || member.hasPrefix("(") {
      notes.append(.init("use '?' to go on only when there is a value", at: place(SourceRange(start, start))))
      notes.append(.init("use '!' if it cannot be nil", at: place(SourceRange(start, start))))
    } else {
      notes.append(.init("use '??' to give a value for nil, or unwrap it with 'if let'"))
    }
    report(
      .optionalNotUnwrapped,
      "a value of type '\(describe(type))' must be unwrapped to use it as '\(describe(wrapped))'",
      member.hasPrefix(".") ? nameRange(node) : tree.range(node), notes: notes)
  }

  // MARK: Types

  func reportMismatch(found: TypeID, expected: TypeID, _ node: NodeID, purpose: Purpose) {
    let expected = resolve(expected)
    let isUnknown = found == .none
    let found = isUnknown ? found : resolve(found)
    if !isUnknown, types[found].summary.contains(.error) { return }
    if types[expected].summary.contains(.error) { return }
    if !isUnknown, mayConvert(found, expected) { return }
    // A variable that was bound to something its protocol refuses.
    if !isUnknown, types.kind(expected) == .variable {
      var bound = solver.bound[variableNumber(expected)]
      while bound >= 0 {
        let entry = solver.bounds[Int(bound)]
        if !conformsTo(found, entry.protocol) {
          reportConformance(found, entry.protocol, node, purpose: purpose)
          return
        }
        bound = entry.next
      }
    }
    if !isUnknown, isOptional(found) {
      let start = mark()
      let wrapped = resolve(types.argument(found, 0))
      let fits = conversion(from: wrapped, to: expected) != nil
      rewind(start)
      if fits {
        report(
          .optionalNotUnwrapped,
          "\(subject(purpose, node)) needs '\(describe(expected))', but this is '\(describe(found))', which may be nil",
          node,
          notes: [.init("use '??' to give a value for nil, or unwrap it with 'if let'")])
        return
      }
    }
    var notes: [Diagnostic.Note] = []
    var fixes: [FixIt] = []
    if !isUnknown, isNumeric(found), isNumeric(expected) {
      let range = tree.range(node)
      fixes.append(
        FixIt(
          "convert with '\(describe(expected))(...)'",
          [
            FixIt.Edit(place(SourceRange(range.start, range.start)), describe(expected) + "("),
            FixIt.Edit(place(SourceRange(range.end, range.end)), ")"),
          ], applicability: .needsReview))
    }
    let what = isUnknown ? "a closure" : "'\(describe(found))'"
    if !isUnknown, found == types.void, !isVoidWanted(expected) {
      notes.append(.init("this expression gives no value"))
    }
    report(
      .typeMismatch, "\(subject(purpose, node)) needs '\(describe(expected))', but this is \(what)", node, notes: notes,
      fixes: fixes)
  }

  /// A type that is known in part may be a subclass, or conform, where what is known says nothing of it.
  private func mayConvert(_ found: TypeID, _ expected: TypeID) -> Bool {
    var found = found
    var expected = expected
    while isOptional(expected) {
      expected = resolve(types.argument(expected, 0))
      if isOptional(found) { found = resolve(types.argument(found, 0)) }
    }
    if isOptional(found) { return false }
    if functions.count > 1, isClass(found), isClass(expected), isSubclass(expected, of: found) {
      // `sequence(first: view) { $0.next }`: the generic type would be the superclass.
      return true
    }
    if sema.isOpen(type: found) || sema.isOpen(type: expected) {
      return types.kind(found) == .nominal && types.kind(expected) != .function
    }
    // A class of UIKit may conform to more than is declared.
    return sema.isPartial(type: found) && types.kind(expected) == .existential
  }

  private func isVoidWanted(_ type: TypeID) -> Bool { type == types.void }

  private func isNumeric(_ type: TypeID) -> Bool { known.isInteger(type) || known.isFloating(type) }

  private func subject(_ purpose: Purpose, _ node: NodeID) -> String {
    if isInitialValue(node) { return "the initial value" }
    switch purpose {
    case .argument(let index, let callee):
      let name = callee == .none ? "the call" : "'\(text(callee))'"
      return "argument \(index + 1) of \(name)"
    case .result: return "the result"
    case .initialValue: return "the initial value"
    case .assignment: return "the assignment"
    case .condition: return "a condition"
    case .element: return "an element"
    case .branch: return "this branch"
    case .operand: return "this operand"
    case .subject, .other: return "this place"
    }
  }

  /// Is this the value behind the `=` of the variable that is checked? A property wrapper takes it as its argument.
  private func isInitialValue(_ node: NodeID) -> Bool {
    guard node != .none, declarationNode != .none, tree.kind(declarationNode) == .patternBinding else { return false }
    return tree.node(declarationNode, at: Slot.bindingValue) == node
  }

  private func reportConformance(_ type: TypeID, _ proto: TypeID, _ node: NodeID, purpose: Purpose) {
    if sema.isOpen(type: type) || sema.isPartial(type: type) { return }
    if isOptional(type), conformsTo(types.argument(type, 0), proto) {
      report(
        .optionalNotUnwrapped,
        "\(subject(purpose, node)) needs a value that conforms to '\(describe(proto))', but this is '\(describe(type))', which "
          + "may be nil", node, notes: [.init("use '??' to give a value for nil, or unwrap it with 'if let'")])
      return
    }
    var message = "'\(describe(type))' does not conform to '\(describe(proto))'"
    if case .argument(let index, let callee) = purpose, callee != .none {
      message += ", which argument \(index + 1) of '\(text(callee))' needs"
    }
    var notes: [Diagnostic.Note] = []
    if isOptional(type), conformsTo(types.argument(type, 0), proto) {
      notes.append(.init("the value is optional; unwrap it first"))
    }
    report(.missingConformance, message, node, notes: notes)
  }

  func reportNotAView(_ type: TypeID, _ node: NodeID) {
    if type == types.void {
      report(.notAView, "this statement gives no view; move it out of the view builder", node)
    } else if types.kind(type) == .function {
      report(.notAView, "this is a function, not a view; call it with '()'", node)
    } else if types.kind(type) == .metatype {
      report(.notAView, "this is a type, not a view; make a value with '\(describe(instance(type)))(...)'", node)
    } else {
      report(.notAView, "'\(describe(type))' does not conform to 'View'", node)
    }
  }

  private func instance(_ type: TypeID) -> TypeID { resolve(types.argument(type, 0)) }

  func reportRequirement(_ requirement: Requirement, callee: NameID, _ node: NodeID) {
    switch requirement {
    case .conforms(let a, let b):
      if typeRow(resolve(a)).summary.contains(.error) { return }
      if sema.isOpen(type: resolve(a)) || sema.isPartial(type: resolve(a)) { return }
      report(
        .missingConformance, "'\(text(callee))' needs '\(describe(a))' to conform to '\(describe(b))'", nameRange(node))
    case .equal(let a, let b):
      if typeRow(resolve(a)).summary.contains(.error) || typeRow(resolve(b)).summary.contains(.error) { return }
      report(
        .genericMismatch, "'\(text(callee))' needs '\(describe(a))' and '\(describe(b))' to be the same type",
        nameRange(node))
    case .superclass(let a, let b):
      report(
        .missingConformance, "'\(text(callee))' needs '\(describe(a))' to inherit from '\(describe(b))'",
        nameRange(node))
    }
  }

  /// What the arguments of a call say about its generic types does not fit together: a type that lacks a conformance is
  /// named, else the call.
  func reportRefused(callee: NameID, _ node: NodeID) {
    if case .conforms(let subject, let proto) = solver.refused {
      let type = resolve(subject)
      if type != types.error, !typeRow(type).summary.contains(.variable) {
        let count = diagnostics.count
        reportRequirement(.conforms(type, resolve(proto)), callee: callee, node)
        if diagnostics.count > count { return }
      }
    }
    report(.genericMismatch, "the arguments of '\(text(callee))' do not agree on its generic types", node)
  }

  /// Requirements that were open to the end of a full expression and fail.
  func reportOpenRequirements() {
    // Their call has been reported already, or its types are unknown: nothing is added here.
  }

  func reportOperator(_ name: NameID, _ left: TypeID, _ right: TypeID, _ node: NodeID, _ token: TokenID) {
    let a = resolve(left)
    let b = resolve(right)
    if types[a].summary.contains(.error) || types[b].summary.contains(.error) { return }
    let l = types.kind(a) == .variable ? defaultType(literalKind(a)) : a
    let r = types.kind(b) == .variable ? defaultType(literalKind(b)) : b
    if types[l].summary.contains(.error) || types[r].summary.contains(.error) { return }
    for side in [l, r] {
      let value = isOptional(side) ? resolve(types.argument(side, 0)) : side
      if sema.isOpen(type: value) || sema.isPartial(type: value) { return }
    }
    var notes: [Diagnostic.Note] = []
    if isOptional(l) != isOptional(r) {
      notes.append(.init("one side is optional; unwrap it, or give a value with '??'"))
    } else if isNumeric(l), isNumeric(r), l != r {
      notes.append(.init("convert one side, as in '\(describe(l))(...)'"))
    }
    report(
      .operatorTypes, "'\(text(name))' is not defined for '\(describe(l))' and '\(describe(r))'",
      token == .none ? tree.range(node) : tree.range(token), notes: notes)
  }

  // MARK: Calls

  /// Reports why the arguments do not match; true if something was reported.
  func reportMatchFailure(
    _ failure: MatchFailure, _ parameters: [Signature.Parameter], _ range: Range<Int>, callee: NameID, node: NodeID,
    candidates: Int, decl: DeclID = .none
  ) -> Bool? {
    if mayHaveOverload(failure, decl) { return true }
    let name = callee == .none || callee == .subscriptName ? "this call" : "'\(text(callee))'"
    switch failure {
    case .none: return nil
    case .missing(let parameter):
      let wanted = parameters[parameter]
      let label = wanted.label == .none ? "" : text(wanted.label) + ": "
      let what = wanted.label == .none ? "argument \(parameter + 1)" : "argument '\(text(wanted.label))'"
      report(
        .missingArgument, "\(name) is missing \(what) of type '\(describe(wanted.type))'", nameRange(node),
        fixes: missingFix(parameter, label, describe(wanted.type), parameters, range, node))
      return true
    case .extra(let argument):
      if range.count == 1, parameters.isEmpty {
        report(.extraArgument, "\(name) takes no arguments", arguments[argument].whole)
      } else if arguments[argument].label != .none {
        let found = arguments[argument].label
        let labels = parameters.filter { $0.label != .none }.map { text($0.label) }
        if let place = parameters.firstIndex(where: { $0.label == found }),
          let later = parameters[(place + 1)...].first(where: { later in
            later.label != .none && range.contains { $0 < argument && arguments[$0].label == later.label }
          })
        {
          report(
            .wrongLabel, "'\(text(found))' must stand before '\(text(later.label))'", arguments[argument].whole)
          return true
        }
        var near = NameSuggestions.nearest(to: text(found), among: labels)
        // A label that was cut short: `damping` for `dampingFraction`.
        if near.isEmpty, text(found).utf8.count >= 4 { near = labels.filter { $0.hasPrefix(text(found)) } }
        report(
          .extraArgument,
          "\(name) has no parameter '\(text(arguments[argument].label))'" + NameSuggestions.phrase(near),
          arguments[argument].whole, fixes: labelFix(argument, near))
      } else if let wanted = parameters.first(where: { parameter in
        parameter.label != .none && !range.contains { arguments[$0].label == parameter.label }
      }), range.count <= parameters.count {
        let start = tree.range(arguments[argument].node).start
        report(
          .wrongLabel, "\(name) needs the label '\(text(wanted.label)):' here", arguments[argument].node,
          fixes: [.insert(text(wanted.label) + ": ", at: place(SourceRange(start, start)))])
      } else {
        report(
          .extraArgument,
          "\(name) takes \(parameters.count) argument\(parameters.count == 1 ? "" : "s"); this one is too many",
          arguments[argument].whole)
      }
      return true
    case .label(let argument, let parameter):
      let found = arguments[argument].label
      let wanted = parameters[parameter].label
      if found != .none, parameters.contains(where: { $0.label == found }) {
        report(
          .wrongLabel, "argument '\(text(found))' of \(name) stands in the wrong place", arguments[argument].whole)
        return true
      }
      if found == .none {
        let start = tree.range(arguments[argument].node).start
        report(
          .wrongLabel, "\(name) needs the label '\(text(wanted)):' here", arguments[argument].node,
          fixes: [.insert(text(wanted) + ": ", at: place(SourceRange(start, start)))])
      } else if wanted == .none {
        let labelToken = tree.token(arguments[argument].whole, at: 0)
        let start = labelToken == .none ? tree.range(arguments[argument].whole).start : tree.range(labelToken).start
        report(
          .wrongLabel, "argument \(parameter + 1) of \(name) has no label; remove '\(text(found)):'",
          arguments[argument].whole,
          fixes: [
            .remove(
              place(SourceRange(start, tree.range(arguments[argument].node).start)), title: "remove '\(text(found)):'")
          ])
      } else {
        let labels = parameters.filter { $0.label != .none }.map { text($0.label) }
        let near = NameSuggestions.nearest(to: text(found), among: labels)
        if near.isEmpty {
          report(
            .wrongLabel, "\(name) has no parameter '\(text(found))'; '\(text(wanted)):' is expected here",
            arguments[argument].whole, fixes: labelFix(argument, [text(wanted)]))
        } else {
          report(
            .wrongLabel, "\(name) has no parameter '\(text(found))'" + NameSuggestions.phrase(near),
            arguments[argument].whole, fixes: labelFix(argument, near))
        }
      }
      return true
    case .trailing(let argument):
      report(
        .extraArgument, "\(name) takes no trailing closure", arguments[argument].whole)
      return true
    }
  }

  /// May another declaration of that name, which is not known, take the arguments? Not if a label is a slip of a known one.
  private func mayHaveOverload(_ failure: MatchFailure, _ decl: DeclID) -> Bool {
    if case .none = failure { return false }
    guard decl != .none else { return false }
    let owner = sema.owner(of: decl)
    if owner != .none, sema.isOpen(owner) { return true }
    let isPartial = owner != .none && sema.isPartial(owner)
    // A module that is not known may add overloads to what the prelude declares, and to its types.
    let isForeign =
      sema.hasUnmodelledImport
      && (sema.decls.has(decl, .isPrelude) || owner != .none && sema.decls.has(owner, .isPrelude))
    guard isPartial || isForeign else { return false }
    let argument: Int
    switch failure {
    case .extra(let i), .label(let i, _): argument = i
    default:
      // `.sheet { }` may be what a module that is not known adds to views.
      return owner != .none && sema.decls.has(isPartial ? decl : owner, .isPrelude)
    }
    let found = arguments[argument].label
    guard found != .none else { return true }
    var labels: [String] = []
    let overloads =
      owner == .none
      ? sema.lookupTopLevel(sema.decls.name(decl)) : sema.memberDecls(of: owner, sema.decls.name(decl))
    for overload in overloads {
      for parameter in sema.signature(of: overload).parameters where parameter.label != .none {
        if parameter.label == found { return false }
        labels.append(text(parameter.label))
      }
    }
    return NameSuggestions.slips(of: text(found), among: labels).isEmpty
  }

  private func labelFix(_ argument: Int, _ names: [String]) -> [FixIt] {
    guard names.count == 1 else { return [] }
    let token = tree.token(arguments[argument].whole, at: 0)
    guard token != .none, !tree.isMissing(token) else { return [] }
    return [.replace(place(tree.range(token)), with: names[0], title: "change the label to '\(names[0])'")]
  }

  /// Inserts a placeholder for an argument that is missing at the end of the list.
  private func missingFix(
    _ parameter: Int, _ label: String, _ type: String, _ parameters: [Signature.Parameter], _ range: Range<Int>,
    _ node: NodeID
  ) -> [FixIt] {
    guard parameter == parameters.count - 1, let last = range.last, !arguments[last].isTrailing else { return [] }
    let end = tree.range(arguments[last].whole).end
    return [
      FixIt(
        "add the argument", [FixIt.Edit(place(SourceRange(end, end)), ", \(label)<#\(type)#>")],
        applicability: .placeholder)
    ]
  }

  // MARK: Changes

  func reportImmutable(_ problem: Immutability, node: NodeID, change: ChangeKind) {
    let verb: String
    switch change {
    case .assignment: verb = "cannot be assigned to"
    case .inoutArgument: verb = "cannot be passed with '&'"
    case .mutatingCall(let name): verb = "cannot be changed by '\(text(name))'"
    }
    switch problem {
    case .constant(let name, let isParameter):
      if isParameter {
        report(.immutable, "'\(text(name))' is a parameter and \(verb); copy it into a 'var' first", node)
      } else {
        report(.immutable, "'\(text(name))' is a 'let' constant and \(verb); declare it with 'var'", node)
      }
    case .getOnly(let name): report(.immutable, "'\(text(name))' is get-only and \(verb)", node)
    case .privateSetter(let name, let owner):
      report(
        .inaccessible, "'\(text(name))' \(verb) here: its setter is private to '\(text(owner))'", node)
    case .immutableSelf:
      let isView =
        selfType != .none && known.view != types.error && sema.conforms(selfType, types.decl(known.view)) != nil
      let hint = isView ? "mark the property '@State'" : "mark the function 'mutating'"
      report(.immutable, "this \(verb): 'self' is immutable here; \(hint)", node)
    case .notStorage: report(.notAssignable, "this value \(verb): it is not stored in a variable", node)
    }
  }

  // MARK: Statements

  func reportMissingReturn(_ type: TypeID, _ node: NodeID, isClosure: Bool) {
    let end = tree.range(node).end
    let range = SourceRange(end > 0 ? end - 1 : end, end)
    report(
      .missingReturn,
      "not every path through this \(isClosure ? "closure" : "function") returns a value of type '\(describe(type))'",
      range)
  }

  func reportNotExhaustive(_ missing: [String], _ type: TypeID, _ node: NodeID) {
    let keyword = tree.token(node, at: 0)
    let range = keyword == .none ? tree.range(node) : tree.range(keyword)
    if missing == ["default"] {
      report(.notExhaustive, "this 'switch' over '\(describe(type))' needs a 'default'", range)
      return
    }
    let shown = missing.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
    let more = missing.count > 4 ? " and \(missing.count - 4) more" : ""
    var fixes: [FixIt] = []
    let close = tree.token(node, at: 3)
    if close != .none, !tree.isMissing(close) {
      let start = tree.range(close).start
      let column = tree.source.position(tree.range(node).start).column - 1
      let indent = String(repeating: " ", count: max(0, column))
      var text = ""
      for name in missing { text += "case \(name):\n\(indent)    <#code#>\n\(indent)" }
      fixes.append(
        FixIt(
          "add the missing cases", [FixIt.Edit(place(SourceRange(start, start)), text)], applicability: .placeholder))
    }
    report(.notExhaustive, "this 'switch' does not handle \(shown)\(more)", range, fixes: fixes)
  }

  /// Tells the index of the language server what a name means.
  func noteUse(of decl: DeclID, _ site: CallSite) {
    if isHeard { checker.uses?(file, site.nameNode, decl) }
  }
}
