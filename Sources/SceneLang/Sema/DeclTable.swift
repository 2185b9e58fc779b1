/// All declarations the checker has met, the prelude's and the user's alike, in flat tables.
///
/// A prelude declaration gets a row when its name is first looked up. What is derived from a declaration (its signature,
/// its members, its conformances) is a request of `Sema`, memoised beside this table.
package enum DeclKind: UInt8, BitwiseCopyable {
  case module, structDecl, classDecl, enumDecl, protocolDecl, extensionDecl
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case function, initializer, deinitializer, subscript_, variable, enumCase, typeAlias, associatedType
  case genericParameter, parameter, operatorDecl, precedenceGroup, macro
}

package struct DeclFlags: OptionSet, BitwiseCopyable {
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

/// What was found out about a declaration and spares a search in a large table.
struct DeclMarks: OptionSet, BitwiseCopyable {
  let rawValue: UInt8
  /// Functions or types are declared in its body.
  static let hasLocals = DeclMarks(rawValue: 1 << 0)
  /// It has no generic parameters of its own.
  static let isPlain = DeclMarks(rawValue: 1 << 1)
  /// Nor has anything around it.
  static let isAllPlain = DeclMarks(rawValue: 1 << 2)
}

package struct DeclTable: ~Copyable {
  struct Row: BitwiseCopyable {
    var kind: DeclKind
    var marks: DeclMarks = []
    var flags: DeclFlags
    var name: NameID
    /// Enclosing nominal, extension, function or file module.
    var parent: DeclID
    /// Index in `Sema.trees` of the tree the node belongs to; 0 for a prelude declaration that is not parsed yet.
    var file: UInt32
    /// A binding for a variable, an element for an enum case; `none` for a prelude declaration not parsed yet.
    var node: NodeID
    /// The node with the attributes and modifiers: the variableDecl or enumCaseDecl around, else the node itself.
    var head: NodeID
    /// Synthesized: raw DeclID of what it derives from. Prelude: raw entry or extension of the prelude index. Else `.max`.
    var origin: UInt32
  }

  private var rows = Growable<Row>(capacity: 512)

  package init() {}

  package var count: Int { rows.count }

  package mutating func add(
    _ kind: DeclKind, name: NameID, parent: DeclID, file: UInt32, node: NodeID, flags: DeclFlags = [],
    origin: UInt32 = .max, head: NodeID = .none
  ) -> DeclID {
    rows.append(
      Row(
        kind: kind, flags: flags, name: name, parent: parent, file: file, node: node,
        head: head == .none ? node : head, origin: origin))
    return DeclID(UInt32(rows.count - 1))
  }

  package func kind(_ decl: DeclID) -> DeclKind { rows[Int(decl.raw)].kind }
  package func name(_ decl: DeclID) -> NameID { rows[Int(decl.raw)].name }
  package func parent(_ decl: DeclID) -> DeclID { rows[Int(decl.raw)].parent }
  package func file(_ decl: DeclID) -> Int { Int(rows[Int(decl.raw)].file) }
  package func node(_ decl: DeclID) -> NodeID { rows[Int(decl.raw)].node }
  package func has(_ decl: DeclID, _ flag: DeclFlags) -> Bool { rows[Int(decl.raw)].flags.contains(flag) }
  package func flags(_ decl: DeclID) -> DeclFlags { rows[Int(decl.raw)].flags }
  package func origin(_ decl: DeclID) -> UInt32 { rows[Int(decl.raw)].origin }
  package func head(_ decl: DeclID) -> NodeID { rows[Int(decl.raw)].head }

  @inline(__always) func isMarked(_ decl: DeclID, _ mark: DeclMarks) -> Bool {
    rows[Int(decl.raw)].marks.contains(mark)
  }

  mutating func mark(_ decl: DeclID, _ mark: DeclMarks) { rows[Int(decl.raw)].marks.insert(mark) }

  /// The first declaration written at a node.
  func first(file: Int, node: NodeID) -> DeclID? {
    for i in 0..<rows.count where rows[i].node == node && Int(rows[i].file) == file { return DeclID(UInt32(i)) }
    return nil
  }

  /// Says where a prelude declaration was parsed to.
  package mutating func place(_ decl: DeclID, file: UInt32, node: NodeID, head: NodeID) {
    rows[Int(decl.raw)].file = file
    rows[Int(decl.raw)].node = node
    rows[Int(decl.raw)].head = head
  }

  package mutating func set(_ decl: DeclID, _ flag: DeclFlags) { rows[Int(decl.raw)].flags.insert(flag) }
}
