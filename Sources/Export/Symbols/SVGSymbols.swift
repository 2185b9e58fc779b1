import SceneRuntime

/// Symbols as SVG elements: our drawing in its box, or a thin box with the name where there is none.
extension SVGScene {
  mutating func draw(symbol: FrameSymbol, _ box: FrameRect, _ leaf: FrameLeaf, _ key: String) {
    guard box.width > 0, box.height > 0 else { return }
    guard let art = SymbolArt(symbol.name) else {
      unknown(symbol, box, leaf, key)
      return
    }
    let scale = min(box.width / art.width, box.height / 100)
    let x = box.x + (box.width - art.width * scale) / 2
    let y = box.y + (box.height - 100 * scale) / 2
    open("g", key, [("transform", "translate(\(number(x)) \(number(y))) scale(\(number(scale, 5)))")])
    // Paints are defined in the symbol's own box.
    let space = FrameLeaf(
      view: leaf.view, transform: .identity, width: art.width, height: 100, effect: -1, elements: [])
    let hasPalette = symbol.paints.count > 1 && art.parts.contains { $0.layer == 1 }
    let first = symbol.paints.first ?? .color(FrameColor(red: 0, green: 0, blue: 0, alpha: 1))
    let hasLayers = hasPalette || symbol.isHierarchical && art.parts.contains { $0.layer == 1 }
    let holes = art.parts.filter { $0.isHole }
    let cuts = !hasLayers && (!holes.isEmpty || art.letterIsHole)
    // SF Symbols' regular strokes are a good twelfth of their height; -0.8 ... 0.62 makes them thinner and thicker.
    let line = 8.5 * (1 + (symbol.weight < 0 ? symbol.weight * 0.75 : symbol.weight * 1.15))
    if cuts || art.isStruckOut { openCut(art, holes: cuts ? holes : [], line, key) }
    let main = paints(first, space, "\(key)a")
    var second = main
    if hasLayers {
      second = hasPalette ? paints(symbol.paints[1], space, "\(key)b") : main + [("opacity", "0.5")]
    }
    for (index, part) in art.parts.enumerated() where !part.isHole || hasLayers {
      draw(part, part.layer == 1 ? second : main, line, "\(key)p\(index)")
    }
    if let letter = art.letter, !art.letterIsHole || hasLayers {
      self.letter(letter, art, main.filter { $0.0.hasPrefix("fill") }, "\(key)l")
    }
    if cuts || art.isStruckOut { close() }
    if art.isStruckOut {
      draw(
        SymbolArt.Part(role: .line, data: SVGScene.slash(art.width)), main, line, "\(key)s")
    }
    close()
  }

  static func slash(_ width: Double) -> String {
    "M\(number(width / 2 - 42)) 8L\(number(width / 2 + 42)) 92"
  }

  /// A group from which details are cut out.
  private mutating func openCut(_ art: SymbolArt, holes: [SymbolArt.Part], _ line: Double, _ key: String) {
    open("g", "\(key)h", [("mask", reference("\(key)m"))])
    open(
      "mask", "\(key)m",
      [
        ("id", id("\(key)m")), ("maskUnits", "userSpaceOnUse"), ("x", "-20"), ("y", "-20"),
        ("width", number(art.width + 40)), ("height", "140"),
      ])
    add(
      "rect", "\(key)w",
      [("x", "-20"), ("y", "-20"), ("width", number(art.width + 40)), ("height", "140"), ("fill", "#FFFFFF")])
    for (index, part) in holes.enumerated() {
      draw(part, [("fill", "#000000"), ("stroke", "#000000")], line, "\(key)c\(index)")
    }
    if art.isStruckOut {
      draw(
        SymbolArt.Part(role: .line, data: SVGScene.slash(art.width)), [("stroke", "#000000")], line * 3, "\(key)cs")
    }
    if let letter = art.letter, art.letterIsHole { self.letter(letter, art, [("fill", "#000000")], "\(key)cl") }
    close()
  }

  /// Fill and stroke of one paint.
  private mutating func paints(_ paint: FramePaint, _ space: FrameLeaf, _ key: String) -> [(String, String)] {
    switch paint {
    case .color(let color):
      var result = [("fill", hex(color)), ("stroke", hex(color))]
      if color.alpha < 1 { result.append(("opacity", number(max(color.alpha, 0), 4))) }
      return result
    case .gradient:
      let fill = self.paint(paint, "fill", space, key)
      return fill + fill.map { ("stroke", $0.1) }
    }
  }

  private mutating func draw(_ part: SymbolArt.Part, _ paints: [(String, String)], _ line: Double, _ key: String) {
    var attributes: [(String, String)] = [("d", part.data)]
    if part.scale != 1 || part.x != 0 || part.y != 0 {
      attributes.append(
        ("transform", "translate(\(number(part.x)) \(number(part.y))) scale(\(number(part.scale, 4)))"))
    }
    switch part.role {
    case .filled: attributes += paints.filter { $0.0 != "stroke" }
    case .line:
      attributes.append(("fill", "none"))
      attributes += paints.filter { $0.0 != "fill" }
      attributes += [
        // Lines inside an enclosure are nearly as thick as those around it.
        ("stroke-width", number(part.scale < 1 ? line / part.scale * 0.92 : line)), ("stroke-linecap", "round"),
        ("stroke-linejoin", "round"),
      ]
    }
    add("path", key, attributes)
  }

  private mutating func letter(_ text: String, _ art: SymbolArt, _ paint: [(String, String)], _ key: String) {
    add(
      "text", key,
      [
        ("x", number(art.width / 2)), ("y", number(50 + art.letterSize * 0.36)), ("font-size", number(art.letterSize)),
        ("font-weight", "500"), ("text-anchor", "middle"),
      ] + paint, text: text)
  }

  /// A thin rounded box with the name, as large as fits.
  private mutating func unknown(_ symbol: FrameSymbol, _ box: FrameRect, _ leaf: FrameLeaf, _ key: String) {
    let first = symbol.paints.first ?? .color(FrameColor(red: 0, green: 0, blue: 0, alpha: 1))
    let line = max(0.5, min(box.width, box.height) / 20)
    let radius = min(box.width, box.height) / 6
    add(
      "rect", key,
      [
        ("x", number(box.x + line / 2)), ("y", number(box.y + line / 2)), ("width", number(max(0, box.width - line))),
        ("height", number(max(0, box.height - line))), ("rx", number(radius)), ("fill", "none"),
        ("stroke-width", number(line)),
      ] + paint(first, "stroke", leaf, "\(key)a"))
    let size = min((box.width - 3 * line) / max(1, InterWidths.width(symbol.name) / 1000), box.height * 0.4, 14)
    guard size >= 1.5 else { return }
    add(
      "text", "\(key)n",
      [
        ("x", number(box.midX)), ("y", number(box.midY + size * 0.35)), ("font-size", number(size)),
        ("text-anchor", "middle"),
      ] + paint(first, "fill", leaf, "\(key)b"), text: symbol.name)
  }
}
