/// Plays scenes for facts: one scene holds all questions of one kind.
import SceneLang
import SceneRuntime

package struct SceneRun {
  package private(set) var frames: [Frame] = []
  package private(set) var player: Player
  private var names: [String: Int] = [:]
  package private(set) var vectors: [String: [[Double]]] = [:]

  /// Plays the first entry of a scene.
  /// - Parameter watch: effects whose vectors are sampled in frames 5, 36 and the last: (view, modifier)
  package init(
    _ text: String, name: String, seconds: Double, reducesMotion: Bool = false, watch: [(String, String)] = []
  ) throws {
    let compilation = Compilation(sources: [SourceFile(name: name + ".scene", text: text)], name: name)
    guard let module = compilation.module() else {
      let errors = compilation.diagnostics.filter { $0.severity == .error }.prefix(8).map { "\(name): \($0.message)" }
      throw Generator.Failure(problems: Array(errors))
    }
    var options = PlayOptions()
    options.device = "400x8000@3"
    options.until = .time(nanoseconds: Int(seconds * 1e9))
    options.reducesMotion = reducesMotion
    player = Player(module: module, entry: 0, options: options)
    while let frame = player.next() {
      for record in frame.added { if let name = record.identifier { names[name] = record.id } }
      frames.append(frame)
      if !watch.isEmpty, [5, 36, Int(seconds * 60)].contains(frame.n) {
        for (view, op) in watch {
          vectors[view + " " + op, default: []].append(player.vector(of: view, effect: op) ?? [])
        }
      }
    }
  }

  package func row(_ frame: Int, _ name: String) -> FrameRow? {
    guard frames.indices.contains(frame), let id = names[name] else { return nil }
    return frames[frame].rows.first { $0.id == id }
  }

  /// First and last frame in which a view is there.
  package func life(_ name: String) -> (first: Int, last: Int)? {
    guard let id = names[name] else { return nil }
    let there = frames.indices.filter { frame in frames[frame].rows.contains { $0.id == id } }
    guard let first = there.first, let last = there.last else { return nil }
    return (first, last)
  }

  package func text(_ name: String) -> String? { frames.indices.last.flatMap { row($0, name)?.text } }
}
