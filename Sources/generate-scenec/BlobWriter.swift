/// Bytes of a blob under construction: little-endian integers and doubles, aligned sections.
struct BlobWriter {
  var bytes: [UInt8] = []

  mutating func align(_ size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func append(int32 value: Int32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(float64 value: Double) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func set(int32 value: Int32, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) { source in
      for position in 0..<4 { bytes[offset + position] = source[position] }
    }
  }
}
