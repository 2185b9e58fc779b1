/// Names of SF Symbols with the iOS version that brought them, read in place from the facts blob (section `symbols`,
/// docs/development/facts.md).
import SceneData

package struct SymbolNames {
  package static let shared = SymbolNames(
    blob: UnsafeRawBufferPointer(start: scene_facts_bytes(), count: scene_facts_size))

  package let count: Int
  private let versions: UnsafePointer<Int32>
  private let offsets: UnsafePointer<Int32>
  private let bytes: UnsafePointer<UInt8>

  /// Opens a facts blob; one without symbols has none.
  package init(blob: UnsafeRawBufferPointer) {
    var found: (rows: Int, data: Int, offsets: Int, bytes: Int)?
    if let base = blob.baseAddress, blob.count >= 16, blob.loadUnaligned(as: Int32.self) == 0x5443_4653,
      blob.loadUnaligned(fromByteOffset: 4, as: Int32.self) == 1
    {
      let sections = Int(blob.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      for position in 0..<max(0, min(sections, (blob.count - 16) / 32)) {
        let row = (base + 16 + position * 32).assumingMemoryBound(to: Int32.self)
        let name = Int(row[0])
        guard row[1] == 7, name >= 0, name + 7 <= blob.count else { continue }
        let text = UnsafeRawBufferPointer(rebasing: blob[name..<name + 7])
        guard text.elementsEqual("symbols".utf8), row[2] == 2, row[4] == 1 else { continue }
        let rows = Int(row[3])
        guard rows >= 0, row[5] >= 0, row[6] >= 0, row[7] >= 0, Int(row[5]) + rows * 4 <= blob.count,
          Int(row[6]) + (rows + 1) * 4 <= blob.count
        else { continue }
        let last = Int((base + Int(row[6]) + rows * 4).assumingMemoryBound(to: Int32.self).pointee)
        guard Int(row[7]) + last <= blob.count else { continue }
        found = (rows, Int(row[5]), Int(row[6]), Int(row[7]))
      }
    }
    let base = blob.baseAddress ?? UnsafeRawPointer(PreludeLayout.nothing)
    count = found?.rows ?? 0
    versions = (base + (found?.data ?? 0)).assumingMemoryBound(to: Int32.self)
    offsets = (base + (found?.offsets ?? 0)).assumingMemoryBound(to: Int32.self)
    bytes = (base + (found?.bytes ?? 0)).assumingMemoryBound(to: UInt8.self)
  }

  /// Names in byte order.
  package func utf8(_ row: Int) -> UnsafeBufferPointer<UInt8> {
    guard row >= 0, row < count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: bytes + Int(offsets[row]), count: Int(offsets[row + 1] - offsets[row]))
  }

  package func name(_ row: Int) -> String { String(decoding: utf8(row), as: UTF8.self) }

  /// First iOS version with the symbol, major * 100 + minor; nil for an unknown name.
  package func introduced(_ name: String) -> Int? {
    var name = name
    return name.withUTF8 { wanted in
      let row = lowerBound(wanted)
      return row < count && utf8(row).elementsEqual(wanted) ? Int(versions[row]) : nil
    }
  }

  /// Rows of the names that begin with a prefix, for completion.
  package func rows(prefix: String) -> Range<Int> {
    var prefix = prefix
    return prefix.withUTF8 { wanted in
      let start = lowerBound(wanted)
      var low = start
      var high = count
      while low < high {
        let middle = (low + high) / 2
        if utf8(middle).starts(with: wanted) { low = middle + 1 } else { high = middle }
      }
      return start..<low
    }
  }

  private func lowerBound(_ wanted: UnsafeBufferPointer<UInt8>) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if utf8(middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
