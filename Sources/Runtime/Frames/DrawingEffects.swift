/// The effects around what is drawn: opacity, shadows, filters, clips and masks of the ancestors of a leaf, each once for all leaves it holds,
/// and the map from the space inside a node to the screen.

struct EffectTable {
  var effects: [FrameEffect] = []
  /// Row of the nearest effect of what lies inside a node; -2 where it is not known yet.
  var inside: [Int32]
  /// From inside a node, its own scale or rotation applied, to the screen.
  var below: [FrameTransform]
  /// Nodes whose ground is drawn, or that were looked at for one.
  var grounded: Set<UID> = []

  init(count: Int) {
    inside = [Int32](repeating: -2, count: count)
    below = [FrameTransform](repeating: .identity, count: count)
  }

  mutating func add(_ parent: Int32, _ owner: UID, _ kind: FrameEffect.Kind) -> Int32 {
    effects.append(FrameEffect(parent: Int(parent), owner: Int(owner), kind: kind))
    return Int32(effects.count - 1)
  }
}

extension FrameTransform {
  /// How much lengths grow on the average.
  var lengthFactor: Double { abs(a * d - b * c).squareRoot() }
}

extension ViewGraph {
  /// Row of the nearest effect around the content of a node.
  func effect(inside id: UID, _ table: inout EffectTable, _ maskDepth: Int) -> Int32 {
    var path: [UID] = []
    var node = id
    while node >= 0, table.inside[Int(node)] == -2 {
      path.append(node)
      node = u[Int(node)].parent
    }
    var row: Int32 = node >= 0 ? table.inside[Int(node)] : -1
    var transform = node >= 0 ? table.below[Int(node)] : .identity
    while let next = path.popLast() {
      let i = Int(next)
      let parent = u[i].parent
      if parent >= 0, u[Int(parent)].op == .mask, u[Int(parent)].secondary == next {
        // What masks is drawn for itself.
        row = -1
      }
      enter(next, &row, &transform, &table, maskDepth)
      table.inside[i] = row
      table.below[i] = transform
    }
    return row
  }

  /// Adds what a node does to its content.
  private func enter(
    _ id: UID, _ row: inout Int32, _ transform: inout FrameTransform, _ table: inout EffectTable, _ maskDepth: Int
  ) {
    let i = Int(id)
    if u[i].transition >= 0 { enter(transition: Int(u[i].transition), id, &row, &transform, &table) }
    switch u[i].op {
    case .window:
      if let dy = shownValue(id)?.first { transform.ty += dy }
      return
    case .button:
      if let ext = s[Int(u[i].s)].ext as? BaseExt, ext.isPressed, !ext.style.isHandle || info(ext.style) != nil {
        row = table.add(row, id, .opacity(0.2))
      }
    case .scrollView, .list, .pager:
      if u[i].child < 0, !scrollClipDisabled(id) {
        var rect = presentRect(id)
        extendIntoSafeArea(id, &rect)
        let box = FrameRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        row = table.add(row, id, .clip(.rect(box), transform))
      }
    case .opacity, .hidden:
      let value = shownValue(id)?.first ?? 1
      if value < 1 { row = table.add(row, id, .opacity(max(0, value))) }
    case .visualEffect, .scrollTransition:
      transform = transform.concat(effectTransform(id, presentRect(id)))
      if let v = shownValue(id), v.count >= 8, v[6] < 1 { row = table.add(row, id, .opacity(max(0, v[6]))) }
    case .scaleEffect, .rotationEffect, .rotation3DEffect, .transformEffect, .projectionEffect, .geometryGroup:
      transform = transform.concat(effectTransform(id, presentRect(id)))
    case .clipped, .clipShape, .cornerRadius: enterClip(id, &row, transform, &table)
    case .mask:
      guard u[i].secondary >= 0, maskDepth < 4 else { return }
      var items: [DisplayItem] = []
      var context = DisplayContext()
      context.transform = transform
      // The list of what is shown does not know what lies in masks.
      let known = shown
      show(host: u[i].secondary, context, &items)
      shown = known
      // The nodes inside the mask need what is known about the mask itself.
      table.inside[i] = row
      table.below[i] = transform
      let leaves = drawnLeaves(items, &table, maskDepth + 1)
      row = table.add(row, id, .mask(leaves))
    default: filter(id, &row, transform, &table)
    }
  }

  private func enter(
    transition index: Int, _ top: UID, _ row: inout Int32, _ transform: inout FrameTransform, _ table: inout EffectTable
  ) {
    let item = transitions[index]
    if item.present[0] < 1 { row = table.add(row, top, .opacity(max(0, item.present[0]))) }
    if item.present.count > 2, item.present[2] > 0 {
      row = table.add(row, top, .blur(item.present[2] * transform.lengthFactor))
    }
    if item.hasScale, item.present[1] != 1 {
      let rect = presentRect(top)
      let x = rect.x + item.anchorX * rect.width
      let y = rect.y + item.anchorY * rect.height
      let k = item.present[1]
      transform = transform.concat(FrameTransform(a: k, b: 0, c: 0, d: k, tx: x - k * x, ty: y - k * y))
    }
  }

  private func enterClip(_ id: UID, _ row: inout Int32, _ transform: FrameTransform, _ table: inout EffectTable) {
    let rect = presentRect(id)
    var shape = (u[Int(id)].ext as? ClipExt)?.shape ?? ResolvedShape()
    if let ext = u[Int(id)].ext as? ClipExt, ext.shape.outline == .rectangle { shape.outline = ext.outline }
    if u[Int(id)].op == .cornerRadius { shape.isCircular = true }
    let radii = shownValue(id) ?? shape.radii
    let outline = outline(shape, radii: radii[...], width: rect.width, height: rect.height)
    let moved = transform.concat(FrameTransform(a: 1, b: 0, c: 0, d: 1, tx: rect.x, ty: rect.y))
    row = table.add(row, id, .clip(outline, moved))
  }

  private func filter(_ id: UID, _ row: inout Int32, _ transform: FrameTransform, _ table: inout EffectTable) {
    let op = u[Int(id)].op
    let values = shownValue(id) ?? []
    let first = values.first ?? 0
    switch op {
    case .blur: if first > 0 { row = table.add(row, id, .blur(first * transform.lengthFactor)) }
    case .shadow:
      guard values.count >= 3 else { return }
      var color = FrameColor(red: 0, green: 0, blue: 0, alpha: 0.33)
      if values.count >= 7 { color = ViewGraph.color(animatable: Array(values[3..<7])) }
      guard color.alpha > 0 else { return }
      let (x, y) = (
        transform.a * values[1] + transform.c * values[2], transform.b * values[1] + transform.d * values[2]
      )
      row = table.add(row, id, .shadow(color, radius: max(0, values[0]) * transform.lengthFactor, x: x, y: y))
    case .brightness: if first != 0 { row = table.add(row, id, .brightness(first)) }
    case .contrast: if first != 1 { row = table.add(row, id, .contrast(first)) }
    case .saturation: if first != 1 { row = table.add(row, id, .saturation(first)) }
    case .grayscale: if first != 0 { row = table.add(row, id, .saturation(1 - first)) }
    case .hueRotation: if first != 0 { row = table.add(row, id, .hueRotation(first / 128)) }
    case .colorMultiply:
      row = table.add(row, id, .multiply(style(argument(s[Int(u[Int(id)].s)].value, 0), at: u[Int(id)].s).color))
    case .colorInvert: row = table.add(row, id, .invert)
    case .luminanceToAlpha: row = table.add(row, id, .luminanceToAlpha)
    case .blendMode:
      if let name = blendMode(argument(s[Int(u[Int(id)].s)].value, 0)) { row = table.add(row, id, .blend(name)) }
    default: break
    }
  }

  /// CSS name of a blend mode; nil for the normal one and those that have no counterpart.
  func blendMode(_ word: Word) -> String? {
    let names = [
      "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "softLight",
      "hardLight", "difference", "exclusion", "hue", "saturation", "color", "luminosity", "sourceAtop",
      "destinationOver", "destinationOut", "plusDarker", "plusLighter",
    ]
    let name =
      word.isNone ? "normal" : word.isHandle ? constantName(word) : names[max(0, min(names.count - 1, word.integer))]
    switch name {
    case "multiply", "screen", "overlay", "darken", "lighten", "difference", "exclusion", "hue", "saturation", "color",
      "luminosity":
      return name
    case "colorDodge": return "color-dodge"
    case "colorBurn", "plusDarker": return "color-burn"
    case "softLight": return "soft-light"
    case "hardLight": return "hard-light"
    case "plusLighter": return "plus-lighter"
    default: return nil
    }
  }
}
