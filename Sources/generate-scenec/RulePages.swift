import SceneLang

/// The pages of the lint rules, from what the rules say of themselves.
package enum RulePages {
  package struct Page {
    /// From the root of the checkout.
    package var path: String
    package var text: String
  }

  package static func all() -> [Page] {
    var pages = LintCatalog.rules.map { Page(path: "docs/rules/\($0.name).md", text: text($0)) }
    pages.append(Page(path: "docs/rules/README.md", text: index()))
    return pages
  }

  private static func severity(_ rule: LintRule) -> String {
    rule.isOnByDefault ? rule.kind.severity.name : "\(rule.kind.severity.name), off unless turned on"
  }

  private static func text(_ rule: LintRule) -> String {
    """
    <!-- Written by `generate-scenec rules` from the rule's source. -->
    # \(rule.name)

    \(rule.kind.title.prefix(1).uppercased())\(rule.kind.title.dropFirst()). Severity: \(severity(rule)).

    \(rule.kind.explanation)

    ## Wrong

    ```swift
    \(rule.kind.wrong)
    ```

    ## Right

    ```swift
    \(rule.kind.right)
    ```

    ## Silence it

    `// scenec:disable:next \(rule.name)` above the line, or `"rules": {"\(rule.name)": "off"}` in `scenec.json`
    ([lint](../language/lint.md)).

    """
  }

  private static func index() -> String {
    var text = """
      <!-- Written by `generate-scenec rules` from the rules' sources. -->
      # Lint rules

      `scenec check` and the language server run these. How to set, silence and fix them: [lint](../language/lint.md).

      | rule | severity | what |
      |---|---|---|

      """
    for rule in LintCatalog.rules {
      text += "| [\(rule.name)](\(rule.name).md) | \(severity(rule)) | \(rule.kind.title) |\n"
    }
    return text
  }
}
