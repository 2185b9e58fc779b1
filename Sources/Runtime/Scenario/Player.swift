/// Plays one entry of a module: a pull stream of frames. The command, the exporters and the tests drive it; it takes its clock from the
/// number of frames asked for.
///
///     let player = Player(module: module, entry: 0, options: options)
///     while let frame = player.next() { write(frame) }
///     write(player.settledNanoseconds, player.diagnostics)

import SceneIR

package final class Player {
  /// Result of an `expect` step.
  package struct Expectation: Equatable, Sendable {
    package var text: String
    package var passed: Bool
    /// Why it failed: expected and found values.
    package var detail: String
    package var place: SourcePoint
    package var nanoseconds: Int

    package init(text: String, passed: Bool, detail: String, place: SourcePoint, nanoseconds: Int) {
      self.text = text
      self.passed = passed
      self.detail = detail
      self.place = place
      self.nanoseconds = nanoseconds
    }
  }

  /// A frame asked for by `snapshot("name")`.
  package struct Snapshot: Equatable, Sendable {
    package var name: String
    package var frame: Frame

    package init(name: String, frame: Frame) {
      self.name = name
      self.frame = frame
    }
  }

  package let header: FrameHeader
  /// All views listed so far, by `id - 1`.
  package private(set) var views: [ViewRecord] = []
  package private(set) var diagnostics: [RuntimeDiagnostic] = []
  package private(set) var expectations: [Expectation] = []
  package private(set) var snapshots: [Snapshot] = []
  /// Time at which the run settled; nil while or if it does not.
  package private(set) var settledNanoseconds: Int?
  /// A trap, or a step without target: the command ends with status 1.
  package private(set) var hasFailed = false

  /// `entry`: row of `module.entries`.
  package init(module: SceneModule, entry: Int, options: PlayOptions) {
    header = FrameHeader(
      source: module.name, scenario: nil, fps: options.fps,
      device: FrameDevice(
        name: "iPhone 14", width: 390, height: 844, scale: 3, safeTop: 47, safeLeading: 0, safeBottom: 34,
        safeTrailing: 0), files: module.files)
  }

  /// The next sample; nil when the run is over.
  package func next() -> Frame? { nil }

  // MARK: Live use (the preview)

  package enum Touch: Equatable, Sendable {
    case down(x: Double, y: Double)
    case move(x: Double, y: Double)
    case up
    case cancel
  }

  /// Delivers a touch at the tick that follows. A live player never ends by itself.
  package func send(_ touch: Touch) {}
}
