/// The JSON form of a module: one object, `"schema":"scenec.ir/1"`, keys in fixed order, a table row or an instruction
/// a line, so that two versions of a module compare well.
///
/// Reading is as safe as reading a stranger's file: every wrong byte is an `IRError`, sizes are bounded by the input,
/// and `IRVerifier` has passed before a module is handed out.
package enum IRCodec {
  package static let schema = "scenec.ir/\(SceneModule.formatVersion)"
  /// Bytes; a longer file is refused.
  package static let maximumSize = 256 << 20
}

/// Why a file is not a module.
package struct IRError: Error, Equatable, Sendable {
  package var message: String
  /// Byte of the input, nil where the module as a whole is meant.
  package var offset: Int?

  package init(_ message: String, offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}
