/// The natives of one module as the graph sees them: key taken apart, meaning, and access to the arguments of descriptions by label.

import SceneIR

struct NativeInfo {
  var op = ViewOp.none
  /// `View`, `Text`, `ViewBuilder` ...
  var type = ""
  /// `padding`, `init` ...
  var base = ""
  var labels: [String] = []
  /// 1 where argument 0 is `self`.
  var selfCount = 0
  var isInert = false
  var unmodelled: String?
  var isModifier = false
  /// Gives a plain value; where nothing models it, a neutral one.
  var isValue = false
  var isThrowing = false
}

struct GraphNatives {
  private(set) var infos: [NativeInfo] = []

  init(module: SceneModule) {
    infos.reserveCapacity(module.natives.count)
    for row in module.natives {
      var info = GraphNatives.parse(row.key)
      info.selfCount = row.parameters.first == "self" ? 1 : 0
      info.isInert = row.isInert
      info.unmodelled = row.unmodelled
      info.isModifier = row.result == .modifier
      info.isValue = row.result == .value
      info.isThrowing = row.isThrowing
      // Builders return what they are given, so their rows are of values.
      let isView =
        row.result == .modifier || row.result == .description || info.type == "ViewBuilder"
        || info.type == "TabContentBuilder" || info.type == "ToolbarContentBuilder"
      info.op = isView ? GraphNatives.op(info) : .none
      if row.result == .modifier, info.op == .none || (info.op.role == .transparent && info.op == .unknownModifier) {
        info.op = row.isInert ? .inert : .unknownModifier
      }
      infos.append(info)
    }
  }

  /// `Text.Case.init(_:a:)` -> type `Text.Case`, base `init`, labels `_`, `a`.
  static func parse(_ key: String) -> NativeInfo {
    var info = NativeInfo()
    let bytes = Array(key.utf8)
    let open = bytes.firstIndex(of: 0x28) ?? bytes.count
    var dot = -1
    var i = open - 1
    // Operators contain dots (`...`); the type ends at the first dot before one.
    while i > 0 {
      if bytes[i] == 0x2E {
        dot = i
        while dot > 0, bytes[dot - 1] == 0x2E { dot -= 1 }
        break
      }
      i -= 1
    }
    if dot > 0 {
      info.type = String(decoding: bytes[0..<dot], as: UTF8.self)
      info.base = String(decoding: bytes[(dot + 1)..<open], as: UTF8.self)
    } else {
      info.base = String(decoding: bytes[0..<open], as: UTF8.self)
    }
    var start = open + 1
    while start < bytes.count {
      guard let colon = bytes[start...].firstIndex(of: 0x3A) else { break }
      info.labels.append(String(decoding: bytes[start..<colon], as: UTF8.self))
      start = colon + 1
    }
    return info
  }

  /// Row of a native, nil for words that are no descriptions.
  @inline(__always)
  func info(_ native: Int) -> NativeInfo? { infos.indices.contains(native) ? infos[native] : nil }
}

extension ViewGraph {
  /// Row of the native that made a description, -1 for other words.
  @inline(__always)
  func native(_ word: Word) -> Int { heap.kind(word) == .description ? heap.slot(word, 0).integer : -1 }

  func info(_ word: Word) -> NativeInfo? { natives.info(native(word)) }

  func op(_ word: Word) -> ViewOp {
    let row = native(word)
    return row >= 0 && row < natives.infos.count ? natives.infos[row].op : .none
  }

  /// The content of a modifier, `self` of a method.
  @inline(__always)
  func receiver(_ word: Word) -> Word { heap.slot(word, 1) }

  /// An argument by its place among the parameters without `self`.
  func argument(_ word: Word, _ index: Int) -> Word {
    guard let info = info(word) else { return .none }
    return heap.slot(word, 1 + info.selfCount + index)
  }

  /// An argument by its label, `.none` where the overload has no such parameter.
  func argument(_ word: Word, _ label: String) -> Word {
    let row = native(word)
    guard row >= 0, row < natives.infos.count,
      let index = natives.infos[row].labels.firstIndex(of: label)
    else { return .none }
    return heap.slot(word, 1 + natives.infos[row].selfCount + index)
  }

  func hasArgument(_ word: Word, _ label: String) -> Bool {
    let row = native(word)
    return row >= 0 && row < natives.infos.count && natives.infos[row].labels.contains(label)
  }

  /// A number that a view is given; what is none is an error and read as 0.
  private func numeric(_ value: Word, _ word: Word) -> Double {
    let number = value.number
    if number == number { return number }
    reportNumber(word)
    return 0
  }

  /// A number argument, nil where it is absent or nil.
  func number(_ word: Word, _ label: String) -> Double? {
    let value = argument(word, label)
    return value.isNone || value.isHandle ? nil : numeric(value, word)
  }

  func number(_ word: Word, _ index: Int) -> Double? {
    let value = argument(word, index)
    return value.isNone || value.isHandle ? nil : numeric(value, word)
  }

  /// The last closure among the arguments: content of a container.
  func closureArgument(_ word: Word) -> Word? {
    let slots = heap.contents(word)
    var i = slots.count - 1
    while i > 0 {
      if heap.kind(slots[i]) == .closure { return slots[i] }
      i -= 1
    }
    return nil
  }
}
