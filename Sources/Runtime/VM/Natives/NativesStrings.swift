/// Natives of String and Character. A string's positions are offsets in UTF-8 bytes; steps are grapheme clusters.
import SceneIR

extension NativeCall {
  /// The text's index at the byte offset of a `String.Index` object, nil when it is outside.
  func position(_ word: Word, in text: String) -> String.Index? {
    let offset = heap.slot(word, 0).integer
    guard offset >= 0, offset <= text.utf8.count else { return nil }
    return text.utf8.index(text.startIndex, offsetBy: offset)
  }

  /// A `String.Index` object.
  func makePosition(_ index: String.Index, in text: String) -> Word {
    let offset = text.utf8.distance(from: text.startIndex, to: index)
    return heap.make(.structure, type: types.named("String.Index") ?? .unknown, [Word(integer: offset)])
  }

  func makeCharacter(_ character: Character) -> Word { machine.makeCharacter(character) }

  func makeStrings(_ texts: [String]) -> Word {
    machine.makeArray(texts.map { machine.makeString($0) }, of: machine.stringType)
  }
}

extension Machine {
  /// A Character; those of ASCII are made once.
  package func makeCharacter(_ character: Character) -> Word {
    guard let ascii = character.asciiValue, character != "\r\n" else {
      return heap.makeString(String(character), type: characterType)
    }
    if characters[Int(ascii)] == 0 {
      let word = heap.makeString(String(character), type: characterType)
      if word == .none { return word }
      heap.share(word)
      characters[Int(ascii)] = word
    }
    return characters[Int(ascii)]
  }
}

extension NativeTable {
  mutating func addStrings() {
    add("String.init()") { $0.setString("") }
    add(["String.init(character:)", "String.init(scalar:)", "Character.init(scalar:)"]) { call in
      let text = scalarOrString(call)
      call.result =
        call.key.hasPrefix("Character") ? call.makeCharacter(text.first ?? " ") : call.machine.makeString(text)
    }
    add("String.init(_word:isSigned:radix:uppercase:)") { call in
      let radix = call.integer(2)
      guard (2...36).contains(radix) else { return call.trap(.precondition, "the radix has to be in 2...36") }
      let isSigned = call.truth(1)
      call.setString(
        isSigned
          ? String(call.integer(0), radix: radix, uppercase: call.truth(3))
          : String(call[0], radix: radix, uppercase: call.truth(3)))
    }
    add("String.init(describing:)") { call in
      call.run { call throws(Trap) in
        call.setString(try call.machine.describe(call[0], type: call.hiddenType(after: 1)))
      }
    }
    add("String.init(reflecting:)") { call in
      call.run { call throws(Trap) in
        call.setString(try call.machine.debugDescribe(call[0], type: call.hiddenType(after: 1)))
      }
    }
    add("String.init(repeating:count:)") { call in
      let text = call.string(0)
      let count = call.integer(1)
      if count < 0 { return call.trap(.precondition, "negative count") }
      if count > 0, text.utf8.count > call.heap.maximumBytes / count { return call.trap(.outOfMemory) }
      call.charge(text.utf8.count * count / 8)
      call.setString(String(repeating: text, count: count))
    }
    add("String.init(_utf8:)") { call in
      let bytes = call.heap.contents(call[0]).map { UInt8(truncatingIfNeeded: $0) }
      call.setString(String(decoding: bytes, as: UTF8.self))
    }
    add("String.concatenate(_:)") { call in
      var text = ""
      for i in 0..<call.count {
        if let part = call.heap.string(call[i]) {
          text += part
        } else {
          for part in call.heap.contents(call[i]) { text += call.heap.string(part) ?? "" }
        }
      }
      call.charge(text.utf8.count / 8)
      call.setString(text)
    }
    add("String.count") { call in
      let text = call.string(0)
      call.charge(text.utf8.count / 8)
      call.setInteger(text.count)
    }
    add("String.isEmpty") { $0.setTruth($0.string(0).isEmpty) }
    add("String.endIndex") { call in
      let text = call.string(0)
      call.result = call.makePosition(text.endIndex, in: text)
    }
    addPositions()
    addSearch()
    addCase()
    addOperators()
  }

  private mutating func addPositions() {
    add("String.index(after:)") { call in
      let text = call.string(0)
      guard let index = call.position(call[1], in: text), index < text.endIndex else {
        return call.trap(.indexOutOfRange, "a position after the end of a string")
      }
      call.result = call.makePosition(text.index(after: index), in: text)
    }
    add("String.index(before:)") { call in
      let text = call.string(0)
      guard let index = call.position(call[1], in: text), index > text.startIndex else {
        return call.trap(.indexOutOfRange, "a position before the start of a string")
      }
      call.result = call.makePosition(text.index(before: index), in: text)
    }
    add("String.index(_:offsetBy:)") { call in
      let text = call.string(0)
      let distance = call.integer(2)
      let limit = distance >= 0 ? text.endIndex : text.startIndex
      call.charge(min(abs(max(distance, -Int.max)), text.utf8.count) / 4)
      guard let index = call.position(call[1], in: text) else { return call.trap(.indexOutOfRange) }
      if let target = text.index(index, offsetBy: distance, limitedBy: limit) {
        call.result = call.makePosition(target, in: text)
      } else {
        call.trap(.indexOutOfRange, "a position outside of a string")
      }
    }
    add("String.distance(from:to:)") { call in
      let text = call.string(0)
      guard let start = call.position(call[1], in: text), let end = call.position(call[2], in: text) else {
        return call.trap(.indexOutOfRange)
      }
      call.charge(text.utf8.count / 8)
      call.setInteger(text.distance(from: start, to: end))
    }
    add("String.subscript(_:)") { call in
      let text = call.string(0)
      guard let index = call.position(call[1], in: text), index < text.endIndex else {
        return call.trap(.indexOutOfRange, "a position outside of a string")
      }
      call.result = call.makeCharacter(text[index])
    }
    add("String._characters") { call in
      let text = call.string(0)
      call.charge(text.utf8.count)
      call.result = call.machine.makeArray(text.map { call.makeCharacter($0) }, of: call.machine.characterType)
    }
    add("String._slice(_:_:)") { call in
      let text = call.string(0)
      guard let start = call.position(call[1], in: text), let end = call.position(call[2], in: text), start <= end
      else {
        return call.trap(.indexOutOfRange, "a range outside of a string")
      }
      call.setString(String(text[start..<end]))
    }
    add("String._utf8Array") { call in
      call.result = call.machine.makeArray(call.string(0).utf8.map { Word($0) }, of: call.types.known(.uint8))
    }
    add("String._utf16Array") { call in
      call.result = call.machine.makeArray(call.string(0).utf16.map { Word($0) }, of: call.types.known(.uint16))
    }
    add("String._scalarArray") { call in
      let type = call.types.named("Unicode.Scalar") ?? .unknown
      call.result = call.machine.makeArray(
        call.string(0).unicodeScalars.map { call.heap.make(.structure, type: type, [Word($0.value)]) }, of: type)
    }
    add(["String._utf16Prefix(_:)", "String.Index._utf16Prefix(_:)"]) { call in
      let text = call.string(0)
      let units = Array(text.utf16.prefix(max(0, call.integer(1))))
      call.result = call.machine.makeArray(
        String(decoding: units, as: UTF16.self).utf8.map { Word($0) }, of: call.types.known(.uint8))
    }
  }

  private mutating func addSearch() {
    add("String._find(_:from:)") { call in
      let text = call.string(0)
      let start = call.heap.slot(call[2], 0).integer
      call.charge(text.utf8.count / 4)
      guard let found = find(call.string(1), in: text, from: start) else { return call.result = .none }
      call.result = call.makePosition(text.utf8.index(text.startIndex, offsetBy: found), in: text)
    }
    add("String._split(_:)") { call in
      let text = call.string(0)
      call.charge(text.utf8.count / 4)
      call.result = call.makeStrings(split(text, by: call.string(1)))
    }
    add("String._split(set:)") { call in
      let set = CharacterMembership(call.machine, call[1])
      var parts: [String] = []
      var part = String.UnicodeScalarView()
      for scalar in call.string(0).unicodeScalars {
        if set.contains(scalar) {
          parts.append(String(part))
          part = String.UnicodeScalarView()
        } else {
          part.append(scalar)
        }
      }
      parts.append(String(part))
      call.result = call.makeStrings(parts)
    }
    add("String._replace(_:with:options:)") { call in
      let options = call.integer(3)
      if options & 1024 != 0 { return call.trap(.notModelled, "regular expressions") }
      let text = call.string(0)
      let target = call.string(1)
      call.charge(text.utf8.count / 2)
      if target.isEmpty { return call.setString(text) }
      if options & 1 != 0, text.lowercased().utf8.count == text.utf8.count {
        call.setString(replaceIgnoringCase(target, in: text, with: call.string(2)))
      } else {
        call.setString(split(text, by: target).joined(separator: call.string(2)))
      }
    }
    add("String._trim(_:)") { call in
      let set = CharacterMembership(call.machine, call[1])
      let scalars = call.string(0).unicodeScalars
      var start = scalars.startIndex
      var end = scalars.endIndex
      while start < end, set.contains(scalars[start]) { start = scalars.index(after: start) }
      while start < end {
        let before = scalars.index(before: end)
        if !set.contains(scalars[before]) { break }
        end = before
      }
      call.setString(String(scalars[start..<end]))
    }
    add("String.hasPrefix(_:)") { $0.setTruth($0.string(0).hasPrefix($0.string(1))) }
    add("String.hasSuffix(_:)") { $0.setTruth($0.string(0).hasSuffix($0.string(1))) }
    add("String._percentEncoded(_:)") { call in
      let set = CharacterMembership(call.machine, call[1])
      var text = ""
      for scalar in call.string(0).unicodeScalars {
        if scalar.isASCII, set.contains(scalar) {
          text.unicodeScalars.append(scalar)
        } else {
          for byte in String(scalar).utf8 {
            let hex = String(byte, radix: 16, uppercase: true)
            text += "%" + (hex.count < 2 ? "0" + hex : hex)
          }
        }
      }
      call.setString(text)
    }
    add("String._percentDecoded") { call in
      call.setOptional(percentDecoded(call.string(0)).map { call.machine.makeString($0) })
    }
  }

  private mutating func addCase() {
    add("String.lowercased()") { $0.setString($0.string(0).lowercased()) }
    add("String.uppercased()") { $0.setString($0.string(0).uppercased()) }
    add("String._capitalized") { call in
      var text = ""
      var startsWord = true
      for character in call.string(0) {
        text += startsWord ? character.uppercased() : character.lowercased()
        // Words are what letters, digits and apostrophes make.
        startsWord = !(character.isLetter || character.isNumber || character == "'" || character == "’")
      }
      call.setString(text)
    }
  }

  private mutating func addOperators() {
    add("String.append(_:)") { call in
      // The string is the variable's own, so it may grow where it is.
      let own = call.unique(0)
      if let suffix = call.heap.string(call[1]) {
        call.charge(suffix.utf8.count / 8)
        call.heap.appendString(own, suffix)
      }
      call.setResult(own, at: 1)
    }
    add("String.+(_:_:)") { call in
      let text = call.string(0) + call.string(1)
      call.charge(text.utf8.count / 8)
      call.setString(text)
    }
    add(["String.==(_:_:)", "Character.==(_:_:)"]) { $0.setTruth($0.machine.sameString($0[0], $0[1])) }
    add(["String.<(_:_:)", "Character.<(_:_:)"]) { $0.setTruth($0.string(0) < $0.string(1)) }
    add(["String.hash(into:)", "Character.hash(into:)"]) { call in hashInto(&call, call.machine.stringType) }
    add("String.debugDescription") { $0.setString($0.string(0).debugDescription) }
  }

  mutating func addCharacters() {
    add("Character.init(_:)") { call in
      let text = call.string(0)
      guard let first = text.first, text.count == 1 else {
        return call.trap(.precondition, "a Character needs a string of one character")
      }
      call.result = call.makeCharacter(first)
    }
    let tests: [(String, (Character) -> Bool)] = [
      ("isASCII", { $0.isASCII }), ("isCased", { $0.isCased }), ("isCurrencySymbol", { $0.isCurrencySymbol }),
      ("isLetter", { $0.isLetter }), ("isLowercase", { $0.isLowercase }), ("isMathSymbol", { $0.isMathSymbol }),
      ("isNewline", { $0.isNewline }), ("isNumber", { $0.isNumber }), ("isPunctuation", { $0.isPunctuation }),
      ("isSymbol", { $0.isSymbol }), ("isUppercase", { $0.isUppercase }), ("isWhitespace", { $0.isWhitespace }),
    ]
    for (name, test) in tests { add("Character.\(name)") { $0.setTruth($0.string(0).first.map(test) ?? false) } }
    add("Character.asciiValue") { $0.setOptional($0.string(0).first?.asciiValue.map { Word($0) }) }
    add("Character.hexDigitValue") { $0.setOptional($0.string(0).first?.hexDigitValue.map { Word(integer: $0) }) }
    add("Character.wholeNumberValue") { $0.setOptional($0.string(0).first?.wholeNumberValue.map { Word(integer: $0) }) }
    let properties: [(String, (Unicode.Scalar.Properties) -> Bool)] = [
      ("isEmoji", { $0.isEmoji }), ("isEmojiPresentation", { $0.isEmojiPresentation }),
      ("isWhitespace", { $0.isWhitespace }), ("isAlphabetic", { $0.isAlphabetic }), ("isUppercase", { $0.isUppercase }),
      ("isLowercase", { $0.isLowercase }),
    ]
    for (name, test) in properties {
      add("Unicode.Scalar.Properties.\(name)") { call in
        // Properties hold the scalar, which holds its number.
        let value = call.heap.slot(call.heap.slot(call[0], 0), 0)
        call.setTruth(Unicode.Scalar(UInt32(truncatingIfNeeded: value)).map { test($0.properties) } ?? false)
      }
    }
  }
}

/// The text of a Character, a String, or a scalar (a struct of its number).
private func scalarOrString(_ call: NativeCall) -> String {
  if let text = call.heap.string(call[0]) { return text }
  let value = UInt32(truncatingIfNeeded: call.heap.slot(call[0], 0))
  return Unicode.Scalar(value).map { String(Character($0)) } ?? "\u{FFFD}"
}

/// Byte offset of the first occurrence at or after `start`.
func find(_ wanted: String, in text: String, from start: Int) -> Int? {
  var text = text
  var wanted = wanted
  return text.withUTF8 { bytes in
    wanted.withUTF8 { pattern in
      guard start >= 0, start <= bytes.count else { return nil }
      if pattern.isEmpty { return start }
      if pattern.count > bytes.count - start { return nil }
      var at = start
      let last = bytes.count - pattern.count
      while at <= last {
        if bytes[at] == pattern[0] {
          var length = 1
          while length < pattern.count, bytes[at + length] == pattern[length] { length += 1 }
          if length == pattern.count { return at }
        }
        at += 1
      }
      return nil
    }
  }
}

/// The parts between occurrences; the text itself when the separator is empty or absent.
func split(_ text: String, by separator: String) -> [String] {
  if separator.isEmpty { return [text] }
  var parts: [String] = []
  var start = text.startIndex
  var offset = 0
  let length = separator.utf8.count
  while let found = find(separator, in: text, from: offset) {
    let end = text.utf8.index(start, offsetBy: found - offset)
    parts.append(String(text[start..<end]))
    start = text.utf8.index(end, offsetBy: length)
    offset = found + length
  }
  parts.append(String(text[start...]))
  return parts
}

/// For texts whose lower-case form has the same length.
private func replaceIgnoringCase(_ target: String, in text: String, with replacement: String) -> String {
  let lower = text.lowercased()
  let wanted = target.lowercased()
  var result = ""
  var start = text.startIndex
  var offset = 0
  while let found = find(wanted, in: lower, from: offset) {
    let end = text.utf8.index(start, offsetBy: found - offset)
    result += text[start..<end] + replacement
    start = text.utf8.index(end, offsetBy: wanted.utf8.count)
    offset = found + wanted.utf8.count
  }
  return result + text[start...]
}

private func percentDecoded(_ text: String) -> String? {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
      return nil
    }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}

/// A CharacterSet, which is a description of how it was made, as a test of scalars.
struct CharacterMembership {
  private let machine: Machine
  private let word: Word

  init(_ machine: Machine, _ word: Word) {
    self.machine = machine
    self.word = word
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool { contains(scalar, word, 0) }

  private func contains(_ scalar: Unicode.Scalar, _ set: Word, _ depth: Int) -> Bool {
    let view = machine.view(set)
    guard depth < 64, let key = view.key else { return false }
    let properties = scalar.properties
    switch key {
    case "CharacterSet.whitespaces":
      return properties.generalCategory == .spaceSeparator || scalar == "\t"
    case "CharacterSet.newlines":
      return (0x0A...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
    case "CharacterSet.whitespacesAndNewlines": return properties.isWhitespace
    case "CharacterSet.decimalDigits": return properties.generalCategory == .decimalNumber
    case "CharacterSet.letters":
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark:
        return true
      default: return false
      }
    case "CharacterSet.alphanumerics":
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        return true
      default: return false
      }
    case "CharacterSet.uppercaseLetters", "CharacterSet.capitalizedLetters":
      return properties.generalCategory == .uppercaseLetter || properties.generalCategory == .titlecaseLetter
    case "CharacterSet.lowercaseLetters": return properties.generalCategory == .lowercaseLetter
    case "CharacterSet.punctuationCharacters":
      switch properties.generalCategory {
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation:
        return true
      default: return false
      }
    case "CharacterSet.symbols":
      switch properties.generalCategory {
      case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: return true
      default: return false
      }
    case "CharacterSet.controlCharacters":
      return properties.generalCategory == .control || properties.generalCategory == .format
    case "CharacterSet.urlQueryAllowed", "CharacterSet.urlFragmentAllowed":
      return isURL(scalar, "-._~!$&'()*+,;=:@/?")
    case "CharacterSet.urlPathAllowed": return isURL(scalar, "-._~!$&'()*+,;=:@/")
    case "CharacterSet.urlHostAllowed": return isURL(scalar, "-._~!$&'()*+,;=:[]")
    case "CharacterSet.urlUserAllowed", "CharacterSet.urlPasswordAllowed": return isURL(scalar, "-._~!$&'()*+,;=")
    case "CharacterSet.init(charactersIn:)":
      if let text = machine.heap.string(view[0]) { return text.unicodeScalars.contains(scalar) }
      let bounds = machine.heap.contents(view[0])
      guard bounds.count == 2 else { return false }
      let lower = machine.heap.slot(bounds[0], 0)
      let upper = machine.heap.slot(bounds[1], 0)
      let isClosed = machine.types.name(machine.heap.type(view[0])).hasPrefix("Closed")
      return UInt64(scalar.value) >= lower
        && (UInt64(scalar.value) < upper || (isClosed && UInt64(scalar.value) == upper))
    case "CharacterSet.inverted", "CharacterSet.invert()": return !contains(scalar, view[0], depth + 1)
    case "CharacterSet.union(_:)", "CharacterSet.formUnion(_:)", "CharacterSet.insert(charactersIn:)":
      return contains(scalar, view[0], depth + 1) || isIn(scalar, view[1], depth)
    case "CharacterSet.intersection(_:)", "CharacterSet.formIntersection(_:)":
      return contains(scalar, view[0], depth + 1) && isIn(scalar, view[1], depth)
    case "CharacterSet.subtracting(_:)", "CharacterSet.subtract(_:)", "CharacterSet.remove(charactersIn:)":
      return contains(scalar, view[0], depth + 1) && !isIn(scalar, view[1], depth)
    case "CharacterSet.symmetricDifference(_:)", "CharacterSet.formSymmetricDifference(_:)":
      return contains(scalar, view[0], depth + 1) != isIn(scalar, view[1], depth)
    default: return false
    }
  }

  private func isIn(_ scalar: Unicode.Scalar, _ other: Word, _ depth: Int) -> Bool {
    if let text = machine.heap.string(other) { return text.unicodeScalars.contains(scalar) }
    return contains(scalar, other, depth + 1)
  }

  private func isURL(_ scalar: Unicode.Scalar, _ more: String) -> Bool {
    guard scalar.isASCII else { return false }
    return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || more.unicodeScalars.contains(scalar)
  }
}
