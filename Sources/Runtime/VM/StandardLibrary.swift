/// The natives of the standard library and Foundation, by area.
extension NativeRegistry {
  package mutating func registerStandardLibrary() {
  }
}
