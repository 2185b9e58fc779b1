/// Keys of the natives (docs/development/values.md): the list of what the runtime implements, and the check that no two
/// declarations that a handler could not tell apart share a key.
import SceneLang

extension PreludeBuilder {
  /// A declaration without a body, bound by its key.
  func isNative(_ entry: Entry) -> Bool {
    if entry.flags.contains(.hasBody) || isRequirement(entry) { return false }
    if entry.flags.contains(.isUnavailable) { return false }
    switch entry.kind {
    case .function, .initializer, .subscriptDecl, .variable: return true
    default: return false
    }
  }

  /// Declared in the body of a protocol.
  func isRequirement(_ entry: Entry) -> Bool {
    entry.owner >= 0 && entry.source < 0 && entries[nominals[entry.owner].entry].kind == .protocolDecl
  }

  /// `View.padding(_:_:)`, or what `@intrinsic` says.
  func key(of entry: Entry) -> String {
    if let named = entry.intrinsic { return named }
    var key = entry.owner < 0 ? "" : nominals[entry.owner].path + "."
    if entry.flags.contains(.isPrefix) { key += "prefix " }
    if entry.flags.contains(.isPostfix) { key += "postfix " }
    key += entry.name
    if entry.kind != .variable {
      let isOperator = entry.name.utf8.first.map { !PreludeBuilder.isWord($0) } ?? false
      key += "(" + entry.parameters.map { (isOperator ? "_" : $0.label) + ":" }.joined() + ")"
    }
    return key
  }

  static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte == 0x5F || byte >= 0x80
  }

  /// The list in docs/development/natives.txt: keys of the standard library, Foundation and CoreGraphics with their
  /// parameters and results, sorted; a key with several declarations has a line for each.
  package func nativeList() -> String {
    ["Swift", "CoreGraphics", "Foundation"].map(nativeList(module:)).joined(separator: "\n")
  }

  private func nativeList(module: String) -> String {
    var lines: [String] = []
    for entry in entries where isNative(entry) && files[entry.file].module == module {
      if entry.flags.contains(.isUnmodelled) { continue }
      if entry.owner >= 0, entries[nominals[entry.owner].entry].flags.contains(.isUnmodelled) { continue }
      let isInstance = entry.owner >= 0 && !entry.flags.contains(.isStatic) && entry.kind != .initializer
      var parts = entry.parameters.map { "\($0.name): \($0.type)\($0.isVariadic ? "..." : "")" }
      if isInstance { parts.insert(entry.flags.contains(.isMutating) ? "inout self" : "self", at: 0) }
      lines.append(
        "\(key(of: entry))\t(\(parts.joined(separator: ", ")))\(entry.result.isEmpty ? "" : " -> " + entry.result)")
      if entry.isSettable {
        lines.append(
          "\(key(of: entry))=\t(\((parts.prefix(1) + ["newValue: \(entry.result)"] + parts.dropFirst()).joined(separator: ", ")))"
        )
      }
    }
    lines.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    return """
      # Natives of module \(module), by key, with their arguments in order. Made by `generate-scenec natives`; see values.md.

      """ + lines.joined(separator: "\n") + "\n"
  }

  /// Keys that several natives share although their arguments differ in a way that a handler cannot see: numbers of
  /// different kinds, or a number here and an object there.
  package func ambiguousKeys() -> [String] {
    var seen: [String: [Int]] = [:]
    var order: [String] = []
    for number in entries.indices where isNative(entries[number]) {
      let key = key(of: entries[number])
      if seen[key] == nil { order.append(key) }
      seen[key, default: []].append(number)
    }
    var result: [String] = []
    for key in order {
      let group = seen[key] ?? []
      if group.count < 2 { continue }
      let shapes = group.map { number in entries[number].parameters.map { shape($0, entries[number].owner) } }
      let isAmbiguous =
        (shapes.map(\.count).max() ?? 0) > 0
        && (0..<(shapes[0].count)).contains { position in
          // An object is told from a number by its bits, and from another object by its type.
          Set(shapes.compactMap { position < $0.count ? $0[position] : nil }).subtracting(["object"]).count > 1
        }
      if isAmbiguous {
        result.append(key + "\t" + Set(shapes.map { $0.joined(separator: ", ") }).sorted().joined(separator: " | "))
      }
    }
    return result
  }

  /// How an argument looks to a handler: the kind of its bits, or an object, which knows its type.
  private func shape(_ parameter: PreludeParameter, _ owner: Int) -> String {
    if parameter.isVariadic { return "object" }
    var type = parameter.type
    while type.hasSuffix("?") { type.removeLast() }
    switch type {
    case "Double", "CGFloat", "Float", "TimeInterval", "CFTimeInterval": return "float"
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "NSInteger":
      return "integer"
    case "Bool": return "bool"
    default: break
    }
    if let nominal = resolve(type, from: owner < 0 ? "" : nominals[owner].path) {
      let path = nominals[nominal].path
      if entries[nominals[nominal].entry].kind == .enumDecl, isPlain(nominal) { return "enum " + path }
      return "object"
    }
    return "object"
  }

  /// An enum none of whose cases has a payload.
  private func isPlain(_ nominal: Int) -> Bool {
    for entry in entries where entry.owner == nominal && entry.kind == .enumCase {
      if text[entry.start..<entry.end].contains(0x28) { return false }
    }
    return true
  }
}
