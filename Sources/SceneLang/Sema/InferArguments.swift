/// Arguments of a call: collected once, classed once, matched to parameters by labels alone.
///
/// Arguments live in one stack for all open calls; a call owns a range of it. Matching writes, for each argument, the
/// parameter it goes to.

/// Why arguments do not match the parameters of a candidate.
enum MatchFailure {
  case none
  /// No argument for a parameter without default.
  case missing(parameter: Int)
  /// An argument that no parameter takes.
  case extra(argument: Int)
  /// The argument has another label than the parameter at its place.
  case label(argument: Int, parameter: Int)
  /// A trailing closure with no parameter that takes a closure.
  case trailing(argument: Int)
}

struct MatchResult {
  var failure = MatchFailure.none
  /// Arguments that found their parameter before the failure.
  var matched = 0
  /// Parameters that take their default value.
  var defaulted = 0
  var usesVariadic = false
}

extension Array {
  /// Drops what was pushed since the array had so many elements: a few, one by one.
  @inline(__always) mutating func cut(to count: Int) {
    while self.count > count { removeLast() }
  }

  /// Drops all elements, the memory stays. A few are dropped one by one, which costs less than the general replacement.
  @inline(__always) mutating func clear() {
    if count > 8 { removeAll(keepingCapacity: true) } else { while !isEmpty { removeLast() } }
  }
}

extension Infer {
  // MARK: Collecting

  /// Pushes the arguments of a call or subscript suffix, trailing closures behind the others.
  func pushArguments(of suffix: NodeID) {
    let clause = tree.node(suffix, at: 0)
    if clause != .none, tree.kind(clause) == .argumentClause {
      for child in tree.elements(clause) where tree.kind(child) == .argument { pushArgument(child) }
    }
    for child in tree.elements(suffix, from: 1) {
      switch tree.kind(child) {
      case .closureExpr: push(label: .none, node: child, whole: child, isTrailing: true)
      case .labeledClosure:
        let label = tree.kind(tree.token(child, at: 0)) == .wildcard ? NameID.none : name(tree.token(child, at: 0))
        push(label: label, node: tree.node(child, at: 2), whole: child, isTrailing: true)
      default: break
      }
    }
  }

  /// Those of `#name(...) { ... }`.
  func pushArguments(ofMacro node: NodeID) {
    for child in tree.elements(node) {
      switch tree.kind(child) {
      case .argumentClause:
        for argument in tree.elements(child) where tree.kind(argument) == .argument { pushArgument(argument) }
      case .closureExpr: push(label: .none, node: child, whole: child, isTrailing: true)
      default: break
      }
    }
  }

  func pushArgument(_ node: NodeID) {
    push(label: name(tree.token(node, at: 0)), node: tree.node(node, at: 2), whole: node, isTrailing: false)
  }

  func push(label: NameID, node: NodeID, whole: NodeID, isTrailing: Bool) {
    let label = label == .underscore ? NameID.none : label
    var argument = CallArgument(
      label: label, node: node, whole: whole, isTrailing: isTrailing, shape: .fixed, arity: -1, expr: .none)
    argument.shape = shape(of: node)
    if argument.shape == .closure { argument.arity = closureArity(unparenthesized(node)) }
    arguments.append(argument)
  }

  func unparenthesized(_ node: NodeID) -> NodeID {
    var node = node
    while node != .none, tree.kind(node) == .parenExpr { node = tree.node(node, at: 1) }
    return node
  }

  /// What an expression needs before it can be checked; decided from syntax alone.
  func shape(of node: NodeID) -> ArgumentShape {
    guard node != .none else { return .fixed }
    switch tree.kind(node) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .stringLiteralExpr,
      .arrayExpr, .dictionaryExpr, .implicitMemberExpr, .operatorExpr:
      return .flexible
    case .closureExpr: return .closure
    case .keyPathExpr: return .keyPath
    case .inoutExpr: return .inoutValue
    case .parenExpr: return shape(of: tree.node(node, at: 1))
    case .prefixExpr:
      let operand = tree.node(node, at: 1)
      return shape(of: operand) == .flexible ? .flexible : .fixed
    case .postfixExpr:
      let base = tree.node(node, at: 0)
      if isInitializerReference(node) || isMadeFromKeyPath(node) || endsInOpenClosure(node) { return .flexible }
      return base != .none && tree.kind(base) == .implicitMemberExpr ? .flexible : .fixed
    case .tupleExpr:
      for child in tree.elements(node) where tree.kind(child) == .argument {
        if shape(of: tree.node(child, at: 2)) != .fixed { return .flexible }
      }
      return .fixed
    case .sequenceExpr: return shapeOfSequence(node)
    case .tryExpr: return shape(of: tree.node(node, at: 2))
    case .awaitExpr, .unsafeExpr: return shape(of: tree.node(node, at: 1))
    case .ifExpr, .switchExpr: return .flexible
    default: return .fixed
    }
  }

  /// `KeyPathComparator(\.name)`: the root of the key path is what the context says.
  func isMadeFromKeyPath(_ node: NodeID) -> Bool {
    guard tree.childCount(node) == 2 else { return false }
    let base = tree.node(node, at: 0)
    let call = tree.node(node, at: 1)
    guard base != .none, call != .none, tree.kind(base) == .identifierExpr, tree.kind(call) == .callSuffix,
      let first = tree.bytes(tree.token(base, at: 0)).first, first >= 0x41, first <= 0x5A,
      tree.node(base, at: 1) == .none
    else { return false }
    let clause = tree.node(call, at: 0)
    guard clause != .none, tree.kind(clause) == .argumentClause else { return false }
    for child in tree.elements(clause) where tree.kind(child) == .argument {
      let value = unparenthesized(tree.node(child, at: 2))
      guard value != .none, tree.kind(value) == .keyPathExpr else { return false }
      let root = tree.node(value, at: 1)
      return root == .none || !isTypeNode(root)
    }
    return false
  }

  /// `Card.init`: which initialiser it is the context says.
  func isInitializerReference(_ node: NodeID) -> Bool {
    let last = tree.lastChild(node)
    guard last.isNode, tree.kind(last.node) == .memberSuffix, tree.node(last.node, at: 3) == .none else { return false }
    return tree.kind(tree.token(last.node, at: 1)) == .`init`
  }

  /// A sequence is flexible if it is a ternary with a flexible branch, or arithmetic on nothing but flexible operands.
  private func shapeOfSequence(_ node: NodeID) -> ArgumentShape {
    for child in tree.elements(node) where tree.kind(child) == .ternaryOperator { return ternaryShape(node) }
    var index = 0
    let count = tree.childCount(node)
    var hasFixed = false
    var hasFlexible = false
    while index < count {
      let child = tree.child(node, at: index)
      index += 1
      guard child.isNode else {
        if child.isToken, isComparison(child.token) { return isRangeOfMembers(node) ? .flexible : .fixed }
        continue
      }
      switch tree.kind(child.node) {
      case .castOperator: return .fixed
      case .unexpected, .arrowOperator: continue
      default:
        if shape(of: child.node) == .fixed { hasFixed = true } else { hasFlexible = true }
      }
    }
    if hasFlexible, hasFixed, count > 0 {
      // `.now() + delay`: the first operand is found in the context.
      let first = tree.child(node, at: 0)
      if first.isNode, tree.kind(first.node) == .postfixExpr, needsContext(first.node) { return .flexible }
    }
    return hasFlexible && !hasFixed ? .flexible : .fixed
  }

  /// `.small ... .large`: a range whose bounds are found in the context.
  private func isRangeOfMembers(_ node: NodeID) -> Bool {
    let count = tree.childCount(node)
    guard count >= 3 else { return false }
    if count == 3 {
      let operation = tree.child(node, at: 1)
      guard operation.isToken, tree.bytes(operation.token).first == UInt8(ascii: ".") else { return false }
      return needsContext(tree.node(node, at: 0)) || needsContext(tree.node(node, at: 2))
    }
    // `0...2 * .pi`
    var hasMember = false
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isToken, isComparison(child.token), tree.bytes(child.token).first != UInt8(ascii: ".") { return false }
      guard child.isNode else { continue }
      if tree.kind(child.node) == .castOperator || shape(of: child.node) == .fixed { return false }
      if needsContext(child.node) { hasMember = true }
    }
    return hasMember
  }

  private func ternaryShape(_ node: NodeID) -> ArgumentShape {
    var result = ArgumentShape.fixed
    var last = SyntaxChild.absent
    for i in tree.childRange(node) {
      let child = tree.childTable[i]
      if child.isNode, tree.kind(child.node) == .ternaryOperator {
        if shape(of: tree.node(child.node, at: 1)) != .fixed { result = .flexible }
      }
      if child.isNode { last = child }
    }
    if last.isNode, shape(of: last.node) != .fixed { result = .flexible }
    return result
  }

  /// Comparisons, `&&`, `||` and ranges: the operands do not have the type of the whole.
  func isComparison(_ token: TokenID) -> Bool {
    let bytes = tree.bytes(token)
    guard let first = bytes.first else { return false }
    switch first {
    case 0x2E: return bytes.count == 3
    case 0x3C, 0x3E: return bytes.count < 3 || bytes[1] == 0x3D
    case 0x3D: return bytes.count >= 2
    case 0x21, 0x7E: return bytes.count >= 2
    case 0x26, 0x7C: return bytes.count == 2
    default: return false
    }
  }

  // MARK: Matching

  /// Does the parameter take a closure by its type (after optionals)? Decides where a trailing closure goes.
  func resemblesFunction(_ parameter: Signature.Parameter) -> Bool {
    var type = parameter.type
    if parameter.isAutoclosure { return false }
    while isOptional(type) { type = types.argument(type, 0) }
    return types.kind(type) == .function
  }

  /// Matches the arguments in `range` to parameters; writes the parameter of each into `matches` from `into`.
  func match(_ parameters: [Signature.Parameter], _ range: Range<Int>, into: Int) -> MatchResult {
    var result = MatchResult()
    var argument = range.lowerBound
    var lastPlain = range.lowerBound
    while lastPlain < range.upperBound, !arguments[lastPlain].isTrailing { lastPlain += 1 }
    var position = 0
    var pendingTrailing = range.upperBound - lastPlain
    while position < parameters.count {
      let parameter = parameters[position]
      if argument < lastPlain {
        if arguments[argument].label == parameter.label {
          matches[into + argument - range.lowerBound] = Int32(position)
          result.matched += 1
          argument += 1
          if parameter.isVariadic {
            result.usesVariadic = true
            while argument < lastPlain, arguments[argument].label == .none {
              matches[into + argument - range.lowerBound] = Int32(position)
              result.matched += 1
              argument += 1
            }
          }
          position += 1
          continue
        }
        if parameter.hasDefault || parameter.isVariadic {
          result.defaulted += 1
          position += 1
          continue
        }
        if pendingTrailing > 0, resemblesFunction(parameter) { break }
        // A parameter without default has no argument here: a wrong label, or one left out.
        let expected = arguments[argument].label
        let appearsLater = parameters[(position + 1)...].contains { $0.label == expected }
        let isGivenLater =
          parameter.label != .none
          && ((argument + 1)..<lastPlain).contains { arguments[$0].label == parameter.label }
        if appearsLater && expected != .none && !isGivenLater {
          result.failure = .missing(parameter: position)
        } else {
          result.failure = .label(argument: argument, parameter: position)
        }
        return result
      }
      break
    }
    if argument < lastPlain {
      result.failure = .extra(argument: argument)
      return result
    }
    // Trailing closures: a forward scan; the first without a label goes to the next parameter that takes a closure.
    argument = lastPlain
    while argument < range.upperBound {
      let isFirst = argument == lastPlain
      let label = arguments[argument].label
      var found = -1
      var scan = position
      while scan < parameters.count {
        let parameter = parameters[scan]
        if isFirst && label == .none {
          if resemblesFunction(parameter) {
            // A closure with a default steps back if a later one, before the next labelled closure, needs a value.
            if parameter.hasDefault, needsLaterClosure(parameters, after: scan, nextLabel: nextLabel(argument, range)) {
              scan += 1
              result.defaulted += 1
              continue
            }
            found = scan
            break
          }
          if acceptsAny(parameter), !laterResembles(parameters, after: scan) {
            found = scan
            break
          }
        } else if parameter.label == label || label == .none && resemblesFunction(parameter) {
          found = scan
          break
        }
        if parameter.hasDefault || parameter.isVariadic {
          result.defaulted += 1
          scan += 1
          continue
        }
        break
      }
      if found < 0 {
        if scan < parameters.count {
          result.failure = .missing(parameter: scan)
        } else {
          result.failure = .trailing(argument: argument)
        }
        return result
      }
      matches[into + argument - range.lowerBound] = Int32(found)
      result.matched += 1
      position = found + 1
      argument += 1
      pendingTrailing -= 1
    }
    while position < parameters.count {
      let parameter = parameters[position]
      if !parameter.hasDefault && !parameter.isVariadic {
        result.failure = .missing(parameter: position)
        return result
      }
      result.defaulted += 1
      position += 1
    }
    return result
  }

  /// Do the arguments' labels not fit a declaration of the prelude? Told by its index, without parsing it; what is not
  /// ruled out may still not match.
  func isRuledOut(_ decl: DeclID, _ range: Range<Int>) -> Bool {
    guard sema.decls.has(decl, .isPrelude), let entry = sema.preludeEntry(of: decl),
      let shape = sema.preludeIndex.shape(of: entry)
    else { return false }
    var position = 0
    var argument = range.lowerBound
    while argument < range.upperBound, !arguments[argument].isTrailing {
      let label = arguments[argument].label
      guard let name = sema.labelInPrelude(label) else { return true }
      while position < shape.count, shape.label(position) != name {
        if !shape.isOptional(position) { return true }
        position += 1
      }
      guard position < shape.count else { return true }
      argument += 1
      if shape.isVariadic(position) {
        while argument < range.upperBound, !arguments[argument].isTrailing, arguments[argument].label == .none {
          argument += 1
        }
      }
      position += 1
    }
    // A trailing closure takes a parameter each.
    let closures = range.upperBound - argument
    if shape.count - position < closures { return true }
    var needed = 0
    while position < shape.count {
      if !shape.isOptional(position) { needed += 1 }
      position += 1
    }
    return needed > closures
  }

  private func nextLabel(_ argument: Int, _ range: Range<Int>) -> NameID {
    argument + 1 < range.upperBound ? arguments[argument + 1].label : .none
  }

  private func needsLaterClosure(_ parameters: [Signature.Parameter], after position: Int, nextLabel: NameID) -> Bool {
    var scan = position + 1
    while scan < parameters.count {
      let parameter = parameters[scan]
      if nextLabel != .none, parameter.label == nextLabel { return false }
      if !parameter.hasDefault && !parameter.isVariadic { return resemblesFunction(parameter) || acceptsAny(parameter) }
      scan += 1
    }
    return false
  }

  private func laterResembles(_ parameters: [Signature.Parameter], after position: Int) -> Bool {
    var scan = position + 1
    while scan < parameters.count {
      if resemblesFunction(parameters[scan]) { return true }
      scan += 1
    }
    return false
  }

  /// A generic parameter or `Any` can hold a closure.
  private func acceptsAny(_ parameter: Signature.Parameter) -> Bool {
    let kind = types.kind(parameter.type)
    return kind == .parameter || kind == .existential && types.argumentCount(parameter.type) == 0
  }

  // MARK: Values

  /// The value of an argument checked without context; checked once, whatever the number of candidates.
  func fixedArgument(_ index: Int) -> ExprID {
    if arguments[index].expr != .none { return arguments[index].expr }
    let node = arguments[index].node
    nestedSequence = node
    let expr = arguments[index].shape == .inoutValue ? inoutOperand(node) : expression(node)
    arguments[index].expr = expr
    return expr
  }

  private func inoutOperand(_ node: NodeID) -> ExprID { expression(tree.node(node, at: 1)) }

  /// Checks arguments of a call that cannot be resolved, for the names in them.
  func walkArguments(from start: Int) {
    let end = arguments.count
    for i in start..<end where arguments[i].expr == .none {
      switch arguments[i].shape {
      case .closure: arguments[i].expr = unresolvedClosure(unparenthesized(arguments[i].node))
      case .keyPath: break
      case .flexible: walkFlexible(arguments[i].node)
      default: _ = fixedArgument(i)
      }
    }
  }

  /// A call that cannot be resolved: its arguments are checked by themselves, and it keeps them and its receiver.
  func spoiledCall(_ node: NodeID, type: TypeID? = nil, of receiver: ExprID, from start: Int) -> ExprID {
    walkArguments(from: start)
    return errorExpression(
      node, type: type, receiver: receiver, keeping: arguments.array(from: start).map(\.expr))
  }

  /// Literals and implicit members whose context is unknown: only what they contain is checked.
  func walkFlexible(_ node: NodeID) {
    guard node != .none else { return }
    _ = expression(node, expected: types.error)
  }
}
