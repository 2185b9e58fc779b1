/// The facts in `Tests/Facts`: what Apple's framework answered is answered here too, or today's answer is an exception with a reason; the
/// page that says so is up to date.
import XCTest
import generate_scenec

final class FidelityTests: XCTestCase {
  private static var root: String { String(#filePath.dropLast("/Tests/RepositoryTests/FidelityTests.swift".count)) }
  private var root: String { Self.root }

  /// Answers to all facts, found once for all tests.
  private static let answers = Result {
    try FactEvaluator.answers(to: FactTable.facts(root: root), root: root)
  }
  private static let played = Result { try SituationTable.play(root: root) }

  func testEveryFactIsAnswered() throws {
    let facts = try FactTable.facts(root: root)
    XCTAssertEqual(facts.count, 352)
    XCTAssertEqual(Set(facts.map(\.id)).count, facts.count)
    let answers = try Self.answers.get()
    let exceptions = try FactTable.exceptions(root: root)
    var agreeing = 0
    for fact in facts {
      let answer = answers[fact.id] ?? "no answer"
      let agrees = FactTable.agree(answer, fact.expected, tolerance: fact.tolerance)
      if let exception = exceptions.first(where: { $0.id == fact.id }) {
        XCTAssertFalse(agrees, "\(fact.id) agrees now; it is no exception")
        XCTAssertTrue(FactTable.agree(answer, exception.today, tolerance: 1e-6), "\(fact.id): \(answer)")
        XCTAssertFalse(exception.reason.isEmpty, fact.id)
      } else {
        XCTAssertTrue(agrees, "\(fact.id): \(answer), expected \(fact.expected)")
      }
      agreeing += agrees ? 1 : 0
    }
    XCTAssertGreaterThanOrEqual(Double(agreeing), 0.98 * Double(facts.count))
  }

  func testSituations() throws {
    let played = try Self.played.get()
    for situation in played {
      XCTAssertGreaterThan(situation.count, 0, situation.name)
      XCTAssertFalse(situation.title.isEmpty, situation.name)
      XCTAssertEqual(situation.failures, [], situation.name)
    }
  }

  func testPageIsFresh() throws {
    let stored = try XCTUnwrap(Files.read(root + "/docs/fidelity.md"))
    let made = try FidelityPage.make(root: root, answers: Self.answers.get(), played: Self.played.get())
    XCTAssertTrue(Array(made.text.utf8) == stored, "run `swift run generate-scenec fidelity`")
    XCTAssertEqual(made.surprises, [])
  }

  func testAnswersAreCompared() {
    XCTAssertTrue(FactTable.agree("0.5 true", "0.5 true", tolerance: 0))
    XCTAssertTrue(FactTable.agree("14.361566416410483", "14.36156642", tolerance: 1e-9))
    XCTAssertFalse(FactTable.agree("14.3615661", "14.36156642", tolerance: 1e-9))
    XCTAssertFalse(FactTable.agree("1 by A", "1 by B", tolerance: 1))
    XCTAssertFalse(FactTable.agree("1", "1 1", tolerance: 1))
  }
}
