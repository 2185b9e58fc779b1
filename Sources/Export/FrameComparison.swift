/// Compares stored frames with those of a run, view by view, and says what differs as a person would want to read it.
///
/// Views are paired by what they are and where they stand (type, identifier or name, ancestors, place among equals),
/// never by number alone: a view that is new does not make all others differ.
package struct FrameComparison {
  package struct Difference: Equatable, Sendable {
    /// `page card (RoundedRectangle at hero.scene:31:21)`
    package var view: String
    /// Number of the first frame that differs, its time in seconds, and its snapshot.
    package var frame: Int
    package var time: Double
    package var snapshot: String?
    /// `y 131.25, stored 120, off by 11.25`
    package var what: String
    /// How many of the compared frames differ.
    package var frameCount: Int
    /// The largest distance over all frames, in points; 0 where it is not a distance.
    package var largest: Double
    /// The view's ids on both sides, nil where it is not there.
    package var storedID: Int?
    package var foundID: Int?
    /// Rows of the compared samples that differ.
    package var samples: [Int] = []

    package var text: String {
      var text = "\(view): "
      text += snapshot.map { "snapshot '\($0)': " } ?? "frame \(frame) (\(number(time)) s): "
      text += what
      if frameCount > 1 {
        text += largest > 0 ? " (up to \(number(largest)) in \(frameCount) frames)" : " (\(frameCount) frames)"
      }
      return text
    }
  }

  /// Points.
  package var tolerance = 0.5
  /// Of opacity and of what is no length.
  static let ratioTolerance = 0.02
  /// Steps of 255 in a component of a colour.
  static let colorTolerance = 2

  package init(tolerance: Double = 0.5) { self.tolerance = tolerance }

  /// What stands against the frames as a whole: another device, other snapshots.
  package func problems(stored: StoredFrames, found: StoredFrames) -> [String] {
    var problems: [String] = []
    if stored.device != found.device {
      problems.append("the stored frames are for '\(stored.device)', these for '\(found.device)'")
    }
    if stored.framesPerSecond != found.framesPerSecond {
      problems.append("the stored frames are \(stored.framesPerSecond) a second, these \(found.framesPerSecond)")
    }
    let old = FrameComparison.keys(stored.samples)
    let new = FrameComparison.keys(found.samples)
    let oldSet = Set(old)
    let newSet = Set(new)
    // A small change of a distance ends a motion some frames earlier or later: the last frames are compared with each other,
    // and the one between them is not missed.
    let ends = (stored.samples.last?.number ?? 0, found.samples.last?.number ?? 0)
    let isNear = abs(ends.0 - ends.1) <= FrameComparison.lastFrameRoom
    func isMissed(_ sample: StoredFrames.Sample) -> Bool {
      sample.snapshot != nil || !isNear || sample.number < min(ends.0, ends.1)
    }
    if !isNear, oldSet.contains(FrameComparison.lastKey), newSet.contains(FrameComparison.lastKey) {
      problems.append("the last frame is \(ends.1), stored \(ends.0)")
    }
    for (index, key) in old.enumerated() where !newSet.contains(key) && isMissed(stored.samples[index]) {
      problems.append("\(key) is stored, but not part of this run")
    }
    for (index, key) in new.enumerated() where !oldSet.contains(key) && isMissed(found.samples[index]) {
      problems.append("\(key) is not stored")
    }
    if problems.count > 6 {
      problems = Array(problems.prefix(5)) + ["and \(problems.count - 5) more of this kind"]
    }
    return problems
  }

  /// Views that differ, in document order.
  package func differences(stored: StoredFrames, found: StoredFrames) -> [Difference] {
    let oldKeys = FrameComparison.paths(stored.views)
    let newKeys = FrameComparison.paths(found.views)
    var oldRows: [String: Int] = [:]
    for (row, key) in oldKeys.enumerated() { oldRows[key] = row }
    var differences: [Difference] = []
    let samples = FrameComparison.pairs(stored: stored, found: found).map {
      (
        old: FrameComparison.rows(stored.samples[$0.stored]), new: FrameComparison.rows(found.samples[$0.found]),
        sample: found.samples[$0.found]
      )
    }
    func compare(_ view: StoredFrames.View, old: Int?, new: Int?) {
      var first: Difference?
      var rows: [Int] = []
      var count = 0
      var largest = 0.0
      for (row, (oldRows, newRows, sample)) in samples.enumerated() {
        let oldRow = old.flatMap { oldRows[$0] }
        let newRow = new.flatMap { newRows[$0] }
        guard let (what, distance) = change(oldRow, newRow) else { continue }
        if first == nil {
          first = Difference(
            view: FrameComparison.title(view, newRow ?? oldRow), frame: sample.number, time: sample.time,
            snapshot: sample.snapshot, what: what, frameCount: 0, largest: 0)
        }
        count += 1
        rows.append(row)
        if distance.isFinite { largest = max(largest, distance) }
      }
      if var first {
        first.frameCount = count
        first.largest = largest
        first.storedID = old
        first.foundID = new
        first.samples = rows
        differences.append(first)
      }
    }
    var matched = [Bool](repeating: false, count: stored.views.count)
    for (row, key) in newKeys.enumerated() {
      let old = oldRows[key]
      if let old { matched[old] = true }
      compare(found.views[row], old: old.map { stored.views[$0].id }, new: found.views[row].id)
    }
    for (row, view) in stored.views.enumerated() where !matched[row] {
      compare(view, old: view.id, new: nil)
    }
    return differences
  }

  /// What differs between two rows of one view, and by how many points; nil if they agree.
  private func change(_ old: StoredFrames.Row?, _ new: StoredFrames.Row?) -> (String, Double)? {
    guard let old else { return new == nil ? nil : ("it is there, but not stored", 0) }
    guard let new else { return ("it is stored, but not there", 0) }
    var worst: (what: String, share: Double, distance: Double)?
    for (key, values) in new.numbers {
      guard let stored = old.numbers.first(where: { $0.key == key })?.values, stored.count == values.count else {
        return ("\(key) is \(list(values)), and nothing is stored", 0)
      }
      for (index, value) in values.enumerated() where value != stored[index] {
        let isRatio =
          key == "opacity" || key == "contentProgress" || key == "transform" && index < 4 || key == "projection"
        let limit = isRatio ? FrameComparison.ratioTolerance : tolerance
        let distance = (value - stored[index]).magnitude
        // Stored numbers have three decimals; what lies on the bound agrees.
        guard !(distance <= limit + 1e-6) else { continue }
        let share = distance.isFinite ? distance / max(limit, 1e-6) : .infinity
        if worst.map({ share > $0.share }) ?? true {
          let name = FrameComparison.name(key, index)
          worst = (
            "\(name) \(number(value)), stored \(number(stored[index])), off by \(number(distance))", share,
            isRatio ? 0 : distance
          )
        }
      }
    }
    if let worst { return (worst.what, worst.distance) }
    for (key, values) in old.numbers where !new.numbers.contains(where: { $0.key == key }) {
      return ("\(key) is stored as \(list(values)), and there is none", 0)
    }
    for key in ["text", "color"] {
      let a = old.texts.first { $0.key == key }?.value
      let b = new.texts.first { $0.key == key }?.value
      if a == b || key == "color" && FrameComparison.isNear(a, b) { continue }
      return ("\(key) is \(b.map { "'\($0)'" } ?? "absent"), stored \(a.map { "'\($0)'" } ?? "absent")", 0)
    }
    return nil
  }

  private static func isNear(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b, let x = UInt32(a.dropFirst(), radix: 16), let y = UInt32(b.dropFirst(), radix: 16) else {
      return false
    }
    for shift in [0, 8, 16, 24] as [UInt32] {
      let distance = Int(x >> shift & 255) - Int(y >> shift & 255)
      if distance.magnitude > colorTolerance { return false }
    }
    return true
  }

  private static func name(_ key: String, _ index: Int) -> String {
    switch key {
    case "rect": return ["x", "y", "width", "height"][min(index, 3)]
    case "size": return index == 0 ? "layout width" : "layout height"
    case "clip": return "clip " + ["x", "y", "width", "height"][min(index, 3)]
    case "transform", "projection", "cornerRadii", "clipRadii": return "\(key)[\(index)]"
    default: return key
    }
  }

  // MARK: Pairing

  /// What a sample is called; the second of a name carries a number.
  /// Frames by which a run may end earlier or later than the stored one: as many as lie between stored frames.
  static let lastFrameRoom = 6
  private static let lastKey = "the last frame"

  private static func keys(_ samples: [StoredFrames.Sample]) -> [String] {
    var counts: [String: Int] = [:]
    return samples.indices.map { index in
      let sample = samples[index]
      let key =
        sample.snapshot.map { "snapshot '\($0)'" }
        ?? (index == samples.count - 1 && index > 0 ? lastKey : "frame \(sample.number)")
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count == 1 ? key : "\(key) (\(count))"
    }
  }

  /// Samples that are on both sides, in the order of those found.
  static func pairs(stored: StoredFrames, found: StoredFrames) -> [(stored: Int, found: Int)] {
    var bySample: [String: Int] = [:]
    for (index, key) in keys(stored.samples).enumerated() { bySample[key] = index }
    return keys(found.samples).enumerated().compactMap { index, key in bySample[key].map { ($0, index) } }
  }

  private static func rows(_ sample: StoredFrames.Sample) -> [Int: StoredFrames.Row] {
    var rows: [Int: StoredFrames.Row] = [:]
    for row in sample.rows { rows[row.id] = row }
    return rows
  }

  /// A path for each view: its ancestors', its type and names, its place among equals. Parents stand before children;
  /// what refers forwards has no path of its ancestors.
  private static func paths(_ views: [StoredFrames.View]) -> [String] {
    var rowOfId: [Int: Int] = [:]
    var paths: [String] = []
    var counts: [String: Int] = [:]
    for (row, view) in views.enumerated() {
      var path = "\(view.type)|\(view.identifier ?? "")|\(view.label ?? "")|\(view.name ?? "")"
      // A hash stands for the ancestors' path: paths stay short however deep views are.
      if let parent = view.parent.flatMap({ rowOfId[$0] }) {
        let hash = paths[parent].utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
          ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        path += "|" + String(hash, radix: 36)
      }
      let count = counts[path, default: 0]
      counts[path] = count + 1
      if count > 0 { path += "#\(count)" }
      paths.append(path)
      rowOfId[view.id] = row
    }
    return paths
  }

  /// How a person finds the view.
  private static func title(_ view: StoredFrames.View, _ row: StoredFrames.Row?) -> String {
    let name = view.identifier ?? view.label ?? view.name ?? row?.texts.first { $0.key == "text" }?.value
    let place = view.place.map { " at \($0)" } ?? ""
    if let name { return "'\(name)' (\(view.type)\(place))" }
    return "\(view.type)\(place)"
  }

  private func list(_ values: [Double]) -> String { values.map { number($0) }.joined(separator: ", ") }
}

/// Three decimals at most.
private func number(_ value: Double) -> String {
  guard value.isFinite else { return "not a number" }
  var writer = ByteWriter(capacity: 16)
  writer.decimal(value)
  return String(decoding: writer.bytes, as: UTF8.self)
}
