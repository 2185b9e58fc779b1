/// Turns the tables of `Data/*.tsv` into the facts blob (docs/development/facts.md).
///
/// A table file is a list of sections:
///
///     section NAME int32|float64 [keyed] [sorted]
///     columns A B C
///     KEY<tab>1 2 3        (without `keyed`: 1 2 3)
///
/// `#` begins a comment line. In a section with `values 1 2 3`, a row that is a key alone has those values.
package struct FactsBuilder {
  struct Row {
    var key: String
    var values: [Double]
  }

  struct Section {
    var name: String
    var isInteger: Bool
    var isKeyed: Bool
    var isSorted: Bool
    var columns: [String] = []
    var rows: [Row] = []
  }

  var sections: [Section] = []
  /// `FILE:LINE: reason`, in reading order.
  package private(set) var problems: [String] = []

  package init() {}

  package mutating func read(_ text: String, file: String) {
    var common: [Double]?
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty || line.first == "#" { continue }
      let words = line.split(separator: " ")
      if line.hasPrefix("section ") {
        guard words.count >= 3, words[2] == "int32" || words[2] == "float64" else {
          problems.append("\(file):\(number): a section needs a name and int32 or float64")
          continue
        }
        sections.append(
          Section(
            name: String(words[1]), isInteger: words[2] == "int32", isKeyed: words.contains("keyed"),
            isSorted: words.contains("sorted")))
        common = nil
      } else if sections.isEmpty {
        problems.append("\(file):\(number): a row before the first section")
      } else if line.hasPrefix("columns ") && sections[sections.count - 1].columns.isEmpty {
        sections[sections.count - 1].columns = words.dropFirst().map(String.init)
      } else if line.hasPrefix("values ") {
        common = words.dropFirst().compactMap { Double($0) }
      } else {
        let last = sections.count - 1
        var key = ""
        var values: [Double]
        if sections[last].isKeyed {
          let parts = line.split(separator: "\t", maxSplits: 1)
          key = String(parts[0])
          values = parts.count > 1 ? parts[1].split(separator: " ").compactMap { Double($0) } : common ?? []
        } else {
          values = words.compactMap { Double($0) }
        }
        if values.count != sections[last].columns.count {
          problems.append("\(file):\(number): \(values.count) values for \(sections[last].columns.count) columns")
          values = sections[last].columns.map { _ in 0 }
        }
        sections[last].rows.append(Row(key: key, values: values))
      }
    }
  }

  /// The blob: a header, the section table sorted by name, then the data of each section.
  package func blob() -> [UInt8] {
    let sorted = sections.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    var blob = BlobWriter()
    blob.append(int32: 0x5443_4653)
    blob.append(int32: 1)
    blob.append(int32: Int32(sorted.count))
    blob.append(int32: 0)
    let table = blob.bytes.count
    for _ in 0..<(sorted.count * 8) { blob.append(int32: 0) }
    for (position, section) in sorted.enumerated() {
      var rows = section.rows
      if section.isSorted {
        rows.sort { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
      }
      var entry = [Int32](repeating: -1, count: 8)
      entry[0] = Int32(blob.bytes.count)
      entry[1] = Int32(section.name.utf8.count)
      blob.bytes.append(contentsOf: section.name.utf8)
      entry[2] = (section.isInteger ? 0 : 1) | (section.isSorted ? 2 : 0)
      entry[3] = Int32(rows.count)
      entry[4] = Int32(section.columns.count)
      blob.align(8)
      entry[5] = Int32(blob.bytes.count)
      for row in rows {
        for value in row.values {
          if section.isInteger { blob.append(int32: Int32(value)) } else { blob.append(float64: value) }
        }
      }
      if section.isKeyed {
        blob.align(4)
        entry[6] = Int32(blob.bytes.count)
        var offset: Int32 = 0
        for row in rows {
          blob.append(int32: offset)
          offset += Int32(row.key.utf8.count)
        }
        blob.append(int32: offset)
        entry[7] = Int32(blob.bytes.count)
        for row in rows { blob.bytes.append(contentsOf: row.key.utf8) }
      }
      for column in 0..<8 { blob.set(int32: entry[column], at: table + position * 32 + column * 4) }
    }
    return blob.bytes
  }
}
