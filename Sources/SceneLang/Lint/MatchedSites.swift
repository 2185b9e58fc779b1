/// The members of matched geometry groups: every place a view of the module, put together from its helpers and the view
/// types inside, carries `matchedGeometryEffect`, with the conditions under which it is there.
struct MatchedSite {
  /// One step on the way from the root view to the site: a node in a body.
  struct Step {
    var body: Int
    var node: Int
  }

  var body: Int
  var modifier: ViewTree.Modifier
  var path: [Step]
  var group: String
  var id: String
  var atoms: [LintModule.Atom]
  /// The loops around, outermost first.
  var loops: [Loop]
  /// Nil where the argument is no literal.
  var isSource: Bool?
  /// Facts that hold while the view can be seen, by ternaries in `.opacity`.
  var visible: [LintModule.Atom]
  /// The innermost of those modifiers, with its body.
  var opacity: (body: Int, expr: ExprID)?
  /// In a sheet or another presentation, where nothing is matched with what is outside.
  var isPresented: Bool
  /// What the parameters of the body stand for here.
  var substitution: LintModule.Substitution

  /// A loop: its element as the key of a local, the key of its data, and which part of the element counts from 0.
  struct Loop {
    var local: String
    var data: String
    /// `.0` of `enumerated()`, empty for `items.indices` and `0..<n`, nil where nothing counts.
    var position: String?
  }

  /// Locals of loops around, in the spelling of keys.
  var loopLocals: [String] { loops.map(\.local) }

  /// Whether the id begins with the element of a loop around.
  var isInLoop: Bool { loops.contains { id.hasPrefix($0.local) } }

  /// An id that is a loop's element, or a part of it: which local, and a text that two loops share only if their elements
  /// have the same ids.
  var element: (local: String, key: String)? {
    for loop in loops where id.hasPrefix(loop.local) {
      let member = id.dropFirst(loop.local.utf8.count)
      guard member.isEmpty || member.hasPrefix("."), !member.contains("?") else { continue }
      if loop.position == String(member) { return (loop.local, "0, 1, 2") }
      guard !loop.data.contains("?"), !loop.data.contains("%"), !loop.data.isEmpty else { return nil }
      return (loop.local, loop.data + member)
    }
    return nil
  }
}

extension LintModule {
  /// All sites, by the view types they are reached from.
  func matchedSites() -> [[MatchedSite]] {
    if let made = madeMatchedSites { return made }
    let made = collectMatchedSites()
    madeMatchedSites = made
    return made
  }

  private func collectMatchedSites() -> [[MatchedSite]] {
    let reaching = bodiesReaching(.matchedGeometryEffect)
    guard !reaching.isEmpty else { return [] }
    var result: [[MatchedSite]] = []
    for index in bodies.indices where reaching.contains(index) {
      let body = bodies[index]
      guard body.part == .body, !isHelper(body) || uses(ofHelper: body.owner).isEmpty else { continue }
      var collector = MatchedCollector(module: self, reaching: reaching)
      collector.collect(
        index, Substitution(), atoms: [], loops: [], path: [], visible: [], opacity: nil, isPresented: false)
      if !collector.sites.isEmpty { result.append(collector.sites) }
    }
    return result
  }
}

private struct MatchedCollector {
  let module: LintModule
  let reaching: IDSet<Int>
  var sites: [MatchedSite] = []
  private var copies = 0

  init(module: LintModule, reaching: IDSet<Int>) {
    self.module = module
    self.reaching = reaching
  }

  private static let presentations: LintSymbolSet = [
    .sheet, .fullScreenCover, .popover, .alert, .confirmationDialog, .navigationDestination,
  ]

  mutating func collect(
    _ index: Int, _ substitution: LintModule.Substitution, atoms: [LintModule.Atom], loops: [MatchedSite.Loop],
    path: [MatchedSite.Step], visible: [LintModule.Atom], opacity: (body: Int, expr: ExprID)?, isPresented: Bool
  ) {
    guard path.count < 7, sites.count < 200, reaching.contains(index), !path.contains(where: { $0.body == index })
    else {
      return
    }
    let body = module.bodies[index]
    let tree = module.tree(index)
    for node in tree.nodes.indices {
      let row = tree.nodes[node]
      guard tree.hasModifier(node, .matchedGeometryEffect) || row.kind == .ownValue || row.kind == .ownType else {
        continue
      }
      let here = atoms + module.atoms(index, around: node, substitution)
      var locals = loops
      for loop in tree.loops(of: node) { locals += elements(body, tree, loop, substitution) }
      var hidden: (body: Int, expr: ExprID)?
      let seen = visible + visibility(index, tree, node, substitution, &hidden)
      hidden = hidden ?? opacity
      let presented = isPresented || self.isPresented(tree, node)
      for k in tree.modifierRange(node) where tree.modifiers[k].symbol == .matchedGeometryEffect {
        let call = tree.modifiers[k].expr
        guard let id = module.argument(body, call, "id"),
          let space = module.argument(body, call, "namespace") ?? module.argument(body, call, "in")
        else { continue }
        var isSource: Bool? = true
        if let source = module.argument(body, call, "isSource") { isSource = module.boolean(body, source) }
        sites.append(
          MatchedSite(
            body: index, modifier: tree.modifiers[k], path: path + [.init(body: index, node: node)],
            group: module.key(body, space, substitution), id: module.key(body, id, substitution), atoms: here,
            loops: locals, isSource: isSource, visible: seen, opacity: hidden, isPresented: presented,
            substitution: substitution))
      }
      let next = path + [MatchedSite.Step(body: index, node: node)]
      switch row.kind {
      case .ownValue:
        guard let callee = module.bodyIndex(of: row.decl) else { continue }
        var inner = LintModule.Substitution()
        copies += 1
        inner.prefix = "\(copies)_"
        inner.variables = substitution.variables
        inner.instance = substitution.instance
        let called = body[row.expr]
        if called.kind == .call {
          let parameters = module.bodies[callee].body.parameters
          let offset = parameters.count - Int(called.list.count)
          for position in 0..<Int(called.list.count)
          where position + offset >= 0 && position + offset < parameters.count {
            let value = body.item(called.list, position)
            inner.locals[parameters[position + offset].raw] =
              body.kind(value) == .defaultArgument ? "_" : module.key(body, value, substitution)
          }
        }
        collect(
          callee, inner, atoms: here, loops: locals, path: next, visible: seen, opacity: hidden, isPresented: presented)
      case .ownType:
        let type = module.sema.owner(of: row.decl)
        guard type != .none,
          let getter = module.sema.declaredMembers(of: type).first(where: {
            module.sema.decls.name($0) == .body && module.sema.decls.kind($0) == .variable
          }), let callee = module.bodyIndex(of: getter)
        else { continue }
        var inner = LintModule.Substitution()
        copies += 1
        inner.prefix = "\(copies)_"
        inner.instance = "i\(copies)_"
        let called = body[row.expr]
        guard called.kind == .memberwiseInit else { continue }
        let parameters = module.sema.signature(of: row.decl).parameters
        for (position, parameter) in parameters.enumerated() where position < Int(called.list.count) {
          let value = body.item(called.list, position)
          guard body.kind(value) != .defaultArgument, parameter.decl != .none else { continue }
          inner.variables[parameter.decl] = module.key(body, value, substitution)
        }
        collect(
          callee, inner, atoms: here, loops: locals, path: next, visible: seen, opacity: hidden, isPresented: presented)
      default: break
      }
    }
  }

  private func elements(
    _ body: LintBody, _ tree: ViewTree, _ loop: Int, _ substitution: LintModule.Substitution
  ) -> [MatchedSite.Loop] {
    let call = tree.nodes[loop].expr
    let data = module.firstArgument(body, call)
    let key = data.map { module.key(body, $0, substitution) } ?? ""
    let position = data.flatMap { self.position(body, $0) }
    var result: [MatchedSite.Loop] = []
    for entry in module.closures(body, call) {
      for parameter in body.body.closures[entry.closure].parameters {
        result.append(
          MatchedSite.Loop(local: "%\(substitution.prefix)\(parameter.raw)", data: key, position: position))
      }
    }
    return result
  }

  /// Which part of the elements counts from 0.
  private func position(_ body: LintBody, _ data: ExprID) -> String? {
    if let range = Loops.constantRange(module, body, data) { return range.low == 0 ? "" : nil }
    var expr = module.peeled(body, data)
    if expr != .none, body.kind(expr) == .initCall, body[expr].list.count == 1 {
      expr = module.peeled(body, body.item(body[expr].list, 0))
    }
    guard expr != .none else { return nil }
    let row = body[expr]
    switch row.kind {
    case .call where row.b != .max && module.name(DeclID(row.a)) == "enumerated": return ".0"
    case .call where row.b == .max && row.list.count == 2 && module.name(DeclID(row.a)) == "..<":
      return module.number(body, body.item(row.list, 0)) == 0 ? "" : nil
    case .computedMember, .storedMember: return module.name(DeclID(row.b)) == "indices" ? "" : nil
    default: return nil
    }
  }

  private func isPresented(_ tree: ViewTree, _ node: Int) -> Bool {
    var current = node
    while current >= 0 {
      if case .modifier(let k) = tree.nodes[current].role {
        let parent = tree.nodes[current].parent
        let symbol = tree.modifiers[tree.modifierRange(parent).lowerBound + k].symbol
        if let symbol, MatchedCollector.presentations.contains(symbol) { return true }
      }
      let parent = tree.nodes[current].parent
      if parent >= 0, tree.nodes[parent].symbol == .NavigationLink, tree.nodes[current].role != .content(0) {
        return true
      }
      current = parent
    }
    return false
  }

  /// What follows from `.opacity(on ? 1 : 0)` on the node and the views around it.
  private func visibility(
    _ index: Int, _ tree: ViewTree, _ node: Int, _ substitution: LintModule.Substitution,
    _ modifier: inout (body: Int, expr: ExprID)?
  ) -> [LintModule.Atom] {
    let body = module.bodies[index]
    var found: [LintModule.Atom] = []
    var current = node
    while current >= 0 {
      for k in tree.modifierRange(current) where tree.modifiers[k].symbol == .opacity {
        guard let value = module.firstArgument(body, tree.modifiers[k].expr) else { continue }
        let row = body[module.peeled(body, value)]
        guard row.kind == .ternary, row.list.count == 3 else { continue }
        if modifier == nil { modifier = (index, tree.modifiers[k].expr) }
        let first = module.number(body, body.item(row.list, 1))
        let second = module.number(body, body.item(row.list, 2))
        if second == 0, first != 0 {
          found += module.atoms(body, body.item(row.list, 0), true, substitution)
        } else if first == 0, second != 0 {
          found += module.atoms(body, body.item(row.list, 0), false, substitution)
        }
      }
      current = tree.nodes[current].parent
    }
    return found
  }
}

extension LintModule {
  /// Two sources of one group that can be there at one time.
  struct MatchedPair {
    var first: MatchedSite
    var second: MatchedSite
    /// Of the two only one can be seen at a time.
    var isTwin: Bool
  }

  /// Whether the paths of two sites part at branches of one conditional, or at alternatives.
  private func part(_ a: MatchedSite, _ b: MatchedSite) -> Bool {
    for (x, y) in zip(a.path, b.path) {
      guard x.body == y.body else { return false }
      if x.node == y.node { continue }
      let tree = tree(x.body)
      var outer: [Int: Int] = [:]
      var current = x.node
      while current >= 0 {
        outer[tree.nodes[current].parent] = current
        current = tree.nodes[current].parent
      }
      current = y.node
      while current >= 0 {
        let parent = tree.nodes[current].parent
        if let other = outer[parent], parent >= 0 {
          if other == current { return false }
          if tree.nodes[parent].kind == .conditional { return true }
          return tree.nodes[parent].symbol == .ViewThatFits || tree.nodes[parent].symbol == .TabView
        }
        current = parent
      }
      return false
    }
    return false
  }

  func matchedPairs() -> [MatchedPair] {
    if let made = madeMatchedPairs { return made }
    var pairs: [MatchedPair] = []
    for sites in matchedSites() {
      for j in sites.indices {
        for i in 0..<j {
          let (a, b) = (sites[i], sites[j])
          guard a.group == b.group, !a.group.contains("?"), a.isSource == true, b.isSource == true,
            a.isPresented == b.isPresented, !part(a, b), let (x, y) = common(a, b), !exclude(x, y)
          else { continue }
          pairs.append(MatchedPair(first: a, second: b, isTwin: exclude(a.visible, b.visible)))
        }
      }
    }
    madeMatchedPairs = pairs
    return pairs
  }

  /// The facts of two sites where their ids can be equal; nil where they cannot, or it is not known.
  ///
  /// Equal keys are equal. An element of a loop and a chosen element of the same kind (`item.id` and `selected.id`) are
  /// equal while that one is chosen: what is said of the element then holds for the choice.
  private func common(_ a: MatchedSite, _ b: MatchedSite) -> ([Atom], [Atom])? {
    guard !a.id.contains("?"), !b.id.contains("?") else { return nil }
    if a.id == b.id { return (a.atoms, b.atoms) }
    // Two loops over the same elements make each id twice.
    if let x = a.element, let y = b.element, x.key == y.key {
      return (a.atoms, b.atoms.map { replaced(y.local, in: $0, by: x.local) })
    }
    for (x, y, isSwapped) in [(a, b, false), (b, a, true)] where isChosen(y.id, from: x) {
      var atoms: [Atom] = []
      for atom in x.atoms {
        let made = replaced(x.id, in: atom, by: y.id)
        if made.subject == made.value, !made.isTrue { return nil }
        atoms.append(made)
      }
      return isSwapped ? (y.atoms, atoms) : (atoms, y.atoms)
    }
    for (x, y, isSwapped) in [(a, b, false), (b, a, true)] {
      for local in x.loopLocals where x.id.hasPrefix(local) {
        let member = x.id.dropFirst(local.utf8.count)
        guard member.isEmpty || member.hasPrefix("."), y.id.hasSuffix(member),
          !y.loopLocals.contains(where: { y.id.hasPrefix($0) })
        else { continue }
        let chosen = String(y.id.dropLast(member.count))
        guard chosen.hasPrefix("D") || chosen.hasPrefix("G"), !chosen.contains("("), !chosen.contains("[") else {
          continue
        }
        // The same kind of thing, or the members alone would make an Int and another Int equal.
        guard !member.isEmpty || isSameChoice(x, y) else { continue }
        var atoms: [Atom] = []
        for atom in x.atoms {
          let made = replaced(local, in: atom, by: chosen)
          if made.subject == made.value, !made.isTrue { return nil }
          atoms.append(made)
        }
        return isSwapped ? (y.atoms, atoms) : (atoms, y.atoms)
      }
    }
    return nil
  }

  /// Whether the id of a site in a loop is written, where the loop is, to the variable that an id is: `chosen = index`.
  private func isChosen(_ id: String, from site: MatchedSite) -> Bool {
    guard id.hasPrefix("D") || id.hasPrefix("G"), let raw = UInt32(id.dropFirst()), site.isInLoop,
      Int(raw) < sema.decls.count
    else { return false }
    return facts(DeclID(raw)).writes.contains { write in
      guard write.use.operation != .none, site.path.contains(where: { $0.body == write.body }) else { return false }
      let body = bodies[write.body]
      let row = body[write.use.operation]
      return row.kind == .assign && row.b != .max && key(body, ExprID(row.b)) == site.id
    }
  }

  private func replaced(_ word: String, in atom: Atom, by other: String) -> Atom {
    Atom(
      subject: replace(word, in: atom.subject, by: other), value: replace(word, in: atom.value, by: other),
      isTrue: atom.isTrue)
  }

  private func isSameChoice(_ a: MatchedSite, _ b: MatchedSite) -> Bool {
    func type(_ site: MatchedSite) -> TypeID {
      let body = bodies[site.body]
      guard let id = argument(body, site.modifier.expr, "id") else { return .none }
      return body[peeled(body, id)].type
    }
    let (x, y) = (type(a), type(b))
    return x != .none && x == y && !sema.isNominal(x, .int) && !sema.isNominal(x, .string)
  }

  private func replace(_ word: String, in text: String, by other: String) -> String {
    guard text.contains(word) else { return text }
    var result = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix(word), rest.dropFirst(word.count).first.map({ !$0.isNumber }) ?? true {
        result += other
        rest = rest.dropFirst(word.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
