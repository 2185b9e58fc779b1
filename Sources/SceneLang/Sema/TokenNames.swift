/// The names of a file's tokens, so that each is looked up as text once: a name is met when it is declared, where types
/// are resolved, and wherever a body speaks of it.
final class TokenNames {
  /// A view of them that owns nothing, for who asks often.
  let rows: TokenNameRows

  init(_ tree: SyntaxTree) {
    let count = tree.tokens.count
    let ids = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
    ids.initialize(repeating: 0, count: count)
    rows = TokenNameRows(ids: ids, count: count)
  }

  deinit { rows.ids?.deallocate() }
}

struct TokenNameRows {
  /// By token: raw name + 1, or 0 while it is not known.
  fileprivate(set) var ids: UnsafeMutablePointer<UInt32>?
  fileprivate(set) var count = 0

  @inline(__always) func known(_ token: TokenID) -> NameID? {
    let place = Int(token.raw)
    guard place < count, let ids, ids[place] != 0 else { return nil }
    return NameID(ids[place] - 1)
  }

  @inline(__always) func name(_ token: TokenID, in tree: SyntaxTree, _ names: inout NameTable) -> NameID {
    let place = Int(token.raw)
    guard place < count, let ids else { return names.intern(tree.nameBytes(token)) }
    let known = ids[place]
    if known != 0 { return NameID(known - 1) }
    let name = names.intern(tree.nameBytes(token))
    ids[place] = name.raw &+ 1
    return name
  }
}
