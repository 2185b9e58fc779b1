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
        sources: { folder in (try? InputFiles.paths(in: folder)) ?? [] }))
    var stream = MessageStream()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var waiting: [MessageStream.Item] = []
    var isOpen = true
    while true {
      // What has arrived is read before anything is answered, so that a cancellation overtakes its request.
      while isOpen, waiting.count < 1000, waiting.isEmpty && !server.hasPendingWork || inputWaits() {
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
        for answer in server.receive(item) where !FileSystem.write(MessageStream.frame(answer), to: 1) { return 1 }
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

  private static func inputWaits() -> Bool {
    var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}
