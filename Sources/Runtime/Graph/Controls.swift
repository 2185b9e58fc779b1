/// Controls made of other views: buttons, toggles, labels, with the styles of the scene or the system.

extension ViewGraph {
  func setupControl(_ id: UID) {
    let node = u[Int(id)].s
    makeLayout(id, .passthrough)
    switch u[Int(id)].op {
    // Whether the finger is still on it is asked of the box that is shown.
    case .button, .toggle, .stepper, .link, .picker: makeFrame(id, observes: true)
    default: break
    }
    let n = s[Int(node)]
    evaluations &+= 1
    s[Int(node)].serial = evaluations
    // What a style makes, and what has its own arrangement, are one view; several are those of a style's body.
    let kind: LayoutKind =
      u[Int(id)].op == .button
      ? .stack(.horizontal, alignment: .centerY, spacing: nil) : .stack(.vertical, alignment: .centerX, spacing: nil)
    let host = makeHost(id, kind: kind, content: controlContent(node), env: n.env, scope: n.scope, depth: n.depth)
    tree.setChildren(u[Int(id)].layout, [u[Int(host)].top])
  }

  func updateControl(_ node: SID) {
    let id = s[Int(node)].instances[0]
    let content = controlContent(node)
    updatePlaceholders(node)
    updateContent(u[Int(id)].secondary, content)
    updateMenu(node)
  }

  /// What a control shows: its style's body, or the system's arrangement.
  private func controlContent(_ node: SID) -> Word {
    guard let ext = s[Int(node)].ext as? BaseExt else { return .none }
    let word = s[Int(node)].value
    return evaluate(node, isNew: false) { () throws -> Word in
      switch s[Int(node)].op {
      case .button: return try buttonContent(node, word, ext)
      case .toggle: return try toggleContent(node, word, ext)
      case .stepper: return stepperContent(node, word, ext)
      case .progressView: return try progressContent(node, word, ext)
      case .controlGroup: return try groupContent(node, word, ext)
      case .link: return try linkContent(node, word, ext)
      case .picker: return pickerContent(node, word, ext)
      default: return try labelContent(node, word, ext)
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
      return titled(word, first)
    }
    let destination = argument(word, "destination")
    if let closure = closureArgument(word), closureParameters(closure) == 0, closure != destination,
      closure != argument(word, "action")
    {
      return content(node, closure)
    }
    return .none
  }

  /// A title, with the image that is named beside it.
  func titled(_ word: Word, _ title: Word) -> Word {
    let isSystem = hasArgument(word, "systemImage")
    guard isSystem || hasArgument(word, "image") else { return title }
    return makeTagged(
      .iconLabel, [title, argument(word, isSystem ? "systemImage" : "image"), Word(truth: isSystem)])
  }

  private func buttonContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    if tag(word) == .headerButton {
      ext.label = heap.slot(word, 2)
      return ext.label
    }
    if tag(word) == .barButton {
      // Segments and the rows of a panel do not fade under the finger.
      ext.fades = heap.slot(word, 1).integer != BarButton.choice.rawValue
      ext.label = heap.slot(word, 4)
      return dialogLabel(node, ext.label) ?? ext.label
    }
    ext.label = labelValue(node, word)
    if let label = dialogLabel(node, ext.label) { return label }
    if let label = menuLabel(node, ext.label, role: argument(word, "role")) {
      ext.fades = false
      return label
    }
    if info(word)?.type == "NavigationLink", s[Int(node)].host >= 0, u[Int(s[Int(node)].host)].op == .list {
      // A link that is a row of a list: its label over the row's width, with the mark of what leads on.
      return arranged(
        .horizontal, [ext.label, spacerPiece(), piece(.disclosure, width: 10.5, height: 14)], spacing: 0)
    }
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
    let role = argument(word, "role")
    let isDestructive = !role.isNone && constantName(role) == "destructive"
    let isOff = !isEnabled(node)
    let name =
      style.isNone ? "automatic" : constantName(style) == "init" ? info(style)?.type ?? "" : constantName(style)
    if name == "plain" || name == "PlainButtonStyle" { return ext.label }
    if let insets = borderInsets(node, name) {
      let size = controlSizeName(node)
      let font = size == "small" || size == "mini" ? "subheadline" : nil
      let isProminent = name.hasSuffix("rominent") || name.hasPrefix("BorderedProminent")
      let label = styled(ext.label, font: font)
      let shown =
        isProminent
        ? styled(ext.label, font: font, color: isOff ? "tertiaryLabel" : "white")
        : isOff || isDestructive
          ? styled(label, color: isOff ? "tertiaryLabel" : "red") : makeTagged(.tinted, [label])
      return arranged(
        .horizontal, [shown],
        insets: insets,
        ground: isOff
          ? .field : isDestructive ? isProminent ? .destructive : .paleRed : isProminent ? .prominent : .bordered)
    }
    if isOff { return styled(ext.label, color: "tertiaryLabel") }
    return isDestructive ? styled(ext.label, color: "red") : makeTagged(.tinted, [ext.label])
  }

  private func controlSizeName(_ node: SID) -> String {
    guard let value = environmentValue(node, "controlSize"), !value.isNone else { return "regular" }
    if value.isHandle { return constantName(value) }
    let names = ["mini", "small", "regular", "large", "extraLarge"]
    return names.indices.contains(value.integer) ? names[value.integer] : "regular"
  }

  /// What the bordered button styles put around their label.
  func borderInsets(_ node: SID, _ name: String) -> Insets? {
    switch name {
    case "bordered", "borderedProminent", "BorderedButtonStyle", "BorderedProminentButtonStyle", "glass",
      "glassProminent":
      break
    default: return nil
    }
    switch controlSizeName(node) {
    case "mini", "small": return Insets(top: 5, leading: 10, bottom: 5, trailing: 10)
    case "large", "extraLarge": return Insets(top: 15, leading: 20, bottom: 15, trailing: 20)
    default: return Insets(top: 7, leading: 12, bottom: 7, trailing: 12)
    }
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
    if environmentValue(node, "menuOwner") != nil {
      return menuLabel(node, ext.label, isChosen: try readBinding(binding).truth) ?? ext.label
    }
    let name = styleName(style)
    if name == "button" || name == "ButtonToggleStyle" {
      // As a bordered button; one that is on is filled with the tint.
      let value = try readBinding(binding)
      let isOn = !value.isNone && !value.isHandle && value.truth
      let insets = borderInsets(node, "bordered") ?? .zero
      return arranged(
        .horizontal, [isOn ? styled(ext.label, color: "white") : makeTagged(.tinted, [ext.label])], insets: insets,
        ground: isOn ? .prominent : .bordered)
    }
    let knob = piece(.switching, width: 51, height: 31)
    if hidesLabels(node) { return knob }
    return arranged(.horizontal, [ext.label, spacerPiece(), knob], spacing: 8)
  }

  private func labelContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    let name = styleName(environmentValue(node, "labelStyle") ?? .none)
    if tag(argument(word, 0)) == .styleConfiguration {
      // `Label(configuration)` inside a style shows that label as it would be without the style.
      let owner = SID(truncatingIfNeeded: heap.slot(argument(word, 0), 1).integer)
      return arranged(
        .horizontal, [partPlaceholder(owner, .icon), partPlaceholder(owner, .label)], .firstTextBaseline, spacing: 8)
    }
    var icon = argument(word, "icon")
    var title = argument(word, "title")
    if tag(word) == .iconLabel {
      title = heap.slot(word, 1)
      icon = makeTagged(.symbolLeaf, [heap.slot(word, 2), heap.slot(word, 3)])
    }
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
    setPart(.label, title, ext)
    setPart(.icon, icon, ext)
    if let body = try styledBody(node, "labelStyle", protocols.labelStyle) { return body }
    if environmentValue(node, "tabLabel") != nil { return tabArrangement(icon, title) }
    if name.hasPrefix("iconOnly") || name.hasPrefix("IconOnly") { return icon }
    if name.hasPrefix("titleOnly") || name.hasPrefix("TitleOnly") { return title }
    if name == "automatic" || name.hasPrefix("DefaultLabelStyle"), let given = environmentValue(node, "labelLook") {
      switch heap.string(given) {
      case "iconOnly" where !icon.isNone: return icon
      case "titleOnly" where !title.isNone: return title
      case "menu": return icon.isNone ? title : arranged(.horizontal, [title, spacerPiece(), icon], spacing: 8)
      default: break
      }
    }
    return arranged(.horizontal, [icon, title], .firstTextBaseline, spacing: 8)
  }

  /// Pressed state of a button; its style's body is evaluated again.
  func setPressed(_ node: SID, _ isPressed: Bool) {
    guard s[Int(node)].kind == .base, let ext = s[Int(node)].ext as? BaseExt, ext.isPressed != isPressed else { return }
    ext.isPressed = isPressed
    enqueue(.node(node), Transact())
  }
}
