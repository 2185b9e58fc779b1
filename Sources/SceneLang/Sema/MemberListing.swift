/// Lists of members with signature and documentation: what completion, hover and signature help show.
///
/// A list is cheap: it has names, kinds and candidates, and nothing is parsed for it but extension headers. The rest is
/// asked for one member at a time (`detail(of:)`).

/// One row of a list.
package struct ListedMember {
  /// The declaration, and the type that binds what is around it.
  package let candidate: Candidate
  package let name: NameID
  package let kind: DeclKind

  package var decl: DeclID { candidate.decl }
}

/// What is shown of one declaration.
package struct MemberDetail {
  /// As it is written in a call: `padding`, `init`, `subscript`.
  package var name = ""
  /// `func padding(_ length: CGFloat) -> some View`, with the types as the base sees them.
  package var signature = ""
  package var parameters: [Parameter] = []
  /// `some View`; empty for types and cases without payload.
  package var result = ""
  /// Text of our own, or the comment in front of a declaration of the module. Never empty.
  package var documentation = ""
  /// `SwiftUI`; empty for declarations of the module.
  package var module = ""
  /// The type it is a member of (`View`), empty at top level.
  package var owner = ""
  /// First iOS version with it, major * 100 + minor; 0 where nothing is said.
  package var introduced = 0
  package var isDeprecated = false
  /// What a deprecation says: the replacement or message; empty where there is none.
  package var deprecation = ""
  /// What the machine makes of it.
  package var support = Support.modelled

  package struct Parameter {
    /// Empty for `_`
    package var label = ""
    package var name = ""
    /// `CGFloat?`, `@ViewBuilder () -> Content`
    package var type = ""
    /// As written after `=`; nil for a parameter that has to be given.
    package var value: String?
    package var isVariadic = false
    package var isFunction = false
  }

  package enum Support: Equatable {
    /// Has its effect in frames.
    case modelled
    /// Checked and evaluated, without effect on frames.
    case inert
    /// Known to the checker, reported when it is run; with the reason.
    case unmodelled(String)
  }
}

extension Sema {
  /// All members of a type by name, overloads side by side; operators and the prelude's own helpers are left out.
  ///
  /// - Parameters:
  ///   - type: a value's type for `.instance`; the type itself (not its metatype) for `.metatype` and `.implicit`
  ///   - use: `.implicit` keeps what `.name` can mean where the type is expected: cases and static members of that type
  package func listMembers(of type: TypeID, _ use: MemberUse) -> [ListedMember] {
    var result: [ListedMember] = []
    var base = type
    if use == .implicit || use == .metatype {
      if types.kind(base) == .metatype { base = types.argument(base, 0) }
      if use == .implicit { while unwrapped(base) != .none { base = unwrapped(base) } }
    }
    for name in memberNames(of: base, use) + synthesizedNames(of: base, use) where isListed(name) {
      for candidate in members(of: base, name, use) {
        if use == .implicit, !gives(candidate, base) { continue }
        result.append(ListedMember(candidate: candidate, name: name, kind: decls.kind(candidate.decl)))
      }
    }
    return result
  }

  /// Properties that are reached through `subscript(dynamicMember:)` with key paths: of a binding those of its value.
  package func listDynamicMembers(of type: TypeID) -> [ListedMember] {
    var result: [ListedMember] = []
    var seen = IDSet<NameID>()
    for candidate in dynamicMemberSubscripts(of: type) {
      guard let parameter = signature(of: candidate.decl).parameters.first?.type else { continue }
      let path = substitute(parameter, outerArguments(of: candidate))
      guard types.kind(path) == .nominal, types.argumentCount(path) == 2 else { continue }
      let root = types.argument(path, 0)
      guard types.kind(root) != .parameter else { continue }
      for member in listMembers(of: root, .instance)
      where member.kind == .variable && !decls.has(member.decl, .isStatic) && seen.insert(member.name).inserted {
        result.append(member)
      }
    }
    return result
  }

  /// What `.name` can mean where a value that conforms to the protocol is expected: `.bordered` for a ButtonStyle.
  package func listImplicitMembers(ofProtocol proto: DeclID) -> [ListedMember] {
    var result: [ListedMember] = []
    var seen: Set<NameID> = []
    for inherited in inheritedProtocols(of: proto) {
      for name in memberNames(of: types.nominal(inherited), .implicit) where isListed(name) {
        guard seen.insert(name).inserted else { continue }
        for candidate in implicitMembers(ofProtocol: proto, name) {
          result.append(ListedMember(candidate: candidate, name: name, kind: decls.kind(candidate.decl)))
        }
      }
    }
    return result
  }

  /// Top-level declarations: the module's in order, then the prelude's by name.
  package func listTopLevel() -> [ListedMember] {
    var result: [ListedMember] = []
    var hidden: Set<NameID> = []
    func add(_ decl: DeclID) {
      let kind = decls.kind(decl)
      let name = decls.name(decl)
      switch kind {
      case .operatorDecl, .precedenceGroup, .extensionDecl, .module: return
      default: break
      }
      guard isListed(name), !decls.has(decl, .isUnavailable) else { return }
      result.append(ListedMember(candidate: Candidate(decl), name: name, kind: kind))
    }
    for decl in moduleDeclarations() where decls.kind(decl) != .macro {
      if decls.kind(decl) != .function { hidden.insert(decls.name(decl)) }
      add(decl)
    }
    for entry in prelude.index.topLevel {
      let decl = decl(entry)
      if !hidden.contains(decls.name(decl)) { add(decl) }
    }
    return result
  }

  /// Signature, documentation and marks of a row.
  package func detail(of member: ListedMember) -> MemberDetail { detail(of: member.candidate) }

  package func detail(of candidate: Candidate) -> MemberDetail {
    let decl = candidate.decl
    ensureSyntax(decl)
    var detail = MemberDetail()
    detail.name = names[decls.name(decl)]
    let owner = owner(of: decl)
    if owner != .none { detail.owner = path(of: owner) }
    describeSignature(candidate, &detail)
    if let entry = preludeEntry(of: decl) {
      let index = prelude.index
      detail.module = index.text(of: index.module(of: entry))
      detail.introduced = index.introduced(entry)
      let marks = PreludeMarks(index.source(of: entry))
      detail.isDeprecated = index.flags(of: entry).contains(.isDeprecated)
      detail.deprecation = marks.deprecation
      if decls.has(decl, .isUnmodelled) {
        detail.support = .unmodelled(marks.reason)
      } else if decls.has(decl, .isInert) {
        detail.support = .inert
      }
      detail.documentation = documentation(of: entry)
    } else {
      detail.isDeprecated = decls.has(decl, .isDeprecated)
      detail.documentation = userDocumentation(of: decl)
    }
    if detail.documentation.isEmpty { detail.documentation = plainDocumentation(of: decl, detail) }
    return detail
  }

  // MARK: Lists

  private func isListed(_ name: NameID) -> Bool {
    guard name != .none else { return false }
    return names.withUTF8(name) { bytes in
      guard let first = bytes.first, first != UInt8(ascii: "_") else { return false }
      return first >= 0x80 || first == UInt8(ascii: "$") || (first | 0x20 >= 0x61 && first | 0x20 <= 0x7A)
    }
  }

  /// Names of members that have no syntax, where there are any.
  private func synthesizedNames(of type: TypeID, _ use: MemberUse) -> [NameID] {
    guard types.kind(type) == .nominal else { return [] }
    let nominal = types.decl(type)
    let declared = Set(memberNames(of: type, use))
    var result: [NameID] = []
    func add(_ name: NameID) {
      if !declared.contains(name), !result.contains(name), !synthesizedMembers(of: nominal, name).isEmpty {
        result.append(name)
      }
    }
    switch use {
    case .instance:
      add(.rawValue)
      add(.hashValue)
      if !decls.has(nominal, .isPrelude) {
        for member in declaredMembers(of: nominal) where decls.kind(member) == .variable && isWrapped(member) {
          add(names.intern("$" + names[decls.name(member)]))
        }
      }
    case .metatype, .implicit:
      add(.initializer)
      add(.allCases)
    case .any: break
    }
    return result
  }

  /// Whether a static member makes a value of the type.
  private func gives(_ candidate: Candidate, _ type: TypeID) -> Bool {
    switch decls.kind(candidate.decl) {
    case .enumCase, .initializer: return true
    case .variable, .function:
      var result = substitute(signature(of: candidate.decl).result, outerArguments(of: candidate))
      if unwrapped(result) != .none { result = unwrapped(result) }
      if result == type { return true }
      return types.kind(result) == .nominal && types.decl(result) == types.decl(type)
    default: return false
    }
  }

  // MARK: Signatures

  private func describeSignature(_ candidate: Candidate, _ detail: inout MemberDetail) {
    let decl = candidate.decl
    let signature = signature(of: decl)
    let arguments = outerArguments(of: candidate)
    let isStatic = decls.has(decl, .isStatic)
    var text = ""
    switch decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl:
      let keywords: [DeclKind: String] = [.structDecl: "struct", .classDecl: "class", .enumDecl: "enum"]
      text = (keywords[decls.kind(decl)] ?? "protocol") + " " + detail.name + genericClause(of: decl)
    case .typeAlias: text = "typealias \(detail.name) = \(describe(substitute(signature.result, arguments)))"
    case .associatedType: text = "associatedtype \(detail.name)"
    case .genericParameter, .parameter:
      detail.result = describe(facts[fact(decl)].type)
      text = detail.name
    case .macro: text = "macro " + detail.name
    case .variable:
      detail.result = describe(substitute(signature.result, arguments))
      let isReadOnly = decls.has(decl, .isConstant)
      text = (isStatic ? "static " : "") + (isReadOnly ? "let " : "var ") + detail.name + ": " + detail.result
    case .enumCase:
      text = "case " + detail.name
      if !signature.parameters.isEmpty { text += parameterClause(signature, decl, arguments, &detail) }
      detail.result = describe(substitute(signature.result, arguments))
    default:
      let isFunction = decls.kind(decl) == .function
      text = isStatic ? "static " : ""
      if decls.has(decl, .isMutating) { text += "mutating " }
      if isFunction { text += "func " }
      text += detail.name
      if decls.has(decl, .isFailable) { text += "?" }
      text += genericClause(of: decl)
      text += parameterClause(signature, decl, arguments, &detail)
      if signature.isAsync { text += " async" }
      if signature.isThrowing { text += signature.isRethrowing ? " rethrows" : " throws" }
      detail.result = describe(substitute(signature.result, arguments))
      if decls.kind(decl) != .initializer && signature.result != types.void { text += " -> " + detail.result }
    }
    detail.signature = text
  }

  private func genericClause(of decl: DeclID) -> String {
    let own = ownGenericParameters(of: decl).filter { decls.parent($0) == decl && decls.name($0) != .none }
    if own.isEmpty || decls.kind(decl) == .protocolDecl { return "" }
    let written = own.map { parameter -> String in
      let bounds = bounds(of: types.make(.parameter, decl: parameter)).map { describe($0) }
      let name = names[decls.name(parameter)]
      return bounds.isEmpty ? name : name + ": " + bounds.joined(separator: " & ")
    }
    return "<" + written.joined(separator: ", ") + ">"
  }

  private func parameterClause(
    _ signature: Signature, _ decl: DeclID, _ arguments: [TypeID], _ detail: inout MemberDetail
  ) -> String {
    var text = "("
    for (position, parameter) in signature.parameters.enumerated() {
      var row = MemberDetail.Parameter()
      row.label = parameter.label == .none ? "" : names[parameter.label]
      row.name = parameter.name == .none ? "" : names[parameter.name]
      let type = substitute(parameter.type, arguments)
      let inner = unwrapped(type)
      row.isFunction = types.kind(inner == .none ? type : inner) == .function
      row.isVariadic = parameter.isVariadic
      if parameter.builder != .none { row.type = "@" + names[decls.name(parameter.builder)] + " " }
      if parameter.isAutoclosure { row.type += "@autoclosure " }
      if parameter.isInout { row.type += "inout " }
      row.type += describe(type) + (parameter.isVariadic ? "..." : "")
      if parameter.hasDefault { row.value = defaultText(parameter) }
      if position > 0 { text += ", " }
      if decls.kind(decl) == .enumCase {
        text += row.label.isEmpty ? "" : row.label + ": "
      } else if row.label == row.name {
        text += (row.label.isEmpty ? "_" : row.label) + ": "
      } else {
        text += (row.label.isEmpty ? "_" : row.label) + (row.name.isEmpty ? "" : " " + row.name) + ": "
      }
      text += row.type
      if let value = row.value { text += " = " + value }
      detail.parameters.append(row)
    }
    return text + ")"
  }

  private func defaultText(_ parameter: Signature.Parameter) -> String {
    let decl = parameter.decl
    guard decl != .none else { return "nil" }
    let (file, node) = syntax(of: decl)
    guard node != .none else { return "nil" }
    let slot = trees[file].kind(node) == .parameter ? Slot.parameterDefault : Slot.bindingValue
    let value = trees[file].node(node, at: slot)
    guard value != .none else { return "nil" }
    var text = trees[file].text(value)
    if text.hasPrefix("=") { text = String(text.dropFirst().drop { $0 == " " }) }
    return text.utf8.count > 60 || text.contains("\n") ? "..." : text
  }

  /// `Text.Case`
  private func path(of nominal: DeclID) -> String {
    var text = names[decls.name(nominal)]
    var current = owner(of: nominal)
    var steps = 0
    while current != .none && steps < 64 {
      text = names[decls.name(current)] + "." + text
      current = owner(of: current)
      steps += 1
    }
    return text
  }

  // MARK: Documentation

  /// The text before a declaration of the prelude, or that of an overload: one text stands for all of one name.
  private func documentation(of entry: PreludeEntry) -> String {
    let index = prelude.index
    if let text = index.documentation(of: entry) { return text }
    let name = index.name(of: entry)
    let others = index.owner(of: entry).map { index.members(of: $0, named: name) } ?? index.topLevel(name)
    for other in others {
      if let text = index.documentation(of: other) { return text }
    }
    return ""
  }

  /// The `///` lines before a declaration of the module.
  private func userDocumentation(of decl: DeclID) -> String {
    let head = head(of: decl)
    let file = decls.file(decl)
    guard head != .none, !decls.has(decl, .isSynthesized) else { return "" }
    let source = trees[file].source
    let start = Int(trees[file].range(head).start)
    let before = source.text(SourceRange(start: max(0, start - 4_096), end: start))
    var lines: [Substring] = []
    for line in before.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reversed() {
      let trimmed = line.drop { $0 == " " || $0 == "\t" }
      guard trimmed.hasPrefix("///") else { break }
      lines.append(trimmed.dropFirst(3).drop { $0 == " " })
    }
    return lines.reversed().joined(separator: "\n")
  }

  /// What can be said of any declaration.
  private func plainDocumentation(of decl: DeclID, _ detail: MemberDetail) -> String {
    let owner = detail.owner
    let place = owner.isEmpty ? "" : " of \(owner)"
    switch decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl: return "A type" + (detail.module.isEmpty ? "." : " of \(detail.module).")
    case .protocolDecl: return "A protocol" + (detail.module.isEmpty ? "." : " of \(detail.module).")
    case .typeAlias, .associatedType: return "A name for a type" + place + "."
    case .initializer: return owner.isEmpty ? "Makes a value." : "Makes a value of type \(owner)."
    case .enumCase: return "A case" + place + "."
    case .variable: return (decls.has(decl, .isStatic) ? "A value" : "A property") + place + "."
    case .subscript_: return "Access by subscript" + place + "."
    case .function:
      if detail.result == "some View" && owner == "View" { return "A modifier: gives the view, changed." }
      return owner.isEmpty ? "A function." : "A method" + place + "."
    default: return "A declaration" + place + "."
    }
  }
}

/// Marks of a prelude declaration that are read from its text.
package struct PreludeMarks {
  /// Of `@unmodelled("reason")`
  package var reason = ""
  /// `renamed:` or `message:` of a deprecation
  package var deprecation = ""

  package init(_ source: String) {
    reason = PreludeMarks.string(after: "@unmodelled(", in: source) ?? ""
    if let start = PreludeMarks.end(of: "deprecated", in: source) {
      let rest = String(source[start...])
      if let name = PreludeMarks.string(after: "renamed: ", in: rest) {
        deprecation = "use '\(name)'"
      } else if let message = PreludeMarks.string(after: "message: ", in: rest) {
        deprecation = message
      }
    }
  }

  private static func end(of part: String, in text: String) -> String.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].hasPrefix(part) { return text.index(index, offsetBy: part.count) }
      index = text.index(after: index)
    }
    return nil
  }

  /// The string literal right after a text.
  private static func string(after part: String, in text: String) -> String? {
    guard let start = end(of: part, in: text), text[start...].first == "\"" else { return nil }
    let from = text.index(after: start)
    return text[from...].firstIndex(of: "\"").map { String(text[from..<$0]) }
  }
}
