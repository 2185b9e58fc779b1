/// Natives of free functions, identity, and type-erased values.
import SceneIR

extension NativeTable {
  mutating func addGlobals() {
    for isDebug in [false, true] {
      add(isDebug ? "debugPrint(_:separator:terminator:)" : "print(_:separator:terminator:)") { call in
        call.run { call throws(Trap) in
          var text = ""
          for (i, item) in Array(call.heap.contents(call[0])).enumerated() {
            if i > 0 { text += call.string(1) }
            text +=
              isDebug
              ? try call.machine.debugDescribe(item, type: call.types.any)
              : try call.machine.describe(item, type: call.types.any)
          }
          call.machine.print(text + call.string(2))
        }
      }
    }
    add("_fatalError(_:)") { $0.trap(.fatalError, $0.string(0)) }
    add("_assertionFailure(_:)") { $0.trap(.precondition, $0.string(0)) }
    add("type(of:)") { $0.setInteger($0.machine.dynamicType($0[0], $0.hiddenType(after: 1))) }
    add("===(_:_:)") { $0.setTruth($0.machine.open($0[0]).value == $0.machine.open($0[1]).value) }
    add("==(type:type:)") {
      $0.setTruth($0[0] == $0[1] || $0.machine.open($0[0]).value == $0.machine.open($0[1]).value)
    }
    add("isKnownUniquelyReferenced(_:)") { call in
      call.setTruth(!call.heap.isShared(call[0]))
      call.setResult(call[0], at: 1)
    }
    add(["ObjectIdentifier.init(object:)", "ObjectIdentifier.init(type:)", "ObjectIdentifier.init(_:)"]) { call in
      let value = call.machine.open(call[0]).value
      let id = value.isHandle ? value.handleIndex : value.integer
      call.result = call.heap.make(
        .structure, type: call.types.named("ObjectIdentifier") ?? .unknown, [Word(integer: id)])
    }
    add("ObjectIdentifier.==(_:_:)") { $0.setTruth($0.heap.slot($0[0], 0) == $0.heap.slot($0[1], 0)) }
    add("ObjectIdentifier.<(_:_:)") { $0.setTruth($0.heap.slot($0[0], 0).integer < $0.heap.slot($0[1], 0).integer) }
    add("ObjectIdentifier.debugDescription") { $0.setString("ObjectIdentifier(\($0.heap.slot($0[0], 0).integer))") }
    add("ObjectIdentifier.hash(into:)") { call in
      let hasher = call.unique(1)
      call.heap.setSlot(hasher, 0, Machine.mix(call.heap.slot(hasher, 0), call.heap.slot(call[0], 0)))
      call.setResult(hasher, at: 1)
    }
    add("AnyHashable.==(_:_:)") { call in
      call.run { call throws(Trap) in
        call.setTruth(
          try call.machine.equal(call.heap.slot(call[0], 0), call.heap.slot(call[1], 0), type: call.types.any))
      }
    }
    add("AnyHashable.hash(into:)") { call in
      call.run { call throws(Trap) in
        let hasher = call.unique(1)
        let hash = try call.machine.hash(call.heap.slot(call[0], 0), type: call.types.any)
        call.heap.setSlot(hasher, 0, Machine.mix(call.heap.slot(hasher, 0), hash))
        call.setResult(hasher, at: 1)
      }
    }
    add("AnyKeyPath.==(_:_:)") { $0.setTruth($0.machine.sameKeyPath($0[0], $0[1])) }
    add("AnyKeyPath.hash(into:)") { call in
      let hasher = call.unique(1)
      let hash = Machine.mix(call.heap.slot(call[0], 0), UInt64(call.heap.count(call[0])))
      call.heap.setSlot(hasher, 0, Machine.mix(call.heap.slot(hasher, 0), hash))
      call.setResult(hasher, at: 1)
    }
    add("AnyKeyPath.debugDescription") { $0.setString($0.machine.keyPathText($0[0])) }
    add(["AnyKeyPath.appending(path:)", "KeyPath.appending(path:)", "WritableKeyPath.appending(path:)"]) { call in
      call.heap.share(call[0])
      call.heap.share(call[1])
      // The fourth slot counts the levels, which reading and writing descend.
      let levels = [call[0], call[1]].map { call.heap.slot($0, 0).integer == -1 ? call.heap.slot($0, 3).integer : 0 }
      let depth = 1 + max(levels[0], levels[1])
      if depth > 64 { return call.trap(.stackOverflow, "a key path of more than 64 joined parts") }
      call.result = call.heap.make(
        .keyPath, type: .unknown, [Word(integer: -1), call[0], call[1], Word(integer: depth)])
    }
    add("SystemRandomNumberGenerator.init()") { call in
      let type = call.types.named("SystemRandomNumberGenerator") ?? .unknown
      call.result = call.heap.make(.structure, type: type, [])
    }
    add("SystemRandomNumberGenerator.next()") { call in
      call.result = call.machine.random.next()
      call.setResult(call[0], at: 1)
    }
    add("ContinuousClock._now") { $0.setInteger($0.machine.nanoseconds) }
  }
}

extension Machine {
  /// Collects what the scene prints, and hands on whole lines.
  func print(_ text: String) {
    printed += text
    while let end = printed.firstIndex(of: "\n") {
      hooks.onPrint?(String(printed[..<end]))
      printed = String(printed[printed.index(after: end)...])
    }
    if printed.utf8.count > 1 << 16 {
      hooks.onPrint?(printed)
      printed = ""
    }
  }

  /// Whether two key paths take the same way with the same arguments.
  package func sameKeyPath(_ a: Word, _ b: Word, depth: Int = 0) -> Bool {
    if a == b { return true }
    guard depth < 64, heap.kind(a) == .keyPath, heap.kind(b) == .keyPath else { return false }
    let left = heap.contents(a)
    let right = heap.contents(b)
    guard left.count == right.count, left.count > 0, left[0] == right[0] else { return false }
    for i in 1..<left.count where left[i] != right[i] {
      let isSame =
        heap.kind(left[i]) == .keyPath
        ? sameKeyPath(left[i], right[i], depth: depth + 1) : identical(left[i], right[i])
      if !isSame { return false }
    }
    return true
  }
}
