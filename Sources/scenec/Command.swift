import Glibc

/// Which command runs, and what becomes of its failures.
///
/// Exit status: 0 fine; 1 the input has errors or a test failed; 2 wrong usage, or a file cannot be read or written.
enum Command {
  static let version = "0.1.0"

  static func run(_ words: [String]) -> Int32 {
    let status = command(words)
    guard FileSystem.outputFailure != 0 else { return status }
    Terminal.printError("error: standard output: \(String(cString: strerror(FileSystem.outputFailure)))")
    return 2
  }

  private static func command(_ words: [String]) -> Int32 {
    guard words.count > 1 else {
      Terminal.printError(HelpCommand.usage)
      return 2
    }
    let rest = words[2...]
    do {
      switch words[1] {
      case "build": return try BuildCommand.run(rest)
      case "check": return try CheckCommand.run(rest)
      case "run": return try RunCommand.run(rest)
      case "test": return try TestCommand.run(rest)
      case "preview": return try PreviewCommand.run(rest)
      case "render": return try RenderCommand.run(rest)
      case "fmt": return try FmtCommand.run(rest)
      case "lsp": return try LspCommand.run(rest)
      case "explain": return try ExplainCommand.run(rest)
      case "init": return try InitCommand.run(rest)
      case "help", "--help", "-h":
        Terminal.print(HelpCommand.usage)
        return 0
      case "--version", "version":
        Terminal.print("scenec \(version)")
        return 0
      default:
        Terminal.printError("error: unknown command '\(words[1])'; 'scenec help' lists the commands")
        return 2
      }
    } catch let failure as Arguments.Failure {
      Terminal.printError("error: \(failure.message)")
      return 2
    } catch let failure as FileSystem.Failure {
      Terminal.printError("error: \(failure.message)")
      return 2
    } catch {
      Terminal.printError("error: \(error)")
      return 2
    }
  }
}
