/// Colours and shape styles of the scene to numbers. Colours animate in linear light (semantics 4.2).

/// A fill: a colour or a gradient.
struct ResolvedStyle {
  var color = FrameColor(red: 0, green: 0, blue: 0, alpha: 1)
  var gradient: FrameGradient?
  var isClear: Bool { gradient == nil && color.alpha == 0 }
}

extension ViewGraph {
  /// Resolves a style at a node: environment values of hierarchical styles are read there.
  func style(_ word: Word, at node: SID, depth: Int = 0) -> ResolvedStyle {
    if word.isNone || depth > 16 { return ResolvedStyle() }
    if heap.kind(word) == .existential { return style(heap.slot(word, 0), at: node, depth: depth + 1) }
    if tag(word) == .backgroundStyle {
      if let set = environmentValue(node, "backgroundStyle") { return style(set, at: node, depth: depth + 1) }
      var result = ResolvedStyle()
      result.color = color(named: "systemBackground", node) ?? result.color
      return result
    }
    if tag(word) == .tintStyle {
      if let set = environmentValue(node, "tint") { return style(set, at: node, depth: depth + 1) }
      var result = ResolvedStyle()
      result.color = color(named: "blue", node) ?? result.color
      return result
    }
    if tag(word) == .namedStyle {
      var result = ResolvedStyle()
      let name = heap.string(heap.slot(word, 1)) ?? ""
      result.color =
        (name == "secondary" ? color(named: "secondaryLabel", node) : color(named: name, node)) ?? result.color
      return result
    }
    guard let info = info(word) else { return ResolvedStyle() }
    switch info.base {
    case "opacity":
      var result = style(receiver(word), at: node, depth: depth + 1)
      fade(&result, number(word, 0) ?? 1)
      return result
    case "gradient", "shadow", "blendMode", "inverted",
      "tertiary" where info.selfCount == 1:
      return style(receiver(word), at: node, depth: depth + 1)
    case "linearGradient", "radialGradient", "angularGradient", "ellipticalGradient", "conicGradient":
      return gradient(word, info.base, at: node, depth: depth)
    case "color": return style(argument(word, 0), at: node, depth: depth + 1)
    case "mix":
      let a = style(receiver(word), at: node, depth: depth + 1).color
      let b = style(argument(word, "with"), at: node, depth: depth + 1).color
      let t = number(word, "by") ?? 0.5
      var result = ResolvedStyle()
      result.color = FrameColor(
        red: a.red + (b.red - a.red) * t, green: a.green + (b.green - a.green) * t,
        blue: a.blue + (b.blue - a.blue) * t, alpha: a.alpha + (b.alpha - a.alpha) * t)
      return result
    case "init": return initStyle(word, info, at: node, depth: depth)
    default: return namedStyle(info.base, info, word, at: node, depth: depth)
    }
  }

  private func fade(_ style: inout ResolvedStyle, _ factor: Double) {
    style.color.alpha *= factor
    if var gradient = style.gradient {
      for i in gradient.stops.indices { gradient.stops[i].color.alpha *= factor }
      style.gradient = gradient
    }
  }

  private func initStyle(_ word: Word, _ info: NativeInfo, at node: SID, depth: Int) -> ResolvedStyle {
    var result = ResolvedStyle()
    switch info.type {
    case "LinearGradient": return gradient(word, "linearGradient", at: node, depth: depth)
    case "RadialGradient": return gradient(word, "radialGradient", at: node, depth: depth)
    case "AngularGradient": return gradient(word, "angularGradient", at: node, depth: depth)
    case "EllipticalGradient": return gradient(word, "ellipticalGradient", at: node, depth: depth)
    case "Color", "UIColor", "ColorResource":
      let alpha = number(word, "opacity") ?? number(word, "alpha") ?? 1
      if let red = number(word, "red") {
        var linear = false
        if info.labels.first == "_", constantName(argument(word, 0)) == "sRGBLinear" { linear = true }
        result.color = FrameColor(
          red: red, green: number(word, "green") ?? 0, blue: number(word, "blue") ?? 0, alpha: alpha)
        if linear {
          result.color = ViewGraph.fromLinear([result.color.red, result.color.green, result.color.blue, alpha])
        }
        return result
      }
      if let white = number(word, "white") {
        result.color = FrameColor(red: white, green: white, blue: white, alpha: alpha)
        return result
      }
      if let hue = number(word, "hue") {
        let brightness = number(word, "brightness") ?? 0
        result.color = ViewGraph.fromHue(hue, number(word, "saturation") ?? 0, brightness, alpha)
        return result
      }
      let first = hasArgument(word, "named") ? argument(word, "named") : argument(word, 0)
      if let name = heap.string(first), let row = colorRows[name] {
        let asset = machine.module.colors[row]
        let c = isDark(node) ? asset.dark : asset.light
        result.color = FrameColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
        return result
      }
      if heap.kind(first) == .string {
        report(
          RuntimeCode.missingAsset, .warning, "There is no colour named '\(heap.string(first) ?? "")'; clear is shown")
        result.color.alpha = 0
        return result
      }
      return style(first, at: node, depth: depth + 1)
    default:
      return style(argument(word, 0), at: node, depth: depth + 1)
    }
  }

  private func namedStyle(_ name: String, _ info: NativeInfo, _ word: Word, at node: SID, depth: Int) -> ResolvedStyle {
    var result = ResolvedStyle()
    let isMaterial =
      name.hasSuffix("Material") || name == "regular" || name == "thick" || name == "thin" || name == "bar"
    if isMaterial {
      let table = Facts.shared.table("materials")
      let key = name == "regular" || name == "thick" || name == "thin" ? name + "Material" : name
      if let row = table.find(key) {
        let offset = isDark(node) ? 4 : 0
        result.color = FrameColor(
          red: table[row, offset] / 255, green: table[row, offset + 1] / 255, blue: table[row, offset + 2] / 255,
          alpha: table[row, offset + 3])
      }
      return result
    }
    switch name {
    case "foreground",
      "primary" where info.type != "Color" && info.type != "UIColor":
      if depth == 0, let set = environmentValue(node, "foregroundStyle"), set != word {
        return style(set, at: node, depth: depth + 1)
      }
      result.color = color(named: "primary", node) ?? result.color
      return result
    case "secondary", "tertiary", "quaternary", "quinary":
      if info.type != "Color", info.type != "UIColor", let set = environmentValue(node, "foregroundStyle"),
        set != word, constantName(set) != name
      {
        var base = style(set, at: node, depth: depth + 1)
        fade(&base, name == "secondary" ? 0.5 : name == "tertiary" ? 0.25 : 0.18)
        return base
      }
      result.color = color(named: name, node) ?? result.color
      return result
    case "tint", "accentColor", "tintColor":
      if let set = environmentValue(node, "tint"), set != word { return style(set, at: node, depth: depth + 1) }
      result.color = color(named: "blue", node) ?? result.color
      return result
    case "background", "windowBackground":
      result.color = color(named: "systemBackground", node) ?? result.color
      return result
    default:
      result.color = color(named: name, node) ?? result.color
      return result
    }
  }

  func isDark(_ node: SID) -> Bool {
    let value = environmentValue(node, "colorScheme") ?? rootColorScheme
    if value.isHandle { return constantName(value) == "dark" }
    return !value.isNone && value.integer == 1
  }

  /// A colour of the system by name.
  func color(named name: String, _ node: SID) -> FrameColor? {
    let table = Facts.shared.table("colors")
    var found = table.find("iOS18.\(name)") ?? table.find("swiftui.\(name)") ?? table.find("uikit.\(name)")
    if found == nil, name.hasPrefix("system") {
      let rest = name.dropFirst(6)
      let lower = rest.prefix(1).lowercased() + rest.dropFirst()
      found = table.find("iOS18.\(lower)")
    }
    guard let row = found else { return nil }
    let offset = isDark(node) ? 4 : 0
    return FrameColor(
      red: table[row, offset] / 255, green: table[row, offset + 1] / 255, blue: table[row, offset + 2] / 255,
      alpha: table[row, offset + 3])
  }

  private func gradient(_ word: Word, _ kind: String, at node: SID, depth: Int) -> ResolvedStyle {
    var result = ResolvedStyle()
    var stops: [FrameGradient.Stop] = []
    func addColors(_ array: Word) {
      let contents = Array(heap.contents(array))
      for (index, color) in contents.enumerated() {
        let at = contents.count < 2 ? 0 : Double(index) / Double(contents.count - 1)
        stops.append(FrameGradient.Stop(color: style(color, at: node, depth: depth + 1).color, location: at))
      }
    }
    func addStops(_ array: Word) {
      for stop in Array(heap.contents(array)) {
        let color = member(stop, "color") ?? .none
        stops.append(
          FrameGradient.Stop(
            color: style(color, at: node, depth: depth + 1).color, location: memberNumber(stop, "location") ?? 0))
      }
    }
    var source = word
    if !hasArgument(word, "colors"), !hasArgument(word, "stops") {
      source = hasArgument(word, "gradient") ? argument(word, "gradient") : argument(word, 0)
    }
    if hasArgument(source, "colors") {
      addColors(argument(source, "colors"))
    } else if hasArgument(source, "stops") {
      addStops(argument(source, "stops"))
    }
    if let first = stops.first { result.color = first.color }
    var start = UnitPoint(0.5, 0)
    var end = UnitPoint(0.5, 1)
    if hasArgument(word, "startPoint") { start = unitPoint(argument(word, "startPoint")) }
    if hasArgument(word, "endPoint") { end = unitPoint(argument(word, "endPoint")) }
    if hasArgument(word, "center") {
      start = unitPoint(argument(word, "center"))
      end = start
    }
    let shape: FrameGradient.Kind =
      kind == "linearGradient"
      ? .linear : kind == "radialGradient" ? .radial : kind == "ellipticalGradient" ? .elliptical : .angular
    var gradient = FrameGradient(
      kind: shape, stops: stops, startX: start.x, startY: start.y, endX: end.x, endY: end.y)
    gradient.startRadius = number(word, "startRadius") ?? number(word, "startRadiusFraction") ?? 0
    gradient.endRadius = number(word, "endRadius") ?? number(word, "endRadiusFraction") ?? 0.5
    if hasArgument(word, "startAngle") { gradient.startAngle = angle(argument(word, "startAngle")) }
    if hasArgument(word, "endAngle") { gradient.endAngle = angle(argument(word, "endAngle")) }
    if hasArgument(word, "angle") {
      gradient.startAngle = angle(argument(word, "angle"))
      gradient.endAngle = gradient.startAngle + 2 * .pi
    }
    result.gradient = gradient
    return result
  }

  // MARK: Linear light

  /// 128 times linear red, green, blue and alpha: what colours animate in.
  static func animatable(_ color: FrameColor) -> [Double] {
    [128 * linear(color.red), 128 * linear(color.green), 128 * linear(color.blue), 128 * color.alpha]
  }

  static func color(animatable v: [Double]) -> FrameColor {
    guard v.count >= 4 else { return FrameColor(red: 0, green: 0, blue: 0, alpha: 1) }
    return fromLinear([v[0] / 128, v[1] / 128, v[2] / 128, v[3] / 128])
  }

  static func fromLinear(_ v: [Double]) -> FrameColor {
    FrameColor(red: encode(v[0]), green: encode(v[1]), blue: encode(v[2]), alpha: v[3])
  }

  private static func linear(_ c: Double) -> Double {
    let a = abs(c)
    let value = a <= 0.04045 ? a / 12.92 : SceneMath.pow((a + 0.055) / 1.055, 2.4)
    return c < 0 ? -value : value
  }

  private static func encode(_ c: Double) -> Double {
    let a = abs(c)
    let value = a <= 0.003_130_8 ? a * 12.92 : 1.055 * SceneMath.pow(a, 1 / 2.4) - 0.055
    return c < 0 ? -value : value
  }

  static func fromHue(_ hue: Double, _ saturation: Double, _ brightness: Double, _ alpha: Double) -> FrameColor {
    let h = (hue - hue.rounded(.down)) * 6
    let sector = Int(h) % 6
    let f = h - h.rounded(.down)
    let p = brightness * (1 - saturation)
    let q = brightness * (1 - saturation * f)
    let t = brightness * (1 - saturation * (1 - f))
    switch sector {
    case 0: return FrameColor(red: brightness, green: t, blue: p, alpha: alpha)
    case 1: return FrameColor(red: q, green: brightness, blue: p, alpha: alpha)
    case 2: return FrameColor(red: p, green: brightness, blue: t, alpha: alpha)
    case 3: return FrameColor(red: p, green: q, blue: brightness, alpha: alpha)
    case 4: return FrameColor(red: t, green: p, blue: brightness, alpha: alpha)
    default: return FrameColor(red: brightness, green: p, blue: q, alpha: alpha)
    }
  }
}
