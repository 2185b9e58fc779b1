/// One view played: what the tests of controls, bars and views of the system begin with.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

/// Plays a view with this body, which has to check without an error.
/// - Parameter state: properties of the view
/// - Parameter more: declarations in front of it
/// - Returns: the player, and the frame after so many seconds
func playScene(
  _ body: String, state: String, more: String = "", imports: [String] = [], device: String? = "iPhone 14",
  steps: String, seconds: Double, line: UInt
) -> (player: Player, last: Frame?) {
  let compiled = Compiled.compile(
    """
    import SwiftUI
    \(imports.map { "import \($0)" }.joined(separator: "\n"))
    \(more)
    struct ContentView: View {
      \(state)
      var body: some View {
        \(body)
      }
    }
    """)
  XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
  var options = PlayOptions()
  options.until = .time(nanoseconds: 60 * 1_000_000_000)
  options.device = device
  if !steps.isEmpty { options.steps = StepReader.read(text: steps).0 }
  let player = Player(module: compiled.module, entry: 0, options: options)
  var last: Frame?
  for _ in 0...Int(seconds * 60) { last = player.next() ?? last }
  return (player, last)
}
