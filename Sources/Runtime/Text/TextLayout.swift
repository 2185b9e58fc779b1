/// A Text prepared for measuring: its clusters with advances and break opportunities; and lines broken for a proposal
/// (semantics 3.23).

final class TextLayout {
  let content: TextContent

  private struct Flags {
    static let space: UInt8 = 1
    static let newline: UInt8 = 2
    static let breakAfter: UInt8 = 4
    static let softHyphen: UInt8 = 8
  }

  /// A run's first cluster and its font.
  private struct FaceRun {
    var start: Int
    var face: FontFace
    var baselineOffset: Double
  }

  private var isPrepared = false
  /// Points, letter spacing and kerning included.
  private var advances: UnsafeMutablePointer<Double>
  private var flags: UnsafeMutablePointer<UInt8>
  /// Number of clusters.
  private var count = 0
  /// UTF-8 offset of each cluster and of the end; empty where it is the cluster's index.
  private var offsets: [Int32] = []
  private var runs: [FaceRun] = []
  private var hasNewline = false
  private var natural = 0.0

  init(_ content: TextContent) {
    self.content = content
    // Not read before `prepare`; most texts of a large tree are prepared, so there is no state for "none".
    advances = .allocate(capacity: 0)
    flags = .allocate(capacity: 0)
  }

  deinit {
    advances.deallocate()
    flags.deallocate()
  }

  // MARK: preparation

  private func prepare(_ engine: TextEngine) {
    if isPrepared { return }
    isPrepared = true
    var total = 0
    var isASCII = true
    for run in content.runs {
      total += run.text.utf8.count
      if isASCII, !TextLayout.isPlain(run.text) { isASCII = false }
    }
    advances.deallocate()
    flags.deallocate()
    advances = .allocate(capacity: max(1, total))
    flags = .allocate(capacity: max(1, total))
    var previous = BreakClass.newline
    var offset = 0
    runs.reserveCapacity(content.runs.count)
    for run in content.runs {
      let face = engine.face(run.font)
      runs.append(FaceRun(start: count, face: face, baselineOffset: run.baselineOffset))
      let extra = run.tracking + run.kerning
      if isASCII {
        appendASCII(run.text, face, extra, &previous)
      } else {
        appendClusters(run.text, face, extra, &previous, &offset)
      }
    }
    if !isASCII { offsets.append(Int32(clamping: offset)) }
    var x = 0.0
    var widest = 0.0
    for index in 0..<count {
      if flags[index] & Flags.newline != 0 {
        widest = max(widest, x)
        x = 0
      } else {
        x += advances[index]
      }
    }
    natural = max(widest, x)
  }

  /// ASCII without carriage returns, where a byte is a cluster.
  private static func isPlain(_ text: String) -> Bool {
    let quick = text.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte >= 128 || byte == 13 { return false }
      return true
    }
    return quick ?? text.utf8.allSatisfy { $0 < 128 && $0 != 13 }
  }

  private func append(_ advance: Double, _ kind: BreakClass, _ previous: inout BreakClass) {
    if count > 0, kind != .newline {
      if previous == .space {
        if kind != .space { flags[count - 1] |= Flags.breakAfter }
      } else if kind.rawValue > BreakClass.digit.rawValue || previous.rawValue > BreakClass.digit.rawValue,
        previous != .newline, BreakClass.allows(previous, kind)
      {
        flags[count - 1] |= Flags.breakAfter
      }
    }
    var flag: UInt8 = 0
    var width = advance
    switch kind {
    case .space: flag = Flags.space
    case .newline:
      flag = Flags.newline
      hasNewline = true
      width = 0
    case .softHyphen:
      flag = Flags.softHyphen
      width = 0
    case .zeroWidthSpace: width = 0
    default: break
    }
    advances[count] = width
    flags[count] = flag
    count += 1
    previous = kind
  }

  private func appendASCII(_ text: String, _ face: FontFace, _ extra: Double, _ previous: inout BreakClass) {
    var text = text
    let widths = face.ascii
    let pairs = face.kerning
    text.withUTF8 { bytes in
      var before = 0
      for byte in bytes {
        let code = Int(byte)
        if before != 0, let pairs {
          let kern = pairs[before * 128 + code]
          if kern != 0 { advances[count - 1] += Double(kern) }
        }
        append(widths[code] + extra, BreakClass.ascii(byte), &previous)
        before = code
      }
    }
  }

  private func appendClusters(
    _ text: String, _ face: FontFace, _ extra: Double, _ previous: inout BreakClass, _ offset: inout Int
  ) {
    var before: UInt8 = 0
    for character in text {
      offsets.append(Int32(clamping: offset))
      offset += character.utf8.count
      if let byte = character.asciiValue {
        if before != 0, count > 0 { advances[count - 1] += face.kern(before, byte) }
        append(face.ascii[Int(byte)] + extra, BreakClass.ascii(byte), &previous)
        before = byte
        continue
      }
      before = 0
      let first = character.unicodeScalars.first ?? " "
      if TextLayout.isEmoji(character, first) {
        append(face.emojiAdvance() + extra, .ideographic, &previous)
        continue
      }
      var width = 0.0
      for scalar in character.unicodeScalars { width += face.advance(scalar) }
      append(width + extra, BreakClass.of(first), &previous)
    }
  }

  private static func isEmoji(_ character: Character, _ first: Unicode.Scalar) -> Bool {
    if first.value < 0xA9 { return character.unicodeScalars.contains { $0.value == 0x20E3 } }
    if first.properties.isEmojiPresentation { return true }
    return first.properties.isEmoji && character.unicodeScalars.contains { $0.value == 0xFE0F }
  }

  func naturalWidth(_ engine: TextEngine) -> Double {
    prepare(engine)
    return natural
  }

  // MARK: lines

  /// Fills `engine.spans` with the lines for a width in points at font scale 1.
  private func breakLines(_ width: Double, _ spans: inout [LineSpan]) {
    spans.removeAll(keepingCapacity: true)
    let count = count
    if count == 0 { return }
    if !hasNewline, natural <= width {
      let end = trimmedEnd(0, count)
      var line = natural
      var index = count
      while index > end {
        index -= 1
        line -= advances[index]
      }
      spans.append(LineSpan(start: 0, end: end, next: count, width: max(0, line), isHard: false))
      return
    }
    let limit = width + 1e-6
    let advances = advances
    let flags = flags
    var start = 0
    while start <= count {
      // One line from `start`.
      var index = start
      var x = 0.0
      var ink = 0.0
      var inkEnd = start
      var hasInk = false
      var breakAt = -1
      var breakEnd = start
      var breakInk = 0.0
      var next = -1
      var isHard = false
      while index < count {
        let flag = flags[index]
        if flag & Flags.newline != 0 {
          next = index + 1
          isHard = true
          break
        }
        let advance = advances[index]
        if flag & Flags.space != 0 {
          x += advance
        } else {
          if x + advance > limit, hasInk {
            if breakAt > start {
              next = breakAt
              ink = breakInk
              inkEnd = breakEnd
            } else {
              next = index
            }
            break
          }
          x += advance
          ink = x
          inkEnd = index + 1
          hasInk = true
        }
        index += 1
        if flag & Flags.breakAfter != 0 || flag & Flags.softHyphen != 0 {
          breakAt = index
          breakEnd = inkEnd
          breakInk = ink
        }
      }
      if next < 0 {
        spans.append(LineSpan(start: start, end: inkEnd, next: count, width: ink, isHard: false))
        return
      }
      spans.append(LineSpan(start: start, end: inkEnd, next: next, width: ink, isHard: isHard))
      start = next
      if !isHard {
        while start < count, flags[start] & Flags.space != 0 { start += 1 }
        if start >= count { return }
      }
    }
  }

  private func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var result = end
    while result > start, flags[result - 1] & (Flags.space | Flags.newline) != 0 { result -= 1 }
    return result
  }

  /// The text as it is shown for a proposal: lines in `engine.spans`, how many of them, whether the last one is cut.
  private struct Solution {
    var kept: Int
    var isTruncated: Bool
    var fontScale: Double
    /// Reported height.
    var height: Double
    /// Widest line, the cut one included, not rounded.
    var width: Double
  }

  private func solve(_ p: Proposal, _ engine: TextEngine, _ scale: Double) -> Solution {
    prepare(engine)
    if count == 0 {
      engine.spans.removeAll(keepingCapacity: true)
      return Solution(kept: 0, isTruncated: false, fontScale: 1, height: reservedHeight(1, scale), width: 0)
    }
    let width = p.width ?? .infinity
    let height = p.height ?? .infinity
    breakLines(width, &engine.spans)
    var fontScale = 1.0
    var allowed = allowedLines(engine.spans, height, 1, scale)
    let least = min(max(content.minimumScaleFactor, 0.01), 1)
    if engine.spans.count > allowed, least < 1 {
      fontScale = fittingScale(width, height, least, engine, scale)
      breakLines(width / fontScale, &engine.spans)
      allowed = allowedLines(engine.spans, height, fontScale, scale)
    }
    let isTruncated = engine.spans.count > allowed
    let kept = min(allowed, engine.spans.count)
    var widest = 0.0
    for index in 0..<(isTruncated ? kept - 1 : kept) { widest = max(widest, engine.spans[index].width) }
    widest *= fontScale
    if isTruncated {
      widest = max(widest, cut(engine.spans[kept - 1], width, fontScale).width)
    }
    var total = heightOf(engine.spans, kept, fontScale, scale)
    if content.minLines != nil { total = max(total, reservedHeight(fontScale, scale)) }
    return Solution(kept: kept, isTruncated: isTruncated, fontScale: fontScale, height: total, width: widest)
  }

  private func allowedLines(_ spans: [LineSpan], _ height: Double, _ fontScale: Double, _ scale: Double) -> Int {
    var limit = max(1, content.maxLines ?? .max)
    if height == .infinity { return limit }
    limit = min(limit, spans.count)
    if runs.count == 1 {
      let face = runs[0].face
      let line = FontFace.roundUp(face.lineHeight * fontScale, scale)
      let step = face.pitch * fontScale + content.lineSpacing
      if step <= 0 { return limit }
      let more = ((height + 1e-4 - line) / step).rounded(.down)
      return max(1, min(limit, more >= Double(limit) ? limit : 1 + Int(max(0, more))))
    }
    var kept = 1
    while kept < limit, heightOf(spans, kept + 1, fontScale, scale) <= height + 1e-4 { kept += 1 }
    return kept
  }

  /// The largest font scale at which nothing is cut, to a thousandth; the least one if there is none.
  private func fittingScale(
    _ width: Double, _ height: Double, _ least: Double, _ engine: TextEngine, _ scale: Double
  ) -> Double {
    func fits(_ candidate: Double) -> Bool {
      breakLines(width / candidate, &engine.spans)
      if engine.spans.count > allowedLines(engine.spans, height, candidate, scale) { return false }
      // A word broken inside does not count as fitting.
      return !engine.spans.contains { breaksWord($0) }
    }
    if !fits(least) { return least }
    var low = least
    var high = 1.0
    while high - low > 0.001 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  private func breaksWord(_ span: LineSpan) -> Bool {
    !span.isHard && span.next < count && span.next == span.end
      && flags[span.end - 1] & (Flags.breakAfter | Flags.softHyphen) == 0
  }

  // MARK: heights

  /// Line height, distance to the next baseline, ascender of the fonts in a line.
  private func metrics(_ span: LineSpan, _ fontScale: Double, _ scale: Double) -> (Double, Double, Double) {
    if runs.count == 1 {
      let face = runs[0].face
      if fontScale == 1 { return (face.lineHeight, face.pitch, face.ascender) }
      return (
        FontFace.roundUp(face.lineHeight * fontScale, scale), face.pitch * fontScale, face.ascender * fontScale
      )
    }
    var height = 0.0
    var pitch = 0.0
    var above = 0.0
    var below = 0.0
    for (index, run) in runs.enumerated() {
      let end = index + 1 < runs.count ? runs[index + 1].start : count
      let overlaps = run.start < max(span.end, span.start + 1) && end > span.start
      if !overlaps { continue }
      height = max(height, run.face.lineHeight)
      pitch = max(pitch, run.face.pitch)
      above = max(above, run.face.ascender + run.baselineOffset)
      below = max(below, run.face.descender - run.baselineOffset)
    }
    height = max(height, FontFace.roundUp(above + below, scale))
    return (FontFace.roundUp(height * fontScale, scale), max(pitch, height) * fontScale, above * fontScale)
  }

  private func heightOf(_ spans: [LineSpan], _ kept: Int, _ fontScale: Double, _ scale: Double) -> Double {
    if kept == 0 { return 0 }
    if runs.count == 1 {
      let (height, pitch, _) = metrics(spans[0], fontScale, scale)
      return FontFace.roundUp(height + Double(kept - 1) * (pitch + content.lineSpacing), scale)
    }
    var y = 0.0
    var height = 0.0
    for index in 0..<kept {
      let line = metrics(spans[index], fontScale, scale)
      if index > 0 { y += line.1 + content.lineSpacing }
      height = line.0
    }
    return FontFace.roundUp(y + height, scale)
  }

  /// Height that `lineLimit` keeps free whatever the text.
  private func reservedHeight(_ fontScale: Double, _ scale: Double) -> Double {
    guard let lines = content.minLines, lines > 0, let face = runs.first?.face else { return 0 }
    return FontFace.roundUp(
      (face.lineHeight + Double(lines - 1) * (face.pitch + content.lineSpacing)) * fontScale, scale)
  }

  // MARK: truncation

  /// The last line of a text that has more: what is shown before and after the ellipsis.
  private func cut(
    _ span: LineSpan, _ width: Double, _ fontScale: Double
  ) -> (start: Int, end: Int, tailStart: Int, tailEnd: Int, width: Double) {
    let room = width / fontScale
    let mark = (runs.last { $0.start <= span.start } ?? runs[0]).face.ellipsis
    var left = room - mark + 1e-6
    func prefix(_ limit: Double) -> (end: Int, width: Double) {
      var index = span.start
      var x = 0.0
      while index < count, flags[index] & Flags.newline == 0, x + advances[index] <= limit {
        x += advances[index]
        index += 1
      }
      while index > span.start, flags[index - 1] & Flags.space != 0 {
        index -= 1
        x -= advances[index]
      }
      return (index, x)
    }
    func suffix(_ limit: Double, from lowest: Int) -> (start: Int, width: Double) {
      var index = count
      var x = 0.0
      while index > lowest, flags[index - 1] & Flags.newline == 0, x + advances[index - 1] <= limit {
        index -= 1
        x += advances[index]
      }
      while index < count, flags[index] & Flags.space != 0 {
        x -= advances[index]
        index += 1
      }
      return (index, x)
    }
    left = max(0, left)
    switch content.truncation {
    case .tail:
      let head = prefix(left)
      return (span.start, head.end, head.end, head.end, min(room, head.width + mark) * fontScale)
    case .head:
      let tail = suffix(left, from: span.start)
      return (span.start, span.start, tail.start, count, min(room, tail.width + mark) * fontScale)
    case .middle:
      let head = prefix(left / 2)
      let tail = suffix(left - head.width, from: head.end)
      return (span.start, head.end, tail.start, count, min(room, head.width + tail.width + mark) * fontScale)
    }
  }

  // MARK: answers

  func size(for p: Proposal, engine: TextEngine, scale: Double) -> Size {
    let solved = solve(p, engine, scale)
    let widest = FontFace.roundUp(solved.width, scale)
    return Size(p.w.isNaN ? widest : min(max(0, p.w), widest), solved.height)
  }

  private var answer: (proposal: Proposal, lines: TextLines)?

  func lines(for p: Proposal, engine: TextEngine, scale: Double) -> TextLines {
    if let answer, answer.proposal == p { return answer.lines }
    let solved = solve(p, engine, scale)
    let size = size(for: p, engine: engine, scale: scale)
    var result = TextLines(
      size: size, lines: [], firstBaseline: size.height, lastBaseline: size.height, isTruncated: solved.isTruncated,
      scale: solved.fontScale)
    result.lines.reserveCapacity(solved.kept)
    var y = 0.0
    for index in 0..<solved.kept {
      let span = engine.spans[index]
      let (height, pitch, above) = metrics(span, solved.fontScale, scale)
      if index > 0 { y += pitch + content.lineSpacing }
      var line = TextLines.Line(
        start: offset(span.start), end: offset(span.end), truncated: false, tailStart: 0, tailEnd: 0, x: 0, y: y,
        width: span.width * solved.fontScale, height: height, baseline: y + above)
      if solved.isTruncated, index == solved.kept - 1 {
        let cut = cut(span, p.width ?? .infinity, solved.fontScale)
        line.truncated = true
        line.end = offset(cut.end)
        line.tailStart = offset(cut.tailStart)
        line.tailEnd = offset(cut.tailEnd)
        line.width = cut.width
      }
      switch content.alignment {
      case .leading: break
      case .center: line.x = (size.width - line.width) / 2
      case .trailing: line.x = size.width - line.width
      }
      result.lines.append(line)
    }
    result.firstBaseline = result.lines.first?.baseline ?? size.height
    result.lastBaseline = result.lines.last?.baseline ?? size.height
    answer = (p, result)
    return result
  }

  private func offset(_ cluster: Int) -> Int {
    offsets.isEmpty ? cluster : Int(offsets[min(cluster, offsets.count - 1)])
  }

  func edgeSpacing(_ edge: EdgeSet, engine: TextEngine, scale: Double) -> EdgeSpacing {
    guard let run = edge == .top ? content.runs.first : content.runs.last else { return .neutral }
    return engine.edgeSpacing(run.font, edge, scale: scale)
  }
}

extension BreakClass {
  @inline(__always)
  static func ascii(_ byte: UInt8) -> BreakClass {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A: return .letter
    case 0x20, 0x09: return .space
    default: return of(Unicode.Scalar(byte))
    }
  }
}
