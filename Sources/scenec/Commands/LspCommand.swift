import Glibc
import LanguageServer

/// `scenec lsp`: the language server on standard input and output. Waits without using time; diagnostics are made when no
/// message is left to read, so a burst of keystrokes is checked once.
enum LspCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    _ = try Arguments(words, valued: [], plain: ["--stdio"])
    let server = Server(
      version: Command.version,
      files: FileAccess(
        read: { try? FileSystem.read($0, limit: 64 << 20) },
        sources: { folder in (try? InputFiles.paths(in: folder)) ?? [] }, keep: keep))
    var stream = MessageStream()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var waiting: [MessageStream.Item] = []
    var isOpen = true
    var watch: ProcessWatch?
    while true {
      // What has arrived is read before anything is answered, so that a cancellation overtakes its request.
      while isOpen, waiting.count < 1000, waiting.isEmpty && !server.hasPendingWork || inputWaits() {
        if let watch, !watch.waitForInput() { return 1 }
        let got = read(0, &chunk, chunk.count)
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else {
          isOpen = false
          break
        }
        stream.append(chunk[0..<got])
        while let item = stream.next() { waiting.append(item) }
      }
      server.noteCancellations(waiting)
      for item in waiting {
        let answers = server.receive(item)
        // Before the answer is read, so that a client which ends at once is seen to end.
        if watch == nil, let process = server.clientProcess { watch = ProcessWatch(process) }
        for answer in answers where !FileSystem.write(MessageStream.frame(answer), to: 1) { return 1 }
        if let status = server.exitStatus { return status }
      }
      waiting.removeAll(keepingCapacity: true)
      // The client has gone.
      if !isOpen { return 1 }
      if server.hasPendingWork, !inputWaits() {
        for message in server.work() where !FileSystem.write(MessageStream.frame(message), to: 1) { return 1 }
      }
    }
  }

  /// Writes what the server made into the user's cache, where it can be read only; a text that is there already stays.
  private static func keep(_ name: String, _ text: [UInt8]) -> String? {
    func variable(_ name: String) -> String? {
      guard let value = getenv(name) else { return nil }
      let text = String(cString: value)
      return text.hasPrefix("/") ? text : nil
    }
    guard let cache = variable("XDG_CACHE_HOME") ?? variable("HOME").map({ $0 + "/.cache" }) else { return nil }
    let path = "\(cache)/scenec/\(Command.version)/\(name)"
    if let known = try? FileSystem.read(path, limit: 64 << 20), known == text { return path }
    do {
      try FileSystem.makeFolder(InputFiles.parent(path))
      FileSystem.remove(path)
      try FileSystem.writeAtomically(text, to: path)
      chmod(path, 0o444)
      return path
    } catch {
      return nil
    }
  }

  private static func inputWaits() -> Bool {
    var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}

/// Tells when the process that started the server ends, also where that leaves standard input open.
///
/// The kernel wakes the server (`pidfd_open`, Linux 5.3); where it cannot, the process is looked for every half minute. A
/// process that is not there from the start lies beyond a container or another machine, and is not waited for.
private struct ProcessWatch {
  private let process: pid_t
  /// A descriptor that can be read once the process has ended; -1 where there is none.
  private let descriptor: Int32
  private let isThere: Bool

  init(_ process: Int) {
    self.process = pid_t(truncatingIfNeeded: process)
    isThere = process > 1 && process <= Int(pid_t.max) && (kill(self.process, 0) == 0 || errno == EPERM)
    var opened: Int32 = -1
    if isThere, let symbol = dlsym(nil, "syscall") {
      // Its number is the same on all processors.
      typealias Call = @convention(c) (Int, Int, Int) -> Int
      opened = Int32(truncatingIfNeeded: unsafeBitCast(symbol, to: Call.self)(434, process, 0))
    }
    descriptor = opened
  }

  /// Waits until there is something to read; false once the process has ended and there is not.
  func waitForInput() -> Bool {
    guard isThere else { return true }
    var descriptors = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&descriptors, nfds_t(descriptor >= 0 ? 2 : 1), descriptor >= 0 ? -1 : 30_000)
      if count < 0 {
        if errno == EINTR { continue }
        return true
      }
      if descriptors[0].revents != 0 { return true }
      if descriptor >= 0 ? descriptors[1].revents != 0 : kill(process, 0) != 0 && errno == ESRCH { return false }
    }
  }
}
