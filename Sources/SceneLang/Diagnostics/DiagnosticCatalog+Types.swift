/// E03xx types and calls: the kinds and their list.
extension DiagnosticCatalog {
  package static var types: [DiagnosticKind] {
    [
      .typeMismatch, .optionalNotUnwrapped, .missingArgument, .extraArgument, .wrongLabel, .missingConformance,
      .genericMismatch, .notAFunction, .noInitializer, .protocolMade, .noSubscript, .noContext, .nilNotAllowed,
      .nilComparison, .operatorTypes, .optionalChainOnValue, .unwrapOfValue, .coalesceOnValue, .coercion,
      .closureParameters, .throwingClosure, .immutable, .notAssignable, .missingAmpersand, .inoutOutsideCall,
      .mixedElements, .branchTypes, .typeNotKnown, .keyPathRoot, .literalOverflow, .missingTry, .unhandledError,
      .missingAwait, .asyncInSync, .genericArgumentsInCall, .nonAssociative, .discardOutsideAssignment,
      .notSupported, .opaqueTypes, .delegationOutsideInit,
    ]
  }
}

extension DiagnosticKind {
  package static let typeMismatch = DiagnosticKind(
    "E0301", "type-mismatch", "a value has another type than is needed",
    explanation:
      "The place where the value stands needs a certain type, and the value neither has it nor "
      + "converts to it.",
    wrong: "let width: Int = \"wide\"",
    right: "let width: Int = 10")

  package static let optionalNotUnwrapped = DiagnosticKind(
    "E0302", "optional-not-unwrapped", "an optional is used as if it could not be nil",
    explanation:
      "Unwrap it with 'if let' or 'guard let', go on only when there is a value with '?', or give a "
      + "value for nil with '??'.",
    wrong: "let text: String? = \"a\"\nlet count = text.count",
    right: "let text: String? = \"a\"\nlet count = text?.count ?? 0")

  package static let missingArgument = DiagnosticKind(
    "E0303", "missing-argument", "an argument is missing",
    explanation: "Every parameter without a default value needs an argument.",
    wrong: "func move(x: Int, y: Int) {}\nlet done: Void = move(x: 1)",
    right: "func move(x: Int, y: Int) {}\nlet done: Void = move(x: 1, y: 2)")

  package static let extraArgument = DiagnosticKind(
    "E0304", "extra-argument", "an argument that no parameter takes",
    explanation: "The call has more arguments than there are parameters, or one with an unknown label.",
    wrong: "func move(x: Int) {}\nlet done: Void = move(x: 1, y: 2)",
    right: "func move(x: Int, y: Int) {}\nlet done: Void = move(x: 1, y: 2)")

  package static let wrongLabel = DiagnosticKind(
    "E0305", "wrong-label", "an argument has the wrong label",
    explanation: "Labels are part of a function's name: they are written as declared and in that order.",
    wrong: "func move(to x: Int) {}\nlet done: Void = move(x: 1)",
    right: "func move(to x: Int) {}\nlet done: Void = move(to: 1)")

  package static let missingConformance = DiagnosticKind(
    "E0306", "missing-conformance", "a type does not conform to a protocol that is needed",
    explanation: "A generic function says what its types must be able to do.",
    wrong: "struct Card {}\nlet cards = [Card(), Card()].sorted()",
    right: "let numbers = [2, 1].sorted()")

  package static let genericMismatch = DiagnosticKind(
    "E0307", "generic-mismatch", "arguments do not agree on a generic type",
    explanation: "One generic type stands for one type in the whole call.",
    wrong: "let larger = max(1, \"a\")",
    right: "let larger = max(1, 2)")

  package static let notAFunction = DiagnosticKind(
    "E0308", "not-a-function", "a value that is no function is called",
    explanation: "Only functions, closures, types and values with 'callAsFunction' can be called.",
    wrong: "let width = 10\nlet size = width(2)",
    right: "let width = 10\nlet size = width * 2")

  package static let noInitializer = DiagnosticKind(
    "E0309", "no-initializer", "a type cannot be made this way",
    explanation: "The type has no initializer that can be called here.",
    wrong: "let nothing = Never()",
    right: "let number = Int()")

  package static let protocolMade = DiagnosticKind(
    "E0310", "protocol-made", "a protocol is made like a type",
    explanation: "A protocol has no values of its own; make a type that conforms to it.",
    wrong: "protocol Shape2 {}\nlet shape = Shape2()",
    right: "protocol Shape2 {}\nstruct Dot: Shape2 {}\nlet shape = Dot()")

  package static let noSubscript = DiagnosticKind(
    "E0311", "no-subscript", "a value has no subscripts",
    explanation: "The type declares no subscript.",
    wrong: "let width = 10\nlet digit = width[0]",
    right: "let numbers = [10]\nlet digit = numbers[0]")

  package static let noContext = DiagnosticKind(
    "E0312", "no-context", "a type is not known here",
    explanation:
      "A member that begins with a dot, 'nil' and an empty literal take their type from the place "
      + "where they stand; here there is none.",
    wrong: "let color = .red",
    right: "let color: Color = .red")

  package static let nilNotAllowed = DiagnosticKind(
    "E0313", "nil-not-allowed", "'nil' where there is no optional",
    explanation: "Only optionals can be nil.",
    wrong: "let width: Int = nil",
    right: "let width: Int? = nil")

  package static let nilComparison = DiagnosticKind(
    rule: "nil-comparison", .warning, "a value that is never nil is compared with nil",
    explanation: "The value is not optional, so the comparison always gives the same.",
    wrong: "let width = 10\nlet isSet = width != nil",
    right: "let width: Int? = 10\nlet isSet = width != nil")

  package static let operatorTypes = DiagnosticKind(
    "E0315", "operator-types", "an operator is not defined for these types",
    explanation:
      "Both sides must have types that the operator takes; numbers of different types are not mixed, "
      + "except Double and CGFloat.",
    wrong: "let text = \"a\" + 1",
    right: "let text = \"a\" + String(1)")

  package static let optionalChainOnValue = DiagnosticKind(
    "E0316", "chain-on-value", "'?' behind a value that is not optional",
    explanation: "Remove the '?': the value is always there.",
    wrong: "let text = \"a\"\nlet count = text?.count",
    right: "let text = \"a\"\nlet count = text.count")

  package static let unwrapOfValue = DiagnosticKind(
    "E0317", "unwrap-of-value", "'!' behind a value that is not optional",
    explanation: "Remove the '!': the value is always there.",
    wrong: "let text = \"a\"\nlet count = text!.count",
    right: "let text = \"a\"\nlet count = text.count")

  package static let coalesceOnValue = DiagnosticKind(
    rule: "coalesce-on-value", .warning, "'??' behind a value that is not optional",
    explanation: "The value on the left is always there, so the one on the right is never used.",
    wrong: "let width = 10\nlet size = width ?? 5",
    right: "let width: Int? = 10\nlet size = width ?? 5")

  package static let coercion = DiagnosticKind(
    "E0319", "coercion", "'as' between types that do not convert",
    explanation:
      "'as' only names a conversion that always succeeds. Use 'as?' to test, 'as!' if it cannot fail, "
      + "or an initializer to compute.",
    wrong: "let text = 10 as String",
    right: "let text = String(10)")

  package static let closureParameters = DiagnosticKind(
    "E0320", "closure-parameters", "a closure has the wrong number of parameters",
    explanation:
      "A closure must take as many parameters as it is called with; write '_' for those it does not "
      + "use.",
    wrong: "let doubled = [1, 2].map { a, b in a }",
    right: "let doubled = [1, 2].map { a in a * 2 }")

  package static let throwingClosure = DiagnosticKind(
    "E0321", "throwing-closure", "a closure throws where errors cannot be",
    explanation: "The function that takes the closure does not let errors through; catch them in the closure.",
    wrong:
      "func read() throws -> Int { 1 }\nfunc run(_ work: () -> Void) {}\nfunc start() { run { _ = try "
      + "read() } }",
    right:
      "func read() throws -> Int { 1 }\nfunc run(_ work: () -> Void) {}\nfunc start() { run { _ = try? "
      + "read() } }")

  package static let immutable = DiagnosticKind(
    "E0322", "immutable", "something that cannot change is changed",
    explanation:
      "Constants, parameters, get-only properties and the properties of an immutable 'self' keep their "
      + "values. In a view, what changes is marked '@State'.",
    wrong: "func count() { let x = 1; x = 2 }",
    right: "func count() { var x = 1; x = 2 }")

  package static let notAssignable = DiagnosticKind(
    "E0323", "not-assignable", "a value that is not stored is changed",
    explanation: "Only variables, properties and subscripts can stand on the left of an assignment.",
    wrong: "func count() { 1 + 2 = 3 }",
    right: "func count() { var x = 1 + 2; x = 3 }")

  package static let missingAmpersand = DiagnosticKind(
    "E0324", "missing-ampersand", "an 'inout' argument without '&'",
    explanation: "The '&' shows that the call may change the variable.",
    wrong: "func grow(_ x: inout Int) { x += 1 }\nfunc start() { var a = 1; grow(a) }",
    right: "func grow(_ x: inout Int) { x += 1 }\nfunc start() { var a = 1; grow(&a) }")

  package static let inoutOutsideCall = DiagnosticKind(
    "E0325", "inout-outside-call", "'&' where nothing is changed",
    explanation: "'&' only marks an argument of an 'inout' parameter.",
    wrong: "func show(_ x: Int) {}\nfunc start() { var a = 1; show(&a) }",
    right: "func show(_ x: Int) {}\nfunc start() { let a = 1; show(a) }")

  package static let mixedElements = DiagnosticKind(
    "E0326", "mixed-elements", "elements of one literal have different types",
    explanation:
      "All elements of an array, and all keys and all values of a dictionary, have one type. Write "
      + "'[Any]' if that is meant.",
    wrong: "let list = [1, \"a\"]",
    right: "let list = [1, 2]")

  package static let branchTypes = DiagnosticKind(
    "E0327", "branch-types", "the branches of '?:' have different types",
    explanation: "Both sides of the colon must have one type.",
    wrong: "let isOn = true\nlet value = isOn ? 1 : \"a\"",
    right: "let isOn = true\nlet value = isOn ? 1 : 2")

  package static let typeNotKnown = DiagnosticKind(
    "E0328", "type-not-known", "the type of a variable is not known",
    explanation: "The initial value does not say which type it has; write the type behind the name.",
    wrong: "let list = []",
    right: "let list: [Int] = []")

  package static let keyPathRoot = DiagnosticKind(
    "E0329", "key-path-root", "the root of a key path is not known",
    explanation: "Write the type between the backslash and the dot.",
    wrong: "let path = \\.count",
    right: "let path = \\String.count")

  package static let literalOverflow = DiagnosticKind(
    "E0330", "literal-overflow", "a number does not fit in its type",
    explanation: "Each integer type holds a range of its own; those without a sign hold no negative number.",
    wrong: "let big: Int8 = 300",
    right: "let big: Int16 = 300")

  package static let missingTry = DiagnosticKind(
    "E0331", "missing-try", "a call that can throw is not marked",
    explanation: "'try' shows where a function may be left by an error.",
    wrong: "func read() throws -> Int { 1 }\nfunc start() throws { _ = read() }",
    right: "func read() throws -> Int { 1 }\nfunc start() throws { _ = try read() }")

  package static let unhandledError = DiagnosticKind(
    "E0332", "unhandled-error", "errors are neither caught nor passed on",
    explanation:
      "Catch them with 'do' and 'catch', turn them into nil with 'try?', or mark the function 'throws'.",
    wrong: "func read() throws -> Int { 1 }\nfunc start() { _ = try read() }",
    right: "func read() throws -> Int { 1 }\nfunc start() { _ = try? read() }")

  package static let missingAwait = DiagnosticKind(
    "E0333", "missing-await", "an asynchronous call is not marked",
    explanation: "'await' shows where a function may pause.",
    wrong: "func load() async -> Int { 1 }\nfunc start() async { _ = load() }",
    right: "func load() async -> Int { 1 }\nfunc start() async { _ = await load() }")

  package static let asyncInSync = DiagnosticKind(
    "E0334", "async-in-sync", "an asynchronous call in a function that is not",
    explanation: "Only 'async' functions can wait; start a 'Task' elsewhere.",
    wrong: "func load() async -> Int { 1 }\nfunc start() { _ = await load() }",
    right: "func load() async -> Int { 1 }\nfunc start() async { _ = await load() }")

  package static let genericArgumentsInCall = DiagnosticKind(
    "E0335", "generic-arguments", "wrong number of generic arguments in an expression",
    explanation: "A generic type takes as many types in angle brackets as it has generic parameters.",
    wrong: "let list = Array<Int, Int>()",
    right: "let list = Array<Int>()")

  package static let nonAssociative = DiagnosticKind(
    "E0336", "non-associative", "operators without an order between them",
    explanation: "Put one side in parentheses to say what comes first.",
    wrong: "let isBetween = 1 < 2 < 3",
    right: "let isBetween = 1 < 2 && 2 < 3")

  package static let discardOutsideAssignment = DiagnosticKind(
    "E0337", "discard-outside-assignment", "'_' is used as a value",
    explanation: "'_' only stands on the left of an assignment, or in a pattern.",
    wrong: "let x = _",
    right: "func start() { _ = 1 }")

  package static let notSupported = DiagnosticKind(
    "E0338", "not-supported", "Swift that scenec does not read",
    explanation: "This part of Swift is known but not supported in scenes.",
    wrong: "let pattern = /[a-z]+/",
    right: "let pattern = \"[a-z]+\"")

  package static let opaqueTypes = DiagnosticKind(
    "E0339", "opaque-types", "returns of 'some' have different types",
    explanation: "A function with a 'some' result gives one type, whichever way it ends.",
    wrong:
      "struct A: View { var body: some View { EmptyView() } }\nfunc pick(_ isOn: Bool) -> some View "
      + "{\n    if isOn { return Text(\"a\") }\n    return A()\n}",
    right:
      "@ViewBuilder func pick(_ isOn: Bool) -> some View {\n    if isOn { Text(\"a\") } else { "
      + "EmptyView() }\n}")

  package static let delegationOutsideInit = DiagnosticKind(
    "E0340", "delegation-outside-init", "'self.init' outside of an initializer",
    explanation: "Only an initializer can call another one on the value it makes.",
    wrong: "struct Card { func reset() { self.init() } }",
    right: "struct Card { var width = 0; mutating func reset() { self = Card() } }")
}
