/// What a step or an expectation of a `#Scenario` does, for a person who points at its name.
extension ModuleQuery {
  package func stepDocumentation(at offset: UInt32, file: Int) -> (range: SourceRange, signature: String, text: String)?
  {
    let tree = trees[file]
    guard let name = nameToken(at: offset, file: file) else { return nil }
    let path = tree.path(toOffset: name.start)
    guard
      let macro = path.first(where: {
        tree.kind($0) == .macroExpansion && tree.token(tree.token($0, at: Slot.macroName), is: "Scenario")
      })
    else { return nil }
    if tree.range(tree.token(macro, at: Slot.macroName)) == name {
      return (
        name, "#Scenario(_ title, device:, colorScheme:) { view } steps: { steps }",
        "A view and what is done to it: it is played by 'run', 'build' and 'test'."
      )
    }
    guard
      path.contains(where: { node in
        tree.kind(node) == .labeledClosure && tree.token(tree.token(node, at: 0), is: "steps")
          && tree.range(node).start < name.start
      })
    else { return nil }
    let text = tree.source.text(name)
    let before = tree.token(atOffset: name.start == 0 ? 0 : name.start - 1)
    let isExpectation = before != .none && tree.kind(before) == .period
    let rows = isExpectation ? StepGrammar.expectations : StepGrammar.steps
    guard let step = rows.first(where: { $0.name == text }) else { return nil }
    let parameters = step.parameters.map { parameter in
      (parameter.label.isEmpty ? "" : parameter.label + ": ") + StepPlace.hint(parameter.value)
    }
    return (name, "\(step.name)(\(parameters.joined(separator: ", ")))", step.documentation)
  }
}
