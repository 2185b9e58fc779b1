/// What is known in part: types whose superclass, protocol or macro belongs to a module that is not modelled, classes of
/// frameworks of which a part is declared, and everything a module that is not modelled may extend.
///
/// Nothing that may come from there is reported: its type is the error type. A name that is a slip of one that exists is
/// reported all the same.

extension Sema {
  /// A nominal of the module with a superclass, a protocol or an attribute that nothing declares: it may have any member.
  package func isOpen(_ nominal: DeclID) -> Bool {
    guard nominal != .none, decls.kind(nominal).isNominal, !decls.has(nominal, .isPrelude) else { return false }
    let position = nominalIndex(nominal)
    if nominals[position].openState != .new { return nominals[position].isOpen }
    // While the clause itself is read, nothing is known yet.
    if nominals[position].clauseState == .running { return false }
    nominals[position].openState = .running
    let found = findOpen(nominal)
    nominals[position].isOpen = found
    nominals[position].openState = .done
    return found
  }

  private func findOpen(_ nominal: DeclID) -> Bool {
    if hasUnknownParent(nominal) || hasUnknownAttribute(nominal) { return true }
    bindExtensions()
    for source in nominals[nominalIndex(nominal)].extensions where hasUnknownParent(source) { return true }
    for type in inheritanceClause(of: nominal) where types.kind(type) == .nominal {
      if isOpen(types.decl(type)) { return true }
    }
    return false
  }

  private func hasUnknownParent(_ context: DeclID) -> Bool {
    _ = inheritanceClause(of: context)
    return nominals[nominalIndex(context)].hasUnknownParent
  }

  /// An attribute that neither the language nor a declaration knows: a macro or wrapper of a module that is not modelled.
  package func hasUnknownAttribute(_ decl: DeclID) -> Bool {
    guard !decls.has(decl, .isPrelude), !decls.has(decl, .isSynthesized) else { return false }
    let file = decls.file(decl)
    let head = decls.head(decl)
    guard head != .none else { return false }
    let attributes = trees[file].node(head, at: Slot.attributes)
    guard attributes != .none else { return false }
    for attribute in activeElements(of: attributes, file: file) where trees[file].kind(attribute) == .attribute {
      let written = trees[file].node(attribute, at: 1)
      guard written != .none else { continue }
      if trees[file].kind(written) == .identifierType {
        let name = trees[file].name(of: trees[file].token(written, at: 0))
        if Self.isForeignMacro(name) { return true }
        if Self.isLanguageAttribute(name) { continue }
        // A protocol that is called like the macro is not the attribute.
        let named = lookupTopLevel(names.intern(name))
        if !named.isEmpty {
          if named.allSatisfy({ decls.kind($0) == .protocolDecl }) { return true }
          continue
        }
        if lookupType(names.intern(name), from: decls.parent(decl)) != nil { continue }
      }
      if attributeNominal(attribute, file: file, in: decls.parent(decl)) == .none { return true }
    }
    return false
  }

  /// Macros of frameworks that are accepted without a declaration, and make members.
  static func isForeignMacro(_ name: String) -> Bool {
    switch name {
    case "Model", "Query", "Attribute", "Relationship", "Transient", "Generable", "Guide", "Test", "Suite",
      "Dependency",
      "NSManaged":
      return true
    default: return false
    }
  }

  /// A class of UIKit and its like, or one that inherits from it: a part of its members is declared.
  package func isPartial(_ nominal: DeclID) -> Bool {
    var current = nominal
    var steps = 0
    while current != .none && steps < 64 {
      if let entry = preludeEntry(of: current) {
        let owner = prelude.index.text(of: prelude.index.module(of: entry))
        if owner == "UIKit" { return true }
        return decls.kind(current) == .classDecl && isFrameworkName(names[decls.name(current)])
          && names[decls.name(current)] != "NSObject"
      }
      current = superclassDecl(of: current)
      steps += 1
    }
    return false
  }

  /// The nominals whose members a type has: itself, or what it is bound to.
  private func sources(of type: TypeID) -> [DeclID] {
    switch types.kind(type) {
    case .metatype: return sources(of: types.argument(type, 0))
    case .nominal: return [types.decl(type)]
    case .parameter, .opaque, .member, .existential:
      var result = bounds(of: type).compactMap { types.kind($0) == .nominal ? types.decl($0) : nil }
      let parent = superclass(of: type)
      if parent != .none, types.kind(parent) == .nominal { result.append(types.decl(parent)) }
      return result
    default: return []
    }
  }

  /// Whether a type may have members, initialisers and conformances that are not known here.
  package func isOpen(type: TypeID) -> Bool {
    if types[type].summary.contains(.error) || isOpenParameter(type) { return true }
    return sources(of: type).contains { isOpen($0) }
  }

  /// A generic parameter that is bounded by a protocol which is not known.
  func isOpenParameter(_ type: TypeID) -> Bool {
    !openParameters.isEmpty && types.kind(type) == .parameter && openParameters.contains(types.decl(type).raw)
  }

  package func isPartial(type: TypeID) -> Bool { sources(of: type).contains { isPartial($0) } }

  /// Whether a member that is not found may come from what is not known; not if its name is a slip of a known one.
  package func mayHaveMember(_ spelled: String, _ type: TypeID, among known: () -> [String]) -> Bool {
    if isOpen(type: type) { return true }
    let sources = sources(of: type)
    let isPartial = sources.contains { self.isPartial($0) }
    guard isPartial || hasUnmodelledImport && sources.contains(where: { isExtensible($0) }) else { return false }
    return NameSuggestions.slips(of: spelled, among: known()).isEmpty
  }

  package var hasUnmodelledImport: Bool {
    declareFiles()
    return module.hasUnmodelledImport
  }

  /// What another module can extend: the prelude's types, and types that conform to the prelude's protocols of views.
  private func isExtensible(_ nominal: DeclID) -> Bool {
    if decls.has(nominal, .isPrelude) { return true }
    return conformances(ofNominal: nominal).contains { entry in
      guard let source = preludeEntry(of: entry.proto) else { return false }
      let owner = prelude.index.text(of: prelude.index.module(of: source))
      return owner == "SwiftUI" || owner == "UIKit" || owner == "Combine"
    }
  }

  /// Whether a context stands in a type that may have any member, or in an extension of a type that nothing declares.
  package func isInOpenType(_ context: DeclID) -> Bool {
    var scope = context
    var steps = 0
    while scope != .none && steps < 1024 {
      if decls.kind(scope).isTypeContext {
        let nominal = nominal(ofContext: scope)
        if nominal == .none || isOpen(nominal) { return true }
      }
      scope = decls.parent(scope)
      steps += 1
    }
    return false
  }

  /// Whether a context stands in a class of which a part is declared.
  package func isInPartialType(_ context: DeclID) -> Bool {
    var scope = context
    var steps = 0
    while scope != .none && steps < 1024 {
      if decls.kind(scope).isTypeContext, isPartial(nominal(ofContext: scope)) { return true }
      scope = decls.parent(scope)
      steps += 1
    }
    return false
  }

  /// `_x` and `$x` of a property whose wrapper nothing declares.
  package func isNameOfUnknownWrapper(_ text: String, _ context: DeclID) -> Bool {
    guard text.utf8.count > 1, text.hasPrefix("_") || text.hasPrefix("$") else { return false }
    let base = names.find(String(text.dropFirst()))
    let owner = nominal(ofContext: typeContext(of: context))
    guard base != .none, owner != .none else { return false }
    return memberDecls(of: owner, base).contains { decls.kind($0) == .variable && hasUnknownAttribute($0) }
  }

  /// Whether a name that nothing declares may be one of a framework that is declared in part: `UITextChecker`.
  package func isFrameworkName(_ text: String) -> Bool {
    let bytes = Array(text.utf8.prefix(5))
    func isUpper(_ i: Int) -> Bool { i < bytes.count && bytes[i] >= 0x41 && bytes[i] <= 0x5A }
    guard bytes.count >= 4, isUpper(0), isUpper(1) else {
      return text.hasPrefix("kCG") || text.hasPrefix("kCF") || text.hasPrefix("kUT")
    }
    let prefix = String(decoding: bytes[0..<2], as: UTF8.self)
    switch prefix {
    case "UI", "NS", "CA", "CG", "CF", "CT", "CI", "OS", "CL", "UN", "MK", "AV", "WK", "SK", "CK", "PH", "SC", "AR",
      "VN", "MT", "GK", "EK", "CN", "CB", "CM", "HK", "MF", "NW", "PK", "SF", "UT", "WC", "ML", "GC", "IN", "PD", "QL":
      return isUpper(2)
    default: return false
    }
  }
}

extension NameSuggestions {
  /// Names of which a text is a slip of the keys: one letter wrong, missing, doubled or swapped.
  package static func slips(of name: String, among candidates: [String], shortest: Int = 5) -> [String] {
    let wanted = Array(name.utf8)
    guard wanted.count >= shortest, wanted.count <= 64 else { return [] }
    let hasPrefix = wanted.prefix(3).allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
    var found: [String] = []
    for text in candidates {
      let length = text.utf8.count
      if abs(length - wanted.count) > 1 || length < shortest - 1 { continue }
      let other = Array(text.utf8)
      if other == wanted { continue }
      // `Map` is no slip of `map`; a value is often named after its type: `let storage = Storage.storage()`.
      let isCapital = wanted[0] >= 0x41 && wanted[0] <= 0x5A
      let isOtherCapital = other[0] >= 0x41 && other[0] <= 0x5A
      if isCapital != isOtherCapital { continue }
      // `ICalendar` is no slip of `Calendar`.
      if isCapital && isOtherCapital
        && (wanted.dropFirst().elementsEqual(other) || other.dropFirst().elementsEqual(wanted))
      {
        continue
      }
      // A plural is a name of its own.
      let (longer, shorter) = length > wanted.count ? (other, wanted) : (wanted, other)
      let isLonger = longer.count > shorter.count && longer.starts(with: shorter)
      if isLonger, longer.last == 0x73 { continue }
      // `toggled` beside `toggle`, too.
      if isLonger, longer.last == 0x64, shorter.last == 0x65 { continue }
      // `CIContext` is no slip of `CGContext`.
      if hasPrefix && isOtherCapital && !wanted.prefix(2).elementsEqual(other.prefix(2)) { continue }
      if distance(wanted, other, bound: 1) != nil { found.append(text) }
    }
    return found
  }
}
