/// What the codes of a run mean: `R06xx`, the long form that `explain` shows.
import SceneIR

package enum RuntimeCatalog {
  package struct Entry: Sendable {
    package var code: String
    package var name: String
    package var text: String
  }

  /// By code or by name.
  package static func find(_ key: String) -> Entry? {
    entries.first { $0.code == key.uppercased() || $0.name == key }
  }

  package static var entries: [Entry] { traps + findings }

  private static func trap(_ code: TrapCode, _ name: String, _ text: String) -> Entry {
    Entry(
      code: RuntimeCode.trap(code), name: name,
      text: text
        + " The action or body ends there, what it wrote is taken back, and the run goes on; the exit status is 1.")
  }

  private static let traps: [Entry] = [
    trap(.unreachable, "unreachable", "The program came to a place that it says cannot be reached."),
    trap(.arithmeticOverflow, "arithmetic-overflow", "An integer does not fit its type after this calculation."),
    trap(.divisionByZero, "division-by-zero", "An integer was divided by 0."),
    trap(.indexOutOfRange, "index-out-of-range", "A collection has no element at this index."),
    trap(.unexpectedNil, "unexpected-nil", "An optional that was unwrapped with ! holds nil."),
    trap(.failedCast, "failed-cast", "A value is not of the type that as! names."),
    trap(.fatalError, "fatal-error", "The scene called fatalError."),
    trap(
      .outOfFuel, "out-of-fuel",
      "An event ran for 50 million instructions, or the run for 2,000 million: a loop that does not end."),
    trap(.stackOverflow, "stack-overflow", "Functions called one another 10,000 deep: a recursion that does not end."),
    trap(.outOfMemory, "out-of-memory", "The scene's values take more than 256 MB."),
    trap(.notModelled, "not-modelled-call", "The program called a known API that scenec does not run."),
    trap(
      .noEnvironmentObject, "no-environment-object", "A view reads an environment object that no view above it has set."
    ),
    trap(.uncaughtError, "uncaught-error", "An error was thrown where nothing catches it, or try! met one."),
    trap(.badConversion, "bad-conversion", "A number cannot be represented in the type it is converted to."),
    trap(.precondition, "precondition", "A precondition or an assertion does not hold."),
    trap(.invalidRange, "invalid-range", "A range ends before it begins, or a stride has a step of 0."),
    trap(.emptyCollection, "empty-collection", "An element was taken from a collection that has none."),
    trap(
      TrapCode.badProgram, "bad-program",
      "scenec could not make code of this place although it accepted it: please report it."),
  ]

  private static let findings: [Entry] = [
    Entry(
      code: RuntimeCode.writeDuringUpdate, name: "write-during-update",
      text:
        "A state was written while a body was evaluated. SwiftUI leaves such a write undefined; it is ignored here. Write in an action, in onAppear or in onChange."
    ),
    Entry(
      code: RuntimeCode.updateCycle, name: "update-cycle",
      text:
        "An update caused another one more than eight times: an action changes what it is caused by. What is left takes effect in the next frame."
    ),
    Entry(
      code: RuntimeCode.duplicateId, name: "duplicate-id",
      text:
        "Two elements of a ForEach have one id. Only the first is shown rightly; give each element an id of its own."),
    Entry(
      code: RuntimeCode.matchedMultipleSources, name: "matched-multiple-sources",
      text:
        "Several views that are there at one time say they are the source of one matched geometry. The newest is used; SwiftUI calls the result undefined. Give isSource: false to the others."
    ),
    Entry(
      code: RuntimeCode.invalidFrame, name: "invalid-frame",
      text:
        "A view was given a negative frame, a size or place that is not a number, or limits that contradict one another; or code that runs in layout (a Layout, an alignment guide, a path) answers with such a number. What makes no sense is left out."
    ),
    Entry(
      code: RuntimeCode.missingAsset, name: "missing-asset",
      text:
        "No image file or colour of this name lies beside the scene. An image is shown as a labelled box of 300 by 300 points. Put an image file or an .xcassets folder next to the scene."
    ),
    Entry(
      code: RuntimeCode.notModelled, name: "not-modelled",
      text:
        "The scene uses a known API whose effect scenec does not compute. The rest plays; what this view or modifier would add is missing from the frames."
    ),
    Entry(
      code: RuntimeCode.targetNotFound, name: "target-not-found",
      text:
        "A step names a view that is not there. Identifiers, labels, texts, image names, matched ids and types of views are looked for, in this order. The run stops."
    ),
    Entry(
      code: RuntimeCode.touchTaken, name: "touch-taken",
      text: "A touch meant for one view went to another that lies above it."),
    Entry(
      code: RuntimeCode.notSettled, name: "not-settled",
      text: "Something still moves when the run ends: an endless animation, a timer, a task. The note names it."),
    Entry(
      code: RuntimeCode.stateOutsideView, name: "state-outside-view",
      text: "A state was used before its view was shown or outside of any view. It has its first value there."),
    Entry(
      code: RuntimeCode.bound, name: "bound-of-the-run",
      text:
        "The run reached a bound: 36,000 frames, 200,000 views, views nested beyond the depth that is shown (a body that contains itself never ends), 20,000 pieces of asynchronous work that wait at one time."
    ),
    Entry(code: RuntimeCode.output, name: "output", text: "The scene printed this."),
    Entry(
      code: RuntimeCode.expectationFailed, name: "expectation-failed",
      text:
        "An expectation of the scenario does not hold in this frame. 'scenec test' fails on it; other commands list it."
    ),
    Entry(
      code: RuntimeCode.touchMissed, name: "touch-missed",
      text: "A touch met no view, or one without a gesture. Is it at the right place, and is the view there already?"),
    Entry(
      code: RuntimeCode.unknownDevice, name: "unknown-device",
      text:
        "A scenario names a device that is not known; it plays on an iPhone 14. Names are compared by letters and digits: .iPhone14, \"iPhone 15 Pro Max\", \"iPad\", or a size such as \"390x844@3\"."
    ),
    Entry(
      code: RuntimeCode.endlessWork, name: "endless-work",
      text:
        "A task, a dispatched closure or a chain of them always goes on at once: a loop around Task.yield() or a sleep of no length, a queue's async or a Task that starts itself. A device draws frames between its turns, as many turns as it has time for; here \(TurnState.turnLimit) turns run before each frame (a Task that starts itself: \(ViewGraph.maximumRounds)), and what they wrote is shown. The values depend on that number, so let the work wait for a time (Task.sleep), or use a TimelineView or an animation."
    ),
    Entry(
      code: RuntimeCode.stepWithoutEffect, name: "step-without-effect",
      text:
        "A step found nothing to act on: a touch is moved or lifted that is not down, text goes to a view without a text field, or nothing scrolls there. The run goes on."
    ),
  ]
}
