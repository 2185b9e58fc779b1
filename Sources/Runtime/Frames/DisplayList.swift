/// What is on the screen at a moment: leaves and listed containers in draw order with transform, opacity and clip, from the presentation values
/// of the graph. Frames, hit testing and target finding read it.

struct DisplayItem {
  var id: UID
  /// From the item's own space (top leading corner at 0, 0) to the screen.
  var transform: FrameTransform
  var width: Double
  var height: Double
  /// Box on the screen.
  var rect: FrameRect
  var opacity: Double
  var clip: FrameRect?
  var clipRadii: CornerRadii?
  var isLeaving: Bool
  /// Takes part in hit testing.
  var isHittable: Bool
  /// Item of the content shape around it, within which alone it is hit; -1 without one.
  var hitShape = -1
  /// Part of the screen that scroll views around it show: outside of it their content takes no touch, clipped or not.
  var hitClip: FrameRect?
}

struct DisplayContext {
  var transform = FrameTransform.identity
  var opacity = 1.0
  var clip: FrameRect?
  var clipRadii: CornerRadii?
  var isLeaving = false
  var isHittable = true
  var hitShape = -1
  var hitClip: FrameRect?
  /// Space whose coordinates `transform` maps, and its origin in the window's layout space.
  var space: UID = -1
}

extension ViewGraph {
  /// Items of a host in the order in which they are drawn.
  private func drawOrder(_ host: UID) -> [UID] {
    let node = u[Int(host)]
    if node.leaving.isEmpty && zIndexCount == 0 { return node.items }
    let all = node.leaving + node.items
    if zIndexCount == 0 { return all }
    let indices = all.map { zIndex($0) }
    if !indices.contains(where: { $0 != 0 }) { return all }
    return all.indices.sorted { indices[$0] != indices[$1] ? indices[$0] < indices[$1] : $0 < $1 }.map { all[$0] }
  }

  /// The innermost zIndex of a chain, or the one that the container around gave it as a whole.
  private func zIndex(_ top: UID) -> Double {
    if u[Int(top)].op != .zIndex, u[Int(top)].zIndex != 0 { return u[Int(top)].zIndex }
    var id = top
    var result = 0.0
    while id >= 0 {
      if u[Int(id)].op == .zIndex { result = u[Int(id)].zIndex }
      id = u[Int(id)].child
    }
    return result
  }

  func show(host: UID, _ context: DisplayContext, _ items: inout [DisplayItem]) {
    shown.enter(host, context)
    for item in drawOrder(host) where unrealisedCount == 0 || !u[Int(item)].flags.contains(.unrealised) {
      show(chain: item, context, &items)
    }
  }

  /// Where a node is shown, in the coordinates of the space around it.
  func presentRect(_ id: UID) -> Rect {
    let node = u[Int(id)]
    if node.frame >= 0, frames[Int(node.frame)].hasModel { return frames[Int(node.frame)].present }
    var rect = layoutRect(id)
    let origin = spaceOrigin(node.space)
    rect.x -= origin.x
    rect.y -= origin.y
    return rect
  }

  /// Origin of a space in the window's layout space.
  func spaceOrigin(_ space: UID) -> Point {
    guard space >= 0, u[Int(space)].isAlive else { return .zero }
    return layoutRect(space).origin
  }

  func show(chain top: UID, _ outer: DisplayContext, _ items: inout [DisplayItem]) {
    var context = outer
    let first = items.count
    defer { shown.place(top, first: first, count: items.count - first) }
    var after: [(UID, DisplayContext)] = []
    if u[Int(top)].flags.contains(.covered) { context.isHittable = false }
    if u[Int(top)].transition >= 0 { apply(transition: Int(u[Int(top)].transition), top, &context) }
    var id = top
    while id >= 0 {
      let i = Int(id)
      let op = u[i].op
      switch op {
      case .boundary, .accessibilityIdentifier, .accessibilityLabel, .coordinateSpace, .matchedGeometry:
        if u[i].record > 0 { emit(id, presentRect(id), context, &items) }
      case .opacity, .hidden:
        let value = shownValue(id)?.first ?? 1
        context.opacity *= max(0, min(1, value))
        if (u[i].value >= 0 ? values[Int(u[i].value)].model.first ?? 1 : 1) < 0.01 { context.isHittable = false }
      case .scaleEffect, .rotationEffect, .rotation3DEffect, .transformEffect, .projectionEffect, .geometryGroup,
        .visualEffect, .scrollTransition:
        let rect = presentRect(id)
        context.transform = context.transform.concat(effectTransform(id, rect))
        if op == .visualEffect || op == .scrollTransition, let v = shownValue(id), v.count >= 8 {
          context.opacity *= max(0, min(1, v[6]))
          if v[6] < 0.01 { context.isHittable = false }
        }
      case .clipped, .clipShape, .cornerRadius: clip(id, presentRect(id), &context)
      case .allowsHitTesting:
        if !argument(s[Int(u[i].s)].value, 0).truth { context.isHittable = false }
      case .background, .backgroundPreference:
        if u[i].secondary >= 0 { show(host: u[i].secondary, context, &items) }
      case .overlay, .overlayPreference, .border, .safeAreaInset:
        if u[i].secondary >= 0 { after.append((u[i].secondary, context)) }
      case .contentShape:
        emit(id, presentRect(id), context, &items)
        context.hitShape = shown.base + items.count - 1
      default: break
      }
      let child = u[i].child
      if child < 0 { showBase(id, context, &items) }
      id = child
    }
    for (host, context) in after.reversed() { show(host: host, context, &items) }
  }

  private func showBase(_ id: UID, _ outer: DisplayContext, _ items: inout [DisplayItem]) {
    let i = Int(id)
    var context = outer
    if u[i].flags.contains(.isLeaf) {
      emit(id, presentRect(id), context, &items)
      return
    }
    switch u[i].op {
    case .scrollView, .list, .pager:
      var rect = presentRect(id)
      emit(id, rect, context, &items)
      extendIntoSafeArea(id, &rect)
      let box = context.transform.bounds(FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height))
      context.hitClip = context.hitClip.map { $0.intersection(box) } ?? box
      if !scrollClipDisabled(id) { cut(box, nil, &context) }
    case .button:
      if let ext = s[Int(u[i].s)].ext as? BaseExt, ext.isPressed, ext.fades,
        !ext.style.isHandle || info(ext.style) != nil
      {
        context.opacity *= 0.2
      }
    default: break
    }
    // The bar of a TabView lies over its tabs.
    if u[i].op == .tabView { show(host: id, context, &items) }
    if u[i].secondary >= 0 { show(host: u[i].secondary, context, &items) }
    if u[i].op != .tabView, u[i].flags.contains(.isHost) { show(host: id, context, &items) }
  }

  /// A scroll view that touches the safe area scrolls its content through it.
  func extendIntoSafeArea(_ id: UID, _ rect: inout Rect) {
    guard u[Int(id)].space < 0 else { return }
    if abs(rect.y - device.safeTop) < 0.01 {
      rect.height += rect.y
      rect.y = 0
    }
    if abs(rect.maxY - (device.height - device.safeBottom)) < 0.01 { rect.height = device.height - rect.y }
  }

  func scrollClipDisabled(_ id: UID) -> Bool {
    var node = u[Int(id)].parent
    while node >= 0, !u[Int(node)].flags.contains(.isHost), u[Int(node)].op != .window {
      if u[Int(node)].op == .scrollClipDisabled { return true }
      node = u[Int(node)].parent
    }
    return false
  }

  /// Points from the origin beyond which nothing is placed; comparisons with what is no number fail too.
  private var farthest: Double { 1e12 }

  private func emit(_ id: UID, _ rect: Rect, _ context: DisplayContext, _ items: inout [DisplayItem]) {
    let own = context.transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: rect.x, ty: rect.y))
    let box = own.bounds(FrameRect(x: 0, y: 0, width: rect.width, height: rect.height))
    counters.shownItems += 1
    guard max(abs(box.x), abs(box.y), box.width, box.height, rect.width, rect.height) <= farthest else {
      report(
        RuntimeCode.invalidFrame, .warning,
        "A view's place or size is not a number of points that can be shown; it is taken to be empty",
        place: u[Int(id)].base >= 0 ? viewAround(u[Int(id)].base)?.place : nil)
      items.append(
        DisplayItem(
          id: id, transform: .identity, width: 0, height: 0, rect: FrameRect(x: 0, y: 0, width: 0, height: 0),
          opacity: 0, clip: context.clip, clipRadii: context.clipRadii, isLeaving: context.isLeaving, isHittable: false,
          hitShape: context.hitShape, hitClip: context.hitClip))
      return
    }
    items.append(
      DisplayItem(
        id: id, transform: own, width: rect.width, height: rect.height, rect: box, opacity: context.opacity,
        clip: context.clip, clipRadii: context.clipRadii, isLeaving: context.isLeaving,
        isHittable: context.isHittable && !context.isLeaving, hitShape: context.hitShape, hitClip: context.hitClip))
  }

  private func cut(_ box: FrameRect, _ radii: CornerRadii?, _ context: inout DisplayContext) {
    if let old = context.clip {
      let new = old.intersection(box)
      context.clipRadii = new.isClose(to: box) ? radii : new.isClose(to: old) ? context.clipRadii : nil
      context.clip = new
    } else {
      context.clip = box
      context.clipRadii = radii
    }
  }

  private func clip(_ id: UID, _ rect: Rect, _ context: inout DisplayContext) {
    let outline = (u[Int(id)].ext as? ClipExt)?.outline ?? .rectangle
    var radii: CornerRadii?
    if let shown = shownValue(id) {
      radii = cornerRadii(outline, shown[...], width: rect.width, height: rect.height)
    } else {
      radii = cornerRadii(outline, [0, 0, 0, 0], width: rect.width, height: rect.height)
    }
    if outline == .user, let ext = u[Int(id)].ext as? ClipExt {
      radii = userRadii(&ext.shape, width: rect.width, height: rect.height)
    }
    // The box is that on the screen, and so are its corners.
    cut(
      context.transform.bounds(FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)),
      radii?.scaled(by: context.transform.scale), &context)
  }

  /// Map from inside an effect (origin at its content's corner) to the space around it.
  func effectTransform(_ id: UID, _ rect: Rect) -> FrameTransform {
    var result = FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: rect.x, ty: rect.y)
    guard let v = shownValue(id) else { return result }
    func about(_ ax: Double, _ ay: Double, _ m: FrameTransform) -> FrameTransform {
      let x = ax * rect.width
      let y = ay * rect.height
      return FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
        .concat(m).concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: -x, ty: -y))
    }
    switch u[Int(id)].op {
    case .scaleEffect where v.count >= 4:
      result = result.concat(
        about(v[2] / 128, v[3] / 128, FrameTransform(a: v[0], b: 0, c: 0, d: v[1], tx: 0, ty: 0)))
    case .rotationEffect where v.count >= 3:
      let angle = v[0] / 128
      let sine = SceneMath.sin(angle)
      let cosine = SceneMath.cos(angle)
      result = result.concat(
        about(v[1] / 128, v[2] / 128, FrameTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)))
    case .rotation3DEffect where v.count >= 8:
      let distance = v[7] == 0 ? .infinity : max(rect.width, rect.height) / v[7]
      result = result.concat(about(v[4] / 128, v[5] / 128, .turned(v[0] / 128, v[1...3], z: v[6], eye: distance)))
    case .transformEffect where v.count >= 6:
      result = result.concat(FrameTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5]))
    case .projectionEffect where v.count >= 9: result = result.concat(FrameTransform(v[...5], depth: v[6...8]))
    case .visualEffect where v.count >= 11, .scrollTransition where v.count >= 11:
      result = result.concat(FrameTransform(v[...5], depth: v[8...10]))
    default: break
    }
    return result
  }

  private func apply(transition index: Int, _ top: UID, _ context: inout DisplayContext) {
    let row = transitions[index]
    context.opacity *= max(0, min(1, row.present[0]))
    if row.model[0] < 0.01 { context.isHittable = false }
    if row.phase == .didDisappear { context.isLeaving = true }
    if row.hasScale, row.present[1] != 1 {
      let rect = presentRect(top)
      let x = rect.x + row.anchorX * rect.width
      let y = rect.y + row.anchorY * rect.height
      context.transform = context.transform
        .concat(
          FrameTransform(
            a: row.present[1], b: 0, c: 0, d: row.present[1], tx: x - row.present[1] * x, ty: y - row.present[1] * y))
    }
  }
}
