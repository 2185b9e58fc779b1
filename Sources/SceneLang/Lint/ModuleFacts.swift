/// Declarations of the module that rules go through, and what the text says beside them.
extension LintModule {
  /// Variables with property wrappers, in the order of their declaration.
  var properties: [DeclID] {
    if let made = madeProperties, made.declarations == sema.decls.count { return made.list }
    var found: [DeclID] = []
    for raw in 0..<UInt32(truncatingIfNeeded: sema.decls.count) {
      let decl = DeclID(raw)
      guard sema.decls.kind(decl) == .variable, !sema.decls.has(decl, .isPrelude),
        !sema.decls.has(decl, .isSynthesized),
        sema.decls.parent(decl) != .none, sema.decls.kind(sema.decls.parent(decl)).isTypeContext,
        !sema.isPreludeFile(sema.decls.file(decl)), wrapper(of: decl) != .none
      else { continue }
      found.append(decl)
    }
    madeProperties = (sema.decls.count, found)
    return found
  }

  /// Structs, classes and enums of the module.
  var ownTypes: [DeclID] {
    var found: [DeclID] = []
    for raw in 0..<UInt32(truncatingIfNeeded: sema.decls.count) {
      let decl = DeclID(raw)
      guard sema.decls.kind(decl).isNominal, !sema.decls.has(decl, .isPrelude), sema.decls.node(decl) != .none,
        !sema.isPreludeFile(sema.decls.file(decl))
      else { continue }
      found.append(decl)
    }
    return found
  }

  /// Whether a body of a type has mistakes.
  func hasErrors(in nominal: DeclID) -> Bool {
    bodies.contains { body in
      guard body.hasErrors else { return false }
      let context = sema.typeContext(of: body.owner)
      return context != .none && sema.nominal(ofContext: context) == nominal
    }
  }

  /// Whether a property's name stands in code that is left out by `#if` in its file.
  func isMentioned(_ property: DeclID, beyond count: Int) -> Bool {
    let file = sema.decls.file(property)
    let tree = sema.tree(file)
    let name = name(property)
    var configs: [SourceRange] = []
    for index in tree.nodes.indices where tree.nodes[index].kind == .ifConfig {
      configs.append(tree.range(NodeID(UInt32(index))))
    }
    guard !configs.isEmpty else { return false }
    for token in tree.tokens.indices {
      let range = tree.tokens[token].range
      guard configs.contains(where: { $0.contains(range) }) else { continue }
      let text = tree.text(TokenID(UInt32(token)))
      if text == name || text == "$\(name)" || text == "_\(name)" { return true }
    }
    return false
  }

  /// Whether a string literal with this text stands in any file of the module.
  func isSpelledElsewhere(_ text: String) -> Bool {
    let wanted = Array("coordinateSpace".utf8)
    let name = Array("\"\(text)\"".utf8)
    for file in 1..<max(1, sema.fileCount + 1) {
      let bytes = sema.tree(file).source.bytes
      if LintModule.contains(bytes, wanted), LintModule.contains(bytes, name) { return true }
    }
    return false
  }

  static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
    find(word, in: bytes, from: 0) != nil
  }

  /// The first place of a word at or behind an offset.
  static func find(_ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let last = word.last, start >= 0 else { return nil }
    // Where a byte is none of the word's, no place of it is around; told by the low five bits.
    var letters: UInt32 = 0
    for byte in word { letters |= 1 << UInt32(byte & 31) }
    let count = word.count
    var end = start + count - 1
    while end < bytes.count {
      let byte = bytes[end]
      if letters >> UInt32(byte & 31) & 1 == 0 {
        end += count
        continue
      }
      if byte == last {
        let first = end - count + 1
        var length = 0
        while length < count, bytes[first + length] == word[length] { length += 1 }
        if length == count { return first }
      }
      end += 1
    }
    return nil
  }

  /// What `@available` of a declaration says about its deprecation.
  struct Availability {
    /// Major version of iOS; 100000 for a deprecation that is only meant.
    var version: Int?
    var renamed: String?
    var message: String?
  }

  func availability(of decl: DeclID) -> Availability {
    if let made = madeAvailabilities[decl] { return made }
    let made = readAvailability(of: decl)
    if sema.decls.has(decl, .isPrelude) { madeAvailabilities[decl] = made }
    return made
  }

  private func readAvailability(of decl: DeclID) -> Availability {
    let head = sema.head(of: decl)
    let tree = sema.tree(sema.decls.file(decl))
    guard head != .none else { return Availability() }
    let attributes = tree.node(head, at: Slot.attributes)
    guard attributes != .none else { return Availability() }
    let range = tree.range(attributes)
    let bytes = UnsafeBufferPointer(rebasing: tree.source.bytes[Int(range.start)..<Int(range.end)])
    var result = Availability()
    func rest(behind label: StaticString) -> Slice<UnsafeBufferPointer<UInt8>>? {
      let count = label.utf8CodeUnitCount
      var start = 0
      while start + count <= bytes.count {
        var same = 0
        while same < count, bytes[start + same] == label.utf8Start[same] { same += 1 }
        if same == count { return bytes[(start + count)...] }
        start += 1
      }
      return nil
    }
    func quoted(_ label: StaticString) -> String? {
      rest(behind: label).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self) }
    }
    result.renamed = quoted("renamed: \"")
    result.message = quoted("message: \"")
    if let digits = rest(behind: "deprecated: ")?.prefix(while: { $0 >= 0x30 && $0 <= 0x39 }), digits.count < 9 {
      var number: Int?
      for digit in digits { number = (number ?? 0) * 10 + Int(digit - 0x30) }
      result.version = number
    }
    return result
  }
}
