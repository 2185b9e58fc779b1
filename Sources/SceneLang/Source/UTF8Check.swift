/// Finds bytes that are not UTF-8. Plain ASCII, which most files are, is passed eight bytes at a time.
enum UTF8Check {
  /// Runs of invalid bytes in order, at most `limit` of them.
  static func invalidRanges(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [SourceRange] {
    var found: [SourceRange] = []
    guard let base = bytes.baseAddress else { return found }
    let count = bytes.count
    let raw = UnsafeRawPointer(base)
    var position = 0
    while position < count {
      if base[position] < 0x80 {
        position += 1
        while position + 8 <= count,
          raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          position += 8
        }
        continue
      }
      let length = sequenceLength(bytes, position)
      if length > 0 {
        position += length
        continue
      }
      if let last = found.last, Int(last.end) == position {
        found[found.count - 1] = SourceRange(start: Int(last.start), end: position + 1)
      } else {
        if found.count >= limit { return found }
        found.append(SourceRange(start: position, end: position + 1))
      }
      position += 1
    }
    return found
  }

  /// Bytes of the well-formed sequence that begins here (Unicode 16, table 3-7), or 0.
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Int {
    func isContinuation(_ ahead: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      position + ahead < bytes.count && range.contains(bytes[position + ahead])
    }
    switch bytes[position] {
    case 0xC2...0xDF: return isContinuation(1) ? 2 : 0
    case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : 0
    case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : 0
    case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : 0
    case 0xF0: return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF4: return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : 0
    default: return 0
    }
  }
}
