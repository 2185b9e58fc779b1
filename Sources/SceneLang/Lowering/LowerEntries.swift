/// What can be played: a function for each entry that makes its root view.
import SceneIR

/// Lowers a checked module with everything it can play: the entries of the entry rule first, then the previews and views
/// that `--view` may name. Reports what is wrong with the steps of its scenarios. Where no more is asked for than what plays
/// by itself (`isWhole` is false), only the scenarios, or else the first entry, are lowered.
package func lowerModule(
  _ sema: Sema, bodies: any BodySource, name: String, files: [String], isWhole: Bool = true
) -> (module: SceneModule, diagnostics: [Diagnostic]) {
  var entries: [LoweringEntry] = []
  var diagnostics: [Diagnostic] = []
  var seen: Set<DeclID> = []
  var chosen = sema.entries()
  if isWhole {
    chosen += sema.previewEntries() + sema.viewEntries()
  } else if chosen.first?.kind != .scenario {
    chosen = Array(chosen.prefix(1))
  }
  for entry in chosen where seen.insert(entry.decl).inserted {
    var row = LoweringEntry(kind: .view, name: entry.name, decl: entry.decl, viewName: entry.name)
    switch entry.kind {
    case .scenario:
      row.kind = .scenario
      row.viewName = shownView(entry.decl, sema)
      let file = sema.decls.file(entry.decl)
      let (scenario, findings) = StepReader.read(
        scenario: sema.decls.node(entry.decl), in: sema.tree(file), file: file - 1)
      row.scenario = scenario
      row.name = scenario.name
      diagnostics += findings
    case .preview:
      row.kind = .preview
      row.viewName = shownView(entry.decl, sema)
    case .previewProvider:
      row.kind = .preview
      row.viewName = shownView(entry.decl, sema)
    case .app: row.kind = .app
    case .view: break
    }
    entries.append(row)
  }
  let module = lower(sema, bodies: bodies, LoweringInput(name: name, files: files, entries: entries))
  return (module, diagnostics)
}

/// The first view of the module that is named inside an entry, or "".
private func shownView(_ decl: DeclID, _ sema: Sema) -> String {
  let file = sema.decls.file(decl)
  let node = sema.decls.node(decl)
  guard node != .none, file < sema.trees.count else { return "" }
  let tree = sema.tree(file)
  let own = sema.decls.kind(decl).isNominal ? decl : DeclID.none
  for index in tree.tokenRange(node) where tree.tokens[index].kind == .identifier {
    let name = sema.names.intern(tree.nameBytes(TokenID(UInt32(truncatingIfNeeded: index))))
    for found in sema.lookupTopLevel(name)
    where found != own && sema.decls.kind(found) == .structDecl && !sema.decls.has(found, .isPrelude) {
      if sema.conforms(sema.declaredType(of: found), sema.known(.view)) != nil { return sema.names[name] }
    }
  }
  return ""
}

extension ModuleLowering {
  func lowerEntries() {
    for (index, entry) in entries.enumerated() {
      let function = function(FunctionKey(decl: entry.decl, kind: .entry, extra: index))
      var scenario: Int?
      if entry.kind == .scenario {
        let row =
          entry.scenario
          ?? ScenarioRow(name: entry.name, device: nil, colorScheme: nil, steps: [], place: place(of: entry.decl))
        scenario = module.scenarios.count
        module.scenarios.append(row)
      }
      module.entries.append(
        EntryRow(
          kind: entry.kind, name: entry.name, function: function, viewName: entry.viewName, scenario: scenario,
          place: place(of: entry.decl)))
    }
  }

  func lowerEntry(_ entryIndex: Int, at index: Int) {
    let entry = entries[entryIndex]
    let decl = entry.decl
    if !sema.decls.kind(decl).isNominal {
      guard let body = bodies.typedBody(of: decl, .body), body.root != .none else {
        missing(at: index)
        return
      }
      let info = BodyInfo(module: self, body: body, decl: decl, file: sema.decls.file(decl))
      let lowering = BodyLowering(info: info, shape: FunctionShape())
      lowering.lowerStatement(body.root)
      lowering.returnFromEnd()
      finish(lowering, at: index)
      info.lowerPending()
      return
    }
    let lowering = bare(decl, FunctionShape(), TypeScope())
    let value = lowering.code.take()
    let type = sema.declaredType(of: decl)
    let previews = sema.members(of: type, .previews, .metatype).first { sema.decls.kind($0.decl) == .variable }
    if let previews, sema.decls.has(previews.decl, .isStatic), entry.kind == .preview {
      let result = lowering.callMember(
        previews.decl, flags: 0, types: [], arguments: [], node: .none, target: nil, mark: lowering.code.next)
      lowering.code.move(value, result.register)
    } else {
      lowering.makeDefault(decl, into: value)
      if entry.kind == .app,
        let body = sema.members(of: type, .body, .instance).first(where: { sema.decls.kind($0.decl) == .variable })
      {
        // The app's scene; the runtime takes the content of the first window.
        let result = lowering.callMember(
          body.decl, flags: 0, types: [], receiver: .value(Operand(register: value, isOwned: true), type),
          arguments: [], node: .none, target: nil, mark: lowering.code.next)
        lowering.code.move(value, result.register)
      }
    }
    lowering.finishAdapter(value, -1, results: 1)
    finish(lowering, at: index)
  }
}

extension BodyLowering {
  /// A value of a type that needs no arguments.
  func makeDefault(_ nominal: DeclID, into value: Int) {
    let type = sema.declaredType(of: nominal)
    for candidate in sema.members(of: type, .initializer, .metatype) {
      let parameters = sema.signature(of: candidate.decl).parameters
      let kind = sema.synthesizedKind(of: candidate.decl)
      if kind == .memberwiseInit || kind == .defaultInit {
        guard kind == .defaultInit || parameters.allSatisfy({ $0.hasDefault }), !module.isUserClass(nominal) else {
          continue
        }
        code.emitWide(.makeObject, value, 0, 0, module.typeRow(type, info.scope))
        initialiseFields(of: nominal, object: value)
        return
      }
      guard parameters.allSatisfy({ $0.hasDefault || $0.isVariadic }) else { continue }
      let arguments = defaults(of: parameters)
      if module.isUserClass(nominal) {
        constructClass(candidate.decl, made: type, arguments: arguments, object: value, into: value, isNew: true)
      } else {
        let result = callMember(
          candidate.decl, flags: 0, types: Array(sema.types.arguments(type)), arguments: arguments, node: .none,
          target: nil, mark: code.next)
        code.move(value, result.register)
      }
      return
    }
    code.emit(.trap, 0, imm: TrapCode.notModelled.rawValue)
  }
}
