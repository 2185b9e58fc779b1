/// Room that bars take: navigation bars by title and display mode, tab bars by style, on devices with and without an island.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class BarTests: XCTestCase {
  /// Rectangle of the view with the identifier `content` in the last frame, and the findings.
  private func play(
    _ body: String, state: String = "", steps: String = "", seconds: Double = 0, device: String? = nil,
    line: UInt = #line
  ) -> (rect: Rect?, notes: [String]) {
    let (player, last) = playScene(
      body, state: state, device: device, steps: steps, seconds: seconds, line: line)
    let id = player.views.last { $0.identifier == "content" }?.id
    let rect = last?.rows.first { $0.id == id }?.rect
    return (rect.map { Rect($0.x, $0.y, $0.width, $0.height) }, player.diagnostics.map(\.message))
  }

  private let content = "Color.red.accessibilityIdentifier(\"content\")"

  func testATitleTakesTheRoomOfALargeBar() {
    XCTAssertEqual(play("NavigationStack { \(content) }").rect, Rect(0, 47, 390, 763))
    let large = play("NavigationStack { \(content).navigationTitle(\"Title\") }")
    XCTAssertEqual(large.rect, Rect(0, 143, 390, 667))
    XCTAssertEqual(large.notes, [])
    XCTAssertEqual(play("NavigationStack { \(content).navigationTitle(\"\") }").rect, Rect(0, 47, 390, 763))
    XCTAssertEqual(
      play("NavigationStack { VStack { Group { \(content).navigationTitle(\"Title\") } } }").rect,
      Rect(0, 143, 390, 667))
    XCTAssertEqual(
      play("NavigationStack { \(content).navigationTitle(\"Title\").navigationBarTitleDisplayMode(.inline) }").rect,
      Rect(0, 91, 390, 719))
    XCTAssertEqual(
      play("NavigationView { \(content).navigationBarTitle(\"Title\", displayMode: .inline) }").rect,
      Rect(0, 91, 390, 719))
    XCTAssertEqual(
      play("NavigationStack { \(content).navigationTitle(\"Title\").toolbar(.hidden, for: .navigationBar) }").rect,
      Rect(0, 47, 390, 763))
    XCTAssertEqual(
      play("NavigationStack { \(content).navigationTitle(\"Title\").navigationBarHidden(true) }").rect,
      Rect(0, 47, 390, 763))
  }

  func testContentReachesUnderABar() {
    XCTAssertEqual(
      play(
        "NavigationStack { \(content).ignoresSafeArea().navigationTitle(\"T\") }"
      )
      .rect, Rect(0, 0, 390, 844))
  }

  func testABarOverlapsTheIsland() {
    let rect = play(
      "NavigationStack { \(content).navigationTitle(\"Title\").navigationBarTitleDisplayMode(.inline) }",
      device: "iPhone 14 Pro"
    ).rect
    XCTAssertEqual(rect?.y ?? 0, 97.667, accuracy: 0.001)
  }

  func testAPushedPageHasABarForItsWayBack() {
    let link = "NavigationStack { NavigationLink(\"go\") { \(content)%@ }.navigationTitle(\"Root\")%@ }"
    func pushed(_ page: String, _ root: String = "") -> Rect? {
      var text = link
      for part in [page, root] {
        guard let at = text.firstRange(of: "%@") else { break }
        text.replaceSubrange(at, with: part)
      }
      return play(text, steps: "tap(\"go\")", seconds: 2).rect
    }
    func y(_ page: String, _ root: String = "") -> Double { pushed(page, root)?.y ?? 0 }
    XCTAssertEqual(y(""), 91, accuracy: 0.01)
    XCTAssertEqual(y(".navigationTitle(\"Page\")"), 143, accuracy: 0.01)
    XCTAssertEqual(y(".navigationTitle(\"Page\")", ".navigationBarTitleDisplayMode(.inline)"), 91, accuracy: 0.01)
    XCTAssertEqual(y(".navigationTitle(\"Page\").navigationBarTitleDisplayMode(.inline)"), 91, accuracy: 0.01)
  }

  func testATabBarStandsAboveTheHomeIndicator() {
    let tabs = play("TabView { \(content).tabItem { Text(\"a\") }; Color.blue.tabItem { Text(\"b\") } }")
    XCTAssertEqual(tabs.rect, Rect(0, 47, 390, 714))
    XCTAssertEqual(tabs.notes, [])
    XCTAssertEqual(play("TabView { \(content) }.tabViewStyle(.page)").rect, Rect(0, 47, 390, 763))
    XCTAssertEqual(
      play("TabView { NavigationStack { \(content).navigationTitle(\"T\") }.tabItem { Text(\"a\") } }").rect,
      Rect(0, 143, 390, 618))
  }

  func testATitleThatComesLaterTakesRoomThen() {
    let body = """
      NavigationStack {
        if isTitled { \(content).navigationTitle("Title") } else { Color.blue }
      }
      .onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { isTitled = true } }
      """
    XCTAssertEqual(play(body, state: "@State private var isTitled = false", seconds: 0.5).rect, Rect(0, 143, 390, 667))
  }
}
