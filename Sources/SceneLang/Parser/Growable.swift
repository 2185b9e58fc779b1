/// A growing block of plain values; the parser's output tables while they are written.
struct Growable<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity wanted: Int) {
    capacity = max(wanted, 16)
    base = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

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

  @inline(__always) mutating func truncate(to shorter: Int) { count = shorter }

  @inline(__always) subscript(_ index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }

  var buffer: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(never) private mutating func grow(to larger: Int) {
    let block = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    block.moveInitialize(from: base, count: count)
    base.deallocate()
    base = block
    capacity = larger
  }
}
