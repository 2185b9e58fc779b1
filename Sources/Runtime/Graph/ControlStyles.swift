/// Controls that are arrangements of other views: what each shows by itself, and what the scene's styles make of it.

/// A piece of a control that its style may place.
enum ControlPart: Int {
  case label, content, icon, currentValue, minimumValue, maximumValue
}

/// A drawn piece of a control, by the number in its `fixedLeaf`.
enum ControlPiece: Int {
  case switching, stepper, bar, spinner, gauge, chevron, disclosure, cell, segments, wheel, colorWell
}

/// What is drawn behind an arrangement.
enum ControlGround: Int {
  /// Of a button in the tint's pale form, of one filled with the tint, of a field or box in grey, of a group.
  case bordered, prominent, field, group
  /// Of destructive buttons, pale and filled.
  case paleRed, destructive
}

extension ViewGraph {
  // MARK: Arrangements

  /// Views one beside, below or above the other with insets around them, as one view.
  ///
  /// - Parameters:
  ///   - axis: nil puts one over the other.
  ///   - spacing: points; nil: the distances the views themselves ask for.
  ///   - keepsPlaces: a part that is not there leaves the others what they are.
  func arranged(
    _ axis: Axis?, _ parts: [Word], _ guide: Guide = .centerY, spacing: Double? = nil, insets: Insets = .zero,
    ground: ControlGround? = nil, keepsPlaces: Bool = false
  ) -> Word {
    let shown = keepsPlaces ? parts : parts.filter { !$0.isNone }
    for part in shown { heap.share(part) }
    return makeTagged(
      .arranged,
      [
        Word(integer: axis == nil ? 2 : axis == .vertical ? 1 : 0), Word(integer: Int(guide.id)),
        spacing.map { Word(number: $0) } ?? .none, Word(number: insets.top), Word(number: insets.leading),
        Word(number: insets.bottom), Word(number: insets.trailing),
        heap.make(.array, type: types.array(of: .unknown), shown), ground.map { Word(integer: $0.rawValue) } ?? .none,
      ])
  }

  /// What is drawn behind an arrangement, nil for nothing.
  func arrangedGround(_ word: Word) -> ControlGround? {
    guard tag(word) == .arranged, heap.count(word) > 9, !heap.slot(word, 9).isNone else { return nil }
    return ControlGround(rawValue: heap.slot(word, 9).integer)
  }

  func arrangedContent(_ word: Word) -> Word { heap.slot(word, 8) }

  func arrangedInsets(_ word: Word) -> Insets {
    Insets(
      top: heap.slot(word, 4).number, leading: heap.slot(word, 5).number, bottom: heap.slot(word, 6).number,
      trailing: heap.slot(word, 7).number)
  }

  func arrangedKind(_ word: Word) -> LayoutKind {
    let guide = Guide(id: UInt16(truncatingIfNeeded: heap.slot(word, 2).integer))
    let spacing = heap.slot(word, 3)
    let distance = spacing.isNone ? nil : spacing.number
    switch heap.slot(word, 1).integer {
    case 3: return .bar(height: spacing.isNone ? 0 : spacing.number)
    case 5:
      let width = spacing.isNone ? 0 : spacing.number
      return .lazyGrid(.vertical, tracks: [GridTrack(.fixed(width), spacing: 0)], alignment: .centerX, spacing: 0)
    case 4:
      let tracks = Int(max(1, min(64, spacing.isNone ? 1 : spacing.number)))
      return .lazyGrid(
        .vertical, tracks: Array(repeating: GridTrack(.flexible(min: 0, max: .infinity), spacing: 0), count: tracks),
        alignment: .centerX, spacing: 0)
    case 0: return .stack(.horizontal, alignment: guide, spacing: distance)
    case 1: return .stack(.vertical, alignment: guide, spacing: distance)
    default: return .zstack(.center)
    }
  }

  /// A drawn piece; a missing width takes what is proposed.
  func piece(_ kind: ControlPiece, width: Double?, height: Double) -> Word {
    makeTagged(
      .fixedLeaf, [width.map { Word(number: $0) } ?? .none, Word(number: height), Word(integer: kind.rawValue)])
  }

  func spacerPiece() -> Word { makeTagged(.spacerLeaf, []) }

  /// Content in a text style, and perhaps a system colour.
  func styled(_ content: Word, font: String? = nil, color: String? = nil) -> Word {
    if content.isNone { return .none }
    var result = content
    if let color { result = makeTagged(.tinted, [result, machine.makeString(color)]) }
    if let font { result = makeTagged(.fonted, [result, machine.makeString(font)]) }
    return result
  }

  // MARK: Parts and configurations

  /// Notes what a part shows and makes the placeholder by which a style places it; `.none` for nothing.
  @discardableResult
  func setPart(_ part: ControlPart, _ value: Word, _ ext: BaseExt) -> Word {
    ext.parts[part] = value
    return value
  }

  /// The placeholder of a part in a style's configuration.
  func partPlaceholder(_ node: SID, _ part: ControlPart) -> Word {
    guard let ext = s[Int(node)].ext as? BaseExt, let value = ext.parts[part], !value.isNone else { return .none }
    return makeTagged(.styleLabel, [Word(integer: Int(node)), Word(integer: part.rawValue)])
  }

  func configuration(_ node: SID) -> Word { makeTagged(.styleConfiguration, [Word(integer: Int(node))]) }

  /// The body that a style of the scene makes of a control; nil where the style is one of the system's.
  func styledBody(_ node: SID, _ key: String, _ requirement: KnownProtocols.Requirement) throws -> Word? {
    let style = environmentValue(node, key) ?? .none
    let type = heap.type(style)
    guard !style.isNone, conforms(type, requirement), requirement.index >= 0, hasOwnWitness(type, requirement) else {
      return nil
    }
    return try machine.callWitness(of: type, requirement.proto, requirement.index, [style, configuration(node)])
  }

  /// Name of a style of the system: `bordered` for `.bordered` and `BorderedButtonStyle()`.
  func styleName(_ style: Word) -> String {
    if style.isNone { return "automatic" }
    let name = constantName(style)
    return name == "init" ? info(style)?.type ?? "" : name
  }

  func hidesLabels(_ node: SID) -> Bool { environmentValue(node, "labelsHidden") != nil }

  /// A part given by a closure, by a string or by a view; `.none` where there is none.
  func partValue(_ node: SID, _ word: Word, _ label: String) -> Word {
    let value = argument(word, label)
    return value.isNone ? .none : content(node, value)
  }

  // MARK: What controls show by themselves

  func stepperContent(_ node: SID, _ word: Word, _ ext: BaseExt) -> Word {
    let label = setPart(.label, controlLabel(node, word), ext)
    let buttons = piece(.stepper, width: 94, height: 32)
    return hidesLabels(node) ? buttons : arranged(.horizontal, [label, spacerPiece(), buttons], spacing: 8)
  }

  func progressContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    let isGauge = info(word)?.type == "Gauge"
    setPart(.label, controlLabel(node, word), ext)
    setPart(.currentValue, partValue(node, word, "currentValueLabel"), ext)
    setPart(.minimumValue, partValue(node, word, "minimumValueLabel"), ext)
    setPart(.maximumValue, partValue(node, word, "maximumValueLabel"), ext)
    let key = isGauge ? "gaugeStyle" : "progressViewStyle"
    if let body = try styledBody(node, key, isGauge ? protocols.gaugeStyle : protocols.progressViewStyle) {
      return body
    }
    let label = hidesLabels(node) ? Word.none : ext.parts[.label] ?? .none
    let value = ext.parts[.currentValue] ?? .none
    let name = styleName(environmentValue(node, key) ?? .none)
    if isGauge {
      if name.hasPrefix("accessoryCircular") || name.hasPrefix("AccessoryCircular") {
        let ring = piece(.gauge, width: 58, height: 58)
        let inside = value.isNone ? label : value
        return inside.isNone
          ? ring
          : arranged(nil, [ring, makeTagged(.oneLine, [styled(inside, font: value.isNone ? "caption" : "title3")])])
      }
      let low = ext.parts[.minimumValue] ?? .none
      let high = ext.parts[.maximumValue] ?? .none
      let bar = piece(.bar, width: nil, height: 6)
      let line = low.isNone && high.isNone ? bar : arranged(.horizontal, [low, bar, high], spacing: 8)
      return arranged(
        .vertical, [label, line, styled(value, font: "caption", color: "secondary")], .centerX, spacing: 4)
    }
    let isCircular = name == "circular" || name == "CircularProgressViewStyle"
    if hasArgument(word, "value") && !isCircular || hasArgument(word, "timerInterval") {
      let bar = piece(.bar, width: nil, height: 4)
      if label.isNone && value.isNone { return bar }
      return arranged(
        .vertical, [label, bar, styled(value, font: "caption", color: "secondary")], .leading, spacing: 4)
    }
    let size = environmentValue(node, "controlSize").map { $0.isHandle ? constantName($0) : "\($0.integer)" } ?? ""
    let side = size == "large" || size == "3" || size == "extraLarge" || size == "4" ? 37.0 : 20.0
    let spinner = piece(.spinner, width: side, height: side)
    return label.isNone
      ? spinner : arranged(.vertical, [spinner, styled(label, color: "secondary")], .centerX, spacing: 8)
  }

  /// ControlGroup, GroupBox, DisclosureGroup, LabeledContent, ContentUnavailableView and the like.
  func groupContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    let type = info(word)?.type ?? ""
    switch type {
    case "GroupBox":
      setPart(.label, controlLabel(node, word), ext)
      setPart(.content, builtContent(node, word), ext)
      if let body = try styledBody(node, "groupBoxStyle", protocols.groupBoxStyle) { return body }
      return arranged(
        .vertical, [styled(ext.parts[.label] ?? .none, font: "headline"), ext.parts[.content] ?? .none], .leading,
        spacing: 8, insets: Insets(top: 16, leading: 16, bottom: 16, trailing: 16), ground: .group)
    case "LabeledContent":
      var label = controlLabel(node, word)
      var value = builtContent(node, word)
      if info(word)?.labels.first == "_", label.isNone { label = argument(word, 0) }
      if value.isNone { value = textValue(node, word) }
      setPart(.label, label, ext)
      setPart(.content, value, ext)
      if let body = try styledBody(node, "labeledContentStyle", protocols.labeledContentStyle) { return body }
      let shown = styled(value, color: "secondary")
      return hidesLabels(node)
        ? shown : arranged(.horizontal, [label, spacerPiece(), shown], .firstTextBaseline, spacing: 8)
    case "DisclosureGroup":
      let label = setPart(.label, controlLabel(node, word), ext)
      let content = setPart(.content, builtContent(node, word), ext)
      ext.other = argument(word, "isExpanded")
      if let body = try styledBody(node, "disclosureGroupStyle", protocols.disclosureGroupStyle) { return body }
      let header = makeTagged(
        .headerButton,
        [
          Word(integer: Int(node)),
          arranged(.horizontal, [label, spacerPiece(), piece(.chevron, width: 12, height: 14)], spacing: 8),
        ])
      if isRow(node) { return disclosedRows(node, header, content) }
      return arranged(.vertical, [header, isExpanded(node) ? content : .none], .leading, keepsPlaces: true)
    case "ContentUnavailableView":
      return unavailableContent(node, word)
    case "Slider":
      return arranged(
        .horizontal,
        [
          partValue(node, word, "minimumValueLabel"), makeTagged(.bareSlider, [word]),
          partValue(node, word, "maximumValueLabel"),
        ], spacing: 8)
    default:
      setPart(.label, controlLabel(node, word), ext)
      setPart(.content, builtContent(node, word), ext)
      if type == "ControlGroup", let body = try styledBody(node, "controlGroupStyle", protocols.controlGroupStyle) {
        return body
      }
      let content = ext.parts[.content] ?? .none
      return arranged(
        type == "ControlGroup" ? .horizontal : .vertical, [content], type == "ControlGroup" ? .centerY : .centerX)
    }
  }

  /// The header and, while it is open, the content of a disclosure group as rows of the list it stands in.
  private func disclosedRows(_ node: SID, _ header: Word, _ content: Word) -> Word {
    var rows = [listCell(header)]
    if isExpanded(node) {
      for view in subviews(of: content, node) {
        rows.append(
          arranged(
            .horizontal, [listCell(arranged(.horizontal, [view, spacerPiece()], spacing: 0))],
            insets: Insets(top: 0, leading: ViewGraph.disclosedIndent, bottom: 0, trailing: 0)))
      }
    }
    // What opens comes below the header, which stays.
    return listColumn([rows[0], heap.make(.array, type: types.array(of: .unknown), Array(rows.dropFirst()))])
  }

  /// How far the rows of an open disclosure group stand in.
  static let disclosedIndent = 16.0

  /// A large symbol, a title and a description, in the middle of what is proposed.
  private func unavailableContent(_ node: SID, _ word: Word) -> Word {
    var symbol = Word.none
    var title = Word.none
    var text = Word.none
    var actions = Word.none
    if hasArgument(word, "label") {
      title = partValue(node, word, "label")
      text = partValue(node, word, "description")
      actions = partValue(node, word, "actions")
    } else if info(word)?.labels.first == "_" {
      title = argument(word, 0)
      text = argument(word, "description")
      if hasArgument(word, "systemImage") {
        symbol = makeTagged(.symbolLeaf, [argument(word, "systemImage"), .truth])
      } else if hasArgument(word, "image") {
        symbol = makeTagged(.symbolLeaf, [argument(word, "image"), Word(truth: false)])
      }
    }
    let column = arranged(
      .vertical,
      [
        styled(symbol, font: "largeTitle", color: "secondary"), styled(title, font: "title2"),
        styled(text, font: "subheadline", color: "secondary"), actions,
      ], .centerX, spacing: 8)
    let row = arranged(.horizontal, [spacerPiece(), column, spacerPiece()], spacing: 0)
    return arranged(.vertical, [spacerPiece(), row, spacerPiece()], .centerX, spacing: 0)
  }

  /// A link, a menu, an edit button: the label in the tint.
  func linkContent(_ node: SID, _ word: Word, _ ext: BaseExt) throws -> Word {
    var label = controlLabel(node, word)
    switch info(word)?.type {
    case "EditButton": label = machine.makeString("Edit")
    case "RenameButton": label = machine.makeString("Rename")
    case "ShareLink" where label.isNone:
      label = arranged(
        .horizontal,
        [makeTagged(.symbolLeaf, [machine.makeString("square.and.arrow.up"), .truth]), machine.makeString("Share…")],
        .firstTextBaseline, spacing: 8)
    case "Menu" where !argument(word, "configuration").isNone: return .none
    default: break
    }
    setPart(.label, label, ext)
    if info(word)?.type == "Menu" {
      // A menu style is given the menu itself, which shows its label.
      if tag(argument(word, 0)) == .styleConfiguration {
        let owner = SID(truncatingIfNeeded: heap.slot(argument(word, 0), 1).integer)
        return partPlaceholder(owner, .label)
      }
      let mark = styled(makeTagged(.symbolLeaf, [machine.makeString("chevron.right"), .truth]), font: "13.semibold")
      if let row = menuLabel(node, label, mark: mark) { return row }
      if let body = try styledBody(node, "menuStyle", protocols.menuStyle) { return body }
      if let insets = borderInsets(node, styleName(environmentValue(node, "buttonStyle") ?? .none)) {
        let isProminent = styleName(environmentValue(node, "buttonStyle") ?? .none).hasSuffix("rominent")
        return arranged(
          .horizontal, [isProminent ? styled(label, color: "white") : makeTagged(.tinted, [label])], insets: insets,
          ground: isProminent ? .prominent : .bordered)
      }
    }
    if let row = menuLabel(node, label) { return row }
    return makeTagged(.tinted, [label])
  }

  // MARK: Pieces of descriptions

  /// A label given by a closure or view, or by a title in front.
  func controlLabel(_ node: SID, _ word: Word) -> Word {
    let labelled = argument(word, "label")
    if !labelled.isNone { return content(node, labelled) }
    guard let info = info(word), info.labels.first == "_" else { return .none }
    let first = argument(word, 0)
    if heap.kind(first) == .closure || tag(first) == .binding { return .none }
    return titled(word, first)
  }

  /// What the content closure gives.
  func builtContent(_ node: SID, _ word: Word) -> Word {
    let labelled = argument(word, "content")
    if !labelled.isNone { return content(node, labelled) }
    let label = argument(word, "label")
    for slot in heap.contents(word).dropFirst()
    where heap.kind(slot) == .closure && slot != label && closureParameters(slot) == 0 {
      return content(node, slot)
    }
    return .none
  }

  /// `LabeledContent("Name", value: …)`.
  private func textValue(_ node: SID, _ word: Word) -> Word {
    let value = argument(word, "value")
    if value.isNone { return .none }
    if heap.kind(value) == .string { return value }
    return scene { machine.makeString(try machine.describe(value, type: heap.type(value))) } ?? .none
  }

  // MARK: Disclosure

  func isExpanded(_ node: SID) -> Bool {
    guard node >= 0, let ext = s[Int(node)].ext as? BaseExt else { return false }
    if ext.other.isNone { return ext.isPressed }
    let value = scene { try readBinding(ext.other) } ?? .none
    return !value.isNone && !value.isHandle && value.truth
  }

  func setExpanded(_ node: SID, _ isExpanded: Bool) {
    guard node >= 0, let ext = s[Int(node)].ext as? BaseExt else { return }
    if ext.other.isNone {
      if ext.isPressed == isExpanded { return }
      ext.isPressed = isExpanded
      enqueue(.node(node), current)
    } else {
      _ = scene { try writeBinding(ext.other, Word(truth: isExpanded), current, 0) }
    }
  }

  // MARK: Natives

  static func registerConfigurations(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    func node(_ call: NativeCall) -> SID { SID(truncatingIfNeeded: call.heap.slot(call[0], 1).integer) }
    let parts: [(type: String, member: String, part: ControlPart)] = [
      ("LabelStyleConfiguration", "title", .label), ("LabelStyleConfiguration", "icon", .icon),
      ("ProgressViewStyleConfiguration", "label", .label),
      ("ProgressViewStyleConfiguration", "currentValueLabel", .currentValue),
      ("GaugeStyleConfiguration", "label", .label),
      ("GaugeStyleConfiguration", "currentValueLabel", .currentValue),
      ("GaugeStyleConfiguration", "minimumValueLabel", .minimumValue),
      ("GaugeStyleConfiguration", "maximumValueLabel", .maximumValue),
      ("GroupBoxStyleConfiguration", "label", .label), ("GroupBoxStyleConfiguration", "content", .content),
      ("LabeledContentStyleConfiguration", "label", .label),
      ("LabeledContentStyleConfiguration", "content", .content),
      ("DisclosureGroupStyleConfiguration", "label", .label),
      ("DisclosureGroupStyleConfiguration", "content", .content),
      ("ControlGroupStyleConfiguration", "label", .label), ("ControlGroupStyleConfiguration", "content", .content),
      ("FormStyleConfiguration", "content", .content),
    ]
    for (type, member, part) in parts {
      registry.register("\(type).\(member)") { call in
        guard let graph = graph() else { return }
        call.result = graph.partPlaceholder(node(call), part)
      }
    }
    registry.register("ProgressViewStyleConfiguration.fractionCompleted") { call in
      guard let graph = graph() else { return }
      call.result = graph.controlFraction(node(call)).map { Word(number: $0) } ?? .none
    }
    registry.register("GaugeStyleConfiguration.value") { call in
      guard let graph = graph() else { return }
      call.result = Word(number: graph.controlFraction(node(call)) ?? 0)
    }
    registry.register("DisclosureGroupStyleConfiguration.isExpanded") { call in
      guard let graph = graph() else { return }
      call.result = Word(truth: graph.isExpanded(node(call)))
    }
    registry.register("DisclosureGroupStyleConfiguration.isExpanded=") { call in
      graph()?.setExpanded(node(call), call[1].truth)
      call.setResult(call[0], at: 1)
    }
    registry.register("DisclosureGroupStyleConfiguration.$isExpanded") { call in
      guard let graph = graph(), let ext = graph.s[Int(node(call))].ext as? BaseExt else { return }
      call.result = ext.other
    }
  }
}
