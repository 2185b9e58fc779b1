/// Numbers that code of the scene answers with while layout runs: what is no number, or has no end where a length or place is needed, is an
/// error of the scene (R0644), as it is in the arguments of a view.

import SceneIR

extension ViewGraph {
  /// A length or coordinate the scene's code gave; 0, and an error, for what is not a finite number.
  func checked(_ value: Double, _ what: String, _ place: SourcePoint?) -> Double {
    if value.isFinite { return value }
    reportNumber(value, what, "0 is taken", place)
    return 0
  }

  /// The answer of `sizeThatFits`: a length without an end stands only for an endless proposal or for none.
  func checked(_ size: Size, _ proposal: Proposal, _ what: String, _ place: SourcePoint?) -> Size {
    func length(_ value: Double, _ proposed: Double?) -> Double {
      if value.isNaN { return checked(value, what, place) }
      guard let proposed, proposed.isFinite, value.isInfinite else { return value }
      reportNumber(value, what, "the proposed length is taken", place)
      return proposed
    }
    return Size(length(size.width, proposal.width), length(size.height, proposal.height))
  }

  func checked(_ point: Point, _ what: String, _ place: SourcePoint?) -> Point {
    Point(checked(point.x, what, place), checked(point.y, what, place))
  }

  /// A proposal may have no end, but it is a number.
  func checked(_ proposal: Proposal, from word: Word, _ place: SourcePoint?) -> Proposal {
    for name in ["width", "height"] {
      if let value = memberNumber(word, name), value.isNaN { _ = checked(value, "A proposal", place) }
    }
    return proposal
  }

  private func reportNumber(_ value: Double, _ what: String, _ taken: String, _ place: SourcePoint?) {
    let text = value.isNaN ? "not a number (nan)" : "infinite"
    report(RuntimeCode.invalidFrame, .error, "\(what) is \(text); \(taken)", place: place)
    hasTrapped = true
  }

  /// A description was given what is not a number.
  func reportNumber(_ word: Word) {
    report(
      RuntimeCode.invalidFrame, .error,
      "\(nameOf(word)) is given a value that is not a number (nan); 0 is taken", place: placeOf(description: word))
    hasTrapped = true
  }

  /// What a description is called in messages: `'frame'`, `'Slider'`.
  func nameOf(_ word: Word) -> String {
    guard let info = info(word) else { return "A view" }
    let isType = info.base == "init" || info.base.isEmpty
    return isType ? info.type.isEmpty ? "A view" : "'\(info.type)'" : "'\(info.base)'"
  }

  /// Where the code makes a description. A value does not remember it: the one call in the module there is, else the one call in the code of
  /// the user's view whose body is laid out; else that view.
  func placeOf(description word: Word) -> SourcePoint? {
    let native = self.native(word)
    guard native >= 0 else { return nil }
    let view = resolved >= 0 && Int(resolved) < s.count ? viewAround(resolved) : nil
    let all = nativeCalls[native] ?? findCalls(of: native)
    if all.count == 1 { return all[0].place }
    guard let view else { return nil }
    let own = all.filter { machine.module.functions[$0.function].name.contains(view.name + ".") }
    return own.count == 1 ? own[0].place : view.place
  }

  private func findCalls(of native: Int) -> [(function: Int, place: SourcePoint)] {
    var all: [(function: Int, place: SourcePoint)] = []
    for (index, row) in machine.module.functions.enumerated() {
      for pc in callsOf(native: native, in: row) {
        if let place = machine.place(index, pc) { all.append((index, place)) }
      }
    }
    nativeCalls[native] = all
    return all
  }

  /// Instructions after the calls of a native in a function.
  private func callsOf(native: Int, in row: FunctionRow) -> [Int] {
    var result: [Int] = []
    var pc = 0
    while pc < row.code.count {
      guard let opcode = Opcode(rawValue: row.code[pc].opcodeBits) else { break }
      let next = pc + (opcode.isWide ? 2 : 1)
      if opcode == .callNative, next <= row.code.count, row.code[pc + 1] == UInt64(truncatingIfNeeded: native) {
        result.append(next)
      }
      pc = next
    }
    return result
  }

  /// Where the code of a witness begins.
  func placeOf(witness requirement: KnownProtocols.Requirement, of type: TypeId) -> SourcePoint? {
    guard let target = machine.witness(type, requirement.proto, requirement.index),
      machine.module.functions.indices.contains(target.function)
    else { return nil }
    return machine.module.functions[target.function].places.first?.place
  }

  /// The user's view or modifier whose body a node comes from, as a name with a place, and whether another of the kind stands around it.
  func viewAround(_ start: SID) -> (name: String, place: SourcePoint?, isRepeated: Bool, type: TypeId)? {
    var found: (name: String, place: SourcePoint?, type: TypeId)?
    var node = start
    var steps = 0
    while node >= 0, steps < 100_000 {
      steps += 1
      let n = Int(node)
      if s[n].kind == .userView || s[n].kind == .customModifier {
        let value = s[n].kind == .customModifier ? modifierValue(s[n].value) : s[n].value
        if let row = types.nominalRow(heap.type(value)) {
          if let found {
            if found.name == row.name, found.place == row.place {
              return (found.name, found.place, true, found.type)
            }
          } else {
            found = (row.name, row.place, heap.type(value))
          }
        }
      }
      let host = s[n].host
      node = s[n].parent >= 0 ? s[n].parent : host >= 0 ? max(u[Int(host)].s, u[Int(host)].base) : -1
    }
    return found.map { ($0.name, $0.place, false, $0.type) }
  }
}
