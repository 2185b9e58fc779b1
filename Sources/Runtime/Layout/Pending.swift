/// Parts of the engine that follow.

struct LazyState { var count = 0; mutating func reset(count: Int) { self.count = count } }
struct SafeArea {}
struct SpillTable { func deallocate() {} }
struct StackChild: BitwiseCopyable { var child: Int32 = -1 }

extension LayoutTree {
  func runLayout(root: LayoutNode, bounds: Rect, safeArea: Insets, keyboard: Double) -> [LayoutNode] { [] }
  func size(_ node: Int32, _ proposal: Proposal) -> Size { .zero }
  func explicitGuide(_ node: Int32, _ guide: Guide, _ proposal: Proposal) -> Double? { nil }
  func defaultGuide(_ guide: Guide, _ view: ViewDimensions) -> Double { 0 }
  func layoutPriority(_ node: Int32) -> Double { 0 }
  func edgeSpacing(_ node: Int32, _ edge: EdgeSet) -> EdgeSpacing { .neutral }
  func recordSubview(_ node: Int32, _ point: Point, _ anchor: UnitPoint, _ proposal: Proposal) {}
}
