import Glibc

/// A small HTTP server on the loopback address for one person's browser: one thread, short requests, each answer closes its
/// connection. Requests from other hosts' pages are refused by their `Host` and `Origin`.
final class PreviewServer {
  struct Request {
    var method = ""
    var path = ""
    var query = ""
    var body: [UInt8] = []
  }

  enum Answer {
    case page([UInt8])
    case json([UInt8])
    case text(Int, String)
    /// Answered when `version` grows or after a while.
    case later
  }

  private struct Connection {
    var descriptor: Int32
    var input: [UInt8] = []
    var output: [UInt8] = []
    var sent = 0
    var isWaiting = false
    /// Milliseconds at which it is given up, or a waiting one answered.
    var deadline: Int64
  }

  private static let maximumHead = 16 << 10
  private static let maximumBody = 256 << 10
  private static let maximumConnections = 64

  let port: Int
  private let listener: Int32
  private var connections: [Connection] = []

  /// Listens on 127.0.0.1; port 0 takes a free one.
  init(port wanted: Int) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    func failure() -> FileSystem.Failure {
      FileSystem.Failure(message: "127.0.0.1:\(wanted): \(String(cString: strerror(errno)))")
    }
    guard listener >= 0 else { throw failure() }
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: wanted).bigEndian)
    address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else {
      let failure = failure()
      close(listener)
      throw failure
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  func stop() {
    for connection in connections { close(connection.descriptor) }
    connections = []
    close(listener)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Serves until something happens on `watched`, an interrupt comes, or `milliseconds` have passed. True for `watched`.
  func serve(watching watched: Int32, milliseconds: Int32, answer: (Request) -> Answer) -> Bool {
    var events = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    events.append(pollfd(fd: watched, events: Int16(POLLIN), revents: 0))
    for connection in connections {
      let wanted = connection.output.isEmpty ? POLLIN : POLLOUT
      events.append(pollfd(fd: connection.descriptor, events: Int16(wanted), revents: 0))
    }
    let count = poll(&events, nfds_t(events.count), milliseconds)
    guard count >= 0 else { return false }
    var closed: [Int] = []
    for index in connections.indices {
      if events[index + 2].revents != 0, !step(&connections[index], answer) { closed.append(index) }
    }
    let now = PreviewServer.now
    for index in connections.indices where connections[index].deadline < now && !closed.contains(index) {
      if connections[index].isWaiting {
        respond(&connections[index], .json(Array("{\"version\":-1}".utf8)))
      } else {
        closed.append(index)
      }
    }
    for index in closed.sorted().reversed() {
      close(connections[index].descriptor)
      connections.remove(at: index)
    }
    if events[0].revents != 0 { acceptNew() }
    return events[1].revents != 0
  }

  /// Answers everyone who waits for a new version.
  func announce(_ version: Int) {
    for index in connections.indices where connections[index].isWaiting {
      respond(&connections[index], .json(Array("{\"version\":\(version)}".utf8)))
    }
  }

  private func acceptNew() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      guard connections.count < PreviewServer.maximumConnections else {
        close(descriptor)
        continue
      }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      connections.append(Connection(descriptor: descriptor, deadline: PreviewServer.now + 10_000))
    }
  }

  /// Reads or writes what there is; false when the connection is over.
  private func step(_ connection: inout Connection, _ answer: (Request) -> Answer) -> Bool {
    if !connection.output.isEmpty {
      let put = connection.output.withUnsafeBytes { buffer in
        buffer.baseAddress.map {
          send(
            connection.descriptor, $0 + connection.sent, buffer.count - connection.sent, 0)
        } ?? 0
      }
      if put < 0 { return errno == EAGAIN || errno == EINTR }
      connection.sent += put
      return connection.sent < connection.output.count
    }
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    let got = recv(connection.descriptor, &chunk, chunk.count, 0)
    if got < 0 { return errno == EAGAIN || errno == EINTR }
    if got == 0 { return false }
    if connection.isWaiting { return true }
    connection.input.append(contentsOf: chunk[..<got])
    switch parse(connection.input) {
    case .incomplete: return true
    case .refused(let status, let reason): respond(&connection, .text(status, reason))
    case .complete(let request):
      let result = answer(request)
      if case .later = result {
        connection.isWaiting = true
        connection.deadline = PreviewServer.now + 25_000
      } else {
        respond(&connection, result)
      }
    }
    return true
  }

  private func respond(_ connection: inout Connection, _ answer: Answer) {
    var status = 200
    var type = "text/plain; charset=utf-8"
    var body: [UInt8] = []
    switch answer {
    case .page(let bytes): (type, body) = ("text/html; charset=utf-8", bytes)
    case .json(let bytes): (type, body) = ("application/json", bytes)
    case .text(let code, let text): (status, body) = (code, Array(text.utf8))
    case .later: return
    }
    let reason = status == 200 ? "OK" : status == 403 ? "Forbidden" : status == 404 ? "Not Found" : "Bad Request"
    let head =
      "HTTP/1.1 \(status) \(reason)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
      + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
      + "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      + "img-src data:; connect-src 'self'\r\nConnection: close\r\n\r\n"
    connection.isWaiting = false
    connection.output = Array(head.utf8) + body
    connection.sent = 0
    connection.deadline = PreviewServer.now + 30_000
  }

  enum Parsed {
    case incomplete
    case refused(Int, String)
    case complete(Request)
  }

  /// A request from its first bytes.
  func parse(_ bytes: [UInt8]) -> Parsed {
    guard let end = PreviewServer.headEnd(bytes) else {
      return bytes.count > PreviewServer.maximumHead ? .refused(400, "the head is too long") : .incomplete
    }
    guard end <= PreviewServer.maximumHead else { return .refused(400, "the head is too long") }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
    guard let first = lines.first else { return .refused(400, "no request") }
    let words = first.split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
      return .refused(400, "not a request")
    }
    var host = ""
    var origin: String?
    var length = 0
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return .refused(400, "not a header") }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch name {
      case "host": host = String(value)
      case "origin": origin = String(value)
      case "transfer-encoding": return .refused(400, "a body in pieces")
      case "content-length":
        guard let count = Int(value), count >= 0, count <= PreviewServer.maximumBody else {
          return .refused(400, "the body is too long")
        }
        length = count
      default: break
      }
    }
    // A page of another site may reach this port, but not under these names.
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard hosts.contains(host) else { return .refused(403, "wrong host") }
    if let origin, !hosts.contains(where: { "http://\($0)" == origin }) { return .refused(403, "wrong origin") }
    guard words[0] == "GET" || words[0] == "POST" else { return .refused(400, "GET or POST") }
    let start = end + 4
    guard bytes.count >= start + length else { return .incomplete }
    let parts = words[1].split(separator: "?", maxSplits: 1)
    return .complete(
      Request(
        method: String(words[0]), path: String(parts.first ?? "/"), query: parts.count > 1 ? String(parts[1]) : "",
        body: Array(bytes[start..<start + length])))
  }

  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for i in 0...(min(bytes.count, maximumHead + 4) - 4)
    where bytes[i] == 13 && bytes[i + 1] == 10 && bytes[i + 2] == 13 && bytes[i + 3] == 10 {
      return i
    }
    return nil
  }
}
