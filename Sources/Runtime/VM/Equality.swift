/// Equality and hashing of values of any type.
///
/// `equal` is the language's `==`: the `Equatable` witness of a type where the module has one, else part by part, as a
/// synthesised `==` would. `identical` compares without types and without running code, for change detection.
import SceneIR

extension Machine {
  /// `==` of two values of a type.
  package func equal(_ a: Word, _ b: Word, type: TypeId) throws(Trap) -> Bool {
    var work: [(a: Word, b: Word, type: TypeId)] = []
    var (a, b, type) = (a, b, type)
    while true {
      guard try areEqual(a, b, type, &work) else { return false }
      guard let next = work.popLast() else { return true }
      (a, b, type) = next
      eventFuel -= 16
      if eventFuel < 0 { throw Trap(.outOfFuel) }
    }
  }

  /// Compares one level; what is left to compare goes to `work`.
  private func areEqual(
    _ a: Word, _ b: Word, _ type: TypeId, _ work: inout [(a: Word, b: Word, type: TypeId)]
  ) throws(Trap) -> Bool {
    switch types.shape(type) {
    case .integer, .boolean, .plainEnum, .metatype, .function:
      if types.shape(type) == .plainEnum, let target = witnessForValue(type, a, isEqual: true) {
        return try call(target.function, types: target.hidden, [a, b]).truth
      }
      return a == b
    case .floating, .single: return a.number == b.number
    case .string, .character: return sameString(a, b)
    case .optional:
      if a == .none || b == .none { return a == b }
      work.append((unwrapped(a), unwrapped(b), types.info(type).arguments.first ?? .unknown))
      return true
    case .array:
      let left = heap.contents(a)
      let right = heap.contents(b)
      if left.count != right.count { return false }
      if left.baseAddress == right.baseAddress, left.count > 0, heap.kind(a) == .array { return true }
      let element = types.info(type).arguments.first ?? .unknown
      let shape = types.shape(element)
      if shape == .integer || shape == .boolean {
        for i in 0..<left.count where left[i] != right[i] { return false }
        return true
      }
      for i in stride(from: left.count - 1, through: 0, by: -1) { work.append((left[i], right[i], element)) }
      return true
    case .dictionary:
      let arguments = types.info(type).arguments
      let value = arguments.count > 1 ? arguments[1] : .unknown
      let pairs = Array(heap.contents(a))
      if pairs.count != heap.contents(b).count { return false }
      for i in stride(from: 0, to: pairs.count - 1, by: 2) {
        guard let other = try dictionaryValue(b, pairs[i]) else { return false }
        work.append((pairs[i + 1], other, value))
      }
      return true
    case .set:
      let elements = Array(heap.contents(a))
      if elements.count != heap.contents(b).count { return false }
      for element in elements where try !setContains(b, element) { return false }
      return true
    case .existential, .dynamic:
      let left = open(a)
      let right = open(b)
      if left.type != right.type { return false }
      if left.type == .unknown { return identical(left.value, right.value) }
      let shape = types.shape(left.type)
      if shape == .existential || shape == .dynamic { return identical(left.value, right.value) }
      work.append((left.value, right.value, left.type))
      return true
    case .structure, .tuple, .enumeration, .object, .native:
      if a == b, types.shape(type) != .structure, types.shape(type) != .tuple, types.shape(type) != .enumeration {
        return true
      }
      if let target = witnessForValue(type, a, isEqual: true) {
        return try call(target.function, types: target.hidden, [a, b]).truth
      }
      return pushParts(a, b, type, &work)
    }
  }

  private func pushParts(
    _ a: Word, _ b: Word, _ type: TypeId, _ work: inout [(a: Word, b: Word, type: TypeId)]
  ) -> Bool {
    let kind = heap.kind(a)
    guard kind == heap.kind(b), kind != .free else { return a == b }
    switch kind {
    case .structure, .tuple:
      let fields = types.fieldTypes(type)
      let left = heap.contents(a)
      let right = heap.contents(b)
      if left.count != right.count { return false }
      for i in stride(from: left.count - 1, through: 0, by: -1) {
        work.append((left[i], right[i], fields.indices.contains(i) ? fields[i] : .unknown))
      }
      return true
    case .enumeration:
      if heap.slot(a, 0) != heap.slot(b, 0) || heap.count(a) != heap.count(b) { return false }
      let payload = types.payloadTypes(type, heap.slot(a, 0).integer)
      for i in 1..<max(1, heap.count(a)) {
        work.append((heap.slot(a, i), heap.slot(b, i), payload.indices.contains(i - 1) ? payload[i - 1] : .unknown))
      }
      return true
    case .instance: return a == b
    default: return identical(a, b)
    }
  }

  @inline(__always)
  func sameString(_ a: Word, _ b: Word) -> Bool {
    if a == b { return true }
    guard heap.kind(a) == .string, heap.kind(b) == .string else { return false }
    return heap.strings[Int(heap.headers[a.handleIndex].start)] == heap.strings[Int(heap.headers[b.handleIndex].start)]
  }

  /// The payload of an Optional that is not nil.
  @inline(__always)
  package func unwrapped(_ word: Word) -> Word { heap.kind(word) == .nesting ? heap.slot(word, 0) : word }

  /// `.some(word)`: a nesting box around nil and around nesting boxes.
  package func wrapped(_ word: Word) -> Word {
    word == .none || heap.kind(word) == .nesting ? heap.make(.nesting, type: .unknown, [word]) : word
  }

  /// Whether two values are the same for change detection: NaN equals itself, closures differ unless they are one
  /// object, class instances and other things with identity are compared by it. Never runs code of the scene. Values of
  /// more than `limit` parts count as changed.
  package func identical(_ a: Word, _ b: Word, limit: Int = 1_000_000) -> Bool {
    if a == b { return true }
    var work: [(Word, Word)] = [(a, b)]
    var steps = 0
    while let (a, b) = work.popLast() {
      if a == b { continue }
      // Values built of shared parts can unfold without end.
      steps += 1
      if steps > limit { return false }
      let kind = heap.kind(a)
      guard kind != .free, kind == heap.kind(b) else { return false }
      switch kind {
      case .string: if !sameString(a, b) { return false }
      case .structure, .tuple, .enumeration, .array, .dictionary, .set, .existential, .nesting, .description:
        if heap.type(a) != heap.type(b) { return false }
        let left = heap.contents(a)
        let right = heap.contents(b)
        if left.count != right.count { return false }
        for i in stride(from: left.count - 1, through: 0, by: -1) where left[i] != right[i] {
          work.append((left[i], right[i]))
        }
      case .free, .closure, .box, .instance, .keyPath, .native, .weak: return false
      }
    }
    return true
  }

  /// The `==` or `description` witness for a value of a type that the loop may call itself; nil for the types whose
  /// operations the machine has, and for those without a witness.
  func witnessForValue(_ type: TypeId, _ value: Word, isEqual: Bool) -> (function: Int, hidden: [TypeId])? {
    guard let wanted = isEqual ? equatable : describable else { return nil }
    switch types.shape(type) {
    case .structure, .enumeration, .plainEnum, .native:
      return witness(type, wanted.proto, wanted.requirement)
    case .object:
      // A subclass's own `description` counts; `==` is that of the static type.
      let dynamic = isEqual ? type : heap.type(value)
      return witness(dynamic == .unknown ? type : dynamic, wanted.proto, wanted.requirement)
    default: return nil
    }
  }

  /// For the loop: writes the outcome to `result`, or sets `pendingTrap`.
  func equalForLoop(_ a: Word, _ b: Word, _ type: TypeId, _ result: UnsafeMutablePointer<Word>) -> Bool {
    do throws(Trap) {
      result.pointee = Word(truth: try equal(a, b, type: type))
      return true
    } catch {
      pendingTrap = error
      return false
    }
  }

  // MARK: Hashing

  /// Hash of a value of a type; equal values have equal hashes, and the same in every run.
  package func hash(_ word: Word, type: TypeId, depth: Int = 0) throws(Trap) -> UInt64 {
    if depth > 200 { return 7 }
    eventFuel -= 1
    if eventFuel < 0 { throw Trap(.outOfFuel) }
    switch types.shape(type) {
    case .integer, .boolean, .metatype, .function: return Machine.mix(word, 0)
    case .floating, .single: return Machine.mix(word.number == 0 ? 0 : word, 1)
    case .string, .character: return Machine.hash(heap.string(word) ?? "")
    case .optional:
      if word == .none { return Machine.mix(0, 2) }
      return try hash(unwrapped(word), type: types.info(type).arguments.first ?? .unknown, depth: depth + 1)
    case .array:
      let element = types.info(type).arguments.first ?? .unknown
      var sum = UInt64(heap.count(word))
      for part in Array(heap.contents(word)) { sum = Machine.mix(sum, try hash(part, type: element, depth: depth + 1)) }
      return sum
    case .dictionary, .set:
      let arguments = types.info(type).arguments
      let isSet = types.shape(type) == .set
      var sum: UInt64 = 3
      for (i, part) in heap.contents(word).enumerated() {
        let index = isSet ? 0 : i & 1
        let one = try hash(
          part, type: arguments.indices.contains(index) ? arguments[index] : .unknown, depth: depth + 1)
        sum = sum &+ Machine.mix(one, UInt64(index))
      }
      return sum
    case .existential, .dynamic:
      let inner = open(word)
      let shape = types.shape(inner.type)
      if shape == .existential || shape == .dynamic {
        return Machine.mix(heap.kind(word) == .free ? word : UInt64(heap.kind(word).rawValue), 4)
      }
      return try hash(inner.value, type: inner.type, depth: depth + 1)
    case .plainEnum, .structure, .enumeration, .object, .native, .tuple:
      if let hashable, types.shape(type) != .tuple, let target = witness(type, hashable.proto, hashable.requirement) {
        let hasher = makeHasher()
        let results = try callResults(target.function, types: target.hidden, [word, hasher])
        return heap.slot(results.count > 1 ? results[1] : hasher, 0)
      }
      return try hashParts(word, type, depth)
    }
  }

  private func hashParts(_ word: Word, _ type: TypeId, _ depth: Int) throws(Trap) -> UInt64 {
    switch heap.kind(word) {
    case .structure, .tuple:
      let fields = types.fieldTypes(type)
      var sum: UInt64 = 5
      for (i, part) in Array(heap.contents(word)).enumerated() {
        let partType = fields.indices.contains(i) ? fields[i] : TypeId.unknown
        sum = Machine.mix(sum, try hash(part, type: partType, depth: depth + 1))
      }
      return sum
    case .enumeration:
      let payload = types.payloadTypes(type, heap.slot(word, 0).integer)
      var sum = Machine.mix(heap.slot(word, 0), 6)
      for i in 1..<max(1, heap.count(word)) {
        let partType = payload.indices.contains(i - 1) ? payload[i - 1] : TypeId.unknown
        sum = Machine.mix(sum, try hash(heap.slot(word, i), type: partType, depth: depth + 1))
      }
      return sum
    case .string: return Machine.hash(heap.string(word) ?? "")
    case .description, .array, .dictionary, .set, .existential, .nesting: return 8
    case .free, .closure, .box, .instance, .keyPath, .native, .weak: return Machine.mix(word, 9)
    }
  }

  func makeHasher() -> Word { heap.make(.structure, type: types.known(.hasher), [0x5CE2_EC00]) }

  @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var z = (a ^ (b &* 0x9E37_79B9_7F4A_7C15)) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Hash of a string that agrees with `==`, which compares up to canonical equivalence: ASCII characters count with
  /// their value, others by being there.
  static func hash(_ text: String) -> UInt64 {
    var text = text
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    let isASCII: Bool = text.withUTF8 { bytes in
      for byte in bytes {
        if byte >= 0x80 { return false }
        sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3
      }
      return true
    }
    if isASCII { return mix(sum, 10) }
    sum = 0xCBF2_9CE4_8422_2325
    for character in text {
      let value: UInt64
      if let ascii = character.asciiValue {
        value = UInt64(ascii)
      } else {
        switch character.unicodeScalars.first?.value {
        // The characters outside ASCII that are canonically equivalent to one in it.
        case 0x212A where character.unicodeScalars.count == 1: value = 0x4B
        case 0x037E where character.unicodeScalars.count == 1: value = 0x3B
        case 0x1FEF where character.unicodeScalars.count == 1: value = 0x60
        default: value = 0xFF
        }
      }
      sum = (sum ^ value) &* 0x100_0000_01B3
    }
    return mix(sum, 10)
  }
}
