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

  /// Where the code of a witness begins.
  func placeOf(witness requirement: KnownProtocols.Requirement, of type: TypeId) -> SourcePoint? {
    guard let target = machine.witness(type, requirement.proto, requirement.index),
      machine.module.functions.indices.contains(target.function)
    else { return nil }
    return machine.module.functions[target.function].places.first?.place
  }

  /// The user's view or modifier whose body a node comes from, as a name with a place, and whether another of the kind stands around it.
  func viewAround(_ start: SID) -> (name: String, place: SourcePoint?, isRepeated: Bool)? {
    var found: (name: String, place: SourcePoint?)?
    var node = start
    var steps = 0
    while node >= 0, steps < 100_000 {
      steps += 1
      let n = Int(node)
      if s[n].kind == .userView || s[n].kind == .customModifier {
        let value = s[n].kind == .customModifier ? modifierValue(s[n].value) : s[n].value
        if let row = types.nominalRow(heap.type(value)) {
          if let found {
            if found.name == row.name, found.place == row.place { return (found.name, found.place, true) }
          } else {
            found = (row.name, row.place)
          }
        }
      }
      let host = s[n].host
      node = s[n].parent >= 0 ? s[n].parent : host >= 0 ? max(u[Int(host)].s, u[Int(host)].base) : -1
    }
    return found.map { ($0.name, $0.place, false) }
  }
}
