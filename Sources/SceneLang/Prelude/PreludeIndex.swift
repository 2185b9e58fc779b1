/// The prelude at rest: the text of its interface files and an index over it, read in place.
///
/// `generate-scenec prelude` writes both into one blob that the binary embeds. Opening it costs nothing: no row is
/// decoded before it is asked for, and a declaration is parsed from its bytes when its name is first looked up.
///
/// Four kinds of small integers name things here: *names* (identifiers, `init`, `subscript`, operators), *nominals*
/// (types and protocols), *entries* (declarations: members, top-level declarations, enum cases) and *extensions*.
/// Entries of one owner with one name stand side by side in the order of the text, so a lookup is a span of entries.
///
///     let prelude = PreludeIndex.shared
///     if let padding = prelude.name("padding"), let view = prelude.topLevelNominal("View") {
///       for entry in prelude.members(of: view, named: padding) { parse(prelude.range(of: entry)) }
///     }
package struct PreludeIndex {
  /// The embedded prelude. (Made at the first use, by reading 28 integers.)
  package static let shared = PreludeIndex(blob: scenePreludeBlob())

  /// The embedded prelude without its interfaces: every declaration is resolved from its text.
  package static var asText: PreludeIndex { PreludeIndex(blob: scenePreludeBlob(), readsInterfaces: false) }

  /// All interface files, one after the other, UTF-8. Byte ranges of entries and extensions are offsets into it.
  package let text: UnsafeBufferPointer<UInt8>

  let files: Rows
  let nameOffsets: Rows
  let nameBytes: UnsafePointer<UInt8>
  let nameSlots: Rows
  let nominals: Rows
  let entries: Rows
  let memberSlots: Rows
  let extensions: Rows
  let conformances: Rows
  let memberOrder: Rows
  let operators: Rows
  let operatorSlots: Rows
  let shapes: Rows
  let typeOffsets: Rows
  let typeWords: Rows
  let interfaces: Rows
  /// A `PreludeNameUses` by name.
  let nameUses: UnsafeBufferPointer<UInt8>

  /// Opens a blob; anything that is not one of this version reads as an empty prelude.
  ///
  /// Without its interfaces every declaration is resolved from its text, as the generator does it.
  package init(blob: UnsafeRawBufferPointer, readsInterfaces: Bool = true) {
    let header = PreludeLayout.Header(blob)
    text = header.bytes(.text)
    files = header.rows(.files)
    nameOffsets = header.rows(.nameOffsets)
    nameBytes = header.bytes(.nameBytes).baseAddress ?? PreludeLayout.nothing
    nameSlots = header.rows(.nameSlots)
    nominals = header.rows(.nominals)
    entries = header.rows(.entries)
    memberSlots = header.rows(.memberSlots)
    extensions = header.rows(.extensions)
    conformances = header.rows(.conformances)
    memberOrder = header.rows(.memberOrder)
    operators = header.rows(.operators)
    operatorSlots = header.rows(.operatorSlots)
    shapes = header.rows(.shapes)
    typeOffsets = header.rows(.typeOffsets)
    typeWords = header.rows(.typeWords)
    interfaces = readsInterfaces ? header.rows(.interfaces) : .empty
    nameUses = header.bytes(.nameUses)
  }
}

/// What some declarations with a name are: most names are asked for in places where no declaration can have them.
package struct PreludeNameUses: OptionSet {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A member of a protocol or of one of its extensions.
  package static let protocolMember = PreludeNameUses(rawValue: 1)
  /// A type, a type alias or an associated type in a nominal.
  package static let memberType = PreludeNameUses(rawValue: 2)
}

// MARK: Handles

/// An identifier, `init`, `subscript` or an operator that some declaration of the prelude bears.
package struct PreludeName: Hashable {
  package let raw: Int32
  package init(raw: Int32) { self.raw = raw }
}

/// A struct, class, enum or protocol of the prelude.
package struct PreludeNominal: Hashable {
  package let raw: Int32
  package init(raw: Int32) { self.raw = raw }
}

/// One declaration: a member, a top-level declaration, or one case of an enum.
package struct PreludeEntry: Hashable {
  package let raw: Int32
  package init(raw: Int32) { self.raw = raw }
}

/// One `extension` of the prelude.
package struct PreludeExtension: Hashable {
  package let raw: Int32
  package init(raw: Int32) { self.raw = raw }
}

/// One clause `T : P` of a nominal.
package struct PreludeConformance {
  /// The protocol, or the superclass.
  package let proto: PreludeNominal
  /// The extension that says so; nil when the nominal's own clause does.
  package let source: PreludeExtension?
  /// The extension has a `where` clause: the conformance holds only under its requirements.
  package let isConditional: Bool
  package let isSuperclass: Bool
}

package enum PreludeEntryKind: UInt8 {
  case structDecl, classDecl, enumDecl, protocolDecl
  case function, initializer, subscriptDecl, variable, enumCase, typeAlias, associatedType
  case operatorDecl, precedenceGroup, macro
}

/// What can be told from an entry's text without parsing it.
package struct PreludeEntryFlags: OptionSet {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  /// `static` or `class`
  package static let isStatic = PreludeEntryFlags(rawValue: 1 << 0)
  package static let isMutating = PreludeEntryFlags(rawValue: 1 << 1)
  package static let isDisfavored = PreludeEntryFlags(rawValue: 1 << 2)
  /// `@available(*, unavailable)`
  package static let isUnavailable = PreludeEntryFlags(rawValue: 1 << 3)
  /// `@available(..., deprecated...)`
  package static let isDeprecated = PreludeEntryFlags(rawValue: 1 << 4)
  package static let isInert = PreludeEntryFlags(rawValue: 1 << 5)
  package static let isUnmodelled = PreludeEntryFlags(rawValue: 1 << 6)
  /// Has a body in the language, a getter, or an initial value: not a native.
  package static let hasBody = PreludeEntryFlags(rawValue: 1 << 7)
  package static let isPrefix = PreludeEntryFlags(rawValue: 1 << 8)
  package static let isPostfix = PreludeEntryFlags(rawValue: 1 << 9)
  /// A result builder's type, a property wrapper's type
  package static let isResultBuilder = PreludeEntryFlags(rawValue: 1 << 10)
  package static let isPropertyWrapper = PreludeEntryFlags(rawValue: 1 << 11)
  /// The nominal is `@dynamicMemberLookup`
  package static let isDynamicMemberLookup = PreludeEntryFlags(rawValue: 1 << 12)
}

/// Entries in the order of the text.
package struct PreludeSpan: RandomAccessCollection {
  package let startIndex: Int
  package let endIndex: Int

  init(_ start: Int, count: Int) {
    startIndex = start
    endIndex = start + count
  }

  package static let empty = PreludeSpan(0, count: 0)
  package subscript(position: Int) -> PreludeEntry { PreludeEntry(raw: Int32(truncatingIfNeeded: position)) }
}

/// Entries in an order of their own (all members of a nominal, operators by operand).
package struct PreludeList: RandomAccessCollection {
  let order: Rows
  package let startIndex: Int
  package let endIndex: Int

  init(_ order: Rows, _ start: Int, count: Int) {
    self.order = order
    startIndex = start
    endIndex = start + count
  }

  package subscript(position: Int) -> PreludeEntry { PreludeEntry(raw: order[position, 0]) }
}

// MARK: Names

extension PreludeIndex {
  package var isEmpty: Bool { entries.count == 0 }
  package var nameCount: Int { Swift.max(0, nameOffsets.count - 1) }
  package var nominalCount: Int { nominals.count }
  package var entryCount: Int { entries.count }
  package var extensionCount: Int { extensions.count }

  /// The name with these bytes, if any declaration of the prelude bears it. Keep the answer beside your own name id.
  package func name(_ utf8: UnsafeBufferPointer<UInt8>) -> PreludeName? {
    let mask = nameSlots.count - 1
    guard mask >= 0 else { return nil }
    var slot = Int(PreludeLayout.hash(utf8) & UInt32(truncatingIfNeeded: mask))
    while true {
      let candidate = nameSlots[slot, 0]
      if candidate < 0 { return nil }
      let bytes = self.utf8(of: PreludeName(raw: candidate))
      if bytes.count == utf8.count && bytes.elementsEqual(utf8) { return PreludeName(raw: candidate) }
      slot = (slot + 1) & mask
    }
  }

  package func name(_ text: String) -> PreludeName? {
    var text = text
    return text.withUTF8 { name($0) }
  }

  package func utf8(of name: PreludeName) -> UnsafeBufferPointer<UInt8> {
    let start = Int(nameOffsets[Int(name.raw), 0])
    return UnsafeBufferPointer(start: nameBytes + start, count: Int(nameOffsets[Int(name.raw) + 1, 0]) - start)
  }

  package func uses(of name: PreludeName) -> PreludeNameUses {
    let row = Int(name.raw)
    return PreludeNameUses(rawValue: row < nameUses.count ? nameUses[row] : 0xFF)
  }

  package func text(of name: PreludeName) -> String { String(decoding: utf8(of: name), as: UTF8.self) }
}

// MARK: Lookup

extension PreludeIndex {
  /// Top-level declarations (types, functions, variables, type aliases; operator functions see `operators`).
  package func topLevel(_ name: PreludeName) -> PreludeSpan { members(owner: -1, name) }

  /// Members of a nominal or protocol with this name: its own (for a protocol: the requirements), then those of all
  /// its extensions, constrained ones included; `extensionOf(_:)` tells which. Nested types are among them.
  package func members(of nominal: PreludeNominal, named name: PreludeName) -> PreludeSpan {
    members(owner: nominal.raw, name)
  }

  /// All members of a nominal, own members first, each in the order of the text: stored members and cases in their
  /// declared order, completion.
  package func members(of nominal: PreludeNominal) -> PreludeList {
    let row = Int(nominal.raw)
    return PreludeList(
      memberOrder, Int(nominals[row, NominalColumn.members]), count: Int(nominals[row, NominalColumn.memberCount]))
  }

  /// All top-level declarations, sorted by name.
  package var topLevel: PreludeSpan {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle, EntryColumn.owner] < 0 { low = middle + 1 } else { high = middle }
    }
    return PreludeSpan(0, count: low)
  }

  /// Every function of this operator, grouped by its operands (see `operatorHint(of:)`).
  package func operators(_ name: PreludeName) -> PreludeList { operatorGroup(name, PreludeLayout.anyOperand) }

  /// Functions of the operator whose left operand (the only one of a prefix or postfix operator) is exactly this
  /// nominal. `Self` counts as the nominal or protocol around the function, so ask for the conformed protocols as well
  /// (`Equatable`, `FloatingPoint` ...) before giving up, and nil for the ones with a bare generic parameter or tuple.
  package func operators(_ name: PreludeName, left: PreludeNominal?) -> PreludeList {
    operatorGroup(name, left?.raw ?? -1)
  }

  /// Nominals of the operands of an operator function: right is nil for prefix and postfix; nil also for a generic
  /// parameter, a tuple or a function.
  package func operatorHint(of entry: PreludeEntry) -> (left: PreludeNominal?, right: PreludeNominal?) {
    let row = Int(entry.raw)
    return (nominal(entries[row, EntryColumn.left]), nominal(entries[row, EntryColumn.right]))
  }

  /// The top-level type or protocol with this name.
  package func topLevelNominal(_ text: String) -> PreludeNominal? {
    guard let name = name(text) else { return nil }
    return topLevelNominal(name)
  }

  package func topLevelNominal(_ name: PreludeName) -> PreludeNominal? {
    for entry in topLevel(name) {
      if let nominal = nominalDeclared(by: entry) { return nominal }
    }
    return nil
  }
}

// MARK: Entries

extension PreludeIndex {
  package func name(of entry: PreludeEntry) -> PreludeName {
    PreludeName(raw: entries[Int(entry.raw), EntryColumn.name])
  }

  package func kind(of entry: PreludeEntry) -> PreludeEntryKind {
    PreludeEntryKind(rawValue: UInt8(truncatingIfNeeded: entries[Int(entry.raw), EntryColumn.kind])) ?? .function
  }

  package func flags(of entry: PreludeEntry) -> PreludeEntryFlags {
    PreludeEntryFlags(rawValue: UInt16(truncatingIfNeeded: entries[Int(entry.raw), EntryColumn.flags]))
  }

  /// Bytes of the declaration from its first attribute or modifier to its end. For a nominal: of its head only, up to
  /// and without the opening brace (members are found here). All cases of one `case a, b` have the same range; the
  /// interface files write one case a declaration.
  package func range(of entry: PreludeEntry) -> Range<Int> {
    let row = Int(entry.raw)
    return Int(entries[row, EntryColumn.start])..<Int(entries[row, EntryColumn.end])
  }

  /// The nominal or protocol (extended or not) it is a member of; nil at top level.
  package func owner(of entry: PreludeEntry) -> PreludeNominal? { nominal(entries[Int(entry.raw), EntryColumn.owner]) }

  /// The extension the declaration stands in; nil in the nominal itself (then, in a protocol, it is a requirement) and
  /// at top level.
  package func extensionOf(_ entry: PreludeEntry) -> PreludeExtension? {
    let raw = entries[Int(entry.raw), EntryColumn.extension]
    return raw < 0 ? nil : PreludeExtension(raw: raw)
  }

  /// The type or protocol that the entry declares.
  package func nominalDeclared(by entry: PreludeEntry) -> PreludeNominal? {
    nominal(entries[Int(entry.raw), EntryColumn.declared])
  }

  /// First iOS version with it (`@available(iOS 17.0, *)`), major * 100 + minor; 0 where nothing is said.
  package func introduced(_ entry: PreludeEntry) -> Int { Int(entries[Int(entry.raw), EntryColumn.introduced]) }

  /// Module that declares it: `Swift`, `Foundation`, `SwiftUI`, `Combine`, `UIKit`, `CoreGraphics`, `Observation` ...
  package func module(of entry: PreludeEntry) -> PreludeName {
    PreludeName(raw: files[file(at: Int(entries[Int(entry.raw), EntryColumn.start])), FileColumn.module])
  }

  /// Name of the interface file, for hover and messages.
  package func fileName(of entry: PreludeEntry) -> PreludeName {
    PreludeName(raw: files[file(at: Int(entries[Int(entry.raw), EntryColumn.start])), FileColumn.name])
  }

  /// The interface file around an offset of the text: its name, and where it begins and ends.
  package func interface(at offset: Int) -> (name: String, range: Range<Int>)? {
    guard files.count > 0, offset >= 0, offset < text.count else { return nil }
    let row = file(at: offset)
    let range = Int(files[row, FileColumn.start])..<min(Int(files[row, FileColumn.end]), text.count)
    guard range.contains(offset) else { return nil }
    return (text(of: PreludeName(raw: files[row, FileColumn.name])), range)
  }

  /// Text of the `///` lines before the declaration, without the slashes.
  package func documentation(of entry: PreludeEntry) -> String? {
    documentation(before: range(of: entry).lowerBound)
  }

  package func source(of entry: PreludeEntry) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: text[range(of: entry)]), as: UTF8.self)
  }
}

// MARK: Shapes of parameter lists

/// The labels of a function's parameters and which of them may be left out: what tells most candidates of a call apart
/// before any of them is parsed.
package struct PreludeShape {
  let rows: Rows
  let start: Int
  package let count: Int

  /// Label of a parameter, nil for `_`.
  package func label(_ position: Int) -> PreludeName? {
    let raw = rows[start + position, 0] >> 2
    return raw == 0 ? nil : PreludeName(raw: raw - 1)
  }

  /// Has a default value, or takes any number of arguments.
  package func isOptional(_ position: Int) -> Bool { rows[start + position, 0] & 1 != 0 }
  package func isVariadic(_ position: Int) -> Bool { rows[start + position, 0] & 2 != 0 }

  /// One integer a parameter.
  package static func word(label: Int?, isOptional: Bool, isVariadic: Bool) -> Int {
    (label.map { $0 + 1 } ?? 0) << 2 | (isVariadic ? 2 : 0) | (isOptional || isVariadic ? 1 : 0)
  }
}

extension PreludeIndex {
  /// Of a function, an initialiser or a subscript.
  package func shape(of entry: PreludeEntry) -> PreludeShape? {
    let row = Int(entries[Int(entry.raw), EntryColumn.shape])
    guard row >= 0, row < shapes.count else { return nil }
    let count = Int(shapes[row, 0])
    guard count >= 0, count <= shapes.count - row - 1 else { return nil }
    return PreludeShape(rows: shapes, start: row + 1, count: count)
  }
}

// MARK: Nominals, extensions, conformances

extension PreludeIndex {
  package func name(of nominal: PreludeNominal) -> PreludeName {
    name(of: entry(declaring: nominal))
  }

  /// The nominal it is nested in.
  package func parent(of nominal: PreludeNominal) -> PreludeNominal? { owner(of: entry(declaring: nominal)) }

  package func entry(declaring nominal: PreludeNominal) -> PreludeEntry {
    PreludeEntry(raw: nominals[Int(nominal.raw), NominalColumn.entry])
  }

  /// `Text.Case`
  package func path(of nominal: PreludeNominal) -> String {
    let own = text(of: name(of: nominal))
    guard let parent = parent(of: nominal) else { return own }
    return path(of: parent) + "." + own
  }

  /// All extensions of a nominal or protocol, in the order of the text.
  package func extensions(of nominal: PreludeNominal) -> Range<Int32> {
    let row = Int(nominal.raw)
    let start = nominals[row, NominalColumn.extensions]
    return start..<(start + nominals[row, NominalColumn.extensionCount])
  }

  /// Bytes of `extension View where Self : Shape`, without the brace.
  package func headerRange(of source: PreludeExtension) -> Range<Int> {
    let row = Int(source.raw)
    return Int(extensions[row, ExtensionColumn.start])..<Int(extensions[row, ExtensionColumn.headerEnd])
  }

  package func extendedNominal(of source: PreludeExtension) -> PreludeNominal {
    PreludeNominal(raw: extensions[Int(source.raw), ExtensionColumn.nominal])
  }

  /// Whether the extension has a `where` clause.
  package func isConstrained(_ source: PreludeExtension) -> Bool {
    extensions[Int(source.raw), ExtensionColumn.flags] & 1 != 0
  }

  /// X of `extension P where Self == X`: its static members are implicit members of any `P` (SE-0299). For an implicit
  /// member `.name` on protocol P take `members(of: P, named: name)` and keep those where this is not nil.
  package func selfNominal(of source: PreludeExtension) -> PreludeNominal? {
    nominal(extensions[Int(source.raw), ExtensionColumn.selfNominal])
  }

  /// What the nominal's own clause and its extensions say; for a protocol: the protocols it refines. Not transitive.
  package func conformances(of nominal: PreludeNominal) -> Range<Int> {
    let row = Int(nominal.raw)
    let start = Int(nominals[row, NominalColumn.conformances])
    return start..<(start + Int(nominals[row, NominalColumn.conformanceCount]))
  }

  package func conformance(_ row: Int) -> PreludeConformance {
    let source = conformances[row, ConformanceColumn.extension]
    let flags = conformances[row, ConformanceColumn.flags]
    return PreludeConformance(
      proto: PreludeNominal(raw: conformances[row, ConformanceColumn.proto]),
      source: source < 0 ? nil : PreludeExtension(raw: source),
      isConditional: flags & 1 != 0, isSuperclass: flags & 2 != 0)
  }
}

// MARK: Insides

extension PreludeIndex {
  private func nominal(_ raw: Int32) -> PreludeNominal? { raw < 0 ? nil : PreludeNominal(raw: raw) }

  private func members(owner: Int32, _ name: PreludeName) -> PreludeSpan {
    guard let group = find(owner, name.raw, in: memberSlots) else { return .empty }
    return PreludeSpan(Int(group.start), count: Int(group.count))
  }

  private func operatorGroup(_ name: PreludeName, _ left: Int32) -> PreludeList {
    guard let group = find(left, name.raw, in: operatorSlots) else { return PreludeList(operators, 0, count: 0) }
    return PreludeList(operators, Int(group.start), count: Int(group.count))
  }

  private func find(_ owner: Int32, _ name: Int32, in slots: Rows) -> (start: Int32, count: Int32)? {
    let mask = slots.count - 1
    guard mask >= 0 else { return nil }
    var slot = Int(PreludeLayout.hash(owner, name) & UInt32(truncatingIfNeeded: mask))
    while true {
      let count = slots[slot, SlotColumn.count]
      if count == 0 { return nil }
      if slots[slot, SlotColumn.owner] == owner && slots[slot, SlotColumn.name] == name {
        return (slots[slot, SlotColumn.start], count)
      }
      slot = (slot + 1) & mask
    }
  }

  private func file(at offset: Int) -> Int {
    var low = 0
    var high = files.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(files[middle, FileColumn.start]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func documentation(before start: Int) -> String? {
    var lines: [String] = []
    var end = lineStart(start)
    while end > 0 {
      let begin = lineStart(end - 1)
      var line = UnsafeBufferPointer(rebasing: text[begin..<(end - 1)])
      while let first = line.first, first == 0x20 { line = UnsafeBufferPointer(rebasing: line.dropFirst()) }
      guard line.count >= 3, line[0] == 0x2F, line[1] == 0x2F, line[2] == 0x2F else { break }
      var body = line.dropFirst(3)
      if body.first == 0x20 { body = body.dropFirst() }
      lines.append(String(decoding: body, as: UTF8.self))
      end = begin
    }
    return lines.isEmpty ? nil : lines.reversed().joined(separator: "\n")
  }

  /// Offset of the first byte of the line that holds the offset.
  private func lineStart(_ offset: Int) -> Int {
    var position = offset
    while position > 0 && text[position - 1] != 0x0A { position -= 1 }
    return position
  }
}
