/// Growing raw storage: one column of a structure of arrays, without bounds or uniqueness checks in hot loops.

struct Column<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  let filler: Element

  init(filler: Element, capacity: Int = 64) {
    self.filler = filler
    self.capacity = capacity
    base = .allocate(capacity: capacity)
    base.initialize(repeating: filler, count: capacity)
  }

  @inline(__always)
  subscript(index: Int32) -> Element {
    get { base[Int(index)] }
    nonmutating set { base[Int(index)] = newValue }
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    let grown = max(count, capacity * 2)
    let next = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    next.initialize(from: base, count: capacity)
    (next + capacity).initialize(repeating: filler, count: grown - capacity)
    base.deallocate()
    base = next
    capacity = grown
  }

  func deallocate() { base.deallocate() }
}
