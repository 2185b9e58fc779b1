import Glibc

/// Tells when files in some folders are written, by inotify.
final class FileWatcher {
  let descriptor: Int32

  init(_ folders: [String]) throws {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else {
      throw FileSystem.Failure(message: "the files cannot be watched: \(String(cString: strerror(errno)))")
    }
    let wanted = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    for folder in folders { _ = inotify_add_watch(descriptor, folder, wanted) }
  }

  deinit { close(descriptor) }

  /// Takes what has happened; true when a file of a scene is among it.
  func drain() -> Bool {
    var isOurs = false
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isOurs }
      var at = 0
      // wd, mask, cookie, length: four bytes each, then the name.
      while at + 16 <= count {
        let length =
          Int(buffer[at + 12]) | Int(buffer[at + 13]) << 8 | Int(buffer[at + 14]) << 16 | Int(buffer[at + 15]) << 24
        let end = min(at + 16 + length, count)
        let name = String(decoding: buffer[(at + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)
        // Editors and this command write beside a file before they rename.
        if !name.hasPrefix("."), !name.hasSuffix("~"), !name.hasSuffix(".tmp"), !name.hasSuffix(".swp") {
          isOurs = true
        }
        at = end
      }
    }
  }
}
