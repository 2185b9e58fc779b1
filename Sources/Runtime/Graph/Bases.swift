/// Base views: layout kind, content, colours and texts of leaves and containers.

extension ViewGraph {
  /// Sets up a base when its chain is made.
  func setupBase(_ id: UID) {
    let node = u[Int(id)].s
    let word = s[Int(node)].value
    resolved = node
    switch u[Int(id)].op {
    case .text, .image, .shape, .divider, .unknownView, .slider, .textField:
      makeLayout(id, .empty)
      u[Int(id)].flags.insert(.isLeaf)
      makeFrame(id)
      evaluations &+= 1
      s[Int(node)].serial = evaluations
      styleLeaf(id)
    case .spacer:
      makeLayout(id, .spacer(minLength: number(word, "minLength")))
    case .arranged:
      makeLayout(id, .padding(arrangedInsets(word)))
      let n = s[Int(node)]
      let host = makeHost(
        id, kind: arrangedKind(word), content: arrangedContent(word), env: n.env, scope: n.scope, depth: n.depth)
      tree.setChildren(u[Int(id)].layout, [u[Int(host)].top])
    case .scrollView, .navigationStack, .timelineView:
      if u[Int(id)].op == .timelineView { timelines.append(node) }
      makeLayout(id, containerKind(id))
      let n = s[Int(node)]
      let host = makeHost(
        id, kind: .stack(.vertical, alignment: .centerX, spacing: nil), content: contentValue(node), env: n.env,
        scope: n.scope, depth: n.depth)
      tree.setChildren(u[Int(id)].layout, [u[Int(host)].top])
      if u[Int(id)].op == .navigationStack { mountNavigation(node) }
    case .button, .toggle, .label, .stepper, .progressView, .controlGroup, .link, .picker: setupControl(id)
    case .geometryReader:
      makeLayout(id, .geometryReader)
      u[Int(id)].flags.insert(.isHost)
      geometryReaders.append(node)
      let n = s[Int(node)]
      mountContent(id, .none, env: n.env, scope: n.scope, depth: n.depth)
    default:
      if u[Int(id)].op == .tabView, isPaged(node) {
        u[Int(id)].op = .pager
        pagers.append(id)
      }
      makeLayout(id, containerKind(id))
      u[Int(id)].flags.insert(.isHost)
      switch u[Int(id)].op {
      case .lazyVStack, .lazyHStack, .lazyVGrid, .lazyHGrid, .list, .tabView, .pager, .viewThatFits:
        partialHosts.append(id)
      case .customLayout: showLayout(node)
      default: break
      }
      let n = s[Int(node)]
      if u[Int(id)].op == .tabView {
        let ext = TabBarExt()
        ext.box = makeBarBox(.zstack(.center), over: .bottom)
        u[Int(id)].ext = ext
        tabViews.append(node)
      }
      mountContent(id, contentValue(node), env: n.env, scope: n.scope, depth: n.depth)
    }
  }

  /// The content of a container: a builder closure that runs as the node's evaluation, or a value.
  func contentValue(_ node: SID) -> Word {
    let word = s[Int(node)].value
    if s[Int(node)].serial == 0 {
      evaluations &+= 1
      s[Int(node)].serial = evaluations
    }
    switch s[Int(node)].op {
    case .tabView:
      if let closure = closureArgument(word), closureParameters(closure) == 0 { return call(node, closure, []) }
      return .none
    case .list: return listContent(node)
    case .customLayout:
      return content(node, closureArgument(word) ?? argument(word, 0))
    case .timelineView:
      guard let closure = closureArgument(word) else { return .none }
      return call(node, closure, [timelineContext(node)])
    default:
      let labelled = argument(word, "content")
      if !labelled.isNone { return content(node, labelled) }
      if let closure = closureArgument(word), closureParameters(closure) == 0 { return content(node, closure) }
      return .none
    }
  }

  /// `List(data) { row }` is a ForEach over the data.
  private func listContent(_ node: SID) -> Word {
    let word = s[Int(node)].value
    guard let closure = closureArgument(word) else { return .none }
    if closureParameters(closure) == 0 { return call(node, closure, []) }
    if hasArgument(word, "children") {
      report(
        RuntimeCode.notModelled, .note,
        "A list of rows with rows inside of them shows the outer ones alone: what they open is not modelled")
    }
    return makeTagged(.listRows, [word])
  }

  func containerKind(_ id: UID) -> LayoutKind {
    let word = s[Int(u[Int(id)].s)].value
    let spacing = number(word, "spacing")
    switch u[Int(id)].op {
    case .vstack: return .stack(.vertical, alignment: horizontalGuide(argument(word, "alignment")), spacing: spacing)
    case .hstack: return .stack(.horizontal, alignment: verticalGuide(argument(word, "alignment")), spacing: spacing)
    case .pager: return .pages
    case .zstack: return .zstack(alignment(argument(word, "alignment")))
    case .navigationStack, .tabView:
      // A controller's view: it takes all it is offered.
      return .flexibleFrame(
        width: OptionalRange(max: .infinity), height: OptionalRange(max: .infinity), .center)
    case .lazyVStack:
      return .lazyStack(.vertical, alignment: horizontalGuide(argument(word, "alignment")), spacing: spacing)
    case .lazyHStack:
      return .lazyStack(.horizontal, alignment: verticalGuide(argument(word, "alignment")), spacing: spacing)
    case .lazyVGrid:
      return .lazyGrid(
        .vertical, tracks: tracks(argument(word, "columns")),
        alignment: horizontalGuide(argument(word, "alignment")), spacing: spacing)
    case .lazyHGrid:
      return .lazyGrid(
        .horizontal, tracks: tracks(argument(word, "rows")), alignment: verticalGuide(argument(word, "alignment")),
        spacing: spacing)
    case .grid:
      return .grid(
        alignment(argument(word, "alignment")), horizontalSpacing: number(word, "horizontalSpacing"),
        verticalSpacing: number(word, "verticalSpacing"))
    case .viewThatFits:
      let given = argument(word, "in")
      return .viewThatFits(given.isNone ? .both : axes(given))
    case .scrollView:
      let first = argument(word, 0)
      return .scroll(info(word)?.labels.first == "_" && !first.isNone ? axes(first) : .vertical)
    case .list:
      return .list(listMetrics(u[Int(id)].s, isForm: info(word)?.type == "Form"))
    case .customLayout: return customLayoutKind(receiver(word))
    default: return .passthrough
    }
  }

  /// `VStackLayout` and its kin used as a function, or inside AnyLayout; a scene's own Layout.
  private func customLayoutKind(_ word: Word) -> LayoutKind {
    var layout = word
    for _ in 0..<8 {
      guard let info = info(layout) else { break }
      let spacing = number(layout, "spacing")
      switch info.type {
      case "AnyLayout": layout = argument(layout, 0)
      case "VStackLayout":
        return .stack(.vertical, alignment: horizontalGuide(argument(layout, "alignment")), spacing: spacing)
      case "HStackLayout":
        return .stack(.horizontal, alignment: verticalGuide(argument(layout, "alignment")), spacing: spacing)
      case "ZStackLayout": return .zstack(alignment(argument(layout, "alignment")))
      case "GridLayout":
        return .grid(
          alignment(argument(layout, "alignment")), horizontalSpacing: number(layout, "horizontalSpacing"),
          verticalSpacing: number(layout, "verticalSpacing"))
      default: return .custom
      }
      if heap.kind(layout) == .existential { layout = heap.slot(layout, 0) }
    }
    return .custom
  }

  private func tracks(_ word: Word) -> [GridTrack] {
    Array(heap.contents(word)).map { item in
      let size = member(item, "size") ?? argument(item, 0)
      let own = member(item, "spacing") ?? .none
      let aligned = member(item, "alignment") ?? .none
      let length: GridTrack.Length
      switch constantName(size) {
      case "fixed": length = .fixed(number(size, 0) ?? 0)
      case "adaptive":
        length = .adaptive(
          min: number(size, "minimum") ?? 10, max: number(size, "maximum") ?? .infinity)
      case "flexible":
        length = .flexible(min: number(size, "minimum") ?? 10, max: number(size, "maximum") ?? .infinity)
      default: length = enumTrack(size)
      }
      return GridTrack(
        length, spacing: own.isNone || own.isHandle ? nil : own.number,
        alignment: aligned.isNone ? nil : alignment(aligned))
    }
  }

  /// `GridItem.Size` as an enumeration: fixed, flexible, adaptive in declaration order.
  private func enumTrack(_ word: Word) -> GridTrack.Length {
    guard heap.kind(word) == .enumeration else { return .flexible(min: 10, max: .infinity) }
    let type = heap.type(word)
    let index = heap.slot(word, 0).integer
    let cases = types.nominalRow(type)?.cases ?? []
    let name = cases.indices.contains(index) ? cases[index].name : ""
    func payload(_ i: Int, _ fallback: Double) -> Double {
      let slot = heap.slot(word, i + 1)
      return slot.isNone || slot.isHandle ? fallback : slot.number
    }
    switch name {
    case "fixed": return .fixed(payload(0, 0))
    case "adaptive": return .adaptive(min: payload(0, 10), max: payload(1, .infinity))
    default: return .flexible(min: payload(0, 10), max: payload(1, .infinity))
    }
  }

  // MARK: Updates

  func updateBase(_ node: SID, old: Word) {
    guard s[Int(node)].instances.count == 2 else { return }
    refreshBase(node)
  }

  /// The view's value or something it reads changed.
  func refreshBase(_ node: SID) {
    guard s[Int(node)].instances.count == 2 else { return }
    let id = s[Int(node)].instances[0]
    resolved = node
    moved(id)
    evaluations &+= 1
    s[Int(node)].serial = evaluations
    s[Int(node)].flags.remove(.dirty)
    switch s[Int(node)].op {
    case .text, .image, .shape, .divider, .unknownView, .slider, .textField:
      styleLeaf(id)
    case .spacer: setLayout(id, .spacer(minLength: number(s[Int(node)].value, "minLength")))
    case .button, .toggle, .label, .stepper, .progressView, .controlGroup, .link, .picker: updateControl(node)
    case .arranged:
      let word = s[Int(node)].value
      setLayout(id, .padding(arrangedInsets(word)))
      if u[Int(id)].secondary >= 0 {
        tree.set(u[Int(u[Int(id)].secondary)].implicit, arrangedKind(word))
        updateContent(u[Int(id)].secondary, arrangedContent(word))
      }
    case .geometryReader: refreshReader(node)
    case .scrollView, .navigationStack, .timelineView:
      setLayout(id, containerKind(id))
      if s[Int(node)].op == .navigationStack {
        updateRootPage(node, contentValue(node))
        updateNavigation(node)
      } else {
        updateContent(u[Int(id)].secondary, contentValue(node))
      }
    default:
      setLayout(id, containerKind(id))
      if s[Int(node)].op == .tabView { barsDirty = true }
      if s[Int(node)].op == .list { markItems(id) }
      if s[Int(node)].op == .customLayout {
        showLayout(node)
        tree.invalidate(u[Int(id)].layout)
      }
      updateContent(id, contentValue(node))
    }
  }

  func setLayout(_ id: UID, _ kind: LayoutKind) {
    tree.set(u[Int(id)].layout, kind)
    needsLayout = true
  }

  /// Runs the content of a GeometryReader for its present size and place.
  func refreshReader(_ node: SID) {
    guard s[Int(node)].instances.count == 2, let ext = s[Int(node)].ext as? BaseExt, let size = ext.size,
      let closure = closureArgument(s[Int(node)].value)
    else { return }
    let proxy = makeTagged(
      .geometryProxy,
      [Word(integer: Int(s[Int(node)].instances[0])), Word(number: size.width), Word(number: size.height)],
      type: types.named("GeometryProxy") ?? .unknown)
    let value = call(node, closure, [proxy])
    updateContent(s[Int(node)].instances[0], value)
  }

  // MARK: Leaves

  /// Layout parameters, texts and colours of a leaf, as an evaluation of its node.
  func styleLeaf(_ id: UID) {
    let node = u[Int(id)].s
    moved(id)
    _ = evaluate(node, isNew: false) { styleLeafNow(id, node) }
  }

  private func styleLeafNow(_ id: UID, _ node: SID) {
    let word = s[Int(node)].value
    let ext = (u[Int(id)].ext as? LeafExt) ?? LeafExt()
    u[Int(id)].ext = ext
    let scope = s[Int(node)].scope
    switch u[Int(id)].op {
    case .text:
      let text = resolveText(word, at: node)
      noteTextTime(node)
      if ext.text != text.string {
        textChanged(id)
        if ext.text != nil { crossFade(id, ext, scope) }
      }
      ext.text = text.string
      setLayout(id, .text(text.content))
      let style = self.style(
        text.color.isNone ? environmentValue(node, "foregroundStyle") ?? .none : text.color, at: node)
      ext.gradient = style.gradient
      let color =
        text.color.isNone && environmentValue(node, "foregroundStyle") == nil
        ? self.color(named: "primary", node) ?? style.color : style.color
      ext.looks =
        text.looks.count == 1
        ? [LeafLook(text.looks[0])]
        : text.looks.map { look in
          var result = LeafLook(look)
          // A run without a colour has that of the environment, not that of the run beside it.
          let given = look.color.isNone ? environmentValue(node, "foregroundStyle") ?? .none : look.color
          result.color = given.isNone ? self.color(named: "primary", node) : self.style(given, at: node).color
          return result
        }
      setValue(id, ViewGraph.animatable(color), scope: scope)
    case .image: styleImage(id, word, node, ext)
    case .shape: styleShape(id, word, node, ext)
    case .divider:
      let isInMenu = environmentValue(node, "menuOwner") != nil
      setLayout(
        id,
        isInMenu
          ? .ranged(width: LengthRange(min: 0, ideal: 10, max: .infinity), height: .fixed(ViewGraph.menuGap)) : .divider
      )
      setValue(
        id, ViewGraph.animatable(color(named: "divider", node) ?? FrameColor(red: 0, green: 0, blue: 0, alpha: 0.29)),
        scope: scope)
    case .slider:
      setLayout(id, .ranged(width: LengthRange(min: 0, ideal: 10, max: .infinity), height: .fixed(31)))
    case .textField:
      let font = textStyle("body", node)
      let style = styleName(environmentValue(node, "textFieldStyle") ?? .none)
      let isBordered = style == "roundedBorder" || style == "RoundedBorderTextFieldStyle"
      let isEditor = info(word)?.type == "TextEditor"
      setLayout(
        id,
        isEditor
          ? .fill
          : .ranged(
            width: LengthRange(min: 0, ideal: 10, max: .infinity),
            height: .fixed(isBordered ? 34 : tree.textEngine.lineHeight(font))))
      let prompt =
        isEditor ? "" : plainText(tag(word) == .searchField ? heap.slot(word, 2) : word, node)
      var typed = ""
      let bound = boundText(word)
      if !bound.isNone, let value = try? readBinding(bound) {
        typed = heap.string(value) ?? ""
      }
      if info(word)?.type == "SecureField" { typed = String(repeating: "\u{2022}", count: typed.count) }
      ext.prompt = prompt
      ext.text = typed.isEmpty ? prompt : typed
      ext.showsPrompt = typed.isEmpty
      ext.isBordered = isBordered && !isEditor
    default:
      if tag(word) == .fixedLeaf {
        setLayout(
          id,
          .ranged(
            width: heap.slot(word, 1).isNone
              ? LengthRange(min: 0, ideal: 10, max: .infinity) : .fixed(heap.slot(word, 1).number),
            height: .fixed(heap.slot(word, 2).number)))
      } else {
        setLayout(id, .fill)
        // What a canvas draws is asked for when a picture is made.
        if let info = info(word), info.type != "Canvas" { note(info) }
      }
    }
  }

  /// A text that changes within an animated transaction is on its way from the old content to the new (semantics 4.14).
  private func crossFade(_ id: UID, _ ext: LeafExt, _ scope: SID) {
    let transaction = self.transaction(at: scope)
    guard let animation = transaction.animation, contentTransition(id) != "identity" else { return }
    ext.contentAnimation = start(
      ext.contentAnimation, .content(id), animation, [1], transaction, owner: id, observes: true)
    if ext.contentAnimation >= 0, let animator = running[Int(ext.contentAnimation)].animator {
      ext.contentProgress = animator.sample(at: now, client: animationClient)
        .flatMap { $0.first }.map { min(max($0 + 1 - (animator.interval.first ?? 1), 0), 1) }
    }
  }

  /// Name of the nearest `.contentTransition`.
  private func contentTransition(_ id: UID) -> String {
    var node = u[Int(id)].s
    while node >= 0 {
      if s[Int(node)].op == .contentTransition { return constantName(argument(s[Int(node)].value, 0)) }
      node = s[Int(node)].parent
    }
    return ""
  }

  private func styleImage(_ id: UID, _ word: Word, _ node: SID, _ ext: LeafExt) {
    var resizable = false
    var current = word
    var font: Word = .none
    var mode = ""
    while let info = info(current), info.selfCount == 1 {
      if info.base == "resizable" { resizable = true }
      if info.base == "font" { font = argument(current, 0) }
      if info.base == "renderingMode", mode.isEmpty {
        let value = argument(current, 0)
        if !value.isNone {
          mode = value.isHandle ? constantName(value) : value.integer == 0 ? "template" : "original"
        }
      }
      current = receiver(current)
    }
    var name = ""
    var isSymbol = false
    if tag(current) == .symbolLeaf {
      name = plainText(heap.slot(current, 1), node)
      isSymbol = heap.slot(current, 2).truth
    } else if hasArgument(current, "systemName") {
      name = heap.string(argument(current, "systemName")) ?? ""
      isSymbol = true
    } else {
      name = imageName(current, node)
    }
    ext.name = name
    var natural = Size(300, 300)
    ext.image = -1
    ext.isTemplate = false
    if isSymbol {
      natural = symbolSize(name, font, node)
    } else if let row = imageRows[name] {
      let asset = machine.module.images[row]
      natural = Size(asset.width, asset.height)
      ext.image = row
      if mode.isEmpty ? asset.isTemplate : mode == "template" {
        ext.isTemplate = true
        let set = environmentValue(node, "foregroundStyle")
        let style = self.style(set ?? .none, at: node)
        let color = set == nil ? self.color(named: "primary", node) ?? style.color : style.color
        setValue(id, ViewGraph.animatable(color), scope: s[Int(node)].scope)
      }
    } else if !name.isEmpty {
      report(
        RuntimeCode.missingAsset, .warning,
        "There is no image file for '\(name)'; a box of 300 x 300 points stands for it")
    }
    setLayout(id, .image(natural: natural, resizable: resizable, symbol: isSymbol))
    ext.isSymbol = isSymbol
    if isSymbol {
      let set = environmentValue(node, "foregroundStyle")
      let style = self.style(set ?? .none, at: node)
      let color = set == nil ? self.color(named: "primary", node) ?? style.color : style.color
      ext.gradient = set == nil ? nil : style.gradient
      styleSymbol(current, font, node, ext)
      setValue(id, ViewGraph.animatable(color), scope: s[Int(node)].scope)
    }
  }

  /// The binding of a field's text.
  func boundText(_ word: Word) -> Word { tag(word) == .searchField ? heap.slot(word, 1) : argument(word, "text") }

  /// The name that an image was made with, or that of its resource.
  func imageName(_ word: Word, _ node: SID) -> String {
    plainText(heap.contents(word).dropFirst().first { $0.isHandle } ?? .none, node)
  }

  /// Weight and layers of a symbol, for pictures.
  private func styleSymbol(_ word: Word, _ font: Word, _ node: SID, _ ext: LeafExt) {
    let given = font.isNone ? environmentValue(node, "font") ?? .none : font
    let resolved = given.isNone ? textStyle("body", node) : self.font(given, at: node)
    ext.weight = resolved.weight
    ext.size = resolved.size
    if let weight = environmentValue(node, "fontWeight"), !weight.isNone { ext.weight = fontWeight(weight) }
    ext.palette = []
    if let second = environmentValue(node, "foregroundStyle.secondary"), !second.isNone {
      ext.palette.append(style(second, at: node))
    }
    if let third = environmentValue(node, "foregroundStyle.tertiary"), !third.isNone {
      ext.palette.append(style(third, at: node))
    }
    let mode = environmentValue(node, "symbolRenderingMode") ?? .none
    ext.isHierarchical = mode.isHandle && constantName(mode) == "hierarchical"
  }

  /// Width of a symbol inside of a text.
  func symbolWidth(_ name: String, _ font: ResolvedFont, _ node: SID) -> Double {
    symbolSize(name, font.size, node).width
  }

  /// Size of a symbol in points: a factor of the font size by shape, rounded up to pixels.
  private func symbolSize(_ name: String, _ font: Word, _ node: SID) -> Size {
    var word = font.isNone ? environmentValue(node, "font") ?? .none : font
    if font.isNone, environmentValue(node, "tabLabel") != nil {
      word = makeTagged(.namedStyle, [machine.makeString("18.medium")])
    }
    let resolved = word.isNone ? textStyle("body", node) : self.font(word, at: node)
    return symbolSize(name, resolved.size, node)
  }

  private func symbolSize(_ name: String, _ size: Double, _ node: SID) -> Size {
    var factor = 1.0
    if let scale = environmentValue(node, "imageScale") {
      let value = scale.isHandle ? constantName(scale) : ["small", "medium", "large"][max(0, min(2, scale.integer))]
      factor = value == "small" ? 0.79 : value == "large" ? 1.28 : 1
    }
    var w = 1.18
    var h = 1.18
    if name.contains("circle") || name.contains("square") {
    } else if ["chevron.left", "chevron.right", "chevron.backward", "chevron.forward"].contains(where: {
      name.hasPrefix($0)
    }) {
      (w, h) = (0.62, 0.98)
    } else if name.hasPrefix("chevron.up.chevron.down") {
      (w, h) = (0.72, 1.1)
    } else if name.hasPrefix("chevron.") {
      (w, h) = (1.02, 0.62)
    } else if name == "plus" || name == "xmark" {
      (w, h) = (0.95, 0.95)
    } else if name == "ellipsis" {
      (w, h) = (1.05, 0.28)
    } else if name.hasPrefix("star") || name.hasPrefix("heart") || name.hasPrefix("bell") || name.hasPrefix("house") {
      (w, h) = (1.22, 1.12)
    } else if name.hasPrefix("person") || name.hasPrefix("camera") {
      (w, h) = (1.35, 1.15)
    }
    func up(_ value: Double) -> Double { (value * device.scale - 1e-9).rounded(.up) / device.scale }
    return Size(up(size * w * factor), up(size * h * factor))
  }

  private func styleShape(_ id: UID, _ word: Word, _ node: SID, _ ext: LeafExt) {
    let isShape = classIsShape(word)
    var shape = ResolvedShape()
    if isShape { shape = resolveShape(word) } else { shape.style = word }
    if isShape { shape = shownShape(shape, node) }
    ext.shape = shape
    ext.isShape = isShape
    let hasSize = isShape && shape.outline == .user && hasOwnWitness(heap.type(shape.value), protocols.shapeSize)
    setLayout(id, hasSize ? .custom : shape.outline == .circle && isShape ? .square : .fill)
    if hasSize { tree.invalidate(u[Int(id)].layout) }
    let given = shape.style
    let style: ResolvedStyle
    if given.isNone {
      if let set = environmentValue(node, "foregroundStyle") {
        style = self.style(set, at: node)
      } else {
        var plain = ResolvedStyle()
        plain.color = color(named: "primary", node) ?? plain.color
        style = plain
      }
    } else {
      style = self.style(given, at: node)
    }
    ext.gradient = style.gradient
    // The last layer in the shape's style animates; the others are shown as they are.
    let main = shape.layers.lastIndex { $0.style == given } ?? -1
    ext.layers = shape.layers.indices.map { $0 == main ? nil : self.style(shape.layers[$0].style, at: node) }
    var vector = ViewGraph.animatable(style.color)
    vector.append(contentsOf: shape.radii)
    vector.append(128 * shape.trimFrom)
    vector.append(128 * shape.trimTo)
    vector.append(shape.lineWidth)
    setValue(id, vector, scope: s[Int(node)].scope)
  }

  /// A shape rather than a colour or gradient used as a view.
  func classIsShape(_ word: Word) -> Bool {
    if tag(word) == .styledShape { return true }
    if heap.kind(word) != .description { return true }
    return op(word) == .shape
  }
}

/// How a run of a text looks beyond its font.
struct LeafLook {
  /// nil: the colour of the leaf, which animates.
  var color: FrameColor?
  var isUnderlined = false
  var isStruck = false
  /// The symbol that the run shows.
  var symbol: String?

  init(_ look: ViewGraph.RunLook) {
    symbol = look.symbol
    isUnderlined = look.isUnderlined
    isStruck = look.isStruck
  }
}

/// What a leaf draws.
final class LeafExt: UExt {
  var text: String?
  /// What a field says while nothing is in it; steps know the field by it.
  var prompt: String?
  /// A field with nothing in it shows its prompt.
  var showsPrompt = false
  /// The field has a border; its text stands in from it.
  var isBordered = false
  /// 0 ... 1 while a changed text takes the place of the old one.
  var contentProgress: Double?
  var contentAnimation: Int32 = -1
  var name: String?
  var gradient: FrameGradient?
  var shape = ResolvedShape()
  var isShape = false
  /// Runs of a text.
  var looks: [LeafLook] = []
  /// Fills and strokes of a shape with styles of their own; nil for the one that animates.
  var layers: [ResolvedStyle?] = []
  /// A symbol, with the colours of its further layers and the weight of its lines.
  var isSymbol = false
  var palette: [ResolvedStyle] = []
  var isHierarchical = false
  var weight = 0.0
  /// Point size of the symbol's font.
  var size = 17.0
  /// Row of the module's images, -1 for none; drawn in the leaf's colour where it is a template.
  var image = -1
  var isTemplate = false
}
