/// What holds for every rule: its examples show what it says, and it can be found.
import XCTest

@testable import SceneLang

final class LintCatalogTests: XCTestCase {
  /// The wrong examples, each checked once.
  private static let examples: [(rule: LintRule, wrong: LintedScene)] = LintCatalog.rules.map { rule in
    var settings = LintSettings()
    if !rule.isOnByDefault { settings.rules[rule.name] = .info }
    return (rule, LintedScene(rule.kind.wrong, settings: settings))
  }

  func testExamplesShowWhatTheRuleSays() {
    for (rule, wrong) in Self.examples {
      var settings = LintSettings()
      if !rule.isOnByDefault { settings.rules[rule.name] = .info }
      XCTAssertEqual(wrong.errors, [], rule.name)
      XCTAssertTrue(wrong.diagnostics.contains { $0.code == rule.name }, "\(rule.name) does not report its example")
      let right = LintedScene(rule.kind.right, settings: settings)
      XCTAssertEqual(right.errors, [], rule.name)
      XCTAssertEqual(right.diagnostics.filter { $0.code == rule.name }.map(\.message), [], rule.name)
    }
  }

  func testSeverityOfAFindingIsThatOfTheRuleOrStronger() {
    for (rule, wrong) in Self.examples {
      for finding in wrong.diagnostics where finding.code == rule.name {
        XCTAssertGreaterThanOrEqual(finding.severity, rule.kind.severity, rule.name)
        XCTAssertFalse(finding.message.hasSuffix("."), rule.name)
        XCTAssertFalse(finding.message.contains("\n"), rule.name)
        XCTAssertFalse(finding.range.isEmpty, rule.name)
      }
    }
  }

  func testNamesAreInOrderAndFound() {
    let names = LintCatalog.rules.map(\.name)
    XCTAssertEqual(names, names.sorted())
    for rule in LintCatalog.rules {
      XCTAssertTrue(DiagnosticCatalog.find(rule.name) === rule.kind)
      XCTAssertFalse(rule.kind.explanation.isEmpty)
    }
  }

  func testSpellingsAreThoseOfTheCases() {
    for symbol in LintSymbol.allCases { XCTAssertEqual(symbol.text, "\(symbol)") }
  }

  /// A safe fix of a wrong example leaves a text that checks, without the finding.
  func testSafeFixesMend() {
    for (rule, wrong) in Self.examples {
      let findings = wrong.diagnostics.filter { $0.code == rule.name }
      guard let first = findings.first?.fixes.first, first.applicability == .safe else { continue }
      let outcome = FixItApplier.applySafe(findings, to: [wrong.source])
      let fixed = LintedScene(String(decoding: outcome.texts[0], as: UTF8.self))
      XCTAssertEqual(fixed.errors, [], rule.name)
      XCTAssertEqual(fixed.diagnostics.filter { $0.code == rule.name }.map(\.message), [], rule.name)
    }
  }

  /// Fixes that need a look are right often enough to leave a text that checks.
  func testOtherFixesOfTheExamplesCheck() {
    for (rule, wrong) in Self.examples {
      for finding in wrong.diagnostics where finding.code == rule.name {
        for fix in finding.fixes where fix.applicability != .placeholder {
          let outcome = FixItApplier.apply([fix], to: [wrong.source])
          let text = String(decoding: outcome.texts[0], as: UTF8.self)
          XCTAssertEqual(LintedScene(text).errors, [], "\(rule.name):\n\(text)")
        }
      }
    }
  }
}
