/// What counts of a device's name: letters and digits, in either case; what stands in parentheses does not.
///
/// The checker and the runtime compare names by it, so that both mean the same device.
package enum DeviceKey {
  package static func of(_ name: String) -> String {
    var result = ""
    var depth = 0
    for scalar in name.unicodeScalars {
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth = max(0, depth - 1) }
      guard depth == 0 else { continue }
      switch scalar {
      case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
      case "A"..."Z": result.unicodeScalars.append(Unicode.Scalar(scalar.value + 32) ?? scalar)
      default: break
      }
    }
    return result
  }
}
