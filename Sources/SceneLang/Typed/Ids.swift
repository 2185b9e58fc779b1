/// Integer names of the tables of a compilation. Equality of ids is equality of what they name.

/// An id, or a pair of them, as a key of dictionaries and sets: hashed by one multiplication. The standard hash defends
/// against chosen keys at ten times the cost; ids are counted up by the tables and nobody chooses them.
package protocol TableID: Hashable, Sendable, BitwiseCopyable, TableKey {
  associatedtype Raw: FixedWidthInteger
  var raw: Raw { get }
}

extension TableID {
  // swift-format-ignore: NoLeadingUnderscores
  package func _rawHashValue(seed: Int) -> Int {
    let mixed = UInt64(truncatingIfNeeded: raw) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed ^ (mixed >> 29)) ^ seed
  }
}

/// Two ids as one key.
package struct PairID: TableID {
  package var raw: UInt64
  @inline(__always) package init(_ first: UInt32, _ second: UInt32) { raw = UInt64(first) << 32 | UInt64(second) }
  package var first: UInt32 { UInt32(truncatingIfNeeded: raw >> 32) }
}

/// A node of a syntax tree; the file is known from the context.
package struct NodeID: TableID {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = NodeID(.max)
}

/// A hash-consed type.
package struct TypeID: TableID {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = TypeID(.max)
}

/// A declaration, of the prelude or of the user's module.
package struct DeclID: TableID {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = DeclID(.max)
}

/// An interned identifier.
package struct NameID: TableID {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = NameID(.max)
}
