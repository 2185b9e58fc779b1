/// Zeroed address space for a table that never moves; memory is taken where it is touched.
///
/// Address space may be limited (`ulimit -v`). Then the table is made shorter, and whoever fills it meets its end as it
/// would meet any other bound.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct Reservation<Element> {
  let base: UnsafeMutablePointer<Element>
  let count: Int
  /// Pages of the system; else the block is the allocator's.
  private let isMapped: Bool

  /// As many elements as there is room for: `wanted`, or half of it, and so on down to `least`.
  /// - Parameter map: gives so many bytes of address space, or nil
  init(
    _ wanted: Int, least: Int, of type: Element.Type,
    map: (Int) -> UnsafeMutableRawPointer? = Pages.map
  ) {
    var count = wanted
    while count > least {
      if let raw = map(count * MemoryLayout<Element>.stride) {
        base = raw.bindMemory(to: Element.self, capacity: count)
        self.count = count
        isMapped = true
        return
      }
      count /= 2
    }
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: least * MemoryLayout<Element>.stride, alignment: MemoryLayout<Element>.alignment)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: least * MemoryLayout<Element>.stride)
    base = raw.bindMemory(to: Element.self, capacity: least)
    self.count = least
    isMapped = false
  }

  func release() {
    if isMapped {
      munmap(base, count * MemoryLayout<Element>.stride)
    } else {
      UnsafeMutableRawPointer(base).deallocate()
    }
  }
}

/// Pages of the system.
enum Pages {
  static func map(_ bytes: Int) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    #endif
    guard let raw = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0), raw != MAP_FAILED else { return nil }
    return raw
  }
}
