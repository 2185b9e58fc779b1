import SceneRuntime

/// The text of a frame's rows, made from that of the frame before: most views stand still most of the time, and to compare
/// a row costs a tenth of writing its numbers.
struct RowText {
  private(set) var text = ByteWriter(capacity: 1 << 14)
  private var other = ByteWriter(capacity: 1 << 14)
  private var rows: [FrameRow] = []
  /// Where each row's text lies.
  private var places: [Range<Int>] = []
  private var otherPlaces: [Range<Int>] = []

  /// `text` becomes the rows with commas between; `write` writes one.
  mutating func update(_ next: [FrameRow], write: (FrameRow, inout ByteWriter) -> Void) {
    if RowText.isSame(rows, next), !next.isEmpty { return }
    other.removeAll()
    otherPlaces.removeAll(keepingCapacity: true)
    // Rows are long: they are compared where they lie.
    next.withUnsafeBufferPointer { next in
      rows.withUnsafeBufferPointer { rows in
        var old = 0
        for position in next.indices {
          if other.count > 0 { other.byte(0x2C) }
          let start = other.count
          // Both are in the order of their ids.
          while old < rows.count, rows[old].id < next[position].id { old += 1 }
          if old < rows.count, rows[old].isWrittenLike(next[position]) {
            other.append(text, places[old])
          } else {
            write(next[position], &other)
          }
          otherPlaces.append(start..<other.count)
        }
      }
    }
    swap(&text, &other)
    swap(&places, &otherPlaces)
    rows = next
  }

  /// Whether the two are one and the same list in memory.
  private static func isSame(_ a: [FrameRow], _ b: [FrameRow]) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.baseAddress == b.baseAddress } }
  }
}

extension FrameRow {
  /// Equal down to the bytes of the text: equal strings may be spelt in two ways.
  func isWrittenLike(_ other: FrameRow) -> Bool {
    guard self == other else { return false }
    guard var text, var same = other.text else { return true }
    return text.withUTF8 { text in
      same.withUTF8 { same in text.count == same.count && text.indices.allSatisfy { text[$0] == same[$0] } }
    }
  }
}
