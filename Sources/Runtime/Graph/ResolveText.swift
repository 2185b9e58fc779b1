/// Text values and fonts of the scene to what text measuring takes.

extension ViewGraph {
  /// The attributes that runs of one Text share or change.
  struct TextStyle {
    var font = ResolvedFont()
    var tracking = 0.0
    var kerning = 0.0
    var baselineOffset = 0.0
    var color: Word = .none
    var isUnderlined = false
    var isStruck = false
  }

  /// What pictures show of a run beyond its font.
  struct RunLook {
    /// none: the colour of the whole text.
    var color: Word = .none
    var isUnderlined = false
    var isStruck = false
    /// The symbol that a run shows in place of its character.
    var symbol: String?
  }

  struct ResolvedText {
    var content: TextContent
    var string: String
    var color: Word
    /// Parallel to `content.runs`.
    var looks: [RunLook]
  }

  /// A Text view at a node, with what the environment says there.
  func resolveText(_ word: Word, at node: SID) -> ResolvedText {
    var style = environmentTextStyle(node)
    var runs: [TextRun] = []
    var looks: [RunLook] = []
    var color = Word.none
    appendRuns(word, &style, node, &runs, &looks, &color, 0)
    let textCase = environmentValue(node, "textCase")
    if let textCase, !textCase.isNone {
      let name = textCase.isHandle ? constantName(textCase) : textCase.integer == 0 ? "uppercase" : "lowercase"
      for i in runs.indices {
        runs[i].text = name == "uppercase" ? runs[i].text.uppercased() : runs[i].text.lowercased()
      }
    }
    var string = ""
    for run in runs { string += run.text }
    var content = TextContent(runs: runs)
    if let limit = environmentValue(node, "lineLimit") { applyLineLimit(limit, &content) }
    if let spacing = environmentValue(node, "lineSpacing"), !spacing.isNone { content.lineSpacing = spacing.number }
    if let factor = environmentValue(node, "minimumScaleFactor"), !factor.isNone {
      content.minimumScaleFactor = factor.number
    }
    if let alignment = environmentValue(node, "multilineTextAlignment") {
      let name =
        alignment.isHandle
        ? constantName(alignment) : ["leading", "center", "trailing"][max(0, min(2, alignment.integer))]
      content.alignment = name == "center" ? .center : name == "trailing" ? .trailing : .leading
    }
    if let mode = environmentValue(node, "truncationMode") {
      let name = mode.isHandle ? constantName(mode) : ["head", "tail", "middle"][max(0, min(2, mode.integer))]
      content.truncation = name == "head" ? .head : name == "middle" ? .middle : .tail
    }
    if let tightening = environmentValue(node, "allowsTightening"), !tightening.isHandle {
      content.allowsTightening = tightening.truth
    }
    return ResolvedText(content: content, string: string, color: color, looks: looks)
  }

  private func applyLineLimit(_ limit: Word, _ content: inout TextContent) {
    if limit.isNone { return }
    if !limit.isHandle {
      content.maxLines = max(1, limit.integer)
      return
    }
    if info(limit)?.base == "lineLimit" {
      let count = argument(limit, 0)
      if !count.isHandle, !count.isNone {
        content.maxLines = max(1, count.integer)
        if argument(limit, "reservesSpace").truth { content.minLines = count.integer }
      }
      return
    }
    let name = types.nominalRow(heap.type(limit))?.name ?? info(limit)?.type ?? ""
    let slots = heap.contents(limit)
    let offset = heap.kind(limit) == .description ? 1 : 0
    guard slots.count > offset else { return }
    let first = slots[offset].integer
    if name.hasPrefix("PartialRangeFrom") {
      content.minLines = first
    } else if name.hasPrefix("PartialRange") {
      content.maxLines = max(1, name.contains("UpTo") ? first - 1 : first)
    } else if slots.count > offset + 1 {
      content.minLines = first
      content.maxLines = max(1, slots[offset + 1].integer)
    }
  }

  private func environmentTextStyle(_ node: SID) -> TextStyle {
    var style = TextStyle()
    if let font = environmentValue(node, "font"), !font.isNone {
      style.font = self.font(font, at: node)
    } else {
      style.font = textStyle("body", node)
    }
    if let weight = environmentValue(node, "fontWeight"), !weight.isNone { style.font.weight = fontWeight(weight) }
    if let bold = environmentValue(node, "bold"), !bold.isHandle, bold.truth {
      style.font.weight = max(style.font.weight, 0.4)
    }
    if let italic = environmentValue(node, "italic"), !italic.isHandle, italic.truth { style.font.italic = true }
    if let mono = environmentValue(node, "monospaced"), !mono.isHandle, mono.truth { style.font.design = .monospaced }
    if environmentValue(node, "monospacedDigit") != nil { style.font.monospacedDigits = true }
    if let design = environmentValue(node, "fontDesign"), !design.isNone { style.font.design = fontDesign(design) }
    if let tracking = environmentValue(node, "tracking"), !tracking.isNone { style.tracking = tracking.number }
    if let kerning = environmentValue(node, "kerning"), !kerning.isNone { style.kerning = kerning.number }
    if let offset = environmentValue(node, "baselineOffset"), !offset.isNone { style.baselineOffset = offset.number }
    if let line = environmentValue(node, "underline") { style.isUnderlined = line.isHandle || line.truth }
    if let line = environmentValue(node, "strikethrough") { style.isStruck = line.isHandle || line.truth }
    return style
  }

  /// Walks a chain of Text modifiers to the text, then applies them from inside out; `+` recurses to a bounded depth.
  private func appendRuns(
    _ word: Word, _ outer: inout TextStyle, _ node: SID, _ runs: inout [TextRun], _ looks: inout [RunLook],
    _ color: inout Word, _ depth: Int
  ) {
    if depth > 256 { return }
    var calls: [Word] = []
    var current = word
    while let info = info(current) {
      if info.base == "+" {
        // A long sum is a chain of left operands.
        var operands: [Word] = [argument(current, 1)]
        var left = argument(current, 0)
        while let inner = self.info(left), inner.base == "+", inner.type == info.type {
          operands.append(argument(left, 1))
          left = argument(left, 0)
        }
        operands.append(left)
        for operand in operands.reversed() {
          var style = outer
          applyCalls(calls, &style, node, &color)
          appendRuns(operand, &style, node, &runs, &looks, &color, depth + 1)
        }
        return
      }
      if info.base == "init" || info.selfCount == 0 { break }
      calls.append(current)
      current = receiver(current)
    }
    var style = outer
    applyCalls(calls, &style, node, &color)
    var text = plainText(current, node)
    if isLocalized(current), text.contains("inflect: true") { text = Inflection.applied(to: text) }
    if TextMark.mayHold(text) {
      appendMarked(text, isLocalized(current), style, node, &runs, &looks)
      return
    }
    // A localised key is read as Markdown; other strings are shown as they are.
    let pieces = isLocalized(current) && InlineMarkdown.mayApply(to: text) ? InlineMarkdown.pieces(of: text) : []
    if pieces.isEmpty {
      looks.append(RunLook(color: style.color, isUnderlined: style.isUnderlined, isStruck: style.isStruck))
      runs.append(
        TextRun(
          text, font: style.font, tracking: style.tracking, kerning: style.kerning,
          baselineOffset: style.baselineOffset))
      return
    }
    append(pieces, style, &runs, &looks)
  }

  /// A text with images in it.
  private func appendMarked(
    _ text: String, _ isLocalized: Bool, _ style: TextStyle, _ node: SID, _ runs: inout [TextRun],
    _ looks: inout [RunLook]
  ) {
    for part in TextMark.parts(of: text) {
      switch part {
      case .text(let text):
        let pieces =
          isLocalized && InlineMarkdown.mayApply(to: text)
          ? InlineMarkdown.pieces(of: text) : [InlineMarkdown.Piece(text: text)]
        append(pieces, style, &runs, &looks)
      case .image(let name, let isSymbol):
        var width = style.font.size
        if isSymbol {
          width = symbolWidth(name, style.font, node)
        } else if let row = imageRows[name] {
          width = machine.module.images[row].width
        }
        let mark = String(TextMark.edge)
        var look = RunLook(color: style.color, isUnderlined: false, isStruck: false)
        look.symbol = isSymbol ? name : nil
        looks.append(look)
        runs.append(
          TextRun(
            mark, font: style.font, tracking: width - tree.textEngine.width(mark, font: style.font),
            baselineOffset: style.baselineOffset))
      }
    }
  }

  private func append(
    _ pieces: [InlineMarkdown.Piece], _ style: TextStyle, _ runs: inout [TextRun], _ looks: inout [RunLook]
  ) {
    for piece in pieces {
      var font = style.font
      if piece.isStrong { font.weight = max(font.weight, 0.4) }
      if piece.isEmphasized { font.italic = true }
      if piece.isCode { font.design = .monospaced }
      looks.append(
        RunLook(
          color: piece.isLink ? makeTagged(.tintStyle, []) : style.color, isUnderlined: style.isUnderlined,
          isStruck: style.isStruck || piece.isStruck))
      runs.append(
        TextRun(
          piece.text, font: font, tracking: style.tracking, kerning: style.kerning,
          baselineOffset: style.baselineOffset))
    }
  }

  /// Whether a text was made from a LocalizedStringKey: a literal, or a key given as such.
  private func isLocalized(_ word: Word) -> Bool {
    guard let info = info(word) else { return false }
    if info.type.hasPrefix("LocalizedString") { return true }
    if info.type == "Text", info.base == "init", machine.isMarkdown(heap.slot(word, 1)) { return true }
    return info.type == "Text" && info.base == "init" && info.labels.contains("tableName")
  }

  private func applyCalls(_ calls: [Word], _ style: inout TextStyle, _ node: SID, _ color: inout Word) {
    for call in calls {
      let name = constantName(call)
      switch name {
      case "font":
        let value = argument(call, 0)
        if !value.isNone { style.font = font(value, at: node) }
      default: break
      }
    }
    for call in calls.reversed() {
      let value = argument(call, 0)
      switch constantName(call) {
      case "bold": if value.isNone || value.isHandle || value.truth { style.font.weight = max(style.font.weight, 0.4) }
      case "italic": if value.isNone || value.isHandle || value.truth { style.font.italic = true }
      case "fontWeight": if !value.isNone { style.font.weight = fontWeight(value) }
      case "fontDesign": if !value.isNone { style.font.design = fontDesign(value) }
      case "monospaced": style.font.design = .monospaced
      case "monospacedDigit": style.font.monospacedDigits = true
      case "tracking": if !value.isHandle, !value.isNone { style.tracking = value.number }
      case "kerning": if !value.isHandle, !value.isNone { style.kerning = value.number }
      case "baselineOffset": if !value.isHandle, !value.isNone { style.baselineOffset = value.number }
      case "foregroundColor", "foregroundStyle":
        color = value
        style.color = value
      case "underline": style.isUnderlined = value.isNone || value.isHandle || value.truth
      case "strikethrough": style.isStruck = value.isNone || value.isHandle || value.truth
      default: break
      }
    }
  }

  /// The characters of `Text(...)`.
  func plainText(_ word: Word, _ node: SID, depth: Int = 0) -> String {
    if let text = heap.string(word) { return text }
    if word.isNone || depth > 8 { return "" }
    switch heap.kind(word) {
    case .description:
      let slots = Array(heap.contents(word).dropFirst())
      if info(word)?.type == "Image" { return machine.describedView(word) ?? "" }
      if hasArgument(word, "timerInterval") { return timed(word) }
      if hasArgument(word, "format") { return formatted(argument(word, 0), argument(word, "format")) }
      if hasArgument(word, "style"), let date = dateSeconds(argument(word, 0)) {
        return dated(date, argument(word, "style"))
      }
      for slot in slots where heap.kind(slot) == .string { return heap.string(slot) ?? "" }
      for slot in slots where slot.isHandle {
        let inner = plainText(slot, node, depth: depth + 1)
        if !inner.isEmpty { return inner }
      }
      return ""
    case .structure where types.nominalRow(heap.type(word))?.name == "Substring":
      return scene { try machine.describe(word, type: heap.type(word)) } ?? ""
    case .structure where isRange(word):
      let (low, high) = (dateSeconds(heap.slot(word, 0)) ?? 0, dateSeconds(heap.slot(word, 1)) ?? 0)
      var fields = DateFields()
      // Of one day the times alone.
      let (a, b) = (CivilDate(secondsSince2001: low), CivilDate(secondsSince2001: high))
      let isSameDay = a.year == b.year && a.dayOfYear == b.dayOfYear
      fields.add(date: isSameDay ? "omitted" : "numeric", time: "shortened")
      return fields.interval(a, b)
    case .instance: return machine.attributedText(word) ?? ""
    case .structure, .native, .existential:
      for slot in Array(heap.contents(word)) where slot.isHandle {
        let inner = plainText(slot, node, depth: depth + 1)
        if !inner.isEmpty { return inner }
      }
      return ""
    default: return ""
    }
  }

  /// `Text(value, format:)`. A number says by its bits which kind it is: whole ones are small.
  private func formatted(_ value: Word, _ format: Word) -> String {
    if let text = scene({ try machine.formattedByScene(value, format) }) ?? nil { return text }
    if format.isHandle, let text = scene({ try machine.systemFormat(value, format) }) ?? nil { return text }
    if value.isHandle {
      if let date = dateSeconds(value) { return CivilDate(secondsSince2001: date).format("M/d/y, h:mm a") }
      return plainText(value, -1)
    }
    let isWhole = value.integer.magnitude < 1 << 50
    let type = types.named(isWhole ? "Int" : "Double") ?? .unknown
    return scene { try machine.formatted(value, type, style: format) } ?? ""
  }

  /// Two dates, as `Text(start...end)` takes them.
  private func isRange(_ word: Word) -> Bool {
    heap.count(word) == 2 && dateSeconds(heap.slot(word, 0)) != nil && dateSeconds(heap.slot(word, 1)) != nil
  }

  /// Seconds since the reference date of a `Date`.
  func dateSeconds(_ word: Word) -> Double? {
    guard heap.kind(word) == .structure, heap.type(word) == types.known(.date), heap.count(word) > 0 else { return nil }
    let slot = heap.slot(word, 0)
    return slot.isNone || slot.isHandle ? nil : slot.number
  }

  /// A clock that counts within an interval.
  private func timed(_ word: Word) -> String {
    let range = argument(word, "timerInterval")
    guard heap.count(range) == 2, let start = dateSeconds(heap.slot(range, 0)),
      let end = dateSeconds(heap.slot(range, 1))
    else { return "" }
    let pause = argument(word, "pauseTime")
    let present = pause.isNone ? ViewGraph.epoch + now : dateSeconds(pause) ?? 0
    let at = max(start, min(end, present))
    let isDown = argument(word, "countsDown").truth
    if pause.isNone, present < end {
      nextText = min(nextText, untilSecond(isDown ? end - present : present - start, isDown))
    }
    let seconds = isDown ? (end - at - 1e-6).rounded(.up) : (at - start + 1e-6).rounded(.down)
    return clock(Int(max(0, min(1e12, seconds))), showsHours: argument(word, "showsHours").truth)
  }

  private func clock(_ seconds: Int, showsHours: Bool = true) -> String {
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    if showsHours, seconds >= 3600 { return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" }
    return "\(seconds / 60):\(two(seconds % 60))"
  }

  /// Seconds of the scene at which a distance of time has its next whole second.
  private func untilSecond(_ distance: Double, _ isFalling: Bool) -> Double {
    let whole = (distance + 1e-6).rounded(.down)
    let rest = distance - whole
    return now + (isFalling ? (rest > 1e-6 ? rest : 1) : 1 - max(0, rest))
  }

  /// When a text of a node that is told by the clock changes next; infinity where it does not.
  func noteTextTime(_ node: SID) {
    let isLive = nextText.isFinite
    guard isLive || timelines.contains(node), let ext = s[Int(node)].ext as? BaseExt else { return }
    ext.nextTime = nextText
    nextText = .infinity
    if !isLive {
      timelines.removeAll { $0 == node }
    } else if !timelines.contains(node) {
      timelines.append(node)
    }
  }

  static func registerTexts(_ registry: inout NativeRegistry, _ graph: @escaping () -> ViewGraph?) {
    registry.register("String.interpolate(_:style:)") { call in
      guard let graph = graph() else { return }
      call.setString(graph.dateSeconds(call[0]).map { graph.dated($0, call[1]) } ?? "")
    }
  }

  /// `Text(date, style:)`, as it is at the scene's time.
  private func dated(_ date: Double, _ style: Word) -> String {
    let parts = CivilDate(secondsSince2001: date)
    let distance = date - ViewGraph.epoch - now
    let seconds = Int(max(-1e12, min(1e12, abs(distance) + 1e-6)).rounded(.down))
    switch constantName(style) {
    case "date", "time": break
    default: nextText = min(nextText, untilSecond(abs(distance), distance > 0))
    }
    switch constantName(style) {
    case "date": return parts.format("MMMM d, y")
    case "time": return parts.format("h:mm\u{202F}a")
    case "timer": return clock(seconds)
    default:
      let units = [(86_400, "day"), (3600, "hr"), (60, "min"), (1, "sec")]
      var pieces: [String] = []
      var rest = seconds
      for (length, name) in units where pieces.count < 2 {
        let count = rest / length
        if count == 0, length > 1 || !pieces.isEmpty { continue }
        pieces.append("\(count) \(name)" + (name == "day" && count != 1 ? "s" : ""))
        rest %= length
      }
      let text = pieces.joined(separator: ", ")
      return constantName(style) == "offset" ? (distance < 0 ? "+" : "-") + text : text
    }
  }

  // MARK: Fonts

  func font(_ word: Word, at node: SID) -> ResolvedFont {
    var calls: [Word] = []
    var current = word
    while let info = info(current), info.selfCount == 1 {
      calls.append(current)
      current = receiver(current)
    }
    var result = baseFont(current, node)
    for call in calls.reversed() {
      let value = argument(call, 0)
      switch constantName(call) {
      case "bold": result.weight = boldWeight(current)
      case "italic": result.italic = true
      case "weight": if !value.isNone { result.weight = fontWeight(value) }
      case "monospaced": result.design = .monospaced
      case "monospacedDigit": result.monospacedDigits = true
      case "leading":
        let name = value.isHandle ? constantName(value) : ["standard", "tight", "loose"][max(0, min(2, value.integer))]
        if result.leading > 0 { result.leading += name == "tight" ? -2 : name == "loose" ? 2 : 0 }
      default: break
      }
    }
    return result
  }

  private func boldWeight(_ base: Word) -> Double {
    let table = Facts.shared.table("textStyles")
    guard let row = table.find(constantName(base)) else { return 0.4 }
    return ViewGraph.weights[max(0, min(8, Int(table[row, 1])))]
  }

  /// UIFont's weights, ultra light to black.
  static let weights: [Double] = [-0.8, -0.6, -0.4, 0, 0.23, 0.3, 0.4, 0.56, 0.62]

  func fontWeight(_ word: Word) -> Double {
    if heap.kind(word) == .structure { return heap.slot(word, 0).number }
    switch constantName(word) {
    case "ultraLight": return -0.8
    case "thin": return -0.6
    case "light": return -0.4
    case "medium": return 0.23
    case "semibold": return 0.3
    case "bold": return 0.4
    case "heavy": return 0.56
    case "black": return 0.62
    default: return 0
    }
  }

  private func fontDesign(_ word: Word) -> ResolvedFont.Design {
    let name =
      word.isHandle ? constantName(word) : ["default", "serif", "rounded", "monospaced"][max(0, min(3, word.integer))]
    switch name {
    case "rounded": return .rounded
    case "monospaced": return .monospaced
    case "serif": return .serif
    default: return .standard
    }
  }

  /// Columns of Dynamic Type sizes in the table of text styles; the default is `large`.
  private func typeSizeColumn(_ node: SID) -> Int {
    guard let value = environmentValue(node, "dynamicTypeSize"), !value.isNone else { return 3 }
    if !value.isHandle { return max(0, min(11, value.integer)) }
    let names = [
      "xSmall", "small", "medium", "large", "xLarge", "xxLarge", "xxxLarge", "accessibility1", "accessibility2",
      "accessibility3", "accessibility4", "accessibility5",
    ]
    return names.firstIndex(of: constantName(value)) ?? 3
  }

  func textStyle(_ name: String, _ node: SID) -> ResolvedFont {
    let table = Facts.shared.table("textStyles")
    let key = name == "title1" ? "title" : name
    guard let row = table.find(key) ?? table.find("body") else { return ResolvedFont() }
    let column = 2 + 2 * typeSizeColumn(node)
    guard column + 1 < table.columnCount else { return ResolvedFont() }
    return ResolvedFont(
      size: table[row, column], weight: ViewGraph.weights[max(0, min(8, Int(table[row, 0])))],
      leading: table[row, column + 1])
  }

  /// How much larger than by default a text style is at the node's Dynamic Type size.
  private func typeSizeShare(_ name: String, _ node: SID) -> Double {
    let table = Facts.shared.table("textStyles")
    let column = typeSizeColumn(node)
    guard column != 3, let row = table.find(name == "title1" ? "title" : name) ?? table.find("body"),
      3 + 2 * column < table.columnCount, table[row, 8] > 0
    else { return 1 }
    return table[row, 2 + 2 * column] / table[row, 8]
  }

  /// A font of the system's own pieces: a text style, one in its stronger weight (`largeTitle.bold`), or a size with a weight (`10.medium`).
  private func namedFont(_ name: String, _ node: SID) -> ResolvedFont {
    let parts = name.split(separator: ".")
    guard parts.count == 2, let first = parts.first else { return textStyle(name, node) }
    if let size = Int(first) {
      let weight = parts[1] == "medium" ? 0.23 : parts[1] == "semibold" ? 0.3 : 0
      return ResolvedFont(size: Double(size), weight: weight, leading: 0)
    }
    var result = textStyle(String(first), node)
    let table = Facts.shared.table("textStyles")
    if let row = table.find(String(first)) { result.weight = ViewGraph.weights[max(0, min(8, Int(table[row, 1])))] }
    return result
  }

  private func baseFont(_ word: Word, _ node: SID) -> ResolvedFont {
    if tag(word) == .namedStyle { return namedFont(heap.string(heap.slot(word, 1)) ?? "body", node) }
    guard let info = info(word) else { return textStyle("body", node) }
    switch info.base {
    case "system":
      let first = argument(word, 0)
      var result: ResolvedFont
      if hasArgument(word, "size") {
        result = ResolvedFont(size: number(word, "size") ?? 17, leading: 0)
      } else {
        let name = first.isHandle ? constantName(first) : ViewGraph.styleNames[max(0, min(10, first.integer))]
        result = textStyle(name, node)
      }
      let weight = argument(word, "weight")
      if !weight.isNone { result.weight = fontWeight(weight) }
      let design = argument(word, "design")
      if !design.isNone { result.design = fontDesign(design) }
      return result
    case "custom":
      if let fixed = number(word, "fixedSize") { return ResolvedFont(size: fixed, leading: 0) }
      // Custom fonts grow with Dynamic Type as a text style does, the body unless another is named.
      let relative = argument(word, "relativeTo")
      let name =
        relative.isNone
        ? "body"
        : relative.isHandle
          ? constantName(relative) : ViewGraph.styleNames[max(0, min(10, relative.integer))]
      let size = number(word, "size") ?? 17
      return ResolvedFont(size: size * typeSizeShare(name, node), leading: 0)
    case "init", "systemFont", "preferredFont", "boldSystemFont":
      if let size = number(word, "ofSize") ?? number(word, "size") { return ResolvedFont(size: size, leading: 0) }
      let inner = argument(word, 0)
      return inner.isHandle ? baseFont(inner, node) : textStyle("body", node)
    default: return textStyle(info.base, node)
    }
  }

  /// Cases of `Font.TextStyle` in declaration order.
  static let styleNames = [
    "largeTitle", "title", "title2", "title3", "headline", "subheadline", "body", "callout", "footnote", "caption",
    "caption2",
  ]
}
