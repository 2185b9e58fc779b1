/// Names of the devices that scenes can be played on, read in place from the facts blob (section `devices`,
/// docs/development/facts.md).
///
/// A name means a device by the rule of the runtime's lookup: letters and digits count, in either case; what stands in
/// parentheses does not; a part of a name is enough.
import SceneData
import SceneIR

package enum DeviceNames {
  /// In the order of the table.
  package static let all: [String] = names(
    UnsafeRawBufferPointer(start: scene_facts_bytes(), count: scene_facts_size))

  /// As a scenario writes a device: `iPhone15ProMax` for "iPhone 15 Pro Max".
  package static func member(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar == "(" { break }
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": result.unicodeScalars.append(scalar)
      default: break
      }
    }
    return result
  }

  package static func isKnown(_ text: String) -> Bool {
    if isSize(text) { return true }
    let wanted = DeviceKey.of(text)
    return wanted == "ipad" || all.contains { DeviceNames.holds(DeviceKey.of($0), wanted) }
  }

  /// Whether one text has the other one in it. (The standard search works on characters, and asks the runtime how.)
  private static func holds(_ text: String, _ part: String) -> Bool {
    var (text, part) = (text, part)
    return text.withUTF8 { text in
      part.withUTF8 { part in
        guard part.count <= text.count else { return false }
        for start in 0...text.count - part.count {
          var length = 0
          while length < part.count, text[start + length] == part[length] { length += 1 }
          if length == part.count { return true }
        }
        return false
      }
    }
  }

  /// The device that a misspelt name was probably meant to be.
  package static func nearest(_ text: String) -> String? {
    let wanted = DeviceKey.of(text)
    let keys = all.map(DeviceKey.of)
    guard let near = NameSuggestions.nearest(to: wanted, among: keys, limit: 1).first else { return nil }
    return keys.firstIndex(of: near).map { all[$0] }
  }

  /// `WIDTHxHEIGHT[@SCALE]`
  private static func isSize(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = halves[0].split(separator: "x", omittingEmptySubsequences: false)
    guard halves.count <= 2, sides.count == 2 else { return false }
    return (sides + halves.dropFirst()).allSatisfy { side in
      guard let value = Double(side) else { return false }
      return value > 0 && value <= 100_000
    }
  }

  private static func names(_ blob: UnsafeRawBufferPointer) -> [String] {
    guard let base = blob.baseAddress, blob.count >= 16, blob.loadUnaligned(as: Int32.self) == 0x5443_4653 else {
      return []
    }
    let sections = Int(blob.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    for position in 0..<max(0, min(sections, (blob.count - 16) / 32)) {
      let row = (base + 16 + position * 32).assumingMemoryBound(to: Int32.self)
      let (name, length, rows) = (Int(row[0]), Int(row[1]), Int(row[3]))
      let (offsets, bytes) = (Int(row[6]), Int(row[7]))
      guard length == 7, name >= 0, name + length <= blob.count, rows >= 0, offsets >= 0, bytes >= 0,
        UnsafeRawBufferPointer(rebasing: blob[name..<name + length]).elementsEqual("devices".utf8),
        offsets + (rows + 1) * 4 <= blob.count
      else { continue }
      var result: [String] = []
      for index in 0..<rows {
        let start = bytes + Int(blob.loadUnaligned(fromByteOffset: offsets + index * 4, as: Int32.self))
        let end = bytes + Int(blob.loadUnaligned(fromByteOffset: offsets + index * 4 + 4, as: Int32.self))
        guard start >= 0, start <= end, end <= blob.count else { return result }
        result.append(String(decoding: UnsafeRawBufferPointer(rebasing: blob[start..<end]), as: UTF8.self))
      }
      return result
    }
    return []
  }
}
