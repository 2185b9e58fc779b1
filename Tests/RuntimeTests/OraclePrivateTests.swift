import Glibc
import XCTest

@testable import SceneRuntime

final class OraclePrivateTests: XCTestCase {
  func testRows() throws {
    guard let path = getenv("ORACLE_TSV"), let file = fopen(String(cString: path), "r") else { return }
    var text: [UInt8] = []
    var c = fgetc(file)
    while c != EOF { text.append(UInt8(c)); c = fgetc(file) }
    var ok: [String: Int] = [:], all: [String: Int] = [:]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let f = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func pair(_ s: String) -> (Double, Double)? { let p = s.split(separator: " ").map { Double($0) ?? .nan }; return p.count == 2 ? (p[0], p[1]) : nil }
      let row = NotationRow(id: f[0], tree: f[1], proposal: pair(f[2]) ?? (.nan, .nan), leaves: f[3], size: pair(f[4]), frames: f[5], tolerance: Double(f[6]) ?? 0.01, isHosted: f[7] == "1")
      let p = row.problems()
      let family = String(f[0].split(separator: ".")[0])
      all[family, default: 0] += 1
      if p.isEmpty { ok[family, default: 0] += 1 } else { print("FAIL", f[0], f[1], f[2], "|", f[3], "|", p.joined(separator: ", ")) }
    }
    for k in all.keys.sorted() { print("SUM", k, ok[k] ?? 0, "/", all[k]!) }
  }
}
