/// Rows of the layout tree's columns: tags, flags, parameters, cached answers, placements, and how a `LayoutKind` is
/// stored in them.

enum LayoutTag: UInt8 {
  case free, empty
  // leaves
  case fill, square, ranged, image, text, spacer, run, divider
  // answered through one child
  case passthrough, frame, flexibleFrame, padding, fixedSize, layoutPriority, aspectRatio, position, offset
  case alignmentGuide, ignoresSafeArea, safeAreaPadding, containerRelativeFrame, gridCell, matched, host
  case overlay, background
  // containers
  case safeAreaInset, stack, zstack, lazyStack, lazyGrid, grid, gridRow, viewThatFits, scroll, geometryReader, list,
    pages, bar
  case custom

  @inline(__always)
  var isUnary: Bool { rawValue >= LayoutTag.passthrough.rawValue && rawValue <= LayoutTag.background.rawValue }

  /// Unary and without influence on size, priority and spacing.
  @inline(__always)
  var isTransparent: Bool {
    switch self {
    case .passthrough, .offset, .alignmentGuide, .matched, .gridCell, .overlay, .background: return true
    default: return false
    }
  }
}

struct NodeFlags: OptionSet, BitwiseCopyable {
  var rawValue: UInt16
  /// Own answers are to be computed again.
  static let sizeDirty = NodeFlags(rawValue: 1)
  /// A node below has `sizeDirty` or `placeDirty`.
  static let below = NodeFlags(rawValue: 2)
  /// Children are to be placed again.
  static let placeDirty = NodeFlags(rawValue: 4)
  static let maskDirty = NodeFlags(rawValue: 8)
  static let placed = NodeFlags(rawValue: 16)
  static let rightToLeft = NodeFlags(rawValue: 32)
  /// Answers were spilled into the shared table.
  static let spilled = NodeFlags(rawValue: 64)
  /// Set while dirty answers are compared: a child's answers changed.
  static let childChanged = NodeFlags(rawValue: 128)
  static let guideChanged = NodeFlags(rawValue: 256)
  /// The container is to look again even if the size stays.
  static let forced = NodeFlags(rawValue: 512)
  /// Is in the list of changed nodes.
  static let listed = NodeFlags(rawValue: 1024)
  /// Answers were given that are not remembered any more.
  static let evicted = NodeFlags(rawValue: 2048)
  /// There were explicit guides before the last change; there may be none now.
  static let hadGuides = NodeFlags(rawValue: 4096)
}

/// Parameters of any kind in one row; which field means what is decided by `store` and read by the kind's own file.
struct NodeParameters: BitwiseCopyable, Equatable {
  var a = 0.0
  var b = 0.0
  var c = 0.0
  var d = 0.0
  var e = 0.0
  var f = 0.0
  var guideX: UInt16 = 0
  var guideY: UInt16 = 0
  var axis: UInt8 = 0
  var bits: UInt8 = 0
  var count: UInt16 = 0
  /// Row of a side table.
  var ref: Int32 = -1
  var lazy: Int32 = -1

  static func == (x: NodeParameters, y: NodeParameters) -> Bool {
    x.a.bitPattern == y.a.bitPattern && x.b.bitPattern == y.b.bitPattern && x.c.bitPattern == y.c.bitPattern
      && x.d.bitPattern == y.d.bitPattern && x.e.bitPattern == y.e.bitPattern && x.f.bitPattern == y.f.bitPattern
      && x.guideX == y.guideX && x.guideY == y.guideY && x.axis == y.axis && x.bits == y.bits && x.count == y.count
      && x.ref == y.ref && x.lazy == y.lazy
  }

  var alignment: Alignment { Alignment(Guide(id: guideX), Guide(id: guideY)) }
  var mainAxis: Axis { axis == 0 ? .horizontal : .vertical }
}

struct CacheEntry: BitwiseCopyable {
  var w = Proposal.none
  var h = Proposal.none
  var width = 0.0
  var height = 0.0
}

/// The latest answers of a node by proposal, replaced in turn.
struct SizeCache: BitwiseCopyable {
  static let capacity = 8
  var e0 = CacheEntry()
  var e1 = CacheEntry()
  var e2 = CacheEntry()
  var e3 = CacheEntry()
  var e4 = CacheEntry()
  var e5 = CacheEntry()
  var e6 = CacheEntry()
  var e7 = CacheEntry()
  var count: UInt8 = 0
  var next: UInt8 = 0
  /// What the answers depended on when the first of them was remembered (`LayoutTree.sensitivity`).
  var sensitivity: UInt8 = 3
  /// Distinguishes this node's spilled answers from those before a change.
  var generation: UInt32 = 0

  mutating func clear() {
    count = 0
    next = 0
  }
}

struct Placement: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  var proposedWidth = Proposal.none
  var proposedHeight = Proposal.none
}

/// Where a container puts a child, in the container's space before mirroring.
struct Slot: BitwiseCopyable {
  var child: Int32 = -1
  var x = 0.0
  var y = 0.0
  var width = 0.0
  var height = 0.0
  var proposedWidth = Proposal.none
  var proposedHeight = Proposal.none

  var proposal: Proposal { Proposal(raw: proposedWidth, proposedHeight) }
}

/// One unary node on the way down, waiting for its child's answer.
struct UnaryFrame: BitwiseCopyable {
  var node: Int32 = -1
  var second = false
  var proposal = Proposal.unspecified
}

/// A node to be placed: its place in its parent, and whose safe area holds.
struct PlaceItem: BitwiseCopyable {
  var slot = Slot()
  var safeArea: Int32 = -1
  var areaChanged = false
}

extension LayoutTree {
  func reserveColumns(_ count: Int) {
    guard count > tags.capacity else { return }
    tags.reserve(count)
    flags.reserve(count)
    parents.reserve(count)
    firstChildren.reserve(count)
    nextSiblings.reserve(count)
    childCounts.reserve(count)
    parameters.reserve(count)
    masks.reserve(count)
    caches.reserve(count)
    containerRows.reserve(count)
    placements.reserve(count)
    origins.reserve(count)
  }

  func detach(_ node: Int32, from parent: Int32) {
    var previous: Int32 = -1
    var child = firstChildren[parent]
    while child >= 0, child != node {
      previous = child
      child = nextSiblings[child]
    }
    guard child == node else { return }
    forgetLazyChild(parent, node)
    if previous < 0 { firstChildren[parent] = nextSiblings[node] } else { nextSiblings[previous] = nextSiblings[node] }
    childCounts[parent] -= 1
    parents[node] = -1
    nextSiblings[node] = -1
    markMask(parent)
    if parameters[parent].lazy < 0 { invalidate(parent) }
  }

  func release(_ node: Int32) {
    guard tags[node] != .free else { return }
    releaseSideTables(node)
    if containerRows[node] >= 0 {
      containers.release(containerRows[node])
      containerRows[node] = -1
    }
    tags[node] = .free
    flags[node] = []
    firstChildren[node] = -1
    nextSiblings[node] = -1
    parents[node] = -1
    childCounts[node] = 0
    if !safeAreas.isEmpty {
      safeAreas[node] = nil
      safeAreas[LayoutTree.areaKey(node)] = nil
    }
    if !screens.isEmpty { screens[node] = nil }
    if !sectionEdges.isEmpty { sectionEdges[node] = nil }
    if !scrollAnchors.isEmpty { scrollAnchors[node] = nil }
    if !gridSlotTable.isEmpty { gridSlotTable[node] = nil }
    if !relativeSizes.isEmpty {
      relativeSizes[node] = nil
      placedContainers[node] = nil
    }
    if !leftContainers.isEmpty { leftContainers[node] = nil }
    if !leftAreas.isEmpty { leftAreas[node] = nil }
    if !leftAxes.isEmpty { leftAxes[node] = nil }
    if !listRows.isEmpty { listRows[node] = nil }
    if !contentMargins.isEmpty { contentMargins[node] = nil }
    freeNodes.append(node)
  }

  private func releaseSideTables(_ node: Int32) {
    let row = parameters[node]
    switch tags[node] {
    case .text:
      if row.ref >= 0 {
        texts[Int(row.ref)] = nil
        freeTexts.append(row.ref)
      }
    case .lazyGrid:
      if row.ref >= 0 { freeTracks.append(row.ref) }
    case .list:
      if row.ref >= 0 { freeLists.append(row.ref) }
    default: break
    }
    if row.lazy >= 0 {
      lazyStates[Int(row.lazy)].reset(count: 0)
      freeLazyStates.append(row.lazy)
    }
    parameters[node].ref = -1
    parameters[node].lazy = -1
  }

  func makeLazyState() -> Int32 {
    if let free = freeLazyStates.popLast() { return free }
    lazyStates.append(LazyState())
    return Int32(lazyStates.count - 1)
  }

  /// Writes kind and parameters; false if nothing is different.
  @discardableResult
  func store(_ kind: LayoutKind, in node: Int32) -> Bool {
    let oldTag = tags[node]
    let old = parameters[node]
    let tag = LayoutTree.tag(of: kind)
    if tag != oldTag {
      releaseSideTables(node)
      parameters[node] = NodeParameters()
    }
    tags[node] = tag
    var row = NodeParameters()
    row.ref = parameters[node].ref
    row.lazy = parameters[node].lazy
    var differs = tag != oldTag
    func length(_ value: Double?) -> Double { value ?? .nan }
    func align(_ alignment: Alignment) {
      row.guideX = alignment.horizontal.id
      row.guideY = alignment.vertical.id
    }
    switch kind {
    case .fill, .square, .divider, .empty, .passthrough, .host, .geometryReader, .custom: break
    case .ranged(let width, let height):
      row.a = width.min
      row.b = width.ideal
      row.c = width.max
      row.d = height.min
      row.e = height.ideal
      row.f = height.max
    case .image(let natural, let resizable, let symbol):
      row.a = natural.width
      row.b = natural.height
      row.bits = (resizable ? 1 : 0) | (symbol ? 2 : 0)
    case .text(let content):
      if row.ref >= 0 {
        if texts[Int(row.ref)]?.content != content {
          texts[Int(row.ref)] = TextLayout(content)
          differs = true
        }
      } else if let free = freeTexts.popLast() {
        texts[Int(free)] = TextLayout(content)
        row.ref = free
      } else {
        row.ref = Int32(texts.count)
        texts.append(TextLayout(content))
      }
    case .spacer(let minLength): row.a = length(minLength)
    case .bar(let height): row.a = max(0, LayoutTree.finite(height))
    case .run(let axis, let extent, let like):
      row.axis = axis.rawValue
      row.a = max(0, LayoutTree.finite(extent))
      row.ref = like
    case .frame(let width, let height, let alignment):
      row.a = frameLength(width, node)
      row.b = frameLength(height, node)
      align(alignment)
    case .flexibleFrame(let width, let height, let alignment):
      (row.a, row.b, row.c) = flexibleLengths(width, node)
      (row.d, row.e, row.f) = flexibleLengths(height, node)
      align(alignment)
    case .padding(let insets), .safeAreaPadding(let insets):
      row.a = LayoutTree.finite(insets.top)
      row.b = LayoutTree.finite(insets.leading)
      row.c = LayoutTree.finite(insets.bottom)
      row.d = LayoutTree.finite(insets.trailing)
    case .fixedSize(let horizontal, let vertical): row.bits = (horizontal ? 1 : 0) | (vertical ? 2 : 0)
    case .layoutPriority(let priority): row.a = priority.isNaN ? 0 : priority
    case .aspectRatio(let ratio, let fill):
      row.a = length(ratio)
      row.bits = fill ? 1 : 0
    case .position(let x, let y), .offset(let x, let y):
      row.a = LayoutTree.finite(x)
      row.b = LayoutTree.finite(y)
    case .alignmentGuide(let guide): row.guideX = guide.id
    case .ignoresSafeArea(let regions, let edges):
      row.bits = edges.rawValue
      row.axis = regions.rawValue
    case .containerRelativeFrame(let axes, let count, let span, let spacing, let alignment):
      row.bits = axes.rawValue
      row.a = Double(max(1, count))
      row.b = Double(max(1, span))
      row.c = LayoutTree.finite(spacing)
      align(alignment)
    case .containerRelativeClosure(let axes, let alignment):
      row.bits = axes.rawValue | 4
      align(alignment)
    case .gridCell(let columns, let anchor, let columnAlignment, let unsized):
      row.count = UInt16(clamping: max(1, columns))
      row.a = anchor?.x ?? .nan
      row.b = anchor?.y ?? .nan
      row.guideX = columnAlignment?.id ?? .max
      row.bits = unsized.rawValue
    case .matched:
      if tag == oldTag { return false }
    case .overlay(let alignment), .background(let alignment), .zstack(let alignment): align(alignment)
    case .safeAreaInset(let edge, let alignment, let spacing):
      row.bits = edge.rawValue
      row.a = length(spacing)
      align(alignment)
    case .stack(let axis, let guide, let spacing), .lazyStack(let axis, let guide, let spacing):
      row.axis = axis.rawValue
      row.guideX = guide.id
      row.a = length(spacing)
    case .lazyGrid(let axis, let items, let guide, let spacing):
      row.axis = axis.rawValue
      row.guideX = guide.id
      row.a = length(spacing)
      if row.ref >= 0 {
        if tracks[Int(row.ref)] != items {
          tracks[Int(row.ref)] = items
          differs = true
        }
      } else if let free = freeTracks.popLast() {
        tracks[Int(free)] = items
        row.ref = free
      } else {
        row.ref = Int32(tracks.count)
        tracks.append(items)
      }
    case .grid(let alignment, let horizontal, let vertical):
      align(alignment)
      row.a = length(horizontal)
      row.b = length(vertical)
    case .gridRow(let guide): row.guideX = guide?.id ?? .max
    case .viewThatFits(let axes):
      row.bits = axes.rawValue
      row.c = tag == oldTag ? old.c : -1
    case .scroll(let axes):
      row.bits = axes.rawValue
      if tag == oldTag {
        row.a = old.a
        row.b = old.b
        row.c = old.c
        row.d = old.d
      }
    case .pages:
      if tag == oldTag {
        row.a = old.a
        row.c = old.c
        row.d = old.d
      }
    case .list(let metrics):
      if tag == oldTag {
        row.a = old.a
        row.b = old.b
        row.c = old.c
        row.d = old.d
      }
      if row.ref >= 0 {
        if lists[Int(row.ref)] != metrics {
          lists[Int(row.ref)] = metrics
          differs = true
        }
      } else if let free = freeLists.popLast() {
        lists[Int(free)] = metrics
        row.ref = free
      } else {
        row.ref = Int32(lists.count)
        lists.append(metrics)
      }
    }
    parameters[node] = row
    return differs || row != old
  }

  static func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }

  private static func tag(of kind: LayoutKind) -> LayoutTag {
    switch kind {
    case .fill: return .fill
    case .square: return .square
    case .ranged: return .ranged
    case .image: return .image
    case .text: return .text
    case .spacer: return .spacer
    case .run: return .run
    case .divider: return .divider
    case .empty: return .empty
    case .passthrough: return .passthrough
    case .frame: return .frame
    case .flexibleFrame: return .flexibleFrame
    case .padding: return .padding
    case .fixedSize: return .fixedSize
    case .layoutPriority: return .layoutPriority
    case .aspectRatio: return .aspectRatio
    case .position: return .position
    case .offset: return .offset
    case .alignmentGuide: return .alignmentGuide
    case .ignoresSafeArea: return .ignoresSafeArea
    case .safeAreaPadding: return .safeAreaPadding
    case .containerRelativeFrame, .containerRelativeClosure: return .containerRelativeFrame
    case .gridCell: return .gridCell
    case .matched: return .matched
    case .host: return .host
    case .overlay: return .overlay
    case .background: return .background
    case .safeAreaInset: return .safeAreaInset
    case .stack: return .stack
    case .zstack: return .zstack
    case .lazyStack: return .lazyStack
    case .lazyGrid: return .lazyGrid
    case .grid: return .grid
    case .gridRow: return .gridRow
    case .viewThatFits: return .viewThatFits
    case .scroll: return .scroll
    case .geometryReader: return .geometryReader
    case .list: return .list
    case .pages: return .pages
    case .bar: return .bar
    case .custom: return .custom
    }
  }

  /// Negative lengths count as 0, not finite ones as not given; both are noted (semantics 3.6).
  private func frameLength(_ value: Double?, _ node: Int32) -> Double {
    guard let value else { return .nan }
    if !value.isFinite {
      note(node, .invalidFrameDimension)
      return .nan
    }
    if value < 0 {
      note(node, .invalidFrameDimension)
      return 0
    }
    return value
  }

  /// Bounds of a flexible frame in order min <= ideal <= max (semantics 3.7).
  private func flexibleLengths(_ range: OptionalRange, _ node: Int32) -> (Double, Double, Double) {
    func clean(_ value: Double?) -> Double {
      guard let value, !value.isNaN else { return .nan }
      if value < 0 {
        note(node, .invalidFrameDimension)
        return 0
      }
      return value
    }
    let least = clean(range.min)
    var ideal = clean(range.ideal)
    var most = clean(range.max)
    if ideal < least {
      note(node, .contradictoryFrameConstraints)
      ideal = least
    }
    if most < ideal {
      note(node, .contradictoryFrameConstraints)
      most = ideal
    } else if most < least {
      note(node, .contradictoryFrameConstraints)
      most = least
    }
    return (least, ideal, most)
  }

  /// Reports once for a node and kind of note.
  func note(_ node: Int32, _ note: LayoutNote) {
    let kind: Int64
    switch note {
    case .invalidFrameDimension: kind = 0
    case .contradictoryFrameConstraints: kind = 1
    case .sizeNotFinite: kind = 2
    case .nestingTooDeep: kind = 3
    }
    if noted.insert(Int64(node) << 3 | kind).inserted { client.note?(node, note) }
  }
}
