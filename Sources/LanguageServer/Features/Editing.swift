import SceneLang

/// Code actions, formatting, colours.
extension Server {
  // MARK: Formatting

  func formatting(_ analysis: Analysis, _ params: JSON) -> Answer { format(analysis, nil) }

  func rangeFormatting(_ analysis: Analysis, _ params: JSON) -> Answer {
    var wanted = sourceRange(params["range"], in: analysis.text)
    // Whole lines: the indentation of the first counts.
    wanted.start = UInt32(clamping: analysis.text.lineStarts[analysis.text.line(at: Int(wanted.start))])
    return format(analysis, wanted)
  }

  private func format(_ analysis: Analysis, _ wanted: SourceRange?) -> Answer {
    guard let edits = Formatter.edits(analysis.tree, in: wanted) else {
      let what = wanted == nil ? "the file has" : "what is selected stands in declarations with"
      return .failure(ErrorCode.requestFailed, "\(what) syntax errors and was not formatted")
    }
    return .result(.array(edits.map { textEdit($0, in: analysis.text) }))
  }

  // MARK: Code actions

  func codeActions(_ analysis: Analysis, _ params: JSON) -> Answer {
    let wanted = sourceRange(params["range"], in: analysis.text)
    let only = params["context"]?["only"]?.arrayValue?.compactMap(\.stringValue)
    func asks(_ kind: String) -> Bool {
      guard let only else { return kind != "source.fixAll" }
      return only.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    var actions: [JSON] = []
    if asks("quickfix") { actions += quickFixes(analysis, wanted) }
    if asks("source.fixAll"), let action = fixAll(analysis) { actions.append(action) }
    if asks("refactor.rewrite") { actions += wraps(analysis, wanted) }
    if asks("refactor.extract"), let action = extraction(analysis, wanted) { actions.append(action) }
    return .result(.array(actions))
  }

  private func quickFixes(_ analysis: Analysis, _ wanted: SourceRange) -> [JSON] {
    var result: [JSON] = []
    analysis.compilation.completeLint()
    for diagnostic in analysis.compilation.diagnostics where Int(diagnostic.place.file) == analysis.own {
      guard diagnostic.range.start <= wanted.end, wanted.start <= diagnostic.range.end else { continue }
      let shown = render(diagnostic, module: analysis.module.map(\.uri)) { text(of: analysis.module[$0]) }
      for (position, fix) in diagnostic.fixes.enumerated() {
        let edits = fix.edits.map {
          (file: Int($0.place.file), edit: SourceEdit(range: $0.place.range, text: Server.plain($0.text)))
        }
        var members: [JSON.Member] = [
          .init(key: "title", value: .string(fix.title)), .init(key: "kind", value: .string("quickfix")),
          .init(key: "diagnostics", value: .array([shown])),
          .init(key: "edit", value: workspaceEdit(edits, analysis)),
        ]
        if position == 0 && fix.applicability == .safe {
          members.append(.init(key: "isPreferred", value: .bool(true)))
        }
        result.append(.object(members))
      }
    }
    return result
  }

  /// `<#code#>` is Xcode's; elsewhere the words stay.
  private static func plain(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let first = rest.firstIndex(of: "<") {
      result += rest[..<first]
      rest = rest[first...]
      if rest.hasPrefix("<#"), let end = rest.firstIndex(of: ">") {
        var word = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
        if word.hasSuffix("#") { word = word.dropLast() }
        result += "/* \(word) */"
        rest = rest[rest.index(after: end)...]
      } else {
        result += "<"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private func fixAll(_ analysis: Analysis) -> JSON? {
    analysis.compilation.completeLint()
    var taken: [SourceEdit] = []
    for diagnostic in analysis.compilation.diagnostics where Int(diagnostic.place.file) == analysis.own {
      guard let fix = diagnostic.fixes.first, fix.applicability == .safe else { continue }
      let edits = fix.edits.map { SourceEdit(range: $0.place.range, text: $0.text) }
      let isOwn = fix.edits.allSatisfy { Int($0.place.file) == analysis.own }
      let overlaps = edits.contains { edit in
        taken.contains { $0.range.overlaps(edit.range) || $0.range.start == edit.range.start }
      }
      if isOwn && !overlaps { taken += edits }
    }
    guard !taken.isEmpty else { return nil }
    taken.sort { $0.range.start < $1.range.start }
    return .make([
      "title": .string("Apply all safe fixes"), "kind": .string("source.fixAll"),
      "edit": workspaceEdit(taken.map { (analysis.own, $0) }, analysis),
    ])
  }

  private func wraps(_ analysis: Analysis, _ wanted: SourceRange) -> [JSON] {
    let views = Outline(analysis.tree).expressions(touching: wanted)
    guard let first = views.first, let last = views.last else { return [] }
    let whole = SourceRange(analysis.tree.range(first).start, analysis.tree.range(last).end)
    return ["VStack", "HStack", "ZStack", "Group"].map { container in
      let edits = wrap(whole, in: container, analysis).map { (file: analysis.own, edit: $0) }
      return .make([
        "title": .string("Wrap in \(container)"), "kind": .string("refactor.rewrite"),
        "edit": workspaceEdit(edits, analysis),
      ])
    }
  }

  /// Braces around lines, which move one step in. Lines inside of strings keep their place.
  private func wrap(_ whole: SourceRange, in container: String, _ analysis: Analysis) -> [SourceEdit] {
    let text = analysis.text
    let firstLine = text.line(at: Int(whole.start))
    let lastLine = text.line(at: Int(whole.end))
    let indent = indentation(firstLine, text)
    let ending = lineEnding(text)
    var edits = [SourceEdit(range: SourceRange(whole.start, whole.start), text: "\(container) {\(ending)\(indent)    ")]
    if lastLine > firstLine {
      for line in firstLine + 1...lastLine where text.lineEnd(line) > text.lineStarts[line] {
        let start = UInt32(text.lineStarts[line])
        if isInString(start, analysis.tree) { continue }
        edits.append(SourceEdit(range: SourceRange(start, start), text: "    "))
      }
    }
    edits.append(SourceEdit(range: SourceRange(whole.end, whole.end), text: "\(ending)\(indent)}"))
    return edits
  }

  private func isInString(_ offset: UInt32, _ tree: SyntaxTree) -> Bool {
    tree.path(toOffset: offset).contains { tree.kind($0) == .stringLiteralExpr && tree.range($0).start < offset }
  }

  private func indentation(_ line: Int, _ text: DocumentText) -> String {
    var result = ""
    var position = text.lineStarts[line]
    while position < text.bytes.count, text.bytes[position] == 0x20 || text.bytes[position] == 0x09 {
      result.unicodeScalars.append(Unicode.Scalar(text.bytes[position]))
      position += 1
    }
    return result
  }

  private func lineEnding(_ text: DocumentText) -> String {
    guard text.lineStarts.count > 1 else { return "\n" }
    let end = text.lineEnd(0)
    return text.bytes[end] == 0x0A ? "\n" : end + 1 < text.bytes.count && text.bytes[end + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// A view of its own from one expression; what it takes from around becomes its properties.
  private func extraction(_ analysis: Analysis, _ wanted: SourceRange) -> JSON? {
    let views = Outline(analysis.tree).expressions(touching: wanted)
    guard views.count == 1, let view = views.first, let query = analysis.query else { return nil }
    let place = analysis.tree.range(view)
    guard let needs = query.extraction(of: place, file: analysis.own) else { return nil }
    let text = analysis.text
    let ending = lineEnding(text)
    var name = "ExtractedView"
    var number = 2
    while !query.sema.lookupTopLevel(query.sema.names.intern(name)).isEmpty {
      name = "ExtractedView\(number)"
      number += 1
    }
    let call = name + "(" + needs.properties.map(\.argument).joined(separator: ", ") + ")"
    let indent = indentation(text.line(at: Int(place.start)), text)
    var content = ""
    var position = place.start
    for edit in needs.edits where edit.range.start >= position {
      content += analysis.tree.source.text(SourceRange(position, edit.range.start)) + edit.text
      position = edit.range.end
    }
    content += analysis.tree.source.text(SourceRange(position, place.end))
    var lines: [String] = []
    for (position, line) in content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var line = line
      if position > 0, line.hasPrefix(indent) { line = line.dropFirst(indent.count) }
      lines.append(line.isEmpty ? "" : "        " + line)
    }
    var made = ending + ending + "struct \(name): View {" + ending
    for property in needs.properties { made += "    \(property.declaration)" + ending }
    if !needs.properties.isEmpty { made += ending }
    made +=
      "    var body: some View {" + ending + lines.joined(separator: ending) + ending + "    }" + ending + "}" + ending
    var end = UInt32(clamping: text.bytes.count)
    // Behind the last code, whatever line breaks the file ends with.
    while end > place.end, text.bytes[Int(end) - 1] == 0x0A || text.bytes[Int(end) - 1] == 0x0D { end -= 1 }
    let edits = [
      SourceEdit(range: place, text: call),
      SourceEdit(range: SourceRange(end, UInt32(clamping: text.bytes.count)), text: made),
    ]
    guard query.checks(edits, file: analysis.own, around: place.start, type: name) else { return nil }
    return .make([
      "title": .string("Extract subview"), "kind": .string("refactor.extract"),
      "edit": workspaceEdit(edits.map { (file: analysis.own, edit: $0) }, analysis),
    ])
  }

  // MARK: Colours

  func documentColors(_ analysis: Analysis, _ params: JSON) -> Answer {
    .result(
      .array(
        Outline(analysis.tree).colors().map { use in
          func part(_ index: Int) -> JSON { .number(min(max(use.components[index], 0), 1)) }
          return .make([
            "range": range(use.range, in: analysis.text),
            "color": .make(["red": part(0), "green": part(1), "blue": part(2), "alpha": part(3)]),
          ])
        }))
  }

  func colorPresentations(_ analysis: Analysis, _ params: JSON) -> Answer {
    let wanted = sourceRange(params["range"], in: analysis.text)
    let color = params["color"]
    func part(_ key: String) -> Double? { color?[key]?.doubleValue }
    guard let red = part("red"), let green = part("green"), let blue = part("blue"), let alpha = part("alpha") else {
      return .failure(ErrorCode.invalidParams, "'color' is missing")
    }
    let uses = Outline(analysis.tree).colors()
    let use = uses.first { $0.range == wanted } ?? uses.first { $0.range.overlaps(wanted) }
    var label = (use?.opening ?? "Color(") + "red: \(Server.decimal(red)), green: \(Server.decimal(green)), "
    label += "blue: \(Server.decimal(blue))"
    let opacity = use?.alphaLabel ?? "opacity"
    if use?.hasAlpha ?? false || alpha < 1 || opacity == "alpha" { label += ", \(opacity): \(Server.decimal(alpha))" }
    label += ")"
    return .result(
      .array([
        .make([
          "label": .string(label),
          "textEdit": textEdit(SourceEdit(range: use?.range ?? wanted, text: label), in: analysis.text),
        ])
      ]))
  }

  /// Three decimals, without zeros at the end.
  private static func decimal(_ value: Double) -> String {
    let scaled = Int((min(max(value, 0), 1) * 1000).rounded())
    if scaled % 1000 == 0 { return "\(scaled / 1000)" }
    var digits = String(1000 + scaled % 1000).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return "\(scaled / 1000)." + digits
  }
}

extension JSON {
  var doubleValue: Double? {
    switch self {
    case .integer(let value): return Double(value)
    case .number(let value): return value.isFinite ? value : nil
    default: return nil
    }
  }
}
