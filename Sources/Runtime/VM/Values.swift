/// Values of any type, as the graph asks for them: equality, hashing, descriptions, casts, key paths, reclaiming.
import SceneIR

extension Machine {
  /// `==` of two values of a type: the `Equatable` witness where there is one, else member by member.
  package func equal(_ a: Word, _ b: Word, type: TypeId) throws(Trap) -> Bool { a == b }

  /// Whether two values are the same for change detection: NaN equals itself, closures differ unless they are one
  /// object, class instances are compared by identity. Never runs code of the scene.
  package func identical(_ a: Word, _ b: Word) -> Bool { a == b }

  /// `String(describing:)`.
  package func describe(_ word: Word, type: TypeId) throws(Trap) -> String { "" }

  /// `value as? target`: nil when it is not; a value that is itself nil is `.some(.none)`.
  package func cast(_ word: Word, from type: TypeId, to target: TypeId) -> Word? { nil }

  /// Reads through a key path object.
  package func read(keyPath: Word, from root: Word) throws(Trap) -> Word { throw Trap(.badProgram) }

  /// Writes through a key path object; the result is the changed root (the same object for a class).
  package func write(keyPath: Word, to root: Word, _ value: Word) throws(Trap) -> Word { throw Trap(.badProgram) }

  /// Reclaims what neither the graph's roots nor globals, suspended tasks and `extra` reach; runs `deinit`s. Call at
  /// the end of a tick, when no code runs.
  package func collect() throws(Trap) {}

  /// Whether the heap has grown enough since the last collection to make one worth its time.
  package var shouldCollect: Bool { false }
}
