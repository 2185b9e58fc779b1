/// `generate-scenec prelude|natives|facts|rules|grammar|fidelity [ROOT]`: writes the blobs that are embedded in the binary,
/// the pages of the documentation that are made from data, and the editors' grammar, from their sources in the checkout.
import Glibc

let arguments = CommandLine.arguments.dropFirst()
let root = arguments.dropFirst().first ?? "."

func fail(_ problems: [String]) -> Never {
  for problem in problems { fputs(problem + "\n", stderr) }
  exit(1)
}

func write(_ bytes: [UInt8], _ name: String) {
  let path = root + "/Sources/SceneData/" + name
  if !Files.write(bytes, to: path) { fail(["cannot write \(path)"]) }
  // The build does not see what `#embed` includes.
  utimensat(AT_FDCWD, root + "/Sources/SceneData/SceneData.c", nil, 0)
  print("\(path): \(bytes.count) bytes")
}

do {
  switch arguments.first {
  case "prelude": write(try Generator.prelude(root: root).blob(), "prelude.bin")
  case "natives":
    let prelude = try Generator.prelude(root: root)
    let path = root + "/docs/development/natives.txt"
    if !Files.write(Array(prelude.nativeList().utf8), to: path) { fail(["cannot write \(path)"]) }
    for key in prelude.ambiguousKeys() { print("ambiguous: " + key) }
    for name in prelude.unknownTypes() { print("unknown type: " + name) }
  case "rules":
    for page in RulePages.all() {
      if !Files.write(Array(page.text.utf8), to: root + "/" + page.path) { fail(["cannot write \(page.path)"]) }
    }
  case "grammar":
    let path = root + "/" + Grammar.path
    if !Files.write(Array(Grammar.text().utf8), to: path) { fail(["cannot write \(path)"]) }
  case "facts": write(try Generator.facts(root: root), "facts.bin")
  case "fidelity":
    let path = root + "/docs/fidelity.md"
    let page = try FidelityPage.make(root: root)
    if !Files.write(Array(page.text.utf8), to: path) { fail(["cannot write \(path)"]) }
    for line in page.surprises { print(line) }
    print("\(path): \(page.summary)")
  default: fail(["usage: generate-scenec prelude|natives|facts|rules|grammar|fidelity [ROOT]"])
  }
} catch let failure as Generator.Failure {
  fail(failure.problems)
}
