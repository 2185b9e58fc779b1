/// `docs/language/api.md`: every type of the prelude with its members, and what becomes of each: modelled, inert, or
/// unmodelled with the reason.
import SceneLang

package struct ApiPage {
  private let index: PreludeIndex
  private struct State: Hashable {
    /// Empty for modelled, `inert`, or the reason of `@unmodelled`
    var mark: String
    var isUnmodelled: Bool
  }
  private var counts: [String: [Int]] = [:]

  /// - Parameter index: over the blob that the interface files give
  package init(_ index: PreludeIndex) { self.index = index }

  package mutating func text() -> String {
    var modules: [String: [(path: String, lines: [String])]] = [:]
    var functions: [String: [PreludeEntry]] = [:]
    for entry in index.topLevel {
      let module = index.text(of: index.module(of: entry))
      if index.text(of: index.name(of: entry)).hasPrefix("_") { continue }
      if let nominal = index.nominalDeclared(by: entry) {
        collect(nominal, State(mark: "", isUnmodelled: false), module, &modules, depth: 0)
      } else {
        switch index.kind(of: entry) {
        case .function, .variable, .typeAlias, .macro: functions[module, default: []].append(entry)
        default: break
        }
      }
    }
    var body = ""
    let names = Set(modules.keys).union(functions.keys).sorted()
    for module in names {
      body += "\n## \(module)\n"
      if let entries = functions[module] {
        body += "\nFunctions, values and aliases outside of types\n"
        for line in lines(entries, State(mark: "", isUnmodelled: false), module) { body += line + "\n" }
      }
      for (path, lines) in (modules[module] ?? []).sorted(by: { ($0.path, $0.lines.count) < ($1.path, $1.lines.count) })
      {
        body += "\n`\(path)`\n"
        for line in lines { body += line + "\n" }
      }
    }
    var page = """
      # The API that scenec knows

      Made by `generate-scenec api` from the interface files; do not edit. Each name stands once for all its overloads.

      - **modelled**: checked and run.
      - **inert**: checked and run, without effect on frames: accessibility, keyboards, feedback, and what needs a person.
      - **unmodelled**: checked; a run that reaches it says so, with the reason given here.

      A name of the platform that is not listed is not known to scenec. Where it looks like one of UIKit, Foundation or
      Core Graphics, its uses are not checked and the rule `unknown-api` says so; please report it.

      | module | modelled | inert | unmodelled |
      |---|---|---|---|

      """
    for module in names {
      let count = counts[module] ?? [0, 0, 0]
      page += "| \(module) | \(count[0]) | \(count[1]) | \(count[2]) |\n"
    }
    return page + body
  }

  private mutating func collect(
    _ nominal: PreludeNominal, _ outer: State, _ module: String,
    _ modules: inout [String: [(path: String, lines: [String])]], depth: Int
  ) {
    guard depth < 16 else { return }
    let own = state(of: index.entry(declaring: nominal), outer)
    var members: [PreludeEntry] = []
    var nested: [PreludeNominal] = []
    for entry in index.members(of: nominal) {
      if index.text(of: index.name(of: entry)).hasPrefix("_") { continue }
      if let inner = index.nominalDeclared(by: entry) { nested.append(inner) } else { members.append(entry) }
    }
    var found = lines(members, own, module)
    if found.isEmpty { found = ["- " + word(own)] }
    modules[module, default: []].append((index.path(of: nominal), found))
    for inner in nested { collect(inner, own, module, &modules, depth: depth + 1) }
  }

  private func state(of entry: PreludeEntry, _ outer: State) -> State {
    let flags = index.flags(of: entry)
    if flags.contains(.isUnmodelled) {
      return State(mark: PreludeMarks(index.source(of: entry)).reason, isUnmodelled: true)
    }
    if flags.contains(.isInert) { return State(mark: "inert", isUnmodelled: false) }
    return outer
  }

  private func word(_ state: State) -> String {
    if state.isUnmodelled { return "unmodelled (\(state.mark))" }
    return state.mark.isEmpty ? "modelled" : state.mark
  }

  /// One line for each state that occurs; a name whose overloads differ stands in each.
  private mutating func lines(_ entries: [PreludeEntry], _ outer: State, _ module: String) -> [String] {
    var byState: [State: Set<String>] = [:]
    for entry in entries { byState[state(of: entry, outer), default: []].insert(index.text(of: index.name(of: entry))) }
    let states = byState.keys.sorted { ($0.isUnmodelled ? 1 : 0, $0.mark) < ($1.isUnmodelled ? 1 : 0, $1.mark) }
    var result: [String] = []
    for state in states {
      let names = (byState[state] ?? []).sorted()
      let column = state.isUnmodelled ? 2 : state.mark.isEmpty ? 0 : 1
      counts[module, default: [0, 0, 0]][column] += names.count
      result.append("- \(word(state)): " + names.joined(separator: ", "))
    }
    return result
  }
}
