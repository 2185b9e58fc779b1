/// What is said about scenarios before they are played.
import XCTest

@testable import SceneLang

final class ScenarioCheckTests: XCTestCase {
  private func findings(_ text: String) -> [String] {
    let compilation = Compilation(sources: [SourceFile(name: "a.scene", text: text)], name: "a")
    compilation.check()
    let live = LiveCompilation()
    live.update([LiveCompilation.File(name: "a.scene", bytes: Array(text.utf8), isChecked: true)])
    XCTAssertEqual(live.diagnostics.map(\.message), compilation.diagnostics.map(\.message))
    return compilation.diagnostics.map {
      "\(compilation.sources[0].position($0.range.start).line) \($0.code) \($0.message)"
    }
  }

  private func scene(_ steps: String, head: String = "\"a\"", view: String = "Button(\"Figma\") {}") -> String {
    "import SwiftUI\nstruct Row: View { var body: some View { \(view) } }\n#Scenario(\(head)) { Row() } steps: {\n\(steps)\n}\n"
  }

  func testStepsAreChecked() {
    XCTAssertEqual(
      findings(scene("clik(\"Figma\")\ntap(\"Figma\", after: 1)\nwait()\nlet a = 1")).map { String($0.prefix(7)) },
      ["4 E0602", "5 E0603", "6 E0603", "7 E0601"])
    XCTAssertEqual(findings(scene("tap(\"Figma\"); wait(1)")), [])
  }

  func testDevices() {
    XCTAssertEqual(
      findings(scene("wait(1)", head: "\"a\", device: .iPhoen14Pro")),
      ["3 E0605 no device is called 'iPhoen14Pro'; did you mean 'iPhone 14 Pro'?"])
    XCTAssertEqual(
      findings(scene("wait(1)", head: "\"a\", device: \"Nokia\"")), ["3 E0605 no device is called 'Nokia'"])
    for device in [".iPhone14", "\"iPhone 15 Pro Max\"", "\"390x844@3\"", ".iPad", "\"iphone se\""] {
      XCTAssertEqual(findings(scene("wait(1)", head: "\"a\", device: \(device)")), [], device)
    }
    XCTAssertTrue(DeviceNames.all.contains("iPhone 14"))
    XCTAssertEqual(DeviceNames.member("iPhone 15 Pro Max"), "iPhone15ProMax")
  }

  func testStepsWithoutTheirLabelAreToldSo() {
    XCTAssertEqual(
      findings("import SwiftUI\n#Scenario(\"a\") {\n  tap(\"Hi\")\n}\n"),
      ["3 E0201 'tap' is a step; steps stand in a second closure, behind 'steps:'"])
    XCTAssertEqual(
      findings("import SwiftUI\nlet a = wait(1)\n"), ["2 E0201 cannot find 'wait' in scope"])
  }

  func testMisspeltTargets() {
    XCTAssertEqual(
      findings(scene("tap(\"Fimga\")")),
      ["4 scenario-target no view of this scene is called 'Fimga'; did you mean 'Figma'?"])
    XCTAssertEqual(findings(scene("expect(\"Fimga\").visible()")).count, 1)
    XCTAssertEqual(findings(scene("tap(x: 1, y: 2)\ntype(\"Fimga\", into: \"Figma\")")), [])
  }

  func testNamesThatMayBe() {
    // Not there on purpose, made at run time, made of pieces, a type's name, another spelling in the text.
    XCTAssertEqual(findings(scene("expect(\"Fimga\").exists(false)")), [])
    XCTAssertEqual(findings(scene("tap(\"Card 2\")", view: "ForEach(0..<3) { i in Text(\"Card \\(i)\") }")), [])
    XCTAssertEqual(findings(scene("tap(\"Item blue\")", view: "Text(\"Item \\(\"x\")\"); Text(\"Item blua\")")), [])
    XCTAssertEqual(findings(scene("tap(\"figma\")", view: "Text(\"Figma\".lowercased())")), [])
    XCTAssertEqual(findings(scene("tap(\"Figmas\")")), [])
    XCTAssertEqual(findings(scene("tap(\"Something else\")")), [])
    XCTAssertEqual(findings(scene("tap(\"Row1\")", view: "Text(\"Row2\")")), [])
  }
}
