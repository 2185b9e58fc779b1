import SceneLang

/// `scenec fmt F… [--check]`: files in the one style, in place; standard input to standard output.
enum FmtCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    let arguments = try Arguments(words, valued: [], plain: ["--check"])
    guard !arguments.operands.isEmpty else { throw Arguments.Failure(message: "'fmt' needs a file or a folder") }
    let isCheck = arguments.has("--check")
    let files = try InputFiles(arguments.operands)
    var status: Int32 = 0
    for source in files.sources {
      switch Formatter.format(source) {
      case .syntaxErrors(let errors):
        Report.write(errors, sources: [source], format: .text, to: 2)
        Terminal.printError("error: \(source.name) has syntax errors and was not formatted")
        status = 1
      case .wouldChangeCode:
        Terminal.printError("error: \(source.name) was not formatted, as the result would not read as the same code")
        status = 1
      case .text(let text):
        let isStream = source.name == "<stdin>"
        let isSame = text.count == source.count && zip(text, source.bytes).allSatisfy { $0 == $1 }
        if isCheck {
          guard !isSame else { continue }
          Terminal.print(source.name)
          status = 1
        } else if isStream {
          FileSystem.write(text, to: 1)
        } else if !isSame {
          try FileSystem.writeAtomically(text, to: source.name)
        }
      }
    }
    return status
  }
}
