/// The scenes of `Tests/Facts/situations`: each plays its scenarios; every expectation must hold.
import SceneLang
import SceneRuntime

package enum SituationTable {
  package struct Played {
    package var name = ""
    /// The first line of the scene, a comment.
    package var title = ""
    /// Lines `/// Note:` of its head: why another number might be expected.
    package var note = ""
    package var count = 0
    package var passed = 0
    package var failures: [String] = []
  }

  package static func play(root: String) throws -> [Played] {
    let folder = root + "/Tests/Facts/situations"
    var result: [Played] = []
    for name in Files.list(folder, suffix: ".scene") ?? [] {
      guard let bytes = Files.read(folder + "/" + name) else {
        throw Generator.Failure(problems: ["cannot read \(name)"])
      }
      result.append(try play(String(decoding: bytes, as: UTF8.self), name: name))
    }
    return result
  }

  private static func play(_ text: String, name: String) throws -> Played {
    var played = Played(name: name)
    for line in text.split(separator: "\n").prefix(while: { $0.hasPrefix("///") }) {
      let words = String(line.dropFirst(4))
      if words.hasPrefix("Note: ") {
        played.note += (played.note.isEmpty ? "" : " ") + words.dropFirst(6)
      } else {
        played.title += (played.title.isEmpty ? "" : " ") + words
      }
    }
    let compilation = Compilation(sources: [SourceFile(name: name, text: text)], name: name)
    guard let module = compilation.module() else {
      throw Generator.Failure(
        problems: compilation.diagnostics.filter { $0.severity == .error }.map { "\(name): \($0.message)" })
    }
    for (index, entry) in module.entries.enumerated() where entry.scenario != nil {
      let player = Player(module: module, entry: index, options: PlayOptions())
      while player.next() != nil {}
      for expectation in player.expectations {
        played.count += 1
        if expectation.passed {
          played.passed += 1
        } else {
          played.failures.append("line \(expectation.place.line): \(expectation.text) \(expectation.detail)")
        }
      }
      for diagnostic in player.diagnostics where diagnostic.severity == .error {
        played.failures.append(diagnostic.message)
        played.count += 1
      }
    }
    return played
  }
}
