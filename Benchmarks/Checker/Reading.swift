/// Reads files as the compiler does and says what goes wrong: syntax errors in what should have none, bytes that the
/// tree lost, and, with a token missing or doubled, bytes lost or findings outside of the text.
import SceneLang

/// - Parameter every: the mutants of every n-th file are tried, each token of it missing and doubled; 0 for none
func read(_ operands: [String], mutantsOfEvery every: Int) -> Int32 {
  var (count, broken, lost, mutants) = (0, 0, 0, 0)
  for path in operands.flatMap(files(in:)) {
    guard let text = bytes(of: path) else { continue }
    count += 1
    let tree = Parser.parse(SourceFile(name: path, bytes: text))
    if tree.reconstructed() != text {
      lost += 1
      print("\(path): bytes lost")
    }
    if let first = ParseDiagnostics.diagnose(tree, file: 0).first(where: { $0.severity == .error }) {
      broken += 1
      let place = tree.source.position(first.range.start)
      print("\(path):\(place.line):\(place.column): \(first.code) \(first.message)")
    }
    guard every > 0, count % every == 1 || every == 1 else { continue }
    for token in tree.tokens where token.length > 0 {
      let (start, end) = (Int(token.offset), Int(token.end))
      for mutant in [text[..<start] + text[end...], text[..<end] + text[start...]] {
        mutants += 1
        let changed = Array(mutant)
        let tree = Parser.parse(SourceFile(name: path, bytes: changed))
        let findings = ParseDiagnostics.diagnose(tree, file: 0)
        if tree.reconstructed() != changed || findings.contains(where: { Int($0.range.end) > changed.count }) {
          lost += 1
          print("\(path): a mutant at byte \(start) loses bytes or is blamed outside of its text")
        }
      }
    }
  }
  print("\(count) files: \(broken) with a syntax error, \(mutants) mutants, \(lost) times bytes lost")
  return broken + lost == 0 ? 0 : 1
}
