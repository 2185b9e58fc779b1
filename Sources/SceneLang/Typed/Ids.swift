/// Integer names of the tables of a compilation. Equality of ids is equality of what they name.

/// A node of a syntax tree; the file is known from the context.
package struct NodeID: Hashable, Sendable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = NodeID(.max)
}

/// A hash-consed type.
package struct TypeID: Hashable, Sendable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = TypeID(.max)
}

/// A declaration, of the prelude or of the user's module.
package struct DeclID: Hashable, Sendable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = DeclID(.max)
}

/// An interned identifier.
package struct NameID: Hashable, Sendable {
  package var raw: UInt32
  package init(_ raw: UInt32) { self.raw = raw }
  package static let none = NameID(.max)
}
