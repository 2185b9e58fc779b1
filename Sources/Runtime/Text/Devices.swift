/// Devices by name: size, scale and safe area (contracts: "Devices").

extension FrameDevice {
  /// The device everything is laid out for unless another is asked for.
  package static let standardName = "iPhone 14"

  /// Letters and digits, lower case, without what stands in parentheses.
  private static func key(_ name: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var depth = 0
    for byte in name {
      switch byte {
      case 0x28: depth += 1
      case 0x29: depth = max(0, depth - 1)
      case 0x41...0x5A: if depth == 0 { result.append(byte | 0x20) }
      case 0x61...0x7A, 0x30...0x39: if depth == 0 { result.append(byte) }
      default: break
      }
    }
    return result
  }

  /// A device of the table in portrait or landscape. A name matches when letters and digits agree; "iPad" is the iPad
  /// 10.9. Of several the newest is taken. `isAmbiguous` tells that there were several. `WIDTHxHEIGHT[@SCALE]` makes a
  /// screen without safe area. Nil: unknown.
  package static func named(
    _ name: String, landscape: Bool = false, facts: Facts = .shared
  ) -> (device: FrameDevice, isAmbiguous: Bool)? {
    if let free = size(name, landscape) { return (free, false) }
    let table = facts.table("devices")
    var wanted = key(name.utf8)
    if wanted == Array("ipad".utf8) { wanted = Array("ipad109".utf8) }
    if wanted.isEmpty { return nil }
    var best: Int?
    var hits = 0
    for row in 0..<table.rowCount where key(table.key(row)) == wanted {
      hits += 1
      if best.map({ table[row, 0] > table[$0, 0] }) ?? true { best = row }
    }
    guard let row = best, table.columnCount >= 13 else { return nil }
    let safe = landscape ? 9 : 5
    let width = table[row, landscape ? 3 : 2]
    let height = table[row, landscape ? 2 : 3]
    let device = FrameDevice(
      name: table.keyText(row), width: width, height: height, scale: table[row, 4], safeTop: table[row, safe],
      safeLeading: table[row, safe + 1], safeBottom: table[row, safe + 2], safeTrailing: table[row, safe + 3])
    return (device, hits > 1)
  }

  /// The standard device.
  package static func standard(facts: Facts = .shared) -> FrameDevice {
    named(standardName, facts: facts)?.device
      ?? FrameDevice(
        name: standardName, width: 390, height: 844, scale: 3, safeTop: 47, safeLeading: 0, safeBottom: 34,
        safeTrailing: 0)
  }

  private static func size(_ name: String, _ landscape: Bool) -> FrameDevice? {
    var parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first else { return nil }
    var scale = 3.0
    if parts.count == 2 {
      guard let given = Double(parts.removeLast()), given.isFinite, given >= 0.1, given <= 100 else { return nil }
      scale = given
    }
    let sides = first.split(whereSeparator: { $0 == "x" || $0 == "X" || $0 == "\u{D7}" })
    guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]), width > 0, height > 0,
      width <= 100_000, height <= 100_000
    else { return nil }
    return FrameDevice(
      name: name, width: landscape ? height : width, height: landscape ? width : height, scale: scale, safeTop: 0,
      safeLeading: 0, safeBottom: 0, safeTrailing: 0)
  }

  /// Names of all devices, in the order of the table.
  package static func allNames(facts: Facts = .shared) -> [String] {
    let table = facts.table("devices")
    return (0..<table.rowCount).map { table.keyText($0) }
  }
}
