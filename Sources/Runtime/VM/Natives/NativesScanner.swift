/// Natives of `Scanner`: reads numbers and words off a text from left to right.
import SceneIR

extension NativeTable {
  mutating func addScanner() {
    add("Scanner.init(string:)") { call in
      let machine = call.machine
      let type = call.types.named("Scanner") ?? .unknown
      var values = [call[0], Word(integer: 0)]
      call.result = values.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { machine.makeBag(type, ["string", "scanLocation"], $0, 2) } ?? .none
      }
    }
    add(["Scanner.scanHexInt64()", "Scanner.scanHexInt32()", "Scanner.scanHexInt()"]) { call in
      call.scan { text in
        var rest = text
        if rest.count > 2, rest.first == 0x30, rest.dropFirst().first.map({ $0 | 0x20 }) == 0x78 {
          rest = rest.dropFirst(2)
        }
        let digits = rest.prefix { CharacterFacts.hexDigit($0) != nil }
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in digits {
          let (shifted, overflow) = value.multipliedReportingOverflow(by: 16)
          value = overflow ? .max : shifted + UInt64(CharacterFacts.hexDigit(byte) ?? 0)
        }
        return (Word(value), text.count - rest.count + digits.count)
      }
    }
    add([
      "Scanner.scanInt(representation:)", "Scanner.scanInt32(representation:)", "Scanner.scanInt64(representation:)",
      "Scanner.scanUInt64(representation:)",
    ]) { call in
      call.scan { text in
        let sign = text.first == 0x2D || text.first == 0x2B ? 1 : 0
        let digits = text.dropFirst(sign).prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty else { return nil }
        var value = 0
        for byte in digits {
          let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
          let (sum, overflow2) = shifted.addingReportingOverflow(Int(byte) - 0x30)
          value = overflow || overflow2 ? .max : sum
        }
        return (Word(integer: text.first == 0x2D ? -value : value), sign + digits.count)
      }
    }
    add([
      "Scanner.scanDouble(representation:)", "Scanner.scanFloat(representation:)",
    ]) { call in
      call.scan { text in
        var length = 0
        var best: (Double, Int)?
        for byte in text.prefix(64) {
          guard (byte >= 0x30 && byte <= 0x39) || [0x2B, 0x2D, 0x2E, 0x65, 0x45].contains(byte) else { break }
          length += 1
          if let value = Double(String(decoding: text.prefix(length), as: UTF8.self)) { best = (value, length) }
        }
        return best.map { (Word(number: $0.0), $0.1) }
      }
    }
    add(["Scanner.scanString(_:)"]) { call in
      let wanted = Array(call.string(1).utf8)
      let word = call[1]
      call.scan { text in text.starts(with: wanted) && !wanted.isEmpty ? (word, wanted.count) : nil }
    }
    add(["Scanner.scanUpToString(_:)"]) { call in
      let wanted = Array(call.string(1).utf8)
      let machine = call.machine
      call.scan { text in
        var length = 0
        var rest = text
        while !rest.isEmpty, wanted.isEmpty || !rest.starts(with: wanted) {
          rest = rest.dropFirst()
          length += 1
        }
        return length == 0 ? nil : (machine.makeString(String(decoding: text.prefix(length), as: UTF8.self)), length)
      }
    }
    for (key, isMember) in [("scanCharacters(from:)", true), ("scanUpToCharacters(from:)", false)] {
      add("Scanner.\(key)") { call in
        let set = CharacterMembership(call.machine, call[1])
        let machine = call.machine
        call.scan { text in
          var found = ""
          for character in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard set.contains(character) == isMember else { break }
            found.unicodeScalars.append(character)
          }
          return found.isEmpty ? nil : (machine.makeString(found), found.utf8.count)
        }
      }
    }
    add("Scanner.scanCharacter()") { call in
      let machine = call.machine
      call.scan { text in
        guard let first = String(decoding: text.prefix(64), as: UTF8.self).first else { return nil }
        return (machine.makeString(String(first)), String(first).utf8.count)
      }
    }
    add("Scanner.isAtEnd") { call in
      let text = Array((call.machine.property(call[0], "string").flatMap { call.heap.string($0) } ?? "").utf8)
      let at = call.machine.property(call[0], "scanLocation")?.integer ?? 0
      call.setTruth(text.dropFirst(max(0, at)).allSatisfy { CharacterFacts.isBlank($0) })
    }
  }
}

/// Bytes of ASCII.
private enum CharacterFacts {
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: return byte - 0x30
    case 0x41...0x46: return byte - 0x41 + 10
    case 0x61...0x66: return byte - 0x61 + 10
    default: return nil
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}

extension NativeCall {
  /// Reads at the scanner's place: `read` gets the rest of the text and gives a value and the bytes it took.
  fileprivate mutating func scan(_ read: (ArraySlice<UInt8>) -> (Word, Int)?) {
    let text = Array((machine.property(self[0], "string").flatMap { heap.string($0) } ?? "").utf8)
    charge(text.count)
    var at = min(max(0, machine.property(self[0], "scanLocation")?.integer ?? 0), text.count)
    if let skipped = machine.property(self[0], "charactersToBeSkipped") {
      let set = skipped.isNone ? nil : CharacterMembership(machine, skipped)
      while at < text.count, let set, set.contains(Unicode.Scalar(text[at])) { at += 1 }
    } else {
      while at < text.count, CharacterFacts.isBlank(text[at]) { at += 1 }
    }
    guard let (value, count) = read(text[at...]) else {
      result = .none
      return
    }
    machine.setProperty(self[0], machine.propertyId("scanLocation"), Word(integer: at + count))
    result = machine.wrapped(value)
  }
}
