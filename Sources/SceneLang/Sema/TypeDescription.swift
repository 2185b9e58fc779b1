/// Types as a person writes them, for messages and hover.

extension Sema {
  /// `[Int]`, `Binding<String?>`, `some View`, `(Int) -> Void`.
  package func describe(_ type: TypeID) -> String {
    var text = ""
    describe(type, &text, depth: 0)
    return text
  }

  /// For messages: a type that is not known is marked, and a message with the mark is not given, because it would follow
  /// from another one.
  package func describeForMessage(_ type: TypeID) -> String {
    types[type].summary.contains(.error) ? DiagnosticSink.unknownType : describe(type)
  }

  private func describe(_ type: TypeID, _ text: inout String, depth: Int) {
    guard type != .none, depth < 24 else {
      text += type == .none ? "_" : "..."
      return
    }
    let row = types[type]
    switch row.kind {
    case .error, .variable: text += "_"
    case .nominal: describeNominal(type, row, &text, depth)
    case .parameter:
      let name = decls.name(row.decl)
      if name == .none { describeOpaqueParameter(type, &text, depth) } else { text += names[name] }
    case .function:
      text += "("
      for i in 0..<max(0, Int(row.count) - 1) {
        if i > 0 { text += ", " }
        let flags = types.label(type, i)
        if flags & TypeTable.ParameterFlags.autoclosure != 0 { text += "@autoclosure " }
        if flags & TypeTable.ParameterFlags.inoutParameter != 0 { text += "inout " }
        describe(types.argument(type, i), &text, depth: depth + 1)
        if flags & TypeTable.ParameterFlags.variadic != 0 { text += "..." }
      }
      text += ")"
      if row.flags & TypeTable.FunctionFlags.async != 0 { text += " async" }
      if row.flags & TypeTable.FunctionFlags.throwing != 0 { text += " throws" }
      text += " -> "
      let result = types.argument(type, Int(row.count) - 1)
      describe(result, &text, depth: depth + 1)
    case .tuple:
      if row.count == 0 {
        text += "Void"
        return
      }
      text += "("
      for i in 0..<Int(row.count) {
        if i > 0 { text += ", " }
        let label = types.label(type, i)
        if label != 0 && label != NameID.none.raw { text += names[NameID(label)] + ": " }
        describe(types.argument(type, i), &text, depth: depth + 1)
      }
      text += ")"
    case .metatype:
      wrap(types.argument(type, 0), &text, depth)
      text += ".Type"
    case .existential:
      if row.count == 0 {
        text += "Any"
      } else if row.count == 1, types.decl(types.argument(type, 0)) == known(.anyObject) {
        text += "AnyObject"
      } else {
        text += "any "
        describeComposition(Array(types.arguments(type)), &text, depth)
      }
    case .opaque:
      text += "some "
      ensureOpaque(type)
      let bounds = bounds(of: type)
      if bounds.isEmpty { text += "Any" } else { describeComposition(bounds, &text, depth) }
    case .member:
      wrap(types.argument(type, 0), &text, depth)
      text += "." + names[decls.name(row.decl)]
    case .pack:
      if row.flags == 0 { text += "repeat " }
      for i in 0..<Int(row.count) {
        if i > 0 { text += ", " }
        describe(types.argument(type, i), &text, depth: depth + 1)
      }
    }
  }

  private func describeComposition(_ parts: [TypeID], _ text: inout String, _ depth: Int) {
    for (i, part) in parts.enumerated() {
      if i > 0 { text += " & " }
      describe(part, &text, depth: depth + 1)
    }
  }

  private func describeOpaqueParameter(_ type: TypeID, _ text: inout String, _ depth: Int) {
    text += "some "
    let bounds = bounds(of: type)
    if bounds.isEmpty { text += "Any" } else { describeComposition(bounds, &text, depth) }
  }

  /// In parentheses where a suffix would bind to the last part only.
  private func wrap(_ type: TypeID, _ text: inout String, _ depth: Int) {
    let needs = types.kind(type) == .function || types.kind(type) == .opaque || types.kind(type) == .existential
    if needs && type != types.any { text += "(" }
    describe(type, &text, depth: depth + 1)
    if needs && type != types.any { text += ")" }
  }

  private func describeNominal(_ type: TypeID, _ row: TypeTable.Row, _ text: inout String, _ depth: Int) {
    if row.count == 1 && row.decl == known(.optional) {
      wrap(types.argument(type, 0), &text, depth)
      text += "?"
      return
    }
    if row.count == 1 && row.decl == known(.array) {
      text += "["
      describe(types.argument(type, 0), &text, depth: depth + 1)
      text += "]"
      return
    }
    if row.count == 2 && row.decl == known(.dictionary) {
      text += "["
      describe(types.argument(type, 0), &text, depth: depth + 1)
      text += ": "
      describe(types.argument(type, 1), &text, depth: depth + 1)
      text += "]"
      return
    }
    let outer = owner(of: row.decl)
    var own = Int(row.count)
    if outer != .none && decls.kind(outer) != .protocolDecl && decls.kind(row.decl) != .protocolDecl {
      let outerCount = min(genericParameters(of: outer).count, own)
      describe(types.nominal(outer, Array(types.arguments(type).prefix(outerCount))), &text, depth: depth + 1)
      text += "."
      own -= outerCount
    }
    text += names[decls.name(row.decl)]
    guard own > 0 else { return }
    text += "<"
    for i in (Int(row.count) - own)..<Int(row.count) {
      if i > Int(row.count) - own { text += ", " }
      describe(types.argument(type, i), &text, depth: depth + 1)
    }
    text += ">"
  }
}
