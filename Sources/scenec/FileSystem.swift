import Glibc

/// Files, folders and streams by the C library alone: a static binary without Foundation starts in under 2 ms.
enum FileSystem {
  struct Failure: Error {
    /// `hero.scene: No such file or directory`
    var message: String
  }

  private static func failure(_ path: String, _ code: Int32 = errno) -> Failure {
    Failure(message: "\(path): \(String(cString: strerror(code)))")
  }

  static func read(_ path: String, limit: Int) throws -> [UInt8] {
    if path == "-" { return try read(descriptor: 0, path: "standard input", limit: limit, expected: 1 << 16) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw failure(path) }
    guard info.st_mode & S_IFMT != S_IFDIR else { throw failure(path, EISDIR) }
    return try read(descriptor: descriptor, path: path, limit: limit, expected: Int(info.st_size))
  }

  /// Bytes of a file; 0 for what is none, or is not there.
  static func size(_ path: String) -> Int {
    var info = stat()
    guard path != "-", stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(info.st_size)
  }

  private static func read(descriptor: Int32, path: String, limit: Int, expected: Int) throws -> [UInt8] {
    // A file whose size is known is read into its place, with a byte to see that it ends; other bytes come in pieces.
    var room = min(max(expected, 0), limit) + 1
    var bytes: [UInt8] = []
    while true {
      var got = 0
      var code: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        while count < room, let base = buffer.baseAddress {
          got = Glibc.read(descriptor, base + count, room - count)
          code = errno
          if got < 0, code == EINTR { continue }
          if got <= 0 { break }
          count += got
        }
      }
      if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
      if got < 0 { throw failure(path, code) }
      if got == 0 { return bytes }
      if bytes.count > limit { throw Failure(message: "\(path): larger than \(limit >> 20) MB") }
      room = max(1 << 16, bytes.count)
    }
  }

  /// The first bytes of a file.
  static func readStart(_ path: String, count: Int) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { throw failure(path, EINVAL) }
    var bytes = [UInt8](repeating: 0, count: min(count, max(Int(info.st_size), 0)))
    var done = 0
    while done < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { Glibc.read(descriptor, $0 + done, buffer.count - done) } ?? 0
      }
      if got < 0, errno == EINTR { continue }
      if got <= 0 { break }
      done += got
    }
    bytes.removeLast(bytes.count - done)
    return bytes
  }

  /// Writes beside the target and renames, so that a reader never sees half a file.
  static func writeAtomically(_ bytes: [UInt8], to name: String) throws {
    try bytes.withUnsafeBufferPointer { try writeAtomically($0, to: name) }
  }

  /// The whole path of what is there, links followed.
  static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  static func writeAtomically(_ bytes: UnsafeBufferPointer<UInt8>, to name: String) throws {
    if name == "-" {
      write(bytes, to: 1)
      return
    }
    // A link stays one: the file it leads to is replaced, and keeps its permissions.
    let path = resolved(name) ?? name
    var info = stat()
    let exists = stat(path, &info) == 0
    // A pipe, a terminal or a device is written to, never replaced.
    if exists, info.st_mode & S_IFMT != S_IFREG, info.st_mode & S_IFMT != S_IFDIR {
      let target = open(path, O_WRONLY | O_CLOEXEC)
      guard target >= 0 else { throw failure(path) }
      let isWritten = write(bytes, to: target)
      let code = errno
      guard close(target) == 0, isWritten else { throw failure(path, isWritten ? errno : code) }
      return
    }
    let mode = exists ? info.st_mode & 0o7777 : 0
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    if mode != 0 { fchmod(descriptor, mode) }
    let isWritten = write(bytes, to: descriptor)
    let code = errno
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(temporary, path) == 0 else {
      let reason = isWritten ? errno : code
      unlink(temporary)
      throw failure(path, reason)
    }
  }

  /// Why the standard output could not be written, 0 while it can; a reader that has gone is no failure.
  nonisolated(unsafe) private(set) static var outputFailure: Int32 = 0

  /// False when the reader has gone or the disk is full.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBufferPointer { write($0, to: descriptor) }
  }

  @discardableResult
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var done = 0
    while done < bytes.count {
      let put = Glibc.write(descriptor, base + done, bytes.count - done)
      if put < 0 {
        if errno == EINTR { continue }
        if descriptor == 1, errno != EPIPE, outputFailure == 0 { outputFailure = errno }
        return false
      }
      done += put
    }
    return true
  }

  /// Takes a file away; where that fails it stays.
  static func remove(_ path: String) { unlink(path) }

  enum Kind { case file, folder, absent }

  static func kind(_ path: String) -> Kind {
    var info = stat()
    guard stat(path, &info) == 0 else { return .absent }
    return info.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// What a file or folder is, whatever path leads to it; nil where there is none.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  static func identity(_ path: String) -> Identity? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return Identity(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(truncatingIfNeeded: info.st_ino))
  }

  /// `/` where it is not known.
  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  static func makeFolder(_ path: String) throws {
    guard kind(path) != .folder else { return }
    var partial = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      partial += partial.isEmpty || partial.hasSuffix("/") ? String(part) : "/\(part)"
      if mkdir(partial, 0o755) != 0 && errno != EEXIST { throw failure(partial) }
    }
    if kind(path) != .folder { throw failure(path, ENOTDIR) }
  }

  /// Names in a folder, sorted by bytes, without `.` and `..`.
  static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else { throw failure(folder) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}

/// The two streams a person reads.
enum Terminal {
  static let outputIsTerminal = isatty(1) == 1
  static let errorIsTerminal = isatty(2) == 1

  /// Colour only on a terminal, never with NO_COLOR.
  static func usesColor(_ isTerminal: Bool) -> Bool { isTerminal && getenv("NO_COLOR") == nil }

  static func print(_ text: String) { FileSystem.write(Array(text.utf8) + [0x0A], to: 1) }
  static func printError(_ text: String) { FileSystem.write(Array(text.utf8) + [0x0A], to: 2) }
}
