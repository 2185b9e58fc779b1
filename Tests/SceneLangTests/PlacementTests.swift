/// Words that fit some declarations only, and what wrappers ask of their types.
import XCTest

@testable import SceneLang

final class PlacementTests: XCTestCase {
  /// Errors of declarations and bodies.
  private func errors(_ text: String) -> [String] {
    let scene = CheckedScene(text)
    scene.sema.checkDeclarations()
    return scene.sema.diagnostics.sorted().filter { $0.severity == .error }.map { "\($0.code) \($0.message)" }
  }

  func testWordsThatDoNotFitTheirDeclaration() {
    let found = errors(
      """
      import SwiftUI
      @Observable struct Model { var count = 1 }
      @Observable final class Right { var count = 1 }
      struct Other {}
      final class Owner { weak var other: Other?; weak var me: Owner = Owner(); weak var fine: Owner? }
      class Base { final func run() {}; func go() {} }
      class Derived: Base { override func run() {}; override func go() {} }
      let (a, b, c) = (1, 2)
      let (d, e) = (1, 2)
      """)
    XCTAssertEqual(
      found,
      [
        "E0435 '@Observable' is for classes; 'Model' is a value",
        "E0436 'weak' is for references to objects; 'Other' is a value",
        "E0436 a weak reference becomes nil, so its type is 'Owner?'",
        "E0437 'run' overrides a member that is 'final'",
        "E0512 a pattern of 3 elements cannot match a value of type '(Int, Int)'",
      ])
  }

  func testWrappersAskSomethingOfTheirTypes() {
    let found = errors(
      """
      import SwiftUI
      class Plain {}
      final class Heard: ObservableObject { @Published var query; @Published var fine = 1 }
      struct Screen: View {
        @EnvironmentObject var plain: Plain
        @EnvironmentObject var heard: Heard
        var body: some View { Text("a") }
      }
      """)
    // That the class has no initialiser for it follows, and is left out of what a command reports.
    XCTAssertEqual(found.map { $0.prefix(5) }, ["E0427", "E0418", "E0306"], "\(found)")
  }

  /// Brackets round a type's name are a type where something follows them.
  func testTypesInBrackets() {
    assertClean(
      """
      import SwiftUI
      import Vapor
      func mix(_ r: Double, _ g: Double) -> Int { (Int)(r * 255) << 16 | (Int)(g * 255) << 8 }
      func secret() { print([UInt8].random(count: 32).hex, [Int]().count, [String: Int]().count) }
      """)
    let scene = CheckedScene("func show() { print(Int); print([Int]) }")
    XCTAssertEqual(scene.codes, ["E0209", "E0209"], "\(scene.errors)")
  }

  /// What is missing is `$`: one error, with the binding's name.
  func testAForgottenDollar() throws {
    let scene = CheckedScene(
      """
      import SwiftUI
      enum Kind: String, Identifiable { case x; var id: String { rawValue } }
      struct Screen: View {
        @State private var sheet: Kind?
        @State private var age = 3
        var body: some View {
          Stepper("Age", value: age).sheet(item: sheet) { Text($0.rawValue) }
        }
      }
      """)
    XCTAssertEqual(
      scene.errors,
      [
        "E0301 argument 2 of 'Stepper' needs 'Binding<_>', but this is 'Int'",
        "E0301 argument 1 of 'sheet' needs 'Binding<_?>', but this is 'Kind?'",
      ])
    let fixes = scene.diagnostics.flatMap(\.fixes)
    XCTAssertEqual(fixes.map(\.title), ["insert '$'", "insert '$'"])
    XCTAssertEqual(
      scene.diagnostics.flatMap(\.notes).map(\.message),
      ["use '$age', the binding to it", "use '$sheet', the binding to it"])
  }
}
