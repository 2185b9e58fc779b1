/// What words of the language that are no declarations mean: macros behind `#`, attributes behind `@`.
extension ModuleQuery {
  package struct WordText {
    package var signature: String
    package var text: String
    package var range: SourceRange
  }

  /// What stands at a place behind `#` or `@`, with that sign; nil for any other word.
  package func word(at offset: UInt32, file: Int) -> WordText? {
    guard let name = wordToken(at: offset, file: file) else { return nil }
    let tree = trees[file]
    let bytes = tree.source.bytes
    guard name.start > 0 else { return nil }
    let sign = bytes[Int(name.start) - 1]
    let known =
      sign == UInt8(ascii: "#") ? ModuleQuery.macroTexts : sign == UInt8(ascii: "@") ? ModuleQuery.attributeTexts : []
    let word = tree.source.text(name)
    guard let entry = known.first(where: { $0.name == word }) else { return nil }
    return WordText(signature: entry.signature, text: entry.text, range: SourceRange(name.start - 1, name.end))
  }

  /// The token that holds a place or ends at it, whatever its kind.
  private func wordToken(at offset: UInt32, file: Int) -> SourceRange? {
    let tree = trees[file]
    for place in [offset, offset > 0 ? offset - 1 : 0] {
      let token = tree.token(atOffset: place)
      guard token != .none else { continue }
      let range = tree.range(token)
      guard range.start <= offset, offset <= range.end, range.length > 0 else { continue }
      let kind = tree.kind(token)
      if kind == .identifier || kind.isKeyword { return range }
      // One past the sign itself: the word behind it.
      if kind == .pound || kind == .at {
        let next = tree.token(atOffset: range.end)
        if next != .none, tree.kind(next) == .identifier || tree.kind(next).isKeyword { return tree.range(next) }
      }
    }
    return nil
  }

  private struct Entry {
    var name: String
    var signature: String
    var text: String

    init(_ name: String, _ signature: String, _ text: String) {
      self.name = name
      self.signature = signature
      self.text = text
    }
  }

  private static let macroTexts: [Entry] = [
    Entry(
      "Preview", "#Preview(_ name: String? = nil, traits: …, body: () -> some View)",
      "A preview: `scenec run` plays it, and the preview page shows it."),
    Entry(
      "Scenario", "#Scenario(_ name: String, device: …) { view } steps: { … }",
      "A view with the steps that are played on it: taps, drags, waits, expectations."),
    Entry("Predicate", "#Predicate<Input> { input in Bool }", "A condition that can be looked into, for queries."),
    Entry(
      "available", "#available(iOS 17, *)", "Whether the system is at least of a version; `*` stands for all others."),
    Entry("unavailable", "#unavailable(iOS 17)", "Whether the system is older than a version."),
    Entry("selector", "#selector(method)", "The name of a method for the Objective-C runtime."),
    Entry("keyPath", "#keyPath(path)", "A key path as text, for the Objective-C runtime."),
    Entry("line", "#line: Int", "The number of the line that it stands in."),
    Entry("column", "#column: Int", "The column that it stands in."),
    Entry("file", "#file: String", "The name of the file that it stands in."),
    Entry("filePath", "#filePath: String", "The path of the file that it stands in."),
    Entry("fileID", "#fileID: String", "Module and file that it stands in: `Module/File.swift`."),
    Entry("function", "#function: String", "The name of the function that it stands in."),
    Entry("warning", "#warning(\"…\")", "Reported as a warning when the file is checked."),
    Entry("error", "#error(\"…\")", "Reported as an error when the file is checked."),
    Entry(
      "if", "#if condition", "Code that is there only where the condition holds: `os(iOS)`, `DEBUG`, `canImport(…)`."),
    Entry("elseif", "#elseif condition", "Another branch of `#if`."),
    Entry("else", "#else", "Code that is there where no condition of the `#if` before holds."),
    Entry("endif", "#endif", "The end of `#if`."),
  ]

  private static let attributeTexts: [Entry] = [
    Entry(
      "Entry", "@Entry var name: Value = default",
      "Makes a variable in an extension of `EnvironmentValues`, `Transaction` or `FocusedValues` a value of its own, with "
        + "its key."),
    Entry("main", "@main", "The type that the program begins with."),
    Entry("available", "@available(iOS 17, *)", "The versions that a declaration is there for."),
    Entry("escaping", "@escaping", "A closure that may be called after the function has returned."),
    Entry("autoclosure", "@autoclosure", "An argument that becomes a closure: it is evaluated when it is called."),
    Entry("discardableResult", "@discardableResult", "The result may be left unused."),
    Entry("Previewable", "@Previewable", "A state or other property inside of `#Preview`."),
    Entry("Animatable", "@Animatable", "Makes `animatableData` from all stored properties that can be animated."),
    Entry(
      "AnimatableIgnored", "@AnimatableIgnored", "A stored property that '@Animatable' leaves out of `animatableData`."),
    Entry(
      "ObservationIgnored", "@ObservationIgnored",
      "A stored property of an '@Observable' class that views do not follow."
    ),
    Entry(
      "Observable", "@Observable class",
      "Views that read a stored property of the class are updated when that property changes."),
    Entry("Sendable", "@Sendable", "A function that may be called from any thread."),
    Entry("unchecked", "@unchecked Sendable", "The conformance is the author's word; it is not checked."),
    Entry("inlinable", "@inlinable", "The body may be compiled into other modules."),
    Entry("objc", "@objc", "The declaration is seen by the Objective-C runtime."),
    Entry("frozen", "@frozen", "The layout of the type will not change."),
    Entry(
      "dynamicMemberLookup", "@dynamicMemberLookup", "Members that are not declared go to `subscript(dynamicMember:)`."),
    Entry("propertyWrapper", "@propertyWrapper", "A type that wraps properties: it has `wrappedValue`."),
    Entry("resultBuilder", "@resultBuilder", "A type that puts the values of a closure together: it has `buildBlock`."),
  ]
}
