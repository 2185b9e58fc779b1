/// The names of a file's tokens, so that each is looked up as text once: a name is met when it is declared, where types
/// are resolved, and wherever a body speaks of it.
final class TokenNames {
  /// By token: raw name + 1, or 0 while it is not known.
  private let ids: UnsafeMutablePointer<UInt32>
  private let count: Int

  init(_ tree: SyntaxTree) {
    count = tree.tokens.count
    ids = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
    ids.initialize(repeating: 0, count: count)
  }

  deinit { ids.deallocate() }

  @inline(__always) func name(_ token: TokenID, in tree: SyntaxTree, _ names: inout NameTable) -> NameID {
    let place = Int(token.raw)
    guard place < count else { return names.intern(tree.nameBytes(token)) }
    let known = ids[place]
    if known != 0 { return NameID(known - 1) }
    let name = names.intern(tree.nameBytes(token))
    ids[place] = name.raw &+ 1
    return name
  }
}
