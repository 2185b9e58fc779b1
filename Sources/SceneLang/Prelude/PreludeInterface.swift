/// What the generator resolved of each declaration of the prelude: generic parameters, requirements, parameters, results.
///
/// A check that calls `padding` needs the types of its parameters, not its text: they are read from here, and the text is
/// parsed only for what is not written down (bodies, default values, documentation). A declaration whose interface cannot
/// be written down has none and is resolved from its text.
///
/// An interface is a run of words: two with counts and flags, the result, then each list in turn. Types are rows of their
/// own, written once: a kind with a count, a declaration, flags, arguments, labels.

/// A type as the prelude's blob holds it.
package struct PreludeType: Hashable {
  package let raw: Int32
  package init(raw: Int32) { self.raw = raw }
}

package struct PreludeInterface {
  package struct Flags: OptionSet {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    package static let isThrowing = Flags(rawValue: 1)
    package static let isRethrowing = Flags(rawValue: 2)
    package static let isAsync = Flags(rawValue: 4)
    package static let hasBuilder = Flags(rawValue: 8)
    package static let hasThrown = Flags(rawValue: 16)
  }

  package struct ParameterFlags: OptionSet {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    package static let hasDefault = ParameterFlags(rawValue: 1)
    package static let isVariadic = ParameterFlags(rawValue: 2)
    package static let isInout = ParameterFlags(rawValue: 4)
    package static let isAutoclosure = ParameterFlags(rawValue: 8)
    package static let hasBuilder = ParameterFlags(rawValue: 16)
  }

  package enum RequirementKind {
    package static let conforms: Int32 = 0
    package static let equal: Int32 = 1
    package static let superclass: Int32 = 2
  }

  /// Most rows of one list; a declaration with more has no interface.
  package static let countLimit = 127
  /// Words before the lists.
  package static let headerCount = 3

  let words: UnsafePointer<Int32>

  @inline(__always) private func byte(_ word: Int, _ position: Int32) -> Int {
    Int(words[word] >> (position * 8) & 0xFF)
  }

  package var flags: Flags { Flags(rawValue: words[0] & 0xFF) }
  package var genericCount: Int { byte(0, 1) }
  package var requirementCount: Int { byte(0, 2) }
  package var parameterCount: Int { byte(0, 3) }
  package var equalityCount: Int { byte(1, 0) }
  package var opaqueCount: Int { byte(1, 1) }
  package var result: PreludeType? { words[2] < 0 ? nil : PreludeType(raw: words[2]) }

  private var genericStart: Int {
    Self.headerCount + (flags.contains(.hasBuilder) ? 1 : 0) + (flags.contains(.hasThrown) ? 1 : 0)
  }
  private var requirementStart: Int { genericStart + genericCount }
  private var equalityStart: Int { requirementStart + 3 * requirementCount }
  private var parameterStart: Int { equalityStart + 2 * equalityCount }

  package var builder: PreludeEntry? { flags.contains(.hasBuilder) ? PreludeEntry(raw: words[Self.headerCount]) : nil }

  package var thrown: PreludeType? {
    flags.contains(.hasThrown) ? PreludeType(raw: words[genericStart - 1]) : nil
  }

  /// Parameters that the declaration introduces itself; one made by `some P` has no name.
  package func generic(_ position: Int) -> (name: PreludeName?, isPack: Bool) {
    let word = words[genericStart + position]
    return (word >> 1 == 0 ? nil : PreludeName(raw: word >> 1 - 1), word & 1 != 0)
  }

  /// What it requires itself, beyond what holds around it.
  package func requirement(_ position: Int) -> (kind: Int32, subject: PreludeType, other: PreludeType) {
    let at = requirementStart + 3 * position
    return (words[at], PreludeType(raw: words[at + 1]), PreludeType(raw: words[at + 2]))
  }

  package func equality(_ position: Int) -> (from: PreludeType, to: PreludeType) {
    let at = equalityStart + 2 * position
    return (PreludeType(raw: words[at]), PreludeType(raw: words[at + 1]))
  }

  package struct Parameter {
    package var label: PreludeName?
    package var name: PreludeName?
    package var type: PreludeType
    package var flags: ParameterFlags
    package var builder: PreludeEntry?
    package var builderType: PreludeType?
  }

  /// Calls `body` with each parameter, then `opaque` with the bounds of each `some P` of the result.
  package func forEachParameter(_ body: (Parameter) -> Void, opaque: (Int, [PreludeType]) -> Void) {
    var at = parameterStart
    for _ in 0..<parameterCount {
      let flags = ParameterFlags(rawValue: words[at + 3])
      var parameter = Parameter(
        label: words[at] == 0 ? nil : PreludeName(raw: words[at] - 1),
        name: words[at + 1] == 0 ? nil : PreludeName(raw: words[at + 1] - 1),
        type: PreludeType(raw: words[at + 2]), flags: flags)
      at += 4
      if flags.contains(.hasBuilder) {
        parameter.builder = PreludeEntry(raw: words[at])
        parameter.builderType = words[at + 1] < 0 ? nil : PreludeType(raw: words[at + 1])
        at += 2
      }
      body(parameter)
    }
    for ordinal in 0..<opaqueCount {
      let count = Int(words[at])
      opaque(ordinal, (1...max(1, count)).prefix(count).map { PreludeType(raw: words[at + $0]) })
      at += count + 1
    }
  }
}

/// One row of the prelude's types.
package struct PreludeTypeRow {
  let words: UnsafePointer<Int32>
  /// Words before the arguments.
  package static let headerCount = 3

  /// Kind of the type, as `TypeTable.Kind` numbers it, with the number of arguments above it.
  package static func head(kind: UInt8, count: Int) -> Int32 { Int32(kind) | Int32(truncatingIfNeeded: count) << 8 }

  package var kind: UInt8 { UInt8(truncatingIfNeeded: words[0]) }
  package var count: Int { Int(words[0] >> 8) }
  /// Of a generic parameter: the declaration that introduces it, and `flags` is its place there.
  package var entry: PreludeEntry? { words[1] < 0 ? nil : PreludeEntry(raw: words[1]) }
  package var flags: UInt32 { UInt32(bitPattern: words[2]) }
  package func argument(_ position: Int) -> PreludeType { PreludeType(raw: words[Self.headerCount + position]) }
  /// Of a tuple: a name's number + 1, 0 for none; else as in `TypeTable`.
  package func label(_ position: Int) -> Int32 { words[Self.headerCount + count + position] }
}

extension PreludeIndex {
  /// Whether declarations have their interfaces and flags with them.
  package var hasInterfaces: Bool { interfaces.count > 0 }
  package var typeCount: Int { typeOffsets.count }

  package func interface(of entry: PreludeEntry) -> PreludeInterface? {
    interface(at: entries[Int(entry.raw), EntryColumn.interface])
  }

  package func interface(of source: PreludeExtension) -> PreludeInterface? {
    interface(at: extensions[Int(source.raw), ExtensionColumn.interface])
  }

  package func declFlags(of entry: PreludeEntry) -> UInt32 {
    UInt32(bitPattern: entries[Int(entry.raw), EntryColumn.declFlags])
  }

  package func row(of type: PreludeType) -> PreludeTypeRow {
    PreludeTypeRow(words: typeWords.base + Int(typeOffsets[Int(type.raw), 0]))
  }

  private func interface(at start: Int32) -> PreludeInterface? {
    guard start >= 0, Int(start) < interfaces.count else { return nil }
    return PreludeInterface(words: interfaces.base + Int(start))
  }
}
