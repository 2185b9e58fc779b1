/// Positions of the protocol and byte offsets of a text. The only place that knows UTF-16.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Units that a scalar with this first UTF-8 byte takes.
  private func units(_ lead: UInt8) -> Int {
    switch self {
    case .utf8: return PositionEncoding.length(lead)
    case .utf16: return lead >= 0xF0 ? 2 : 1
    case .utf32: return 1
    }
  }

  private static func length(_ lead: UInt8) -> Int {
    if lead < 0xC0 { return 1 }
    if lead < 0xE0 { return 2 }
    return lead < 0xF0 ? 3 : 4
  }

  /// Byte offset of a position. What lies outside is clamped: a line beyond the end to the end of the text, a character
  /// beyond the line to its end, a place inside a scalar to its start.
  package func offset(line: Int, character: Int, in text: DocumentText) -> Int {
    guard line >= 0 else { return 0 }
    guard line < text.lineStarts.count else { return text.bytes.count }
    var offset = text.lineStarts[line]
    let end = text.lineEnd(line)
    var left = max(0, character)
    while offset < end && left > 0 {
      let lead = text.bytes[offset]
      let size = units(lead)
      if size > left { break }
      left -= size
      offset = min(end, offset + PositionEncoding.length(lead))
    }
    return offset
  }

  /// Line and character of a byte offset, clamped to the text.
  package func position(_ offset: Int, in text: DocumentText) -> (line: Int, character: Int) {
    let clamped = min(max(0, offset), text.bytes.count)
    let line = text.line(at: clamped)
    var character = 0
    var at = text.lineStarts[line]
    let end = min(clamped, text.lineEnd(line))
    while at < end {
      let lead = text.bytes[at]
      let length = PositionEncoding.length(lead)
      if at + length > end && length > 1 { break }
      character += units(lead)
      at += length
    }
    return (line, character)
  }
}

/// The bytes of an open document and where its lines begin; lines end at LF, CRLF and CR.
package struct DocumentText: Equatable, Sendable {
  package private(set) var bytes: [UInt8]
  package private(set) var lineStarts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = DocumentText.starts(bytes)
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  private static func starts(_ bytes: [UInt8]) -> [Int] {
    var starts = [0]
    DocumentText.starts(bytes, from: 0, to: bytes.count, into: &starts)
    return starts
  }

  /// Starts of the lines whose breaks begin in a range, in order.
  private static func starts(_ bytes: [UInt8], from: Int, to end: Int, into starts: inout [Int]) {
    bytes.withUnsafeBufferPointer { bytes in
      var i = from
      while i < end {
        let byte = bytes[i]
        i += 1
        if byte == 0x0A {
          starts.append(i)
        } else if byte == 0x0D, i == bytes.count || bytes[i] != 0x0A {
          starts.append(i)
        }
      }
    }
  }

  /// Offset of the end of a line, without its line break.
  package func lineEnd(_ line: Int) -> Int {
    guard line + 1 < lineStarts.count else { return bytes.count }
    var end = lineStarts[line + 1] - 1
    if bytes[end] == 0x0A, end > lineStarts[line], bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Replaces a range of bytes; bounds are clamped and ordered.
  package mutating func replace(_ start: Int, _ end: Int, with text: String) {
    let low = min(max(0, min(start, end)), bytes.count)
    let high = min(max(low, max(start, end)), bytes.count)
    bytes.replaceSubrange(low..<high, with: text.utf8)
    let added = low + text.utf8.count
    // Lines are read anew from the one before the edit (its break may have become half of a CRLF) to the first old start
    // behind the byte after it; the starts beyond only move.
    let first = max(0, line(at: low) - 1)
    let delta = added - high
    var kept = lineStarts.count
    var bound = lineStarts.count
    var at = 0
    while at < bound {
      let middle = (at + bound) / 2
      if lineStarts[middle] > high + 1 { bound = middle } else { at = middle + 1 }
    }
    kept = at
    var fresh: [Int] = []
    let stop = kept < lineStarts.count ? lineStarts[kept] + delta : bytes.count
    DocumentText.starts(bytes, from: lineStarts[first], to: stop, into: &fresh)
    // A break that ends at `stop` gives the start that is kept.
    if kept < lineStarts.count, fresh.last == stop { fresh.removeLast() }
    if delta != 0 { for i in kept..<lineStarts.count { lineStarts[i] += delta } }
    lineStarts.replaceSubrange(first + 1..<kept, with: fresh)
  }
}
