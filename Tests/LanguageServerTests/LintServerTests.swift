/// The lint rules' findings in the language server.
import XCTest

@testable import LanguageServer

final class LintServerTests: XCTestCase {
  private let uri = "file:///w/a.scene"
  private let text = """
    struct A: View {
        @State var count = 0
        @State private var idle = 0
        var body: some View {
            Image("a").foregroundColor(.red)
                .onTapGesture { count += 1; idle = 2 }
                .accessibilityLabel("\\(count)")
        }
    }
    """

  private func items(_ params: JSON) -> [JSON] { params["diagnostics"]?.arrayValue ?? [] }

  func testCodesTagsAndRelatedPlaces() throws {
    let client = Client()
    client.open(uri, text)
    let found = items(try XCTUnwrap(client.settle().last))
    XCTAssertEqual(
      found.map { $0["code"]?.stringValue }, ["private-state", "unused-state", "deprecated-api"])
    XCTAssertEqual(found.map { $0["severity"]?.intValue }, [2, 2, 3])
    XCTAssertEqual(found.map { $0["tags"]?.arrayValue?.first?.intValue }, [nil, 1, 2])
    let related = found[1]["relatedInformation"]?.arrayValue?.first
    XCTAssertEqual(related?["location"]?["uri"]?.stringValue, uri)
    XCTAssertEqual(related?["location"]?["range"]?["start"]?["line"]?.intValue, 5)
  }

  func testEditsInAndOutsideOfBodiesEndWithTheFindingsOfTheText() throws {
    let client = Client()
    client.open(uri, text)
    client.settle()
    // Inside the body: what was idle is read.
    client.change(uri, version: 2, [Client.edit((6, 33), (6, 41), "\\(count + idle)")])
    XCTAssertEqual(
      try XCTUnwrap(client.settle().last).places.map { $0.split(separator: " ").last },
      ["private-state", "deprecated-api"])
    // A line before: places move, and the last set is complete.
    client.change(uri, version: 3, [Client.edit((0, 0), (0, 0), "struct B {}\n")])
    let sets = client.settle()
    XCTAssertEqual(sets.last?["version"]?.intValue, 3)
    let fresh = Client()
    fresh.open(uri, try XCTUnwrap(client.text(uri)))
    XCTAssertEqual(sets.last?.places, fresh.settle().last?.places)
  }

  func testASetThatIsAskedForIsComplete() {
    let client = Client(
      capabilities: [.init(key: "textDocument", value: .make(["diagnostic": .object([])]))])
    client.open(uri, text)
    XCTAssertEqual(client.pull(uri).places.count, 3)
    client.change(uri, version: 2, [Client.edit((0, 0), (0, 0), "struct B {}\n")])
    XCTAssertEqual(client.pull(uri).places.count, 3)
  }

  func testSettingsOnDiskCountAndAreReadAgain() throws {
    var settings = "{\"rules\": {\"private-state\": \"off\", \"deprecated-api\": \"error\"}}"
    let files = FileAccess(
      read: { $0 == "/w/scenec.json" ? Array(settings.utf8) : nil }, sources: { _ in [] })
    let client = Client(files: files)
    client.open(uri, text)
    let found = items(try XCTUnwrap(client.settle().last))
    XCTAssertEqual(found.map { $0["code"]?.stringValue }, ["unused-state", "deprecated-api"])
    XCTAssertEqual(found.last?["severity"]?.intValue, 1)
    settings = "{}"
    client.notify(
      "workspace/didChangeWatchedFiles",
      .make(["changes": .array([.make(["uri": .string("file:///w/scenec.json"), "type": .integer(2)])])]))
    XCTAssertEqual(items(try XCTUnwrap(client.settle().last)).count, 3)
  }
}
