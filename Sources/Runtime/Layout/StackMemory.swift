/// Solved stacks of many children, kept so that one changed child costs one question.
///
/// Only what every child is offered alike is kept: no length, as in a scrolling column, all lengths, or any length where
/// no child depends on it. There a changed child changes nobody else's answer, and the sums are made again from the
/// numbers that stand here.

struct StackMemory {
  /// Stacks with fewer children are solved anew.
  static let leastCount = 16

  struct Item: BitwiseCopyable {
    var child: Int32
    /// Distance to the child before.
    var gap: Double
    var length: Double
    var cross: Double
    /// The alignment guide, across the axis.
    var guide: Double
  }

  /// One proposal with the children's answers.
  struct Solution {
    var isValid = false
    var proposal = Proposal.unspecified
    var items: UnsafeMutablePointer<Item>?
    var capacity = 0
    var count = 0
    /// Children that may answer otherwise than what stands here.
    var outdated: [Int32] = []

    mutating func reserve(_ wanted: Int) -> UnsafeMutablePointer<Item> {
      if let items, capacity >= wanted { return items }
      items?.deallocate()
      let made = UnsafeMutablePointer<Item>.allocate(capacity: wanted)
      items = made
      capacity = wanted
      return made
    }

    mutating func note(_ child: Int32) {
      guard isValid else { return }
      outdated.append(child)
      // To look for each costs as much as to ask all.
      if outdated.count > 8 + count / 64 { forget() }
    }

    mutating func forget() {
      isValid = false
      outdated.removeAll(keepingCapacity: true)
    }
  }

  // Ideal size and size in the width there is alternate.
  var first = Solution()
  var second = Solution()
  private var takesSecond = false

  mutating func forget() {
    first.forget()
    second.forget()
  }

  mutating func note(_ child: Int32) {
    first.note(child)
    second.note(child)
  }

  func deallocate() {
    first.items?.deallocate()
    second.items?.deallocate()
  }

  /// Whether the second solution is the one of a proposal; nil where there is none.
  func place(of p: Proposal) -> Bool? {
    if first.isValid, first.proposal == p { return false }
    if second.isValid, second.proposal == p { return true }
    return nil
  }

  /// The solution to be replaced.
  mutating func placeForNew() -> Bool {
    if !first.isValid { return false }
    if !second.isValid { return true }
    takesSecond.toggle()
    return takesSecond
  }
}

/// A solved stack to read: valid until the stack is solved again.
struct SolvedStack {
  var items: UnsafeMutablePointer<StackMemory.Item>
  var count: Int
}

extension LayoutTree {
  /// The node's own parameters or children changed.
  func forgetStack(_ node: Int32) {
    if let row = containerIfAny(node), row.pointee.stack >= 0 { containers.stacks[Int(row.pointee.stack)].forget() }
  }

  /// Answers, edges or guides of a child of a stack may have changed.
  func noteInStack(_ child: Int32) {
    let parent = parents[child]
    guard parent >= 0, let row = containerIfAny(parent), row.pointee.stack >= 0 else { return }
    containers.stacks[Int(row.pointee.stack)].note(child)
  }

  /// The answers of a large stack's children where they do not depend on one another; nil elsewhere.
  func solvedStack(_ node: Int32, _ p: Proposal, _ axis: Axis) -> SolvedStack? {
    let count = Int(childCounts[node])
    guard count >= StackMemory.leastCount, p[axis].isNaN || p[axis] == .infinity else { return nil }
    let row = container(node).pointee.stack
    let stack = Int(row >= 0 ? row : containers.makeStack(containerRows[node]))
    if let isSecond = containers.stacks[stack].place(of: p) {
      return renewed(node, p, axis, stack, isSecond)
    }
    let isSecond = containers.stacks[stack].placeForNew()
    // Guides ask stacks around for places: the table may move meanwhile, the items do not.
    containers.stacks[stack][isSecond].forget()
    let items = containers.stacks[stack][isSecond].reserve(count)
    let spacing = parameters[node].a
    var child = firstChildren[node]
    var previous: Int32 = -1
    var i = 0
    while child >= 0, i < count {
      items[i] = solve(node, child, previous, p, axis, spacing)
      previous = child
      child = nextSiblings[child]
      i += 1
    }
    containers.stacks[stack][isSecond].count = i
    containers.stacks[stack][isSecond].proposal = p
    containers.stacks[stack][isSecond].isValid = true
    return SolvedStack(items: items, count: i)
  }

  private func solve(
    _ node: Int32, _ child: Int32, _ previous: Int32, _ p: Proposal, _ axis: Axis, _ spacing: Double
  ) -> StackMemory.Item {
    let answer = size(child, p)
    var item = StackMemory.Item(
      child: child, gap: previous < 0 ? 0 : spacing.isNaN ? distance(previous, child, axis) : spacing,
      length: answer[axis], cross: answer[axis.other], guide: 0)
    item.guide = stackGuide(node, child, item.length, item.cross, axis, p)
    return item
  }

  /// The solution with the answers of its outdated children asked for again.
  private func renewed(
    _ node: Int32, _ p: Proposal, _ axis: Axis, _ stack: Int, _ isSecond: Bool
  ) -> SolvedStack? {
    let count = containers.stacks[stack][isSecond].count
    guard let items = containers.stacks[stack][isSecond].items else { return nil }
    let outdated = containers.stacks[stack][isSecond].outdated
    if outdated.isEmpty { return SolvedStack(items: items, count: count) }
    containers.stacks[stack][isSecond].outdated.removeAll(keepingCapacity: true)
    let spacing = parameters[node].a
    for child in outdated {
      var i = 0
      while i < count, items[i].child != child { i += 1 }
      guard i < count else { continue }
      items[i] = solve(node, child, i > 0 ? items[i - 1].child : -1, p, axis, spacing)
      if spacing.isNaN, i + 1 < count { items[i + 1].gap = distance(child, items[i + 1].child, axis) }
    }
    return SolvedStack(items: items, count: count)
  }
}

extension StackMemory {
  subscript(isSecond: Bool) -> Solution {
    _read { if isSecond { yield second } else { yield first } }
    _modify { if isSecond { yield &second } else { yield &first } }
  }
}
