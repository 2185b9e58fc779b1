/// Devices by name or by size: `iPhone 14`, `.iPhone15ProMax`, `iPad`, `390x844@3`.
import SceneIR

package enum DeviceLookup {
  /// Whether a name or a size means a device.
  package static func isKnown(_ text: String) -> Bool { find(text, landscape: false) != nil }

  static let standard = "iPhone 14"

  /// The device, and a note where the name is not unique; nil for names that match nothing.
  static func find(_ text: String, landscape: Bool) -> (device: FrameDevice, note: String?)? {
    if let custom = custom(text) { return (custom, nil) }
    let table = Facts.shared.table("devices")
    var wanted = DeviceKey.of(text)
    if wanted == "ipad" { wanted = DeviceKey.of("iPad 10.9") }
    var hits: [Int] = []
    for row in 0..<table.rowCount {
      let name = table.keyText(row)
      let own = DeviceKey.of(name)
      if own == wanted {
        hits = [row]
        break
      }
      if own.hasPrefix(wanted) || own.contains(wanted) { hits.append(row) }
    }
    guard let best = hits.max(by: { table[$0, 0] != table[$1, 0] ? table[$0, 0] < table[$1, 0] : $0 > $1 }) else {
      return nil
    }
    let name = table.keyText(best)
    let note = hits.count > 1 ? "Several devices match '\(text)'; '\(name)' is used" : nil
    return (device(name, table, best, landscape: landscape), note)
  }

  private static func device(_ name: String, _ table: FactTable<Double>, _ row: Int, landscape: Bool) -> FrameDevice {
    let first = landscape ? 9 : 5
    return FrameDevice(
      name: name, width: table[row, landscape ? 3 : 2], height: table[row, landscape ? 2 : 3], scale: table[row, 4],
      safeTop: table[row, first], safeLeading: table[row, first + 1], safeBottom: table[row, first + 2],
      safeTrailing: table[row, first + 3])
  }

  /// `WIDTHxHEIGHT[@SCALE]`
  private static func custom(_ text: String) -> FrameDevice? {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count <= 2, let first = halves.first else { return nil }
    let sides = first.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]), width > 0, height > 0,
      width <= 100_000, height <= 100_000
    else { return nil }
    var scale = 3.0
    if halves.count == 2 {
      guard let given = Double(halves[1]), given > 0, given <= 100_000 else { return nil }
      scale = given
    }
    return FrameDevice(
      name: text, width: width, height: height, scale: scale, safeTop: 0, safeLeading: 0, safeBottom: 0, safeTrailing: 0
    )
  }
}
