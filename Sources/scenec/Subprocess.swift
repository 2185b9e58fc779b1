import Glibc

/// Programs that turn pictures into other formats: found on the path, started without a shell, waited for.
enum Subprocess {
  struct Running {
    fileprivate var process: pid_t
    fileprivate var log: String
    var name: String
  }

  /// The file a name stands for on the path, nil where it is not installed.
  static func find(_ name: String) -> String? {
    guard let path = getenv("PATH").map({ String(cString: $0) }) else { return nil }
    for folder in path.split(separator: ":", omittingEmptySubsequences: true) {
      let file = "\(folder)/\(name)"
      if FileSystem.kind(file) == .file, access(file, X_OK) == 0 { return file }
    }
    return nil
  }

  /// Fails with the way to install what is missing.
  static func require(_ name: String, debian: String, fedora: String, homebrew: String, for format: String) throws
    -> String
  {
    if let found = find(name) { return found }
    throw Arguments.Failure(
      message: "\(format) needs \(name), which is not on the path; install it with 'apt-get install \(debian)' "
        + "(Debian, Ubuntu), 'dnf install \(fedora)' (Fedora) or 'brew install \(homebrew)' (macOS)")
  }

  /// Starts a program. It reads nothing; what it says goes to the file `log`.
  static func start(_ file: String, _ arguments: [String], log: String) throws -> Running {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var words: [UnsafeMutablePointer<CChar>?] = ([file] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, file, &actions, nil, words, environ)
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard code == 0 else { throw FileSystem.Failure(message: "\(name): \(String(cString: strerror(code)))") }
    return Running(process: process, log: log, name: name)
  }

  /// Waits for the end; anything but success is a failure with the last line the program wrote.
  static func wait(_ running: Running) throws {
    var status: Int32 = 0
    while waitpid(running.process, &status, 0) < 0 { if errno != EINTR { break } }
    guard status != 0 else { return }
    let said = (try? FileSystem.read(running.log, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let last = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
    throw FileSystem.Failure(message: "\(running.name) failed\(last)")
  }

  static func stop(_ running: Running) {
    kill(running.process, SIGTERM)
    var status: Int32 = 0
    while waitpid(running.process, &status, 0) < 0 { if errno != EINTR { break } }
  }
}

/// Set by the first interrupt: loops end, and what is temporary is taken away.
nonisolated(unsafe) private var interrupts: sig_atomic_t = 0

enum Interrupt {
  static var isRequested: Bool { interrupts != 0 }

  static func watch() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in interrupts = 1 }
    sigemptyset(&action.sa_mask)
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }

  static func check() throws {
    if isRequested { throw FileSystem.Failure(message: "interrupted") }
  }
}

/// A folder of its own for the time of a command.
final class TemporaryFolder {
  let path: String

  init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(root.hasSuffix("/") ? String(root.dropLast()) : root)/scenec-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw FileSystem.Failure(message: "\(root): \(String(cString: strerror(errno)))")
    }
    path = template.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Takes the folder and the files in it away.
  func remove() {
    for name in (try? FileSystem.names(in: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
