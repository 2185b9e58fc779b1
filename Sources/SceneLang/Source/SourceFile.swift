/// The bytes of one source text, with its name and its line table.
///
/// Positions are byte offsets everywhere; only the language server knows UTF-16. The bytes are either owned or borrowed
/// from memory that lives as long as the process (the embedded prelude), so that reading costs one load.
package final class SourceFile: @unchecked Sendable {
  /// Path or display name, used in messages only.
  package let name: String
  package let bytes: UnsafeBufferPointer<UInt8>
  /// The array whose bytes they are, so that they stay where they lie: nobody changes it. Empty where they are borrowed.
  private let storage: [UInt8]
  private var lineIndexStorage: LineIndex?

  /// Largest text that is parsed, in bytes.
  package static let maximumLength = 64 << 20

  /// Why the bytes are not parsed; nil for text.
  package let obstacle: SourceObstacle?

  package init(name: String, bytes source: [UInt8], maximumLength: Int = SourceFile.maximumLength) {
    self.name = name
    obstacle = source.count > maximumLength ? .tooLong : SourceObstacle.found(in: source)
    storage = source
    bytes = source.withUnsafeBufferPointer { $0 }
  }

  package convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// `borrowed` must stay valid and unchanged for the life of the process.
  package init(name: String, borrowed: UnsafeBufferPointer<UInt8>) {
    self.name = name
    obstacle = nil
    storage = []
    bytes = borrowed
  }

  package var count: Int { bytes.count }

  /// Made on first use. A file is used by one thread at a time.
  package var lineIndex: LineIndex {
    if let made = lineIndexStorage { return made }
    let made = LineIndex(bytes)
    lineIndexStorage = made
    return made
  }

  /// The text of a range, clamped to the file; invalid UTF-8 is repaired.
  package func text(_ range: SourceRange) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }

  package func slice(_ range: SourceRange) -> UnsafeBufferPointer<UInt8> {
    let start = min(Int(range.start), bytes.count)
    let end = max(start, min(Int(range.end), bytes.count))
    return UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  package func position(_ offset: UInt32) -> SourcePosition { lineIndex.position(Int(offset)) }
}
