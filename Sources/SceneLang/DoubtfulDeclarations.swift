/// Declarations that have an error of their own, and the errors elsewhere that follow from it.
///
/// A property whose initial value does not fit its type, a function whose head cannot be read, a type that lacks a
/// member: one mistake, but each use of the declaration would tell it again. An error is left out where it rests on a
/// declaration that an earlier level of errors puts in doubt: mistakes of syntax and of a declaration's own head first,
/// then results and conformances that fail, then all others. Only errors of a later level are left out, so that what
/// brought the doubt about always stays.
struct DoubtfulDeclarations {
  private let trees: [SyntaxTree]

  /// An error as a candidate of both sides.
  private struct Entry {
    var index: Int
    var file: UInt32
    var range: SourceRange
    /// Nodes around its first byte, outermost first.
    var path: [NodeID]
    var level: Level
  }

  private enum Level: Int, Comparable {
    /// A mistake of syntax or of a declaration's head; an initial value that does not fit; a result that does not; a type
    /// that lacks something; all others.
    case cause, value, result, conformance, use
    static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// What is in doubt.
  private struct Doubt {
    enum Part {
      /// Whatever names the declaration.
      case name
      /// A name that a line was meant to declare: it is not missed elsewhere.
      case missed
      /// What a type conforms to.
      case conformance
      /// Whether a type is a view, and so whether its body is read by a builder.
      case view
    }
    var part: Part
    var level: Level
    var source: Int
    var file: UInt32
    /// Where a local name can be seen; nil for what can be named everywhere.
    var scope: SourceRange?
  }

  private var doubts: [String: [Doubt]] = [:]
  /// The names of lines that cannot be read.
  private var missedNames: [String] = []

  /// Positions of the errors that follow from others.
  private var dropped = Set<Int>()

  private init(_ trees: [SyntaxTree]) { self.trees = trees }

  /// The findings without what follows from another one.
  static func withoutUses(_ diagnostics: [Diagnostic], _ trees: [SyntaxTree]) -> [Diagnostic] {
    var indices: [Int] = []
    for (i, diagnostic) in diagnostics.enumerated()
    where diagnostic.severity == .error && Int(diagnostic.place.file) < trees.count {
      indices.append(i)
    }
    guard indices.count > 1, indices.count <= 4_000 else { return diagnostics }
    var run = DoubtfulDeclarations(trees)
    let entries = indices.map { run.entry($0, diagnostics[$0]) }
    for entry in entries { run.collect(entry, diagnostics[entry.index]) }
    // Results first: a value rests on those that stay.
    for level in [Level.result, .value, .conformance, .use] {
      for entry in entries where entry.level == level && run.isUse(entry, diagnostics[entry.index]) {
        run.dropped.insert(entry.index)
      }
    }
    run.dropOuter(entries, diagnostics)
    let alike = run.usesOfLiterals(entries, diagnostics)
    let dropped = run.dropped
    var result: [Diagnostic] = []
    var said: [String: Int] = [:]
    result.reserveCapacity(diagnostics.count)
    for (i, diagnostic) in diagnostics.enumerated() {
      if dropped.contains(i) { continue }
      if let first = alike[i] {
        if let position = result.firstIndex(where: { $0.place == diagnostics[first].place }) {
          result[position].notes.append(.init("and here", at: diagnostic.place))
          continue
        }
      }
      if diagnostic.severity == .error, repeats(diagnostic) {
        if let first = said[diagnostic.message] {
          result[first].notes.append(.init("and here", at: diagnostic.place))
          continue
        }
        said[diagnostic.message] = result.count
      }
      result.append(diagnostic)
    }
    return result
  }

  /// A call that does not fit its function is told once: the function is as likely to be wrong as all of its calls.
  private static func repeats(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.fixes.isEmpty else { return false }
    switch diagnostic.code {
    case "E0303", "E0304", "E0305": return diagnostic.message.first == "'"
    default: return false
    }
  }

  // MARK: Levels

  private func entry(_ index: Int, _ diagnostic: Diagnostic) -> Entry {
    let tree = trees[Int(diagnostic.place.file)]
    let start = diagnostic.range.start
    var path = tree.path(toOffset: start)
    if diagnostic.range.start == diagnostic.range.end, start > 0, path.count < 3 {
      path = tree.path(toOffset: start - 1)
    }
    return Entry(
      index: index, file: diagnostic.place.file, range: diagnostic.range, path: path,
      level: level(diagnostic, path, tree))
  }

  private func level(_ diagnostic: Diagnostic, _ path: [NodeID], _ tree: SyntaxTree) -> Level {
    let code = diagnostic.code
    if code.hasPrefix("E01") { return .cause }
    // The arguments of a property wrapper decide its type.
    if code.hasPrefix("E03"), path.contains(where: { tree.kind($0) == .attribute }) { return .value }
    switch code {
    case "E0301", "E0313", "E0327":
      if isOfValue(diagnostic, path, tree) { return .value }
      return diagnostic.message.hasPrefix("the result ") ? .result : .use
    case "E0421", "E0429", "E0420", "E0407", "E0408", "E0433": return .cause
    case "E0409", "E0401", "E0402", "E0418": return .conformance
    default: return .use
    }
  }

  /// Does the initial value of an annotated variable, or a branch of it, not fit?
  private func isOfValue(_ diagnostic: Diagnostic, _ path: [NodeID], _ tree: SyntaxTree) -> Bool {
    if diagnostic.message.hasPrefix("the initial value ") || diagnostic.code == "E0313" { return true }
    guard diagnostic.message.hasPrefix("this branch ") || diagnostic.message.hasPrefix("an element ") else {
      return false
    }
    for node in path.reversed() {
      switch tree.kind(node) {
      case .patternBinding: return true
      case .codeBlock, .closureExpr, .memberBlock: return false
      default: break
      }
    }
    return false
  }

  // MARK: What is in doubt

  private mutating func add(_ name: String, _ part: Doubt.Part, _ entry: Entry, scope: SourceRange? = nil) {
    guard !name.isEmpty else { return }
    doubts[name, default: []].append(
      Doubt(part: part, level: entry.level, source: entry.index, file: entry.file, scope: scope))
  }

  private mutating func collect(_ entry: Entry, _ diagnostic: Diagnostic) {
    let tree = trees[Int(entry.file)]
    switch diagnostic.code {
    case "E0409": addType(entry, tree)
    case "E0401", "E0402":
      addType(entry, tree)
      collectHead(entry, diagnostic, tree)
    case "E0201": collectMisspeltParameter(entry, diagnostic, tree)
    case "E0306", "E0503":
      let quoted = DoubtfulDeclarations.quoted(diagnostic.message)
      guard quoted.count >= 2, quoted[1] == "View" else { return }
      var cause = entry
      cause.level = .conformance
      add(String(quoted[0].prefix { $0 != "<" }), .view, cause)
    case _ where entry.level == .result: collectResult(entry, tree)
    case _ where entry.level <= .value:
      collectHead(entry, diagnostic, tree)
      if diagnostic.code.hasPrefix("E01") { collectLine(entry, tree) }
    default: break
    }
  }

  /// What the innermost type around an error conforms to.
  private mutating func addType(_ entry: Entry, _ tree: SyntaxTree) {
    for node in entry.path.reversed() where isType(tree.kind(node)) {
      add(typeName(node, tree), .conformance, entry)
      return
    }
  }

  private func isType(_ kind: SyntaxKind) -> Bool {
    switch kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: return true
    default: return false
    }
  }

  private func typeName(_ node: NodeID, _ tree: SyntaxTree) -> String {
    let child = tree.child(node, at: Slot.name)
    return child.isToken ? tree.name(of: child.token) : child.isNode ? tree.text(child.node) : ""
  }

  /// The function or property whose result does not fit.
  private mutating func collectResult(_ entry: Entry, _ tree: SyntaxTree) {
    for node in entry.path.reversed() {
      switch tree.kind(node) {
      case .functionDecl: add(tree.name(of: tree.token(node, at: Slot.name)), .name, entry)
      case .patternBinding: addVariables(tree.node(node, at: Slot.bindingPattern), entry, tree, scope: nil)
      case .closureExpr: break
      default: continue
      }
      return
    }
  }

  private mutating func addVariables(_ pattern: NodeID, _ entry: Entry, _ tree: SyntaxTree, scope: SourceRange?) {
    guard pattern != .none else { return }
    switch tree.kind(pattern) {
    case .identifierPattern:
      let name = tree.name(of: tree.token(pattern, at: 0))
      if name.isEmpty { return }
      for spelled in [name, "$" + name, "_" + name] { add(spelled, .name, entry, scope: scope) }
    case .tuplePattern, .tuplePatternElement:
      for element in tree.elements(pattern) { addVariables(element, entry, tree, scope: scope) }
    default: break
    }
  }

  /// The declaration in whose head an error stands.
  private mutating func collectHead(_ entry: Entry, _ diagnostic: Diagnostic, _ tree: SyntaxTree) {
    // Behind a head that is whole: the block was put where its closing brace wants it.
    if diagnostic.code == "E0121", !diagnostic.fixes.isEmpty { return }
    var parameter = NodeID.none
    for (position, node) in entry.path.enumerated().reversed() {
      switch tree.kind(node) {
      case .codeBlock where isMissingBlock(node, tree): continue
      case .memberBlock where isMissingBlock(node, tree): continue
      case .codeBlock, .memberBlock, .accessorBlock, .closureExpr, .sourceFile: return
      case .parameter:
        parameter = node
      case .functionDecl, .initializerDecl, .subscriptDecl:
        if parameter != .none {
          for slot in [Slot.parameterFirstName, Slot.parameterSecondName] {
            let token = tree.token(parameter, at: slot)
            guard token != .none else { continue }
            add(tree.name(of: token), .name, entry, scope: tree.range(node))
          }
        }
        if tree.kind(node) == .functionDecl {
          add(tree.text(tree.token(node, at: Slot.name)), .name, entry)
        } else {
          for outer in entry.path[..<position].reversed() where isType(tree.kind(outer)) {
            add(typeName(outer, tree), .name, entry)
            if tree.kind(node) == .initializerDecl { add("init", .name, entry) }
            break
          }
        }
        return
      case .patternBinding:
        // Without a written type the value decides it, and what is not known of it is silent.
        let isAnnotated = tree.node(node, at: Slot.bindingType) != .none
        guard isAnnotated || diagnostic.code.hasPrefix("E01") || diagnostic.code == "E0420" else { return }
        addVariables(
          tree.node(node, at: Slot.bindingPattern), entry, tree, scope: localScope(entry.path[..<position], tree))
        return
      case .variableDecl where diagnostic.code == "E0421" || diagnostic.code.hasPrefix("E03"):
        for binding in tree.elements(node) where tree.kind(binding) == .patternBinding {
          addVariables(
            tree.node(binding, at: Slot.bindingPattern), entry, tree, scope: localScope(entry.path[..<position], tree))
        }
        return
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl:
        add(typeName(node, tree), diagnostic.code.hasPrefix("E01") ? .name : .conformance, entry)
        return
      case .enumCaseElement:
        add(tree.name(of: tree.token(node, at: 0)), .name, entry)
        return
      default: break
      }
    }
  }

  /// A block that begins with a missing brace belongs to the head.
  private func isMissingBlock(_ node: NodeID, _ tree: SyntaxTree) -> Bool {
    let token = tree.token(node, at: 0)
    return token != .none && tree.isMissing(token)
  }

  /// The block around a local declaration; nil for members and globals.
  private func localScope(_ path: ArraySlice<NodeID>, _ tree: SyntaxTree) -> SourceRange? {
    for node in path.reversed() {
      switch tree.kind(node) {
      case .codeBlock, .closureExpr: return tree.range(node)
      case .memberBlock, .sourceFile: return nil
      default: break
      }
    }
    return nil
  }

  /// Names on a line of syntax that cannot be read, where it was meant to declare something.
  private mutating func collectLine(_ entry: Entry, _ tree: SyntaxTree) {
    let first = tree.token(atOffset: entry.range.start)
    guard first != .none else { return }
    var start = Int(first.raw)
    while start > 0, !tree.tokens[start].flags.contains(.startsLine) { start -= 1 }
    var names: [String] = []
    var declares = false
    var index = start
    while index < tree.tokens.count, index < start + 80 {
      let token = tree.tokens[index]
      if index > start, token.flags.contains(.startsLine) { break }
      switch token.kind {
      case .func, .var, .let, .case, .struct, .class, .enum, .`init`, .static, .public, .private, .in, .subscript,
        .typealias:
        declares = true
      case .identifier: if token.length > 0 { names.append(tree.name(of: TokenID(UInt32(index)))) }
      default: break
      }
      index += 1
    }
    guard declares else { return }
    for name in names { add(name, .missed, entry) }
    // `public initwidth: Int)`: the type is not made as it was meant to be.
    if names.contains(where: { $0.hasPrefix("init") }) {
      for node in entry.path.reversed() where isType(tree.kind(node)) {
        add(typeName(node, tree), .name, entry)
        break
      }
    }
    missedNames += names
  }

  /// `func scale(minDommain: Double) { minDomain }`: the parameter is as likely to be misspelt as its uses and calls.
  private mutating func collectMisspeltParameter(_ entry: Entry, _ diagnostic: Diagnostic, _ tree: SyntaxTree) {
    guard let name = DoubtfulDeclarations.quoted(diagnostic.message).first else { return }
    for node in entry.path.reversed() {
      switch tree.kind(node) {
      case .functionDecl, .initializerDecl:
        let clause = tree.node(node, at: Slot.parameters)
        guard clause != .none else { return }
        for parameter in tree.elements(clause) where tree.kind(parameter) == .parameter {
          let spelled = tree.name(of: tree.token(parameter, at: Slot.parameterFirstName))
          if !NameSuggestions.slips(of: name, among: [spelled]).isEmpty {
            var cause = entry
            cause.level = .result
            add("label " + name, .name, cause)
          }
        }
        return
      default: break
      }
    }
  }

  // MARK: Uses

  private func isUse(_ entry: Entry, _ diagnostic: Diagnostic) -> Bool {
    if entry.level == .cause || doubts.isEmpty { return false }
    let tree = trees[Int(entry.file)]
    let quoted = DoubtfulDeclarations.quoted(diagnostic.message)
    switch diagnostic.code {
    case "E0201", "E0202", "E0401", "E0402", "E0409", "E0304", "E0305":
      for name in quoted where isDoubted(name, .missed, entry) { return true }
      // A name that ran into the next word.
      if diagnostic.code == "E0201" || diagnostic.code == "E0409",
        quoted.contains(where: { name in name.utf8.count >= 4 && missedNames.contains { $0.hasPrefix(name) } })
      {
        return true
      }
    default: break
    }
    switch diagnostic.code {
    case "E0306", "E0503", "E0301", "E0409", "E0413":
      for name in quoted + quoted.flatMap(DoubtfulDeclarations.words) {
        if isDoubted(name, .conformance, entry) || isDoubted(name, .name, entry) { return true }
      }
    case "E0501":
      if isInDoubtedType(entry, tree) || isInClosureForDoubted(entry, tree) || isInDoubtedHead(entry, tree) {
        return true
      }
    case "E0322": if isInDoubtedHead(entry, tree) { return true }
    case "E0201" where isInDoubtedHead(entry, tree): return true
    case "E0305", "E0303", "E0304":
      if quoted.contains(where: { isDoubted("label " + $0, .name, entry) }) { return true }
    case "E0201", "E0204", "E0205", "E0401", "E0402", "E0418", "E0419", "E0427", "E0102":
      return quoted.contains { isDoubted($0, .name, entry) }
    default: break
    }
    if diagnostic.message.hasPrefix("this branch needs 'some "), isInDoubtedType(entry, tree) { return true }
    return names(around: entry, tree).contains { isDoubted($0, .name, entry) }
  }

  private func isDoubted(_ name: String, _ part: Doubt.Part, _ entry: Entry) -> Bool {
    guard let list = doubts[name] else { return false }
    return list.contains {
      $0.part == part && $0.source != entry.index
        && ($0.level < entry.level
          || entry.level == .value && $0.level == .result && part == .name && !dropped.contains($0.source))
        && ($0.scope.map { scope in
          entry.range.start >= scope.start && entry.range.start < scope.end
        } ?? true) && ($0.scope == nil || $0.file == entry.file)
    }
  }

  /// Inside a type that does not fulfil what it names: which builder reads its bodies is not known.
  private func isInDoubtedType(_ entry: Entry, _ tree: SyntaxTree) -> Bool {
    for node in entry.path.reversed() where isType(tree.kind(node)) {
      let name = typeName(node, tree)
      return isDoubted(name, .conformance, entry) || isDoubted(name, .view, entry)
    }
    return false
  }

  /// In a closure that a doubtful function takes: what reads the closure is not known.
  private func isInClosureForDoubted(_ entry: Entry, _ tree: SyntaxTree) -> Bool {
    guard let position = entry.path.lastIndex(where: { tree.kind($0) == .closureExpr }), position > 1 else {
      return false
    }
    var names: [String] = []
    let parent = entry.path[position - 1]
    if tree.kind(parent) == .argument {
      collectCallee(entry.path[..<(position - 1)], tree, &names)
    } else if tree.kind(parent) == .callSuffix {
      collectCallee(entry.path[..<position] + [parent], tree, &names)
    }
    return names.contains { isDoubted($0, .name, entry) }
  }

  /// Inside a function whose head cannot be read.
  private func isInDoubtedHead(_ entry: Entry, _ tree: SyntaxTree) -> Bool {
    for (position, node) in entry.path.enumerated().reversed() {
      switch tree.kind(node) {
      case .functionDecl:
        return isDoubted(tree.text(tree.token(node, at: Slot.name)), .name, entry)
      case .initializerDecl:
        for outer in entry.path[..<position].reversed() where isType(tree.kind(outer)) {
          return isDoubted(typeName(outer, tree), .name, entry)
        }
      default: break
      }
    }
    return false
  }

  /// The names that an error is about: those of its expression, of the operation or argument it stands in, and of what is
  /// called with that argument. Closures are left out, since their statements have errors of their own.
  private func names(around entry: Entry, _ tree: SyntaxTree) -> [String] {
    guard var position = entry.path.lastIndex(where: { tree.range($0).end >= entry.range.end }) else { return [] }
    let source = tree.source
    if source.position(entry.range.end).line > source.position(entry.range.start).line + 8 { return [] }
    var result: [String] = []
    var node = entry.path[position]
    if tree.kind(node) == .argument { collectCallee(entry.path[..<position], tree, &result) }
    climb: while position > 0 {
      let parent = entry.path[position - 1]
      switch tree.kind(parent) {
      case .sequenceExpr, .prefixExpr, .parenExpr, .tupleExpr, .tryExpr, .awaitExpr, .inoutExpr, .arrayExpr,
        .dictionaryExpr, .dictionaryElement, .ternaryOperator, .memberSuffix, .interpolation, .subscriptSuffix:
        node = parent
      case .postfixExpr:
        collectChain(parent, to: entry.range.end, tree, &result)
      case .argument:
        node = parent
        collectCallee(entry.path[..<(position - 1)], tree, &result)
        break climb
      default: break climb
      }
      position -= 1
    }
    collectTokens(node, tree, &result)
    return result
  }

  /// The base of a chain and the names of its suffixes up to a place.
  private func collectChain(_ chain: NodeID, to end: UInt32, _ tree: SyntaxTree, _ result: inout [String]) {
    for child in tree.elements(chain) {
      if tree.start(child) >= end || result.count > 60 { return }
      switch tree.kind(child) {
      case .memberSuffix: result.append(tree.name(of: tree.token(child, at: 1)))
      case .identifierExpr: result.append(tree.name(of: tree.token(child, at: 0)))
      default: break
      }
    }
  }

  private func collectCallee(_ path: ArraySlice<NodeID>, _ tree: SyntaxTree, _ result: inout [String]) {
    // argumentClause, callSuffix, postfixExpr
    guard path.count >= 3 else { return }
    let call = path[path.endIndex - 2]
    let chain = path[path.endIndex - 3]
    guard tree.kind(chain) == .postfixExpr else { return }
    var name = ""
    for child in tree.elements(chain) {
      if child == call { break }
      switch tree.kind(child) {
      case .memberSuffix: name = tree.name(of: tree.token(child, at: 1))
      case .identifierExpr: name = tree.name(of: tree.token(child, at: 0))
      case .implicitMemberExpr: name = tree.name(of: tree.token(child, at: 1))
      default: break
      }
    }
    if !name.isEmpty { result.append(name) }
  }

  private func collectTokens(_ node: NodeID, _ tree: SyntaxTree, _ result: inout [String]) {
    var braces = 0
    for index in tree.tokenRange(node) {
      let token = tree.tokens[index]
      switch token.kind {
      case .leftBrace: braces += 1
      case .rightBrace: braces -= 1
      case .identifier, .dollarIdentifier, .binaryOperator, .`init`:
        if braces == 0, token.length > 0 { result.append(tree.name(of: TokenID(UInt32(index)))) }
        if result.count > 120 { return }
      default: break
      }
    }
  }

  // MARK: Errors around others

  /// What is said of a whole expression follows from an error inside it.
  private mutating func dropOuter(_ entries: [Entry], _ diagnostics: [Diagnostic]) {
    let kept = entries.filter { !dropped.contains($0.index) }
    guard kept.count > 1 else { return }
    let ordered = kept.sorted { $0.file != $1.file ? $0.file < $1.file : $0.range.start < $1.range.start }
    for (position, outer) in ordered.enumerated() {
      let end: UInt32
      switch diagnostics[outer.index].code {
      case "E0306" where diagnostics[outer.index].message.contains("'buildExpression'"):
        if isBesideAnother(outer, ordered, diagnostics) { dropped.insert(outer.index) }
        continue
      case "E0306", "E0312", "E0321", "E0307", "E0301", "E0320", "E0503":
        end = extent(outer, diagnostics[outer.index])
      case "E0303", "E0304", "E0305":
        if isCallBroken(outer, ordered, diagnostics) { dropped.insert(outer.index) }
        continue
      default: continue
      }
      var next = position + 1
      while next < ordered.count, ordered[next].file == outer.file, ordered[next].range.start < end {
        let inner = ordered[next]
        next += 1
        if inner.range.end > end || dropped.contains(inner.index) { continue }
        if inner.range.start == outer.range.start, inner.range.end >= outer.range.end { continue }
        dropped.insert(outer.index)
        break
      }
    }
  }

  /// Can the argument list around an error, or behind the name that it stands at, not be read?
  private func isCallBroken(_ entry: Entry, _ others: [Entry], _ diagnostics: [Diagnostic]) -> Bool {
    let tree = trees[Int(entry.file)]
    var range = SourceRange.zero
    if let clause = entry.path.last(where: { tree.kind($0) == .argumentClause }) {
      range = tree.range(clause)
    }
    if range.end < entry.range.end { range = SourceRange(entry.range.start, extent(entry, diagnostics[entry.index])) }
    return others.contains {
      $0.file == entry.file && diagnostics[$0.index].code.hasPrefix("E01") && $0.range.start >= range.start
        && $0.range.end <= range.end && $0.index != entry.index
    }
  }

  /// A builder that refuses a statement is often not the one that was meant: the closure has another error.
  private func isBesideAnother(_ entry: Entry, _ others: [Entry], _ diagnostics: [Diagnostic]) -> Bool {
    let tree = trees[Int(entry.file)]
    guard let closure = entry.path.last(where: { tree.kind($0) == .closureExpr }) else { return false }
    let range = tree.range(closure)
    return others.contains {
      $0.file == entry.file && $0.index != entry.index && $0.range.start >= range.start && $0.range.end <= range.end
        && !dropped.contains($0.index) && !diagnostics[$0.index].message.contains("'buildExpression'")
    }
  }

  /// The end of what an error speaks of: the call's, where it names the callee or the closure's opening.
  private func extent(_ entry: Entry, _ diagnostic: Diagnostic) -> UInt32 {
    let tree = trees[Int(entry.file)]
    guard let position = entry.path.lastIndex(where: { tree.range($0).end >= entry.range.end }) else {
      return entry.range.end
    }
    let node = entry.path[position]
    switch diagnostic.code {
    case "E0321", "E0320":
      return entry.path.last { tree.kind($0) == .closureExpr && tree.start($0) == entry.range.start }.map {
        tree.range($0).end
      } ?? entry.range.end
    case "E0303", "E0304", "E0305", "E0306", "E0307":
      // At the name of what is called.
      guard position > 0, tree.kind(entry.path[position - 1]) == .postfixExpr else { return entry.range.end }
      var isBehind = false
      for child in tree.elements(entry.path[position - 1]) {
        if isBehind { return tree.kind(child) == .callSuffix ? tree.range(child).end : entry.range.end }
        isBehind = child == node
      }
      return entry.range.end
    default: return entry.range.end
    }
  }

  // MARK: Variables with a literal

  /// Errors after the first that rest on one variable whose type its literal decides: `var name = 5` where texts are
  /// wanted. Position of the error to that of the first.
  private func usesOfLiterals(_ entries: [Entry], _ diagnostics: [Diagnostic]) -> [Int: Int] {
    var result: [Int: Int] = [:]
    let candidates = entries.filter {
      guard $0.level == .use, !dropped.contains($0.index) else { return false }
      switch diagnostics[$0.index].code {
      case "E0301", "E0306", "E0202": return true
      default: return false
      }
    }
    guard candidates.count > 1 else { return result }
    let variables = literalVariables()
    guard !variables.isEmpty else { return result }
    let ordered = candidates.sorted { $0.file != $1.file ? $0.file < $1.file : $0.range.start < $1.range.start }
    var first: [Int: Int] = [:]
    for entry in ordered {
      var found: Int?
      for name in names(around: entry, trees[Int(entry.file)]) where found == nil {
        let spelled = name.hasPrefix("$") ? String(name.dropFirst()) : name
        found = variables.indices.first {
          let variable = variables[$0]
          return variable.name == spelled && variable.file == entry.file && entry.range.start >= variable.scope.start
            && entry.range.start < variable.scope.end
        }
      }
      guard let found else { continue }
      if let known = first[found] { result[entry.index] = known } else { first[found] = entry.index }
    }
    return result
  }

  private struct LiteralVariable {
    var name: String
    var file: UInt32
    /// The type, block or file around it.
    var scope: SourceRange
  }

  /// Variables without a written type that begin as a literal.
  private func literalVariables() -> [LiteralVariable] {
    var result: [LiteralVariable] = []
    for (file, tree) in trees.enumerated() {
      for index in tree.nodes.indices where tree.nodes[index].kind == .patternBinding {
        let node = NodeID(UInt32(truncatingIfNeeded: index))
        let pattern = tree.node(node, at: Slot.bindingPattern)
        let value = tree.node(node, at: Slot.bindingValue)
        guard pattern != .none, tree.kind(pattern) == .identifierPattern, value != .none,
          tree.node(node, at: Slot.bindingType) == .none
        else { continue }
        switch tree.kind(value) {
        case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr, .arrayExpr: break
        default: continue
        }
        let scope = tree.path(toOffset: tree.start(node)).last {
          switch tree.kind($0) {
          case .memberBlock, .codeBlock, .closureExpr, .sourceFile: return true
          default: return false
          }
        }
        guard let scope else { continue }
        result.append(
          LiteralVariable(
            name: tree.name(of: tree.token(pattern, at: 0)), file: UInt32(truncatingIfNeeded: file),
            scope: tree.range(scope)))
      }
    }
    return result
  }

  // MARK: Messages

  /// The names in a type: `ModifiedContent<Text, M>` has three.
  private static func words(_ type: String) -> [String] {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// What stands in quotes in a message.
  private static func quoted(_ message: String) -> [String] {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    var result: [String] = []
    var index = 1
    while index + 1 < parts.count {
      result.append(String(parts[index]))
      index += 2
    }
    return result
  }
}
