/// The preview's server: what it answers, what it refuses, how it ends.
import Foundation
import XCTest

final class PreviewTests: XCTestCase {
  private final class Preview {
    let process = Process()
    let port: Int

    init?(_ file: String) throws {
      process.executableURL = CommandProcess.executable
      process.arguments = ["preview", file, "--port", "0"]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      var line = Data()
      while !line.contains(10) {
        let more = pipe.fileHandleForReading.availableData
        if more.isEmpty { return nil }
        line.append(more)
      }
      // http://127.0.0.1:PORT/ ...
      let text = String(decoding: line, as: UTF8.self)
      guard let number = text.split(separator: ":").last.flatMap({ Int($0.prefix { $0.isNumber }) }) else { return nil }
      port = number
    }

    /// Sends bytes and reads to the end of the connection.
    func ask(_ request: String) -> String {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port).bigEndian)
      address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
      let isConnected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isConnected else { return "" }
      let bytes = Array(request.utf8)
      _ = write(descriptor, bytes, bytes.count)
      var answer: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let got = read(descriptor, &chunk, chunk.count)
        if got <= 0 { break }
        answer.append(contentsOf: chunk[..<got])
      }
      return String(decoding: answer, as: UTF8.self)
    }

    func post(_ path: String, _ body: String, host: String? = nil, origin: String? = nil) -> String {
      ask(
        "POST \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
          + (origin.map { "Origin: \($0)\r\n" } ?? "") + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }

  func testServesTouchesAndRefusesStrangers() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(
      "a.scene",
      """
      import SwiftUI
      struct A: View {
        @State private var count = 0
        var body: some View { Button("count \\(count)") { count += 1 } }
      }

      """)
    let preview = try XCTUnwrap(try Preview(file))
    let host = "Host: 127.0.0.1:\(preview.port)\r\n\r\n"
    let page = preview.ask("GET / HTTP/1.1\r\n\(host)")
    XCTAssertTrue(page.hasPrefix("HTTP/1.1 200 OK"), String(page.prefix(200)))
    XCTAssertTrue(page.contains("count 0"))
    let touched = preview.post("/touches", "0.5 down 195 422\n0.6 up 195 422\n")
    XCTAssertTrue(touched.contains("count 1"), String(touched.prefix(300)))
    // A second touch comes on top of the first.
    XCTAssertTrue(preview.post("/touches", "1.5 down 195 422\n1.6 up 195 422\n").contains("count 2"))
    XCTAssertFalse(preview.post("/reset", "").contains("count 1"))
    // A finger that is down gets the scene at this moment, one frame; while it rests, time passes.
    let pressed = preview.post("/touches", "0.5 down 195 422\n")
    XCTAssertTrue(pressed.contains("{\"n\":30,"), String(pressed.suffix(300)))
    XCTAssertFalse(pressed.contains("{\"n\":29,") || pressed.contains("{\"n\":31,"))
    let held = preview.post("/touches", "0.8 hold 195 422\n")
    XCTAssertTrue(held.contains("{\"n\":48,"), String(held.suffix(300)))
    XCTAssertFalse(held.contains("count 1"))
    XCTAssertTrue(preview.post("/touches", "0.9 up 195 422\n").contains("count 1"))
    XCTAssertFalse(preview.post("/reset", "").contains("count 1"))

    XCTAssertTrue(preview.ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").hasPrefix("HTTP/1.1 403"))
    XCTAssertTrue(
      preview.post("/touches", "0 down 1 1", origin: "http://evil.example").hasPrefix("HTTP/1.1 403"))
    XCTAssertTrue(preview.post("/touches", "0 down nan 1").hasPrefix("HTTP/1.1 400"))
    XCTAssertTrue(preview.post("/touches", "rm -rf").hasPrefix("HTTP/1.1 400"))
    XCTAssertTrue(preview.ask("GET /../../etc/passwd HTTP/1.1\r\n\(host)").hasPrefix("HTTP/1.1 404"))
    XCTAssertTrue(preview.ask("\u{0}\u{1}\r\n\r\n").hasPrefix("HTTP/1.1 400"))
    XCTAssertTrue(
      preview.ask("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\(host)").hasPrefix("HTTP/1.1 400"))
    XCTAssertTrue(preview.ask(String(repeating: "a", count: 40_000)).hasPrefix("HTTP/1.1 400"))
    XCTAssertTrue(preview.ask("GET / HTTP/1.1\r\n\(host)").hasPrefix("HTTP/1.1 200 OK"))

    preview.process.interrupt()
    preview.process.waitUntilExit()
    XCTAssertEqual(preview.process.terminationStatus, 0)
    XCTAssertEqual(preview.process.terminationReason, .exit)
  }
}
