/// The raw tokens of one stretch of text: what the lexer writes and the parser reads.
///
/// A growing block of plain memory, freed with its owner, because an append per token to an array costs more than
/// reading the token.
struct TokenBuffer: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Token>
  private(set) var count = 0
  private var capacity: Int
  /// False while the tokens lie in lent memory.
  private var isOwned: Bool

  init(capacity wanted: Int) {
    capacity = max(wanted, 64)
    base = UnsafeMutablePointer<Token>.allocate(capacity: capacity)
    isOwned = true
  }

  /// `memory` outlives the buffer and has room for a token at least.
  init(lent memory: UnsafeMutablePointer<Token>, capacity: Int) {
    base = memory
    self.capacity = capacity
    isOwned = false
  }

  deinit { if isOwned { base.deallocate() } }

  @inline(__always) mutating func append(_ token: Token) {
    if count == capacity { grow() }
    (base + count).initialize(to: token)
    count += 1
  }

  /// The tokens with a missing opening brace, behind the token before, at each of some positions (in order).
  consuming func withOpenings(_ places: [Int]) -> TokenBuffer {
    var result = TokenBuffer(capacity: count + places.count)
    var next = 0
    for index in 0..<count {
      while next < places.count, places[next] <= index {
        let offset = index == 0 ? base[0].offset : base[index - 1].end
        result.append(Token(.leftBrace, offset: offset, length: 0, flags: [.missing, .spaceBefore]))
        next += 1
      }
      result.append(base[index])
    }
    return result
  }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Token>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    if isOwned { base.deallocate() }
    isOwned = true
    base = larger
    capacity *= 2
  }
}
