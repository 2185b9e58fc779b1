/// The byte offsets at which lines start. Lines end at LF, CRLF or a lone CR.
package struct LineIndex: Sendable {
  package private(set) var starts: [UInt32]
  private let length: Int

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var starts: [UInt32] = [0]
    length = bytes.count
    var index = 0
    let count = bytes.count
    // Lines are some 30 bytes long: eight bytes at a time are looked through for a line's end.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    starts.reserveCapacity(count / 32 + 1)
    while index < count {
      if let start = bytes.baseAddress {
        while index + 8 <= count {
          let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
          let feed = word ^ (ones &* 0x0A)
          let carriage = word ^ (ones &* 0x0D)
          // A zero byte among eight leaves its top bit; a byte above one may do so as well, which costs a look.
          let found = ((feed &- ones) & ~feed | (carriage &- ones) & ~carriage) & tops
          if found != 0 {
            index += found.trailingZeroBitCount >> 3
            break
          }
          index += 8
        }
      }
      if index >= count { break }
      let byte = bytes[index]
      index += 1
      if byte == 0x0A {
        starts.append(UInt32(truncatingIfNeeded: index))
      } else if byte == 0x0D {
        if index < count && bytes[index] == 0x0A { index += 1 }
        starts.append(UInt32(truncatingIfNeeded: index))
      }
    }
    self.starts = starts
  }

  package var lineCount: Int { starts.count }

  /// Line and column of an offset; an offset outside the text is clamped.
  package func position(_ offset: Int) -> SourcePosition {
    let clamped = max(0, min(offset, length))
    let line = lineContaining(clamped)
    return SourcePosition(line: line + 1, column: clamped - Int(starts[line]) + 1, offset: clamped)
  }

  /// Line and column of an offset in bytes that are no source file.
  package static func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
    bytes.withUnsafeBufferPointer { LineIndex($0) }.position(offset)
  }

  /// Zero-based line of an offset.
  package func lineContaining(_ offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Offset of a one-based line and column, clamped to the line (the column may not pass its end).
  package func offset(line: Int, column: Int) -> Int {
    let index = max(0, min(line - 1, starts.count - 1))
    let start = Int(starts[index])
    let end = index + 1 < starts.count ? Int(starts[index + 1]) : length
    return max(start, min(start + max(column, 1) - 1, end))
  }

  /// Bytes of a zero-based line, its line end included.
  package func range(line: Int) -> SourceRange {
    let index = max(0, min(line, starts.count - 1))
    let end = index + 1 < starts.count ? Int(starts[index + 1]) : length
    return SourceRange(starts[index], UInt32(clamping: end))
  }
}
