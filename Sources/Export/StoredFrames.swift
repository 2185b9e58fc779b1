import SceneIR
import SceneRuntime

/// The frames a test keeps beside its scene, written as lines of the frames schema and read back for comparison: the
/// snapshots of the scenario if it takes any, else every sixth frame and the last.
///
/// What a run gives now is written and read back as well, so both sides of a comparison are rounded alike.
package struct StoredFrames: Equatable, Sendable {
  /// Reading anything larger is refused; one run cannot write more.
  package static let maximumSize = PlayOptions().maximumOutput
  /// Every so many frames is kept where there are no snapshots: a tenth of a second at 60 frames a second.
  package static let stride = 6

  package struct View: Equatable, Sendable {
    package var id = 0
    package var parent: Int?
    package var type = ""
    package var name: String?
    package var label: String?
    package var identifier: String?
    /// `hero.scene:31:21`
    package var place: String?
  }

  package struct Row: Equatable, Sendable {
    package var id = 0
    /// Place in draw order; not compared.
    package var order = 0
    /// Colours of a gradient, first and last; not compared.
    package var gradient: [String] = []
    /// Numbers that are coordinates, sizes or angles, by key, in the order they stand in.
    package var numbers: [(key: String, values: [Double])] = []
    /// Everything else that is compared, by key.
    package var texts: [(key: String, value: String)] = []

    package static func == (a: Row, b: Row) -> Bool {
      a.id == b.id && a.numbers.elementsEqual(b.numbers) { $0.key == $1.key && $0.values == $1.values }
        && a.texts.elementsEqual(b.texts) { $0.key == $1.key && $0.value == $1.value }
    }
  }

  package struct Sample: Equatable, Sendable {
    package var number = 0
    /// Seconds.
    package var time = 0.0
    /// Name of the snapshot, nil for a frame kept by its number.
    package var snapshot: String?
    package var rows: [Row] = []
  }

  package var scenario: String?
  package var framesPerSecond = 60
  package var device = ""
  /// Points.
  package var width = 390.0
  package var height = 844.0
  package var views: [View] = []
  package var samples: [Sample] = []
}

// MARK: Writing

extension StoredFrames {
  /// Plays to the end and writes what is kept of it.
  package static func record(_ player: Player) -> (bytes: [UInt8], summary: PlaySummary) {
    var summary = PlaySummary()
    var kept: [Frame] = []
    var last: Frame?
    while let frame = player.next() {
      summary.frameCount += 1
      if player.snapshots.isEmpty, frame.n % stride == 0 { kept.append(frame) }
      last = frame
    }
    if let last, kept.last?.n != last.n { kept.append(last) }
    FramesJSON.finish(player, &summary)
    var out = ByteWriter(capacity: 1 << 16)
    // All views stand in the header, whichever frame they appear in: the frames between are not kept.
    FramesJSON.header(player.header, views: player.views, to: &out)
    out.raw("}\n")
    if player.snapshots.isEmpty {
      for frame in kept { line(frame, snapshot: nil, fps: player.header.fps, to: &out) }
    } else {
      for snapshot in player.snapshots {
        line(snapshot.frame, snapshot: snapshot.name, fps: player.header.fps, to: &out)
      }
    }
    out.raw("{")
    FramesJSON.closing(player, to: &out)
    out.raw("}\n")
    return (out.bytes, summary)
  }

  private static func line(_ frame: Frame, snapshot: String?, fps: Int, to out: inout ByteWriter) {
    FramesJSON.frame(frame, fps: fps, to: &out)
    if let snapshot {
      out.raw(",\"snapshot\":")
      out.string(snapshot)
    }
    out.raw("}\n")
  }
}

// MARK: Reading

extension StoredFrames {
  /// Reads stored frames. They are a file from anywhere: every wrong byte is an `IRError`.
  package init(reading bytes: [UInt8]) throws {
    self.init()
    try bytes.withUnsafeBytes { buffer in
      var cursor = JSONCursor(buffer)
      try readHeader(&cursor)
      while cursor.peek() != 0 {
        var sample = Sample()
        var isFrame = false
        try cursor.object { cursor, key in
          switch key {
          case "n":
            sample.number = try cursor.integer()
            isFrame = true
          case "t": sample.time = try cursor.number()
          case "snapshot": sample.snapshot = try cursor.string()
          case "views": try cursor.array { sample.rows.append(try StoredFrames.row(&$0)) }
          default: try cursor.skipValue()
          }
        }
        if isFrame { samples.append(sample) }
      }
      try cursor.end()
    }
  }

  private mutating func readHeader(_ cursor: inout JSONCursor) throws {
    var schema = ""
    var new = self
    try cursor.object { cursor, key in
      switch key {
      case "schema":
        schema = try cursor.string()
        guard schema == FramesJSON.schema else {
          throw cursor.fail("the schema is '\(schema)', not \(FramesJSON.schema)")
        }
      case "scenario": new.scenario = try cursor.optionalString()
      case "fps": new.framesPerSecond = try cursor.integer(1...1_000_000)
      case "device":
        try cursor.object { cursor, key in
          switch key {
          case "name": new.device = try cursor.string()
          case "width": new.width = try cursor.number()
          case "height": new.height = try cursor.number()
          default: try cursor.skipValue()
          }
        }
      case "views": try cursor.array { new.views.append(try StoredFrames.view(&$0)) }
      default: try cursor.skipValue()
      }
    }
    if schema.isEmpty { throw cursor.fail("these are not stored frames") }
    self = new
  }

  private static func view(_ cursor: inout JSONCursor) throws -> View {
    var view = View()
    try cursor.object { cursor, key in
      switch key {
      case "id": view.id = try cursor.integer()
      case "parent": view.parent = try cursor.integer()
      case "type": view.type = try cursor.string()
      case "name": view.name = try cursor.string()
      case "label": view.label = try cursor.string()
      case "identifier": view.identifier = try cursor.string()
      case "source":
        var (file, line, column) = ("", 0, 0)
        try cursor.object { cursor, key in
          switch key {
          case "file": file = try cursor.string()
          case "line": line = try cursor.integer()
          case "column": column = try cursor.integer()
          default: try cursor.skipValue()
          }
        }
        view.place = "\(file):\(line):\(column)"
      default: try cursor.skipValue()
      }
    }
    return view
  }

  private static func row(_ cursor: inout JSONCursor) throws -> Row {
    var row = Row()
    try cursor.object { cursor, key in
      switch key {
      case "id": row.id = try cursor.integer()
      case "rect", "size", "transform", "projection", "cornerRadii", "clip", "clipRadii":
        var values: [Double] = []
        // What is not finite is written as null and equals itself alone.
        try cursor.array { values.append(try $0.null() ? .infinity : $0.number()) }
        row.numbers.append((key, values))
      case "opacity", "contentProgress": row.numbers.append((key, [try cursor.number()]))
      case "color", "text": row.texts.append((key, try cursor.string()))
      case "z": row.order = try cursor.integer()
      case "gradient":
        try cursor.object { cursor, key in
          guard key == "stops" else { return try cursor.skipValue() }
          try cursor.array { cursor in
            var isFirst = true
            try cursor.array { cursor in
              if isFirst { row.gradient.append(try cursor.string()) } else { try cursor.skipValue() }
              isFirst = false
            }
          }
        }
      default: try cursor.skipValue()
      }
    }
    return row
  }
}
