/// The groups of a regular expression literal that capture, which are the parts of its output.

struct RegexGroup {
  /// Empty without a name.
  var name: String
  /// The group may take no part in a match: it is quantified with `?` or `*`, or stands in one branch of several.
  var isOptional: Bool
}

enum RegexGroups {
  /// Groups in the order of their opening parentheses.
  static func find(in literal: String) -> [RegexGroup] {
    let bytes = Array(literal.utf8)
    var result: [RegexGroup] = []
    /// How many groups there were when the innermost open group, or the whole, began.
    var starts = [0]
    /// The same, without the group that opens there.
    var insides = [0]
    var index = 0
    var isClass = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isClass = true
      case UInt8(ascii: "]"): isClass = false
      case UInt8(ascii: "|") where !isClass:
        for group in (insides.last ?? 0)..<result.count { result[group].isOptional = true }
      case UInt8(ascii: "(") where !isClass:
        starts.append(result.count)
        guard index < bytes.count, bytes[index] == UInt8(ascii: "?") else {
          result.append(RegexGroup(name: "", isOptional: false))
          insides.append(result.count)
          continue
        }
        if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "<"), bytes[index + 2] != UInt8(ascii: "="),
          bytes[index + 2] != UInt8(ascii: "!")
        {
          var end = index + 2
          while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
          result.append(
            RegexGroup(name: String(decoding: bytes[(index + 2)..<end], as: UTF8.self), isOptional: false))
          index = end
        }
        insides.append(result.count)
      case UInt8(ascii: ")") where !isClass:
        let first = starts.count > 1 ? starts.removeLast() : 0
        if insides.count > 1 { insides.removeLast() }
        if index < bytes.count, bytes[index] == UInt8(ascii: "?") || bytes[index] == UInt8(ascii: "*") {
          for group in first..<result.count { result[group].isOptional = true }
        }
      default: break
      }
    }
    return result
  }
}
