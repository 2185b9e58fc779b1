/// Frames of the base protocol: headers, an empty line, a body of `Content-Length` bytes.
///
/// Bytes go in as they come, messages come out whole. A frame that makes no sense is reported once and skipped to the next
/// header, so that one broken message does not end the conversation.
package struct MessageStream {
  package enum Item: Equatable {
    case message(JSON)
    /// What was wrong; answered as a parse error.
    case malformed(String)
  }

  /// Largest body accepted, in bytes: four times the largest document.
  package static let maximumLength = 64 << 20

  private var buffer: [UInt8] = []
  private var consumed = 0
  /// Bytes of an oversized body still to be skipped.
  private var skipping = 0
  /// A header made no sense: what follows is skipped, unreported, up to the next `Content-Length`.
  private var isLost = false

  package init() {}

  package mutating func append(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

  /// The next item, nil when more bytes are needed.
  package mutating func next() -> Item? {
    if skipping > 0 {
      let step = min(skipping, buffer.count - consumed)
      skipping -= step
      consumed += step
      compact()
      if skipping > 0 { return nil }
    }
    var found: (end: Int, length: Int)?
    while found == nil {
      guard let headerEnd = endOfHeader() else {
        guard buffer.count - consumed > MessageStream.headerLimit else { return nil }
        // The end may hold the beginning of a header.
        consumed = buffer.count - 64
        compact()
        return lose("no header in 64 KB")
      }
      if let length = contentLength(from: consumed, to: headerEnd.start) {
        found = (headerEnd.end, length)
      } else {
        consumed = headerEnd.end
        if let item = lose("a header without a usable Content-Length") {
          compact()
          return item
        }
      }
    }
    guard let (bodyStart, length) = found else { return nil }
    isLost = false
    guard length <= MessageStream.maximumLength else {
      consumed = bodyStart
      skipping = length
      return .malformed("a message of \(length) bytes is larger than \(MessageStream.maximumLength)")
    }
    guard buffer.count - bodyStart >= length else { return nil }
    let body = bodyStart..<bodyStart + length
    let result: Item = buffer.withUnsafeBufferPointer { all in
      do {
        return .message(try JSON.parse(UnsafeBufferPointer(rebasing: all[body])))
      } catch let failure as JSON.Failure {
        return .malformed("\(failure.message) at byte \(failure.offset)")
      } catch {
        return .malformed("unreadable")
      }
    }
    consumed = body.upperBound
    compact()
    return result
  }

  private static let headerLimit = 1 << 16

  /// Reports the first of several senseless headers.
  private mutating func lose(_ reason: String) -> Item? {
    if isLost { return nil }
    isLost = true
    return .malformed(reason)
  }

  /// The empty line after the headers; bare line feeds are taken too.
  private func endOfHeader() -> (start: Int, end: Int)? {
    var i = consumed
    while i < buffer.count {
      if buffer[i] == 0x0A {
        if i + 1 < buffer.count, buffer[i + 1] == 0x0A { return (i, i + 2) }
        if i + 2 < buffer.count, buffer[i + 1] == 0x0D, buffer[i + 2] == 0x0A { return (i, i + 3) }
      }
      if i - consumed > MessageStream.headerLimit { return nil }
      i += 1
    }
    return nil
  }

  private func contentLength(from start: Int, to end: Int) -> Int? {
    let header = String(decoding: buffer[start..<end], as: UTF8.self).lowercased()
    for line in header.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].filter({ $0 != " " }) == "content-length" {
        return MessageStream.length(parts[1])
      }
      // The rest of a body that was not understood may stand in front of the header.
      if isLost, let length = MessageStream.lengthAtEnd(of: line) { return length }
    }
    return nil
  }

  private static func length(_ text: Substring) -> Int? {
    guard let length = Int(text.filter { $0 != " " && $0 != "\t" }), length >= 0 else { return nil }
    return length
  }

  private static func lengthAtEnd(of line: Substring) -> Int? {
    guard let colon = line.lastIndex(of: ":"), line[..<colon].hasSuffix("content-length") else { return nil }
    return length(line[line.index(after: colon)...])
  }

  private mutating func compact() {
    guard consumed > 1 << 16 || consumed == buffer.count else { return }
    buffer.removeFirst(consumed)
    consumed = 0
  }

  /// A message with its header.
  package static func frame(_ message: JSON) -> [UInt8] {
    var body: [UInt8] = []
    message.write(to: &body)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
