/// A small notation for layout trees in tests: `HStack(spacing: 0) { a; Spacer(); b.padding(4) }` with leaves given by
/// name. It knows layout only; identifiers that are not leaves or containers are an error of the test.
import XCTest

@testable import SceneRuntime

indirect enum NotationValue {
  case number(Double)
  case member(String)
  case text(String)
  case list([NotationValue])
  case call(NotationCall)
  case closure([NotationCall])

  var number: Double? {
    if case .number(let value) = self { return value }
    if case .member("infinity") = self { return .infinity }
    return nil
  }

  var name: String? {
    if case .member(let name) = self { return name }
    return nil
  }
}

/// A name with arguments, children and the modifiers after it.
final class NotationCall {
  var name: String
  var arguments: [(label: String?, value: NotationValue)] = []
  var children: [NotationCall]?
  var modifiers: [NotationCall] = []

  init(_ name: String) { self.name = name }

  func argument(_ label: String?) -> NotationValue? { arguments.first { $0.label == label }?.value }
  func number(_ label: String?) -> Double? { argument(label)?.number }
}

struct NotationParser {
  private var bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func views() -> [NotationCall] {
    var result: [NotationCall] = []
    while true {
      skip()
      if at >= bytes.count || peek("}") { return result }
      if take(";") { continue }
      let before = at
      result.append(view())
      if at == before { at += 1 }
    }
  }

  private mutating func skip() {
    while at < bytes.count, bytes[at] == 32 || bytes[at] == 10 || bytes[at] == 9 { at += 1 }
  }

  private func peek(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return at + wanted.count <= bytes.count && Array(bytes[at..<at + wanted.count]) == wanted
  }

  private mutating func take(_ text: String) -> Bool {
    skip()
    if peek(text) {
      at += text.utf8.count
      return true
    }
    return false
  }

  private mutating func word() -> String {
    skip()
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      let isLetter = (byte | 32) >= 97 && (byte | 32) <= 122
      if isLetter || byte == 95 || (byte >= 48 && byte <= 57) { at += 1 } else { break }
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func view() -> NotationCall {
    let call = NotationCall(word())
    if call.name == "if" {
      // Present or absent content: `if true { ... }`, `if false { ... }`.
      call.name = word() == "true" ? "Group" : "Absent"
      if take("{") {
        call.children = views()
        _ = take("}")
      }
      return call
    }
    finish(call)
    while true {
      skip()
      guard peek(".") else { return call }
      at += 1
      let modifier = NotationCall(word())
      finish(modifier)
      call.modifiers.append(modifier)
    }
  }

  private mutating func finish(_ call: NotationCall) {
    if at < bytes.count, bytes[at] == 40 { call.arguments = arguments() }
    let mark = at
    skip()
    if peek("{") {
      at += 1
      skip()
      let parameter = at
      let name = word()
      if !name.isEmpty, word() == "in" {} else { at = parameter }
      call.children = views()
      _ = take("}")
    } else {
      at = mark
    }
  }

  private mutating func arguments() -> [(label: String?, value: NotationValue)] {
    var result: [(label: String?, value: NotationValue)] = []
    guard take("(") else { return result }
    while !take(")") {
      if at >= bytes.count { return result }
      if take(",") { continue }
      let start = at
      let label = word()
      if !label.isEmpty, take(":") {
        result.append((label, value()))
      } else {
        at = start
        result.append((nil, value()))
      }
      if at == start { at += 1 }
    }
    return result
  }

  private mutating func value() -> NotationValue {
    skip()
    guard at < bytes.count else { return .member("nil") }
    if take("[") {
      var items: [NotationValue] = []
      while !take("]") {
        if at >= bytes.count { break }
        if take(",") { continue }
        items.append(value())
      }
      return .list(items)
    }
    if take("\"") {
      let start = at
      while at < bytes.count, bytes[at] != 34 { at += 1 }
      let text = String(decoding: bytes[start..<at], as: UTF8.self)
      at += 1
      return .text(text)
    }
    if take("{") {
      let inner = views()
      _ = take("}")
      return .closure(inner)
    }
    let isNegative = take("-")
    skip()
    if at < bytes.count, bytes[at] >= 48, bytes[at] <= 57 {
      var number = decimal()
      if take("/") { number /= decimal() }
      return .number(isNegative ? -number : number)
    }
    if take(".") {
      let call = NotationCall(word())
      if call.name == "infinity" { return .number(isNegative ? -.infinity : .infinity) }
      if at < bytes.count, bytes[at] == 40 {
        call.arguments = arguments()
        return .call(call)
      }
      return .member(call.name)
    }
    let call = view()
    if call.arguments.isEmpty, call.children == nil {
      return .member(call.modifiers.isEmpty ? call.name : call.modifiers.map(\.name).joined(separator: "."))
    }
    return .call(call)
  }

  private mutating func decimal() -> Double {
    skip()
    let start = at
    while at < bytes.count, (bytes[at] >= 48 && bytes[at] <= 57) || bytes[at] == 46 { at += 1 }
    return Double(String(decoding: bytes[start..<at], as: UTF8.self)) ?? 0
  }
}

/// Builds a layout tree from the notation.
final class NotationBuilder {
  let tree = LayoutTree(scale: 3)
  /// Nodes whose frames are asked for, by name.
  private(set) var named: [String: LayoutNode] = [:]
  private(set) var unknown: [String] = []
  private var leaves: [String: String] = [:]
  private var closures: [LayoutNode: (Proposal) -> Size] = [:]
  private(set) var proposals: [LayoutNode: Proposal] = [:]

  init(leaves: [String: String]) {
    self.leaves = leaves
    tree.client.customSize = { [unowned self] node, proposal in closures[node]?(proposal) ?? .zero }
  }

  func build(_ text: String) -> LayoutNode {
    var parser = NotationParser(text)
    let nodes = views(parser.views())
    if nodes.count == 1 { return nodes[0] }
    return container(.stack(.vertical, alignment: .centerX, spacing: nil), nodes)
  }

  private func views(_ calls: [NotationCall]) -> [LayoutNode] { calls.flatMap(view) }

  private func container(_ kind: LayoutKind, _ children: [LayoutNode]) -> LayoutNode {
    let node = tree.create(kind)
    var members = children
    switch kind {
    case .grid, .gridRow: break
    default:
      // A GridRow outside a Grid is its children.
      if children.contains(where: { tree.tags[$0] == .gridRow }) {
        members = children.flatMap { child -> [LayoutNode] in
          guard tree.tags[child] == .gridRow else { return [child] }
          let cells = tree.children(of: child)
          tree.setChildren(child, [])
          return cells
        }
      }
    }
    tree.setChildren(node, members)
    return node
  }

  private func single(_ nodes: [LayoutNode]) -> [LayoutNode] {
    nodes.count <= 1 ? nodes : [container(.stack(.vertical, alignment: .centerX, spacing: nil), nodes)]
  }

  private func alignment(_ value: NotationValue?) -> Alignment {
    switch value?.name {
    case "top": return .top
    case "bottom": return .bottom
    case "leading": return .leading
    case "trailing": return .trailing
    case "topLeading": return .topLeading
    case "topTrailing": return .topTrailing
    case "bottomLeading": return .bottomLeading
    case "bottomTrailing": return .bottomTrailing
    case "centerFirstTextBaseline": return Alignment(.centerX, .firstTextBaseline)
    default: return .center
    }
  }

  private func guide(_ value: NotationValue?, _ axis: Axis) -> Guide {
    switch value?.name {
    case "firstTextBaseline": return .firstTextBaseline
    case "lastTextBaseline": return .lastTextBaseline
    default:
      let both = alignment(value)
      return axis == .horizontal ? both.horizontal : both.vertical
    }
  }

  private func axes(_ value: NotationValue?, _ fallback: AxisSet) -> AxisSet {
    func one(_ value: NotationValue) -> AxisSet {
      value.name == "horizontal" ? .horizontal : value.name == "vertical" ? .vertical : []
    }
    switch value {
    case nil: return fallback
    case .list(let items)?: return items.reduce(into: []) { $0.formUnion(one($1)) }
    case let value?: return one(value)
    }
  }

  private func view(_ call: NotationCall) -> [LayoutNode] {
    var nodes: [LayoutNode]
    let children = call.children ?? []
    switch call.name {
    case "Pair", "Two", "Solo":
      // Views of several members, as `leaves` gives them: "Pair=a:30x10,b:50x10".
      guard let members = leaves[call.name] else {
        unknown.append(call.name)
        return []
      }
      nodes = members.split(separator: ",").map { member in
        let parts = member.split(separator: ":").map(String.init)
        let node = leaf(parts[1])
        named[parts[0]] = node
        return node
      }
    case "Absent", "EmptyView": return []
    case "Group", "ForEach": nodes = views(children)
    case "HStack":
      nodes = [
        container(
          .stack(.horizontal, alignment: guide(call.argument("alignment"), .vertical), spacing: call.number("spacing")),
          views(children))
      ]
    case "VStack":
      nodes = [
        container(
          .stack(.vertical, alignment: guide(call.argument("alignment"), .horizontal), spacing: call.number("spacing")),
          views(children))
      ]
    case "LazyVStack":
      nodes = [
        container(
          .lazyStack(
            .vertical, alignment: guide(call.argument("alignment"), .horizontal), spacing: call.number("spacing")),
          views(children))
      ]
    case "ZStack": nodes = [container(.zstack(alignment(call.argument("alignment"))), views(children))]
    case "Grid":
      nodes = [
        container(
          .grid(
            alignment(call.argument("alignment")), horizontalSpacing: call.number("horizontalSpacing"),
            verticalSpacing: call.number("verticalSpacing")), views(children))
      ]
    case "GridRow":
      let guide = call.argument("alignment").map { self.guide($0, .vertical) }
      nodes = [container(.gridRow(guide), views(children))]
    case "ScrollView":
      nodes = [container(.scroll(axes(call.argument(nil), .vertical)), single(views(children)))]
    case "GeometryReader": nodes = [container(.geometryReader, views(children))]
    case "ViewThatFits": nodes = [container(.viewThatFits(axes(call.argument("in"), .both)), views(children))]
    case "LazyVGrid", "LazyHGrid":
      let vertical = call.name == "LazyVGrid"
      let guide = guide(call.argument("alignment"), vertical ? .horizontal : .vertical)
      nodes = [
        container(
          .lazyGrid(
            vertical ? .vertical : .horizontal, tracks: tracks(call.argument(vertical ? "columns" : "rows")),
            alignment: guide, spacing: call.number("spacing")), views(children))
      ]
    case "Spacer": nodes = [tree.create(.spacer(minLength: call.number("minLength")))]
    case "Divider": nodes = [tree.create(.divider)]
    case "Rectangle", "Color", "Capsule", "Ellipse", "RoundedRectangle", "Path", "CustomShape":
      nodes = [tree.create(.fill)]
    case "Circle": nodes = [tree.create(.square)]
    case "Text":
      var text = ""
      if case .text(let value)? = call.argument(nil) { text = value }
      nodes = [tree.create(.text(TextContent(runs: [TextRun(text, font: ResolvedFont())])))]
    default:
      guard let description = leaves[call.name] else {
        unknown.append(call.name)
        return []
      }
      let leaf = leaf(description)
      named[call.name] = leaf
      nodes = [leaf]
    }
    for modifier in call.modifiers { nodes = apply(modifier, nodes) }
    return nodes
  }

  private func tracks(_ value: NotationValue?) -> [GridTrack] {
    guard case .list(let items)? = value else { return [] }
    return items.map { item in
      guard case .call(let call) = item else { return GridTrack(.flexible(min: 10, max: .infinity)) }
      var track = GridTrack(.flexible(min: 10, max: .infinity), spacing: call.number("spacing"))
      if let value = call.argument("alignment") { track.alignment = alignment(value) }
      // `GridItem(.fixed(30))`, or `.fixed(30)` for short.
      let isShort = call.name != "GridItem"
      if isShort || call.argument(nil) != nil {
        var size = call
        if !isShort, case .call(let inner)? = call.argument(nil) { size = inner }
        switch size.name {
        case "fixed": track.length = .fixed(size.number(nil) ?? 10)
        case "adaptive":
          track.length = .adaptive(min: size.number("minimum") ?? 10, max: size.number("maximum") ?? .infinity)
        default: track.length = .flexible(min: size.number("minimum") ?? 10, max: size.number("maximum") ?? .infinity)
        }
      }
      return track
    }
  }

  /// "20x20", "w 0..80 ideal 80, h 20", "greedy", "area 600 ...", "width = half ...".
  private func leaf(_ text: String) -> LayoutNode {
    if text.hasPrefix("greedy") {
      return tree.create(
        .ranged(
          width: LengthRange(min: 0, ideal: 10, max: .infinity), height: LengthRange(min: 0, ideal: 10, max: .infinity))
      )
    }
    if text.hasPrefix("area") {
      let node = tree.create(.custom)
      closures[node] = { proposal in
        let width = proposal.width ?? 10
        return Size(width, 600 / width)
      }
      return node
    }
    if text.hasPrefix("half") || text.hasPrefix("width = half") {
      let node = tree.create(.custom)
      closures[node] = { Size(($0.width ?? 40) / 2, 10) }
      return node
    }
    if !text.hasPrefix("w "), text.contains("(") {
      var parser = NotationParser(text)
      return views(parser.views()).first ?? tree.create(.empty)
    }
    if !text.hasPrefix("w ") {
      let parts = text.split(separator: "x").compactMap { Double($0) }
      return tree.create(.ranged(width: .fixed(parts.first ?? 0), height: .fixed(parts.last ?? 0)))
    }
    let parts = text.split(separator: ",")
    return tree.create(.ranged(width: range(parts[0]), height: range(parts.count > 1 ? parts[1] : "h 0")))
  }

  private func range(_ text: Substring) -> LengthRange {
    let words = text.split(separator: " ")
    func number(_ text: Substring) -> Double { text == "inf" ? .infinity : Double(text) ?? 0 }
    let spec = words.count > 1 ? words[1] : "0"
    guard let dots = spec.firstIndex(of: ".").map({ (spec[..<$0], spec[spec.index($0, offsetBy: 2)...]) }),
      spec.contains("..")
    else { return .fixed(number(spec)) }
    let least = number(dots.0)
    let most = number(dots.1)
    var ideal = most.isFinite ? most : max(least, 10)
    if let index = words.firstIndex(of: "ideal"), index + 1 < words.count { ideal = number(words[index + 1]) }
    return LengthRange(min: least, ideal: ideal, max: most)
  }

  private func apply(_ modifier: NotationCall, _ nodes: [LayoutNode]) -> [LayoutNode] {
    // A modifier on a row goes to each of its cells.
    let kinds = kind(of: modifier)
    guard let kind = kinds else { return nodes }
    if modifier.name == "mark" || modifier.name == "id" || modifier.name == "accessibilityIdentifier",
      case .text(let name)? = modifier.argument(nil), let node = nodes.first
    {
      let wrapped = container(.passthrough, [node])
      named[name] = wrapped
      return [wrapped]
    }
    return nodes.map { node in
      if tree.tags[node] == .gridRow {
        let cells = tree.children(of: node)
        tree.setChildren(node, [])
        tree.setChildren(node, cells.map { wrap($0, kind, modifier) })
        return node
      }
      return wrap(node, kind, modifier)
    }
  }

  private func wrap(_ node: LayoutNode, _ kind: LayoutKind, _ modifier: NotationCall) -> LayoutNode {
    var children = [node]
    switch kind {
    case .overlay, .background:
      let inner = views(modifier.children ?? [])
      if inner.count == 1 { children += inner }
      if inner.count > 1 { children.append(container(.zstack(.center), inner)) }
    default: break
    }
    return container(kind, children)
  }

  private func kind(of call: NotationCall) -> LayoutKind? {
    switch call.name {
    case "frame":
      let labels = call.arguments.compactMap(\.label)
      let alignment = alignment(call.argument("alignment"))
      if labels.contains("width") || labels.contains("height") {
        return .frame(width: call.number("width"), height: call.number("height"), alignment)
      }
      return .flexibleFrame(
        width: OptionalRange(
          min: call.number("minWidth"), ideal: call.number("idealWidth"), max: call.number("maxWidth")),
        height: OptionalRange(
          min: call.number("minHeight"), ideal: call.number("idealHeight"), max: call.number("maxHeight")), alignment)
    case "padding":
      if case .call(let insets)? = call.argument(nil), insets.name == "EdgeInsets" || insets.name == "init" {
        return .padding(
          Insets(
            top: insets.number("top") ?? 0, leading: insets.number("leading") ?? 0,
            bottom: insets.number("bottom") ?? 0, trailing: insets.number("trailing") ?? 0))
      }
      let length = call.arguments.compactMap(\.value.number).first ?? 16
      var edges: EdgeSet = call.arguments.first?.value.number == nil && !call.arguments.isEmpty ? [] : .all
      func add(_ value: NotationValue) {
        switch value.name {
        case "top": edges.insert(.top)
        case "bottom": edges.insert(.bottom)
        case "leading": edges.insert(.leading)
        case "trailing": edges.insert(.trailing)
        case "horizontal": edges.formUnion(.horizontal)
        case "vertical": edges.formUnion(.vertical)
        case "all": edges = .all
        default: break
        }
      }
      if let first = call.arguments.first?.value {
        if case .list(let items) = first { items.forEach(add) } else { add(first) }
      }
      return .padding(
        Insets(
          top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
          bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
    case "fixedSize":
      if call.arguments.isEmpty { return .fixedSize(horizontal: true, vertical: true) }
      return .fixedSize(
        horizontal: call.argument("horizontal")?.name == "true", vertical: call.argument("vertical")?.name == "true")
    case "layoutPriority": return .layoutPriority(call.arguments.first?.value.number ?? 0)
    case "aspectRatio":
      return .aspectRatio(
        call.arguments.first { $0.label == nil }?.value.number,
        fill: (call.argument("contentMode") ?? call.arguments.last?.value)?.name == "fill")
    case "scaledToFit": return .aspectRatio(nil, fill: false)
    case "scaledToFill": return .aspectRatio(nil, fill: true)
    case "position": return .position(call.number("x") ?? 0, call.number("y") ?? 0)
    case "offset": return .offset(call.number("x") ?? 0, call.number("y") ?? 0)
    case "overlay": return .overlay(alignment(call.argument("alignment")))
    case "background": return .background(alignment(call.argument("alignment")))
    case "gridCellColumns":
      return .gridCell(
        columns: Int(call.arguments.first?.value.number ?? 1), anchor: nil, columnAlignment: nil, unsized: [])
    case "gridCellAnchor":
      var anchor = UnitPoint.center
      switch call.arguments.first?.value {
      case .call(let point)?: anchor = UnitPoint(point.number("x") ?? 0, point.number("y") ?? 0)
      case .member(let name)?:
        anchor.x = name.lowercased().hasSuffix("leading") ? 0 : name.lowercased().hasSuffix("trailing") ? 1 : 0.5
        anchor.y = name.hasPrefix("top") ? 0 : name.hasPrefix("bottom") ? 1 : 0.5
      default: break
      }
      return .gridCell(columns: 1, anchor: anchor, columnAlignment: nil, unsized: [])
    case "gridColumnAlignment":
      return .gridCell(
        columns: 1, anchor: nil, columnAlignment: guide(call.arguments.first?.value, .horizontal), unsized: [])
    case "gridCellUnsizedAxes":
      return .gridCell(columns: 1, anchor: nil, columnAlignment: nil, unsized: axes(call.arguments.first?.value, []))
    case "hidden", "id", "mark", "accessibilityIdentifier", "allowsHitTesting", "disabled", "onTapGesture",
      "contentShape",
      "focusable", "opacity", "rotationEffect", "scaleEffect", "clipped", "border", "shadow", "cornerRadius", "blur",
      "fill", "stroke", "strokeBorder", "clipShape", "foregroundColor", "foregroundStyle", "brightness", "red", "clear":
      return .passthrough
    default:
      unknown.append(call.name)
      return nil
    }
  }
}

/// One row: a tree at a proposal, with the size it answers and the frames of its named leaves.
struct NotationRow {
  var id: String
  var tree: String
  /// nan for none.
  var proposal: (Double, Double)
  var leaves: String
  var size: (Double, Double)?
  /// "a 0 0 20 20; b 28 0 20 20".
  var frames: String
  var tolerance = 0.01
  /// The tree is laid out in a host of the proposal's size, which centres it.
  var isHosted = false

  /// Differences, empty where all is as it should be.
  func problems() -> [String] {
    var table: [String: String] = [:]
    for part in leaves.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 {
        table[pair[0].filter { $0 != " " }] = String(pair[1])
      }
    }
    let builder = NotationBuilder(leaves: table)
    let root = builder.build(tree)
    if !builder.unknown.isEmpty { return ["unknown \(builder.unknown)"] }
    let layout = builder.tree
    let offer = Proposal(proposal.0, proposal.1)
    var result: [String] = []
    func check(_ what: String, _ found: Double, _ wanted: Double) {
      if found == wanted || abs(found - wanted) <= tolerance { return }
      result.append("\(what): \(found) instead of \(wanted)")
    }
    if let size {
      let answer = layout.measure(root, offer)
      check("width", answer.width, size.0)
      check("height", answer.height, size.1)
    }
    if frames.isEmpty { return result }
    if isHosted {
      _ = layout.layout(root: root, in: Rect(0, 0, proposal.0, proposal.1))
    } else {
      layout.place(root, at: .zero, offer)
    }
    for part in frames.split(separator: ";") {
      let words = part.split(separator: " ")
      guard words.count == 5, let node = builder.named[String(words[0])] else {
        result.append("no \(part)")
        continue
      }
      let rect = layout.absoluteRect(of: node)
      for (index, found) in [rect.x, rect.y, rect.width, rect.height].enumerated() {
        check("\(words[0]).\(["x", "y", "w", "h"][index])", found, Double(words[index + 1]) ?? .nan)
      }
    }
    return result
  }
}

/// Checks rows of two lines: the tree; `@ width height | leaves | size | frames`, and `| host` for a tree centred in a
/// host of that size.
func checkLayoutRows(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
  func pair(_ text: some StringProtocol) -> (Double, Double)? {
    let parts = text.split(separator: " ").map { $0 == "nil" ? .nan : Double($0) ?? .nan }
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
  func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " || text.first == "@" { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
  let lines = text.split(separator: "\n")
  var index = 0
  while index + 1 < lines.count {
    let fields = lines[index + 1].split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
    let row = NotationRow(
      id: String(lines[index]), tree: String(lines[index]), proposal: pair(fields[0]) ?? (.nan, .nan),
      leaves: String(fields.count > 1 ? fields[1] : ""), size: fields.count > 2 ? pair(fields[2]) : nil,
      frames: String(fields.count > 3 ? fields[3] : ""), isHosted: fields.count > 4 && fields[4] == "host")
    let problems = row.problems()
    XCTAssertTrue(problems.isEmpty, "\(row.tree) at \(fields[0]): \(problems)", file: file, line: line)
    index += 2
  }
}
