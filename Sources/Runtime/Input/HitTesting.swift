/// What lies under a point of the screen, and where that point is in a view's own space (semantics 7.1).

extension ViewGraph {
  /// The front-most hittable node at a screen point.
  func hitTest(_ x: Double, _ y: Double) -> UID? {
    let items = displayList()
    // What fades in takes touches from the start: the model counts, not what is shown of it.
    for item in items.reversed() where item.isHittable {
      let i = Int(item.id)
      let isArea = u[i].flags.contains(.isLeaf) || u[i].op == .contentShape || u[i].op.scrolls
      guard isArea, contains(item, screenX: x, y), item.hitClip?.contains(x: x, y: y) ?? true else { continue }
      // A content shape takes the place of the area of what it wraps.
      var shape = item.hitShape
      var isInside = true
      while shape >= 0 && isInside {
        isInside = contains(items[shape], screenX: x, y)
        shape = items[shape].hitShape
      }
      if isInside { return u[i].op == .list ? rowControl(item.id, x, y) ?? item.id : item.id }
    }
    return nil
  }

  func contains(_ item: DisplayItem, screenX x: Double, _ y: Double) -> Bool {
    guard let inverse = item.transform.inverse else { return false }
    guard inverse.isAffine || inverse.depth(x, y) > 0 else { return false }
    let p = inverse.apply(x, y)
    return contains(item, p.x, p.y)
  }

  func contains(_ item: DisplayItem, _ x: Double, _ y: Double) -> Bool {
    let i = Int(item.id)
    let inside = x >= 0 && y >= 0 && x < item.width && y < item.height
    if u[i].op == .contentShape {
      let ext = u[i].ext as? ClipExt
      return inside && within(ext?.outline ?? .rectangle, ext?.shape.radii ?? [], item.width, item.height, x, y)
    }
    guard let leaf = u[i].ext as? LeafExt else { return inside }
    if u[i].op == .shape {
      let alpha = shownValue(item.id).map { $0.count >= 4 ? $0[3] : 128 } ?? 128
      if leaf.gradient == nil, alpha <= 0 { return false }
      if leaf.isShape {
        if leaf.shape.hasStroke { return inside && onStroke(leaf.shape, item, x, y) }
        return inside && within(leaf.shape.outline, leaf.shape.radii, item.width, item.height, x, y)
      }
    }
    return inside
  }

  func within(
    _ outline: ResolvedShape.Outline, _ radii: [Double], _ w: Double, _ h: Double, _ x: Double, _ y: Double
  ) -> Bool {
    switch outline {
    case .circle, .ellipse:
      guard w > 0, h > 0 else { return false }
      let rx = outline == .circle ? min(w, h) / 2 : w / 2
      let ry = outline == .circle ? min(w, h) / 2 : h / 2
      let dx = (x - w / 2) / rx
      let dy = (y - h / 2) / ry
      return dx * dx + dy * dy <= 1
    case .capsule, .rounded, .uneven:
      let r = outline == .capsule ? min(w, h) / 2 : min(radii.max() ?? 0, min(w, h) / 2)
      let dx = max(r - x, x - (w - r), 0)
      let dy = max(r - y, y - (h - r), 0)
      return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= r * r
    default: return true
    }
  }

  func onStroke(_ shape: ResolvedShape, _ item: DisplayItem, _ x: Double, _ y: Double) -> Bool {
    let half = max(shape.lineWidth, 1) / 2
    let inner = within(
      shape.outline, shape.radii, item.width - 2 * half, item.height - 2 * half, x - half, y - half)
    let isInside = x > half && y > half && x < item.width - half && y < item.height - half
    return !(inner && isInside)
  }

  /// A screen point in a node's own space, by presentation geometry.
  func localPoint(_ id: UID, _ x: Double, _ y: Double) -> Point {
    guard let inverse = presentTransform(id).inverse else { return Point(x, y) }
    let p = inverse.apply(x, y)
    return Point(p.x, p.y)
  }

  /// From a node's own space to the screen, with presentation values.
  func presentTransform(_ id: UID) -> FrameTransform {
    var spaces: [UID] = []
    var node = u[Int(id)].parent
    var root = id
    while node >= 0 {
      if u[Int(node)].flags.contains(.isSpace) { spaces.append(node) }
      root = node
      node = u[Int(node)].parent
    }
    var transform = FrameTransform.identity
    if let dy = shownValue(root)?.first, u[Int(root)].op == .window { transform.ty = dy }
    for space in spaces.reversed() { transform = transform.concat(effectTransform(space, presentBox(space))) }
    let box = presentBox(id)
    return transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: box.x, ty: box.y))
  }

  /// Where a node is shown in the space around it.
  func presentBox(_ id: UID) -> Rect {
    let index = u[Int(id)].frame
    if index >= 0, frames[Int(index)].hasModel { return frames[Int(index)].present }
    var rect = layoutRect(id)
    let origin = spaceOrigin(enclosingSpace(id))
    rect.x -= origin.x
    rect.y -= origin.y
    return rect
  }
}
