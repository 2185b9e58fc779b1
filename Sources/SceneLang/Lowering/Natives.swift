/// Natives: keys of prelude declarations without a body, and what the runtime must know of each.
import SceneIR

extension ModuleLowering {
  /// Whether a declaration is bound by key.
  func isNative(_ decl: DeclID) -> Bool {
    guard sema.decls.has(decl, .isPrelude), !sema.decls.has(decl, .isSynthesized) else { return false }
    _ = sema.syntax(of: decl)
    return !sema.decls.has(decl, .hasBody)
  }

  /// The key without the type: `padding(_:_:)`, `init(_:)`, `count`, `subscript(_:)`, `prefix -(_:)`.
  func memberKey(_ decl: DeclID) -> String {
    if let key = keyMemo[decl] { return key }
    var key: String
    switch sema.decls.kind(decl) {
    case .initializer: key = "init"
    case .subscript_: key = "subscript"
    default: key = name(decl)
    }
    switch sema.decls.kind(decl) {
    case .function, .initializer, .subscript_:
      _ = sema.syntax(of: decl)
      if sema.decls.has(decl, .isPrefix) { key = "prefix " + key }
      if sema.decls.has(decl, .isPostfix) { key = "postfix " + key }
      key += "("
      for parameter in sema.signature(of: decl).parameters {
        key += parameter.label == .none ? "_:" : sema.names[parameter.label] + ":"
      }
      key += ")"
    default: break
    }
    keyMemo[decl] = key
    return key
  }

  /// `View.padding(_:_:)`, or what `@intrinsic` names.
  func nativeKey(_ decl: DeclID) -> String {
    if let named = attributeText(decl, "intrinsic") { return named }
    let owner = sema.owner(of: decl)
    return owner == .none ? memberKey(decl) : nominalName(owner) + "." + memberKey(decl)
  }

  func primitive(_ decl: DeclID) -> PrimitiveOperation? {
    if let known = primitiveMemo[decl] { return known }
    var result: PrimitiveOperation?
    if sema.decls.has(decl, .isPrelude), isNative(decl) {
      result = PrimitiveOperations.table[nativeKey(decl)]
      // Cases of a plain enumeration compare by their order.
      if result == nil, name(decl) == "<", isPlainEnum(sema.owner(of: decl)) { result = .binary(.ltI) }
    }
    primitiveMemo[decl] = result
    return result
  }

  /// Row of a native.
  func native(_ decl: DeclID, isSetter: Bool = false) -> Int {
    let memo = UInt64(decl.raw) << 1 | (isSetter ? 1 : 0)
    if let index = nativeOfDecl[memo] { return index }
    let signature = sema.signature(of: decl)
    let shape = functionShape(decl, isSetter: isSetter)
    var parameters: [String] = []
    if shape.hasSelf { parameters.append("self") }
    if isSetter { parameters.append("newValue") }
    for parameter in signature.parameters { parameters.append(sema.names[parameter.name]) }
    var key = nativeKey(decl)
    if isSetter { key += "=" }
    let result = isSetter ? NativeResult.void : nativeResult(decl, signature)
    let row = NativeRow(
      key: key, result: result, parameters: parameters,
      typeArgumentCount: hasAttribute(decl, "typed") ? typedArguments(of: decl).count : 0,
      resultCount: shape.results,
      unmodelled: sema.decls.has(decl, .isUnmodelled) ? attributeText(decl, "unmodelled") ?? "" : nil,
      isInert: sema.decls.has(decl, .isInert), type: result == .value ? neutralType(signature.result) : nil,
      isThrowing: !isSetter && sema.decls.has(decl, .isThrowing))
    let index = native(row)
    nativeOfDecl[memo] = index
    return index
  }

  func native(_ row: NativeRow) -> Int {
    // Declarations with one key and different shapes get rows of their own.
    let memo = "\(row.key) \(row.parameters.count) \(row.typeArgumentCount) \(row.resultCount) \(row.result.rawValue)"
    if let index = nativeIndex[memo] { return index }
    nativeIndex[memo] = module.natives.count
    module.natives.append(row)
    return module.natives.count - 1
  }

  /// The row for a call with this many arguments: a parameter pack takes one for each of its elements.
  func native(_ row: Int, taking count: Int, of decl: DeclID, isSetter: Bool) -> Int {
    let declared = sema.decls.kind(decl) == .variable ? 0 : sema.signature(of: decl).parameters.count
    let extra = count - declared - (isSetter ? 1 : 0)
    if extra == 0 { return row }
    guard let last = sema.signature(of: decl).parameters.last, sema.types.kind(last.type) == .pack else { return row }
    var variant = module.natives[row]
    if extra < 0 {
      variant.parameters.removeLast(min(-extra, variant.parameters.count))
    } else {
      variant.parameters += [String](repeating: sema.names[last.name], count: min(extra, 1000))
    }
    return native(variant)
  }

  /// Row of the type of a native's value, nil where it depends on type arguments.
  private func neutralType(_ type: TypeID) -> Int? {
    guard sema.types[type].summary.isDisjoint(with: [.parameter, .member, .opaque, .variable]) else { return nil }
    switch sema.types.kind(type) {
    case .nominal, .tuple, .existential: return typeRow(type, TypeScope())
    default: return nil
    }
  }

  /// Type arguments that a `@typed` native gets.
  func typedArguments(of decl: DeclID) -> [DeclID] { sema.signature(of: decl).genericParameters }

  private func nativeResult(_ decl: DeclID, _ signature: Signature) -> NativeResult {
    let type = signature.result
    let kind = sema.types.kind(type)
    if type == sema.types.void || type == .none { return .void }
    if functionShape(decl, isSetter: false).results > 1 { return .value }
    let owner = sema.owner(of: decl)
    let isInstance = owner != .none && !sema.decls.has(decl, .isStatic) && sema.decls.kind(decl) == .function
    switch kind {
    case .opaque:
      if isInstance, sema.decls.kind(owner) == .protocolDecl, isViewLike(owner) { return .modifier }
      return .description
    case .nominal:
      let result = sema.types.decl(type)
      if isConstant(decl, of: result) { return .description }
      if isValueNominal(result) { return .value }
      if isInstance, sema.decls.kind(owner) == .protocolDecl, isViewLike(owner), isSelfDescribing(result) {
        return .modifier
      }
      return .description
    case .parameter, .member: return .value
    default: return .value
    }
  }

  /// A static variable whose value is of a type that has no members to compute with, `RunLoop.Mode.common`: it is what
  /// its key says.
  private func isConstant(_ decl: DeclID, of nominal: DeclID) -> Bool {
    guard sema.decls.kind(decl) == .variable, sema.decls.has(decl, .isStatic), sema.decls.has(nominal, .isPrelude),
      sema.decls.kind(nominal) == .structDecl || sema.decls.kind(nominal) == .classDecl, storedMembers(nominal).isEmpty,
      !isScalar(nominal), let entry = sema.preludeEntry(of: nominal)
    else { return false }
    let module = sema.preludeIndex.text(of: sema.preludeIndex.module(of: entry))
    return module != "Swift" && module != "CoreGraphics"
  }

  private func isViewLike(_ proto: DeclID) -> Bool {
    proto == sema.known(.view) || proto == sema.known(.shape) || proto == sema.known(.scene)
      || proto == sema.known(.gesture) || proto == sema.known(.insettableShape)
  }

  /// Values the machine computes with: a native that returns one has to have a handler.
  private func isValueNominal(_ decl: DeclID) -> Bool {
    if !sema.decls.has(decl, .isPrelude) { return true }
    switch sema.decls.kind(decl) {
    case .enumDecl, .protocolDecl: return true
    case .structDecl: if !storedMembers(decl).isEmpty { return true }
    default: break
    }
    guard let entry = sema.preludeEntry(of: decl) else { return false }
    let module = sema.preludeIndex.text(of: sema.preludeIndex.module(of: entry))
    return module == "Swift" || module == "Foundation" || module == "CoreGraphics"
  }

  // MARK: Attributes

  func hasAttribute(_ decl: DeclID, _ name: String) -> Bool { attribute(decl, name) != .none }

  private func attribute(_ decl: DeclID, _ name: String) -> NodeID {
    let (file, _) = sema.syntax(of: decl)
    let head = sema.head(of: decl)
    guard head != .none, file < sema.trees.count else { return .none }
    let tree = sema.trees[file]
    guard Int(head.raw) < tree.nodes.count else { return .none }
    let list = tree.node(head, at: Slot.attributes)
    guard list != .none else { return .none }
    for node in tree.elements(list) where tree.kind(node) == .attribute {
      let type = tree.node(node, at: 1)
      if type != .none, tree.kind(type) == .identifierType, tree.name(of: tree.token(type, at: 0)) == name {
        return node
      }
    }
    return .none
  }

  /// The text in `@name("text")`.
  func attributeText(_ decl: DeclID, _ name: String) -> String? {
    let node = attribute(decl, name)
    guard node != .none else { return nil }
    let tree = sema.trees[sema.syntax(of: decl).file]
    let text = tree.text(node)
    guard let open = text.firstIndex(of: "\""), let close = text.lastIndex(of: "\""), open < close else { return nil }
    return String(text[text.index(after: open)..<close])
  }

  // MARK: Natives that lowering calls by itself

  /// `strings` joined: string interpolation.
  func concatenation() -> Int {
    native(NativeRow(key: "String.concatenate(_:)", result: .value, parameters: ["strings"]))
  }

  /// `x[keyPath: p]`: the base, the key path.
  func keyPathRead() -> Int {
    native(NativeRow(key: "Any.subscript(keyPath:)", result: .value, parameters: ["self", "keyPath"]))
  }

  /// `x[keyPath: p] = v`: the base, the new value, the key path; the changed base is the second result.
  func keyPathWrite() -> Int {
    native(
      NativeRow(
        key: "Any.subscript(keyPath:)=", result: .value, parameters: ["self", "newValue", "keyPath"], resultCount: 2))
  }

  /// `\(value, specifier: "%.2f")`: the value, the arguments with these labels, the type of the value.
  func formattedInterpolation(_ labels: [String]) -> Int {
    native(
      NativeRow(
        key: "String.interpolate(_:" + labels.map { ($0.isEmpty ? "_" : $0) + ":" }.joined() + ")", result: .value,
        parameters: ["value"] + labels, typeArgumentCount: 1))
  }
}
