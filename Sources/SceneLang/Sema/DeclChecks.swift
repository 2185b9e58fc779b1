/// Checks of the user's declarations that are no question of a body: names, supertypes, raw values, overrides, storage.
///
/// Each declaration is visited once, in the order of the text, and its interface is asked for, which reports what is
/// wrong with the types it names.

extension Sema {
  /// Checks all declarations of the module, without the bodies.
  package func checkDeclarations() {
    checkFiles()
    bindExtensions()
    collectMemberNames()
    for decl in module.topLevel { check(decl, depth: 0) }
  }

  /// Checks a declaration and its members; also for types declared in bodies.
  package func check(_ decl: DeclID, depth: Int = 0) {
    guard depth < 256, !decls.has(decl, .isPrelude) else { return }
    switch decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl:
      checkAttributes(decl)
      checkPlacement(decl)
      checkRedeclaration(decl)
      _ = environmentIndex(decl)
      checkSupertypes(decl)
      if decls.kind(decl) == .enumDecl { checkRawValues(decl) }
      if decls.has(decl, .isPropertyWrapper) { checkWrapperType(decl) }
      for member in declaredMembers(of: decl) { check(member, depth: depth + 1) }
      if decls.kind(decl) == .classDecl { checkInitialization(decl) }
      checkContainment(decl)
      if decls.kind(decl) != .protocolDecl { checkConformances(of: decl, in: decl) }
    case .extensionDecl:
      let nominal = extendedNominal(of: decl)
      if nominal == .none {
        reportExtensionOfNothing(decl)
        return
      }
      _ = environmentIndex(decl)
      checkSupertypes(decl)
      for member in declaredMembers(of: decl) { check(member, depth: depth + 1) }
      if decls.kind(nominal) != .protocolDecl { checkConformances(of: nominal, in: decl) }
    case .function, .initializer, .subscript_:
      checkAttributes(decl)
      checkPlacement(decl)
      let signature = signature(of: decl)
      checkRedeclaration(decl)
      checkParameters(decl, signature)
      checkBody(decl)
      checkOverride(decl)
    case .variable:
      checkAttributes(decl)
      checkPlacement(decl)
      checkRedeclaration(decl)
      checkVariable(decl)
      checkOverride(decl)
    case .enumCase:
      _ = signature(of: decl)
      checkRedeclaration(decl)
      let parent = decls.parent(decl)
      if parent == .none || decls.kind(parent) != .enumDecl {
        report(
          .invalidCaseContext, "enum cases stand in the body of an enum", file: decls.file(decl), node: decls.node(decl)
        )
      }
    case .macro: checkMacroName(decl)
    case .typeAlias:
      checkRedeclaration(decl)
      _ = typeAliasTarget(of: decl)
    default: break
    }
  }

  // MARK: Names

  private func checkRedeclaration(_ decl: DeclID) {
    let name = decls.name(decl)
    guard name != .none, !names.withUTF8(name, { $0.count == 1 && $0[0] == UInt8(ascii: "_") }) else { return }
    let parent = decls.parent(decl)
    let isMember = parent != .none && decls.kind(parent).isTypeContext
    if !isMember && (parent == .none || decls.kind(parent) != .module) { return }
    let owner = isMember ? nominal(ofContext: parent) : DeclID.none
    if isMember && owner == .none { return }
    guard let others = userMembers[pair(owner.raw, name.raw)], others.count > 1 else { return }
    for other in others.count > 8 ? rivals(of: decl, among: others, pair(owner.raw, name.raw)) : others {
      if other == decl { return }
      guard conflicts(decl, other) else { continue }
      let place = place(decls.file(other), nameRange(of: other))
      report(
        .redeclaration, "'\(names[name])' is declared twice", file: decls.file(decl), range: nameRange(of: decl),
        notes: [Diagnostic.Note("'\(names[name])' is first declared here", at: place)])
      return
    }
  }

  /// Those of many declarations of one name that may conflict with one of them. Functions with parameters conflict only
  /// with functions of equal labels and types, so they are looked up by these.
  private func rivals(of decl: DeclID, among others: [DeclID], _ key: PairID) -> [DeclID] {
    guard let own = interfaceHash(decl) else { return others }
    if let known = rivalMemo[key] { return known[own] ?? [] }
    var groups = IDMap<UInt64, [DeclID]>()
    for other in others {
      if let hash = interfaceHash(other) { groups[hash, default: []].append(other) }
    }
    rivalMemo[key] = groups
    return groups[own] ?? []
  }

  /// Equal for functions, initialisers and subscripts of equal kind, labels and parameter types; nil without parameters.
  private func interfaceHash(_ decl: DeclID) -> UInt64? {
    let kind = decls.kind(decl)
    guard kind == .function || kind == .initializer || kind == .subscript_ else { return nil }
    let parameters = signature(of: decl).parameters
    guard !parameters.isEmpty else { return nil }
    var hash = UInt64(kind.rawValue)
    for parameter in parameters {
      hash = (hash ^ UInt64(parameter.label.raw) << 32 ^ UInt64(parameter.type.raw)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return hash
  }

  /// Is the declaration seen in its file only?
  private func isOfFile(_ decl: DeclID) -> Bool {
    decls.has(decl, .isPrivate)
      || decls.kind(decls.parent(decl)) == .extensionDecl && decls.has(decls.parent(decl), .isPrivate)
  }

  private func conflicts(_ a: DeclID, _ b: DeclID) -> Bool {
    if decls.kind(decls.parent(a)) == .module, decls.file(a) != decls.file(b) {
      if decls.has(a, .isPrivate) || decls.has(b, .isPrivate) { return false }
    }
    // Each of several files may have its own `private extension Color { static let brand }`.
    if decls.file(a) != decls.file(b), isOfFile(a), isOfFile(b) { return false }
    let kindA = decls.kind(a)
    let kindB = decls.kind(b)
    if kindA.isType || kindB.isType { return kindA.isType && kindB.isType || kindA != .function && kindB != .function }
    if decls.has(a, .isStatic) != decls.has(b, .isStatic) { return false }
    // A protocol's extension gives the requirement its default.
    if isRequirement(a) != isRequirement(b) { return false }
    for context in [decls.parent(a), decls.parent(b)]
    where decls.kind(context) == .extensionDecl && isConstrained(context) {
      return false
    }
    if kindA == .variable && kindB == .variable { return true }
    if kindA == .enumCase && kindB == .enumCase {
      return signature(of: a).parameters.map(\.label) == signature(of: b).parameters.map(\.label)
    }
    if kindA != kindB {
      let function = kindA == .function ? a : b
      return (kindA == .function || kindB == .function) && (kindA == .variable || kindB == .variable)
        && signature(of: function).parameters.isEmpty
    }
    let x = signature(of: a)
    let y = signature(of: b)
    guard x.parameters.count == y.parameters.count, x.result == y.result, x.isAsync == y.isAsync else { return false }
    if x.genericParameters.count != y.genericParameters.count { return false }
    if !ownGenericParameters(of: a).isEmpty || !ownGenericParameters(of: b).isEmpty { return false }
    if decls.has(a, .isPrefix) != decls.has(b, .isPrefix) || decls.has(a, .isPostfix) != decls.has(b, .isPostfix) {
      return false
    }
    for i in x.parameters.indices {
      if x.parameters[i].label != y.parameters[i].label || x.parameters[i].type != y.parameters[i].type { return false }
      if x.parameters[i].type == types.error { return false }
      if x.parameters[i].isVariadic != y.parameters[i].isVariadic { return false }
    }
    return true
  }

  private func reportExtensionOfNothing(_ decl: DeclID) {
    let file = decls.file(decl)
    let type = trees[file].node(decls.node(decl), at: Slot.name)
    guard type != .none, !diagnostics.isMarked(type, file: file) else { return }
    switch trees[file].kind(type) {
    case .identifierType, .pathType:
      let resolved = resolveType(type, file: file, in: decls.parent(decl))
      if resolved == types.error { return }
    case .missingType: return
    default: break
    }
    report(
      .extensionOfNothing, "'\(trees[file].text(type))' is not a type that can be extended", file: file, node: type)
  }

  // MARK: Supertypes

  private func checkSupertypes(_ decl: DeclID) {
    let clauseTypes = inheritanceClause(of: decl)
    let kind = decls.kind(decl)
    let file = decls.file(decl)
    let clause = trees[file].node(decls.node(decl), at: Slot.inheritance)
    if clause != .none {
      var position = 0
      for written in trees[file].elements(clause) {
        defer { position += 1 }
        if trees[file].kind(written) == .suppressedType || diagnostics.isMarked(written, file: file) { continue }
        let type = withEnvironment(decl) { resolveConstraint(written, file: file, in: decl) }
        if type == types.error || types.kind(type) == .existential { continue }
        let text = trees[file].text(written)
        guard types.kind(type) == .nominal else {
          report(.invalidInheritance, "'\(text)' is not a protocol or class", file: file, node: written)
          continue
        }
        let target = decls.kind(types.decl(type))
        if target == .protocolDecl { continue }
        let own = kind == .extensionDecl ? "an extension" : names[decls.name(decl)]
        if target == .classDecl {
          // A protocol may ask for a class that its types inherit from.
          if kind == .classDecl && position == 0 || kind == .protocolDecl { continue }
          let message =
            kind == .classDecl
            ? "'\(own)' names its superclass '\(text)' behind other types; a class has one superclass, named first"
            : "'\(text)' is a class; only a class can inherit from it"
          report(.invalidSuperclass, message, file: file, node: written)
        } else if !(kind == .enumDecl && position == 0) {
          report(
            .invalidInheritance, "'\(text)' is neither a protocol nor a class; nothing inherits from it", file: file,
            node: written)
        }
      }
    }
    if kind == .classDecl {
      _ = superclassDecl(of: decl)
      if inheritanceCycles.contains(decl) { reportCycleOfInheritance(decl) }
    }
    if kind == .protocolDecl {
      for type in clauseTypes where types.kind(type) == .nominal && decls.kind(types.decl(type)) == .protocolDecl {
        if types.decl(type) == decl || reaches(types.decl(type), decl, depth: 0) {
          reportCycleOfInheritance(decl)
          break
        }
      }
    }
  }

  private func reaches(_ proto: DeclID, _ target: DeclID, depth: Int) -> Bool {
    if depth > 32 || decls.has(proto, .isPrelude) { return false }
    for type in inheritanceClause(of: proto) where types.kind(type) == .nominal {
      let next = types.decl(type)
      if next == target { return true }
      if next != proto && decls.kind(next) == .protocolDecl && reaches(next, target, depth: depth + 1) { return true }
    }
    return false
  }

  private func reportCycleOfInheritance(_ decl: DeclID) {
    report(
      .inheritanceCycle, "'\(names[decls.name(decl)])' inherits from itself", file: decls.file(decl),
      range: nameRange(of: decl))
  }

  // MARK: Enums

  private func checkRawValues(_ decl: DeclID) {
    let raw = rawType(of: decl)
    let file = decls.file(decl)
    let isText =
      raw != .none
      && (isNominal(raw, .string) || isNominal(raw, .character)
        || !isRawNumber(raw) && conforms(raw, known(.expressibleByStringLiteral)) != nil)
    if raw != .none && !isText && !isRawNumber(raw) && !isLiteralType(raw) {
      let clause = trees[file].node(decls.node(decl), at: Slot.inheritance)
      if clause != .none {
        for written in trees[file].elements(clause) {
          report(
            .rawTypeInvalid, "'\(describeForMessage(raw))' cannot be a raw type; use an integer, a number or a string",
            file: file,
            node: written)
          break
        }
      }
      return
    }
    var seen: [String: DeclID] = [:]
    var next: Int? = 0
    for element in declaredMembers(of: decl) where decls.kind(element) == .enumCase {
      let node = decls.node(element)
      let value = trees[file].node(node, at: 3)
      if value != .none && raw == .none {
        if inheritanceClause(of: decl).contains(where: { types.decl($0) == known(.rawRepresentable) }) { continue }
        if isOpen(decl) { continue }
        report(
          .rawValueMissing, "'\(names[decls.name(decl)])' has no raw type, so its cases have no raw values", file: file,
          node: value)
        continue
      }
      guard raw != .none else { continue }
      let payload = trees[file].node(node, at: 1)
      if payload != .none {
        report(.rawValueMissing, "a case of an enum with a raw type has no payload", file: file, node: payload)
        continue
      }
      var text: String
      if value != .none {
        guard let literal = literalText(value, file) else {
          report(.rawValueMissing, "a raw value is a literal", file: file, node: value)
          next = nil
          continue
        }
        if (literal.kind == .stringLiteralExpr) != isText {
          report(
            .rawValueMissing, "the raw value is not of type '\(describeForMessage(raw))'", file: file, node: value)
          continue
        }
        text = literal.text
        next = Int(text.filter { $0 != "_" }).map { $0 &+ 1 }
        if let number = Int(text.filter { $0 != "_" }) { text = String(number) }
      } else if isText {
        text = "\"" + names[decls.name(element)] + "\""
      } else if let number = next {
        text = String(number)
        next = number &+ 1
      } else {
        report(
          .rawValueMissing, "the raw value of '\(names[decls.name(element)])' does not follow from the one before",
          file: file, range: nameRange(of: element))
        continue
      }
      if let first = seen[text] {
        report(
          .rawValueDuplicate, "raw value \(text) is already that of '\(names[decls.name(first)])'", file: file,
          range: value == .none ? nameRange(of: element) : trees[file].range(value),
          notes: [Diagnostic.Note("first used here", at: place(file, nameRange(of: first)))])
      } else {
        seen[text] = element
      }
    }
  }

  private func isRawNumber(_ type: TypeID) -> Bool {
    for known in [
      Known.int, .double, .float, .cgFloat, .uint, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64,
    ] where isNominal(type, known) {
      return true
    }
    return false
  }

  private func isLiteralType(_ type: TypeID) -> Bool {
    conforms(type, known(.expressibleByIntegerLiteral)) != nil
      || conforms(type, known(.expressibleByStringLiteral)) != nil
      || conforms(type, known(.expressibleByFloatLiteral)) != nil
  }

  private func literalText(_ node: NodeID, _ file: Int) -> (kind: SyntaxKind, text: String)? {
    let kind = trees[file].kind(node)
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: return (kind, trees[file].text(node))
    case .stringLiteralExpr:
      return trees[file].firstChild(node, of: .interpolation) == .none ? (kind, trees[file].text(node)) : nil
    case .prefixExpr:
      guard trees[file].token(trees[file].token(node, at: 0), is: "-"),
        let inner = literalText(trees[file].node(node, at: 1), file), inner.kind != .stringLiteralExpr
      else { return nil }
      return (inner.kind, "-" + inner.text)
    default: return nil
    }
  }

  // MARK: Functions

  private func checkParameters(_ decl: DeclID, _ signature: Signature) {
    if !checkOperatorParameters(decl, signature) { return }
    for parameter in signature.parameters where parameter.decl != .none { checkParameterAttributes(parameter.decl) }
    var seen = IDSet<NameID>()
    for parameter in signature.parameters where parameter.name != .none {
      guard !seen.insert(parameter.name).inserted, parameter.decl != .none else { continue }
      report(
        .duplicateParameter, "two parameters are called '\(names[parameter.name])'",
        file: decls.file(decl), range: nameRange(of: parameter.decl))
    }
  }

  /// An operator stands between two operands, or in front of or behind one.
  private func checkOperatorParameters(_ decl: DeclID, _ signature: Signature) -> Bool {
    guard decls.kind(decl) == .function else { return true }
    let file = decls.file(decl)
    let node = decls.node(decl)
    guard node != .none, trees[file].kind(node) == .functionDecl else { return true }
    let token = trees[file].token(node, at: Slot.name)
    guard token != .none, trees[file].kind(token).isOperator, !trees[file].isMissing(token) else { return true }
    let clause = trees[file].node(node, at: Slot.parameters)
    guard clause != .none else { return true }
    let modifiers = trees[file].node(node, at: Slot.modifiers)
    let isUnary =
      modifiers != .none
      && (trees[file].hasToken(modifiers, .prefix) || trees[file].hasToken(modifiers, .postfix))
    let count = trees[file].elements(clause).reduce(0) { $0 + (trees[file].kind($1) == .parameter ? 1 : 0) }
    let name = trees[file].text(token)
    let message: String
    switch count {
    case 2 where !isUnary: return true
    case 1 where isUnary: return true
    case 1: message = "operator '\(name)' has one parameter; mark it 'prefix' or 'postfix', or add the second one"
    case _ where isUnary: message = "operator '\(name)' stands at one operand and has one parameter"
    default: message = "operator '\(name)' has two parameters, one for each side"
    }
    report(.operatorParameters, message, file: file, range: trees[file].range(token))
    return false
  }

  private func checkBody(_ decl: DeclID) {
    guard decls.kind(decl) != .subscript_, !decls.has(decl, .hasBody), !isRequirement(decl),
      !hasAttribute(decl, "NSManaged"), !hasAttribute(decl, "_silgen_name")
    else { return }
    let file = decls.file(decl)
    let what = decls.kind(decl) == .initializer ? "an initialiser" : "'\(names[decls.name(decl)])'"
    report(.declarationWithoutBody, "\(what) needs a body in braces", file: file, range: nameRange(of: decl))
  }

  private func checkOverride(_ decl: DeclID) {
    let parent = decls.parent(decl)
    let isOverride = decls.has(decl, .isOverride)
    guard parent != .none, decls.kind(parent).isTypeContext else {
      if isOverride { reportOverride(decl) }
      return
    }
    let owner = nominal(ofContext: parent)
    guard owner != .none else { return }
    if decls.kind(owner) != .classDecl {
      if isOverride { reportOverride(decl) }
      return
    }
    if decls.kind(decl) == .initializer && !isOverride { return }
    let base = superclass(of: declaredType(of: owner))
    var found: DeclID?
    if base != .none {
      let name = decls.name(decl)
      var current = base
      var steps = 0
      while current != .none && found == nil && steps < 64 {
        steps += 1
        let arguments = Array(types.arguments(current))
        let declared = memberDecls(of: types.decl(current), name) + synthesizedMembers(of: types.decl(current), name)
        for other in declared where decls.kind(other) == decls.kind(decl) {
          if decls.has(other, .isStatic) != decls.has(decl, .isStatic) { continue }
          if decls.has(other, .isPrivate) && decls.file(other) != decls.file(decl) { continue }
          if overrides(decl, other, arguments) { found = other }
        }
        current = superclass(of: current)
      }
    }
    if isOverride && found == nil {
      // A class of the API may have members that are not declared here.
      if isOpen(owner) || base != .none && decls.has(types.decl(base), .isPrelude) || isPartial(owner) { return }
      reportOverride(decl)
    } else if isOverride, let found, isFinal(found) {
      report(
        .overrideFinal, "'\(names[decls.name(decl)])' overrides a member that is 'final'", file: decls.file(decl),
        range: nameRange(of: decl),
        notes: decls.has(found, .isPrelude)
          ? [] : [Diagnostic.Note("final here", at: place(decls.file(found), nameRange(of: found)))])
    } else if !isOverride, let found, !decls.has(decl, .isStatic) {
      let place = place(decls.file(found), nameRange(of: found))
      let head = decls.head(decl)
      let keyword = trees[decls.file(decl)].token(head, at: Slot.keyword)
      var fixes: [FixIt] = []
      if keyword != .none {
        fixes.append(
          .insert("override ", at: self.place(decls.file(decl), trees[decls.file(decl)].range(keyword))))
      }
      report(
        .overrideMissing, "'\(names[decls.name(decl)])' overrides a member of the superclass; mark it 'override'",
        file: decls.file(decl), range: nameRange(of: decl),
        notes: decls.has(found, .isPrelude) ? [] : [Diagnostic.Note("overridden here", at: place)], fixes: fixes)
    }
  }

  /// `final` is told of the members of the module alone: the API's interfaces leave it out and in freely.
  private func isFinal(_ member: DeclID) -> Bool {
    decls.has(member, .isFinal) && !decls.has(member, .isPrelude) && !decls.has(member, .isSynthesized)
  }

  private func overrides(_ decl: DeclID, _ other: DeclID, _ arguments: [TypeID]) -> Bool {
    if decls.kind(decl) == .variable { return true }
    let mine = signature(of: decl)
    let theirs = signature(of: other)
    guard mine.parameters.count == theirs.parameters.count else { return false }
    if decls.kind(decl) == .function {
      // Nothing where a value is given back, or the other way round, is another function.
      let isVoid = mine.result == .none || mine.result == types.void
      if isVoid != (theirs.result == .none || theirs.result == types.void) { return false }
    }
    for i in mine.parameters.indices {
      if mine.parameters[i].label != theirs.parameters[i].label { return false }
      let wanted = substitute(theirs.parameters[i].type, arguments)
      // A type that is not known is none of the API's.
      if mine.parameters[i].type == types.error, wanted != types.error, decls.has(other, .isPrelude) { return false }
      if mine.parameters[i].type != wanted, mine.parameters[i].type != types.error, wanted != types.error,
        !types[wanted].summary.contains(.parameter)
      {
        return false
      }
    }
    return true
  }

  private func reportOverride(_ decl: DeclID) {
    let file = decls.file(decl)
    let name = decls.kind(decl) == .initializer ? "init" : names[decls.name(decl)]
    report(
      .overrideNothing, "'\(name)' overrides nothing: no superclass has such a member", file: file,
      range: nameRange(of: decl))
  }
}
