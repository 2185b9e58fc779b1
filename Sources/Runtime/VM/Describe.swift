/// Values as text, in the forms of `String(describing:)` and, inside other values, of `String(reflecting:)`.
import SceneIR

extension Machine {
  /// `String(describing:)`.
  package func describe(_ word: Word, type: TypeId) throws(Trap) -> String {
    var text = ""
    try describe(word, type, &text, isDebug: false, depth: 0)
    return text
  }

  /// `String(reflecting:)`.
  package func debugDescribe(_ word: Word, type: TypeId) throws(Trap) -> String {
    var text = ""
    try describe(word, type, &text, isDebug: true, depth: 0)
    return text
  }

  /// For the loop: writes the text to `result`, or sets `pendingTrap`.
  func describeForLoop(_ word: Word, _ type: TypeId, _ result: UnsafeMutablePointer<Word>) -> Bool {
    switch types.shape(type) {
    case .string:
      result.pointee = word
      heap.share(word)
      return true
    default: break
    }
    do throws(Trap) {
      result.pointee = makeString(try describe(word, type: type))
      if result.pointee == .none {
        pendingTrap = Trap(.outOfMemory)
        return false
      }
      return true
    } catch {
      pendingTrap = error
      return false
    }
  }

  private func describe(
    _ word: Word, _ type: TypeId, _ text: inout String, isDebug: Bool, depth: Int
  ) throws(Trap) {
    // Deep or wide values end in an ellipsis rather than in megabytes.
    if depth > 100 || text.utf8.count > 1 << 20 {
      text += "..."
      return
    }
    eventFuel -= 4
    if eventFuel < 0 { throw Trap(.outOfFuel) }
    switch types.shape(type) {
    case .integer:
      switch types.knownNominal(type) {
      case .uint, .uint64: text += String(word)
      default: text += String(word.integer)
      }
    case .floating: text += word.number.description
    case .single: text += Float(word.number).description
    case .boolean: text += word.truth ? "true" : "false"
    case .string:
      let string = heap.string(word) ?? ""
      text += isDebug ? string.debugDescription : string
    case .character:
      let string = heap.string(word) ?? ""
      text += isDebug ? string.debugDescription : string
    case .optional:
      if word == .none {
        text += "nil"
      } else {
        text += "Optional("
        try describe(
          unwrapped(word), types.info(type).arguments.first ?? .unknown, &text, isDebug: true, depth: depth + 1)
        text += ")"
      }
    case .array, .set:
      let element = types.info(type).arguments.first ?? .unknown
      text += "["
      for (i, part) in Array(heap.contents(word)).enumerated() {
        if i > 0 { text += ", " }
        try describe(part, element, &text, isDebug: true, depth: depth + 1)
      }
      text += "]"
    case .dictionary:
      let arguments = types.info(type).arguments
      let pairs = Array(heap.contents(word))
      text += pairs.isEmpty ? "[:" : "["
      for i in stride(from: 0, to: pairs.count - 1, by: 2) {
        if i > 0 { text += ", " }
        try describe(pairs[i], arguments.first ?? .unknown, &text, isDebug: true, depth: depth + 1)
        text += ": "
        try describe(
          pairs[i + 1], arguments.count > 1 ? arguments[1] : .unknown, &text, isDebug: true, depth: depth + 1)
      }
      text += "]"
    case .existential, .dynamic:
      let inner = open(word)
      let shape = types.shape(inner.type)
      if shape == .existential || shape == .dynamic {
        describeUntyped(word, &text)
      } else {
        try describe(inner.value, inner.type, &text, isDebug: isDebug, depth: depth + 1)
      }
    case .metatype: text += shortName(word.integer, isDebug: isDebug)
    case .function: text += "(Function)"
    case .tuple: try describeParts(word, type, &text, depth)
    case .plainEnum, .structure, .enumeration, .object, .native:
      if let custom = try customDescription(word, type, isDebug: isDebug) {
        text += custom
        return
      }
      try describeNominal(word, type, &text, isDebug: isDebug, depth: depth)
    }
  }

  private func customDescription(_ word: Word, _ type: TypeId, isDebug: Bool) throws(Trap) -> String? {
    var type = type
    if types.shape(type) == .object, heap.type(word) != .unknown { type = heap.type(word) }
    for wanted in isDebug ? [debugDescribable, describable] : [describable, debugDescribable] {
      guard let wanted, let target = witness(type, wanted.proto, wanted.requirement) else { continue }
      return heap.string(try call(target.function, types: target.hidden, [word])) ?? ""
    }
    return nil
  }

  private func describeNominal(
    _ word: Word, _ type: TypeId, _ text: inout String, isDebug: Bool, depth: Int
  ) throws(Trap) {
    guard let row = types.nominalRow(type) else { return }
    switch types.shape(type) {
    case .plainEnum:
      if isDebug { text += shortName(type, isDebug: true) + "." }
      text += row.cases.indices.contains(word.integer) ? row.cases[word.integer].name : "?"
    case .enumeration:
      let index = heap.slot(word, 0).integer
      guard heap.kind(word) == .enumeration, row.cases.indices.contains(index) else {
        text += "?"
        return
      }
      if isDebug { text += shortName(type, isDebug: true) + "." }
      text += row.cases[index].name
      let payload = types.payloadTypes(type, index)
      guard heap.count(word) > 1 else { return }
      text += "("
      for i in 1..<heap.count(word) {
        if i > 1 { text += ", " }
        let labels = row.cases[index].labels
        if labels.indices.contains(i - 1), !labels[i - 1].isEmpty { text += labels[i - 1] + ": " }
        try describe(
          heap.slot(word, i), payload.indices.contains(i - 1) ? payload[i - 1] : .unknown, &text, isDebug: true,
          depth: depth + 1)
      }
      text += ")"
    case .object:
      text += shortName(heap.type(word) == .unknown ? type : heap.type(word), isDebug: true)
    case .structure:
      text += shortName(type, isDebug: isDebug)
      try describeParts(word, type, &text, depth)
    default:
      if let native = describeNative(word, type) { text += native } else { describeUntyped(word, &text) }
    }
  }

  private func describeParts(_ word: Word, _ type: TypeId, _ text: inout String, _ depth: Int) throws(Trap) {
    let fields = types.fieldTypes(type)
    let names = types.nominalRow(type)?.fields ?? []
    text += "("
    for (i, part) in Array(heap.contents(word)).enumerated() {
      if i > 0 { text += ", " }
      if names.indices.contains(i) { text += names[i].name + ": " }
      try describe(part, fields.indices.contains(i) ? fields[i] : .unknown, &text, isDebug: true, depth: depth + 1)
    }
    text += ")"
  }

  /// A colour by its name, an image as a mark that texts show it by, and what a text says; nil for other descriptions.
  func describedView(_ word: Word, depth: Int = 0) -> String? {
    let view = self.view(word)
    guard depth < 64, let key = view.key, let dot = key.firstIndex(of: ".") else { return nil }
    let member = key[key.index(after: dot)...]
    switch key[..<dot] {
    case "Color", "ShapeStyle":
      if !member.contains("(") { return member == "accentColor" ? "accentColor" : String(member) }
      guard member.hasPrefix("init("), member.contains("red:green:blue:") else { return nil }
      let first = view[0].isHandle || view[0].isNone ? 1 : 0
      func hex(_ value: Double) -> String {
        let byte = Int(max(0, min(255, ((value.isNaN ? 0 : value) * 255).rounded())))
        return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
      let opacity = view.count > first + 3 ? view[first + 3].number : 1
      return "#" + (0..<3).map { hex(view[first + $0].number) }.joined() + hex(opacity)
    case "Image":
      if member.hasPrefix("init("), let name = heap.string(view[0]) {
        return TextMark.image(name, isSymbol: member.hasPrefix("init(systemName"))
      }
      return view[0].isHandle ? describedView(view[0], depth: depth + 1) : nil
    case "Text":
      if member.hasPrefix("init(") {
        for index in 0..<view.count {
          if let text = heap.string(view[index]) { return text }
          if heap.kind(view[index]) == .description { return describedView(view[index], depth: depth + 1) }
        }
        return nil
      }
      if member.hasPrefix("+(") {
        return (describedView(view[0], depth: depth + 1) ?? "") + (describedView(view[1], depth: depth + 1) ?? "")
      }
      guard let inner = describedView(view[0], depth: depth + 1) else { return nil }
      // The looks that Markdown can say are kept where the text around is read as such.
      switch member.prefix(while: { $0 != "(" }) {
      case "bold" where !inner.isEmpty: return "**\(inner)**"
      case "italic" where !inner.isEmpty: return "*\(inner)*"
      case "strikethrough" where !inner.isEmpty: return "~~\(inner)~~"
      default: return inner
      }
    case "LocalizedStringKey", "LocalizedStringResource":
      return heap.string(view[0])
    default: return nil
    }
  }

  private func describeUntyped(_ word: Word, _ text: inout String) {
    switch heap.kind(word) {
    case .string: text += heap.string(word) ?? ""
    case .description: text += describedView(word) ?? view(word).key.map { String($0.prefix { $0 != "(" }) } ?? "?"
    case .closure: text += "(Function)"
    case .keyPath:
      let row = heap.slot(word, 0).integer
      text += module.keyPaths.indices.contains(row) ? module.keyPaths[row].text : "?"
    case .free: text += word == .none ? "nil" : String(word.integer)
    default: text += types.name(heap.type(word))
    }
  }

  /// A type's name without outer types; in debug form with the module's name in front of the user's types.
  private func shortName(_ type: TypeId, isDebug: Bool) -> String {
    let full = types.name(type)
    guard let row = types.nominalRow(type) else { return full }
    if isDebug { return row.isUserDefined ? moduleIdentifier + "." + full : full }
    let end = full.firstIndex(of: "<") ?? full.endIndex
    guard let dot = full[..<end].lastIndex(of: ".") else { return full }
    return String(full[full.index(after: dot)...])
  }

  /// The module's name as an identifier.
  private var moduleIdentifier: String {
    let name = String(module.name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.isEmpty ? "main" : name
  }
}
