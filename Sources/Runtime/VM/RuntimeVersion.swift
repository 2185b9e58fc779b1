/// Facts, values and natives: docs/development/values.md.
enum RuntimeVersion {
  static let instructionSet = 1
}
