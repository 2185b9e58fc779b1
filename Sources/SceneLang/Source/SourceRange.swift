/// A half-open range of byte offsets in one source text.
package struct SourceRange: Hashable, Sendable {
  package var start: UInt32
  package var end: UInt32

  package init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = max(start, end)
  }

  package init(start: Int, end: Int) { self.init(UInt32(clamping: start), UInt32(clamping: end)) }

  package static let zero = SourceRange(0, 0)

  package var length: UInt32 { end - start }
  package var isEmpty: Bool { start == end }

  package func contains(_ offset: UInt32) -> Bool { start <= offset && offset < end }
  package func contains(_ other: SourceRange) -> Bool { start <= other.start && other.end <= end }
  package func overlaps(_ other: SourceRange) -> Bool { start < other.end && other.start < end }

  /// The smallest range that holds both.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }
}

/// A place for people: line and column count from 1, the column in bytes.
package struct SourcePosition: Hashable, Sendable {
  package var line: Int
  package var column: Int
  package var offset: Int

  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

/// A replacement of bytes, in offsets of the text before the edit.
package struct SourceEdit: Hashable, Sendable {
  package var range: SourceRange
  package var text: String

  package init(range: SourceRange, text: String) {
    self.range = range
    self.text = text
  }
}
