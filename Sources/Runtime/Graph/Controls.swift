/// Controls made of other views: buttons, toggles, labels, with the styles of the scene or the system.

extension ViewGraph {
  func setupControl(_ id: UID) {
    let node = u[Int(id)].s
    makeLayout(id, .passthrough)
    let n = s[Int(node)]
    evaluations &+= 1
    s[Int(node)].serial = evaluations
    let kind: LayoutKind =
      u[Int(id)].op == .button
      ? .stack(.horizontal, alignment: .centerY, spacing: nil)
      : .stack(.horizontal, alignment: u[Int(id)].op == .label ? .firstTextBaseline : .centerY, spacing: 8)
    let host = makeHost(id, kind: kind, content: controlContent(node), env: n.env, scope: n.scope, depth: n.depth)
    tree.setChildren(u[Int(id)].layout, [u[Int(host)].top])
  }

  func updateControl(_ node: SID) {
    let id = s[Int(node)].instances[0]
    let content = controlContent(node)
    updatePlaceholders(node)
    updateContent(u[Int(id)].secondary, content)
  }

  /// What a control shows: its style's body, or the system's arrangement.
  private func controlContent(_ node: SID) -> Word {
    guard let ext = s[Int(node)].ext as? BaseExt else { return .none }
    let word = s[Int(node)].value
    return evaluate(node, isNew: false) { () throws -> Word in
      switch s[Int(node)].op {
      case .button: return try buttonContent(node, word, ext)
      case .toggle: return try toggleContent(node, word, ext)
      default: return labelContent(node, word)
      }
    } ?? .none
  }

  /// A label given by a closure, or by a title and perhaps a symbol.
  private func labelValue(_ node: SID, _ word: Word) -> Word {
    let labelled = argument(word, "label")
    if !labelled.isNone { return content(node, labelled) }
    if let info = info(word), info.labels.first == "_" {
      let first = argument(word, 0)
      if heap.kind(first) == .closure { return content(node, first) }
      return first
    }
    let destination = argument(word, "destination")
    if let closure = closureArgument(word), closureParameters(closure) == 0, closure != destination,
      closure != argument(word, "action")
    {
      return content(node, closure)
    }
    return .none
  }

  private func buttonContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    ext.label = labelValue(node, word)
    let style = environmentValue(node, "buttonStyle") ?? .none
    ext.style = style
    let type = heap.type(style)
    if conforms(type, protocols.buttonStyle) || conforms(type, protocols.primitiveButtonStyle) {
      let configuration = makeTagged(
        .buttonConfiguration,
        [
          Word(integer: Int(node)), makeTagged(.styleLabel, [Word(integer: Int(node))]), Word(truth: ext.isPressed),
          argument(word, "role"),
        ])
      let requirement = conforms(type, protocols.buttonStyle) ? protocols.buttonStyle : protocols.primitiveButtonStyle
      return try machine.callWitness(of: type, requirement.proto, requirement.index, [style, configuration]) ?? .none
    }
    let name =
      style.isNone ? "automatic" : constantName(style) == "init" ? info(style)?.type ?? "" : constantName(style)
    if name == "plain" || name == "PlainButtonStyle" { return ext.label }
    return makeTagged(.tinted, [ext.label])
  }

  private func toggleContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    ext.label = labelValue(node, word)
    let style = environmentValue(node, "toggleStyle") ?? .none
    let type = heap.type(style)
    let binding = argument(word, "isOn")
    ext.other = binding
    if conforms(type, protocols.toggleStyle) {
      let configuration = makeTagged(
        .toggleConfiguration,
        [Word(integer: Int(node)), makeTagged(.styleLabel, [Word(integer: Int(node))]), binding])
      return try machine.callWitness(
        of: type, protocols.toggleStyle.proto, protocols.toggleStyle.index, [style, configuration]) ?? .none
    }
    let parts = [ext.label, makeTagged(.spacerLeaf, []), makeTagged(.fixedLeaf, [Word(number: 51), Word(number: 31)])]
    for part in parts { heap.share(part) }
    return heap.make(.array, type: types.array(of: .unknown), parts)
  }

  private func labelContent(_ node: SID, _ word: Word) -> Word {
    let style = environmentValue(node, "labelStyle") ?? .none
    let name = style.isNone ? "" : constantName(style) == "init" ? info(style)?.type ?? "" : constantName(style)
    var icon = argument(word, "icon")
    var title = argument(word, "title")
    if !icon.isNone { icon = content(node, icon) }
    if !title.isNone { title = content(node, title) }
    if hasArgument(word, "systemImage") || hasArgument(word, "image") {
      title = argument(word, 0)
      icon = makeTagged(
        .symbolLeaf,
        [
          argument(word, hasArgument(word, "systemImage") ? "systemImage" : "image"),
          Word(truth: hasArgument(word, "systemImage")),
        ])
    }
    if name.hasPrefix("iconOnly") || name.hasPrefix("IconOnly") { return icon }
    if name.hasPrefix("titleOnly") || name.hasPrefix("TitleOnly") { return title }
    return heap.make(.array, type: types.array(of: .unknown), [icon, title])
  }

  /// Pressed state of a button; its style's body is evaluated again.
  func setPressed(_ node: SID, _ isPressed: Bool) {
    guard s[Int(node)].kind == .base, let ext = s[Int(node)].ext as? BaseExt, ext.isPressed != isPressed else { return }
    ext.isPressed = isPressed
    enqueue(.node(node), Transact())
  }
}
