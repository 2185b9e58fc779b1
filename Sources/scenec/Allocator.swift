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
  }
#else
  enum Allocator {
    static func configure() {}
  }
#endif
