import SceneLang

/// The TextMate grammar of the VS Code extension, made from the token kinds, so that it cannot say anything else than the
/// lexer. Sublime Text and others read it too.
package enum Grammar {
  package static let path = "editors/vscode/syntaxes/scene.tmLanguage.json"

  /// Words of a group, in the order of the kinds.
  private static func words(_ filter: (TokenKind) -> Bool) -> [String] {
    TokenKind.allCases.filter { $0.isKeyword && $0 != .wildcard && filter($0) }.compactMap { kind in
      let name = "\(kind)"
      return name.hasPrefix("_") || name.hasPrefix("legacy") ? nil : name
    }
  }

  private static func isDeclaration(_ kind: TokenKind) -> Bool {
    kind.rawValue >= TokenKind.associatedtype.rawValue && kind.rawValue <= TokenKind.var.rawValue
  }

  private static func isConstant(_ kind: TokenKind) -> Bool {
    switch kind {
    case .true, .false, .nil, .self, .Self, .super: return true
    default: return false
    }
  }

  private static func isStatement(_ kind: TokenKind) -> Bool {
    kind.isReservedWord && !isDeclaration(kind) && !isConstant(kind)
  }

  package static func text() -> String {
    func rule(_ scope: String, _ words: [String]) -> String {
      "    { \"name\": \"\(scope).scene\", \"match\": \"\\\\b(?:\(words.joined(separator: "|")))\\\\b\" }"
    }
    let rules = [
      "    { \"include\": \"#comments\" }",
      "    { \"include\": \"#strings\" }",
      "    { \"name\": \"storage.type.attribute.scene\", \"match\": \"@[A-Za-z_][A-Za-z0-9_]*\" }",
      "    { \"name\": \"meta.preprocessor.scene\", \"match\": \"#(?:if|elseif|else|endif|available|unavailable|sourceLocation)\\\\b\" }",
      "    { \"name\": \"entity.name.function.macro.scene\", \"match\": \"#[A-Za-z_][A-Za-z0-9_]*\" }",
      "    { \"name\": \"constant.numeric.scene\", \"match\": \"\\\\b(?:0x[0-9A-Fa-f_]+|0b[01_]+|0o[0-7_]+|[0-9][0-9_]*(?:\\\\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9_]+)?)\\\\b\" }",
      rule("constant.language", words(isConstant)),
      rule("keyword.control", words(isStatement)),
      rule("keyword.declaration", words(isDeclaration)),
      "    { \"name\": \"entity.name.function.scene\", \"match\": \"\\\\.?[a-z_][A-Za-z0-9_]*(?=\\\\s*\\\\()\" }",
      "    { \"name\": \"variable.other.enummember.scene\", \"match\": \"(?<![A-Za-z0-9_)\\\\]}?!])\\\\.[a-z_][A-Za-z0-9_]*\" }",
      rule("storage.modifier", words { $0.isContextualWord }),
      "    { \"name\": \"entity.name.type.scene\", \"match\": \"\\\\b[A-Z][A-Za-z0-9_]*\\\\b\" }",
      "    { \"name\": \"keyword.operator.scene\", \"match\": \"[-+*/%=<>!&|^~?]+\" }",
    ]
    return """
      {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Scene",
        "scopeName": "source.scene",
        "fileTypes": ["scene"],
        "patterns": [
      \(rules.joined(separator: ",\n"))
        ],
        "repository": {
          "comments": {
            "patterns": [
              { "name": "comment.line.documentation.scene", "match": "///.*$" },
              { "name": "comment.line.double-slash.scene", "match": "//.*$" },
              { "include": "#block" }
            ]
          },
          "block": {
            "name": "comment.block.scene",
            "begin": "/\\\\*",
            "end": "\\\\*/",
            "patterns": [{ "include": "#block" }]
          },
          "interpolation": {
            "name": "meta.embedded.scene",
            "begin": "\\\\\\\\#*\\\\(",
            "end": "\\\\)",
            "patterns": [{ "include": "#parentheses" }, { "include": "$self" }]
          },
          "parentheses": {
            "begin": "\\\\(",
            "end": "\\\\)",
            "patterns": [{ "include": "#parentheses" }, { "include": "$self" }]
          },
          "strings": {
            "patterns": [
              {
                "name": "string.quoted.triple.scene",
                "begin": "(#*)\\"\\"\\"",
                "end": "\\"\\"\\"\\\\1",
                "patterns": [{ "include": "#interpolation" }, { "name": "constant.character.escape.scene", "match": "\\\\\\\\." }]
              },
              {
                "name": "string.quoted.double.scene",
                "begin": "(#*)\\"",
                "end": "\\"\\\\1|$",
                "patterns": [{ "include": "#interpolation" }, { "name": "constant.character.escape.scene", "match": "\\\\\\\\." }]
              }
            ]
          }
        }
      }

      """
  }
}
