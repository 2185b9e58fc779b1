/// Geometry arguments of descriptions: sizes, points, insets, edges, alignments, unit points, angles. A value may be a struct of the prelude or
/// the description its initialiser or constant made; both are read.

extension ViewGraph {
  /// A stored member of a struct by name, else an argument of the initialiser by label, else nil.
  func member(_ word: Word, _ name: String) -> Word? {
    switch heap.kind(word) {
    case .structure, .instance:
      if let index = types.fieldIndex(heap.type(word), name) { return heap.slot(word, index) }
      return nil
    case .description: return hasArgument(word, name) ? argument(word, name) : nil
    case .existential: return member(heap.slot(word, 0), name)
    default: return nil
    }
  }

  func memberNumber(_ word: Word, _ name: String) -> Double? {
    guard let value = member(word, name), !value.isNone, !value.isHandle else { return nil }
    return value.number
  }

  /// Name of the constant or function that made a description: `topLeading`, `degrees`.
  func constantName(_ word: Word) -> String {
    if heap.kind(word) == .existential { return constantName(heap.slot(word, 0)) }
    return info(word)?.base ?? ""
  }

  private func slotNumber(_ word: Word, _ index: Int) -> Double {
    let slot = heap.slot(word, index)
    return slot.isNone || slot.isHandle ? 0 : slot.number
  }

  func size(_ word: Word) -> Size {
    if let w = memberNumber(word, "width") { return Size(w, memberNumber(word, "height") ?? 0) }
    if heap.kind(word) == .structure || heap.kind(word) == .native, heap.count(word) >= 2 {
      return Size(slotNumber(word, 0), slotNumber(word, 1))
    }
    return .zero
  }

  func point(_ word: Word) -> Point {
    if let x = memberNumber(word, "x") { return Point(x, memberNumber(word, "y") ?? 0) }
    if heap.kind(word) == .structure || heap.kind(word) == .native, heap.count(word) >= 2 {
      return Point(slotNumber(word, 0), slotNumber(word, 1))
    }
    return .zero
  }

  func rect(_ word: Word) -> Rect {
    if let origin = member(word, "origin"), let size = member(word, "size") {
      return Rect(origin: point(origin), size: self.size(size))
    }
    if let x = memberNumber(word, "x") {
      return Rect(
        x, memberNumber(word, "y") ?? 0, memberNumber(word, "width") ?? 0, memberNumber(word, "height") ?? 0)
    }
    // A scene that never looks into a rectangle has no names for its members.
    if heap.kind(word) == .structure, heap.count(word) == 2, heap.slot(word, 0).isHandle, heap.slot(word, 1).isHandle {
      return Rect(origin: point(heap.slot(word, 0)), size: size(heap.slot(word, 1)))
    }
    return .zero
  }

  func unitPoint(_ word: Word) -> UnitPoint {
    if let x = memberNumber(word, "x") { return UnitPoint(x, memberNumber(word, "y") ?? 0) }
    if heap.kind(word) == .structure, heap.count(word) >= 2 {
      return UnitPoint(slotNumber(word, 0), slotNumber(word, 1))
    }
    switch constantName(word) {
    case "zero", "topLeading", "init": return UnitPoint(0, 0)
    case "top": return UnitPoint(0.5, 0)
    case "topTrailing": return UnitPoint(1, 0)
    case "leading": return UnitPoint(0, 0.5)
    case "trailing": return UnitPoint(1, 0.5)
    case "bottomLeading": return UnitPoint(0, 1)
    case "bottom": return UnitPoint(0.5, 1)
    case "bottomTrailing": return UnitPoint(1, 1)
    default: return .center
    }
  }

  /// Radians.
  func angle(_ word: Word) -> Double {
    if let radians = memberNumber(word, "radians") { return radians }
    if let degrees = memberNumber(word, "degrees") { return degrees * .pi / 180 }
    if heap.kind(word) == .structure { return slotNumber(word, 0) }
    guard let info = info(word) else { return word.isHandle || word.isNone ? 0 : word.number }
    switch info.base {
    case "degrees": return (number(word, 0) ?? 0) * .pi / 180
    case "radians": return number(word, 0) ?? 0
    default: return 0
    }
  }

  /// An `Edge`: 0 top, 1 leading, 2 bottom, 3 trailing.
  func edge(_ word: Word) -> Int {
    if !word.isHandle && !word.isNone { return ((word.integer % 4) + 4) % 4 }
    switch constantName(word) {
    case "leading": return 1
    case "bottom": return 2
    case "trailing": return 3
    default: return 0
    }
  }

  /// Bits of an option set: a raw value, a constant, an array of constants.
  private func options(_ word: Word, _ named: (String) -> Int, depth: Int = 0) -> Int {
    if word.isNone || depth > 8 { return 0 }
    if !word.isHandle { return word.integer }
    switch heap.kind(word) {
    case .array, .set:
      var bits = 0
      for element in heap.contents(word) { bits |= options(element, named, depth: depth + 1) }
      return bits
    case .structure, .native: return heap.slot(word, heap.kind(word) == .native && heap.count(word) > 1 ? 1 : 0).integer
    case .description:
      guard let info = info(word) else { return 0 }
      if info.base == "init" {
        let first = argument(word, 0)
        if info.labels.first == "_", !first.isHandle { return 1 << first.integer }
        return options(first, named, depth: depth + 1)
      }
      if info.base == "union" || info.base == "subtracting" || info.base == "intersection" {
        let a = options(receiver(word), named, depth: depth + 1)
        let b = options(argument(word, 0), named, depth: depth + 1)
        return info.base == "union" ? a | b : info.base == "subtracting" ? a & ~b : a & b
      }
      return named(info.base)
    default: return 0
    }
  }

  func edges(_ word: Word) -> EdgeSet {
    let bits = options(word) { name in
      switch name {
      case "top": return 1
      case "leading": return 2
      case "bottom": return 4
      case "trailing": return 8
      case "horizontal": return 10
      case "vertical": return 5
      case "all": return 15
      default: return 0
      }
    }
    return EdgeSet(rawValue: UInt8(truncatingIfNeeded: bits & 15))
  }

  func safeAreaRegions(_ word: Word) -> SafeAreaRegions {
    if word.isNone { return .all }
    let bits = options(word) { name in
      switch name {
      case "container": return 1
      case "keyboard": return 2
      default: return 3
      }
    }
    return SafeAreaRegions(rawValue: UInt8(bits & 3))
  }

  /// Bits of `PinnedScrollableViews`: 1 headers, 2 footers.
  func pinnedViews(_ word: Word) -> Int {
    options(word) { name in
      switch name {
      case "sectionHeaders": return 1
      case "sectionFooters": return 2
      default: return 0
      }
    }
  }

  /// Bits of `GestureMask`: 1 the gesture, 2 those of the subviews.
  func gestureMask(_ word: Word) -> Int {
    options(word) { name in
      switch name {
      case "gesture": return 1
      case "subviews": return 2
      case "none": return 0
      default: return 3
      }
    }
  }

  /// Bits of `MatchedGeometryProperties`: 1 the position, 2 the size.
  func matchedProperties(_ word: Word) -> Int {
    options(word) { name in
      switch name {
      case "position": return 1
      case "size": return 2
      default: return 3
      }
    }
  }

  func axes(_ word: Word) -> AxisSet {
    let bits = options(word) { name in
      switch name {
      case "horizontal": return 1
      case "vertical": return 2
      default: return 0
      }
    }
    return AxisSet(rawValue: UInt8(truncatingIfNeeded: bits & 3))
  }

  func insets(_ word: Word) -> Insets {
    Insets(
      top: memberNumber(word, "top") ?? 0, leading: memberNumber(word, "leading") ?? memberNumber(word, "left") ?? 0,
      bottom: memberNumber(word, "bottom") ?? 0,
      trailing: memberNumber(word, "trailing") ?? memberNumber(word, "right") ?? 0)
  }

  func horizontalGuide(_ word: Word) -> Guide {
    if word.isNone { return .centerX }
    let inner = heap.kind(word) == .existential ? heap.slot(word, 0) : word
    switch constantName(inner) {
    case "leading", "listRowSeparatorLeading": return .leading
    case "trailing", "listRowSeparatorTrailing": return .trailing
    case "init": return customGuide(inner, .horizontal)
    default: return .centerX
    }
  }

  func verticalGuide(_ word: Word) -> Guide {
    if word.isNone { return .centerY }
    switch constantName(word) {
    case "top": return .top
    case "bottom": return .bottom
    case "firstTextBaseline": return .firstTextBaseline
    case "lastTextBaseline": return .lastTextBaseline
    case "init": return customGuide(word, .vertical)
    default: return .centerY
    }
  }

  /// A guide of the scene's own, by the type that identifies it.
  func customGuide(_ word: Word, _ axis: Axis) -> Guide {
    var id = argument(word, 0)
    if heap.kind(id) == .existential { id = heap.slot(id, 0) }
    let key = axis == .horizontal ? Int(truncatingIfNeeded: id) : Int(truncatingIfNeeded: ~id)
    if let known = guideNumbers[key] { return known }
    let guide = tree.registerGuide(axis)
    guideNumbers[key] = guide
    guideTypes.append((guide, id.integer))
    return guide
  }

  func alignment(_ word: Word) -> Alignment {
    if word.isNone { return .center }
    if heap.kind(word) == .structure, let h = member(word, "horizontal"), let v = member(word, "vertical") {
      return Alignment(horizontalGuide(h), verticalGuide(v))
    }
    switch constantName(word) {
    case "topLeading": return .topLeading
    case "top": return .top
    case "topTrailing": return .topTrailing
    case "leading": return .leading
    case "trailing": return .trailing
    case "bottomLeading": return .bottomLeading
    case "bottom": return .bottom
    case "bottomTrailing": return .bottomTrailing
    case "leadingFirstTextBaseline": return Alignment(.leading, .firstTextBaseline)
    case "centerFirstTextBaseline": return Alignment(.centerX, .firstTextBaseline)
    case "trailingFirstTextBaseline": return Alignment(.trailing, .firstTextBaseline)
    case "leadingLastTextBaseline": return Alignment(.leading, .lastTextBaseline)
    case "centerLastTextBaseline": return Alignment(.centerX, .lastTextBaseline)
    case "trailingLastTextBaseline": return Alignment(.trailing, .lastTextBaseline)
    case "init":
      return Alignment(horizontalGuide(argument(word, "horizontal")), verticalGuide(argument(word, "vertical")))
    default: return .center
    }
  }

  // MARK: Making values of the scene

  func makeStruct(_ name: String, _ slots: [Word]) -> Word {
    heap.make(.structure, type: types.named(name) ?? .unknown, slots)
  }

  func makePoint(_ x: Double, _ y: Double) -> Word { makeStruct("CGPoint", [Word(number: x), Word(number: y)]) }
  func makeSize(_ w: Double, _ h: Double) -> Word { makeStruct("CGSize", [Word(number: w), Word(number: h)]) }
  func makeRect(_ rect: Rect) -> Word {
    makeStruct("CGRect", [makePoint(rect.x, rect.y), makeSize(rect.width, rect.height)])
  }
  func makeInsets(_ insets: Insets) -> Word {
    makeStruct(
      "EdgeInsets",
      [
        Word(number: insets.top), Word(number: insets.leading), Word(number: insets.bottom),
        Word(number: insets.trailing),
      ])
  }
}
