/// Transactions: the keyed values that travel with state writes, and the list of writes that wait for the next update.

struct Transact {
  /// nil with `hasAnimation` is an explicit "no animation".
  var animation: Animation?
  var hasAnimation = false
  var disablesAnimations = false
  var isContinuous = false
  var tracksVelocity = false
  /// Listeners of `completion:` closures.
  var tokens: [Int] = []
  /// First animation that was ever set, kept when something sets none (matched geometry asks for it).
  var firstAnimation: Animation?
  /// Values of a scene's TransactionKeys: key, value.
  var custom: [(key: Int, value: Word)] = []

  mutating func setAnimation(_ value: Animation?) {
    animation = value
    hasAnimation = true
    if firstAnimation == nil { firstAnimation = value }
  }

  static func == (a: Transact, b: Transact) -> Bool {
    a.animation == b.animation && a.hasAnimation == b.hasAnimation && a.disablesAnimations == b.disablesAnimations
      && a.isContinuous == b.isContinuous && a.tracksVelocity == b.tracksVelocity && a.tokens == b.tokens
      && a.custom.count == b.custom.count
      && zip(a.custom, b.custom).allSatisfy { $0.key == $1.key && $0.value == $1.value }
  }
}

/// What a transaction does when it is flushed.
enum Mutation {
  case state(slot: Int, value: Word)
  /// Readers were collected when the object changed.
  case observation(readers: [Reader])
  case node(SID)
  case scroll(UID, x: Double, y: Double)
  case matchedOrLayout
}

struct PendingTransaction {
  var turn: Int
  var transaction: Transact
  var mutations: [Mutation]
}

extension ViewGraph {
  /// Transactions of equal values that are kept apart by the turn they were made in.
  static let pendingLimit = 8

  func enqueue(_ mutation: Mutation, _ transaction: Transact) {
    let last = pending.count - 1
    // What many turns of one frame write goes into the last of their transactions.
    if last >= 0, pending[last].turn == turn || last >= ViewGraph.pendingLimit,
      pending[last].transaction == transaction
    {
      pending[last].mutations.append(mutation)
    } else {
      pending.append(PendingTransaction(turn: turn, transaction: transaction, mutations: [mutation]))
    }
  }

  /// The transaction that reaches what lies below a scope, in the flush that runs.
  func transaction(at scope: SID) -> Transact {
    if let forced = forcedTransaction { return forced }
    guard scope >= 0 else { return flushing }
    if let cached = scopeCache[scope], cached.seed == seed { return cached.value }
    // Scopes from the outermost in, each applied to what reaches it.
    var chain: [SID] = []
    var node = scope
    var value = flushing
    while node >= 0 {
      if let cached = scopeCache[node], cached.seed == seed {
        value = cached.value
        break
      }
      chain.append(node)
      node = s[Int(node)].scope
    }
    for scope in chain.reversed() {
      apply(scope, to: &value)
      scopeCache[scope] = (seed, value)
    }
    return value
  }

  private func apply(_ node: SID, to value: inout Transact) {
    let word = s[Int(node)].value
    if s[Int(node)].op == .animationBody {
      let change = argument(word, 0)
      if heap.kind(change) == .closure {
        editTransaction(&value, change)
      } else if !value.disablesAnimations, seed != 0 {
        value.setAnimation(animation(change))
      }
      return
    }
    guard let ext = s[Int(node)].ext as? ScopeExt else { return }
    if s[Int(node)].op == .animation {
      let hasValue = hasArgument(word, "value")
      if value.disablesAnimations || (hasValue && ext.changedSeed != seed) { return }
      if !hasValue && seed == 0 { return }
      value.setAnimation(animation(argument(word, 0)))
      return
    }
    if s[Int(node)].op == .transaction {
      if hasArgument(word, "value"), ext.changedSeed != seed { return }
      guard let closure = closureArgument(word) else { return }
      editTransaction(&value, closure)
    }
  }
}

/// State of `.animation` and `.transaction` modifiers.
final class ScopeExt: SExt {
  /// Value of the last update, and the transaction in which it changed.
  var last: Word = .none
  var changedSeed = -1
}
