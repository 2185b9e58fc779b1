/// What is done for a change, counted: a write evaluates what read it, a tick lays out nothing that does not have to be, rows out of sight
/// are not there.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class IncrementalTests: XCTestCase {
  private func player(_ text: String) -> Player {
    let compiled = Compiled.compile(text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [])
    var options = PlayOptions()
    options.until = .time(nanoseconds: 60 * 1_000_000_000)
    return Player(module: compiled.module, entry: 0, options: options)
  }

  private func tap(_ player: Player, _ x: Double, _ y: Double) {
    player.send(.down(x: x, y: y))
    _ = player.next()
    player.send(.up)
    _ = player.next()
  }

  private func names(_ player: Player) -> [String: Int] {
    var result: [String: Int] = [:]
    for record in player.views { if let name = record.identifier { result[name] = record.id } }
    return result
  }

  func testAWriteEvaluatesWhatReadIt() {
    let player = player(
      """
      import SwiftUI
      struct Reader: View {
        let value: Bool
        var body: some View { Color.red.frame(width: 50, height: value ? 20 : 20) }
      }
      struct Other: View {
        let n: Int
        @State private var own = 1
        var body: some View { Color.blue.frame(width: 10, height: Double(own)) }
      }
      struct ContentView: View {
        @State private var on = false
        var body: some View {
          VStack(spacing: 0) {
            ForEach(0..<40, id: \\.self) { Other(n: $0) }
            Reader(value: on)
            Color.green.frame(width: 100, height: 100).onTapGesture { on.toggle() }
          }
        }
      }
      """)
    _ = player.next()
    XCTAssertEqual(player.counters.bodies, 42)
    let before = player.counters
    let frame = player.next()
    XCTAssertEqual(player.counters, before)
    XCTAssertEqual(frame?.rows.count, 84)
    tap(player, 195, 460)
    // The content of the stack read the state; of the views in it one has another value.
    XCTAssertEqual(player.counters.contents - before.contents, 41)
    XCTAssertEqual(player.counters.bodies, before.bodies + 1)
  }

  func testATickOfAnAnimationDoesNothingElse() {
    let player = player(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var on = false
        var body: some View {
          ZStack {
            VStack { ForEach(0..<100, id: \\.self) { _ in Color.red.frame(height: 4) } }
            Color.green.frame(width: 20, height: 20).offset(x: on ? 100 : 0)
            Color.blue.frame(width: 20, height: 20).opacity(on ? 0.5 : 1)
          }
          .onAppear { withAnimation(.linear(duration: 1)) { on = true } }
        }
      }
      """)
    for _ in 0..<4 { _ = player.next() }
    let before = player.counters
    for _ in 0..<10 { _ = player.next() }
    var expected = before
    expected.animatorSteps += 20
    // The two that move, ten times.
    expected.shownItems += 20
    XCTAssertEqual(player.counters, expected)
  }

  func testAChangeInABoxPlacesWhatIsInTheBox() {
    let player = player(
      """
      import SwiftUI
      struct Cell: View {
        @State private var wide = false
        var body: some View {
          Color.red.frame(width: wide ? 40 : 20, height: 10).accessibilityIdentifier("cell")
            .frame(width: 100, height: 50).background(Color.gray)
            .contentShape(Rectangle())
            .onTapGesture { wide.toggle() }
        }
      }
      struct ContentView: View {
        var body: some View {
          VStack(spacing: 0) {
            ForEach(0..<100, id: \\.self) { _ in Color.red.frame(width: 5, height: 2) }
            Cell()
          }
          .frame(maxHeight: .infinity, alignment: .top)
        }
      }
      """)
    for _ in 0..<3 { _ = player.next() }
    let before = player.counters
    tap(player, 195, 47 + 225)
    let frame = player.next()
    XCTAssertEqual(player.counters.bodies, before.bodies + 1)
    XCTAssertEqual(player.counters.geometryPasses, before.geometryPasses + 1)
    XCTAssertLessThanOrEqual(player.counters.placedNodes - before.placedNodes, 4)
    XCTAssertLessThanOrEqual(player.counters.shownItems - before.shownItems, 6)
    XCTAssertEqual(frame?.rows.first { $0.id == names(player)["cell"] }?.width, 40)
  }

  func testRowsOutOfSightHaveNoViews() throws {
    let player = player(
      """
      import SwiftUI
      struct Row: View {
        let n: Int
        var body: some View { Color.red.frame(height: 50).accessibilityIdentifier("row \\(n)") }
      }
      struct ContentView: View {
        var body: some View {
          ScrollViewReader { reader in
            ScrollView {
              LazyVStack(spacing: 10) {
                ForEach(0..<10_000, id: \\.self) { Row(n: $0) }
              }
            }
            .onTapGesture { reader.scrollTo(9_999, anchor: .bottom) }
          }
        }
      }
      """)
    let first = try XCTUnwrap(player.next())
    // 763 points between the safe areas hold 13 rows; scroll views reach to the edges of the screen.
    XCTAssertLessThan(player.counters.bodies, 30)
    XCTAssertLessThan(player.graph.s.count, 400)
    let last = names(player)
    XCTAssertEqual(first.rows.first { $0.id == last["row 3"] }?.rect.y, 47 + 180)
    XCTAssertNil(last["row 20"])
    tap(player, 195, 400)
    let frame = try XCTUnwrap(player.next())
    XCTAssertLessThan(player.counters.bodies, 60)
    let id = try XCTUnwrap(names(player)["row 9999"])
    let row = try XCTUnwrap(frame.rows.first { $0.id == id })
    XCTAssertEqual(row.rect.maxY, 844 - 34, accuracy: 0.01)
    let before = try XCTUnwrap(frame.rows.first { $0.id == names(player)["row 9998"] })
    XCTAssertEqual(before.rect.y, row.rect.y - 60, accuracy: 0.01)
  }

  func testRowsComeIntoSightWhileTheListIsDragged() throws {
    let player = player(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var list = Array(0..<500)
        var body: some View {
          ScrollView {
            LazyVStack(spacing: 0) {
              ForEach(list, id: \\.self) { n in
                Color.red.frame(height: n % 2 == 0 ? 80 : 120).accessibilityIdentifier("row \\(n)")
              }
            }
          }
        }
      }
      """)
    _ = player.next()
    player.send(.down(x: 195, y: 700))
    _ = player.next()
    var frame: Frame?
    for step in 1...30 {
      player.send(.move(x: 195, y: 700 - Double(step) * 20))
      frame = player.next()
    }
    let shown = try XCTUnwrap(frame)
    let ids = names(player)
    // 600 points further: rows of 80 and 120 by turns from the top edge.
    let tenth = try XCTUnwrap(shown.rows.first { $0.id == ids["row 10"] })
    let twelfth = try XCTUnwrap(shown.rows.first { $0.id == ids["row 12"] })
    XCTAssertEqual(twelfth.rect.y - tenth.rect.y, 200, accuracy: 0.01)
    XCTAssertNotNil(ids["row 13"])
    XCTAssertNil(ids["row 40"])
  }
}
