/// Choosing: which candidates the arguments leave, how they are ranked, and the attempts with closures.
///
/// Nothing is written before one is chosen, except in an attempt, which a snapshot takes back.

extension Infer {
  // MARK: Choosing

  /// Chooses among candidates and applies the winner.
  func resolveCall(
    _ candidates: [Candidate], base: ExprID, arguments range: Range<Int>, expected: TypeID, site: CallSite,
    explicit: [TypeID] = []
  ) -> ExprID {
    let matchBase = matches.count
    for _ in range { matches.append(-1) }
    defer { matches.cut(to: matchBase) }
    if candidates.count == 1 {
      return applyCall(
        candidates[0], base: base, range, matchesAt: matchBase, expected: expected, site: site, explicit: explicit,
        candidateCount: 1)
    }
    let filtered = survivors(candidates, range, matchBase)
    let survivors = filtered.indices
    if survivors.isEmpty {
      return applyCall(
        candidates[filtered.closest], base: base, range, matchesAt: matchBase, expected: expected, site: site,
        explicit: explicit,
        candidateCount: candidates.count)
    }
    if survivors.count == 1 {
      return applyCall(
        candidates[survivors[0]], base: base, range, matchesAt: matchBase, expected: expected, site: site,
        explicit: explicit, candidateCount: 1)
    }
    classContextual(range)
    let isSubscripted = self.isSubscripted
    self.isSubscripted = false
    var ranked: [Int]
    if isSubscripted,
      let array = survivors.first(where: {
        nominalDecl(sema.signature(of: candidates[$0].decl).result) == known.arrayDecl
      })
    {
      // `list.reversed()[0]`: what is indexed by a number is the array.
      ranked = [array]
    } else {
      ranked = rankedCandidates(candidates, survivors, base: base, range, matchBase, expected: expected)
    }
    if ranked.count > 1, hasUnknownArgument(range) {
      let chosen = ranked.map { candidates[$0] }
      if closureInputsDiffer(chosen, range, matchBase) || resultsDiffer(chosen) {
        // Nothing tells the candidates apart, so the parameters of closures are not known.
        let value = spoiledCall(site.node, type: commonResult(chosen), of: base, from: range.lowerBound)
        noteCallee(value, chosen.map(\.decl))
        return value
      }
    }
    if ranked.count > 1, speculationDepth < Self.mostSpeculation, solver.steps < stepLimit,
      range.contains(where: { arguments[$0].shape != .fixed && arguments[$0].shape != .inoutValue }),
      argumentsDecide(ranked.map { candidates[$0] }, range, matchBase)
    {
      // Closures are not part of the trials; where they decide, the first candidate they check with is taken.
      if ranked.count > 4 { ranked.removeLast(ranked.count - 4) }
      speculationDepth += 1
      let start = snapshot()
      var best = (index: ranked[0], count: Int.max)
      let builder = contentBuilder(of: candidates[ranked[0]])
      for index in ranked {
        let value = applyCall(
          candidates[index], base: base, range, matchesAt: matchBase, expected: expected, site: site,
          explicit: explicit, candidateCount: survivors.count)
        // One that fails without a word is no answer, unless something in it is not known.
        let isSilent =
          diagnostics.count == start.diagnostics && kind(of: value) == .error && expected != types.error
          && !hasUnknownArgument(range)
        if diagnostics.count == start.diagnostics, !isSilent {
          speculationDepth -= 1
          return value
        }
        // None may be right: the one that finds least fault is the one that was meant.
        let count = isSilent ? Int.max - 1 : diagnostics.count - start.diagnostics
        // Content that is built by another builder than the first was not meant.
        if count < best.count, contentBuilder(of: candidates[index]) == builder { best = (index, count) }
        restore(start)
      }
      speculationDepth -= 1
      ranked = [best.index]
    }
    if ranked.count > 1, let index = contentCandidate(candidates, ranked, range) {
      ranked = [index]
    }
    let value = applyCall(
      candidates[ranked[0]], base: base, range, matchesAt: matchBase, expected: expected, site: site,
      explicit: explicit, candidateCount: survivors.count)
    if kind(of: value) == .error { noteCallee(value, survivors.map { candidates[$0].decl }) }
    return value
  }

  /// Does an argument that trials do not look at, or not wholly, tell candidates apart?
  private func argumentsDecide(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    range.contains { arguments[$0].shape == .closure } && closuresDiffer(candidates, range, matchBase)
      || range.contains { arguments[$0].shape == .keyPath || isLongImplicitChain(arguments[$0].node) }
      || collectionsDecide(candidates, range, matchBase) || membersDecide(candidates, range, matchBase)
  }

  /// Attempts do not nest for ever: of candidates that build their content differently (tabs or views with tags, items of a
  /// toolbar or views) the one that what the content begins with is made for. Nil where the first is meant.
  private func contentCandidate(_ candidates: [Candidate], _ ranked: [Int], _ range: Range<Int>) -> Int? {
    let first = contentBuilder(of: candidates[ranked[0]])
    guard first != .none, let closure = range.last(where: { arguments[$0].shape == .closure }),
      let other = ranked.first(where: {
        let builder = contentBuilder(of: candidates[$0])
        return builder != first && (builder == known.viewBuilderDecl || first == known.viewBuilderDecl)
      }), let beginsWithView = beginsWithView(unparenthesized(arguments[closure].node), depth: 0)
    else { return nil }
    return beginsWithView == (first == known.viewBuilderDecl) ? nil : other
  }

  /// Is the first item of the closure made by the name of a view, or a loop over such? Nil where no type is named.
  private func beginsWithView(_ closure: NodeID, depth: Int) -> Bool? {
    guard closure != .none, tree.kind(closure) == .closureExpr, depth < 16 else { return nil }
    let signature = tree.node(closure, at: 1)
    for item in tree.elements(closure, from: 1) where item != signature || tree.kind(item) != .closureSignature {
      var base = item
      var content = NodeID.none
      while base != .none, tree.kind(base) == .postfixExpr {
        for suffix in tree.elements(base, from: 1) where tree.kind(suffix) == .callSuffix && content == .none {
          for child in tree.elements(suffix) where tree.kind(child) == .closureExpr { content = child }
        }
        base = tree.node(base, at: 0)
      }
      guard base != .none, tree.kind(base) == .identifierExpr else { return nil }
      let found = sema.lookupTopLevel(name(tree.token(base, at: 0))).first ?? .none
      guard found != .none, sema.decls.kind(found).isType else { return nil }
      if sema.conforms(sema.declaredType(of: found), known.viewDecl) != nil { return true }
      // `ForEach` and `Group` are what their content is.
      let mayBeView = sema.conformances(ofNominal: found).contains { $0.proto == known.viewDecl }
      return mayBeView ? beginsWithView(content, depth: depth + 1) ?? true : false
    }
    return nil
  }

  private func contentBuilder(of candidate: Candidate) -> DeclID {
    sema.signature(of: candidate.decl).parameters.first { $0.builder != .none }?.builder ?? .none
  }

  /// Tells a failed call what was called, where all that it may be are deprecated or none is.
  func noteCallee(_ value: ExprID, _ candidates: [DeclID]) {
    guard kind(of: value) == .error, let first = candidates.first else { return }
    let isDeprecated = sema.decls.has(first, .isDeprecated)
    guard candidates.allSatisfy({ sema.decls.has($0, .isDeprecated) == isDeprecated }) else { return }
    body.expressions[Int(value.raw)].a = first.raw
    body.expressions[Int(value.raw)].flags |= TypedExprFlags.callee
  }

  /// `NavigationPath([scene])`: is a literal collection given to a bare generic parameter, of which candidates ask
  /// different things? Trials look at its syntax alone.
  private func collectionsDecide(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    for i in range where arguments[i].shape == .flexible {
      let node = unparenthesized(arguments[i].node)
      guard node != .none,
        tree.kind(node) == .arrayExpr || tree.kind(node) == .dictionaryExpr
          || tree.kind(node) == .postfixExpr && isMadeFromKeyPath(node)
      else { continue }
      for candidate in candidates {
        let signature = sema.signature(of: candidate.decl)
        guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
        let position = Int(matches[matchBase + i - range.lowerBound])
        if position >= 0, types.kind(signature.parameters[position].type) == .parameter { return true }
      }
    }
    return false
  }

  /// `Text(names, format: .list(type: .and))`: is a member without base called whose own arguments say what it is of?
  private func membersDecide(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    for i in range where arguments[i].shape == .flexible {
      let node = unparenthesized(arguments[i].node)
      guard node != .none, tree.kind(node) == .postfixExpr, tree.childCount(node) == 2 else { continue }
      let base = tree.node(node, at: 0)
      guard base != .none, tree.kind(base) == .implicitMemberExpr else { continue }
      let name = name(tree.token(base, at: 1))
      for candidate in candidates {
        let signature = sema.signature(of: candidate.decl)
        guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
        let position = Int(matches[matchBase + i - range.lowerBound])
        guard position >= 0, types.kind(signature.parameters[position].type) == .parameter else { continue }
        for case .conforms(let subject, let proto) in signature.requirements
        where subject == signature.parameters[position].type {
          if sema.implicitMembers(ofProtocol: types.decl(proto), name).contains(where: { $0.base == .none }) {
            return true
          }
        }
      }
    }
    return false
  }

  /// `.opacity.combined(with: ...)`: trials look at the first link of an implicit chain alone.
  private func isLongImplicitChain(_ node: NodeID) -> Bool {
    let node = unparenthesized(node)
    guard node != .none, tree.kind(node) == .postfixExpr, tree.childCount(node) > 2 else { return false }
    let base = tree.node(node, at: 0)
    return base != .none && tree.kind(base) == .implicitMemberExpr
  }

  /// The candidates that take the arguments by their labels and by the number of what closures name.
  private func survivors(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> LabelChoice {
    var key = ChoiceKey()
    for candidate in candidates { key.add(candidate.decl.raw, 0x8000_0003) }
    for i in range {
      let argument = arguments[i]
      key.add(argument.label.raw, UInt32(argument.shape.rawValue) << 1 | (argument.isTrailing ? 1 : 0))
      if argument.shape == .closure { key.add(UInt32(bitPattern: Int32(argument.arity)), 4) }
    }
    if let known = memo.labelChoices[key] { return known }
    var choice = LabelChoice()
    var bestMatched = -1
    func judge(_ index: Int) {
      let signature = sema.signature(of: candidates[index].decl)
      let result = match(signature.parameters, range, into: matchBase)
      if case .none = result.failure {
        if arityFits(signature.parameters, range, matchBase) { choice.indices.append(index) }
        if bestMatched < Int.max - 1 {
          bestMatched = Int.max - 1
          choice.closest = index
        }
      } else if result.matched > bestMatched {
        bestMatched = result.matched
        choice.closest = index
      }
    }
    // What the prelude's index rules out is not parsed, unless all are.
    for index in candidates.indices where !isRuledOut(candidates[index].decl, range) { judge(index) }
    if bestMatched < Int.max - 1 {
      bestMatched = -1
      for index in candidates.indices { judge(index) }
    }
    if choice.indices.count > 1 {
      // An unavailable candidate is only taken when there is no other.
      let available = choice.indices.filter { !sema.decls.has(candidates[$0].decl, .isUnavailable) }
      if !available.isEmpty { choice.indices = available }
    }
    // A signature that is being made has no parameters yet.
    if sema.runningSignatures == 0 { memo.labelChoices[key] = choice }
    return choice
  }

  func hasUnknownArgument(_ range: Range<Int>) -> Bool {
    range.contains { arguments[$0].shape == .fixed && arguments[$0].expr != .none && isError(arguments[$0].expr) }
  }

  /// Do candidates give a closure that has parameters different ones?
  private func closureInputsDiffer(_ candidates: [Candidate], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    var seen: [Int: TypeID] = [:]
    for candidate in candidates {
      let signature = sema.signature(of: candidate.decl)
      guard case .none = match(signature.parameters, range, into: matchBase).failure else { continue }
      for i in range where arguments[i].shape == .closure && arguments[i].arity > 0 {
        let position = Int(matches[matchBase + i - range.lowerBound])
        guard position >= 0 else { continue }
        var type = signature.parameters[position].type
        while isOptional(type) { type = types.argument(type, 0) }
        guard types.kind(type) == .function, types.argumentCount(type) > 1 else { continue }
        let input = types.argument(type, 0)
        if let other = seen[i], other != input { return true }
        seen[i] = input
      }
    }
    return false
  }

  private func resultsDiffer(_ candidates: [Candidate]) -> Bool {
    var first: (kind: TypeTable.Kind, decl: DeclID)?
    for candidate in candidates {
      let result = sema.signature(of: candidate.decl).result
      guard result != .none else { continue }
      let kind = types.kind(result)
      let decl = kind == .nominal ? types.decl(result) : DeclID.none
      if let first, first.kind != kind || first.decl != decl { return true }
      first = (kind, decl)
    }
    return false
  }

  /// What all candidates make, its generic arguments unknown; else the error type.
  private func commonResult(_ candidates: [Candidate]) -> TypeID {
    var found = DeclID.none
    for candidate in candidates {
      let result = sema.signature(of: candidate.decl).result
      guard result != .none, types.kind(result) == .nominal else { return types.error }
      if found != .none, types.decl(result) != found { return types.error }
      found = types.decl(result)
    }
    guard found != .none else { return types.error }
    return types.nominal(found, sema.genericParameters(of: found).map { _ in types.error })
  }

  /// Closures and plain values must meet parameters that can take them, by syntax alone.
  private func arityFits(_ parameters: [Signature.Parameter], _ range: Range<Int>, _ matchBase: Int) -> Bool {
    for i in range where arguments[i].shape == .closure {
      let position = Int(matches[matchBase + i - range.lowerBound])
      guard position >= 0 else { continue }
      var type = parameters[position].type
      while isOptional(type) { type = types.argument(type, 0) }
      guard types.kind(type) == .function else { continue }
      let count = types.argumentCount(type) - 1
      let arity = Int(arguments[i].arity)
      if arity == Int(Infer.unfinishedArity) {
        if count == 0 { return false }
      } else if arity < 0 {
        if count > 1 || count == 1 && types.kind(types.argument(type, 0)) == .nominal { return false }
      } else if arity != count {
        if count != 1 { return false }
        let kind = types.kind(types.argument(type, 0))
        if kind == .nominal || kind == .function { return false }
      }
    }
    return true
  }

  /// The viable candidates, best score first and most specific first among equals; the closest one if none is viable.
  private func rankedCandidates(
    _ candidates: [Candidate], _ survivors: [Int], base: ExprID, _ range: Range<Int>, _ matchBase: Int,
    expected: TypeID
  ) -> [Int] {
    for i in range {
      switch arguments[i].shape {
      case .fixed, .inoutValue: _ = fixedArgument(i)
      default: break
      }
    }
    let key = choiceKey(candidates, survivors, range, expected: expected)
    if let key, let known = memo.choices[key] { return known }
    struct Ranked {
      var index: Int
      var trial: Trial
      var match: MatchResult
    }
    var closest = survivors[0]
    var closestFit = -1
    for pass in 0..<2 {
      // The context's type may decide; if it rules all out, it is the caller's to report.
      let hint = pass == 0 ? expected : .none
      var best: [Ranked] = []
      for index in survivors {
        let candidate = candidates[index]
        let result = match(sema.signature(of: candidate.decl).parameters, range, into: matchBase)
        let outcome = trial(candidate, range, matchesAt: matchBase, base: base, expected: hint)
        guard outcome.isViable else {
          if outcome.fitted > closestFit {
            closestFit = outcome.fitted
            closest = index
          }
          continue
        }
        let entry = Ranked(index: index, trial: outcome, match: result)
        if best.isEmpty {
          best = [entry]
          if solver.steps > stepLimit { return [index] }
          continue
        }
        var position = best.count
        while position > 0 {
          let other = best[position - 1]
          let order = outcome.score.compare(other.trial.score)
          if order > 0 { break }
          if order < 0 {
            position -= 1
            continue
          }
          let specific = compareSpecificity(
            candidate, candidates[other.index], defaultsA: result.defaulted, defaultsB: other.match.defaulted,
            variadicA: result.usesVariadic, variadicB: other.match.usesVariadic)
          if specific >= 0 { break }
          position -= 1
        }
        best.insert(entry, at: position)
      }
      if !best.isEmpty {
        let order = best.map(\.index)
        if let key, solver.steps <= stepLimit { memo.choices[key] = order }
        return order
      }
      if expected == .none { break }
    }
    return [closest]
  }
}
