/// E06xx scenarios and their steps: the kinds and their list.
extension DiagnosticKind {
  package static let stepNotACall = DiagnosticKind(
    "E0601", "step-not-a-call", "Steps are a list of calls",
    explanation:
      "The steps of a scenario are data, not code: a list of calls such as 'tap(\"Open\")' and 'wait(0.5)' whose "
      + "arguments are literals. Variables, loops and conditions have no place there.",
    wrong: "#Scenario(\"open\") { HomeView() } steps: { let pause = 0.5; wait(pause) }",
    right: "#Scenario(\"open\") { HomeView() } steps: { wait(0.5) }")
  package static let unknownStep = DiagnosticKind(
    "E0602", "unknown-step", "There is no such step",
    explanation:
      "Steps are wait, tap, doubleTap, longPress, drag, flick, scroll, down, move, up, cancel, type, settle, snapshot and "
      + "expect; behind 'expect(...)' stand frame, opacity, text, visible, exists, settles, monotone, never and jumps.",
    wrong: "#Scenario(\"open\") { HomeView() } steps: { click(\"Open\") }",
    right: "#Scenario(\"open\") { HomeView() } steps: { tap(\"Open\") }")
  package static let stepArgument = DiagnosticKind(
    "E0603", "step-argument", "A step has a wrong, missing or superfluous argument",
    explanation:
      "Arguments of steps are literals: numbers in points and seconds, strings, '.init(width:height:)', "
      + "'CGPoint(x:y:)'. Each step takes the arguments its table names.",
    wrong: "#Scenario(\"open\") { HomeView() } steps: { tap(\"Open\", after: 1) }",
    right: "#Scenario(\"open\") { HomeView() } steps: { wait(1); tap(\"Open\") }")
  package static let scenarioArgument = DiagnosticKind(
    "E0604", "scenario-argument", "A scenario has a wrong argument",
    explanation:
      "'#Scenario' takes a title, 'device:' (a name such as '.iPhone14' or \"iPhone 15 Pro Max\") and 'colorScheme:' "
      + "('.light' or '.dark'), then the view and 'steps:'.",
    wrong: "#Scenario(\"open\", size: 390) { HomeView() } steps: { settle() }",
    right: "#Scenario(\"open\", device: .iPhone14) { HomeView() } steps: { settle() }")
  package static let scenarioDevice = DiagnosticKind(
    "E0605", "scenario-device", "There is no such device",
    explanation:
      "'device:' names a device as Apple does, with or without spaces: '.iPhone15Pro', \"iPad 10.9\"; or it gives a size "
      + "and a scale: \"390x844@3\".",
    wrong: "#Scenario(\"open\", device: .iPhoen14) { HomeView() } steps: { settle() }",
    right: "#Scenario(\"open\", device: .iPhone14) { HomeView() } steps: { settle() }")
  package static let scenarioTarget = DiagnosticKind(
    rule: "scenario-target", .warning, "a step names a view that no view of the scene can be",
    explanation:
      "Steps find views by identifier, label, text, image name, matched id or type. The name is none of the module's "
      + "strings and types, and nearly one of them.",
    wrong: "#Scenario(\"open\") { Text(\"Figma\") } steps: { tap(\"Fimga\") }",
    right: "#Scenario(\"open\") { Text(\"Figma\") } steps: { tap(\"Figma\") }")
}

extension DiagnosticCatalog {
  package static var scenarios: [DiagnosticKind] {
    [.stepNotACall, .unknownStep, .stepArgument, .scenarioArgument, .scenarioDevice, .scenarioTarget]
  }
}
