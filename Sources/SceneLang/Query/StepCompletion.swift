/// What may be written in a `#Scenario` outside of its view: arguments, steps, what steps take, the names of views.
///
/// The tokens before the cursor say where it is; steps are flat lists of calls, so nothing more is needed.
extension ModuleQuery {
  /// Nil where the cursor is not in the arguments or steps of a scenario.
  func stepCompletion(at cursor: UInt32, file: Int) -> CompletionList? {
    let tree = trees[file]
    guard let place = StepPlace(tree, cursor) else { return nil }
    var list = CompletionList(replaced: place.word)
    switch place.kind {
    case .scenarioLabel(let used):
      for label in ["device", "colorScheme"] where !used.contains(label) {
        list.items.append(labelItem(label, label == "device" ? ".iPhone14" : ".light"))
      }
    case .device(let form):
      for (index, name) in DeviceNames.all.enumerated() {
        let label = form == .string ? name : (form == .value ? "." : "") + DeviceNames.member(name)
        if list.items.contains(where: { $0.label == label }) { continue }
        var item = CompletionList.Item(label: label, kind: .enumCase, detail: name)
        item.rank = UInt8(clamping: index / 20)
        list.items.append(item)
      }
    case .choice(let words): for word in words { list.items.append(CompletionList.Item(label: word, kind: .enumCase)) }
    case .step: for step in StepGrammar.steps { list.items.append(grammarItem(step)) }
    case .expectation: for step in StepGrammar.expectations { list.items.append(grammarItem(step)) }
    case .view(let isString):
      for name in ShownNames(trees).all where !name.isEmpty && name.utf8.count <= 60 && !name.contains("\n") {
        // What a string literal cannot hold as it is.
        if name.contains("\"") || name.contains("\\") { continue }
        let label = isString ? name : "\"\(name)\""
        list.items.append(CompletionList.Item(label: label, kind: .constant, rank: 1))
      }
    case .argument(let step, let used, let isFirst):
      for parameter in step.parameters where !parameter.label.isEmpty && !used.contains(parameter.label) {
        if isFirst && parameter.label == "index" { continue }
        list.items.append(labelItem(parameter.label, StepPlace.hint(parameter.value)))
      }
      guard isFirst, let first = step.parameters.first, first.label.isEmpty else { break }
      switch first.value {
      case .view:
        let names = ShownNames(trees).all
        for name in names
        where !name.isEmpty && name.utf8.count <= 60 && !name.contains(where: { "\"\\\n".contains($0) }) {
          list.items.append(CompletionList.Item(label: "\"\(name)\"", kind: .constant, rank: 1))
        }
      case .flag: for word in ["true", "false"] { list.items.append(CompletionList.Item(label: word, kind: .keyword)) }
      case .measure:
        for word in StepPlace.measures { list.items.append(CompletionList.Item(label: "." + word, kind: .enumCase)) }
      default: break
      }
    case .value(let value):
      for text in StepPlace.values(value) {
        var item = CompletionList.Item(label: StepPlace.plain(text), kind: .snippet)
        item.snippet = text
        item.plain = StepPlace.plain(text)
        list.items.append(item)
      }
    case .nothing: break
    }
    return list
  }

  private func labelItem(_ label: String, _ detail: String) -> CompletionList.Item {
    CompletionList.Item(
      label: label + ":", kind: .label, snippet: label + ": ", plain: label + ": ", detail: detail, rank: 0)
  }

  private func grammarItem(_ step: StepGrammar) -> CompletionList.Item {
    CompletionList.Item(
      label: step.name, kind: .function, snippet: step.snippet, plain: step.name + "(", detail: step.documentation,
      rank: 0)
  }
}

/// Where a cursor stands in a scenario.
struct StepPlace {
  enum Kind {
    case nothing
    case scenarioLabel(used: [String])
    case device(DeviceForm)
    case choice([String])
    case step
    case expectation
    case view(isString: Bool)
    case argument(StepGrammar, used: [String], isFirst: Bool)
    case value(StepGrammar.Value)
  }

  /// Between quotes, behind a period, or where the whole value stands.
  enum DeviceForm { case string, member, value }

  var kind = Kind.nothing
  var word: SourceRange

  static let measures = ["x", "y", "width", "height", "opacity"]

  static func hint(_ value: StepGrammar.Value) -> String {
    switch value {
    case .view, .text: return "\"…\""
    case .number: return "points"
    case .seconds: return "seconds"
    case .flag: return "true or false"
    case .count: return "from 0"
    case .size: return ".init(width:height:)"
    case .point: return ".init(x:y:)"
    case .speed: return ".init(dx:dy:)"
    case .measure: return ".x, .opacity …"
    }
  }

  static func values(_ value: StepGrammar.Value) -> [String] {
    switch value {
    case .size: return [".init(width: ${1:0}, height: ${2:0})", ".zero"]
    case .point: return [".init(x: ${1:0}, y: ${2:0})"]
    case .speed: return [".init(dx: ${1:0}, dy: ${2:0})"]
    case .flag: return ["true", "false"]
    case .measure: return measures.map { "." + $0 }
    default: return []
    }
  }

  /// A snippet's text without its marks.
  static func plain(_ snippet: String) -> String {
    var result = ""
    var rest = snippet[...]
    while let scalar = rest.popFirst() {
      guard scalar == "$", rest.first == "{" else {
        result.append(scalar)
        continue
      }
      rest = rest.drop { $0 != ":" }.dropFirst()
      while let inner = rest.popFirst(), inner != "}" { result.append(inner) }
    }
    return result
  }

  init?(_ tree: SyntaxTree, _ cursor: UInt32) {
    guard tree.root != .none else { return nil }
    word = SourceRange(cursor, cursor)
    let index = tree.nodes.indices.last { index in
      guard tree.nodes[index].kind == .macroExpansion else { return false }
      let node = NodeID(UInt32(index))
      let range = tree.range(node)
      return range.start < cursor && cursor <= range.end
        && tree.token(tree.token(node, at: Slot.macroName), is: "Scenario")
    }
    guard let index else { return nil }
    let macro = NodeID(UInt32(index))
    let start = tree.range(tree.token(macro, at: Slot.macroName)).end
    // From the macro's name: brackets that are open at the cursor.
    let tokens = tree.tokens.filter { $0.length > 0 && $0.offset >= start && $0.offset < cursor }
    struct Open {
      var token: Int
      var isBrace: Bool
    }
    var open: [Open] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .leftParen, .leftBracket: open.append(Open(token: index, isBrace: false))
      case .leftBrace: open.append(Open(token: index, isBrace: true))
      case .rightParen, .rightBracket, .rightBrace: if !open.isEmpty { open.removeLast() }
      default: break
      }
    }
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tree.source.text(tokens[index].range) : "" }
    guard let first = open.first else { return nil }
    var last = tokens.count - 1
    var isString = false
    if last >= 0 {
      let token = tokens[last]
      let isQuote = token.kind == .stringQuote
      var quotes = 0
      for token in tokens where token.kind == .stringQuote { quotes += 1 }
      if token.kind == .stringSegment || isQuote, quotes % 2 == 1 {
        isString = true
        word = token.kind == .stringSegment ? SourceRange(token.offset, cursor) : word
        while last >= 0, tokens[last].kind == .stringSegment || tokens[last].kind == .stringQuote { last -= 1 }
      } else if token.kind == .identifier || token.kind.isKeyword, cursor <= token.end {
        word = SourceRange(token.offset, cursor)
        last -= 1
      }
    }
    let before = last >= 0 ? tokens[last].kind : .leftBrace
    /// Labels that stand between a bracket and the cursor, and whether a comma does.
    func labels(from index: Int) -> (used: [String], hasComma: Bool, current: String?) {
      var used: [String] = []
      var hasComma = false
      var current: String?
      var depth = 0
      var position = index + 1
      while position <= last {
        switch tokens[position].kind {
        case .leftParen, .leftBracket, .leftBrace: depth += 1
        case .rightParen, .rightBracket, .rightBrace: depth -= 1
        case .comma where depth == 0:
          hasComma = true
          current = nil
        case .colon where depth == 0 && position > index + 1:
          current = text(position - 1)
          used.append(text(position - 1))
        default: break
        }
        position += 1
      }
      return (used, hasComma, current)
    }
    if !first.isBrace {
      // The arguments of the macro.
      guard open.count == 1 else { return nil }
      let found = labels(from: first.token)
      switch found.current {
      case "device" where isString: kind = .device(.string)
      case "device" where before == .period: kind = .device(.member)
      case "device" where before == .colon: kind = .device(.value)
      case "colorScheme" where before == .period: kind = .choice(["light", "dark"])
      case "colorScheme" where before == .colon: kind = .choice([".light", ".dark"])
      case nil where !isString && (before == .comma || before == .leftParen): kind = .scenarioLabel(used: found.used)
      default: kind = .nothing
      }
      return
    }
    guard first.token >= 2, text(first.token - 1) == ":", text(first.token - 2) == "steps" else { return nil }
    guard let inner = open.dropFirst().last else {
      switch before {
      case .period:
        // Behind the closing parenthesis of a call.
        kind = last >= 1 && tokens[last - 1].kind == .rightParen ? .expectation : .nothing
      case .leftBrace, .rightParen, .semicolon: kind = isString ? .nothing : .step
      default: kind = .nothing
      }
      return
    }
    guard open.count == 2, !inner.isBrace, inner.token >= 1 else { return }
    let name = text(inner.token - 1)
    let isExpectation = inner.token >= 2 && tokens[inner.token - 2].kind == .period
    guard let step = (isExpectation ? StepGrammar.expectations : StepGrammar.steps).first(where: { $0.name == name })
    else { return }
    let found = labels(from: inner.token)
    let parameter = step.parameters.first { $0.label == found.current ?? "" }
    if isString {
      if let parameter, case .view = parameter.value, found.current != nil || !found.hasComma {
        kind = .view(isString: true)
      }
      return
    }
    switch before {
    case .leftParen, .comma: kind = .argument(step, used: found.used, isFirst: !found.hasComma)
    case .colon:
      guard let parameter else { return }
      if case .view = parameter.value { kind = .view(isString: false) } else { kind = .value(parameter.value) }
    case .period:
      guard let parameter else { return }
      switch parameter.value {
      case .measure: kind = .choice(StepPlace.measures)
      case .size: kind = .choice(["init(width: 0, height: 0)", "zero"])
      case .point: kind = .choice(["init(x: 0, y: 0)", "zero"])
      case .speed: kind = .choice(["init(dx: 0, dy: 0)", "zero"])
      default: break
      }
    default: break
    }
  }
}
