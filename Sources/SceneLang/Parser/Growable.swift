/// A growing block of plain values: the parser's output tables while they are written, and the checker's tables. Unlike an
/// array it has one owner, so nothing is counted or compared at an access, and the runtime need not make a type for it.
///
/// It begins in memory of its own, or in memory that it is lent (an array that is being made), so that what fits there
/// need not be copied.
struct Growable<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int
  /// False while the values lie in lent memory.
  private(set) var isOwned: Bool

  init(capacity wanted: Int = 16) {
    capacity = max(wanted, 16)
    base = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    isOwned = true
  }

  /// `memory` outlives the block.
  init(lent memory: UnsafeMutableBufferPointer<Element>) {
    if let start = memory.baseAddress, memory.count > 0 {
      base = start
      capacity = memory.count
      isOwned = false
    } else {
      base = UnsafeMutablePointer<Element>.allocate(capacity: 16)
      capacity = 16
      isOwned = true
    }
  }

  deinit { if isOwned { base.deallocate() } }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow(to: capacity * 2) }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(__always) mutating func append(_ elements: UnsafePointer<Element>, count added: Int) {
    if count + added > capacity { grow(to: max(capacity * 2, count + added)) }
    (base + count).initialize(from: elements, count: added)
    count += added
  }

  @inline(__always) mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return base[count]
  }

  @inline(__always) mutating func truncate(to shorter: Int) { count = shorter }

  @inline(__always) mutating func removeLast() -> Element {
    assert(count > 0)
    count -= 1
    return base[count]
  }

  @inline(__always) mutating func removeLast(_ dropped: Int) { count -= dropped }

  /// Drops what was pushed since there were so many values.
  @inline(__always) mutating func cut(to shorter: Int) { if count > shorter { count = shorter } }

  /// Drops all values; the memory stays.
  @inline(__always) mutating func clear() { count = 0 }

  @inline(__always) var isEmpty: Bool { count == 0 }
  @inline(__always) var indices: Range<Int> { 0..<count }
  @inline(__always) var last: Element? { count > 0 ? base[count - 1] : nil }

  @inline(__always) subscript(_ index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  /// Turns what was added since there were so many values around.
  mutating func reverse(from first: Int) {
    var added = UnsafeMutableBufferPointer(start: base + first, count: max(0, count - first))
    added.reverse()
  }

  /// Adds the same value so many times.
  mutating func append(repeating element: Element, count added: Int) {
    guard added > 0 else { return }
    if count + added > capacity { grow(to: max(capacity * 2, count + added)) }
    (base + count).initialize(repeating: element, count: added)
    count += added
  }

  /// Appending to an empty array allocates what is needed, without asking the runtime for the type of its storage.
  var array: [Element] {
    var copy: [Element] = []
    if count > 0 { copy.append(contentsOf: buffer) }
    return copy
  }

  /// The values from a position on, as an array.
  func array(from first: Int) -> [Element] {
    var copy: [Element] = []
    if first < count { copy.append(contentsOf: UnsafeBufferPointer(start: base + first, count: count - first)) }
    return copy
  }

  /// Takes other values in place of its own.
  mutating func replace(with elements: [Element]) {
    count = 0
    elements.withUnsafeBufferPointer { if let start = $0.baseAddress { append(start, count: $0.count) } }
  }

  var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(never) private mutating func grow(to larger: Int) {
    let block = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    block.moveInitialize(from: base, count: count)
    if isOwned { base.deallocate() }
    isOwned = true
    base = block
    capacity = larger
  }
}

extension Growable where Element == UInt64 {
  /// So many zeros, written as bytes: word by word costs eight times as much.
  init(zeros wanted: Int) {
    self.init(capacity: wanted)
    UnsafeMutableRawPointer(base).initializeMemory(as: UInt8.self, repeating: 0, count: wanted * 8)
    count = wanted
  }
}
