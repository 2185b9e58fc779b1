/// A Text prepared for measuring, with its answers.

package final class TextEngine {
  package init() {}
}

final class TextLayout {
  let content: TextContent

  init(_ content: TextContent) { self.content = content }

  func lines(for proposal: Proposal, engine: TextEngine, scale: Double) -> TextLines {
    TextLines(size: .zero, lines: [], firstBaseline: 0, lastBaseline: 0, isTruncated: false, scale: 1)
  }
}
