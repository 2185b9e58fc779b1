/// All declarations the checker has met, the prelude's and the user's alike, in flat tables.
///
/// A prelude declaration gets a row when its name is first looked up. What is derived from a declaration (its signature,
/// its members, its conformances) is a request of `Sema`, memoised beside this table.
package enum DeclKind: UInt8 {
  case module, structDecl, classDecl, enumDecl, protocolDecl, extensionDecl
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case function, initializer, deinitializer, subscript_, variable, enumCase, typeAlias, associatedType
  case genericParameter, parameter, operatorDecl, precedenceGroup, macro
}

package struct DeclFlags: OptionSet {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  package static let isStatic = DeclFlags(rawValue: 1 << 0)
  package static let isMutating = DeclFlags(rawValue: 1 << 1)
  package static let isNonmutating = DeclFlags(rawValue: 1 << 2)
  /// `let`
  package static let isConstant = DeclFlags(rawValue: 1 << 3)
  package static let isLazy = DeclFlags(rawValue: 1 << 4)
  package static let isWeak = DeclFlags(rawValue: 1 << 5)
  package static let isOverride = DeclFlags(rawValue: 1 << 6)
  package static let isPrivate = DeclFlags(rawValue: 1 << 7)
  package static let isDisfavored = DeclFlags(rawValue: 1 << 8)
  package static let isUnavailable = DeclFlags(rawValue: 1 << 9)
  package static let isDeprecated = DeclFlags(rawValue: 1 << 10)
  package static let isPrelude = DeclFlags(rawValue: 1 << 11)
  package static let isFailable = DeclFlags(rawValue: 1 << 12)
  package static let isRequired = DeclFlags(rawValue: 1 << 13)
  package static let isConvenience = DeclFlags(rawValue: 1 << 14)
  package static let isPrefix = DeclFlags(rawValue: 1 << 15)
  package static let isPostfix = DeclFlags(rawValue: 1 << 16)
  /// A variable with accessors (or an unbound getter of the prelude): no storage.
  package static let isComputed = DeclFlags(rawValue: 1 << 17)
  package static let isSettable = DeclFlags(rawValue: 1 << 18)
  package static let hasWrapper = DeclFlags(rawValue: 1 << 19)
  package static let isIndirect = DeclFlags(rawValue: 1 << 20)
  package static let isFinal = DeclFlags(rawValue: 1 << 21)
  package static let isInert = DeclFlags(rawValue: 1 << 22)
  package static let isUnmodelled = DeclFlags(rawValue: 1 << 23)
  package static let hasBody = DeclFlags(rawValue: 1 << 24)
  package static let isRethrows = DeclFlags(rawValue: 1 << 25)
  /// Has no syntax of its own (`Sema.synthesizedKind`); `DeclTable.origin` is the declaration it derives from.
  package static let isSynthesized = DeclFlags(rawValue: 1 << 26)
  package static let isThrowing = DeclFlags(rawValue: 1 << 27)
  package static let isAsync = DeclFlags(rawValue: 1 << 28)
  package static let isPropertyWrapper = DeclFlags(rawValue: 1 << 29)
  package static let isResultBuilder = DeclFlags(rawValue: 1 << 30)
  package static let isDynamicMemberLookup = DeclFlags(rawValue: 1 << 31)
}

package struct DeclTable {
  package private(set) var kinds: [DeclKind] = []
  package private(set) var names: [NameID] = []
  /// Enclosing nominal, extension, function or file module.
  package private(set) var parents: [DeclID] = []
  /// Index in `Sema.trees` of the tree the node belongs to; 0 for a prelude declaration that is not parsed yet.
  package private(set) var files: [UInt32] = []
  /// A binding for a variable, an element for an enum case; `none` for a prelude declaration not parsed yet.
  package private(set) var nodes: [NodeID] = []
  /// The node with the attributes and modifiers: the variableDecl or enumCaseDecl around, else the node itself.
  package private(set) var heads: [NodeID] = []
  package private(set) var flags: [DeclFlags] = []
  /// Synthesized: raw DeclID of what it derives from. Prelude: raw entry or extension of the prelude index. Else `.max`.
  package private(set) var origins: [UInt32] = []

  package init() {}

  package var count: Int { kinds.count }

  package mutating func add(
    _ kind: DeclKind, name: NameID, parent: DeclID, file: UInt32, node: NodeID, flags initial: DeclFlags = [],
    origin: UInt32 = .max, head: NodeID = .none
  ) -> DeclID {
    let id = DeclID(UInt32(kinds.count))
    kinds.append(kind)
    names.append(name)
    parents.append(parent)
    files.append(file)
    nodes.append(node)
    heads.append(head == .none ? node : head)
    flags.append(initial)
    origins.append(origin)
    return id
  }

  package func kind(_ decl: DeclID) -> DeclKind { kinds[Int(decl.raw)] }
  package func name(_ decl: DeclID) -> NameID { names[Int(decl.raw)] }
  package func parent(_ decl: DeclID) -> DeclID { parents[Int(decl.raw)] }
  package func file(_ decl: DeclID) -> Int { Int(files[Int(decl.raw)]) }
  package func node(_ decl: DeclID) -> NodeID { nodes[Int(decl.raw)] }
  package func has(_ decl: DeclID, _ flag: DeclFlags) -> Bool { flags[Int(decl.raw)].contains(flag) }
  package func origin(_ decl: DeclID) -> UInt32 { origins[Int(decl.raw)] }
  package func head(_ decl: DeclID) -> NodeID { heads[Int(decl.raw)] }
  /// The first declaration written at a node.
  func first(file: Int, node: NodeID) -> DeclID? {
    for i in nodes.indices where nodes[i] == node && Int(files[i]) == file { return DeclID(UInt32(i)) }
    return nil
  }

  /// Says where a prelude declaration was parsed to.
  package mutating func place(_ decl: DeclID, file: UInt32, node: NodeID, head: NodeID) {
    files[Int(decl.raw)] = file
    nodes[Int(decl.raw)] = node
    heads[Int(decl.raw)] = head
  }
  package mutating func set(_ decl: DeclID, _ flag: DeclFlags) { flags[Int(decl.raw)].insert(flag) }
}
