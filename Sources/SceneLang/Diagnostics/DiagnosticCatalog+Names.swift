/// E02xx names and members: the kinds and their list.
extension DiagnosticCatalog {
  package static var names: [DiagnosticKind] {
    [
      .missingImport, .unknownName, .unknownMember, .instanceMemberOnType, .staticMemberOnValue, .noSelf,
      .selfBeforeInit, .unknownMacro, .unknownOperator, .notAValue, .inaccessible,
    ]
  }
}

extension DiagnosticKind {
  package static let missingImport = DiagnosticKind(
    "E0101", "missing-import", "SwiftUI is used without an import",
    explanation:
      "A Swift file names what it uses from SwiftUI only after 'import SwiftUI'. A scene file needs no import.",
    wrong: "struct Card: View { var body: some View { Text(\"Hello\") } }",
    right: "import SwiftUI\n\nstruct Card: View { var body: some View { Text(\"Hello\") } }")

  package static let unknownName = DiagnosticKind(
    "E0201", "unknown-name", "a name that nothing declares",
    explanation:
      "The name is neither a local, a member of the type around, nor a declaration of the module or of "
      + "SwiftUI. Check the spelling; a local is known only below its declaration.",
    wrong: "let size = width * 2",
    right: "let width = 10\nlet size = width * 2")

  package static let unknownMember = DiagnosticKind(
    "E0202", "unknown-member", "the type has no member of this name",
    explanation: "The type of the value is known, and it has no such property or method.",
    wrong: "let count = [1, 2].cuont",
    right: "let count = [1, 2].count")

  package static let instanceMemberOnType = DiagnosticKind(
    "E0203", "instance-member-on-type", "an instance member is used without an instance",
    explanation: "Properties and methods that are not static belong to a value of the type.",
    wrong: "struct Card { var title = \"\" }\nlet title = Card.title",
    right: "struct Card { var title = \"\" }\nlet title = Card().title")

  package static let staticMemberOnValue = DiagnosticKind(
    "E0204", "static-member-on-value", "a static member is used on a value",
    explanation: "Static members belong to the type: write the type's name in front.",
    wrong: "struct Card { static let width = 10 }\nlet width = Card().width",
    right: "struct Card { static let width = 10 }\nlet width = Card.width")

  package static let noSelf = DiagnosticKind(
    "E0205", "no-self", "'self', 'Self' or 'super' where there is none",
    explanation: "'self' is the value a member works on; free functions have none.",
    wrong: "func area() -> Int { self.width }",
    right: "func area(width: Int) -> Int { width }")

  package static let selfBeforeInit = DiagnosticKind(
    "E0206", "self-before-init", "an initial value uses another member of the instance",
    explanation:
      "Initial values of properties are made before there is an instance. Make it 'lazy', compute it, "
      + "or set it in 'init'.",
    wrong: "struct Card { var width = 10; var height = width * 2 }",
    right: "struct Card { var width = 10; var height: Int { width * 2 } }")

  package static let unknownMacro = DiagnosticKind(
    "E0207", "unknown-macro", "a macro that is not known",
    explanation: "Only the macros of SwiftUI and the literals #file, #line, #column and #function are known.",
    wrong: "let text = #shout(\"hello\")",
    right: "let text = \"HELLO\"")

  package static let unknownOperator = DiagnosticKind(
    "E0208", "unknown-operator", "an operator that nothing declares",
    explanation: "Declare the operator with 'infix operator' and a function, or use a method.",
    wrong: "let sum = 1 +++ 2",
    right: "let sum = 1 + 2")

  package static let notAValue = DiagnosticKind(
    "E0209", "not-a-value", "a name that is no value",
    explanation: "A declaration of this kind cannot be used in an expression.",
    wrong: "let text = \"a\"\nlet size = text.Element",
    right: "let text = \"a\"\nlet size = text.count")
  package static let inaccessible = DiagnosticKind(
    "E0210", "inaccessible", "a private initialiser or setter is used from outside",
    explanation:
      "A 'private' initialiser is for its type alone, and so is the setter of a 'private(set)' property. The memberwise one is private when it would set a private property; write an 'init', or give the property a wrapper, a 'let' with a value, or no 'private'.",
    wrong: "struct Dot { var size: Int; private var count = 0 }\nlet dot = Dot(size: 2)",
    right: "struct Dot { var size: Int; private let count = 0 }\nlet dot = Dot(size: 2)")
}
