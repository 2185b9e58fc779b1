/// What a native gives that is known but not modelled: nil, 0, false, "", an empty collection, a struct of these, an
/// object that describes itself, or an error where it may throw. The scene goes on, and a note says what stands in.
import SceneIR

extension Machine {
  /// The value for a native without a handler; nil where its type has no neutral value.
  func neutralValue(
    _ native: Int, _ arguments: UnsafeMutablePointer<Word>, _ count: Int
  ) -> Word? {
    guard let row = module.natives[native].type else { return nil }
    let type = types.instantiate(row, [])
    if let word = neutralValue(type, depth: 0) { return word }
    switch types.shape(type) {
    case .native, .existential:
      // A constant or an object: equal to what the same call gives again.
      let index = heap.allocate(.description, type: types.shape(type) == .native ? type : .unknown, count: count + 1)
      if index == 0 { return nil }
      let to = heap.slots + Int(heap.headers[index].start)
      to[0] = Word(integer: native)
      for i in 0..<count {
        to[i + 1] = arguments[i]
        heap.share(arguments[i])
      }
      return Word(handle: index)
    default: return nil
    }
  }

  private func neutralValue(_ type: TypeId, depth: Int) -> Word? {
    if depth > 6 { return nil }
    switch types.shape(type) {
    case .integer, .boolean, .plainEnum: return Word(integer: 0)
    case .floating, .single: return Word(number: 0)
    case .optional: return Word.none
    case .string: return makeString("")
    case .array: return heap.make(.array, type: type, [])
    case .dictionary: return heap.make(.dictionary, type: type, [Word(integer: -1)])
    case .set: return heap.make(.set, type: type, [Word(integer: -1)])
    case .structure:
      var fields: [Word] = []
      for field in types.fieldTypes(type) {
        guard let word = neutralValue(field, depth: depth + 1) else { return nil }
        fields.append(word)
      }
      return heap.make(.structure, type: type, fields)
    case .tuple:
      var parts: [Word] = []
      for part in types.info(type).arguments {
        guard let word = neutralValue(part, depth: depth + 1) else { return nil }
        parts.append(word)
      }
      return heap.make(.tuple, type: type, parts)
    case .enumeration:
      guard let at = types.nominalRow(type)?.cases.firstIndex(where: { $0.payload.isEmpty }) else { return nil }
      return heap.make(.enumeration, type: type, [Word(integer: at)])
    case .dynamic, .character, .object, .function, .existential, .metatype, .native: return nil
    }
  }

  /// What is thrown by a native that may throw and is not modelled: an error that says so.
  func neutralError(_ native: Int) -> Word {
    erase(makeString("'\(module.natives[native].key)' is not modelled"), types.known(.string))
  }
}
