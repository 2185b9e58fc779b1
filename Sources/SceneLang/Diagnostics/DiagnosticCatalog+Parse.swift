/// E01xx text and syntax: the kinds and their list.
extension DiagnosticCatalog {
  package static var parse: [DiagnosticKind] {
    [
      .textNotCode, .missingCloser, .missingToken, .missingExpression, .missingType, .missingName, .missingDeclaration,
      .unexpectedText, .missingSeparator, .missingComma, .unterminatedString, .unterminatedComment, .invalidNumber,
      .invalidCharacter, .invalidEscape, .multilineString, .nestingLimit, .strayCloser, .keywordAsName, .missingBlock,
      .emptyCase, .operatorSpacing, .placeholderLeft, .fileTooLarge, .missingEndif, .effectsOrder, .parameterType,
      .misplacedCase, .invalidUTF8, .syntaxOnly,
    ]
  }
}

extension DiagnosticKind {
  package static let textNotCode = DiagnosticKind(
    "E0102", "text-not-code", "A line of text stands among the code",
    explanation:
      "Words that are not code, often copied along from an article. Make them a comment or replace them by code.",
    wrong: "VStack {\n    the same rows as above\n}", right: "VStack {\n    // the same rows as above\n}")

  package static let missingCloser = DiagnosticKind(
    "E0103", "missing-closing-delimiter", "A closing bracket is missing",
    explanation:
      "Each '(', '[', '{' and '<' needs its closing counterpart. The place is judged by the indentation of the lines.",
    wrong: "Text(\"Hello\"\n    .bold()", right: "Text(\"Hello\")\n    .bold()")

  package static let missingToken = DiagnosticKind(
    "E0104", "missing-token", "A word or sign is missing",
    explanation: "The grammar requires a certain word or sign here, such as ':' behind a label or 'in' in a loop.",
    wrong: "for index 0..<3 { print(index) }", right: "for index in 0..<3 { print(index) }")

  package static let missingExpression = DiagnosticKind(
    "E0105", "missing-expression", "An expression is missing",
    explanation: "A value is expected here: behind an operator, '=', a label or a comma.",
    wrong: "let width = 3 +", right: "let width = 3 + 4")

  package static let missingType = DiagnosticKind(
    "E0106", "missing-type", "A type is missing",
    explanation: "A type is expected here, behind ':', '->', 'as' or in angle brackets.",
    wrong: "var width: = 3", right: "var width: Double = 3")

  package static let missingName = DiagnosticKind(
    "E0107", "missing-name", "A name is missing",
    explanation: "A declaration needs a name, and a period needs a member behind it.",
    wrong: "struct { }", right: "struct Card { }")

  package static let missingDeclaration = DiagnosticKind(
    "E0108", "missing-declaration", "An attribute or modifier without a declaration",
    explanation: "Attributes and modifiers belong to the declaration that follows them.",
    wrong: "struct Card {\n    @State private\n}", right: "struct Card {\n    @State private var isOpen = false\n}")

  package static let unexpectedText = DiagnosticKind(
    "E0109", "unexpected-code", "Code that has no meaning at this place",
    explanation: "What stands here fits no rule of the grammar, for example a statement in the body of a type.",
    wrong: "struct Card {\n    print(1)\n}", right: "struct Card {\n    func show() { print(1) }\n}")

  package static let missingSeparator = DiagnosticKind(
    "E0110", "missing-separator", "Two statements on a line without a separator",
    explanation: "Statements stand on lines of their own, or are separated by ';'.",
    wrong: "let a = 1 let b = 2", right: "let a = 1; let b = 2")

  package static let missingComma = DiagnosticKind(
    "E0111", "missing-comma", "A comma is missing in a list",
    explanation: "Arguments, parameters and elements are separated by commas.",
    wrong: "let sizes = [1 2]", right: "let sizes = [1, 2]")

  package static let unterminatedString = DiagnosticKind(
    "E0112", "unterminated-string", "A string is not closed",
    explanation:
      "A string in single quotation marks ends on its line; a longer one is written in three quotation marks.",
    wrong: "let title = \"Hello", right: "let title = \"Hello\"")

  package static let unterminatedComment = DiagnosticKind(
    "E0113", "unterminated-comment", "A comment is not closed",
    explanation: "A comment that begins with '/*' ends with '*/'. Comments nest.",
    wrong: "/* sizes", right: "/* sizes */")

  package static let invalidNumber = DiagnosticKind(
    "E0114", "invalid-number", "A number is not well formed",
    explanation:
      "A number holds digits, '_' between them, and a prefix 0x, 0o or 0b for other bases. Units do not belong to it.",
    wrong: "let width = 12px", right: "let width = 12")

  package static let invalidCharacter = DiagnosticKind(
    "E0115", "invalid-character", "A character that code cannot hold",
    explanation:
      "Outside of strings and comments some characters have no meaning, such as typographic quotation marks.",
    wrong: "let title = “Hello”", right: "let title = \"Hello\"")

  package static let invalidEscape = DiagnosticKind(
    "E0116", "invalid-escape", "An escape that strings do not know",
    explanation:
      "A backslash in a string is followed by one of 0, \\, t, n, r, \", ', u{...} or an interpolation in parentheses.",
    wrong: "let path = \"C:\\data\"", right: "let path = \"C:\\\\data\"")

  package static let multilineString = DiagnosticKind(
    "E0117", "multiline-string-layout", "The lines of a string are not laid out as required",
    explanation:
      "The text of a string in three quotation marks begins on the line behind the opening ones, the closing ones stand on their own line, and each line is indented at least as far as these.",
    wrong: "let text = \"\"\"Hello\n    \"\"\"", right: "let text = \"\"\"\n    Hello\n    \"\"\"")

  package static let nestingLimit = DiagnosticKind(
    "E0118", "nesting-limit", "Brackets are nested too deeply",
    explanation: "Brackets, blocks, types and patterns nest up to 256 levels.",
    wrong: "", right: "")

  package static let strayCloser = DiagnosticKind(
    "E0119", "stray-closing-delimiter", "A closing bracket without an opening one",
    explanation: "Nothing is open that this bracket could close.",
    wrong: "struct Card { } }", right: "struct Card { }")

  package static let keywordAsName = DiagnosticKind(
    "E0120", "keyword-as-name", "A keyword is used as a name",
    explanation: "A reserved word names something only in backticks.",
    wrong: "let class = 1", right: "let `class` = 1")

  package static let missingBlock = DiagnosticKind(
    "E0121", "missing-block", "A block is missing",
    explanation: "A type, a loop or a condition is followed by a block in braces.",
    wrong: "if isOpen\n    print(1)", right: "if isOpen {\n    print(1)\n}")

  package static let emptyCase = DiagnosticKind(
    "E0122", "empty-case", "A case without statements",
    explanation: "Each case of a 'switch' needs a statement; 'break' stands for none.",
    wrong: "switch side {\ncase .left:\ncase .right: print(1)\n}",
    right: "switch side {\ncase .left: break\ncase .right: print(1)\n}")

  package static let operatorSpacing = DiagnosticKind(
    "E0123", "operator-spacing", "An operator is spaced on one side only",
    explanation:
      "An operator between two values has white space on both sides or on neither; a sign before a value has none.",
    wrong: "let inner = width -padding", right: "let inner = width - padding")

  package static let placeholderLeft = DiagnosticKind(
    "E0125", "editor-placeholder", "An editor's placeholder was not filled in",
    explanation: "A completed call holds '<#name#>' where the author has to write a value.",
    wrong: "Text(<#text#>)", right: "Text(\"Hello\")")

  package static let fileTooLarge = DiagnosticKind(
    "E0126", "file-too-large", "The file is too large",
    explanation: "Files up to 64 MB are read.", wrong: "", right: "")

  package static let missingEndif = DiagnosticKind(
    "E0127", "missing-endif", "A conditional block is not closed",
    explanation: "Each '#if' ends with '#endif'.",
    wrong: "#if DEBUG\nlet limit = 1", right: "#if DEBUG\nlet limit = 1\n#endif")

  package static let effectsOrder = DiagnosticKind(
    "E0128", "effects-order", "'async' stands before 'throws'",
    explanation: "A function that is both asynchronous and throwing is written 'async throws'.",
    wrong: "func load() throws async { }", right: "func load() async throws { }")

  package static let parameterType = DiagnosticKind(
    "E0129", "parameter-without-type", "A parameter needs a name and a type",
    explanation: "Each parameter of a function is written 'name: Type', or '_ name: Type' without a label.",
    wrong: "func show(title) { }", right: "func show(title: String) { }")

  package static let invalidUTF8 = DiagnosticKind(
    "E0131", "invalid-utf8", "The file has bytes that are not UTF-8",
    explanation:
      "Source files are UTF-8 text. A file in another encoding, or one that was damaged, is saved again as UTF-8.")

  package static let syntaxOnly = DiagnosticKind(
    rule: "syntax-only", .warning, "The file is too large to be checked while it is edited",
    explanation:
      "Of documents larger than 16 MB the language server reads the syntax alone; 'scenec check' checks them.")

  package static let misplacedCase = DiagnosticKind(
    "E0130", "case-outside-switch", "A case outside of a switch or enum",
    explanation: "'case' and 'default' belong to the braces of a 'switch', enum cases to the body of an enum.",
    wrong: "func show() {\n    case 1: print(1)\n}",
    right: "func show(_ side: Int) {\n    switch side {\n    case 1: print(1)\n    default: break\n    }\n}")
}
