/// Tables of facts (fonts, text styles, devices, colours, control measures, symbol names), read in place.
///
/// The blob is written by `generate-scenec facts`; docs/development/facts.md lists sections and columns. Look a section
/// up once and keep it: it is two pointers.
import SceneData

package struct Facts {
  /// The tables embedded in the binary.
  package static let shared = Facts(
    blob: UnsafeRawBufferPointer(start: scene_facts_bytes(), count: scene_facts_size))

  private let blob: UnsafeRawBufferPointer
  package let sectionCount: Int

  /// Opens a blob; anything that is not one of this version reads as empty.
  package init(blob: UnsafeRawBufferPointer) {
    self.blob = blob
    if blob.count >= 16, blob.loadUnaligned(fromByteOffset: 0, as: Int32.self) == 0x5443_4653,
      blob.loadUnaligned(fromByteOffset: 4, as: Int32.self) == 1
    {
      let count = Int(blob.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      sectionCount = count >= 0 && 16 + count * 32 <= blob.count ? count : 0
    } else {
      sectionCount = 0
    }
  }

  /// A section of Float64 rows. A name that does not exist is an empty table.
  package func table(_ name: StaticString) -> FactTable<Double> {
    guard let section = find(name), section.flags & 1 == 1 else { return .empty }
    return FactTable(section)
  }

  /// A section of Int32 rows.
  package func integers(_ name: StaticString) -> FactTable<Int32> {
    guard let section = find(name), section.flags & 1 == 0 else { return .empty }
    return FactTable(section)
  }

  struct Section {
    var flags: Int32
    var rows: Int
    var columns: Int
    var data: UnsafeRawPointer
    var keyOffsets: UnsafePointer<Int32>?
    var keyBytes: UnsafePointer<UInt8>?
  }

  private func find(_ name: StaticString) -> Section? {
    guard let base = blob.baseAddress else { return nil }
    let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    for position in 0..<sectionCount {
      let row = (base + 16 + position * 32).assumingMemoryBound(to: Int32.self)
      let count = Int(row[1])
      guard count == wanted.count, Int(row[0]) >= 0, Int(row[0]) + count <= blob.count else { continue }
      let bytes = UnsafeBufferPointer(
        start: (base + Int(row[0])).assumingMemoryBound(to: UInt8.self), count: count)
      guard bytes.elementsEqual(wanted) else { continue }
      let rows = Int(row[3])
      let columns = Int(row[4])
      let size = rows * columns * (row[2] & 1 == 1 ? 8 : 4)
      guard rows >= 0, columns > 0, row[5] >= 0, Int(row[5]) + size <= blob.count else { return nil }
      var section = Section(
        flags: row[2], rows: rows, columns: columns, data: base + Int(row[5]), keyOffsets: nil, keyBytes: nil)
      if row[6] >= 0, row[7] >= 0 {
        let offsets = (base + Int(row[6])).assumingMemoryBound(to: Int32.self)
        guard Int(row[6]) + 4 * (rows + 1) <= blob.count, Int(row[7]) + Int(offsets[rows]) <= blob.count else {
          return nil
        }
        section.keyOffsets = offsets
        section.keyBytes = (base + Int(row[7])).assumingMemoryBound(to: UInt8.self)
      }
      return section
    }
    return nil
  }
}

/// Rows of numbers, perhaps with a key each.
package struct FactTable<Element> {
  package let rowCount: Int
  package let columnCount: Int
  private let data: UnsafePointer<Element>?
  private let keyOffsets: UnsafePointer<Int32>?
  private let keyBytes: UnsafePointer<UInt8>?
  private let isSorted: Bool

  static var empty: FactTable { FactTable() }

  private init() {
    rowCount = 0
    columnCount = 0
    data = nil
    keyOffsets = nil
    keyBytes = nil
    isSorted = false
  }

  init(_ section: Facts.Section) {
    rowCount = section.rows
    columnCount = section.columns
    data = section.data.assumingMemoryBound(to: Element.self)
    keyOffsets = section.keyOffsets
    keyBytes = section.keyBytes
    isSorted = section.flags & 2 != 0
  }

  /// The number in a row and column; both must exist.
  package subscript(row: Int, column: Int) -> Element {
    precondition(row >= 0 && row < rowCount && column >= 0 && column < columnCount)
    return data.unsafelyUnwrapped[row &* columnCount &+ column]
  }

  /// The numbers of one row.
  package func row(_ row: Int) -> UnsafeBufferPointer<Element> {
    guard row >= 0, row < rowCount, let data else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: data + row * columnCount, count: columnCount)
  }

  package func key(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    guard row >= 0, row < rowCount, let keyOffsets, let keyBytes else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let start = Int(keyOffsets[row])
    return UnsafeBufferPointer(start: keyBytes + start, count: Int(keyOffsets[row + 1]) - start)
  }

  package func keyText(_ row: Int) -> String { String(decoding: key(row), as: UTF8.self) }

  /// Row of a key: by bisection where the section is sorted, else the first in the order of the file.
  package func find(_ key: String) -> Int? {
    var key = key
    return key.withUTF8 { find($0) }
  }

  package func find(_ wanted: UnsafeBufferPointer<UInt8>) -> Int? {
    guard keyOffsets != nil else { return nil }
    if !isSorted {
      for row in 0..<rowCount where self.key(row).elementsEqual(wanted) { return row }
      return nil
    }
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if key(middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return low < rowCount && key(low).elementsEqual(wanted) ? low : nil
  }
}

extension FactTable where Element: Comparable {
  /// Row whose first column has the value, in a table ascending by its first column.
  package func find(first value: Element) -> Int? {
    let row = lowerBound(value)
    return row < rowCount && self[row, 0] == value ? row : nil
  }

  /// Row whose first two columns have these values, in a table ascending by them (kerning pairs).
  package func find(first: Element, second: Element) -> Int? {
    var row = lowerBound(first)
    var high = row
    while high < rowCount && self[high, 0] == first { high += 1 }
    let end = high
    while row < high {
      let middle = (row + high) / 2
      if self[middle, 1] < second { row = middle + 1 } else { high = middle }
    }
    return row < end && self[row, 1] == second ? row : nil
  }

  /// Row of the range `first...last` (columns 0 and 1) that contains the value.
  package func find(containing value: Element) -> Int? {
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if self[middle, 1] < value { low = middle + 1 } else { high = middle }
    }
    return low < rowCount && self[low, 0] <= value ? low : nil
  }

  /// First row whose first column is at least the value.
  package func lowerBound(_ value: Element) -> Int {
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if self[middle, 0] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension FactTable where Element == Double {
  /// The first number of a keyed row, or the fallback when there is none.
  package func value(_ key: String, column: Int = 0, else fallback: Double) -> Double {
    guard let row = find(key), column < columnCount else { return fallback }
    return self[row, column]
  }

  /// Column 1 as a function of column 0, linear between rows and constant beyond the ends.
  package func interpolate(_ x: Double) -> Double {
    guard rowCount > 0, columnCount > 1 else { return 0 }
    let row = lowerBound(x)
    if row == 0 { return self[0, 1] }
    if row == rowCount { return self[rowCount - 1, 1] }
    let low = self[row - 1, 0]
    let high = self[row, 0]
    let t = high > low ? (x - low) / (high - low) : 0
    return self[row - 1, 1] + (self[row, 1] - self[row - 1, 1]) * t
  }
}
