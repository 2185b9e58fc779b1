/// Interned identifiers: equal names have equal ids. Labels, operators and storage names (`_count`) are names too.
package struct NameTable {
  private var ids: [String: UInt32] = [:]
  package private(set) var texts: [String] = []

  package init() {}

  package mutating func intern(_ text: String) -> NameID {
    if let id = ids[text] { return NameID(id) }
    let id = UInt32(texts.count)
    ids[text] = id
    texts.append(text)
    return NameID(id)
  }

  package subscript(_ name: NameID) -> String { name == .none ? "" : texts[Int(name.raw)] }
}
