/// Why a file is not read as source text: one finding then stands for all that its bytes would give.
package enum SourceObstacle: Sendable {
  case tooLong
  case utf16
  case binary

  /// Bytes at the start of a file that decide.
  private static let examined = 1024

  /// What the first bytes tell. Source text has no NUL bytes to speak of: UTF-16 has one in nearly every pair, always on
  /// the same side, and what is not text has them anywhere.
  static func found(in bytes: [UInt8]) -> SourceObstacle? {
    let count = min(bytes.count, examined) & ~1
    guard count >= 2 else { return nil }
    if bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF { return .utf16 }
    var (even, odd) = (0, 0)
    for index in stride(from: 0, to: count, by: 2) {
      if bytes[index] == 0 { even += 1 }
      if bytes[index + 1] == 0 { odd += 1 }
    }
    let nulls = even + odd
    guard count >= 16, nulls * 10 > count else { return nil }
    return max(even, odd) * 10 > nulls * 9 && nulls * 10 > count * 4 ? .utf16 : .binary
  }
}
