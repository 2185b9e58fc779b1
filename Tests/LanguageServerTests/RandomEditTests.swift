/// A server that went through many edits is in the state of one that was given the last text.
///
/// `SCENEC_TEST_EDITS=10000` sets the number of edits.
import Foundation
import XCTest

@testable import LanguageServer

final class RandomEditTests: XCTestCase {
  private static let scene = """
    struct Place: Identifiable, Equatable {
      let id: Int
      var name: String
      var price = 1.5
      var label: String { "\\(name): \\(price)" }
    }

    enum Mode: String, CaseIterable {
      case list, grid
      var next: Mode { self == .list ? .grid : .list }
    }

    final class Model: ObservableObject {
      @Published var places: [Place] = []
      @Published var mode = Mode.list
      func add(_ name: String, at price: Double = 2) {
        places.append(Place(id: places.count, name: name, price: price))
        if places.count > 3 { mode = mode.next }
      }
      func total() -> Double {
        var sum = 0.0
        for place in places where place.price > 0 { sum += place.price }
        return sum
      }
    }

    struct Row: View {
      let place: Place
      @Binding var isOn: Bool
      var onTap: (Place) -> Void = { _ in }
      var body: some View {
        HStack(spacing: 8) {
          Circle().fill(isOn ? Color.red : .blue).frame(width: 20, height: 20)
          Text(place.label).font(.headline)
          Spacer()
          if isOn { Text("é😀 on") }
        }
        .padding()
        .onTapGesture {
          withAnimation(.spring()) { isOn.toggle() }
          onTap(place)
        }
      }
    }

    extension Row {
      static func sample(_ n: Int) -> Place { Place(id: n, name: "p\\(n)") }
      init(_ n: Int) {
        place = Row.sample(n)
        _isOn = .constant(true)
      }
    }

    struct Home: View {
      @StateObject private var model = Model()
      @State private var isOn = false
      private var header: some View {
        Text("Total \\(model.total())").opacity(isOn ? 1 : 0.5)
      }
      @ViewBuilder func rows(_ limit: Int) -> some View {
        ForEach(model.places.prefix(limit)) { place in
          Row(place: place, isOn: $isOn) { found in model.add(found.name) }
        }
      }
      var body: some View {
        VStack(alignment: .leading) {
          header
          rows(4)
          Button("Add") { model.add("x", at: 3) }
            .disabled(model.places.count >= 10)
        }
      }
    }

    """

  func testEditsEndInTheStateOfAFreshServer() {
    let count = Int(ProcessInfo.processInfo.environment["SCENEC_TEST_EDITS"] ?? "") ?? 120
    let uri = "file:///w/a.scene"
    var random = SplitMix(seed: 7)
    let client = Client(encodings: ["utf-8"])
    let fresh = Client(encodings: ["utf-8"])
    client.open(uri, RandomEditTests.scene)
    client.settle()
    fresh.open(uri, "")
    let words = [
      "place", "isOn", "model", "mode", "name", "price", "x", "0", "\"s\"", "Place", "Text", "Int", ".red", "body",
      "total()",
      "{", "}", "(", ")", "\"", "\n", "//", "/*", "*/", " ", "let y = 1\n", "return ", "if isOn { }\n",
      "func f() { }\n",
      "struct S { }\n", "var z: Int { 3 }\n", ", ", ": ", "= ", "? ", "!", ".opacity(2)\n", "\r\n", "é", "😀", "@State ",
      "Nix",
      ".matchedGeometry(id: 1)\n",
    ]
    var version = 1
    for step in 0..<count {
      let text = client.text(uri) ?? ""
      let bytes = Array(text.utf8)
      var changes: [JSON] = []
      if text.utf8.count > 6000 || random.below(10) == 0 {
        changes = [.make(["text": .string(RandomEditTests.scene)])]
      } else {
        for _ in 0..<(random.below(6) == 0 ? 2 : 1) {
          let place = random.below(bytes.count + 1)
          var start = place
          var end = place
          if random.below(3) > 0 {
            // A word as a whole, so that many edits leave the text readable.
            func isWord(_ at: Int) -> Bool {
              at >= 0 && at < bytes.count
                && (bytes[at] >= 0x61 && bytes[at] <= 0x7A || bytes[at] >= 0x41 && bytes[at] <= 0x5A)
            }
            while isWord(start - 1) { start -= 1 }
            while isWord(end) { end += 1 }
          } else if random.below(2) == 0 {
            end = min(bytes.count, place + random.below(5))
          }
          let document = DocumentText(bytes)
          let from = PositionEncoding.utf8.position(start, in: document)
          let to = PositionEncoding.utf8.position(end, in: document)
          changes.append(
            Client.edit(
              (from.line, from.character), (to.line, to.character), words[random.below(words.count)]))
        }
      }
      version += 1
      client.change(uri, version: version, changes)
      if random.below(4) == 0 { continue }
      compare(client, fresh, uri, step)
      // Most edits are taken back, so that the next ones meet a text that is right.
      if random.below(4) > 0 {
        version += 1
        client.change(uri, version: version, [.make(["text": .string(text)])])
        if random.below(2) == 0 { compare(client, fresh, uri, step) }
      }
    }
    XCTAssertGreaterThan(client.server.compilations[0].compilation.bodyChecks, count / 10)
  }

  private func compare(_ client: Client, _ fresh: Client, _ uri: String, _ step: Int) {
    let own = client.settle().last?["diagnostics"]?.arrayValue ?? []
    let text = client.text(uri) ?? ""
    fresh.close(uri)
    fresh.open(uri, text)
    let wanted = fresh.settle().last?["diagnostics"]?.arrayValue ?? []
    if own != wanted {
      let ours = own.filter { !wanted.contains($0) }.map(RandomEditTests.show)
      let theirs = wanted.filter { !own.contains($0) }.map(RandomEditTests.show)
      XCTFail(
        "step \(step): \(own.count) and \(wanted.count) findings; stale \(ours.prefix(3)); lost \(theirs.prefix(3))")
      if let path = ProcessInfo.processInfo.environment["SCENEC_TEST_KEEP"] {
        try? text.write(toFile: "\(path)/\(step).scene", atomically: true, encoding: .utf8)
      }
    }
  }

  private static func show(_ item: JSON) -> String {
    let start = item["range"]?["start"]
    return "\(start?["line"]?.intValue ?? -1):\(start?["character"]?.intValue ?? -1) "
      + "\(item["code"]?.stringValue ?? "") \(item["message"]?.stringValue ?? "")"
  }
}
