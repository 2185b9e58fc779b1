/// What the bodies of a module see of each other, told by the tokens alone: which bodies an edit of declarations can reach.
///
/// A file is cut into *groups* and *leaves*. A group is what stands outside of bodies under one top-level name: a type with
/// all its members and extensions, a function, a variable with its initial value. A leaf is what is checked as one: a
/// function, a variable, a case. A leaf depends on the groups it names and on its own, and these on the groups they name,
/// because every type it meets is reached through names that stand somewhere on that way. What is found without being
/// named (conformances, initialisers and operators given to types of the prelude, imports) counts as one thing on which
/// all depends.
///
/// The members of a type that are found by name alone are rows of their own: where only they differ, a leaf that does not
/// name the type has to name the member, too, to be reached.
struct ModuleOutline {
  /// What stands under one name, without bodies; or a member of it.
  struct Group {
    var name: UInt64
    /// Name of the member; 0 for all that is not found by a member's name.
    var member: UInt64 = 0
    var isAlias = false
    var hash: UInt64
    /// Names in it.
    var mentions: Range<Int>
    var token: TokenID
  }

  struct Leaf {
    /// `DeclTable.head` of its declarations.
    var node: NodeID
    /// Equal for leaves of equal text in equal surroundings.
    var key: UInt64
    var mentions: Range<Int>
    var range: SourceRange
  }

  private(set) var groups: [Group] = []
  private(set) var leaves: [Leaf] = []
  private(set) var names: [UInt64] = []
  /// Hash of what is found without being named.
  private(set) var common: UInt64 = 0

  private let tree: SyntaxTree
  /// Tokens that give a name in the item whose interface is read, which is no use of the name.
  private var declared = IDSet<UInt32>()
  /// Types that the module declares at top level.
  private let types: IDSet<UInt64>

  init(_ tree: SyntaxTree, types: IDSet<UInt64>) {
    self.tree = tree
    self.types = types
    if tree.root != .none { items(tree.root, from: 0, Around(hash: 1, group: nil)) }
  }

  /// Names of the types that a file declares at top level.
  static func collectTypes(_ tree: SyntaxTree, into types: inout IDSet<UInt64>) {
    guard tree.root != .none else { return }
    func visit(_ list: NodeID, from slot: Int, depth: Int) {
      for item in tree.elements(list, from: slot) {
        switch tree.kind(item) {
        case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl:
          let name = tree.token(item, at: Slot.name)
          if name != .none { types.insert(hash(tree, Int(name.raw))) }
        case .ifConfig where depth < 64:
          for clause in tree.elements(item) { visit(clause, from: 2, depth: depth + 1) }
        default: break
        }
      }
    }
    visit(tree.root, from: 0, depth: 0)
  }

  // MARK: What an edit reaches

  /// Rounds of naming, after which an edit counts as reaching everything.
  private static let maximumRounds = 32

  /// What an edit reaches.
  struct Reach {
    /// Groups of which anything may differ.
    var groups = IDSet<UInt64>()
    /// Groups of which only members differ, and those members.
    var types = IDSet<UInt64>()
    var members = IDSet<UInt64>()
    /// Groups from which names lead to the types.
    var around = IDSet<UInt64>()
  }

  /// The groups and members that differ between two versions of a module, and those that follow from them. Nil if what is
  /// common to all differs, or what the prelude's declarations may mean.
  /// - Parameter isWitness: whether a protocol of a type asks for a member, given by their names
  static func reached(
    from old: [ModuleOutline], to new: [ModuleOutline], prelude: PreludeIndex,
    isWitness: (_ type: UInt64, _ member: String) -> Bool
  ) -> Reach? {
    guard old.count == new.count, zip(old, new).allSatisfy({ $0.common == $1.common }) else { return nil }
    func sums(_ outlines: [ModuleOutline]) -> IDMap<MemberName, UInt64> {
      var result = IDMap<MemberName, UInt64>()
      for outline in outlines {
        for row in outline.groups {
          let key = MemberName(group: row.name, member: row.member)
          result[key] = (result[key] ?? 7) &* 31 &+ row.hash
        }
      }
      return result
    }
    let before = sums(old)
    let after = sums(new)
    var reach = Reach()
    for outline in old + new {
      for row in outline.groups {
        let key = MemberName(group: row.name, member: row.member)
        if before[key] == after[key] { continue }
        if row.member != 0, !isWitness(row.name, outline.tree.name(of: row.token)) {
          reach.types.insert(row.name)
          reach.members.insert(row.member)
          continue
        }
        // A name that comes or goes may stand for one of the prelude's.
        if row.member == 0, before[key] == nil || after[key] == nil, row.token != .none {
          if let name = prelude.name(outline.tree.nameBytes(row.token)), !prelude.topLevel(name).isEmpty { return nil }
        }
        reach.groups.insert(row.name)
      }
    }
    // A change of what is stored is one of the memberwise initialiser, which `.init` may mean.
    if !reach.types.isEmpty { reach.members.insert(initializerName) }
    for _ in 0..<maximumRounds {
      let count = (reach.groups.count, reach.types.count, reach.members.count)
      guard let around = surroundings(of: reach.types, old + new) else { return nil }
      reach.around = around
      for outline in old + new {
        for row in outline.groups where !reach.groups.contains(row.name) {
          if row.isAlias, outline.names(row.mentions, contain: reach.types) { reach.types.insert(row.name) }
          let isReached =
            outline.names(row.mentions, contain: reach.groups)
            || reach.around.contains(row.name) && outline.names(row.mentions, contain: reach.members)
          guard isReached else { continue }
          if row.member == 0 {
            reach.groups.insert(row.name)
          } else {
            reach.types.insert(row.name)
            reach.members.insert(row.member)
          }
        }
      }
      if count == (reach.groups.count, reach.types.count, reach.members.count) { return reach }
    }
    return nil
  }

  private struct MemberName: TableKey {
    var group: UInt64
    var member: UInt64
    var tableHash: UInt32 { (group &+ member &* 0xD6E8_FEB8_6659_FD93).tableHash }
  }

  /// The types and all groups that name them, directly or by others; nil if that takes too many rounds.
  private static func surroundings(of types: IDSet<UInt64>, _ outlines: [ModuleOutline]) -> IDSet<UInt64>? {
    var result = types
    if types.isEmpty { return result }
    for _ in 0..<maximumRounds {
      let count = result.count
      for outline in outlines {
        for row in outline.groups where !result.contains(row.name) && outline.names(row.mentions, contain: result) {
          result.insert(row.name)
        }
      }
      if result.count == count { return result }
    }
    return nil
  }

  /// Whether an edit may change what is found in a leaf.
  func isReached(_ leaf: Leaf, _ reach: Reach) -> Bool {
    names(leaf.mentions, contain: reach.groups) || names(leaf.mentions, contain: reach.types)
      || names(leaf.mentions, contain: reach.members) && names(leaf.mentions, contain: reach.around)
  }

  private func names(_ range: Range<Int>, contain wanted: IDSet<UInt64>) -> Bool {
    if wanted.isEmpty { return false }
    for index in range where wanted.contains(names[index]) { return true }
    return false
  }

  // MARK: Walking

  /// Where an item stands.
  private struct Around {
    /// Of the heads around.
    var hash: UInt64
    /// Name of the group around; nil at top level.
    var group: UInt64?
  }

  private mutating func items(_ list: NodeID, from slot: Int, _ around: Around) {
    for item in tree.elements(list, from: slot) { self.item(item, around) }
  }

  private mutating func item(_ node: NodeID, _ around: Around) {
    let start = names.count
    switch tree.kind(node) {
    case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl:
      let name = tree.token(node, at: Slot.name)
      let group = name == .none ? around.group ?? 0 : Self.hash(tree, Int(name.raw))
      if tree.kind(node) == .protocolDecl {
        add(group, interface(node), start, token: name)
      } else {
        typeRows(node, group, token: name)
      }
      members(node, Around(hash: around.hash &* 31 &+ head(node), group: group))
    case .extensionDecl: extensionItem(node, around)
    case .functionDecl:
      let name = tree.token(node, at: Slot.name)
      let hash = interface(node)
      if name == .none || tree.kind(name).isOperator {
        common = common &* 31 &+ hash
        names.removeSubrange(start...)
      } else {
        add(Self.hash(tree, Int(name.raw)), hash, start, token: name)
      }
      leaf(node, around)
    case .variableDecl, .typealiasDecl:
      let hash = interface(node)
      for name in declaredNames(node) {
        add(Self.hash(tree, Int(name.raw)), hash, start, token: name)
        groups[groups.count - 1].isAlias = tree.kind(node) == .typealiasDecl
      }
      leaf(node, around)
    case .macroExpansion: leaf(node, around)
    case .ifConfig:
      for clause in tree.elements(node) {
        let condition = tree.node(clause, at: 1)
        common = common &* 31 &+ (condition == .none ? 7 : tokens(tree.tokenRange(condition), mentions: false))
        items(clause, from: 2, around)
      }
    default: common = common &* 31 &+ tokens(tree.tokenRange(node), mentions: false)
    }
  }

  /// An extension belongs to the module's type of that name. What it gives to another type is found by the member's name,
  /// if it has one and the extension declares no conformance.
  private mutating func extensionItem(_ node: NodeID, _ around: Around) {
    let start = names.count
    let type = tree.node(node, at: Slot.name)
    let token = type == .none ? TokenID.none : tree.firstToken(type)
    let own = token == .none ? 0 : Self.hash(tree, Int(token.raw))
    let inside = Around(hash: around.hash &* 31 &+ head(node), group: own)
    if types.contains(own) {
      typeRows(node, own, token: token)
    } else if tree.node(node, at: Slot.inheritance) != .none {
      common = common &* 31 &+ interface(node)
      names.removeSubrange(start...)
    } else {
      let block = tree.node(node, at: Slot.members)
      if block != .none {
        for member in tree.elements(block) {
          let first = names.count
          let hash = interface(member) &+ head(node)
          let declared = declaredNames(member)
          if declared.isEmpty || declared.contains(where: { Self.isFoundUnnamed(tree, $0) }) {
            common = common &* 31 &+ hash
            names.removeSubrange(first...)
          } else {
            for name in declared { add(Self.hash(tree, Int(name.raw)), hash, first, token: name) }
          }
        }
      }
    }
    members(node, inside)
  }

  /// Rows of a type or an extension: one for each member that is found by its name, one for the rest.
  private mutating func typeRows(_ node: NodeID, _ group: UInt64, token: TokenID) {
    let block = tree.node(node, at: Slot.members)
    let start = names.count
    var hash = tokens(upTo(block, in: node), mentions: true)
    guard block != .none else { return add(group, hash, start, token: token) }
    var named: [(NodeID, [TokenID])] = []
    for member in tree.elements(block) {
      let kind = tree.kind(member)
      let declared = kind == .functionDecl || kind == .variableDecl ? declaredNames(member) : []
      if declared.isEmpty || declared.contains(where: { Self.isFoundUnnamed(tree, $0) }) {
        hash = hash &* 31 &+ interface(member)
      } else {
        named.append((member, declared))
      }
    }
    add(group, hash, start, token: token)
    for (member, declared) in named {
      let first = names.count
      let own = interface(member)
      for name in declared {
        groups.append(
          Group(
            name: group, member: Self.hash(tree, Int(name.raw)), hash: own, mentions: first..<names.count, token: name))
      }
    }
  }

  /// Members that the language calls by itself.
  private static func isFoundUnnamed(_ tree: SyntaxTree, _ name: TokenID) -> Bool {
    if tree.kind(name).isOperator { return true }
    let text = tree.name(of: name)
    switch text {
    case "callAsFunction", "wrappedValue", "projectedValue", "body", "appendInterpolation", "appendLiteral",
      "makeIterator", "makeAsyncIterator", "next", "id", "hash", "animatableData", "dynamicMember":
      return true
    default: return text.utf8.starts(with: "build".utf8) || text.utf8.first == UInt8(ascii: "_")
    }
  }

  private mutating func members(_ node: NodeID, _ around: Around) {
    let block = tree.node(node, at: Slot.members)
    if block != .none { memberItems(block, from: 0, around, depth: 0) }
  }

  private mutating func memberItems(_ list: NodeID, from slot: Int, _ around: Around, depth: Int) {
    guard depth < 256 else { return }
    for item in tree.elements(list, from: slot) {
      switch tree.kind(item) {
      case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl, .extensionDecl:
        let inner = Around(hash: around.hash &* 31 &+ head(item), group: around.group)
        let block = tree.node(item, at: Slot.members)
        if block != .none { memberItems(block, from: 0, inner, depth: depth + 1) }
      case .ifConfig:
        for clause in tree.elements(item) { memberItems(clause, from: 2, around, depth: depth + 1) }
      default: leaf(item, around)
      }
    }
  }

  private mutating func leaf(_ node: NodeID, _ around: Around) {
    let start = names.count
    var key = around.hash &* 31 &+ tokens(tree.tokenRange(node), mentions: true)
    if let group = around.group { names.append(group) }
    // Equal tokens may be grouped in other ways, after an error before them.
    for row in tree.subtree(node).nodes { key = key &* 31 &+ UInt64(tree.nodes[row].kind.rawValue) }
    leaves.append(Leaf(node: node, key: key, mentions: start..<names.count, range: tree.range(node)))
  }

  private mutating func add(_ name: UInt64, _ hash: UInt64, _ start: Int, token: TokenID) {
    groups.append(Group(name: name, hash: hash, mentions: start..<names.count, token: token))
  }

  // MARK: Interfaces

  /// Hash of an item without the blocks of its functions and accessors; the names in it are noted.
  private mutating func interface(_ node: NodeID) -> UInt64 {
    var hash: UInt64 = 17
    hashInterface(node, &hash, depth: 0)
    declared.removeAll(keepingCapacity: true)
    return hash
  }

  private mutating func hashInterface(_ node: NodeID, _ hash: inout UInt64, depth: Int) {
    guard depth < 256 else { return }
    for name in declaredNames(node) { declared.insert(name.raw) }
    switch tree.kind(node) {
    case .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl, .extensionDecl:
      let block = tree.node(node, at: Slot.members)
      hash = hash &* 31 &+ tokens(upTo(block, in: node), mentions: true)
      if block != .none { for member in tree.elements(block) { hashInterface(member, &hash, depth: depth + 1) } }
      hash = hash &* 31 &+ 3
    case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl:
      let body = tree.node(node, at: Slot.body)
      hash = hash &* 31 &+ tokens(upTo(body, in: node), mentions: true)
      accessors(body, &hash)
    case .variableDecl:
      var next = tree.tokenRange(node).lowerBound
      for binding in tree.elements(node, from: 3) where tree.kind(binding) == .patternBinding {
        let block = tree.node(binding, at: Slot.bindingAccessors)
        if block == .none { continue }
        hash = hash &* 31 &+ tokens(next..<max(next, tree.tokenRange(block).lowerBound), mentions: true)
        accessors(block, &hash)
        next = tree.tokenRange(block).upperBound
      }
      let end = tree.tokenRange(node).upperBound
      hash = hash &* 31 &+ tokens(next..<max(next, end), mentions: true)
    case .ifConfig:
      for clause in tree.elements(node) {
        let condition = tree.node(clause, at: 1)
        if condition != .none { hash = hash &* 31 &+ tokens(tree.tokenRange(condition), mentions: false) }
        for member in tree.elements(clause, from: 2) { hashInterface(member, &hash, depth: depth + 1) }
      }
      hash = hash &* 31 &+ 5
    default: hash = hash &* 31 &+ tokens(tree.tokenRange(node), mentions: true)
    }
  }

  /// Which accessors there are, without their blocks.
  private mutating func accessors(_ block: NodeID, _ hash: inout UInt64) {
    guard block != .none else { return }
    hash = hash &* 31 &+ UInt64(tree.kind(block).rawValue)
    guard tree.kind(block) == .accessorBlock else { return }
    for accessor in tree.elements(block) where tree.kind(accessor) == .accessorDecl {
      hash = hash &* 31 &+ tokens(upTo(tree.node(accessor, at: 5), in: accessor), mentions: true)
      hash = hash &* 31 &+ (tree.node(accessor, at: 5) == .none ? 1 : 2)
    }
  }

  private func head(_ node: NodeID) -> UInt64 {
    var hash: UInt64 = 0
    for index in upTo(tree.node(node, at: Slot.members), in: node) { hash = hash &* 31 &+ Self.hash(tree, index) }
    return hash
  }

  /// The tokens of a node before a part of it.
  private func upTo(_ part: NodeID, in node: NodeID) -> Range<Int> {
    let whole = tree.tokenRange(node)
    return part == .none ? whole : whole.lowerBound..<max(whole.lowerBound, tree.tokenRange(part).lowerBound)
  }

  private func declaredNames(_ node: NodeID) -> [TokenID] {
    switch tree.kind(node) {
    case .functionDecl, .typealiasDecl, .structDecl, .classDecl, .actorDecl, .enumDecl, .protocolDecl:
      let name = tree.token(node, at: Slot.name)
      return name == .none ? [] : [name]
    case .variableDecl:
      var found: [TokenID] = []
      for binding in tree.elements(node, from: 3) where tree.kind(binding) == .patternBinding {
        let pattern = tree.node(binding, at: Slot.bindingPattern)
        if pattern == .none { continue }
        for index in tree.tokenRange(pattern) where tree.tokens[index].kind.isName {
          found.append(TokenID(UInt32(truncatingIfNeeded: index)))
        }
      }
      return found
    default: return []
    }
  }

  // MARK: Tokens

  /// Hash of a run of tokens; the names among them are noted.
  private mutating func tokens(_ range: Range<Int>, mentions: Bool) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range {
      let own = Self.hash(tree, index)
      let token = tree.tokens[index]
      hash = (hash ^ own) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32 &+ UInt64(token.kind.rawValue)
      if !declared.isEmpty, declared.contains(UInt32(truncatingIfNeeded: index)) { continue }
      if mentions, token.length > 0, token.kind.isName || token.kind == .Self || token.kind == .`init` {
        names.append(own)
        let first = tree.source.bytes[Int(token.offset)]
        // `$title` and `_title` are made of `title`.
        if first == UInt8(ascii: "$") || first == UInt8(ascii: "_") || token.flags.contains(.escaped) {
          let cut = token.flags.contains(.escaped) ? 1 : 0
          names.append(
            Self.hash(tree.source.bytes, Int(token.offset) + 1, max(0, Int(token.length) - 1 - cut)))
        }
      }
    }
    return hash
  }

  static func hash(_ tree: SyntaxTree, _ index: Int) -> UInt64 {
    let token = tree.tokens[index]
    if token.flags.contains(.escaped), token.kind == .identifier, token.length > 2 {
      return hash(tree.source.bytes, Int(token.offset) + 1, Int(token.length) - 2)
    }
    return hash(tree.source.bytes, Int(token.offset), Int(token.length))
  }

  private static let initializerName = hash(text: "init")

  static func hash(text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash($0) }
  }

  static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 { hash(text, 0, text.count) }

  /// FNV-1a.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(length)
    guard length > 0, start + length <= bytes.count else { return hash }
    for position in start..<start + length { hash = (hash ^ UInt64(bytes[position])) &* 0x0000_0100_0000_01B3 }
    return hash ^ hash >> 29
  }
}
