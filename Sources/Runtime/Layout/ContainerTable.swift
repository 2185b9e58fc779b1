/// What only containers remember: edge preferences, explicit guides, solved stacks. Rows are made on demand, since most
/// nodes are leaves or answered through one child.

struct SpacingCache: BitwiseCopyable {
  var top = EdgeSpacing.neutral
  var leading = EdgeSpacing.neutral
  var bottom = EdgeSpacing.neutral
  var trailing = EdgeSpacing.neutral
  /// One bit an edge, by the raw values of `EdgeSet`.
  var valid: UInt8 = 0
}

/// The latest explicit values of a container's guides, one for guides of even and one for those of odd number.
struct GuideCache: BitwiseCopyable {
  struct Entry: BitwiseCopyable {
    var w = Proposal.none
    var h = Proposal.none
    /// Not a number: no explicit value.
    var value = Double.nan
    var guide: UInt16 = .max
  }

  var even = Entry()
  var odd = Entry()
}

/// One container's row.
struct ContainerCache: BitwiseCopyable {
  var spacing = SpacingCache()
  var guides = GuideCache()
  /// The stack's row of `ContainerTable.stacks`, -1 without.
  var stack: Int32 = -1
}

struct ContainerTable {
  var rows = Column<ContainerCache>(capacity: 16)
  private var count: Int32 = 0
  private var free: [Int32] = []
  var stacks: [StackMemory] = []
  private var freeStacks: [Int32] = []

  mutating func make() -> Int32 {
    let row: Int32
    if let reused = free.popLast() {
      row = reused
    } else {
      row = count
      count += 1
      rows.reserve(Int(count))
    }
    rows[row] = ContainerCache()
    return row
  }

  mutating func release(_ row: Int32) {
    let stack = rows[row].stack
    if stack >= 0 {
      stacks[Int(stack)].forget()
      freeStacks.append(stack)
    }
    free.append(row)
  }

  mutating func makeStack(_ row: Int32) -> Int32 {
    if rows[row].stack >= 0 { return rows[row].stack }
    let stack: Int32
    if let reused = freeStacks.popLast() {
      stack = reused
    } else {
      stack = Int32(stacks.count)
      stacks.append(StackMemory())
    }
    rows.base[Int(row)].stack = stack
    return stack
  }

  func deallocate() {
    rows.deallocate()
    for stack in stacks { stack.deallocate() }
  }
}

extension LayoutTree {
  /// The container's row, made if need be. The pointer holds until another row is made.
  @inline(__always)
  func container(_ node: Int32) -> UnsafeMutablePointer<ContainerCache> {
    if containerRows[node] < 0 { containerRows[node] = containers.make() }
    return containers.rows.base + Int(containerRows[node])
  }

  @inline(__always)
  func containerIfAny(_ node: Int32) -> UnsafeMutablePointer<ContainerCache>? {
    let row = containerRows[node]
    return row < 0 ? nil : containers.rows.base + Int(row)
  }

  func forgetSpacing(_ node: Int32) { containerIfAny(node)?.pointee.spacing.valid = 0 }

  func forgetGuides(_ node: Int32) { containerIfAny(node)?.pointee.guides = GuideCache() }
}
