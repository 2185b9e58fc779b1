/// What the command asks of a run.

import SceneIR

package struct PlayOptions: Equatable, Sendable {
  package enum Until: Equatable, Sendable {
    /// `settled` with steps, else `settled` within 10 s.
    case automatic
    /// Settled, at most 60 s after the last step.
    case settled
    /// Inclusive, in nanoseconds.
    case time(nanoseconds: Int)
  }

  /// A name or `WIDTHxHEIGHT[@SCALE]`; nil takes the scenario's, else iPhone 14.
  package var device: String?
  package var landscape = false
  /// `light` or `dark`; nil takes the scenario's, else light.
  package var colorScheme: String?
  /// Transitions that move or scale become fades.
  package var reducesMotion = false
  package var fps = 60
  package var until = Until.automatic
  package var seed: UInt64 = 0
  package var includesModel = false
  /// Frames carry what pictures are drawn from.
  package var includesDrawing = false
  /// In place of the scenario's steps.
  package var steps: [Step]?
  /// Frames after which a run is cut off.
  package var maximumFrames = 36_000
  /// Bytes after which the writing of a run is cut off.
  package var maximumOutput = 2_000_000_000

  package init() {}
}
