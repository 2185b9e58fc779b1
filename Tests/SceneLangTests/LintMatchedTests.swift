/// Rules about matched geometry: hits and what must stay silent.
import XCTest

@testable import SceneLang

final class LintMatchedTests: XCTestCase {
  private let rules: Set<String> = [
    "matched-duplicate-source", "matched-hidden-twin", "matched-unstable-id", "matched-after-fixed-frame",
    "foreach-index-identity",
  ]

  func testExclusiveConditionsAreNoDuplicates() {
    assertLint(
      """
      struct A: View {
          @Namespace private var ns
          @State private var open = false
          @State private var mode: Mode = .list
          @State private var picked: Int?
          enum Mode { case list, detail, other }
          var body: some View {
              ZStack {
                  if !open { Color.red.matchedGeometryEffect(id: "a", in: ns) }
                  VStack {
                      if open { Color.red.matchedGeometryEffect(id: "a", in: ns) }
                  }
                  if mode == .list { Color.red.matchedGeometryEffect(id: "b", in: ns) }
                  if mode == .detail { Color.red.matchedGeometryEffect(id: "b", in: ns) }
                  if picked == nil { Color.red.matchedGeometryEffect(id: "c", in: ns) }
                  if let picked { Text("\\(picked)").matchedGeometryEffect(id: "c", in: ns) }
                  switch mode {
                  case .list: Text("1").matchedGeometryEffect(id: "d", in: ns)
                  case .detail: Text("2").matchedGeometryEffect(id: "d", in: ns)
                  default: Text("3").matchedGeometryEffect(id: "d", in: ns)
                  }
              }
          }
      }
      """, rules: rules)
  }

  func testBothAtOnceAreReportedAcrossHelpersAndTypes() {
    assertLint(
      """
      struct Card: Identifiable { let id = UUID(); var title = "" }
      struct CardView: View {
          let card: Card
          let space: Namespace.ID
          var body: some View {
              Text(card.title)
                  .matchedGeometryEffect(id: card.id, in: space) // matched-duplicate-source
          }
      }
      struct Deck: View {
          @Namespace private var space
          @State private var chosen: Card?
          let cards: [Card] = []
          var body: some View {
              ZStack {
                  VStack {
                      ForEach(cards) { card in
                          CardView(card: card, space: space).onTapGesture { chosen = card }
                      }
                  }
                  if let chosen {
                      CardView(card: chosen, space: space)
                  }
              }
          }
      }
      """, rules: rules)
  }

  func testAListThatLeavesTheChosenOneOutIsFine() {
    assertLint(
      """
      struct Card: Identifiable, Equatable { let id = UUID() }
      struct Deck: View {
          @Namespace private var space
          @State private var chosen: Card?
          let cards: [Card] = []
          var body: some View {
              ZStack {
                  ForEach(cards) { card in
                      if card.id != chosen?.id {
                          Color.red.matchedGeometryEffect(id: card.id, in: space)
                      }
                  }
                  if let chosen {
                      Color.red.matchedGeometryEffect(id: chosen.id, in: space)
                  }
              }
          }
      }
      """, rules: rules)
  }

  func testSourcesThatAreSaidAndOtherSpacesAreFine() {
    assertLint(
      """
      struct A: View {
          @Namespace private var one
          @Namespace private var two
          @State private var on = false
          var body: some View {
              VStack {
                  Color.red.matchedGeometryEffect(id: 1, in: one)
                  Color.red.matchedGeometryEffect(id: 1, in: one, isSource: false)
                  Color.red.matchedGeometryEffect(id: 1, in: two)
                  Color.red.matchedGeometryEffect(id: 2, in: two, isSource: on)
                  Color.red.matchedGeometryEffect(id: 2, in: two, isSource: !on)
              }
              .sheet(isPresented: $on) { Color.blue.matchedGeometryEffect(id: 1, in: one) }
          }
      }
      """, rules: rules)
  }

  func testAConstantIDInALoopNeedsACondition() {
    assertLint(
      """
      struct Tabs: View {
          @Namespace private var space
          @State private var tab = 0
          var body: some View {
              HStack {
                  ForEach(0..<3, id: \\.self) { i in
                      Text("\\(i)").background {
                          if tab == i { Capsule().matchedGeometryEffect(id: "mark", in: space) }
                      }
                      Text("\\(i)").background(Capsule().matchedGeometryEffect(id: "all", in: space)) // matched-duplicate-source
                      Text("\\(i)").matchedGeometryEffect(id: "row\\(i)", in: space)
                  }
              }
              .onTapGesture { tab += 1 }
          }
      }
      """, rules: rules)
  }

  func testPositionsAsIDsOfWhatMoves() {
    assertLint(
      """
      struct A: View {
          @Namespace private var space
          @State private var names = ["a", "b"]
          @State private var kept = ["a", "b"]
          var body: some View {
              VStack {
                  ForEach(0..<names.count, id: \\.self) { i in
                      Text(names[i]).matchedGeometryEffect(id: i, in: space) // matched-unstable-id
                  }
                  ForEach(kept.indices, id: \\.self) { i in
                      Text(kept[i]).matchedGeometryEffect(id: "k\\(i)", in: space)
                  }
                  ForEach(names.indices, id: \\.self) { i in // foreach-index-identity
                      Text(names[i])
                  }
                  Button("x") { names.remove(at: 0); kept.append("c"); kept.removeLast() }
              }
          }
      }
      """, rules: rules)
  }

  func testFixedFramesBehindAndBefore() {
    assertLint(
      """
      struct A: View {
          @Namespace private var space
          @State private var big = false
          var body: some View {
              HStack {
                  if big {
                      Circle().frame(width: 200, height: 200)
                          .matchedGeometryEffect(id: 1, in: space) // matched-after-fixed-frame
                  } else {
                      Circle()
                          .matchedGeometryEffect(id: 1, in: space).frame(width: 20, height: 20)
                  }
                  if big {
                      Circle().frame(width: 20, height: 20).matchedGeometryEffect(id: 2, in: space)
                  } else {
                      Circle().frame(width: 20, height: 20).matchedGeometryEffect(id: 2, in: space)
                  }
                  if big {
                      Text("a").matchedGeometryEffect(id: 3, in: space, properties: .position)
                  } else {
                      Circle().frame(width: 20, height: 20).matchedGeometryEffect(id: 3, in: space, properties: .position)
                  }
              }
              .onTapGesture { withAnimation { big.toggle() } }
          }
      }
      """, rules: rules)
  }

  func testAChosenElementBesideItsLoop() {
    func scene(
      _ loop: String, _ condition: String = "if let chosen", data: String = "0..<4, id: \\.self", id: String = "i"
    )
      -> String
    {
      """
      struct A: View {
          @Namespace private var ns
          let names = ["a", "b"]
          @State private var chosen: Int?
          var body: some View {
              ZStack {
                  ForEach(\(data)) { \(id == "i" ? "i" : "index, name") in
                      \(loop)
                  }
                  \(condition) {
                      Color.red.matchedGeometryEffect(id: chosen, in: ns)
                  }
              }
          }
      }
      """
    }
    func tapped(_ id: String) -> String {
      "Color.blue.matchedGeometryEffect(id: \(id), in: ns).onTapGesture { withAnimation { chosen = \(id) } }"
    }
    func marked(_ text: String) -> String {
      text.replacingOccurrences(of: "id: chosen, in: ns)", with: "id: chosen, in: ns) // matched-duplicate-source")
    }
    assertLint(marked(scene(tapped("i"))), rules: rules)
    assertLint(
      marked(scene(tapped("index"), data: "Array(names.enumerated()), id: \\.offset", id: "index")),
      rules: ["matched-duplicate-source"])
    // The element is away while it is chosen, or the loop is; or nothing says that the two are of one kind.
    assertLint(scene("if chosen != i { \(tapped("i")) }"), rules: rules)
    assertLint(scene("if chosen == nil { \(tapped("i")) }"), rules: rules)
    assertLint(scene("Color.blue.matchedGeometryEffect(id: i, in: ns).onTapGesture { chosen = 7 }"), rules: rules)
  }

  func testTwoLoopsWithTheSameIds() {
    func scene(_ first: String, _ second: String, around: String = "VStack", by: String = "\n") -> String {
      """
      struct Item: Identifiable { let id: Int }
      struct A: View {
          @Namespace private var ns
          let ids = [1, 2]
          let names = ["a", "b"]
          let items = [Item(id: 1), Item(id: 2)]
          @State private var on = false
          var body: some View {
              \(around) {
                  \(first)\(by)\(second)
              }
              .onTapGesture { on.toggle() }
          }
      }
      """
    }
    func loop(_ data: String, _ names: String, _ id: String, _ mark: Bool) -> String {
      "ForEach(\(data)) { \(names) in\nText(\"a\").matchedGeometryEffect(id: \(id), in: ns)"
        + (mark ? " // matched-duplicate-source" : "") + "\n}"
    }
    let only: Set<String> = ["matched-duplicate-source"]
    for (data, names, id) in [
      ("Array(names.enumerated()), id: \\.offset", "index, _", "index"), ("names.indices, id: \\.self", "i", "i"),
      ("Array(zip(ids, names)), id: \\.0", "id, _", "id"), ("items", "item", "item.id"),
    ] {
      assertLint(scene(loop(data, names, id, false), loop(data, names, id, true)), rules: only)
      let sections = "Section {\n\(loop(data, names, id, false))\n}\nSection {\n\(loop(data, names, id, true))\n}"
      assertLint(scene(sections, "", around: "List"), rules: only)
      // One of the two is there.
      assertLint(
        scene("if on {\n\(loop(data, names, id, false))\n} else {\n\(loop(data, names, id, false))\n}", ""), rules: only
      )
    }
    // Positions of different collections meet at 0; other elements need not meet.
    assertLint(
      scene(loop("0..<2, id: \\.self", "i", "i", false), loop("names.indices, id: \\.self", "i", "i", true)),
      rules: only)
    assertLint(
      scene(loop("ids, id: \\.self", "i", "i", false), loop("[7, 8], id: \\.self", "i", "i", false)), rules: only)
    assertLint(
      scene(
        loop("items.filter { $0.id > 1 }", "item", "item.id", false),
        loop("items.filter { $0.id <= 1 }", "item", "item.id", false)), rules: only)
  }
}
