/// The steps of scenarios and what they take: the table that completion shows and that reading them follows.
package struct StepGrammar: Sendable {
  package enum Value: Sendable {
    /// The name of a view.
    case view
    case number, seconds, text, flag, count
    /// `.init(width:height:)`
    case size
    /// `.init(x:y:)`
    case point
    /// `.init(dx:dy:)`
    case speed
    /// `.x`, `.opacity` …
    case measure
  }

  package struct Parameter: Sendable {
    package var label: String
    package var value: Value
  }

  package var name: String
  package var parameters: [Parameter]
  /// How it is begun: the text of a snippet.
  package var snippet: String
  package var documentation: String

  private init(_ name: String, _ parameters: [(String, Value)], _ snippet: String, _ documentation: String) {
    self.name = name
    self.parameters = parameters.map { Parameter(label: $0.0, value: $0.1) }
    self.snippet = snippet
    self.documentation = documentation
  }

  package static let steps: [StepGrammar] = [
    StepGrammar("wait", [("", .seconds)], "wait(${1:0.5})", "lets time pass, in seconds"),
    StepGrammar(
      "tap", [("", .view), ("index", .count), ("x", .number), ("y", .number)], "tap(\"$1\")",
      "touches the middle of a view, or a point of the screen"),
    StepGrammar(
      "doubleTap", [("", .view), ("index", .count), ("x", .number), ("y", .number)], "doubleTap(\"$1\")",
      "touches twice"),
    StepGrammar(
      "longPress", [("", .view), ("index", .count), ("duration", .seconds), ("x", .number), ("y", .number)],
      "longPress(\"$1\")", "touches and holds, 0.6 s unless a duration is given"),
    StepGrammar(
      "drag",
      [
        ("", .view), ("by", .size), ("to", .point), ("duration", .seconds), ("index", .count), ("x", .number),
        ("y", .number),
      ], "drag(\"$1\", by: .init(width: ${2:0}, height: ${3:-200}))", "drags a view by a size or to a point"),
    StepGrammar(
      "flick",
      [("", .view), ("velocity", .speed), ("duration", .seconds), ("index", .count), ("x", .number), ("y", .number)],
      "flick(\"$1\", velocity: .init(dx: ${2:0}, dy: ${3:-1200}))", "drags and lets go with a speed, in points a second"
    ),
    StepGrammar(
      "scroll", [("", .view), ("by", .size), ("index", .count), ("x", .number), ("y", .number)],
      "scroll(\"$1\", by: ${2:200})", "scrolls down by points, or by a size"),
    StepGrammar("down", [("x", .number), ("y", .number)], "down(x: ${1:0}, y: ${2:0})", "puts a finger down"),
    StepGrammar("move", [("x", .number), ("y", .number)], "move(x: ${1:0}, y: ${2:0})", "moves the finger"),
    StepGrammar("up", [], "up()", "lifts the finger"),
    StepGrammar("cancel", [], "cancel()", "takes the touch away as the system does"),
    StepGrammar(
      "type", [("", .text), ("into", .view), ("index", .count)], "type(\"$1\", into: \"$2\")",
      "types a text into a field"),
    StepGrammar("settle", [], "settle()", "waits until nothing moves"),
    StepGrammar("snapshot", [("", .text)], "snapshot(\"$1\")", "marks a moment under a name"),
    StepGrammar(
      "expect", [("", .view), ("index", .count), ("x", .number), ("y", .number)], "expect(\"$1\").$0",
      "says what is expected of a view"),
  ]

  package static let expectations: [StepGrammar] = [
    StepGrammar(
      "frame",
      [("x", .number), ("y", .number), ("width", .number), ("height", .number), ("tolerance", .number)],
      "frame(x: ${1:0}, y: ${2:0}, width: ${3:100}, height: ${4:100})", "where it is, in points; 0.5 either way"),
    StepGrammar("opacity", [("", .number), ("tolerance", .number)], "opacity(${1:1})", "how opaque it is"),
    StepGrammar("text", [("", .text)], "text(\"$1\")", "the text that it shows"),
    StepGrammar("visible", [("", .flag)], "visible()", "whether it can be seen on the screen"),
    StepGrammar("exists", [("", .flag)], "exists()", "whether it is there"),
    StepGrammar("settles", [("within", .seconds)], "settles(within: ${1:1})", "that it rests before a time has passed"),
    StepGrammar("monotone", [("", .measure)], "monotone(.${1:y})", "that a measure never turns back"),
    StepGrammar(
      "never", [("overlaps", .view), ("index", .count)], "never(overlaps: \"$1\")", "that two views never meet"),
    StepGrammar("jumps", [("lessThan", .number)], "jumps(lessThan: ${1:20})", "the most that it moves in one frame"),
  ]
}
