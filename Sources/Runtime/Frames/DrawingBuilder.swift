/// The drawing of a frame from its display list: for each leaf what it shows, in its own space.

extension ViewGraph {
  func makeDrawing(_ items: [DisplayItem]) -> FrameDrawing {
    var table = EffectTable(count: u.count)
    var drawing = FrameDrawing()
    drawing.isDark = screenIsDark
    if windows.count < 2 {
      drawing.leaves = drawnLeaves(items, &table, 0)
    } else {
      var start = 0
      for window in windows where u[Int(window)].isAlive {
        if window != windows[0] { drawing.leaves.append(contentsOf: backdrop(window)) }
        let end = items[start...].firstIndex { self.window(of: $0.id) != window } ?? items.count
        drawing.leaves.append(contentsOf: drawnLeaves(Array(items[start..<end]), &table, 0))
        start = end
      }
    }
    drawing.effects = table.effects
    return drawing
  }

  func window(of id: UID) -> UID {
    var node = id
    while u[Int(node)].parent >= 0 { node = u[Int(node)].parent }
    return node
  }

  /// The scheme of the screen: what a `preferredColorScheme` asks for, else the run's.
  private var screenIsDark: Bool {
    for node in s where node.kind == .environment && node.op == .colorScheme {
      guard let info = info(node.value), info.base == "preferredColorScheme" else { continue }
      let value = argument(node.value, 0)
      if value.isNone { continue }
      return value.isHandle ? constantName(value) == "dark" : value.integer == 1
    }
    return isDark(-1)
  }

  /// What lies under a sheet or cover: a dimmed screen and the presentation's own ground.
  private func backdrop(_ window: UID) -> [FrameLeaf] {
    let dy = shownValue(window)?.first ?? 0
    let isDialog = presentations.contains {
      (s[Int($0)].op == .alert || s[Int($0)].op == .confirmationDialog)
        && (s[Int($0)].ext as? PresentationExt)?.window == window
    }
    if isDialog { return dialogBackdrop(window, isDimmed: true) }
    if isMenuWindow(window) { return dialogBackdrop(window, isDimmed: false) }
    let isCover = presentations.contains {
      s[Int($0)].op == .fullScreenCover && (s[Int($0)].ext as? PresentationExt)?.window == window
    }
    let node = u[Int(window)].content
    var ground = color(named: "systemBackground", node) ?? FrameColor(red: 1, green: 1, blue: 1, alpha: 1)
    if let word = presentationSetting(window, .presentationBackground) {
      let given = argument(word, 0)
      // A background given as a view is not drawn; what is behind shows.
      ground =
        heap.kind(given) == .closure || closureArgument(word) != nil
        ? FrameColor(red: 0, green: 0, blue: 0, alpha: 0) : style(given, at: node).color
    }
    let height = device.height
    let top = isCover ? 0 : windowFrame(window).rect.y
    let shown = max(0, min(1, 1 - dy / max(height, 1)))
    var leaves: [FrameLeaf] = []
    if !isCover {
      let whole = FrameRect(x: 0, y: 0, width: device.width, height: height)
      let dim = FrameColor(red: 0, green: 0, blue: 0, alpha: 0.2 * shown)
      leaves.append(
        FrameLeaf(
          view: 0, transform: .identity, width: device.width, height: height, effect: -1,
          elements: [.fill(.rect(whole), .color(dim))]))
    }
    let card = FrameRect(x: 0, y: 0, width: device.width, height: height - top)
    let radii = CornerRadii(topLeading: 10, topTrailing: 10, bottomTrailing: 0, bottomLeading: 0)
    let outline = isCover ? FrameOutline.rect(card) : .rounded(card, radii, isContinuous: true)
    leaves.append(
      FrameLeaf(
        view: 0, transform: FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: top + dy), width: device.width,
        height: height, effect: -1, elements: [.fill(outline, .color(ground))]))
    return leaves
  }

  /// A dimmed screen, and the panels of an alert or a confirmation dialog on it.
  private func dialogBackdrop(_ window: UID, isDimmed: Bool) -> [FrameLeaf] {
    let whole = FrameRect(x: 0, y: 0, width: device.width, height: device.height)
    let dim = FrameColor(red: 0, green: 0, blue: 0, alpha: 0.2)
    let ground =
      color(named: "secondarySystemGroupedBackground", u[Int(window)].content)
      ?? FrameColor(red: 1, green: 1, blue: 1, alpha: 1)
    var elements: [FrameElement] = isDimmed ? [.fill(.rect(whole), .color(dim))] : []
    for rect in panelRects(window) {
      let box = FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
      elements.append(.fill(.rounded(box, CornerRadii(14), isContinuous: true), .color(ground)))
    }
    return [
      FrameLeaf(
        view: 0, transform: .identity, width: device.width, height: device.height, effect: -1, elements: elements)
    ]
  }

  /// The pushed page of a NavigationStack that something stands on, -1 for none, and how far the page is from its place.
  private func pagePlace(_ id: UID) -> (page: SID, shift: Double) {
    var node = id
    // The outermost node that has a place of its own moves with the page.
    var mover: UID = -1
    while node >= 0 {
      let frame = u[Int(node)].frame
      if frame >= 0, frames[Int(frame)].hasModel, u[Int(node)].op != .matchedGeometry { mover = node }
      let host = u[Int(node)].parent
      guard host >= 0 else { return (-1, 0) }
      let stack = u[Int(host)].base
      if u[Int(host)].flags.contains(.isHost), stack >= 0, s[Int(stack)].op == .navigationStack {
        var page = u[Int(node)].base
        while page >= 0, s[Int(page)].op != .navigationPage {
          page = s[Int(page)].hostOf < 0 ? s[Int(page)].parent : -1
        }
        guard page >= 0, (s[Int(page)].ext as? NavigationPageExt)?.isRoot == false else { return (-1, 0) }
        let isSliding =
          s[Int(page)].flags.contains(.leaving) || navigations.contains { $0.node == stack && $0.coverTime >= 0 }
        guard isSliding, mover >= 0 else { return (page, 0) }
        let origin = spaceOrigin(u[Int(mover)].space)
        return (page, presentRect(mover).x - (layoutRect(mover).x - origin.x))
      }
      node = host
    }
    return (-1, 0)
  }

  /// What a page stands on: nothing shines through it.
  private func pageGround(_ page: SID, shift: Double, window: UID) -> FrameLeaf {
    let ground = color(named: "systemBackground", page) ?? FrameColor(red: 1, green: 1, blue: 1, alpha: 1)
    let rect = windowFrame(window).rect
    let dy = shownValue(window)?.first ?? 0
    return FrameLeaf(
      view: 0, transform: FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: rect.x + shift, ty: rect.y + dy),
      width: rect.width, height: rect.height, effect: -1,
      elements: [.fill(.rect(FrameRect(x: 0, y: 0, width: rect.width, height: rect.height)), .color(ground))])
  }

  /// Leaves of a display list that can be seen.
  func drawnLeaves(_ items: [DisplayItem], _ table: inout EffectTable, _ maskDepth: Int) -> [FrameLeaf] {
    var leaves: [FrameLeaf] = []
    var page: SID = -1
    for item in items where item.opacity > 0 {
      let i = Int(item.id)
      guard u[i].flags.contains(.isLeaf) else { continue }
      let isCanvas = isCanvas(item.id)
      let parts = isCanvas ? [] : elements(item)
      guard isCanvas || !parts.isEmpty else { continue }
      let effect = effect(inside: item.id, &table, maskDepth)
      if !navigations.isEmpty {
        let place = pagePlace(item.id)
        if place.page != page {
          page = place.page
          if page >= 0 { leaves.append(pageGround(place.page, shift: place.shift, window: window(of: item.id))) }
        }
      }
      leaves += grounds(around: item.id, &table, maskDepth)
      if isCanvas {
        leaves += canvasLeaves(item, effect, &table)
        continue
      }
      leaves.append(
        FrameLeaf(
          view: Int(u[i].record), transform: item.transform, width: item.width, height: item.height,
          effect: Int(effect), elements: parts))
    }
    return leaves
  }

  private func elements(_ item: DisplayItem) -> [FrameElement] {
    let i = Int(item.id)
    guard let leaf = u[i].ext as? LeafExt else { return [] }
    let box = FrameRect(x: 0, y: 0, width: item.width, height: item.height)
    let vector = shownValue(item.id) ?? []
    let paint = paint(leaf.gradient, vector, leaf)
    switch u[i].op {
    case .text:
      let lines = tree.frameLines(of: u[i].layout, leaf.looks) ?? []
      if lines.isEmpty { return [] }
      return [.text(lines, paint)] + symbolElements(lines, leaf, paint)
    case .image: return imageElements(leaf, box, paint)
    case .shape: return leaf.isShape ? shapeElements(leaf, item, vector, paint) : [.fill(.rect(box), paint)]
    case .divider: return [.fill(.rect(box), paint)]
    default: return controlElements(item, leaf, box)
    }
  }

  /// The symbols among the runs of a text.
  private func symbolElements(_ lines: [FrameTextLine], _ leaf: LeafExt, _ paint: FramePaint) -> [FrameElement] {
    guard leaf.looks.contains(where: { $0.symbol != nil }) else { return [] }
    var elements: [FrameElement] = []
    for line in lines {
      for run in line.runs where run.symbol != nil {
        let side = run.width
        let box = FrameRect(x: run.x, y: line.baseline - run.size * 0.36 - side / 2, width: side, height: side)
        let symbol = FrameSymbol(
          name: run.symbol ?? "", weight: run.weight, paints: [run.color.map { .color($0) } ?? paint])
        elements.append(.symbol(symbol, box))
      }
    }
    return elements
  }

  private func paint(_ gradient: FrameGradient?, _ vector: [Double], _ leaf: LeafExt) -> FramePaint {
    if let gradient { return .gradient(gradient) }
    return .color(ViewGraph.color(animatable: vector))
  }

  private func imageElements(_ leaf: LeafExt, _ box: FrameRect, _ paint: FramePaint) -> [FrameElement] {
    guard leaf.isSymbol else {
      if leaf.image >= 0 {
        var tint: FrameColor?
        if leaf.isTemplate, case .color(let color) = paint { tint = color }
        return [.image(leaf.image, box, tint)]
      }
      return [.placeholder(leaf.name ?? "", box)]
    }
    var paints = [paint]
    for style in leaf.palette { paints.append(style.gradient.map { .gradient($0) } ?? .color(style.color)) }
    var symbol = FrameSymbol(name: leaf.name ?? "", weight: leaf.weight, paints: paints)
    symbol.isHierarchical = leaf.isHierarchical
    return [.symbol(symbol, box)]
  }

  private func shapeElements(_ leaf: LeafExt, _ item: DisplayItem, _ vector: [Double], _ paint: FramePaint)
    -> [FrameElement]
  {
    var elements: [FrameElement] = []
    let (width, height) = (item.width, item.height)
    if leaf.shape.outline == .user || leaf.shape.outline == .path, leaf.shape.inset == 0,
      leaf.shape.drawnSize != Size(width, height)
    {
      leaf.shape.drawnPath = resolvePath(leaf.shape.value, in: Rect(0, 0, width, height))
      leaf.shape.drawnSize = Size(width, height)
    }
    let radii = vector.count >= 8 ? vector[4..<8] : leaf.shape.radii[...]
    let trim = vector.count >= 10 ? (vector[8] / 128, vector[9] / 128) : (leaf.shape.trimFrom, leaf.shape.trimTo)
    let layers = leaf.shape.layers.isEmpty ? [ShapeLayer()] : leaf.shape.layers
    for (index, layer) in layers.enumerated() {
      let own = leaf.layers.indices.contains(index) ? leaf.layers[index] : nil
      let layerPaint = own.map { $0.gradient.map { .gradient($0) } ?? .color($0.color) } ?? paint
      if case .color(let color) = layerPaint, color.alpha <= 0 { continue }
      var stroke = layer.stroke
      if own == nil, vector.count >= 11, layer.isStroke { stroke.width = vector[10] }
      let outline = outline(
        leaf.shape, radii: radii, width: width, height: height, trim: trim,
        border: layer.isBorder ? stroke.width / 2 : 0)
      if layer.isStroke {
        if stroke.width > 0 { elements.append(.stroke(outline, layerPaint, stroke)) }
      } else {
        elements.append(.fill(outline, layerPaint))
      }
    }
    return elements
  }

  // MARK: Controls

  private func controlElements(_ item: DisplayItem, _ leaf: LeafExt, _ box: FrameRect) -> [FrameElement] {
    let i = Int(item.id)
    let node = u[i].s
    func system(_ name: String) -> FramePaint {
      .color(color(named: name, node) ?? FrameColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
    }
    let tint =
      environmentValue(node, "tint").map { FramePaint.color(style($0, at: node).color) } ?? system("blue")
    let white = FramePaint.color(FrameColor(red: 1, green: 1, blue: 1, alpha: 1))
    func bar(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double) -> FrameOutline {
      .rounded(
        FrameRect(x: x, y: y, width: max(0, width), height: max(0, height)), CornerRadii(radius), isContinuous: false)
    }
    let middle = box.height / 2
    let piece =
      tag(s[Int(node)].value) == .fixedLeaf && heap.count(s[Int(node)].value) > 3
      ? ControlPiece(rawValue: heap.slot(s[Int(node)].value, 3).integer) : nil
    if let piece { return pieceElements(piece, item, box) }
    switch u[i].op {
    case .slider:
      let fraction = controlFraction(node) ?? 0.5
      let knob = 27.0
      let x = (box.width - knob) * fraction
      return [
        .fill(bar(0, middle - 2, box.width, 4, 2), system("systemGray5")),
        .fill(bar(0, middle - 2, x + knob / 2, 4, 2), tint),
        .fill(.ellipse(FrameRect(x: x, y: middle - knob / 2, width: knob, height: knob)), white),
        .stroke(
          .ellipse(FrameRect(x: x, y: middle - knob / 2, width: knob, height: knob)), system("systemGray4"),
          FrameStroke(width: 0.5)),
      ]
    case .textField:
      return fieldElements(leaf, box, node)
    default:
      return [.placeholder(leaf.name ?? info(s[Int(node)].value)?.type ?? "View", box)]
    }
  }

  /// The border of a field and what is in it: the text in the label's colour or the one given, the prompt in its grey.
  private func fieldElements(_ leaf: LeafExt, _ box: FrameRect, _ node: SID) -> [FrameElement] {
    func system(_ name: String) -> FramePaint {
      .color(color(named: name, node) ?? FrameColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
    }
    var elements: [FrameElement] = []
    if leaf.isBordered {
      let ground = FrameOutline.rounded(box, CornerRadii(5), isContinuous: true)
      // The line lies inside of the box.
      let inner = FrameRect(x: 0.25, y: 0.25, width: max(0, box.width - 0.5), height: max(0, box.height - 0.5))
      elements.append(.fill(ground, system("systemBackground")))
      elements.append(
        .stroke(.rounded(inner, CornerRadii(5), isContinuous: true), system("systemGray4"), FrameStroke(width: 0.5)))
    }
    let text = leaf.text ?? ""
    if text.isEmpty { return elements }
    let font = textStyle("body", node)
    let inset = leaf.isBordered ? ViewGraph.fieldInset : 0
    let whole = tree.textEngine.width(text, font: font)
    let width = max(0, min(box.width - 2 * inset, whole))
    let x = isRightToLeft(node) ? box.width - inset - width : inset
    let run = FrameTextRun(text: text, x: x, width: width, size: font.size, weight: font.weight)
    var paint = system(leaf.showsPrompt ? "placeholderText" : "label")
    if !leaf.showsPrompt, let given = environmentValue(node, "foregroundStyle") {
      let style = style(given, at: node)
      paint = style.gradient.map { .gradient($0) } ?? .color(style.color)
    }
    elements.append(.text([FrameTextLine(baseline: box.midY + font.size * 0.35, runs: [run])], paint))
    return elements
  }

  /// Points between the border of a rounded field and its text.
  static let fieldInset = 7.0

  /// An accessory gauge: an open ring with a dot on it, or a whole one that fills.
  private func gaugeElements(_ owner: SID, _ box: FrameRect, _ node: SID, _ tint: FramePaint) -> [FrameElement] {
    let share = owner >= 0 ? controlFraction(owner) ?? 0 : 0
    let width = 6.0
    let radius = max(0, min(box.width, box.height) - width) / 2
    let name = styleName(environmentValue(owner >= 0 ? owner : node, "gaugeStyle") ?? .none)
    let isCapacity = name.contains("Capacity")
    var stroke = FrameStroke(width: width)
    stroke.cap = .round
    func arc(_ start: Double, _ delta: Double) -> FrameOutline {
      var path = FramePath()
      path.move(box.midX + radius * SceneMath.cos(start), box.midY + radius * SceneMath.sin(start))
      path.arc(box.midX, box.midY, radius, start: start, delta: delta)
      return .path(path, isEvenOdd: false)
    }
    if isCapacity {
      var track = tint
      if case .color(var color) = tint {
        color.alpha *= 0.2
        track = .color(color)
      }
      var elements: [FrameElement] = [.stroke(arc(-.pi / 2, 2 * .pi), track, FrameStroke(width: width))]
      if share > 0 { elements.append(.stroke(arc(-.pi / 2, 2 * .pi * share), tint, stroke)) }
      return elements
    }
    // The ring is open by a quarter at its foot, where its least and largest values stand.
    let (start, sweep) = (0.75 * Double.pi, 1.5 * Double.pi)
    let angle = start + sweep * share
    let (x, y) = (box.midX + radius * SceneMath.cos(angle), box.midY + radius * SceneMath.sin(angle))
    func dot(_ radius: Double) -> FrameOutline {
      .ellipse(FrameRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
    }
    let ground = FramePaint.color(
      color(named: "systemBackground", node) ?? FrameColor(red: 1, green: 1, blue: 1, alpha: 1))
    return [
      .stroke(arc(start, sweep), tint, stroke), .fill(dot(width / 2 + 2), ground), .fill(dot(width / 2), tint),
    ]
  }

  /// The pieces of controls that are arrangements; what they show is told by the control around them.
  private func pieceElements(_ piece: ControlPiece, _ item: DisplayItem, _ box: FrameRect) -> [FrameElement] {
    let node = u[Int(item.id)].s
    let owner = controlAround(item.id)
    func system(_ name: String) -> FramePaint {
      .color(color(named: name, node) ?? FrameColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
    }
    let tint =
      environmentValue(node, "tint").map { FramePaint.color(style($0, at: node).color) } ?? system("blue")
    func bar(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double) -> FrameOutline {
      .rounded(
        FrameRect(x: x, y: y, width: max(0, width), height: max(0, height)), CornerRadii(radius), isContinuous: false)
    }
    let middle = box.height / 2
    switch piece {
    case .switching: return toggleElements(node, box, system("green"), bar)
    case .bar:
      let share = owner >= 0 ? controlFraction(owner) ?? 0 : 0
      return [
        .fill(bar(0, 0, box.width, box.height, box.height / 2), system("systemGray5")),
        .fill(bar(0, 0, box.width * share, box.height, box.height / 2), tint),
      ]
    case .gauge:
      return gaugeElements(owner, box, node, tint)
    case .chevron:
      let size = min(14, box.height)
      return [
        .symbol(
          FrameSymbol(
            name: owner >= 0 && isExpanded(owner) ? "chevron.down" : "chevron.right", weight: 0.3, paints: [tint]),
          FrameRect(x: box.width - size, y: middle - size / 2, width: size, height: size))
      ]
    case .cell: return []
    case .segments:
      var elements: [FrameElement] = [.fill(bar(0, 0, box.width, box.height, 9), system("tertiarySystemFill"))]
      if owner >= 0, let ext = s[Int(owner)].ext as? BaseExt, ext.chosen >= 0, ext.count > 0 {
        let width = box.width / Double(ext.count)
        let x = isRightToLeft(node) ? box.width - Double(ext.chosen + 1) * width : Double(ext.chosen) * width
        let chosen = bar(x + 2, 2, width - 4, box.height - 4, 7)
        elements.append(.fill(chosen, system(isDark(node) ? "systemGray2" : "systemBackground")))
      }
      return elements
    case .wheel:
      let height = ViewGraph.wheelRowHeight
      return [.fill(bar(9, middle - height / 2, box.width - 18, height, 8), system("tertiarySystemFill"))]
    case .colorWell:
      let colors: [(Double, Double, Double)] = [
        (1, 0.2, 0.2), (1, 0.9, 0.2), (0.2, 0.8, 0.3), (0.2, 0.6, 1), (0.8, 0.3, 0.9),
      ]
      var elements: [FrameElement] = colors.enumerated().map { index, color in
        .stroke(
          .ellipse(
            FrameRect(
              x: 1 + Double(index) / 2, y: 1 + Double(index) / 2, width: box.width - 2 - Double(index),
              height: box.height - 2 - Double(index))),
          .color(FrameColor(red: color.0, green: color.1, blue: color.2, alpha: 1)), FrameStroke(width: 1))
      }
      if owner >= 0, let color = pickedColor(owner) {
        elements.append(
          .fill(.ellipse(FrameRect(x: 5.5, y: 5.5, width: box.width - 11, height: box.height - 11)), .color(color)))
      }
      return elements
    case .disclosure:
      return [
        .symbol(FrameSymbol(name: "chevron.right", weight: 0.3, paints: [system("tertiaryLabel")]), box)
      ]
    case .spinner:
      var spokes: [FrameElement] = []
      for k in 0..<8 {
        let angle = Double(k) * .pi / 4
        let (c, d) = (SceneMath.cos(angle), SceneMath.sin(angle))
        var path = FramePath()
        let r = min(box.width, box.height) / 2
        path.move(box.midX + c * r * 0.5, box.midY + d * r * 0.5)
        path.line(box.midX + c * r * 0.9, box.midY + d * r * 0.9)
        var stroke = FrameStroke(width: r * 0.2)
        stroke.cap = .round
        spokes.append(.stroke(.path(path, isEvenOdd: false), system(k < 4 ? "systemGray" : "systemGray3"), stroke))
      }
      return spokes
    case .stepper:
      var elements: [FrameElement] = [.fill(bar(0, 0, box.width, box.height, 8), system("systemGray5"))]
      for (name, x) in [("minus", box.width * 0.25), ("plus", box.width * 0.75)] {
        let size = min(17, box.height)
        elements.append(
          .symbol(
            FrameSymbol(name: name, weight: 0.23, paints: [system("label")]),
            FrameRect(x: x - size / 2, y: middle - size / 2, width: size, height: size)))
      }
      return elements
    }
  }

  /// The control a piece belongs to.
  private func controlAround(_ id: UID) -> SID {
    var parent = u[Int(id)].parent
    while parent >= 0 {
      switch u[Int(parent)].op {
      case .toggle, .stepper, .progressView, .controlGroup, .picker: return u[Int(parent)].s
      default: parent = u[Int(parent)].parent
      }
    }
    return -1
  }

  private func toggleElements(
    _ node: SID, _ box: FrameRect, _ green: FramePaint,
    _ bar: (Double, Double, Double, Double, Double) -> FrameOutline
  ) -> [FrameElement] {
    let isOn = toggleIsOn(node)
    let off = FramePaint.color(
      color(named: "systemGray5", node) ?? FrameColor(red: 0.9, green: 0.9, blue: 0.92, alpha: 1))
    let knob = max(0, box.height - 4)
    let x = isOn ? box.width - knob - 2 : 2
    return [
      .fill(bar(0, 0, box.width, box.height, box.height / 2), isOn ? green : off),
      .fill(
        .ellipse(FrameRect(x: x, y: 2, width: knob, height: knob)),
        .color(FrameColor(red: 1, green: 1, blue: 1, alpha: 1))),
    ]
  }

  /// The toggle a switch belongs to is the base around it.
  private func toggleIsOn(_ node: SID) -> Bool {
    guard let id = s[Int(node)].instances.first else { return false }
    var parent = u[Int(id)].parent
    while parent >= 0 {
      if u[Int(parent)].op == .toggle, let ext = s[Int(u[Int(parent)].s)].ext as? BaseExt {
        let value = evaluateFree { try readBinding(ext.other) } ?? .none
        return !value.isNone && !value.isHandle && value.truth
      }
      parent = u[Int(parent)].parent
    }
    return false
  }

  /// How far the value of a slider or progress is between its bounds; nil where it cannot be told.
  func controlFraction(_ node: SID) -> Double? {
    let word = sliderValue(node)
    let given = argument(word, "value")
    guard !given.isNone else { return nil }
    let value =
      !given.isHandle
      ? given : heap.kind(given) == .description ? .none : evaluateFree { try readBinding(given) } ?? .none
    guard !value.isNone, !value.isHandle else { return nil }
    let (low, high) = controlBounds(word)
    guard high > low else { return nil }
    let fraction = (value.number - low) / (high - low)
    return fraction.isFinite ? max(0, min(1, fraction)) : nil
  }

  /// The least and the largest value of a slider, a progress or a gauge.
  func controlBounds(_ word: Word) -> (Double, Double) {
    let range = argument(word, "in")
    if range.isHandle, let lower = memberNumber(range, "lowerBound"), let upper = memberNumber(range, "upperBound") {
      // Bounds that were written as whole numbers may still be such.
      if abs(upper) < 1e-300, upper != 0 || lower != 0, let low = member(range, "lowerBound"),
        let high = member(range, "upperBound")
      {
        return (Double(low.integer), Double(high.integer))
      }
      return (lower, upper)
    }
    return (0, number(word, "total") ?? 1)
  }
}
