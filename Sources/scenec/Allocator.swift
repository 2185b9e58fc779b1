/// How the C library's allocator serves one busy thread: one arena that grows in large steps and keeps what is freed, so
/// that a stage makes its tables in the memory of the one before, and few pages are asked of the system.
#if canImport(Glibc)
  import Glibc

  /// `malloc.h` is not in the module of the C library.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  @_silgen_name("mallopt") private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32

  enum Allocator {
    static func configure() {
      let arenaMax: Int32 = -8
      let topPad: Int32 = -2
      let mmapThreshold: Int32 = -3
      let trimThreshold: Int32 = -1
      _ = mallopt(arenaMax, 1)
      _ = mallopt(topPad, 1 << 20)
      _ = mallopt(mmapThreshold, 32 << 20)
      _ = mallopt(trimThreshold, 1 << 30)
    }

    /// Takes a block and gives it back; not to be optimized away.
    @_optimize(none) @inline(never) private static func touch(_ size: Int) {
      let block = malloc(size)
      free(block)
    }

    /// Prepares for the check of so many bytes of source text: the tables take some thirty times as much, which is asked of
    /// the system at once and in large pages, because each small one costs a fault. Only what is used is taken.
    static func expect(source bytes: Int) {
      guard bytes >= 128 << 10, bytes <= 256 << 20 else { return }
      let size = min(bytes * 34, 1 << 30)
      guard let before = sbrk(0) else { return }
      let topPad: Int32 = -2
      _ = mallopt(topPad, Int32(truncatingIfNeeded: size))
      // Larger than what is left of the step before, so that the next one begins.
      touch(4 << 20)
      _ = mallopt(topPad, 1 << 20)
      guard let end = sbrk(0) else { return }
      let page = 2 << 20
      let last = Int(bitPattern: end) & ~(page - 1)
      let first = (Int(bitPattern: before) + page - 1) & ~(page - 1)
      guard first < last, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
      let hugePages: Int32 = 14
      _ = madvise(start, last - first, hugePages)
    }
  }
#else
  enum Allocator {
    static func configure() {}
    static func expect(source bytes: Int) {}
  }
#endif
