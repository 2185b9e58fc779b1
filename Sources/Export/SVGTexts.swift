import SceneRuntime

/// Texts where they were measured, images, and boxes for what has no picture.
extension SVGScene {
  mutating func text(_ lines: [FrameTextLine], _ paint: FramePaint, _ leaf: FrameLeaf, _ key: String) {
    var base: [(String, String)] = []
    if case .gradient(let gradient) = paint, gradient.kind == .angular {
      base = self.paint(.color(SVGScene.color(gradient.stops, at: 0.5)), "fill", leaf, key)
    } else {
      base = self.paint(paint, "fill", leaf, key)
    }
    for (row, line) in lines.enumerated() {
      for (index, run) in line.runs.enumerated() where !run.text.isEmpty {
        var attributes: [(String, String)] = []
        let y = line.baseline - run.rise
        if options.fitsText, let factor = InterWidths.fit(run) {
          attributes.append(("transform", "matrix(\(number(factor, 4)) 0 0 1 \(number(run.x)) \(number(y)))"))
        } else {
          attributes += [("x", number(run.x)), ("y", number(y))]
        }
        attributes += [("font-size", number(run.size)), ("font-weight", "\(SVGScene.cssWeight(run.weight))")]
        if run.isItalic { attributes.append(("font-style", "italic")) }
        switch run.design {
        case .standard: break
        case .monospaced:
          attributes.append(("font-family", "ui-monospace,'SF Mono',Menlo,'DejaVu Sans Mono',monospace"))
        case .serif:
          attributes.append(("font-family", "ui-serif,'New York',Georgia,'DejaVu Serif',serif"))
        case .rounded:
          attributes.append(("font-family", "ui-rounded,'SF Pro Rounded',Nunito,Inter,sans-serif"))
        }
        // The width is the one that was measured, whatever font the viewer has.
        if run.width > 0, !options.fitsText {
          attributes += [("textLength", number(run.width)), ("lengthAdjust", "spacingAndGlyphs")]
        }
        if run.isUnderlined || run.isStruck {
          let names = [run.isUnderlined ? "underline" : nil, run.isStruck ? "line-through" : nil].compactMap { $0 }
          attributes.append(("text-decoration", names.joined(separator: " ")))
        }
        attributes.append(("xml:space", "preserve"))
        attributes += run.color.map { self.paint(.color($0), "fill", leaf, key) } ?? base
        add("text", "\(key)t\(row).\(index)", attributes, text: run.text)
      }
    }
  }

  /// CSS weight of SwiftUI's -0.8 ... 0.62.
  static func cssWeight(_ weight: Double) -> Int {
    let steps: [(Double, Int)] = [
      (-0.7, 100), (-0.5, 200), (-0.2, 300), (0.1, 400), (0.26, 500), (0.35, 600), (0.48, 700), (0.59, 800),
    ]
    for (limit, value) in steps where weight < limit { return value }
    return 900
  }

  /// An image file, stretched into its box; a tint paints all that is opaque in it.
  mutating func image(_ row: Int, _ box: FrameRect, _ tint: FrameColor?, _ key: String) {
    var attributes: [(String, String)] = []
    if let tint {
      open(
        "filter", "\(key)f", [("id", id("\(key)f")), ("x", "0"), ("y", "0"), ("width", "1"), ("height", "1")])
      add("feFlood", "\(key)l", [("flood-color", hex(tint)), ("flood-opacity", number(tint.alpha, 4))])
      add("feComposite", "\(key)i", [("in2", "SourceAlpha"), ("operator", "in")])
      close()
      attributes.append(("filter", reference("\(key)f")))
    }
    // Images are defined once, in a box of 1 x 1.
    attributes += [
      ("href", "#\(options.idPrefix)image\(row)"),
      (
        "transform",
        "matrix(\(number(max(box.width, 1e-3))) 0 0 \(number(max(box.height, 1e-3))) \(number(box.x)) \(number(box.y)))"
      ),
    ]
    add("use", key, attributes)
  }

  /// A box with a name that never leaves it.
  mutating func placeholder(_ name: String, _ box: FrameRect, _ key: String) {
    guard box.width > 0, box.height > 0 else { return }
    add(
      "rect", key,
      [
        ("x", number(box.x)), ("y", number(box.y)), ("width", number(box.width)), ("height", number(box.height)),
        ("fill", "#D9DEE6"),
      ])
    let line = min(1, min(box.width, box.height) / 40)
    add(
      "rect", "\(key)b",
      [
        ("x", number(box.x + line / 2)), ("y", number(box.y + line / 2)), ("width", number(max(0, box.width - line))),
        ("height", number(max(0, box.height - line))), ("fill", "none"), ("stroke", "#7C899A"),
        ("stroke-width", number(line)), ("stroke-opacity", "0.6"),
      ])
    // Two hills and a sun say that a picture is meant.
    let side = min(box.width, box.height) * 0.34
    if side >= 14 {
      let scale = min(side, 64) / 100
      let x = box.midX - 50 * scale
      let y = box.midY - 50 * scale - (name.isEmpty ? 0 : min(9, side * 0.2))
      open(
        "g", "\(key)g",
        [
          ("transform", "translate(\(number(x)) \(number(y))) scale(\(number(scale, 4)))"), ("fill", "#5F6C7D"),
          ("fill-opacity", "0.55"),
        ])
      add("path", "\(key)h", [("d", "M4 82L36 38L56 64L68 50L96 82Z")])
      add("circle", "\(key)s", [("cx", "70"), ("cy", "28"), ("r", "10")])
      close()
    }
    let room = box.width - 8
    let size = min(11, room / max(1, InterWidths.width(name) / 1000), box.height * 0.3)
    guard size >= 4, !name.isEmpty else { return }
    let y = side >= 14 ? box.midY + min(side, 64) / 2 + size * 0.6 : box.midY + size * 0.35
    guard y + size * 0.3 <= box.maxY else { return }
    add(
      "text", "\(key)n",
      [
        ("x", number(box.midX)), ("y", number(y)), ("font-size", number(size)), ("text-anchor", "middle"),
        ("fill", "#3A4452"),
      ], text: name)
  }
}

/// Advance widths of the typeface Inter at regular weight, in thousandths of the font size: how wide a text comes out where
/// it is drawn by a renderer that cannot stretch it to the width it was measured with.
enum InterWidths {
  /// U+0020 to U+007E.
  private static let ascii: [Double] = [
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, 625, 464, 605, 636, 642, 608, 624,
    571, 616, 624, 276, 280, 659, 659, 659, 507, 936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889,
    753, 761, 635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, 497, 564, 621, 558, 621,
    582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, 609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362,
    327, 362, 659,
  ]

  static func width(_ text: String) -> Double {
    var sum = 0.0
    for scalar in text.unicodeScalars {
      if scalar.value >= 32, scalar.value < 127 {
        sum += ascii[Int(scalar.value) - 32]
      } else if scalar.value < 0x2E80 {
        sum += 600
      } else {
        sum += 1000
      }
    }
    return sum
  }

  /// Factor that brings a run to its measured width; nil where the font is another one.
  static func fit(_ run: FrameTextRun) -> Double? {
    guard run.design == .standard || run.design == .rounded, run.width > 0 else { return nil }
    // Heavier faces are wider: about 6 % from regular to bold.
    let weight = Double(SVGScene.cssWeight(run.weight))
    let natural = width(run.text) / 1000 * run.size * (1 + 0.06 * (weight - 400) / 300)
    guard natural > 0 else { return nil }
    let factor = run.width / natural
    return factor > 0.6 && factor < 1.6 ? factor : nil
  }
}
