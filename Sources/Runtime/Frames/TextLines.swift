/// The lines of a placed text as the exporters draw them: pieces of one font and colour where they were measured.
extension LayoutTree {
  func frameLines(of node: LayoutNode, _ looks: [LeafLook]) -> [FrameTextLine]? {
    guard node >= 0, let found = textLines(of: node), let content = textContent(of: node) else { return nil }
    return frameLines(found, content, looks)
  }

  func frameLines(_ found: TextLines, _ content: TextContent, _ looks: [LeafLook]) -> [FrameTextLine] {
    var whole: [UInt8] = []
    var ends: [Int] = []
    for run in content.runs {
      whole.append(contentsOf: run.text.utf8)
      ends.append(whole.count)
    }
    /// Pieces of the text from `start` to `end`, one for each run.
    func pieces(_ start: Int, _ end: Int) -> [(text: String, run: Int)] {
      var result: [(text: String, run: Int)] = []
      var at = min(max(start, 0), whole.count)
      let stop = min(max(end, at), whole.count)
      var run = 0
      while at < stop, run < ends.count {
        let edge = min(ends[run], stop)
        if edge > at {
          result.append((String(decoding: whole[at..<edge], as: UTF8.self), run))
          at = edge
        }
        run += 1
      }
      return result
    }
    return found.lines.map { line in
      var parts = pieces(line.start, line.end)
      if line.truncated {
        if parts.isEmpty {
          parts.append(("…", max(0, ends.firstIndex { $0 > line.start } ?? 0)))
        } else {
          parts[parts.count - 1].text += "…"
        }
        parts += pieces(line.tailStart, line.tailEnd)
      }
      var x = line.x
      var runs: [FrameTextRun] = []
      for (index, part) in parts.enumerated() {
        let source = content.runs[part.run]
        // The last piece takes what is left, so that the line has the width it was measured with.
        var width = line.x + line.width - x
        if index + 1 < parts.count {
          let spacing = (source.tracking + source.kerning) * Double(part.text.count)
          width = (textEngine.width(part.text, font: source.font) + spacing) * found.scale
        }
        var run = FrameTextRun(
          text: part.text, x: x, width: max(0, width), size: source.font.size * found.scale, weight: source.font.weight)
        run.isItalic = source.font.italic
        run.rise = source.baselineOffset
        switch source.font.design {
        case .standard: run.design = .standard
        case .rounded: run.design = .rounded
        case .monospaced: run.design = .monospaced
        case .serif: run.design = .serif
        }
        if looks.indices.contains(part.run) {
          run.color = looks[part.run].color
          if let symbol = looks[part.run].symbol {
            run.symbol = symbol
            run.text = ""
          }
          run.isUnderlined = looks[part.run].isUnderlined
          run.isStruck = looks[part.run].isStruck
        }
        runs.append(run)
        x += width
      }
      return FrameTextLine(baseline: line.baseline, runs: runs)
    }
  }
}
