/// Completion closures of `withAnimation(_:completionCriteria:_:completion:)`: counted over the animators of a transaction (semantics 4.11).

struct CompletionTable {
  struct Entry {
    var closure: Word
    /// Logical completion, else removal.
    var isLogical: Bool
    var count = 0
    var isFlushed = false
    var isDone = false
    /// Phase animator that waits, instead of a closure.
    var node: SID = -1
  }
  private(set) var entries: [Entry] = []
  private var open = 0

  mutating func add(_ closure: Word, isLogical: Bool, node: SID = -1) -> Int {
    entries.append(Entry(closure: closure, isLogical: isLogical, node: node))
    open += 1
    return entries.count - 1
  }

  mutating func attach(_ tokens: [Int]) {
    for token in tokens where entries.indices.contains(token) { entries[token].count += 1 }
  }

  mutating func flushed(_ tokens: [Int]) {
    for token in tokens where entries.indices.contains(token) { entries[token].isFlushed = true }
  }

  mutating func complete(_ completion: Animator.Completion, in graph: ViewGraph) {
    let token = completion.token
    guard entries.indices.contains(token), !entries[token].isDone, entries[token].isLogical == completion.isLogical
    else { return }
    entries[token].count -= 1
    if entries[token].count <= 0, entries[token].isFlushed { fire(token, in: graph) }
  }

  /// No animator started: it fires with the next frame.
  mutating func fireUnattached(in graph: ViewGraph) {
    guard open > 0 else { return }
    for token in entries.indices
    where entries[token].isFlushed && !entries[token].isDone && entries[token].count <= 0 {
      entries[token].isDone = true
      open -= 1
      if entries[token].node >= 0 {
        graph.phaseQueue.append((entries[token].node, token))
        continue
      }
      graph.timers.add(at: graph.nowNanoseconds + 1, closure: entries[token].closure)
    }
  }

  private mutating func fire(_ token: Int, in graph: ViewGraph) {
    entries[token].isDone = true
    open -= 1
    if entries[token].node >= 0 {
      graph.phaseQueue.append((entries[token].node, token))
      return
    }
    graph.lifecycle.callbacks.append((entries[token].closure, [], Transact()))
  }

  var isPending: Bool { open > 0 }
}
