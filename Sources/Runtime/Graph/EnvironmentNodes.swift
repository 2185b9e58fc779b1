/// The environment: entries at the modifiers that set them, looked up along the chain of `env` links (semantics 8.4). A changed value
/// invalidates its readers and nothing in between.

final class EnvironmentExt: SExt {
  var entries: [(key: Int, value: Word)] = []
  var readers: [Reader] = []
}

/// Numbers of the environment's keys: names of properties, then types of EnvironmentKeys and of observable objects.
enum EnvironmentKeySpace {
  static let keyTypes = 1 << 32
  static let objects = 2 << 32
}

extension ViewGraph {
  func environmentKey(_ name: String) -> Int {
    if let known = envNames[name] { return known }
    let number = envNameList.count
    envNameList.append(name)
    envNames[name] = number
    return number
  }

  func objectKey(_ type: TypeId) -> Int { EnvironmentKeySpace.objects + (type &* 1) }

  /// The value set nearest to a node, or nil. The running evaluation depends on it.
  func environmentValue(_ env: SID, _ key: Int) -> Word? {
    var node = env
    while node >= 0 {
      if let ext = s[Int(node)].ext as? EnvironmentExt {
        for entry in ext.entries.reversed() where entry.key == key {
          register(&ext.readers)
          return entry.value
        }
      }
      node = s[Int(node)].env
    }
    return nil
  }

  /// A named entry for the node's own position.
  func environmentValue(_ node: SID, _ name: String) -> Word? {
    environmentValue(node < 0 ? -1 : s[Int(node)].env, environmentKey(name))
  }

  func mountEnvironment(_ node: SID) {
    let ext = EnvironmentExt()
    s[Int(node)].ext = ext
    ext.entries = environmentEntries(node)
    for entry in ext.entries { heap.share(entry.value) }
    if ext.entries.contains(where: { $0.key == environmentKey("layoutDirection") }) { setsDirection = true }
  }

  func updateEnvironment(_ node: SID) {
    guard let ext = s[Int(node)].ext as? EnvironmentExt else { return }
    s[Int(node)].flags.remove(.dirty)
    let entries = environmentEntries(node)
    let same =
      entries.count == ext.entries.count
      && zip(entries, ext.entries).allSatisfy {
        $0.key == $1.key && ($0.value == $1.value || machine.identical($0.value, $1.value))
      }
    if same { return }
    for entry in entries { heap.share(entry.value) }
    ext.entries = entries
    invalidate(&ext.readers)
    let direction = environmentKey("layoutDirection")
    if entries.contains(where: { $0.key == direction }) {
      setsDirection = true
      applyDirections()
    }
  }

  // MARK: Layout direction

  /// Whether what a node places runs from the right.
  func isRightToLeft(_ node: SID) -> Bool {
    guard setsDirection, node >= 0 else { return false }
    // An environment modifier sees what it sets itself.
    let env = s[Int(node)].kind == .environment ? node : s[Int(node)].env
    guard let value = environmentValue(env, environmentKey("layoutDirection")) else { return false }
    return value.isHandle ? constantName(value) == "rightToLeft" : value.integer == 1
  }

  /// A direction was changed: every container is told again.
  private func applyDirections() {
    for i in u.indices where u[i].isAlive && u[i].layout >= 0 {
      let isRight = isRightToLeft(u[i].s)
      tree.setRightToLeft(u[i].layout, isRight)
      if u[i].implicit >= 0 { tree.setRightToLeft(u[i].implicit, isRight) }
    }
    // Rows of grids have nodes of their own.
    for i in s.indices where s[i].kind != .free {
      if let ext = s[i].ext as? RowExt { tree.setRightToLeft(ext.layout, isRightToLeft(SID(i))) }
    }
    needsLayout = true
    requireGeometry()
  }

  private func environmentEntries(_ node: SID) -> [(key: Int, value: Word)] {
    let word = s[Int(node)].value
    let op = s[Int(node)].op
    if tag(word) == .tinted {
      let style = heap.count(word) > 2 ? makeTagged(.namedStyle, [heap.slot(word, 2)]) : makeTagged(.tintStyle, [])
      return [(environmentKey("foregroundStyle"), style)]
    }
    if tag(word) == .centered { return [(environmentKey("multilineTextAlignment"), Word(integer: 1))] }
    if tag(word) == .dialogCell {
      return [
        (environmentKey("dialogCell"), heap.slot(word, 2)), (environmentKey("dialogRole"), heap.slot(word, 3)),
      ]
    }
    if tag(word) == .labelLook { return [(environmentKey("labelLook"), heap.slot(word, 2))] }
    if tag(word) == .menuRows {
      // What stands in a panel is not part of the list or bar around its control.
      return [
        (environmentKey("menuOwner"), heap.slot(word, 2)), (environmentKey("font"), .none),
        (environmentKey("foregroundStyle"), makeTagged(.namedStyle, [machine.makeString("label")])),
        (environmentKey("buttonStyle"), .none), (environmentKey("labelsHidden"), .none),
      ]
    }
    if tag(word) == .upperCased { return [(environmentKey("textCase"), Word(integer: 0))] }
    if tag(word) == .oneLine { return [(environmentKey("lineLimit"), Word(integer: 1))] }
    if tag(word) == .tabLabel {
      return [
        (environmentKey("lineLimit"), Word(integer: 1)), (environmentKey("tabLabel"), .truth),
        (environmentKey("font"), makeTagged(.namedStyle, [machine.makeString("10.medium")])),
      ]
    }
    if tag(word) == .fonted { return [(environmentKey("font"), makeTagged(.namedStyle, [heap.slot(word, 2)]))] }
    switch op {
    case .environment:
      let first = argument(word, 0)
      if heap.kind(first) == .keyPath { return capturedEntries(node, first, argument(word, 1)) }
      let object = heap.kind(first) == .existential ? heap.slot(first, 0) : first
      return object.isNone ? [] : [(objectKey(heap.type(object)), object)]
    case .environmentObject:
      let object = argument(word, 0)
      return [(objectKey(heap.type(object)), object)]
    case .transformEnvironment:
      let path = argument(word, 0)
      guard let closure = closureArgument(word) else { return [] }
      let results =
        evaluate(node, isNew: true) { () throws -> [Word] in
          let values = environmentObject(node)
          let old = try machine.read(keyPath: path, from: values)
          return try machine.callClosureResults(closure, [old])
        } ?? []
      return results.count > 1 ? capturedEntries(node, path, results[1]) : []
    case .disabled:
      let inherited = evaluate(node, isNew: true) { environmentValue(node, "isEnabled") ?? Word.truth } ?? Word.truth
      let own = argument(word, 0)
      return [(environmentKey("isEnabled"), Word(truth: inherited.truth && !own.truth))]
    case .font: return [(environmentKey("font"), argument(word, 0))]
    case .lineLimit:
      return [(environmentKey("lineLimit"), hasArgument(word, "reservesSpace") ? word : argument(word, 0))]
    case .foregroundStyle:
      // Several styles are those of a symbol's layers; one style takes them back.
      let more = ["foregroundStyle.secondary", "foregroundStyle.tertiary"].enumerated().map {
        (key: environmentKey($1), value: argument(word, $0 + 1))
      }
      return [(environmentKey("foregroundStyle"), argument(word, 0))] + more
    case .bold, .italic, .monospaced, .underline, .strikethrough:
      let active = info(word)?.labels.isEmpty == false ? argument(word, 0) : Word.truth
      return [(environmentKey("\(op)"), active.isHandle ? word : active)]
    case .controlStyle:
      let key = info(word)?.base ?? ""
      return [(environmentKey(key), key == "labelsHidden" ? Word.truth : argument(word, 0))]
    case .monospacedDigit: return [(environmentKey("monospacedDigit"), .truth)]
    default: return [(environmentKey("\(op)"), argument(word, 0))]
    }
  }

  /// The EnvironmentValues object a node sees.
  func environmentObject(_ node: SID) -> Word {
    makeTagged(
      .environmentValues, [Word(integer: Int(node < 0 ? -1 : s[Int(node)].env)), .none],
      type: types.named("EnvironmentValues") ?? .unknown)
  }

  /// What `environment(\.path, value)` sets: the path's setter runs on an EnvironmentValues that keeps what is stored.
  private func capturedEntries(_ node: SID, _ path: Word, _ value: Word) -> [(key: Int, value: Word)] {
    captured = []
    isCapturing = true
    _ = evaluate(node, isNew: false) { try machine.write(keyPath: path, to: environmentObject(node), value) }
    isCapturing = false
    if captured.isEmpty {
      return [(environmentKey(keyPathName(path)), value)]
    }
    return captured
  }

  /// The last component of a key path as written: `\.font` -> `font`.
  func keyPathName(_ path: Word) -> String {
    let row = heap.slot(path, 0).integer
    guard machine.module.keyPaths.indices.contains(row) else { return "" }
    let text = machine.module.keyPaths[row].text
    return text.split(separator: ".").last.map { String($0) } ?? text
  }
}
