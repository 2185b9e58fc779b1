/// Run-time diagnostics: traps, misuse that SwiftUI reports while it runs, and notes about what is not modelled.

import SceneIR

package struct RuntimeDiagnostic: Equatable, Sendable {
  package enum Severity: String, Sendable { case error, warning, note }

  /// `R06xx`
  package var code: String
  package var severity: Severity
  package var message: String
  package var place: SourcePoint?
  /// Script time of the first occurrence, in nanoseconds.
  package var nanoseconds: Int

  package init(code: String, severity: Severity, message: String, place: SourcePoint? = nil, nanoseconds: Int = 0) {
    self.code = code
    self.severity = severity
    self.message = message
    self.place = place
    self.nanoseconds = nanoseconds
  }
}

/// Codes of the run-time diagnostics the graph reports. Traps have `R0600` + the number of their `TrapCode`.
package enum RuntimeCode {
  package static func trap(_ code: TrapCode) -> String { "R06" + twoDigits(code.rawValue) }
  /// A state write while a body is evaluated; ignored.
  package static let writeDuringUpdate = "R0640"
  /// The update did not settle in 8 rounds.
  package static let updateCycle = "R0641"
  /// Two elements of a ForEach have one id; only the first is shown.
  package static let duplicateId = "R0642"
  /// Several inserted sources in a matched geometry group.
  package static let matchedMultipleSources = "R0643"
  /// Negative or non-finite frame dimension; contradictory constraints.
  package static let invalidFrame = "R0644"
  /// An image without a file.
  package static let missingAsset = "R0645"
  /// Known API that is not modelled.
  package static let notModelled = "R0646"
  /// A step found no view.
  package static let targetNotFound = "R0647"
  /// A touch went to another view than the one named.
  package static let touchTaken = "R0648"
  /// What still moves at the end.
  package static let notSettled = "R0649"
  /// A state is used outside of a view that is installed.
  package static let stateOutsideView = "R0650"
  /// A bound of the run was reached (frames, views).
  package static let bound = "R0651"
  /// `print` and similar output of the scene.
  package static let output = "R0652"
  package static let expectationFailed = "R0653"
  /// A touch met no view, or one that does nothing with it.
  package static let touchMissed = "R0654"

  /// A scenario names a device that is not known.
  package static let unknownDevice = "R0655"
  /// Asynchronous work that never waits for a time.
  package static let endlessWork = "R0656"

  /// A step that finds nothing to act on.
  package static let stepWithoutEffect = "R0657"

  private static func twoDigits(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
}
