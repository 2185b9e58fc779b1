/// Reads interface files into the tables of the prelude index: nominals, entries, extensions, conformances.
///
/// It works on syntax alone. Types are resolved by name only as far as the index needs it: extended types, inherited
/// types, operands of operators.
import SceneLang

package struct PreludeBuilder {
  struct Nominal {
    var path: String
    var entry: Int
    var end: Int
  }

  struct Entry {
    var name: String
    /// Nominal, or -1 at top level
    var owner: Int
    var kind: PreludeEntryKind
    var flags: PreludeEntryFlags
    var start: Int
    var end: Int
    var source: Int
    var declared = -1
    var left = -1
    var right = -1
    var introduced = 0
    /// Place in the text of all files, for order
    var position: Int
    /// `View.padding(_:_:)`, the key of a native
    var key = ""
    var parameters: [PreludeParameter] = []
    /// Whether the shape of the parameters is kept: of what is called by labels
    var hasShape = false
    var result = ""
    var intrinsic: String?
    var file = 0
    /// Variable or subscript with a setter that has no body
    var isSettable = false
  }

  struct Extension {
    var nominal: Int
    var start: Int
    var headerEnd: Int
    var end: Int
    var isConstrained: Bool
    var selfNominal: Int
    var introduced: Int
  }

  struct Conformance {
    var nominal: Int
    var proto: Int
    var source: Int
    var isConditional: Bool
    var isSuperclass: Bool
    var position: Int
  }

  struct File {
    var name: String
    var module: String
    var start: Int
    var end: Int
    var tree: SyntaxTree
  }

  var text: [UInt8] = []
  var files: [File] = []
  var nominals: [Nominal] = []
  var entries: [Entry] = []
  var extensions: [Extension] = []
  var conformances: [Conformance] = []
  package private(set) var problems: [String] = []

  /// Path of a nominal to its number.
  var nominalOfPath: [String: Int] = [:]
  /// Path of a type alias to the path it stands for, as written.
  var aliases: [String: String] = [:]
  /// Structs and enums, which nothing inherits from.
  var values: Set<Int> = []
  /// Type aliases of a composition: `Codable`.
  var compositions: [String: [String]] = [:]

  static let modules: Set<String> = ["Swift", "SwiftUI", "Combine", "Foundation", "UIKit", "CoreGraphics"]

  package init() {}

  /// Adds a file. Call in the order of the paths; `finish()` after the last.
  package mutating func add(_ bytes: [UInt8], file name: String) {
    let start = text.count
    text += bytes
    if text.last != 0x0A { text.append(0x0A) }
    let module = name.split(separator: "-").first.map(String.init) ?? name
    let tree = Parser.parse(SourceFile(name: name, bytes: bytes))
    files.append(File(name: name, module: module, start: start, end: text.count, tree: tree))
    checkSyntax(tree, name)
  }

  package mutating func finish() {
    for file in files.indices { declareNominals(file) }
    for file in files.indices { addItems(file) }
  }

  mutating func problem(_ file: Int, _ node: NodeID, _ message: String) {
    let place = files[file].tree.source.position(files[file].tree.start(node))
    problems.append("\(files[file].name):\(place.line): \(message)")
  }

  private mutating func checkSyntax(_ tree: SyntaxTree, _ name: String) {
    for row in tree.nodes.indices {
      let node = NodeID(UInt32(row))
      switch tree.kind(node) {
      case .unexpected, .missingDecl, .missingExpr, .missingType, .missingPattern, .nestingLimit:
        problems.append("\(name):\(tree.source.position(tree.start(node)).line): cannot be read: \(tree.text(node))")
      default: break
      }
    }
    for token in tree.tokens where token.isMissing && token.kind != .endOfFile {
      problems.append("\(name):\(tree.source.position(token.offset).line): missing \(token.kind)")
    }
  }

  // MARK: First pass: names of types

  private mutating func declareNominals(_ file: Int) {
    for node in files[file].tree.elements(files[file].tree.root) { declareNominal(file, node, "") }
  }

  private mutating func declareNominal(_ file: Int, _ node: NodeID, _ outer: String) {
    let tree = files[file].tree
    switch tree.kind(node) {
    case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl:
      let name = tree.name(of: tree.token(node, at: 3))
      let path = outer.isEmpty ? name : outer + "." + name
      if nominalOfPath[path] != nil {
        problem(file, node, "\(path) is declared twice")
      } else {
        nominalOfPath[path] = nominals.count
        if tree.kind(node) == .structDecl || tree.kind(node) == .enumDecl { values.insert(nominals.count) }
        nominals.append(Nominal(path: path, entry: -1, end: 0))
      }
      for member in tree.elements(tree.node(node, at: 7)) { declareNominal(file, member, path) }
    case .extensionDecl:
      let path = tree.text(tree.node(node, at: 3))
      for member in tree.elements(tree.node(node, at: 7)) { declareNominal(file, member, path) }
    case .typealiasDecl:
      let name = tree.name(of: tree.token(node, at: 3))
      let path = outer.isEmpty ? name : outer + "." + name
      let target = tree.node(node, at: 6)
      switch tree.kindIfPresent(target) {
      case .compositionType: compositions[path] = tree.elements(target).map { baseName(tree, $0) }
      case .some: if aliases[path] == nil { aliases[path] = baseName(tree, target) }
      case nil: break
      }
    default: break
    }
  }

  /// A type's name without arguments: `Text.Case`, `Array`; empty for what has none.
  func baseName(_ tree: SyntaxTree, _ node: NodeID) -> String {
    switch tree.kindIfPresent(node) {
    case .identifierType: return tree.name(of: tree.token(node, at: 0))
    case .pathType:
      var parts: [String] = []
      for part in tree.elements(node) { parts.append(baseName(tree, part)) }
      return parts.joined(separator: ".")
    case .attributedType: return baseName(tree, tree.node(node, at: 2))
    case .optionalType, .unwrappedOptionalType: return "Optional"
    case .arrayType: return "Array"
    case .dictionaryType: return "Dictionary"
    case .anyType, .someType: return baseName(tree, tree.node(node, at: 1))
    case .tupleType:
      let elements = Array(tree.elements(node))
      return elements.count == 1 ? baseName(tree, tree.node(elements[0], at: 3)) : ""
    default: return ""
    }
  }

  /// The nominal a name means inside a nominal (path), looking outwards.
  /// With `isParent` structs are passed over: `struct RelativeFormatStyle : FormatStyle` inside of Date, which has a struct
  /// of that name.
  func resolve(_ name: String, from scope: String, depth: Int = 0, isParent: Bool = false) -> Int? {
    // Aliases may go in circles.
    if depth > 8 { return nil }
    // A name with its module is one of the top level.
    if let dot = name.firstIndex(of: "."), PreludeBuilder.modules.contains(String(name[..<dot])) {
      return resolve(String(name[name.index(after: dot)...]), from: "", depth: depth + 1)
    }
    var scope = scope
    for _ in 0..<8 {
      let path = scope.isEmpty ? name : scope + "." + name
      if let found = nominalOfPath[path], !isParent || scope.isEmpty || !values.contains(found) { return found }
      if let target = aliases[path], target != name { return resolve(target, from: scope, depth: depth + 1) }
      if scope.isEmpty { return nil }
      if let dot = scope.lastIndex(of: ".") { scope = String(scope[..<dot]) } else { scope = "" }
    }
    return nil
  }

  // MARK: Second pass: declarations

  private mutating func addItems(_ file: Int) {
    let tree = files[file].tree
    for node in tree.elements(tree.root) { addDeclaration(file, node, owner: -1, source: -1, introduced: 0) }
  }

  private mutating func addDeclaration(_ file: Int, _ node: NodeID, owner: Int, source: Int, introduced outer: Int) {
    let tree = files[file].tree
    let base = files[file].start
    let range = tree.range(node)
    let attributes = attributes(tree, node)
    var entry = Entry(
      name: "", owner: owner, kind: .function, flags: attributes.flags, start: base + Int(range.start),
      end: base + Int(range.end), source: source, position: base + Int(range.start))
    entry.introduced = attributes.introduced > 0 ? attributes.introduced : outer
    entry.intrinsic = attributes.intrinsic
    entry.file = file
    let modifiers = tree.node(node, at: 1)
    if tree.hasToken(modifiers, .static) || tree.hasToken(modifiers, .class) { entry.flags.insert(.isStatic) }
    if tree.hasToken(modifiers, .mutating) { entry.flags.insert(.isMutating) }
    if tree.hasToken(modifiers, .prefix) { entry.flags.insert(.isPrefix) }
    if tree.hasToken(modifiers, .postfix) { entry.flags.insert(.isPostfix) }
    switch tree.kind(node) {
    case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl: addNominal(file, node, &entry)
    case .extensionDecl: addExtension(file, node, introduced: attributes.introduced)
    case .functionDecl, .initializerDecl, .subscriptDecl, .macroDecl: addFunction(file, node, &entry)
    case .variableDecl: addVariables(file, node, entry)
    case .enumCaseDecl:
      entry.kind = .enumCase
      entry.flags.insert(.isStatic)
      entry.flags.insert(.hasBody)
      for element in tree.elements(node, from: 3) {
        entry.name = tree.name(of: tree.token(element, at: 0))
        entries.append(entry)
      }
    case .typealiasDecl, .associatedtypeDecl:
      entry.kind = tree.kind(node) == .typealiasDecl ? .typeAlias : .associatedType
      entry.flags.insert(.isStatic)
      entry.name = tree.name(of: tree.token(node, at: 3))
      entries.append(entry)
    case .operatorDecl, .precedenceGroupDecl:
      entry.kind = tree.kind(node) == .operatorDecl ? .operatorDecl : .precedenceGroup
      entry.name = tree.name(of: tree.token(node, at: 3))
      entries.append(entry)
    default: problem(file, node, "no declaration: \(tree.kind(node))")
    }
  }

  private mutating func addNominal(_ file: Int, _ node: NodeID, _ entry: inout Entry) {
    let tree = files[file].tree
    entry.name = tree.name(of: tree.token(node, at: 3))
    switch tree.kind(node) {
    case .structDecl: entry.kind = .structDecl
    case .enumDecl: entry.kind = .enumDecl
    case .protocolDecl: entry.kind = .protocolDecl
    default: entry.kind = .classDecl
    }
    entry.flags.insert(.isStatic)
    entry.flags.insert(.hasBody)
    let path = (entry.owner < 0 ? "" : nominals[entry.owner].path + ".") + entry.name
    guard let number = nominalOfPath[path] else { return }
    entry.declared = number
    let body = tree.node(node, at: 7)
    if body != .none { entry.end = headEnd(file, body) }
    nominals[number].entry = entries.count
    nominals[number].end = files[file].start + Int(tree.range(node).end)
    entries.append(entry)
    addConformances(file, tree.node(node, at: 5), of: number, source: -1, isConditional: false)
    for member in tree.elements(body) {
      addDeclaration(file, member, owner: number, source: -1, introduced: entry.introduced)
    }
  }

  /// Where the head of a declaration ends: after the token before its brace.
  private func headEnd(_ file: Int, _ body: NodeID) -> Int {
    let tree = files[file].tree
    let first = tree.tokenRange(body).lowerBound
    return files[file].start + Int(first > 0 ? tree.tokens[first - 1].end : tree.start(body))
  }

  private mutating func addExtension(_ file: Int, _ node: NodeID, introduced: Int) {
    let tree = files[file].tree
    let name = baseName(tree, tree.node(node, at: 3))
    guard let number = resolve(name, from: "") else {
      problem(file, node, "extension of unknown type \(name)")
      return
    }
    let body = tree.node(node, at: 7)
    let clause = tree.node(node, at: 6)
    var row = Extension(
      nominal: number, start: files[file].start + Int(tree.range(node).start), headerEnd: headEnd(file, body),
      end: files[file].start + Int(tree.range(node).end), isConstrained: clause != .none, selfNominal: -1,
      introduced: introduced)
    if clause != .none {
      for requirement in tree.elements(clause) where tree.kind(requirement) == .sameTypeRequirement {
        if baseName(tree, tree.node(requirement, at: 0)) == "Self" {
          let target = baseName(tree, tree.node(requirement, at: 2))
          row.selfNominal = resolve(target, from: nominals[number].path) ?? -1
        }
      }
    }
    let source = extensions.count
    extensions.append(row)
    addConformances(file, tree.node(node, at: 5), of: number, source: source, isConditional: clause != .none)
    for member in tree.elements(body) {
      addDeclaration(file, member, owner: number, source: source, introduced: introduced)
    }
  }

  private mutating func addConformances(_ file: Int, _ clause: NodeID, of number: Int, source: Int, isConditional: Bool)
  {
    if clause == .none { return }
    let tree = files[file].tree
    for type in tree.elements(clause) {
      let parts = tree.kind(type) == .compositionType ? Array(tree.elements(type)) : [type]
      for part in parts {
        let name = baseName(tree, part)
        for target in compositions[name] ?? [name] {
          addConformance(file, part, target, of: number, source: source, isConditional: isConditional)
        }
      }
    }
  }

  private mutating func addConformance(
    _ file: Int, _ node: NodeID, _ name: String, of number: Int, source: Int, isConditional: Bool
  ) {
    guard let target = resolve(name, from: nominals[number].path, isParent: true) else {
      problem(file, node, "unknown type \(name) in the inheritance clause of \(nominals[number].path)")
      return
    }
    let proto = nominals[target]
    let isClass = proto.entry >= 0 && entries[proto.entry].kind != .protocolDecl
    // The raw type of an enum is not a conformance.
    if isClass && nominals[number].entry >= 0 && entries[nominals[number].entry].kind != .classDecl { return }
    conformances.append(
      Conformance(
        nominal: number, proto: target, source: source, isConditional: isConditional, isSuperclass: isClass,
        position: conformances.count))
  }

  private mutating func addFunction(_ file: Int, _ node: NodeID, _ entry: inout Entry) {
    let tree = files[file].tree
    let body = tree.node(node, at: 9)
    if body != .none && (tree.kind(body) == .codeBlock || hasBody(tree, accessors: body)) {
      entry.flags.insert(.hasBody)
    }
    switch tree.kind(node) {
    case .initializerDecl:
      entry.name = "init"
      entry.kind = .initializer
    case .subscriptDecl:
      entry.name = "subscript"
      entry.kind = .subscriptDecl
    case .macroDecl:
      entry.name = tree.name(of: tree.token(node, at: 3))
      entry.kind = .macro
      entry.flags.insert(.hasBody)
    default: entry.name = tree.name(of: tree.token(node, at: 3))
    }
    entry.parameters = parameters(tree, tree.node(node, at: 5), isSubscript: entry.kind == .subscriptDecl)
    entry.hasShape = entry.kind != .macro
    if tree.kind(node) != .initializerDecl, tree.node(node, at: 7) != .none {
      entry.result = tree.text(tree.node(tree.node(node, at: 7), at: 1))
    } else if tree.kind(node) == .initializerDecl {
      entry.result = "Self"
    }
    if entry.kind == .function, let first = entry.name.unicodeScalars.first, !isIdentifierStart(first) {
      addOperands(file, node, &entry)
    }
    entries.append(entry)
  }

  private mutating func addOperands(_ file: Int, _ node: NodeID, _ entry: inout Entry) {
    let tree = files[file].tree
    var generic: Set<String> = []
    let clause = tree.node(node, at: 4)
    if clause != .none {
      for parameter in tree.elements(clause) { generic.insert(tree.name(of: tree.token(parameter, at: 2))) }
    }
    let scope = entry.owner < 0 ? "" : nominals[entry.owner].path
    func operand(_ position: Int) -> Int {
      guard position < entry.parameters.count else { return -1 }
      let name = baseName(tree, entry.parameters[position].node)
      if name.isEmpty || generic.contains(name) { return -1 }
      if name == "Self" { return entry.owner }
      return resolve(name, from: scope) ?? -1
    }
    entry.left = operand(0)
    entry.right = operand(1)
  }

  private mutating func addVariables(_ file: Int, _ node: NodeID, _ template: Entry) {
    let tree = files[file].tree
    for binding in tree.elements(node, from: 3) where tree.kind(binding) == .patternBinding {
      var entry = template
      entry.kind = .variable
      let pattern = tree.node(binding, at: 0)
      guard tree.kindIfPresent(pattern) == .identifierPattern else {
        problem(file, binding, "a variable needs a name")
        continue
      }
      entry.name = tree.name(of: tree.token(pattern, at: 0))
      entry.result = tree.text(tree.node(binding, at: 2))
      let accessors = tree.node(binding, at: 5)
      let isRequirement =
        entry.owner >= 0 && entry.source < 0 && entries[nominals[entry.owner].entry].kind == .protocolDecl
      if accessors == .none {
        if !isRequirement { entry.flags.insert(.hasBody) }
      } else if tree.kind(accessors) == .codeBlock || hasBody(tree, accessors: accessors) {
        entry.flags.insert(.hasBody)
      } else if tree.elements(accessors).contains(where: { tree.token(tree.token($0, at: 2), is: "set") }) {
        entry.isSettable = true
      }
      entries.append(entry)
    }
  }

  private func hasBody(_ tree: SyntaxTree, accessors: NodeID) -> Bool {
    if tree.kind(accessors) == .codeBlock { return true }
    for accessor in tree.elements(accessors) where tree.node(accessor, at: 5) != .none { return true }
    return false
  }

  private func isIdentifierStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_" || scalar == "$"
  }

  func parameters(_ tree: SyntaxTree, _ clause: NodeID, isSubscript: Bool) -> [PreludeParameter] {
    if clause == .none { return [] }
    var result: [PreludeParameter] = []
    for node in tree.elements(clause) where tree.kind(node) == .parameter {
      let first = tree.name(of: tree.token(node, at: 2))
      let second = tree.name(of: tree.token(node, at: 3))
      let isUnlabelled = first == "_" || (isSubscript && second.isEmpty)
      result.append(
        PreludeParameter(
          label: isUnlabelled ? "_" : first, name: second.isEmpty ? first : second,
          type: tree.text(tree.node(node, at: 5)), node: tree.node(node, at: 5), isVariadic: tree.has(node, at: 6),
          hasDefault: tree.has(node, at: Slot.parameterDefault)))
    }
    return result
  }

  private struct Attributes {
    var flags: PreludeEntryFlags = []
    var introduced = 0
    var intrinsic: String?
  }

  private func attributes(_ tree: SyntaxTree, _ node: NodeID) -> Attributes {
    var result = Attributes()
    let list = tree.node(node, at: 0)
    if list == .none { return result }
    for attribute in tree.elements(list) where tree.kind(attribute) == .attribute {
      let text = tree.text(attribute)
      switch baseName(tree, tree.node(attribute, at: 1)) {
      case "_disfavoredOverload": result.flags.insert(.isDisfavored)
      case "inert": result.flags.insert(.isInert)
      case "unmodelled": result.flags.insert(.isUnmodelled)
      case "resultBuilder": result.flags.insert(.isResultBuilder)
      case "propertyWrapper": result.flags.insert(.isPropertyWrapper)
      case "dynamicMemberLookup": result.flags.insert(.isDynamicMemberLookup)
      case "intrinsic":
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        if parts.count == 3 { result.intrinsic = String(parts[1]) }
      case "available":
        if text.contains("unavailable") { result.flags.insert(.isUnavailable) }
        if text.contains("deprecated") { result.flags.insert(.isDeprecated) }
        if result.introduced == 0 { result.introduced = version(text) }
      default: break
      }
    }
    return result
  }

  /// `iOS 17.2` or `introduced: 17.2` in an attribute, as 1702.
  private func version(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    for marker in ["iOS ", "introduced: "] {
      let wanted = Array(marker.utf8)
      var position = 0
      while position + wanted.count < bytes.count {
        if bytes[position..<position + wanted.count].elementsEqual(wanted) {
          var numbers: [Int] = [0]
          for byte in bytes[(position + wanted.count)...] {
            if byte >= 0x30 && byte <= 0x39 {
              numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            } else if byte == 0x2E {
              numbers.append(0)
            } else {
              break
            }
          }
          if numbers[0] > 0 { return numbers[0] * 100 + (numbers.count > 1 ? numbers[1] : 0) }
        }
        position += 1
      }
    }
    return 0
  }
}

/// A parameter as written.
struct PreludeParameter {
  var label: String
  var name: String
  var type: String
  var node: NodeID
  var isVariadic: Bool
  var hasDefault: Bool
  /// `repeat each T`
  var isPack: Bool { type.hasPrefix("repeat ") }
}
