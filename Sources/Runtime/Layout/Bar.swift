/// The row of a navigation bar or toolbar: what stands at its leading edge, in its middle and at its trailing edge.
///
/// The outer two have the length they like, the trailing one first; the middle one has what is left between them, in the middle of the bar as
/// long as it does not touch a neighbour.

extension LayoutTree {
  /// Points between the middle and what stands beside it.
  static let barGap = 8.0

  /// The proposed width, else what the parts take, and the height that is given.
  func barSize(_ node: Int32, _ p: Proposal) -> Size {
    var width = 0.0
    var child = firstChildren[node]
    while p.w.isNaN, child >= 0 {
      width += size(child, Proposal(raw: .nan, parameters[node].a)).width
      child = nextSiblings[child]
    }
    return Size(p.width ?? width, parameters[node].a)
  }

  func barSlots(_ node: Int32, _ box: Size) {
    let leading = firstChildren[node]
    guard leading >= 0 else { return }
    let middle = nextSiblings[leading]
    let trailing = middle >= 0 ? nextSiblings[middle] : -1
    func part(_ child: Int32, _ width: Double) -> Slot {
      var item = slot(child, 0, 0, Proposal(raw: width, box.height))
      item.y = (box.height - item.height) / 2
      return item
    }
    let end = trailing >= 0 ? part(trailing, box.width) : nil
    let taken = end.map { $0.width > 0 ? $0.width + LayoutTree.barGap : 0 } ?? 0
    let start = part(leading, max(0, box.width - taken))
    push(start)
    if middle >= 0 {
      let low = start.width > 0 ? start.width + LayoutTree.barGap : 0
      let high = box.width - taken
      var item = part(middle, max(0, high - low))
      item.x = max(low, min((box.width - item.width) / 2, high - item.width))
      push(item)
    }
    if var end {
      end.x = box.width - end.width
      push(end)
    }
  }
}
