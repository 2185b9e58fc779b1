/// E05xx statements, patterns and result builders: the kinds and their list.
extension DiagnosticCatalog {
  package static var statements: [DiagnosticKind] {
    [
      .missingReturn, .notExhaustive, .notAView, .statementInBuilder, .builderMethod, .jumpOutside,
      .guardFallsThrough, .returnWithoutValue, .returnValueInVoid, .returnInInit, .bindingOfValue, .patternType,
      .notASequence, .unassigned, .memberNotAssigned, .valueNeedsElse, .branchWithoutValue,
      .escapingParameter,
    ]
  }
}

extension DiagnosticKind {
  package static let missingReturn = DiagnosticKind(
    "E0501", "missing-return", "a path through a function returns nothing",
    explanation: "Every path must end in 'return', 'throw' or a call that never returns.",
    wrong: "func sign(_ x: Int) -> Int {\n    if x > 0 { return 1 }\n}",
    right: "func sign(_ x: Int) -> Int {\n    if x > 0 { return 1 }\n    return 0\n}")

  package static let notExhaustive = DiagnosticKind(
    "E0502", "not-exhaustive", "a 'switch' does not handle every value",
    explanation: "Add the missing cases, or a 'default'.",
    wrong:
      "enum Side { case left, right }\nfunc name(_ side: Side) -> Int {\n    switch side {\n    case "
      + ".left: return 1\n    }\n}",
    right:
      "enum Side { case left, right }\nfunc name(_ side: Side) -> Int {\n    switch side {\n    case "
      + ".left: return 1\n    case .right: return 2\n    }\n}")

  package static let notAView = DiagnosticKind(
    "E0503", "not-a-view", "something that is no view in a view builder",
    explanation: "Each statement of a view builder gives a view, declares something, or branches.",
    wrong: "struct Card: View {\n    var body: some View {\n        10\n    }\n}",
    right: "struct Card: View {\n    var body: some View {\n        Text(\"10\")\n    }\n}")

  package static let statementInBuilder = DiagnosticKind(
    "E0504", "statement-in-builder", "a statement that a result builder cannot take",
    explanation:
      "A view builder takes expressions, declarations, 'if', 'switch' and '#available'. Use 'ForEach' "
      + "for loops, and move other code into a function.",
    wrong: "struct Card: View {\n    var body: some View {\n        for i in 0..<3 { Text(\"a\") }\n    }\n}",
    right: "struct Card: View {\n    var body: some View {\n        ForEach(0..<3) { i in Text(\"a\") }\n    }\n}")

  package static let builderMethod = DiagnosticKind(
    "E0505", "builder-method", "a result builder lacks a method",
    explanation: "The builder does not say how this statement becomes part of its result.",
    wrong:
      "@resultBuilder struct Lines { static func buildBlock(_ parts: String...) -> [String] { parts } "
      + "}\nfunc make(@Lines _ lines: () -> [String]) {}\nfunc start(_ isOn: Bool) { make { if isOn { "
      + "\"a\" } } }",
    right:
      "@resultBuilder struct Lines { static func buildBlock(_ parts: String...) -> [String] { parts } "
      + "}\nfunc make(@Lines _ lines: () -> [String]) {}\nfunc start() { make { \"a\" } }")

  package static let jumpOutside = DiagnosticKind(
    "E0506", "jump-outside", "'break', 'continue' or 'fallthrough' outside",
    explanation: "These leave or go on with a loop or a 'switch' around them.",
    wrong: "func start() { break }",
    right: "func start() { while true { break } }")

  package static let guardFallsThrough = DiagnosticKind(
    "E0507", "guard-falls-through", "the 'else' of a 'guard' goes on",
    explanation: "Below a 'guard' its condition holds, so its 'else' must leave.",
    wrong: "func start(_ x: Int) {\n    guard x > 0 else { print(\"no\") }\n}",
    right: "func start(_ x: Int) {\n    guard x > 0 else { return }\n}")

  package static let returnWithoutValue = DiagnosticKind(
    "E0508", "return-without-value", "'return' without the value that is needed",
    explanation: "The function says that it returns a value.",
    wrong: "func one() -> Int { return }",
    right: "func one() -> Int { return 1 }")

  package static let returnValueInVoid = DiagnosticKind(
    "E0509", "return-value-in-void", "a value is returned by a function without result",
    explanation: "Write '->' and the type behind the parameters if the function has a result.",
    wrong: "func one() { return 1 }",
    right: "func one() -> Int { return 1 }")

  package static let returnInInit = DiagnosticKind(
    "E0510", "return-in-init", "an initializer returns a value",
    explanation: "An initializer only sets the properties; a failable one may 'return nil'.",
    wrong: "struct Card { init() { return 1 } }",
    right: "struct Card { init() { return } }")

  package static let bindingOfValue = DiagnosticKind(
    "E0511", "binding-of-value", "'if let' of a value that is not optional",
    explanation: "The value is always there; use it directly.",
    wrong: "func start(_ x: Int) { if let y = x { print(y) } }",
    right: "func start(_ x: Int?) { if let y = x { print(y) } }")

  package static let patternType = DiagnosticKind(
    "E0512", "pattern-type", "a pattern that cannot match the value",
    explanation: "The pattern's form does not fit the type of what it is matched with.",
    wrong: "func start(_ x: Int) {\n    switch x {\n    case nil: break\n    default: break\n    }\n}",
    right: "func start(_ x: Int?) {\n    switch x {\n    case nil: break\n    default: break\n    }\n}")

  package static let notASequence = DiagnosticKind(
    "E0513", "not-a-sequence", "'for' over something that is no sequence",
    explanation: "'for' goes through arrays, ranges, dictionaries and other sequences.",
    wrong: "func start() { for i in 10 { print(i) } }",
    right: "func start() { for i in 0..<10 { print(i) } }")

  package static let unassigned = DiagnosticKind(
    "E0514", "unassigned", "a variable is used before it has a value",
    explanation: "Give it a value where it is declared, or on every path before it is used.",
    wrong: "func start() { let x: Int; print(x) }",
    right: "func start() { let x: Int; x = 1; print(x) }")

  package static let memberNotAssigned = DiagnosticKind(
    "E0515", "member-not-assigned", "an initializer leaves a property without a value",
    explanation: "Every stored property has an initial value or is set by each initializer.",
    wrong: "struct Card { var width: Int; init() {} }",
    right: "struct Card { var width: Int; init() { width = 10 } }")

  package static let valueNeedsElse = DiagnosticKind(
    "E0517", "value-needs-else", "an 'if' that gives a value has no 'else'",
    explanation: "A value is needed whichever way the condition goes.",
    wrong: "func pick(_ isOn: Bool) -> Int {\n    let x = if isOn { 1 }\n    return x\n}",
    right: "func pick(_ isOn: Bool) -> Int {\n    let x = if isOn { 1 } else { 2 }\n    return x\n}")

  package static let escapingParameter = DiagnosticKind(
    "E0519", "escaping-parameter", "a closure is kept that lives only during the call",
    explanation:
      "A parameter of function type may be called and handed on, but not stored or returned, unless its type is marked '@escaping'. One of optional type escapes anyway.",
    wrong: "var saved: (() -> Void)?\nfunc keep(_ action: () -> Void) { saved = action }",
    right: "var saved: (() -> Void)?\nfunc keep(_ action: @escaping () -> Void) { saved = action }")

  package static let branchWithoutValue = DiagnosticKind(
    "E0518", "branch-without-value", "a branch gives no value",
    explanation: "Each branch of an 'if' or 'switch' that is used as a value ends in one.",
    wrong: "func pick(_ isOn: Bool) -> Int {\n    let x = if isOn { 1 } else { }\n    return x\n}",
    right: "func pick(_ isOn: Bool) -> Int {\n    let x = if isOn { 1 } else { 2 }\n    return x\n}")
}
