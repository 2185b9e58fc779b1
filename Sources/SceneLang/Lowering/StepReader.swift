/// Reads the steps of a scenario from syntax: those of `#Scenario(...) { } steps: { }` and the text of `--steps`.
///
/// Steps are calls whose arguments are literals, so this needs no checker. What is wrong is reported and left out.
import SceneIR

package struct StepReader {
  private let tree: SyntaxTree
  /// Index of the file among those checked together; -1 for text given on the command line.
  private let file: Int
  package private(set) var diagnostics: [Diagnostic] = []

  init(tree: SyntaxTree, file: Int) {
    self.tree = tree
    self.file = file
  }

  /// The text of `--steps`: steps separated by line ends or `;`.
  package static func read(text: String) -> (steps: [Step], tree: SyntaxTree, diagnostics: [Diagnostic]) {
    let tree = Parser.parse(SourceFile(name: "--steps", text: text))
    var reader = StepReader(tree: tree, file: -1)
    reader.diagnostics = ParseDiagnostics.diagnose(tree, file: 0)
    let steps = tree.root == .none ? [] : reader.steps(in: tree.root, from: 0)
    return (steps, tree, reader.diagnostics)
  }

  /// A `#Scenario` of a file.
  package static func read(scenario node: NodeID, in tree: SyntaxTree, file: Int) -> (ScenarioRow, [Diagnostic]) {
    var reader = StepReader(tree: tree, file: file)
    var row = ScenarioRow(name: "", device: nil, colorScheme: nil, steps: [], place: reader.place(node))
    guard tree.kind(node) == .macroExpansion else { return (row, []) }
    reader.scenarioArguments(tree.node(node, at: Slot.macroArguments), &row)
    for closure in tree.elements(node, from: Slot.macroClosure) where tree.kind(closure) == .labeledClosure {
      if tree.token(tree.token(closure, at: 0), is: "steps") {
        let body = tree.node(closure, at: 2)
        if body != .none { row.steps = reader.steps(in: body, from: 1) }
      } else {
        reader.report(
          .scenarioArgument, "'#Scenario' has no closure '\(tree.text(tree.token(closure, at: 0)))'", closure)
      }
    }
    return (row, reader.diagnostics)
  }

  private mutating func scenarioArguments(_ clause: NodeID, _ row: inout ScenarioRow) {
    guard clause != .none else { return }
    for argument in arguments(of: clause) {
      switch argument.label {
      case "":
        if let text = string(argument.value) {
          row.name = text
        } else {
          report(.scenarioArgument, "the title of a scenario is a string", argument.node)
        }
      case "device":
        if let name = memberName(argument.value) ?? string(argument.value) {
          row.device = name
        } else {
          report(.scenarioArgument, "'device:' is a name such as '.iPhone14' or \"iPhone 15 Pro Max\"", argument.node)
        }
      case "colorScheme":
        if let name = memberName(argument.value), name == "light" || name == "dark" {
          row.colorScheme = name
        } else {
          report(.scenarioArgument, "'colorScheme:' is '.light' or '.dark'", argument.node)
        }
      default:
        report(
          .scenarioArgument, "'#Scenario' has no argument '\(argument.label):'", argument.node,
          notes: ["it takes a title, 'device:' and 'colorScheme:'"])
      }
    }
  }

  private mutating func steps(in list: NodeID, from slot: Int) -> [Step] {
    var result: [Step] = []
    for item in tree.elements(list, from: slot) where tree.kind(item) != .closureSignature {
      if let step = step(item) { result.append(step) }
    }
    return result
  }

  // MARK: One step

  static let names = StepGrammar.steps.map(\.name)

  private mutating func step(_ item: NodeID) -> Step? {
    guard tree.kind(item) == .postfixExpr else {
      if tree.kind(item) != .missingExpr { report(.stepNotACall, "a step is a call such as 'tap(\"Open\")'", item) }
      return nil
    }
    let base = tree.node(item, at: 0)
    guard base != .none, tree.kind(base) == .identifierExpr else {
      report(.stepNotACall, "a step is a call such as 'tap(\"Open\")'", item)
      return nil
    }
    let name = tree.name(of: tree.token(base, at: 0))
    guard Self.names.contains(name) else {
      report(
        .unknownStep, "no step is called '\(name)'", base, fix: Self.nearest(name, Self.names).map { ($0, base) })
      return nil
    }
    let suffix = tree.node(item, at: 1)
    guard suffix != .none, tree.kind(suffix) == .callSuffix, let clause = clause(of: suffix) else {
      report(.stepNotACall, "'\(name)' is written with its arguments in parentheses", item)
      return nil
    }
    var arguments = Arguments(name: name, clause: clause, items: self.arguments(of: clause))
    let action: Step.Action?
    if name == "expect" {
      action = expect(&arguments, item)
    } else {
      if tree.childCount(item) > 2, let more = tree.child(item, at: 2).nodeIfAny as NodeID?, more != .none {
        report(.stepArgument, "nothing follows '\(name)(...)'", more)
      }
      action = self.action(name, &arguments)
    }
    finish(arguments)
    guard let action else { return nil }
    if let problem = action.problem {
      report(.stepArgument, "'\(name)' has \(problem)", item)
      return nil
    }
    return Step(action, place: place(item))
  }

  private mutating func action(_ name: String, _ arguments: inout Arguments) -> Step.Action? {
    switch name {
    case "wait": return seconds(&arguments, "", default: nil).map { .wait(nanoseconds: $0) }
    case "tap": return target(&arguments).map { .tap($0) }
    case "doubleTap": return target(&arguments).map { .doubleTap($0) }
    case "longPress":
      guard let target = target(&arguments) else { return nil }
      return seconds(&arguments, "duration", default: 0.6).map { .longPress(target, nanoseconds: $0) }
    case "drag":
      guard let target = target(&arguments) else { return nil }
      let movement: Step.Movement
      if let goal = arguments.take("to") {
        guard let point = pair(goal) else { return nil }
        movement = .to(x: point.0, y: point.1)
      } else if let way = arguments.take("by") {
        guard let size = pair(way) else { return nil }
        movement = .by(dx: size.0, dy: size.1)
      } else {
        report(.stepArgument, "'drag' needs 'by:' or 'to:'", arguments.clause)
        return nil
      }
      return seconds(&arguments, "duration", default: 0.3).map { .drag(target, movement, nanoseconds: $0) }
    case "flick":
      guard let target = target(&arguments), let velocity = required(&arguments, "velocity"), let speed = pair(velocity)
      else { return nil }
      return seconds(&arguments, "duration", default: 0.1).map {
        .flick(target, velocityX: speed.0, velocityY: speed.1, nanoseconds: $0)
      }
    case "scroll":
      guard let target = target(&arguments), let way = required(&arguments, "by") else { return nil }
      if let distance = number(way.value) { return .scroll(target, dx: 0, dy: distance) }
      return pair(way).map { .scroll(target, dx: $0.0, dy: $0.1) }
    case "down": return point(&arguments).map { .down(x: $0.0, y: $0.1) }
    case "move": return point(&arguments).map { .move(x: $0.0, y: $0.1) }
    case "up": return .up
    case "cancel": return .cancel
    case "settle": return .settle
    case "type":
      guard let text = text(&arguments, "") else { return nil }
      guard let goal = required(&arguments, "into") else { return nil }
      guard let name = string(goal.value) else {
        report(.stepArgument, "'into:' is the name of a view", goal.node)
        return nil
      }
      return .type(text, into: .named(name, index: index(&arguments)))
    case "snapshot": return text(&arguments, "").map { .snapshot($0) }
    default: return nil
    }
  }

  // MARK: Expectations

  static let expectations = StepGrammar.expectations.map(\.name)

  private mutating func expect(_ arguments: inout Arguments, _ item: NodeID) -> Step.Action? {
    guard let target = target(&arguments) else { return nil }
    var result: [Step.Expectation] = []
    var slot = 2
    while slot < tree.childCount(item) {
      let member = tree.node(item, at: slot)
      guard member != .none, tree.kind(member) == .memberSuffix else {
        report(.stepNotACall, "an expectation is a call such as '.visible()'", item)
        return nil
      }
      let name = tree.name(of: tree.token(member, at: 1))
      guard Self.expectations.contains(name) else {
        report(
          .unknownStep, "no expectation is called '\(name)'", member,
          fix: Self.nearest(name, Self.expectations).map { ("." + $0, member) })
        return nil
      }
      let suffix = tree.node(item, at: slot + 1)
      guard suffix != .none, tree.kind(suffix) == .callSuffix, let clause = clause(of: suffix) else {
        report(.stepNotACall, "'\(name)' is written with its arguments in parentheses", member)
        return nil
      }
      var inner = Arguments(name: name, clause: clause, items: self.arguments(of: clause))
      guard let expectation = expectation(name, &inner) else { return nil }
      finish(inner)
      result.append(expectation)
      slot += 2
    }
    if result.isEmpty {
      report(
        .stepArgument, "'expect' says what it expects: '.visible()', '.frame(...)', '.settles(within:)'", item)
      return nil
    }
    return .expect(target, result)
  }

  private mutating func expectation(_ name: String, _ arguments: inout Arguments) -> Step.Expectation? {
    switch name {
    case "frame":
      var values: [Double?] = []
      for label in ["x", "y", "width", "height"] {
        guard let argument = arguments.take(label) else {
          values.append(nil)
          continue
        }
        guard let value = requiredNumber(argument) else { return nil }
        values.append(value)
      }
      if values.allSatisfy({ $0 == nil }) {
        report(.stepArgument, "'frame' needs at least one of 'x:', 'y:', 'width:' and 'height:'", arguments.clause)
        return nil
      }
      guard let tolerance = optionalNumber(&arguments, "tolerance", default: 0.5) else { return nil }
      return .frame(x: values[0], y: values[1], width: values[2], height: values[3], tolerance: tolerance)
    case "opacity":
      guard let argument = required(&arguments, ""), let value = requiredNumber(argument),
        let tolerance = optionalNumber(&arguments, "tolerance", default: 0.01)
      else { return nil }
      return .opacity(value, tolerance: tolerance)
    case "text": return text(&arguments, "").map { .text($0) }
    case "visible": return flag(&arguments).map { .visible($0) }
    case "exists": return flag(&arguments).map { .exists($0) }
    case "settles": return seconds(&arguments, "within", default: nil).map { .settles(withinNanoseconds: $0) }
    case "monotone":
      guard let argument = required(&arguments, "") else { return nil }
      guard let text = memberName(argument.value), let measure = Step.Measure(rawValue: text) else {
        report(.stepArgument, "'monotone' takes '.x', '.y', '.width', '.height' or '.opacity'", argument.node)
        return nil
      }
      return .monotone(measure)
    case "never":
      guard let argument = required(&arguments, "overlaps") else { return nil }
      guard let text = string(argument.value) else {
        report(.stepArgument, "'overlaps:' is the name of a view", argument.node)
        return nil
      }
      return .neverOverlaps(.named(text, index: index(&arguments)))
    case "jumps":
      guard let argument = required(&arguments, "lessThan"), let value = requiredNumber(argument) else { return nil }
      return .jumps(lessThan: value)
    default: return nil
    }
  }

  // MARK: Arguments

  private struct Argument {
    var label: String
    var value: NodeID
    var node: NodeID
  }

  private struct Arguments {
    var name: String
    var clause: NodeID
    var items: [Argument]

    mutating func take(_ label: String) -> Argument? {
      guard let index = items.firstIndex(where: { $0.label == label }) else { return nil }
      return items.remove(at: index)
    }
  }

  private func clause(of suffix: NodeID) -> NodeID? {
    let clause = tree.node(suffix, at: 0)
    return clause != .none && tree.kind(clause) == .argumentClause && tree.childCount(suffix) < 2
      || clause != .none && tree.kind(clause) == .argumentClause && tree.node(suffix, at: 1) == .none ? clause : nil
  }

  private func arguments(of clause: NodeID) -> [Argument] {
    var result: [Argument] = []
    for node in tree.elements(clause) where tree.kind(node) == .argument {
      let label = tree.token(node, at: 0)
      let value = tree.lastChild(node).nodeIfAny
      if value == .none { continue }
      result.append(Argument(label: label == .none ? "" : tree.name(of: label), value: value, node: node))
    }
    return result
  }

  private mutating func finish(_ arguments: Arguments) {
    for extra in arguments.items {
      let what = extra.label.isEmpty ? "this argument" : "an argument '\(extra.label):'"
      report(.stepArgument, "'\(arguments.name)' does not take \(what)", extra.node)
    }
  }

  private mutating func required(_ arguments: inout Arguments, _ label: String) -> Argument? {
    if let found = arguments.take(label) { return found }
    let what = label.isEmpty ? "an argument" : "'\(label):'"
    report(.stepArgument, "'\(arguments.name)' needs \(what)", arguments.clause)
    return nil
  }

  private mutating func target(_ arguments: inout Arguments) -> Step.Target? {
    if let first = arguments.take("") {
      if let name = string(first.value) { return .named(name, index: index(&arguments)) }
      if let point = pairValue(first.value) { return .point(x: point.0, y: point.1) }
      report(.stepArgument, "a view is named by a string", first.node)
      return nil
    }
    if arguments.items.contains(where: { $0.label == "x" || $0.label == "y" }) {
      return point(&arguments).map { .point(x: $0.0, y: $0.1) }
    }
    report(.stepArgument, "'\(arguments.name)' needs the name of a view, or 'x:' and 'y:'", arguments.clause)
    return nil
  }

  private mutating func index(_ arguments: inout Arguments) -> Int? {
    guard let argument = arguments.take("index") else { return nil }
    guard let value = number(argument.value), value >= 0, value <= 1_000_000, value == value.rounded() else {
      report(.stepArgument, "'index:' is a whole number from 0", argument.node)
      return nil
    }
    return Int(value)
  }

  private mutating func point(_ arguments: inout Arguments) -> (Double, Double)? {
    guard let x = required(&arguments, "x"), let y = required(&arguments, "y"), let first = requiredNumber(x),
      let second = requiredNumber(y)
    else { return nil }
    return (first, second)
  }

  private mutating func requiredNumber(_ argument: Argument) -> Double? {
    if let value = number(argument.value) { return value }
    report(.stepArgument, "a number is expected here", argument.node)
    return nil
  }

  private mutating func optionalNumber(_ arguments: inout Arguments, _ label: String, default value: Double) -> Double?
  {
    guard let argument = arguments.take(label) else { return value }
    return requiredNumber(argument)
  }

  private mutating func text(_ arguments: inout Arguments, _ label: String) -> String? {
    guard let argument = required(&arguments, label) else { return nil }
    if let text = string(argument.value) { return text }
    report(.stepArgument, "a string is expected here", argument.node)
    return nil
  }

  private mutating func flag(_ arguments: inout Arguments) -> Bool? {
    guard let argument = arguments.take("") else { return true }
    if tree.kind(argument.value) == .booleanLiteralExpr {
      return tree.token(tree.token(argument.value, at: 0), is: "true")
    }
    report(.stepArgument, "'true' or 'false' is expected here", argument.node)
    return nil
  }

  /// Whole nanoseconds.
  private mutating func seconds(_ arguments: inout Arguments, _ label: String, default value: Double?) -> Int? {
    var seconds = value ?? 0
    if let argument = arguments.take(label) {
      guard let number = requiredNumber(argument) else { return nil }
      guard number >= 0, number <= 3600 else {
        report(.stepArgument, "a time lies between 0 and 3600 seconds", argument.node)
        return nil
      }
      seconds = number
    } else if value == nil {
      _ = required(&arguments, label)
      return nil
    }
    return Int((seconds * 1e9).rounded())
  }

  private mutating func pair(_ argument: Argument) -> (Double, Double)? {
    if let value = pairValue(argument.value) { return value }
    report(.stepArgument, "'.init(width:height:)' or '.init(x:y:)' is expected here", argument.node)
    return nil
  }

  // MARK: Values

  private func number(_ node: NodeID) -> Double? {
    switch tree.kind(node) {
    case .integerLiteralExpr: return LiteralReader.integer(tree.text(node)).map { Double($0) }
    case .floatLiteralExpr: return LiteralReader.double(tree.text(node))
    case .prefixExpr:
      let operand = tree.node(node, at: 1)
      guard operand != .none, tree.kind(operand) != .prefixExpr, let value = number(operand) else { return nil }
      if tree.token(tree.token(node, at: 0), is: "-") { return -value }
      return tree.token(tree.token(node, at: 0), is: "+") ? value : nil
    default: return nil
    }
  }

  private func string(_ node: NodeID) -> String? { LiteralReader.string(node, in: tree) }

  /// The name in `.name`.
  private func memberName(_ node: NodeID) -> String? {
    guard tree.kind(node) == .implicitMemberExpr else { return nil }
    return tree.name(of: tree.token(node, at: 1))
  }

  /// `.init(width: 1, height: 2)`, `CGPoint(x: 1, y: 2)`, `CGVector(dx: 1, dy: 2)`, `.zero`.
  private func pairValue(_ node: NodeID) -> (Double, Double)? {
    if memberName(node) == "zero" { return (0, 0) }
    guard tree.kind(node) == .postfixExpr, tree.childCount(node) == 2 else { return nil }
    let base = tree.node(node, at: 0)
    let suffix = tree.node(node, at: 1)
    guard base != .none, suffix != .none, tree.kind(suffix) == .callSuffix, let clause = clause(of: suffix) else {
      return nil
    }
    if tree.kind(base) == .implicitMemberExpr {
      guard memberName(base) == "init" else { return nil }
    } else if tree.kind(base) != .identifierExpr
      || !["CGSize", "CGPoint", "CGVector"].contains(tree.name(of: tree.token(base, at: 0)))
    {
      return nil
    }
    let items = arguments(of: clause)
    guard items.count == 2, let first = number(items[0].value), let second = number(items[1].value) else { return nil }
    switch (items[0].label, items[1].label) {
    case ("width", "height"), ("x", "y"), ("dx", "dy"): return (first, second)
    default: return nil
    }
  }

  // MARK: Places and reports

  private func place(_ node: NodeID) -> SourcePoint {
    let position = tree.source.position(tree.start(node))
    return SourcePoint(file: file, line: position.line, column: position.column)
  }

  private mutating func report(
    _ kind: DiagnosticKind, _ message: String, _ node: NodeID, notes: [String] = [], fix: (String, NodeID)? = nil
  ) {
    let place = SourcePlace(file: UInt32(max(file, 0)), range: tree.range(node))
    var diagnostic = Diagnostic(kind, message, at: place)
    diagnostic.notes = notes.map { Diagnostic.Note($0) }
    if let fix {
      diagnostic.fixes = [
        FixIt.replace(SourcePlace(file: UInt32(max(file, 0)), range: tree.range(fix.1)), with: fix.0)
      ]
    }
    diagnostics.append(diagnostic)
  }

  /// The known name a written one was probably meant to be.
  static func nearest(_ name: String, _ known: [String]) -> String? {
    let synonyms = ["click": "tap", "swipe": "drag", "pause": "wait", "sleep": "wait", "press": "longPress"]
    if let meant = synonyms[name], known.contains(meant) { return meant }
    return NameSuggestions.nearest(to: name, among: known, limit: 1).first
  }
}
