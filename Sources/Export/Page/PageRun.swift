import SceneIR
import SceneRuntime

/// One run as the player's page carries it: the elements of each frame, written as what changed since the frame before, and
/// the numbers of the listed views.
///
/// An element's tag, attributes and text are a *state*, its order and nesting a *structure*; both stand once in a table.
package struct PageRun {
  private var states: [[UInt8]: Int] = [:]
  private var stateTable = ByteWriter(capacity: 1 << 16)
  private var keys: [String: Int] = [:]
  private var keyTable = ByteWriter(capacity: 1 << 12)
  private var structures: [[Int]: Int] = [:]
  private var structureTable = ByteWriter(capacity: 1 << 12)
  private var frames = ByteWriter(capacity: 1 << 18)
  private var frameCount = 0
  private var lastElements: [SVGElement] = []
  private var lastStates: [Int] = []
  private var lastStructure = -1
  private var lastRows: [Int: [Double]] = [:]
  private var scratch = ByteWriter(capacity: 512)
  private let width: Double
  private let height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package var count: Int { frames.count + stateTable.count }

  package mutating func add(_ frame: Frame) {
    var options = SVGOptions()
    // The page puts its own prefix in place of this one for each picture it shows.
    options.idPrefix = "~"
    var scene = SVGScene(frame.drawing ?? FrameDrawing(), width: width, height: height, options: options)
    add(scene.build(), rows: frame.rows, number: frame.n, events: frame.events)
  }

  mutating func add(_ elements: [SVGElement], rows: [FrameRow], number: Int, events: [String]) {
    if frameCount > 0 { frames.raw(",\n") }
    frameCount += 1
    frames.raw("{\"n\":")
    frames.integer(number)
    if !events.isEmpty {
      frames.raw(",\"e\":[")
      for (i, event) in events.enumerated() {
        if i > 0 { frames.raw(",") }
        frames.string(event)
      }
      frames.raw("]")
    }
    write(elements)
    write(rows)
    frames.raw("}")
  }

  private mutating func write(_ elements: [SVGElement]) {
    var structure: [Int] = []
    structure.reserveCapacity(elements.count * 2)
    for element in elements {
      structure.append(key(element.key))
      structure.append(element.depth)
    }
    let row = self.structure(structure)
    var now: [Int] = []
    now.reserveCapacity(elements.count)
    let isSame = row == lastStructure
    for (index, element) in elements.enumerated() {
      if isSame, lastElements[index] == element {
        now.append(lastStates[index])
      } else {
        now.append(state(element))
      }
    }
    if !isSame {
      frames.raw(",\"s\":")
      frames.integer(row)
      frames.raw(",\"c\":[")
      for (i, state) in now.enumerated() {
        if i > 0 { frames.raw(",") }
        frames.integer(state)
      }
      frames.raw("]")
    } else {
      var isFirst = true
      for index in now.indices where now[index] != lastStates[index] {
        frames.raw(isFirst ? ",\"c\":[" : ",")
        isFirst = false
        frames.integer(index)
        frames.raw(",")
        frames.integer(now[index])
      }
      if !isFirst { frames.raw("]") }
    }
    lastStructure = row
    lastElements = elements
    lastStates = now
  }

  /// Changed boxes: id, x, y, width, height, opacity; ids that are gone.
  private mutating func write(_ rows: [FrameRow]) {
    var isFirst = true
    var seen: Set<Int> = []
    for row in rows {
      let values = [row.rect.x, row.rect.y, row.rect.width, row.rect.height, row.opacity]
      seen.insert(row.id)
      if lastRows[row.id] == values { continue }
      lastRows[row.id] = values
      frames.raw(isFirst ? ",\"r\":[[" : ",[")
      isFirst = false
      frames.integer(row.id)
      for value in values {
        frames.raw(",")
        frames.decimal(value.isFinite ? value : 0)
      }
      frames.raw("]")
    }
    if !isFirst { frames.raw("]") }
    let gone = lastRows.keys.filter { !seen.contains($0) }.sorted()
    for (i, id) in gone.enumerated() {
      lastRows[id] = nil
      frames.raw(i == 0 ? ",\"x\":[" : ",")
      frames.integer(id)
    }
    if !gone.isEmpty { frames.raw("]") }
  }

  private mutating func key(_ name: String) -> Int {
    if let known = keys[name] { return known }
    if !keys.isEmpty { keyTable.raw(",") }
    keyTable.string(name)
    keys[name] = keys.count
    return keys.count - 1
  }

  private mutating func structure(_ flat: [Int]) -> Int {
    if let known = structures[flat] { return known }
    structureTable.raw(structures.isEmpty ? "[" : ",\n[")
    for (i, value) in flat.enumerated() {
      if i > 0 { structureTable.raw(",") }
      structureTable.integer(value)
    }
    structureTable.raw("]")
    structures[flat] = structures.count
    return structures.count - 1
  }

  private mutating func state(_ element: SVGElement) -> Int {
    scratch.removeAll()
    scratch.raw("[")
    scratch.string(element.tag)
    scratch.raw(",{")
    for (i, attribute) in element.attributes.enumerated() {
      if i > 0 { scratch.raw(",") }
      scratch.string(attribute.name)
      scratch.raw(":")
      scratch.string(attribute.value)
    }
    scratch.raw("}")
    if let text = element.text {
      scratch.raw(",")
      scratch.string(text)
    }
    scratch.raw("]")
    if let known = states[scratch.bytes] { return known }
    if !states.isEmpty { stateTable.raw(",\n") }
    stateTable.append(scratch)
    states[scratch.bytes] = states.count
    return states.count - 1
  }

  /// The whole run as one JSON object. `extra`: further members, with a comma in front.
  package func json(name: String, header: FrameHeader, views: [ViewRecord], player: Player?, extra: ByteWriter? = nil)
    -> ByteWriter
  {
    var out = ByteWriter(capacity: count + 65_536)
    out.raw("{\"name\":")
    out.string(name)
    out.raw(",\"run\":")
    FramesJSON.header(header, views: views, to: &out)
    if let player {
      out.raw(",")
      FramesJSON.closing(player, to: &out)
    }
    out.raw("}")
    out.raw(",\n\"keys\":[")
    out.append(keyTable)
    out.raw("],\n\"states\":[")
    out.append(stateTable)
    out.raw("],\n\"structures\":[")
    out.append(structureTable)
    out.raw("],\n\"frames\":[")
    out.append(frames)
    out.raw("]")
    if let extra { out.append(extra) }
    out.raw("}")
    return out
  }
}
