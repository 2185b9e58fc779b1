/// Natives of Foundation: identifiers, dates, number formatters. (Properties of configuration objects are kept by
/// `PropertyBag.swift`.)
import SceneIR

extension NativeTable {
  mutating func addFoundation() {
  }
}

extension Machine {
  /// `description` of a native's value; nil where it has none of its own.
  func describeNative(_ word: Word, _ type: TypeId) -> String? { nil }
}
