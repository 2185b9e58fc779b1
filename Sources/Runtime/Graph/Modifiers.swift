/// Modifiers of the unary chain: layout kinds, animated values, secondary content.

extension ViewGraph {
  /// Sets up a modifier when its chain is made; what it wraps is ready.
  func setupModifier(_ id: UID) {
    let i = Int(id)
    let node = u[i].s
    let op = u[i].op
    resolved = node
    u[i].top = u[Int(u[i].child)].top
    if op == .boundary {
      u[i].flags.insert(.observes)
      makeFrame(id, observes: true)
      return
    }
    let word = s[Int(node)].value
    if let kind = layoutKind(op, word, id) {
      makeLayout(id, kind)
      if needsSecondary(op) { makeSecondary(id, op, word) }
      linkModifier(id)
    }
    if isEffect(op) { makeFrame(id) }
    if isSpace(op) { u[i].flags.insert(.isSpace) }
    if let vector = modifierValues(op, word, id) { setValue(id, vector, scope: s[Int(node)].scope) }
    switch op {
    case .zIndex:
      zIndexCount += 1
      u[i].zIndex = number(word, 0) ?? 0
    case .matchedGeometry:
      makeFrame(id, observes: true)
      joinMatched(id)
    case .coordinateSpace, .accessibilityIdentifier, .accessibilityLabel:
      makeFrame(id, observes: true)
    case .preference, .anchorPreference, .transformPreference, .overlayPreference, .backgroundPreference,
      .transformAnchorPreference:
      preferencesDirty = true
    case .visualEffect, .scrollTransition: setupVisualEffect(id)
    case .scrollPosition:
      u[i].ext = ScrollPositionExt()
      scrollPositionNodes.append(id)
    case .contentMargins:
      // The scroll view asks for the margins of all modifiers on it.
      if s[Int(u[i].base)].op == .scrollView { layOutMargins(s[Int(u[i].base)].instances[0]) }
    case .defaultScrollAnchor: setScrollAnchor(id, word)
    case .onGeometryChange, .onScrollGeometryChange:
      u[i].ext = GeometryChangeExt()
      geometryChangeNodes.append(id)
    case .onScrollPhaseChange:
      u[i].ext = ScrollPhaseExt()
      scrollPhaseNodes.append(id)
    default: break
    }
  }

  /// A modifier's description changed.
  func updateInstances(_ node: SID, old: Word) {
    s[Int(node)].flags.remove(.dirty)
    let word = s[Int(node)].value
    let op = s[Int(node)].op
    resolved = node
    for id in s[Int(node)].instances where u[Int(id)].isAlive {
      moved(id)
      if u[Int(id)].layout >= 0, let kind = layoutKind(op, word, id) { setLayout(id, kind) }
      if op == .alignmentGuide { tree.invalidate(u[Int(id)].layout) }
      if op == .containerRelativeFrame, closureArgument(word) != nil { tree.invalidate(u[Int(id)].layout) }
      if needsSecondary(op), u[Int(id)].secondary >= 0 {
        updateContent(u[Int(id)].secondary, secondaryValue(op, word, node))
      }
      if let vector = modifierValues(op, word, id) { setValue(id, vector, scope: s[Int(node)].scope) }
      switch op {
      case .zIndex:
        u[Int(id)].zIndex = number(word, 0) ?? 0
        shown.isValid = false
      case .matchedGeometry: updateMatched(id)
      case .preference, .anchorPreference, .transformPreference, .transformAnchorPreference: preferencesDirty = true
      case .overlayPreference, .backgroundPreference: preferencesDirty = true
      // Another transform, or one that read what changed, may answer otherwise.
      case .onGeometryChange, .onScrollGeometryChange: checkedGeometry = -1
      case .contentMargins:
        if s[Int(u[Int(id)].base)].op == .scrollView { layOutMargins(s[Int(u[Int(id)].base)].instances[0]) }
      case .defaultScrollAnchor: setScrollAnchor(id, word)
      case .scrollPosition: needsLayout = true
      case .visualEffect, .scrollTransition: updateVisualEffect(id)
      default: break
      }
    }
  }

  func modifierRemoved(_ id: UID) {
    switch u[Int(id)].op {
    case .matchedGeometry: leaveMatched(id)
    case .preference, .anchorPreference, .transformPreference: preferencesDirty = true
    default: break
    }
  }

  // MARK: Layout

  func layoutKind(_ op: ViewOp, _ word: Word, _ id: UID) -> LayoutKind? {
    switch op {
    case .padding: return .padding(paddingInsets(word, id))
    case .safeAreaPadding: return .safeAreaPadding(paddingInsets(word, id))
    case .frame:
      return .frame(
        width: checked(number(word, "width"), id), height: checked(number(word, "height"), id),
        alignment(argument(word, "alignment")))
    case .flexibleFrame:
      return .flexibleFrame(
        width: OptionalRange(
          min: number(word, "minWidth"), ideal: number(word, "idealWidth"), max: number(word, "maxWidth")),
        height: OptionalRange(
          min: number(word, "minHeight"), ideal: number(word, "idealHeight"), max: number(word, "maxHeight")),
        alignment(argument(word, "alignment")))
    case .fixedSize:
      return .fixedSize(horizontal: truth(word, "horizontal", true), vertical: truth(word, "vertical", true))
    case .layoutPriority: return .layoutPriority(number(word, 0) ?? 0)
    case .aspectRatio: return aspectRatio(word)
    case .position:
      if hasArgument(word, "x") || hasArgument(word, "y") {
        return .position(number(word, "x") ?? 0, number(word, "y") ?? 0)
      }
      let p = point(argument(word, 0))
      return .position(p.x, p.y)
    case .offset:
      if hasArgument(word, "x") || hasArgument(word, "y") {
        return .offset(number(word, "x") ?? 0, number(word, "y") ?? 0)
      }
      let size = self.size(argument(word, 0))
      return .offset(size.width, size.height)
    case .alignmentGuide: return .alignmentGuide(guide(argument(word, 0)))
    case .ignoresSafeArea:
      let isOld = info(word)?.base == "edgesIgnoringSafeArea"
      let given = isOld ? argument(word, 0) : argument(word, "edges")
      let regions = isOld ? SafeAreaRegions.all : safeAreaRegions(argument(word, 0))
      return .ignoresSafeArea(regions, given.isNone ? .all : edges(given))
    case .safeAreaInset:
      // Which of the two overloads it is shows in the kind of alignment: both edges are numbers from 0 on.
      let guideWord = argument(word, "alignment")
      let given = argument(word, "edge")
      let name = given.isHandle ? constantName(given) : ""
      let isVertical = name.isEmpty ? !isVerticalGuide(guideWord) : name == "top" || name == "bottom"
      let isSecond = name.isEmpty ? !given.isNone && given.integer == 1 : name == "bottom" || name == "trailing"
      let set: EdgeSet = isVertical ? (isSecond ? .bottom : .top) : (isSecond ? .trailing : .leading)
      let alignment =
        isVertical
        ? Alignment(horizontalGuide(guideWord), set == .bottom ? .bottom : .top)
        : Alignment(set == .trailing ? .trailing : .leading, verticalGuide(guideWord))
      return .safeAreaInset(edge: set, alignment, spacing: number(word, "spacing"))
    case .containerRelativeFrame:
      let axes = self.axes(argument(word, 0))
      let aligned = alignment(argument(word, "alignment"))
      if closureArgument(word) != nil { return .containerRelativeClosure(axes, aligned) }
      if hasArgument(word, "count") {
        return .containerRelativeFrame(
          axes, count: max(1, argument(word, "count").integer), span: max(1, argument(word, "span").integer),
          spacing: number(word, "spacing") ?? 0, aligned)
      }
      return .containerRelativeFrame(axes, count: 1, span: 1, spacing: 0, aligned)
    case .gridCellColumns:
      return .gridCell(columns: max(1, argument(word, 0).integer), anchor: nil, columnAlignment: nil, unsized: [])
    case .gridCellAnchor:
      return .gridCell(columns: 1, anchor: unitPoint(argument(word, 0)), columnAlignment: nil, unsized: [])
    case .gridColumnAlignment:
      return .gridCell(columns: 1, anchor: nil, columnAlignment: horizontalGuide(argument(word, 0)), unsized: [])
    case .gridCellUnsizedAxes:
      return .gridCell(columns: 1, anchor: nil, columnAlignment: nil, unsized: axes(argument(word, 0)))
    case .overlay, .overlayPreference: return .overlay(alignment(argument(word, "alignment")))
    // What masks is laid out as an overlay is.
    case .mask: return .overlay(alignment(argument(word, "alignment")))
    case .background, .backgroundPreference: return .background(alignment(argument(word, "alignment")))
    case .border: return .overlay(.center)
    case .matchedGeometry: return .matched
    default: return nil
    }
  }

  private func isVerticalGuide(_ word: Word) -> Bool {
    (info(word)?.type ?? types.nominalRow(heap.type(word))?.name ?? "") == "VerticalAlignment"
  }

  private func guide(_ word: Word) -> Guide {
    let type = info(word)?.type ?? types.nominalRow(heap.type(word))?.name ?? ""
    return type == "VerticalAlignment" ? verticalGuide(word) : horizontalGuide(word)
  }

  private func checked(_ value: Double?, _ id: UID) -> Double? {
    guard let value else { return nil }
    if value < 0 || !value.isFinite {
      // SwiftUI logs the first words, takes a negative length as 0 and one without an end as not given.
      report(
        RuntimeCode.invalidFrame, .warning,
        "Invalid frame dimension (negative or non-finite): \(value); "
          + (value.isFinite ? "0 is taken" : "it is as if it were not given"),
        place: placeOf(description: s[Int(u[Int(id)].s)].value))
      return value.isFinite ? 0 : nil
    }
    return value
  }

  private func aspectRatio(_ word: Word) -> LayoutKind {
    switch info(word)?.base {
    case "scaledToFit": return .aspectRatio(nil, fill: false)
    case "scaledToFill": return .aspectRatio(nil, fill: true)
    default: break
    }
    let mode = argument(word, "contentMode")
    let fill = mode.isHandle ? constantName(mode) == "fill" : mode.integer == 1
    let first = info(word)?.labels.first == "_" ? argument(word, 0) : .none
    if first.isNone { return .aspectRatio(nil, fill: fill) }
    if first.isHandle {
      let size = self.size(first)
      return .aspectRatio(size.height == 0 ? nil : size.width / size.height, fill: fill)
    }
    return .aspectRatio(first.number, fill: fill)
  }

  /// Default padding on an iPhone.
  static let defaultPadding = 16.0

  private func paddingInsets(_ word: Word, _ id: UID) -> Insets {
    guard let info = info(word), !info.labels.isEmpty else { return uniform(.all, ViewGraph.defaultPadding) }
    let first = argument(word, 0)
    if info.labels.count >= 2 {
      let length = argument(word, 1)
      let amount = length.isNone || length.isHandle ? ViewGraph.defaultPadding : length.number
      return uniform(first.isNone ? .all : edges(first), amount)
    }
    if info.labels.first == "edges" { return uniform(edges(first), ViewGraph.defaultPadding) }
    if !first.isHandle, !first.isNone { return uniform(.all, first.number) }
    if member(first, "leading") != nil || member(first, "top") != nil { return insets(first) }
    return uniform(first.isNone ? .all : edges(first), ViewGraph.defaultPadding)
  }

  private func uniform(_ edges: EdgeSet, _ amount: Double) -> Insets {
    Insets(
      top: edges.contains(.top) ? amount : 0, leading: edges.contains(.leading) ? amount : 0,
      bottom: edges.contains(.bottom) ? amount : 0, trailing: edges.contains(.trailing) ? amount : 0)
  }

  // MARK: Secondary content

  private func needsSecondary(_ op: ViewOp) -> Bool {
    switch op {
    case .overlay, .background, .overlayPreference, .backgroundPreference, .safeAreaInset, .border, .mask: return true
    default: return false
    }
  }

  private func makeSecondary(_ id: UID, _ op: ViewOp, _ word: Word) {
    let n = s[Int(u[Int(id)].s)]
    let value = secondaryValue(op, word, u[Int(id)].s)
    _ = makeHost(
      id, kind: .zstack(.center),
      content: value, env: n.env, scope: n.scope, depth: n.depth)
    // `background(.style)` reaches under the safe area.
    if op == .background || op == .overlay, hasArgument(word, "ignoresSafeAreaEdges") {
      let edges = self.edges(argument(word, "ignoresSafeAreaEdges"))
      if !edges.isEmpty {
        let host = u[Int(id)].secondary
        u[Int(host)].safeArea = tree.create(.ignoresSafeArea(.all, edges))
        while layoutOwners.count <= Int(u[Int(host)].safeArea) { layoutOwners.append(-1) }
      }
    }
  }

  /// Content of overlay, background, mask, border, safeAreaInset.
  private func secondaryValue(_ op: ViewOp, _ word: Word, _ node: SID) -> Word {
    switch op {
    case .border: return makeTagged(.styledShape, [word], type: .unknown)
    case .overlayPreference, .backgroundPreference: return preferenceContent(node)
    default: break
    }
    if hasArgument(word, "in") { return makeTagged(.styledShape, [word]) }
    let labelled = argument(word, "content")
    if !labelled.isNone { return content(node, labelled) }
    if let closure = closureArgument(word), closureParameters(closure) == 0 { return content(node, closure) }
    if info(word)?.labels.isEmpty == true || info(word)?.labels == ["ignoresSafeAreaEdges"] {
      return makeTagged(.styledShape, [word])
    }
    return argument(word, 0)
  }

  // MARK: Values

  private func isEffect(_ op: ViewOp) -> Bool {
    switch op {
    case .opacity, .scaleEffect, .rotationEffect, .rotation3DEffect, .transformEffect, .projectionEffect, .blur,
      .shadow, .clipped, .clipShape, .cornerRadius, .mask, .geometryGroup, .drawingGroup, .compositingGroup, .hidden,
      .contentShape, .gesture, .onTapGesture, .onLongPressGesture, .visualEffect, .scrollTransition:
      return true
    default: return false
    }
  }

  private func isSpace(_ op: ViewOp) -> Bool {
    switch op {
    case .scaleEffect, .rotationEffect, .rotation3DEffect, .transformEffect, .projectionEffect, .geometryGroup,
      .visualEffect, .scrollTransition:
      return true
    default: return false
    }
  }

  /// The animated vector of a modifier, in the units of semantics 4.2.
  private func modifierValues(_ op: ViewOp, _ word: Word, _ id: UID) -> [Double]? {
    switch op {
    case .opacity: return [number(word, 0) ?? 1]
    case .hidden: return [0]
    case .scaleEffect:
      var sx = 1.0
      var sy = 1.0
      if hasArgument(word, "x") || hasArgument(word, "y") {
        sx = number(word, "x") ?? 1
        sy = number(word, "y") ?? 1
      } else if argument(word, 0).isHandle {
        let size = self.size(argument(word, 0))
        sx = size.width
        sy = size.height
      } else {
        sx = number(word, 0) ?? 1
        sy = sx
      }
      let anchor = argument(word, "anchor")
      let p = anchor.isNone ? .center : unitPoint(anchor)
      return [sx, sy, 128 * p.x, 128 * p.y]
    case .rotationEffect:
      let anchor = argument(word, "anchor")
      let p = anchor.isNone ? .center : unitPoint(anchor)
      return [128 * angle(argument(word, 0)), 128 * p.x, 128 * p.y]
    case .rotation3DEffect:
      let axis = heap.contents(argument(word, "axis"))
      let anchor = argument(word, "anchor")
      let p = anchor.isNone ? .center : unitPoint(anchor)
      return [
        128 * angle(argument(word, 0)), axis.count > 0 ? axis[0].number : 0, axis.count > 1 ? axis[1].number : 0,
        axis.count > 2 ? axis[2].number : 0, 128 * p.x, 128 * p.y, number(word, "anchorZ") ?? 0,
        number(word, "perspective") ?? 1,
      ]
    case .projectionEffect:
      if tag(word) == .projection { return heap.contents(word).dropFirst(2).map { $0.number } }
      return projectionNumbers(argument(word, 0))
    case .transformEffect:
      let t = argument(word, 0)
      return ["a", "b", "c", "d", "tx", "ty"].enumerated().map { index, name in
        memberNumber(t, name) ?? (index == 0 || index == 3 ? 1 : 0)
      }
    case .blur: return [number(word, "radius") ?? 0]
    case .brightness, .contrast, .saturation, .grayscale: return [number(word, 0) ?? 0]
    case .hueRotation: return [128 * angle(argument(word, 0))]
    case .shadow:
      var vector = [number(word, "radius") ?? 0, number(word, "x") ?? 0, number(word, "y") ?? 0]
      let color = argument(word, "color")
      if !color.isNone { vector.append(contentsOf: ViewGraph.animatable(style(color, at: u[Int(id)].s).color)) }
      return vector
    case .cornerRadius:
      let radius = number(word, 0) ?? 0
      let ext = ClipExt()
      ext.outline = .rounded
      u[Int(id)].ext = ext
      return [radius, radius, radius, radius]
    case .clipped:
      u[Int(id)].ext = ClipExt()
      return nil
    case .clipShape, .contentShape:
      let ext = ClipExt()
      let first =
        op == .contentShape && info(word)?.labels.count ?? 0 > 1 && !(info(word)?.labels.contains("eoFill") ?? false)
        ? argument(word, 1) : argument(word, 0)
      let shape = shownShape(resolveShape(first), u[Int(id)].s)
      ext.outline = shape.outline
      ext.shape = shape
      u[Int(id)].ext = ext
      return shape.outline == .user ? nil : shape.radii
    case .animationBody: return nil
    default: return nil
    }
  }
}

/// The outline of a clip or of a content shape.
final class ClipExt: UExt {
  var outline = ResolvedShape.Outline.rectangle
  var shape = ResolvedShape()
}

final class GeometryChangeExt: UExt {
  var last: Word = .none
  var old: Word = .none
  var hasValue = false
  var isQueued = false
}
