/// Plays a random scene in three ways: from what changed, from scratch in every tick, and from its IR file. All three must
/// give the same bytes, and every number must be finite.
import SceneExport
import SceneIR
import SceneLang
import SceneRuntime

package struct SceneTrial {
  package let seed: UInt64
  package let scene: RandomScene
  package let text: String
  /// What went wrong; empty where all is well.
  package private(set) var failures: [String] = []
  /// Bytes of all frames.
  package private(set) var bytes = 0

  package static let frameCount = 60

  /// - Parameter text: a scene to play in place of the seed's own, under the seed's touches
  package init(seed: UInt64, text: String? = nil) {
    self.seed = seed
    scene = RandomScene(seed: seed)
    self.text = text ?? scene.text
  }

  package mutating func run() {
    let compilation = Compilation(sources: [SourceFile(name: "r.scene", text: text)], name: "r")
    let module = compilation.module()
    for finding in compilation.diagnostics where finding.severity == .error {
      failures.append("does not check: \(finding.message)")
    }
    guard let module else { return }
    let incremental = play(module, [])
    bytes = incremental.reduce(0) { $0 + $1.count }
    if incremental.count != SceneTrial.frameCount { failures.append("ends after \(incremental.count) frames") }
    if !compare(incremental, play(module, .all), "from scratch") {
      let parts: [(Afresh, String)] = [
        (.bodies, "bodies"), (.layout, "layout"), (.geometry, "geometry"), (.display, "display"),
      ]
      for (part, name) in parts { compare(incremental, play(module, part), "with \(name) alone from scratch") }
    }
    do {
      let stored = try IRCodec.read(IRCodec.write(module))
      compare(incremental, play(stored, []), "from the IR file")
    } catch {
      failures.append("the IR file cannot be read: \(error)")
    }
  }

  /// The frames of the scene, made from changes and from scratch: to look at where they part.
  package mutating func bothWays() -> (changes: [[UInt8]], scratch: [[UInt8]])? {
    let compilation = Compilation(sources: [SourceFile(name: "r.scene", text: text)], name: "r")
    guard let module = compilation.module() else { return nil }
    return (play(module, []), play(module, .all))
  }

  private mutating func play(_ module: SceneModule, _ afresh: Afresh) -> [[UInt8]] {
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    let player = Player(module: module, entry: 0, options: options)
    player.afresh = afresh
    var frames: [[UInt8]] = []
    var isDown = false
    for number in 0..<SceneTrial.frameCount {
      for touch in scene.touches where touch.frame == number {
        if let point = touch.point {
          player.send(isDown ? .move(x: point.x, y: point.y) : .down(x: point.x, y: point.y))
          isDown = true
        } else {
          player.send(.up)
          isDown = false
        }
      }
      guard let frame = player.next() else { break }
      for row in frame.rows where failures.count < 3 {
        let numbers = [row.rect.x, row.rect.y, row.rect.width, row.rect.height, row.width, row.height, row.opacity]
        if !numbers.allSatisfy(\.isFinite) { failures.append("frame \(number): a number is not finite: \(row)") }
      }
      frames.append(FramesJSON.line(frame, fps: 60))
    }
    return frames
  }

  @discardableResult
  private mutating func compare(_ a: [[UInt8]], _ b: [[UInt8]], _ way: String) -> Bool {
    if a.count != b.count { failures.append("\(way): \(a.count) and \(b.count) frames") }
    guard let number = zip(a, b).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      return a.count == b.count
    }
    failures.append("frame \(number) differs \(way): \(SceneTrial.difference(a[number], b[number]))")
    return false
  }

  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
    let at = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
    func part(_ bytes: [UInt8]) -> String {
      String(decoding: bytes[max(0, at - 60)..<min(bytes.count, at + 120)], as: UTF8.self)
    }
    return "\n  \(part(a))\n  \(part(b))"
  }
}
