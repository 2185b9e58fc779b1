/// `x[keyPath: p]`, which lowering calls by itself.
import SceneIR

extension NativeTable {
  mutating func addKeyPaths() {
    add("Any.subscript(keyPath:)") { call in
      call.run { call throws(Trap) in
        let value = try call.machine.read(keyPath: call[1], from: call[0])
        call.heap.share(value)
        call.result = value
      }
    }
    add("Any.subscript(keyPath:)=") { call in
      call.run { call throws(Trap) in
        call.heap.share(call[1])
        call.setResult(try call.machine.write(keyPath: call[2], to: call[0], call[1]), at: 1)
      }
    }
  }
}
