/// The lines of a placed text as the exporters draw them.
extension LayoutTree {
  func frameLines(of node: LayoutNode) -> [FrameTextLine]? {
    guard node >= 0, let found = textLines(of: node), let content = textContent(of: node) else { return nil }
    let whole = Array(content.runs.map(\.text).joined().utf8)
    var starts: [Int] = []
    var offset = 0
    for run in content.runs {
      starts.append(offset)
      offset += run.text.utf8.count
    }
    func text(_ start: Int, _ end: Int) -> String {
      let low = min(max(start, 0), whole.count)
      return String(decoding: whole[low..<min(max(end, low), whole.count)], as: UTF8.self)
    }
    return found.lines.map { line in
      var shown = text(line.start, line.end)
      if line.truncated { shown += "…" + text(line.tailStart, line.tailEnd) }
      let index = (starts.lastIndex { $0 <= line.start }) ?? 0
      let font = content.runs.indices.contains(index) ? content.runs[index].font : ResolvedFont()
      return FrameTextLine(
        text: shown, x: line.x, baseline: line.baseline, width: line.width, size: font.size * found.scale,
        weight: font.weight, isItalic: font.italic, isMonospaced: font.design == .monospaced,
        isSerif: font.design == .serif)
    }
  }
}
