/// Publishers that put the values of several together: `CombineLatest` and `Zip`, and the operators that make them.
///
/// What subscribes to one listens to a source of the joint's own; the joint subscribes to each input.

struct PublisherJoint {
  /// The number under which the joint publishes.
  var source: Int
  /// The description, for the closure of `combineLatest(_:_:)`.
  var word: Word
  /// Pairs the first values, then the second ones, and so on; otherwise the latest of each.
  var isZip: Bool
  /// Of each input what has not been used: for the latest at most one.
  var queues: [[Word]]

  init(source: Int, word: Word, isZip: Bool, inputs: Int) {
    self.source = source
    self.word = word
    self.isZip = isZip
    queues = [[Word]](repeating: [], count: inputs)
  }
}

extension ViewGraph {
  static func isZip(_ info: NativeInfo) -> Bool { info.base == "zip" || info.type.contains("Zip") }

  /// The publishers that a joint puts together; nil for other publishers.
  func jointInputs(_ word: Word) -> [Word]? {
    guard tag(word) == nil, let info = info(word) else { return nil }
    if info.base == "init" {
      guard info.type.contains("CombineLatest") || info.type.contains("Zip") else { return nil }
      return info.labels.indices.map { argument(word, $0) }
    }
    guard info.base == "combineLatest" || info.base == "zip" else { return nil }
    return [receiver(word)]
      + info.labels.indices.map { argument(word, $0) }.filter { heap.kind($0) != .closure }
  }

  /// An input of a joint gives a value; once each has given one, so does the joint.
  func join(_ joint: Int, _ input: Int, _ value: Word) {
    guard joint < subscriptions.joints.count, input < subscriptions.joints[joint].queues.count else { return }
    if subscriptions.joints[joint].isZip {
      subscriptions.joints[joint].queues[input].append(value)
    } else {
      subscriptions.joints[joint].queues[input] = [value]
    }
    let row = subscriptions.joints[joint]
    guard row.queues.allSatisfy({ !$0.isEmpty }) else { return }
    let parts = row.queues.map { $0[0] }
    if row.isZip { for i in row.queues.indices { subscriptions.joints[joint].queues[i].removeFirst() } }
    for part in parts { heap.share(part) }
    if let closure = closureArgument(row.word) {
      guard let made = scene({ try machine.callClosure(closure, parts) }) else { return }
      publish(row.source, made)
    } else {
      publish(row.source, heap.make(.tuple, type: .unknown, parts))
    }
  }
}
