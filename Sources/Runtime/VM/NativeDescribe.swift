/// Text of values that natives make.
import SceneIR

extension Machine {
  /// `description` of a native's value; nil where it has none of its own.
  func describeNative(_ word: Word, _ type: TypeId) -> String? { nil }
}
