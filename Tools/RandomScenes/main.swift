/// `random-scenes FIRST..LAST [--text]`: plays random scenes, prints what goes wrong with the scene that shows it, and a line
/// about all of them. `--text` prints the scenes and plays nothing; `random-scenes SEED..SEED --file FILE` plays another scene
/// under the seed's touches, to find what a failure comes from, and `--frames NAME` writes its frames to NAME.changes and
/// NAME.scratch.
import Glibc

let words = CommandLine.arguments.dropFirst()
let bounds = (words.first ?? "").split(separator: ".", omittingEmptySubsequences: true).compactMap { UInt64($0) }
var file: String?
if let option = words.firstIndex(of: "--file"), option + 1 < words.endIndex {
  guard let stream = fopen(words[option + 1], "r") else {
    fputs("cannot read \(words[option + 1])\n", stderr)
    exit(2)
  }
  var bytes: [UInt8] = []
  while case let byte = fgetc(stream), byte >= 0 { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  fclose(stream)
  file = String(decoding: bytes, as: UTF8.self)
}
guard bounds.count == 2, bounds[0] <= bounds[1] else {
  fputs("usage: random-scenes FIRST..LAST [--text]\n", stderr)
  exit(2)
}
func write(_ lines: [[UInt8]], to path: String) {
  guard let stream = fopen(path, "w") else { return }
  for line in lines {
    fwrite(line, 1, line.count, stream)
    fputs("\n", stream)
  }
  fclose(stream)
}
var failed = 0
var bytes = 0
for seed in bounds[0]...bounds[1] {
  if words.contains("--text") {
    print(RandomScene(seed: seed).text)
    continue
  }
  // Said before, so that a crash names its seed.
  fputs("\rseed \(seed) ", stderr)
  var trial = SceneTrial(seed: seed, text: file)
  if let option = words.firstIndex(of: "--frames"), option + 1 < words.endIndex {
    guard let frames = trial.bothWays() else { continue }
    write(frames.changes, to: words[option + 1] + ".changes")
    write(frames.scratch, to: words[option + 1] + ".scratch")
    continue
  }
  trial.run()
  bytes += trial.bytes
  if trial.failures.isEmpty { continue }
  failed += 1
  print("seed \(seed)")
  for failure in trial.failures { print("  " + failure) }
}
if !words.contains("--text") {
  fputs("\r", stderr)
  print("\(bounds[1] - bounds[0] + 1) scenes, \(failed) with a failure, \(bytes) bytes of frames")
}
exit(failed == 0 ? 0 : 1)
