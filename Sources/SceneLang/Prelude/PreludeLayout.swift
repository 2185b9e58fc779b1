/// How the prelude blob is laid out: sections of 32-bit little-endian integers and bytes, named by a header.
///
/// The generator writes and the index reads by the columns declared here. A change of any of them raises `version`.
import SceneData

/// The blob embedded in the binary.
func scenePreludeBlob() -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: scene_prelude_bytes(), count: scene_prelude_size)
}

package enum PreludeLayout {
  /// "SPRE"
  package static let magic: Int32 = 0x4552_5053
  package static let version: Int32 = 4
  /// Key of the group with all functions of an operator, whatever the left operand.
  package static let anyOperand: Int32 = -2

  /// Sections in the order of the header: offset in bytes, then the number of rows (of bytes for byte sections).
  package enum Section: Int, CaseIterable {
    case text, files, nameOffsets, nameBytes, nameSlots, nominals, entries, memberSlots, extensions, conformances
    case memberOrder, operators, operatorSlots, shapes, nameUses
    case typeOffsets, typeWords, interfaces

    /// Integers a row.
    package var width: Int {
      switch self {
      case .text, .nameBytes, .nameUses: return 0
      case .nameOffsets, .nameSlots, .memberOrder, .operators, .shapes: return 1
      case .typeOffsets, .typeWords, .interfaces: return 1
      case .files: return FileColumn.width
      case .nominals: return NominalColumn.width
      case .entries: return EntryColumn.width
      case .memberSlots, .operatorSlots: return SlotColumn.width
      case .extensions: return ExtensionColumn.width
      case .conformances: return ConformanceColumn.width
      }
    }
  }

  package static let headerCount = 2 + 2 * Section.allCases.count

  /// FNV-1a, 32 bit.
  package static func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }

  package static func hash(_ owner: Int32, _ name: Int32) -> UInt32 {
    var hash = UInt32(bitPattern: owner) &* 0x9E37_79B1 ^ UInt32(bitPattern: name) &* 0x85EB_CA77
    hash ^= hash >> 15
    hash = hash &* 0x2C1B_3C6D
    return hash ^ hash >> 13
  }

  static let nothing = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  /// Checked access to the sections of a blob; a section that does not lie inside it reads as empty.
  struct Header {
    let blob: UnsafeRawBufferPointer
    let isValid: Bool

    init(_ blob: UnsafeRawBufferPointer) {
      self.blob = blob
      isValid =
        blob.count >= 4 * PreludeLayout.headerCount
        && blob.loadUnaligned(fromByteOffset: 0, as: Int32.self) == PreludeLayout.magic
        && blob.loadUnaligned(fromByteOffset: 4, as: Int32.self) == PreludeLayout.version
    }

    func rows(_ section: Section) -> Rows {
      guard let (start, count) = place(section), let base = blob.baseAddress else { return .empty }
      return Rows((base + start).assumingMemoryBound(to: Int32.self), count: count, width: section.width)
    }

    func bytes(_ section: Section) -> UnsafeBufferPointer<UInt8> {
      guard let (start, count) = place(section), let base = blob.baseAddress else {
        return UnsafeBufferPointer(start: nil, count: 0)
      }
      return UnsafeBufferPointer(start: (base + start).assumingMemoryBound(to: UInt8.self), count: count)
    }

    private func place(_ section: Section) -> (start: Int, count: Int)? {
      guard isValid else { return nil }
      let at = 8 + 8 * section.rawValue
      let start = Int(blob.loadUnaligned(fromByteOffset: at, as: Int32.self))
      let count = Int(blob.loadUnaligned(fromByteOffset: at + 4, as: Int32.self))
      let size = section.width == 0 ? count : count * section.width * 4
      guard start >= 0, count >= 0, start <= blob.count, size <= blob.count - start else { return nil }
      return (start, count)
    }
  }
}

/// A table of 32-bit integers read in place.
struct Rows {
  let base: UnsafePointer<Int32>
  let count: Int
  let width: Int

  init(_ base: UnsafePointer<Int32>, count: Int, width: Int) {
    self.base = base
    self.count = count
    self.width = width
  }

  static let empty = Rows(UnsafePointer(UnsafeMutablePointer<Int32>.allocate(capacity: 1)), count: 0, width: 1)

  subscript(row: Int, column: Int) -> Int32 { base[row &* width &+ column] }
}

package enum FileColumn {
  package static let name = 0
  package static let module = 1
  package static let start = 2
  package static let end = 3
  package static let width = 4
}

package enum NominalColumn {
  package static let entry = 0
  package static let members = 1
  package static let memberCount = 2
  package static let extensions = 3
  package static let extensionCount = 4
  package static let conformances = 5
  package static let conformanceCount = 6
  /// End of the declaration, after its closing brace.
  package static let end = 7
  package static let width = 8
}

package enum EntryColumn {
  package static let name = 0
  package static let owner = 1
  package static let kind = 2
  package static let flags = 3
  package static let start = 4
  package static let end = 5
  package static let `extension` = 6
  package static let declared = 7
  package static let left = 8
  package static let right = 9
  package static let introduced = 10
  /// Row of `shapes` where the parameters' shape begins, -1 where none is kept.
  package static let shape = 11
  /// `DeclFlags` of the declaration as written.
  package static let declFlags = 12
  /// Word of `interfaces` where what was resolved of it begins, -1 where that could not be written down.
  package static let interface = 13
  package static let width = 14
}

package enum ExtensionColumn {
  package static let nominal = 0
  package static let start = 1
  package static let headerEnd = 2
  package static let end = 3
  /// 1: has a where clause
  package static let flags = 4
  package static let selfNominal = 5
  /// As `EntryColumn.interface`.
  package static let interface = 6
  package static let width = 7
}

package enum ConformanceColumn {
  package static let proto = 0
  package static let `extension` = 1
  /// 1: conditional, 2: superclass
  package static let flags = 2
  package static let width = 3
}

package enum SlotColumn {
  package static let owner = 0
  package static let name = 1
  package static let start = 2
  package static let count = 3
  package static let width = 4
}
