/// Measures reading and checking without the command around them: megabytes a second of the parser, and for each
/// operand (a file, or a folder as one module) milliseconds per 1,000 lines and the single expression that takes longest.
///
/// usage: checker-benchmark [--rounds N] FILE|FOLDER...
///        checker-benchmark --read N FILE|FOLDER...    (reads, and tries each token missing and doubled in every N-th file)
import Glibc
import SceneLang

/// Time of this thread alone: what the machine does besides is not meant.
func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func bytes(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var result: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&block, 1, block.count, file)
    if count == 0 { return result }
    result += block[..<count]
  }
}

/// Swift and scene files in a folder, sorted; the path itself where it is a file.
func files(in path: String) -> [String] {
  guard let folder = opendir(path) else { return [path] }
  defer { closedir(folder) }
  var found: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasPrefix(".") { continue }
    found += files(in: "\(path)/\(name)").filter { $0.hasSuffix(".swift") || $0.hasSuffix(".scene") }
  }
  return found.sorted()
}

struct Slowest {
  var time = 0.0
  var file = 0
  var node = NodeID.none
}

/// Milliseconds of a check without lint rules, and the slowest full expression in it. What the statements of closures in
/// an expression take is theirs, as they are expressions by themselves.
func check(_ sources: [SourceFile]) -> (time: Double, slowest: Slowest, trees: [SyntaxTree]) {
  let start = seconds()
  let trees = sources.map { Parser.parse($0) }
  let sema = Sema(files: trees)
  let bodies = BodyChecker(sema)
  var slowest = Slowest()
  var begun: [(start: Double, inner: Double)] = []
  bodies.expressionBegins = { begun.append((seconds(), 0)) }
  bodies.expressionEnds = { file, node in
    guard let last = begun.popLast() else { return }
    let whole = seconds() - last.start
    if !begun.isEmpty { begun[begun.count - 1].inner += whole }
    let time = whole - last.inner
    if time > slowest.time { slowest = Slowest(time: time, file: file, node: node) }
  }
  sema.checkDeclarations()
  bodies.checkModule()
  return ((seconds() - start) * 1000, slowest, trees)
}

func rounded(_ value: Double, _ places: Int = 2) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  return "\((value * scale).rounded() / scale)"
}

func run() -> Int32 {
  var operands = Array(CommandLine.arguments.dropFirst())
  var rounds = 5
  if operands.first == "--rounds", operands.count > 1 {
    rounds = max(1, Int(operands[1]) ?? 5)
    operands.removeFirst(2)
  }
  if operands.first == "--read", operands.count > 2 {
    return read(Array(operands.dropFirst(2)), mutantsOfEvery: Int(operands[1]) ?? 0)
  }
  guard !operands.isEmpty else {
    print("usage: checker-benchmark [--rounds N] FILE|FOLDER...")
    return 2
  }
  var size = 0
  var parsing = 0.0
  var worst: (perLines: Double, operand: String) = (0, "")
  var longest: (time: Double, place: String) = (0, "")
  for operand in operands {
    let sources = files(in: operand).compactMap { path in bytes(of: path).map { SourceFile(name: path, bytes: $0) } }
    guard !sources.isEmpty else { continue }
    let lines = sources.reduce(0) { $0 + $1.lineIndex.lineCount }
    size += sources.reduce(0) { $0 + $1.count }
    // The best of some rounds: what the machine does besides is not meant.
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = seconds()
      for source in sources { _ = Parser.parse(source) }
      best = min(best, seconds() - start)
    }
    parsing += best
    var time = Double.infinity
    var slowest = Slowest(time: .infinity)
    var trees: [SyntaxTree] = []
    for _ in 0..<rounds {
      let result = check(sources)
      time = min(time, result.time)
      if result.slowest.time < slowest.time {
        slowest = result.slowest
        trees = result.trees
      }
    }
    let perLines = time * 1000 / Double(max(1, lines))
    var place = operand
    if slowest.file > 0, slowest.file <= trees.count, slowest.node != .none {
      let tree = trees[slowest.file - 1]
      place = "\(tree.source.name):\(tree.source.position(tree.range(slowest.node).start).line)"
    }
    print(
      "\(operand): \(lines) lines, \(rounded(time)) ms, \(rounded(Double(lines) / time, 0)) lines/ms; "
        + "longest expression \(rounded(slowest.time * 1000, 3)) ms at \(place)")
    if lines >= 100, perLines > worst.perLines { worst = (perLines, operand) }
    if slowest.time < .infinity, slowest.time > longest.time { longest = (slowest.time, place) }
  }
  print("read \(size) bytes at \(rounded(Double(size) / parsing / 1e6, 1)) MB/s")
  print("most per 1,000 lines (of 100 and more): \(rounded(worst.perLines)) ms, \(worst.operand)")
  print("longest expression: \(rounded(longest.time * 1000, 3)) ms, \(longest.place)")
  return 0
}

/// Nested code needs more stack than the first thread may have.
var status: Int32 = 0
var attributes = pthread_attr_t()
pthread_attr_init(&attributes)
pthread_attr_setstacksize(&attributes, 512 << 20)
var thread = pthread_t()
pthread_create(
  &thread, &attributes,
  { _ in
    status = run()
    return nil
  }, nil)
pthread_join(thread, nil)
exit(status)
