/// Dynamic types, erasure into existentials, and casts.
import SceneIR

extension Machine {
  /// The value as a member of an existential type: values that tell their own type stay as they are, others get a box.
  package func erase(_ word: Word, _ type: TypeId) -> Word {
    switch types.shape(type) {
    case .existential, .object: return word
    case .dynamic: if heap.kind(word) != .free { return word }
    case .optional, .integer, .floating, .single, .boolean, .plainEnum, .metatype: break
    default: if heap.type(word) == type, heap.kind(word) != .existential { return word }
    }
    return heap.make(.existential, type: type, [word])
  }

  /// The run-time type of a value whose static type is `type`.
  package func dynamicType(_ word: Word, _ type: TypeId) -> TypeId {
    switch types.shape(type) {
    case .existential, .dynamic, .object:
      let found = heap.type(word)
      return found == .unknown ? type : found
    default: return type
    }
  }

  /// `value as? target`: nil when the value is no such thing. Numbers are never converted.
  package func cast(_ word: Word, from type: TypeId, to target: TypeId) -> Word? {
    cast(word, type, target, depth: 0)
  }

  private func cast(_ word: Word, _ type: TypeId, _ target: TypeId, depth: Int) -> Word? {
    guard depth < 64 else { return nil }
    var word = word
    var type = type
    let staticShape = types.shape(type)
    if staticShape == .existential || staticShape == .dynamic {
      let inner = open(word)
      if inner.type != .unknown {
        (word, type) = inner
        if types.shape(type) == .existential, type != target { return cast(word, type, target, depth: depth + 1) }
      }
    } else if staticShape == .object, heap.type(word) != .unknown {
      type = heap.type(word)
    }
    let shape = types.shape(target)
    if shape == .dynamic { return word }
    if shape == .optional {
      let wrappedTarget = types.info(target).arguments.first ?? .unknown
      if types.shape(type) == .optional {
        if word == .none { return Word.none }
        let payload = types.info(type).arguments.first ?? .unknown
        return cast(unwrapped(word), payload, wrappedTarget, depth: depth + 1).map { wrapped($0) }
      }
      return cast(word, type, wrappedTarget, depth: depth + 1).map { wrapped($0) }
    }
    if types.shape(type) == .optional {
      if shape == .existential, types.info(target).arguments.isEmpty { return erase(word, type) }
      if word == .none { return nil }
      return cast(unwrapped(word), types.info(type).arguments.first ?? .unknown, target, depth: depth + 1)
    }
    if shape == .existential {
      let info = types.info(target)
      if info.kind == .existential {
        for proto in info.arguments where !satisfies(word, type, proto) { return nil }
      }
      return erase(word, type)
    }
    if type == target { return word }
    // An instance of a class of the library knows its own class, whatever it was declared as.
    if heap.kind(word) == .instance, heap.type(word) == target { return word }
    if types.knownNominal(type) == .anyHashable, heap.kind(word) == .structure {
      return cast(heap.slot(word, 0), types.any, target, depth: depth + 1)
    }
    if types.knownNominal(target) == .anyHashable {
      return heap.make(.structure, type: target, [erase(word, type)])
    }
    switch (types.shape(type), shape) {
    case (.object, .object):
      var current = types.superclass(type)
      for _ in 0..<256 {
        guard let here = current else { return nil }
        if here == target { return word }
        current = types.superclass(here)
      }
      return nil
    case (.array, .array), (.set, .set), (.dictionary, .dictionary):
      return castParts(word, type, target, depth)
    case (.tuple, .tuple):
      let from = types.info(type).arguments
      let to = types.info(target).arguments
      let parts = Array(heap.contents(word))
      guard from.count == to.count, parts.count == to.count else { return nil }
      var cast: [Word] = []
      for i in 0..<parts.count {
        guard let part = self.cast(parts[i], from[i], to[i], depth: depth + 1) else { return nil }
        heap.share(part)
        cast.append(part)
      }
      return heap.make(.tuple, type: target, cast)
    case (.function, .function): return word
    default: return nil
    }
  }

  private func castParts(_ word: Word, _ type: TypeId, _ target: TypeId, _ depth: Int) -> Word? {
    let from = types.info(type).arguments
    let to = types.info(target).arguments
    let from0 = types.nominalRow(type)?.name
    let to0 = types.nominalRow(target)?.name
    guard from0 == to0, !from.isEmpty, from.count == to.count else { return nil }
    let kind = heap.kind(word)
    guard kind == .array || kind == .set || kind == .dictionary else { return nil }
    var parts: [Word] = kind == .array ? [] : [Word(integer: -1)]
    for (i, part) in Array(heap.contents(word)).enumerated() {
      let column = i % from.count
      guard let cast = cast(part, from[column], to[column], depth: depth + 1) else { return nil }
      heap.share(cast)
      parts.append(cast)
    }
    return heap.make(kind, type: target, parts)
  }

  private func satisfies(_ word: Word, _ type: TypeId, _ proto: Int) -> Bool {
    if types.conforms(type, to: proto) { return true }
    guard module.protocols.indices.contains(proto) else { return false }
    if module.protocols[proto].name == "AnyObject" { return types.shape(type) == .object }
    // What a native that is not modelled throws is its message.
    if module.protocols[proto].name == "Error" { return types.shape(type) == .string }
    return false
  }

  func castMessage(_ word: Word, _ type: TypeId, _ target: TypeId) -> String {
    "a value of type '\(types.name(dynamicType(word, type)))' is no '\(types.name(target))'"
  }
}
