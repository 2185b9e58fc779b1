/// Words of the command line: options with and without values, and operands.
struct Arguments {
  struct Failure: Error {
    var message: String
  }

  private(set) var operands: [String] = []
  private var values: [(name: String, value: String)] = []
  private var flags: [String] = []

  /// - Parameters:
  ///   - valued: options that take a value, as the next word or after `=`
  ///   - plain: options without one
  init(_ words: ArraySlice<String>, valued: [String], plain: [String]) throws {
    var rest = words
    var onlyOperands = false
    while let word = rest.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
        continue
      }
      if word == "--" {
        onlyOperands = true
        continue
      }
      var name = word
      var inline: String?
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        name = String(word[..<equals])
        inline = String(word[word.index(after: equals)...])
      }
      if valued.contains(name) {
        guard let value = inline ?? rest.popFirst() else { throw Failure(message: "'\(name)' needs a value") }
        values.append((name, value))
      } else if plain.contains(name), inline == nil {
        flags.append(name)
      } else {
        let known = (valued + plain).sorted()
        let near = known.filter { $0.hasPrefix(String(name.prefix(4))) && name.count > 3 }
        let hint = near.isEmpty ? "" : "; did you mean '\(near[0])'?"
        throw Failure(message: "unknown option '\(name)'\(hint)")
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  /// The last one given.
  func value(_ name: String) -> String? { values.last { $0.name == name }?.value }
  func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }
}
