/// Runs something again whenever files below some paths change (`--watch`), by inotify: idle until then.
import Glibc

enum FileWatch {
  static func run(_ operands: [String], _ action: () throws -> Int32) throws -> Int32 {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileSystem.Failure(message: "files cannot be watched here") }
    defer { close(descriptor) }
    while true {
      // Folders may be new; one that is watched already stays so.
      for folder in folders(operands) {
        inotify_add_watch(
          descriptor, folder,
          UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE))
      }
      do {
        let status = try action()
        Terminal.printError(status == 0 ? "fine; watching" : "watching")
      } catch let failure as FileSystem.Failure {
        // A file that is being replaced is there again in a moment.
        Terminal.printError("error: \(failure.message)")
      }
      guard wait(descriptor) else { return 0 }
    }
  }

  /// Until something changes, and then until nothing has for 30 ms.
  private static func wait(_ descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var timeout: Int32 = -1
    while true {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, timeout)
      if ready < 0 { if errno == EINTR { continue } else { return false } }
      if ready == 0 { return true }
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return false }
      if tellsOfChange(buffer, count) { timeout = 30 }
    }
  }

  /// Whether events are more than the making of a file, whose text comes later. A new folder may hold files by the time it
  /// is watched.
  private static func tellsOfChange(_ buffer: [UInt8], _ count: Int) -> Bool {
    var position = 0
    while position + MemoryLayout<inotify_event>.size <= count {
      let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: inotify_event.self) }
      if event.mask & UInt32(IN_CREATE) == 0 || event.mask & UInt32(IN_ISDIR) != 0 { return true }
      position += MemoryLayout<inotify_event>.size + Int(event.len)
    }
    return false
  }

  private static func folders(_ operands: [String]) -> [String] {
    var found: [String] = []
    for operand in operands {
      switch FileSystem.kind(operand) {
      case .folder: collect(operand, &found, depth: 0)
      default: found.append(InputFiles.parent(operand))
      }
    }
    return found
  }

  private static func collect(_ folder: String, _ found: inout [String], depth: Int) {
    guard depth < 32, found.count < 4096 else { return }
    found.append(folder)
    guard let names = try? FileSystem.names(in: folder) else { return }
    for name in names where !name.hasPrefix(".") && FileSystem.kind("\(folder)/\(name)") == .folder {
      collect("\(folder)/\(name)", &found, depth: depth + 1)
    }
  }
}
