/// Sheets come up from the screen's lower edge, stand at the detent that is chosen, and move to another; a button is held by
/// the box that is shown.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class SheetTests: XCTestCase {
  /// Tops of the text in each frame in which it is shown, iPhone 14.
  private func tops(of text: String, _ scene: String, _ steps: String, frames: Int) -> [Int: Double] {
    let compiled = Compiled.compile(scene)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [])
    XCTAssertEqual(IRVerifier.problems(in: compiled.module).map(\.description), [])
    var options = PlayOptions()
    options.until = .time(nanoseconds: 10_000_000_000)
    options.steps = StepReader.read(text: steps).0
    let player = Player(module: compiled.module, entry: 0, options: options)
    var result: [Int: Double] = [:]
    for frame in 0..<frames {
      result[frame] = player.next()?.rows.first { $0.text == text }?.rect.y
    }
    return result
  }

  private func scene(_ detents: String, _ action: String) -> String {
    """
    import SwiftUI
    struct Inside: View {
      @Binding var detent: PresentationDetent
      var body: some View {
        VStack { Text("inside"); Button("Grow") { \(action) } }
          .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .top)
      }
    }
    struct ContentView: View {
      @State private var shows = false
      @State private var detent: PresentationDetent = .medium
      var body: some View {
        Button("Open") { shows = true }
          .sheet(isPresented: $shows) { Inside(detent: $detent).presentationDetents(\(detents)) }
      }
    }
    """
  }

  func testASheetComesUpFromTheEdge() throws {
    // 200 points and the home indicator's 34.
    let tops = tops(of: "inside", scene("[.height(200)]", ""), "tap(\"Open\")", frames: 60)
    let first = try XCTUnwrap(tops.keys.min())
    XCTAssertEqual(try XCTUnwrap(tops[first]), 844, accuracy: 0.5)
    XCTAssertEqual(try XCTUnwrap(tops[59]), 610, accuracy: 0.5)
    // A critically damped spring of 0.344 s: half of the way after a tenth of a second, 0.15 after.
    let middle = try XCTUnwrap(tops[first + 6])
    XCTAssertEqual((844 - middle) / 234, 0.546, accuracy: 0.01)
  }

  func testTheChosenDetentIsTaken() throws {
    for action in ["detent = .large", "withAnimation { detent = .large }"] {
      let tops = tops(
        of: "inside", scene("[.height(200), .medium, .large], selection: $detent", action),
        "tap(\"Open\"); wait(1); tap(\"Grow\"); wait(1)", frames: 140)
      XCTAssertEqual(try XCTUnwrap(tops[60]), 422, accuracy: 0.5, action)
      XCTAssertEqual(try XCTUnwrap(tops[139]), 57, accuracy: 0.5, action)
      // On its way it neither jumps nor turns back.
      let way = (60..<139).compactMap { tops[$0] }
      for (before, after) in zip(way, way.dropFirst()) {
        XCTAssertLessThanOrEqual(after, before + 0.01, action)
        XCTAssertLessThan(before - after, 60, action)
      }
    }
  }

  func testAButtonInFlightActs() {
    let scene = """
      import SwiftUI
      struct ContentView: View {
        @State private var moves = false
        @State private var count = 0
        var body: some View {
          VStack {
            Button { count += 1 } label: { Color.red.frame(width: 200, height: 40) }.offset(y: moves ? 300 : 0)
            Text("count \\(count)")
          }
          .onAppear { withAnimation(.linear(duration: 100)) { moves = true } }
        }
      }
      """
    let tops = tops(of: "count 1", scene, "wait(0.5); tap(x: 195, y: 400); wait(0.2)", frames: 50)
    XCTAssertNotNil(tops[49])
  }

  /// A label that flies by matched geometry takes the finger away from the box where its button rests.
  func testAButtonWhoseLabelFliesActs() {
    let scene = """
      import SwiftUI
      struct ContentView: View {
        @State private var isOpen = true
        @State private var count = 0
        @Namespace private var space
        var body: some View {
          ZStack(alignment: .top) {
            VStack {
              Color.clear.frame(height: 500)
              Button { count += 1 } label: {
                Color.red.matchedGeometryEffect(id: "card", in: space, isSource: !isOpen).frame(width: 300, height: 60)
              }
              Text("count \\(count)")
            }
            if isOpen {
              Color.blue.matchedGeometryEffect(id: "card", in: space).frame(width: 390, height: 200)
                .allowsHitTesting(false)
            }
          }
          .onAppear { withAnimation(.linear(duration: 100)) { isOpen = false } }
        }
      }
      """
    // The label is near the top for seconds; its button rests below 500 points.
    let tops = tops(of: "count 1", scene, "wait(0.5); tap(x: 195, y: 250); wait(0.2)", frames: 50)
    XCTAssertNotNil(tops[49])
  }
}
