/// What tests of the requests about documents share. `|` in a text is the cursor.
import XCTest

@testable import LanguageServer
@testable import SceneLang

class FeatureTestCase: XCTestCase {
  let uri = "file:///w/a.scene"
  let snippets = JSON.Member(
    key: "textDocument",
    value: .make(["completion": .make(["completionItem": .make(["snippetSupport": .bool(true)])])]))

  func position(_ text: String, _ marker: Character = "|") -> (text: String, place: JSON) {
    var line = 0
    var character = 0
    for letter in text {
      if letter == marker { break }
      if letter == "\n" {
        line += 1
        character = 0
      } else {
        character += String(letter).utf16.count
      }
    }
    let place = JSON.make(["line": .integer(line), "character": .integer(character)])
    return (text.filter { $0 != marker }, place)
  }

  func ask(_ method: String, _ marked: String, _ more: [JSON.Member] = [], snippets: Bool = false) -> JSON {
    let (text, place) = position(marked)
    let client = Client(capabilities: snippets ? [self.snippets] : [])
    client.open(uri, text)
    return client.request(
      method,
      .object(
        [
          .init(key: "textDocument", value: .make(["uri": .string(uri)])), .init(key: "position", value: place),
        ] + more))
  }

  func labels(_ answer: JSON) -> [String] {
    (answer["result"]?["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
  }

  func complete(_ marked: String) -> [String] { labels(ask("textDocument/completion", marked)) }

  func view(_ body: String, members: String = "") -> String {
    "import SwiftUI\nstruct Card: View {\n\(members)    var body: some View {\n\(body)\n    }\n}\n"
  }

  func range(_ json: JSON?) -> String {
    func point(_ key: String) -> String {
      "\(json?[key]?["line"]?.intValue ?? -1):\(json?[key]?["character"]?.intValue ?? -1)"
    }
    return point("start") + "-" + point("end")
  }

  /// The text after the edits of one file.
  func apply(_ edits: [JSON], to text: String) -> String {
    var document = DocumentText(text)
    let places = edits.map { edit -> (Int, Int, String) in
      func offset(_ key: String) -> Int {
        PositionEncoding.utf16.offset(
          line: edit["range"]?[key]?["line"]?.intValue ?? 0,
          character: edit["range"]?[key]?["character"]?.intValue ?? 0, in: document)
      }
      return (offset("start"), offset("end"), edit["newText"]?.stringValue ?? "")
    }
    for (start, end, new) in places.sorted(by: { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 > $1.1 }) {
      document.replace(start, end, with: new)
    }
    return String(decoding: document.bytes, as: UTF8.self)
  }

  func renamed(_ marked: String, _ name: String) -> String? {
    let text = position(marked).text
    let answer = ask("textDocument/rename", marked, [.init(key: "newName", value: .string(name))])
    guard let edits = answer["result"]?["changes"]?[uri]?.arrayValue else { return nil }
    return apply(edits, to: text)
  }

  func actions(_ marked: String, only: String? = nil) -> [JSON] {
    let place = position(marked).place
    var context: [JSON.Member] = [.init(key: "diagnostics", value: .array([]))]
    if let only { context.append(.init(key: "only", value: .array([.string(only)]))) }
    return ask(
      "textDocument/codeAction", marked,
      [
        .init(key: "range", value: .make(["start": place, "end": place])),
        .init(key: "context", value: .object(context)),
      ])["result"]?.arrayValue ?? []
  }

  func applied(_ action: JSON?, _ marked: String) -> String {
    apply(action?["edit"]?["changes"]?[uri]?.arrayValue ?? [], to: position(marked).text)
  }
}
