/// What may be written at a cursor.
///
/// The tokens before the cursor say what kind of thing is wanted; inference says of which type. The text at the cursor is
/// usually broken, and that is the normal case: a missing name behind a period has a base with a type.
package struct CompletionList {
  package struct Item {
    package enum Kind: UInt8 {
      case method, function, initializer, field, variable, structType, classType, enumType, protocolType, enumCase
      case keyword, snippet, label, symbol, typeParameter, constant
    }
    package var label: String
    package var kind: Kind
    /// The declaration, for the details; none for words and snippets.
    package var candidate: Candidate?
    /// What is inserted where it is not the label; `$0`, `${1:x}` as in snippets of the protocol.
    package var snippet: String?
    /// What is inserted by clients without snippets.
    package var plain: String?
    package var detail = ""
    /// Smaller comes first.
    package var rank: UInt8 = 5
    package var isDeprecated = false
    package var overloads = 1
  }

  package var items: [Item] = []
  /// What is replaced: the part of a word before the cursor.
  package var replaced: SourceRange
  /// More would fit; the list is asked for again when more is typed.
  package var isIncomplete = false
}

extension ModuleQuery {
  /// Most symbol names, and most names of the top level, in one list.
  private static let limit = 500
  private static let topLevelLimit = 4_000

  package func completion(at cursor: UInt32, file: Int) -> CompletionList {
    let tree = trees[file]
    var list = CompletionList(replaced: SourceRange(cursor, cursor))
    if let steps = stepCompletion(at: cursor, file: file) { return steps }
    guard let place = CompletionPlace(tree, cursor) else { return list }
    list.replaced = place.word
    let prefix = tree.source.text(SourceRange(place.word.start, cursor))
    switch place.kind {
    case .nothing: break
    case .symbolName:
      let rows = SymbolNames.shared.rows(prefix: prefix)
      for row in rows.prefix(ModuleQuery.limit) {
        list.items.append(CompletionList.Item(label: SymbolNames.shared.name(row), kind: .symbol))
      }
      list.isIncomplete = rows.count > ModuleQuery.limit
    case .attribute: addAttributes(&list)
    case .macro: list.items += CompletionPlace.macros
    case .member(let period): addMembers(period, cursor, file, &list)
    case .type: addTypes(cursor, file, prefix, &list)
    case .name(let inArguments):
      if inArguments { addLabels(cursor, file, &list) }
      addNames(cursor, file, prefix, &list)
    case .projection: addProjections(cursor, file, &list)
    case .unwrapped: addUnwrapped(cursor, file, &list)
    case .requirement(let isFunction): addRequirements(cursor, file, isFunction: isFunction, &list)
    case .declaration: addWords(CompletionPlace.declarationWords, 4, &list)
    }
    return list
  }

  // MARK: Members

  private func addMembers(_ period: UInt32, _ cursor: UInt32, _ file: Int, _ list: inout CompletionList) {
    let probe = probe(period: period, cursor: cursor, file: file)
    if let probe, let base = probe.base {
      let before = sema.enter(owner(at: cursor, file: file) ?? .none)
      defer { sema.leave(before) }
      let members = sema.listMembers(of: base, probe.use)
      if probe.isKeyPath {
        self.add(members.filter { $0.kind == .variable && !sema.decls.has($0.decl, .isStatic) }, &list)
        if sema.types.kind(base) == .tuple { addElements(of: base, &list) }
        list.items.append(CompletionList.Item(label: "self", kind: .keyword, rank: 2))
        return
      }
      let own = Set(members.map(\.name))
      self.add(members, &list)
      self.add(
        sema.listDynamicMembers(of: base).filter { !own.contains($0.name) && !sema.names[$0.name].hasPrefix("$") },
        &list, rank: 0)
      if sema.types.kind(base) == .tuple { addElements(of: base, &list) }
      if probe.use == .metatype { list.items.append(CompletionList.Item(label: "self", kind: .keyword, rank: 8)) }
      return
    }
    if let probe, !probe.callees.isEmpty, isKeyPath(period, file) {
      addKeyPathMembers(probe, period, &list)
      return
    }
    var rows: [ListedMember] = []
    func add(expected type: TypeID) {
      var type = type
      while sema.unwrapped(type) != .none { type = sema.unwrapped(type) }
      switch sema.types.kind(type) {
      case .nominal: rows += sema.listMembers(of: type, .implicit)
      case .parameter, .opaque, .existential, .member:
        for proto in sema.protocols(of: type) { rows += sema.listImplicitMembers(ofProtocol: proto) }
      default: break
      }
    }
    if let probe {
      if let expected = probe.expected { add(expected: expected) }
      for proto in probe.expectedProtocols { rows += sema.listImplicitMembers(ofProtocol: proto) }
      if rows.isEmpty, !probe.callees.isEmpty {
        for (candidate, position, _) in parameters(of: probe, cursor: period) {
          let signature = sema.signature(of: candidate.decl)
          guard position < signature.parameters.count else { continue }
          let arguments = sema.outerArguments(of: candidate)
          let type = signature.parameters[position].type
          add(expected: sema.substitute(type, arguments))
          // What the requirements ask of the parameter.
          for requirement in signature.requirements {
            if case .conforms(let subject, let proto) = requirement, subject == type,
              sema.types.kind(proto) == .nominal
            {
              rows += sema.listImplicitMembers(ofProtocol: sema.types.decl(proto))
            }
          }
        }
      }
    }
    if rows.isEmpty, let type = annotatedType(before: period, file: file) { add(expected: type) }
    self.add(rows, &list)
  }

  private func addElements(of tuple: TypeID, _ list: inout CompletionList) {
    for index in 0..<sema.types.argumentCount(tuple) {
      let label = sema.types.label(tuple, index)
      let name = label == 0 || label == NameID.none.raw ? "\(index)" : sema.names[NameID(label)]
      list.items.append(
        CompletionList.Item(
          label: name, kind: .field, detail: sema.describe(sema.types.argument(tuple, index)), rank: 1))
    }
  }

  /// Whether a period stands right behind a backslash.
  private func isKeyPath(_ period: UInt32, _ file: Int) -> Bool {
    period > 0 && trees[file].source.bytes[Int(period) - 1] == UInt8(ascii: "\\")
  }

  /// `\.` as an argument of a call that is not complete yet: properties of what the parameters' key paths begin with.
  private func addKeyPathMembers(_ probe: BodyProbe, _ period: UInt32, _ list: inout CompletionList) {
    var seen: Set<TypeID> = []
    for (candidate, position, _) in parameters(of: probe, cursor: period) {
      let parameters = sema.signature(of: candidate.decl).parameters
      guard position < parameters.count else { continue }
      let type = sema.substitute(parameters[position].type, sema.outerArguments(of: candidate))
      guard sema.types.kind(type) == .nominal, sema.types.argumentCount(type) == 2,
        sema.text(sema.decls.name(sema.types.decl(type))).hasSuffix("KeyPath")
      else { continue }
      let root = sema.types.argument(type, 0)
      if sema.types.kind(root) == .tuple, seen.insert(root).inserted {
        addElements(of: root, &list)
        continue
      }
      guard sema.types.kind(root) == .nominal, seen.insert(root).inserted else { continue }
      add(
        sema.listMembers(of: root, .instance).filter { $0.kind == .variable && !sema.decls.has($0.decl, .isStatic) },
        &list)
    }
  }

  /// `var x: Color = .`: what is written behind the colon.
  private func annotatedType(before offset: UInt32, file: Int) -> TypeID? {
    guard let decl = declarations(around: offset, file: file).last, sema.decls.kind(decl) == .variable else {
      return nil
    }
    let type = sema.type(ofVariable: decl)
    return type == sema.types.error ? nil : type
  }

  /// The candidates of the call around the cursor, each with the parameter that stands at the cursor.
  package func parameters(
    of probe: BodyProbe, cursor: UInt32
  ) -> [(candidate: Candidate, position: Int, fits: Bool)] {
    let tree = sema.tree(probe.file)
    let clause = probe.callSuffix == .none ? .none : tree.node(probe.callSuffix, at: 0)
    var labels: [String] = []
    var current = 0
    if let written = probe.callLabels {
      labels = written
      current = max(0, written.count - 1)
    } else if clause == .none {
      return []
    }
    if clause != .none {
      for argument in tree.elements(clause) where tree.kind(argument) == .argument {
        let label = tree.token(argument, at: 0)
        labels.append(label == .none ? "" : tree.name(of: label))
      }
      for index in tree.childRange(clause) {
        let child = tree.childTable[index]
        if child.isToken, tree.kind(child.token) == .comma, tree.range(child).start < cursor { current += 1 }
      }
    }
    var result: [(Candidate, Int, Bool)] = []
    for candidate in callables(probe.callees) {
      let parameters = sema.signature(of: candidate.decl).parameters
      var position = 0
      var fits = true
      for (index, label) in labels.prefix(current + 1).enumerated() {
        var found = position
        while found < parameters.count, sema.text(parameters[found].label) != label { found += 1 }
        if found >= parameters.count {
          // The argument at the cursor may not have its label yet.
          if index != current || !label.isEmpty { fits = false }
          position = index == current ? parameters.count : position
          continue
        }
        position = index == current ? found : (parameters[found].isVariadic ? found : found + 1)
      }
      result.append((candidate, position, fits))
    }
    return result
  }

  /// Functions and initialisers among what a call may mean: of a type its initialisers.
  package func callables(_ candidates: [Candidate]) -> [Candidate] {
    var result: [Candidate] = []
    for candidate in candidates {
      switch sema.decls.kind(candidate.decl) {
      case .function, .initializer, .enumCase: result.append(candidate)
      case .structDecl, .classDecl, .enumDecl:
        result += sema.members(of: sema.declaredType(of: candidate.decl), .initializer, .metatype)
      case .typeAlias:
        result += sema.members(of: sema.typeAliasTarget(of: candidate.decl), .initializer, .metatype)
      default: break
      }
    }
    return result.filter { sema.decls.kind($0.decl) != .structDecl }
  }

  // MARK: Names

  private func addNames(_ cursor: UInt32, _ file: Int, _ prefix: String, _ list: inout CompletionList) {
    let around = declarations(around: cursor, file: file)
    let isInBody = around.last.map { !sema.decls.kind($0).isTypeContext } ?? false
    for local in LocalNames.before(cursor, trees[file]) {
      list.items.append(CompletionList.Item(label: local, kind: .variable, rank: local.hasPrefix("$") ? 1 : 0))
    }
    for decl in around.reversed() where sema.decls.kind(decl).isTypeContext {
      let type = sema.selfType(of: decl)
      let isStatic = around.last.map { sema.decls.has($0, .isStatic) } ?? false
      let own = sema.listMembers(of: type, .instance).filter {
        // What every view has comes behind a period.
        $0.candidate.route == .nominal || !sema.decls.has($0.decl, .isPrelude)
      }
      if !isStatic { add(own, &list, rank: 1) }
      add(sema.listMembers(of: type, .metatype).filter { !sema.decls.has($0.decl, .isPrelude) }, &list, rank: 2)
      if isInBody { list.items.append(CompletionList.Item(label: "self", kind: .keyword, rank: 3)) }
    }
    let lowered = prefix.lowercased()
    func fits(_ label: String) -> Bool { lowered.isEmpty || label.lowercased().hasPrefix(lowered) }
    for snippet in CompletionPlace.snippets where fits(snippet.label) { list.items.append(snippet) }
    addWords(isInBody ? CompletionPlace.statementWords : CompletionPlace.declarationWords, 6, &list)
    addTopLevel(prefix, &list) { _ in true }
  }

  /// `$x` of the wrapped properties around, and of the parameters that are bindings; `$0` in a closure without names.
  private func addProjections(_ cursor: UInt32, _ file: Int, _ list: inout CompletionList) {
    for local in LocalNames.before(cursor, trees[file]) where local.hasPrefix("$") {
      list.items.append(CompletionList.Item(label: local, kind: .variable, rank: 0))
    }
    for decl in declarations(around: cursor, file: file).reversed() where sema.decls.kind(decl).isTypeContext {
      add(
        sema.listMembers(of: sema.selfType(of: decl), .instance).filter { sema.names[$0.name].hasPrefix("$") }, &list,
        rank: 1)
    }
    if isInUnnamedClosure(cursor, file) {
      list.items.append(CompletionList.Item(label: "$0", kind: .variable, rank: 2))
    }
  }

  private func isInUnnamedClosure(_ cursor: UInt32, _ file: Int) -> Bool {
    let tree = trees[file]
    for node in tree.path(toOffset: cursor > 0 ? cursor - 1 : 0).reversed() where tree.kind(node) == .closureExpr {
      return !tree.elements(node).contains { tree.kind($0) == .closureSignature }
    }
    return false
  }

  /// Names that can be unwrapped as they are: `if let name {`.
  private func addUnwrapped(_ cursor: UInt32, _ file: Int, _ list: inout CompletionList) {
    for local in LocalNames.before(cursor, trees[file]) where !local.hasPrefix("$") {
      list.items.append(CompletionList.Item(label: local, kind: .variable, rank: 1))
    }
    for decl in declarations(around: cursor, file: file).reversed() where sema.decls.kind(decl).isTypeContext {
      let members = sema.listMembers(of: sema.selfType(of: decl), .instance)
      add(
        members.filter {
          $0.kind == .variable && !sema.names[$0.name].hasPrefix("$")
            && sema.unwrapped(sema.type(ofVariable: $0.decl)) != .none
        }, &list, rank: 0)
    }
  }

  /// What the protocols of the type around ask for and it does not have yet.
  private func addRequirements(_ cursor: UInt32, _ file: Int, isFunction: Bool, _ list: inout CompletionList) {
    guard
      let type = declarations(around: cursor, file: file).last(where: { sema.decls.kind($0).isTypeContext }),
      sema.decls.kind(type).isNominal
    else { return }
    let others = sema.declaredMembers(of: type).filter { member in
      nameRange(of: member).map { !($0.start <= cursor && cursor <= $0.end) } ?? true
    }
    let own = Set(others.map { sema.text(sema.decls.name($0)) })
    let value = sema.declaredType(of: type)
    for entry in CompletionPlace.requirements where entry.isFunction == isFunction && !own.contains(entry.name) {
      guard
        let proto = sema.lookupTopLevel(sema.names.intern(entry.proto)).first(where: { sema.decls.has($0, .isPrelude) }
        ),
        sema.conforms(value, proto) != nil
      else { continue }
      list.items.append(
        CompletionList.Item(
          label: entry.label, kind: .snippet, snippet: entry.label + " {\n    $0\n}", plain: entry.label + " {\n}",
          detail: "asked for by \(entry.proto)", rank: 0))
    }
  }

  private func addTypes(_ cursor: UInt32, _ file: Int, _ prefix: String, _ list: inout CompletionList) {
    for decl in declarations(around: cursor, file: file) {
      for parameter in sema.ownGenericParameters(of: decl) where sema.decls.name(parameter) != .none {
        list.items.append(
          CompletionList.Item(label: sema.names[sema.decls.name(parameter)], kind: .typeParameter, rank: 1))
      }
    }
    addWords(["some", "any", "inout"], 6, &list)
    addTopLevel(prefix, &list) { isType($0) }
  }

  private func addTopLevel(_ prefix: String, _ list: inout CompletionList, _ filter: (DeclID) -> Bool) {
    let lowered = prefix.lowercased()
    var rows: [ListedMember] = []
    for row in sema.listTopLevel() where filter(row.decl) {
      let name = sema.names[row.name]
      guard lowered.isEmpty || name.lowercased().hasPrefix(lowered) else { continue }
      if rows.count >= ModuleQuery.topLevelLimit {
        list.isIncomplete = true
        break
      }
      rows.append(row)
    }
    add(rows, &list, rank: 4)
  }

  private func addAttributes(_ list: inout CompletionList) {
    let words = [
      "State", "Binding", "Environment", "EnvironmentObject", "StateObject", "ObservedObject", "Published", "Namespace",
      "GestureState", "FocusState", "AppStorage", "SceneStorage", "Bindable", "Observable", "ViewBuilder", "MainActor",
      "ScaledMetric", "escaping", "autoclosure", "available", "discardableResult", "Previewable", "main",
    ]
    for word in words { list.items.append(CompletionList.Item(label: word, kind: .keyword, rank: 5)) }
    for row in sema.listTopLevel() where !sema.decls.has(row.decl, .isPrelude) && isType(row.decl) {
      if sema.decls.has(row.decl, .isPropertyWrapper) || sema.decls.has(row.decl, .isResultBuilder) {
        add([row], &list, rank: 1)
      }
    }
  }

  private func addWords(_ words: [String], _ rank: UInt8, _ list: inout CompletionList) {
    for word in words { list.items.append(CompletionList.Item(label: word, kind: .keyword, rank: rank)) }
  }

  private func addLabels(_ cursor: UInt32, _ file: Int, _ list: inout CompletionList) {
    guard let probe = probe(cursor: cursor, file: file), !probe.callees.isEmpty else { return }
    var seen: Set<String> = []
    for (candidate, position, _) in parameters(of: probe, cursor: cursor) {
      let parameters = sema.signature(of: candidate.decl).parameters
      var index = position
      // Parameters with defaults may be left out.
      while index < parameters.count {
        let label = sema.text(parameters[index].label)
        if !label.isEmpty, seen.insert(label).inserted {
          let type = sema.describe(sema.substitute(parameters[index].type, sema.outerArguments(of: candidate)))
          list.items.append(
            CompletionList.Item(
              label: label + ":", kind: .label, snippet: label + ": ", plain: label + ": ", detail: type, rank: 0))
        }
        if !parameters[index].hasDefault { break }
        index += 1
      }
    }
  }

  // MARK: Items

  /// One item for each name; overloads are counted.
  private func add(_ rows: [ListedMember], _ list: inout CompletionList, rank: UInt8? = nil) {
    var places: [NameID: Int] = [:]
    for row in rows {
      // A subscript is called by brackets.
      if sema.decls.has(row.decl, .isUnavailable) || row.kind == .subscript_ { continue }
      let isDeprecated = sema.decls.has(row.decl, .isDeprecated)
      if let known = places[row.name] {
        list.items[known].overloads += 1
        if list.items[known].isDeprecated && !isDeprecated {
          list.items[known].candidate = row.candidate
          list.items[known].isDeprecated = false
        }
        if row.kind == .function || row.kind == .enumCase { complete(&list.items[known], row) }
        continue
      }
      let name = sema.names[row.name]
      var item = CompletionList.Item(label: name, kind: kind(row), candidate: row.candidate)
      item.isDeprecated = isDeprecated
      let isUser = !sema.decls.has(row.decl, .isPrelude)
      item.rank = isDeprecated ? 9 : rank ?? (isUser ? 1 : row.candidate.route == .nominal ? 2 : 3)
      complete(&item, row)
      places[row.name] = list.items.count
      list.items.append(item)
    }
  }

  private func complete(_ item: inout CompletionList.Item, _ row: ListedMember) {
    switch row.kind {
    case .function, .initializer:
      // The signature of a prelude declaration is read only when it is asked about: parentheses for all.
      item.snippet = item.label + "($0)"
      item.plain = item.label
    case .enumCase:
      if !sema.signature(of: row.decl).parameters.isEmpty {
        item.snippet = item.label + "($0)"
        item.plain = item.label
      }
    default: break
    }
  }

  private func kind(_ row: ListedMember) -> CompletionList.Item.Kind {
    switch row.kind {
    case .function: return sema.owner(of: row.decl) == .none ? .function : .method
    case .initializer: return .initializer
    case .variable:
      if sema.decls.has(row.decl, .isStatic) { return .constant }
      return sema.owner(of: row.decl) == .none ? .variable : .field
    case .enumCase: return .enumCase
    case .structDecl: return .structType
    case .classDecl: return .classType
    case .enumDecl: return .enumType
    case .protocolDecl: return .protocolType
    case .typeAlias, .associatedType: return .structType
    case .genericParameter: return .typeParameter
    default: return .variable
    }
  }
}

extension Sema {
  /// A name's text; empty for none.
  func text(_ name: NameID) -> String { name == .none ? "" : names[name] }
}
