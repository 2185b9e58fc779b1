/// Growing raw storage: one column of a structure of arrays, without bounds or uniqueness checks in hot loops.
///
/// Rows are not initialised: whoever takes a row writes it before it is read, so that pages no row lies in cost nothing.

struct Column<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
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
    // Long columns grow by half: what is copied stays in proportion, what is reserved too.
    let grown = max(count, capacity < 4096 ? capacity * 2 : capacity + capacity / 2)
    let next = UnsafeMutablePointer<Element>.allocate(capacity: grown)
    UnsafeMutableRawPointer(next).copyMemory(from: base, byteCount: capacity * MemoryLayout<Element>.stride)
    base.deallocate()
    base = next
    capacity = grown
  }

  func deallocate() { base.deallocate() }
}
