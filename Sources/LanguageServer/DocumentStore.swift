/// Open documents, and the files around them that belong to the same module.
import SceneLang

package struct OpenDocument {
  package var uri: String
  package var version: Int?
  package var text: DocumentText
}

/// How the server reaches files; the command gives the real ones, tests give their own.
package struct FileAccess {
  package var read: (String) -> [UInt8]?
  /// Paths of all files below a folder that a module may hold, sorted by bytes.
  package var sources: (String) -> [String]
  /// Keeps a text that the server made under a name, not to be written by others; its path, or nil.
  package var keep: (String, [UInt8]) -> String?

  package init(
    read: @escaping (String) -> [UInt8]?, sources: @escaping (String) -> [String],
    keep: @escaping (String, [UInt8]) -> String? = { _, _ in nil }
  ) {
    self.read = read
    self.sources = sources
    self.keep = keep
  }

  package static let none = FileAccess(read: { _ in nil }, sources: { _ in [] })
}

package struct DocumentStore {
  package private(set) var documents: [OpenDocument] = []
  /// Folders of the workspace, as paths.
  package var folders: [String] = []
  private let files: FileAccess
  /// Text of files that are not open, by path; dropped when the client says they changed.
  private var diskTexts: [String: [UInt8]] = [:]
  private var diskLists: [String: [String]] = [:]
  /// The plan that was asked for last.
  private var lintPlan: (key: [String], plan: LintPlan)?
  /// URIs of texts that the server made, by name; nil where none could be kept.
  private var made: [String: String?] = [:]
  /// Largest number of files of a module that are read beside an open one.
  static let moduleLimit = 2000

  package init(files: FileAccess) { self.files = files }

  package func index(of uri: String) -> Int? { documents.firstIndex { $0.uri == uri } }

  package mutating func open(_ uri: String, version: Int?, text: String) {
    let document = OpenDocument(uri: uri, version: version, text: DocumentText(text))
    if let index = index(of: uri) { documents[index] = document } else { documents.append(document) }
  }

  package mutating func close(_ uri: String) {
    documents.removeAll { $0.uri == uri }
    if let path = DocumentStore.path(uri) { diskTexts[path] = nil }
  }

  package mutating func edit(_ index: Int, version: Int?, _ body: (inout DocumentText) -> Void) {
    body(&documents[index].text)
    if let version { documents[index].version = version }
  }

  /// A file was made, changed or deleted on disk.
  package mutating func forget(_ uri: String) {
    guard let path = DocumentStore.path(uri) else { return }
    diskTexts[path] = nil
    diskLists.removeAll()
    lintPlan = nil
  }

  /// What a module is known by: a `.scene` file is one of its own; a `.swift` file belongs with all `.swift` files below
  /// its workspace folder, the innermost if several hold it.
  package func moduleKey(of uri: String) -> String {
    guard uri.hasSuffix(".swift"), let path = DocumentStore.path(uri) else { return uri }
    let around = folders.filter { path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
    return around.max { $0.utf8.count < $1.utf8.count } ?? uri
  }

  /// One file of a module.
  package struct Member {
    package var uri: String
    /// Path, or the URI of what is no file.
    package var name: String
    package var bytes: [UInt8]
    package var isOpen: Bool
  }

  /// The files of a document's module, sorted by path; the text of those that are open is the editor's.
  package mutating func module(of uri: String) -> [Member] {
    guard let index = index(of: uri) else { return [] }
    let key = moduleKey(of: uri)
    let own = DocumentStore.path(uri)
    let alone = Member(uri: uri, name: own ?? uri, bytes: documents[index].text.bytes, isOpen: true)
    guard key != uri, let own else { return [alone] }
    let listed: [String]
    if let known = diskLists[key] {
      listed = known
    } else {
      listed = Array(files.sources(key).filter { $0.hasSuffix(".swift") }.prefix(DocumentStore.moduleLimit))
      diskLists[key] = listed
    }
    // Open files count also where they are not on disk (yet). Equal paths may have been written differently as URIs.
    var openByPath: [String: Int] = [:]
    for (i, document) in documents.enumerated() where document.uri.hasSuffix(".swift") {
      if let path = DocumentStore.path(document.uri), moduleKey(of: document.uri) == key { openByPath[path] = i }
    }
    openByPath[own] = index
    var paths = listed
    let known = Set(listed)
    let unlisted = openByPath.keys.filter { !known.contains($0) }
    if !unlisted.isEmpty {
      paths += unlisted
      paths.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }
    return paths.map { path in
      if let open = openByPath[path] {
        return Member(uri: documents[open].uri, name: path, bytes: documents[open].text.bytes, isOpen: true)
      }
      if diskTexts[path] == nil { diskTexts[path] = files.read(path) ?? [] }
      return Member(uri: DocumentStore.uri(path), name: path, bytes: diskTexts[path] ?? [], isOpen: false)
    }
  }

  /// The URI of a text that the server makes, which is kept when it is first asked for.
  package mutating func madeFile(_ name: String, _ text: () -> [UInt8]) -> String? {
    if let known = made[name] { return known }
    let uri = files.keep(name, text()).map(DocumentStore.uri)
    made[name] = .some(uri)
    return uri
  }

  /// What `scenec.json` says about the files of a module; read from disk each time it may have changed.
  package mutating func lintPlan(of module: [Member]) -> LintPlan {
    let key = module.map(\.uri)
    if let known = lintPlan, known.key == key { return known.plan }
    let files = self.files
    let plan = LintPlan(
      paths: module.map { DocumentStore.path($0.uri) }, read: { files.read($0) }, problem: { _, _, _ in })
    lintPlan = (key, plan)
    return plan
  }

  /// The path of a `file:` URI, percent escapes resolved; nil for other schemes.
  package static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var escaped = Array(rest[slash...].utf8)[...]
    while let byte = escaped.popFirst() {
      if byte == UInt8(ascii: "%"), escaped.count >= 2 {
        let digits = String(decoding: escaped.prefix(2), as: UTF8.self)
        if let value = UInt8(digits, radix: 16) {
          bytes.append(value)
          escaped = escaped.dropFirst(2)
          continue
        }
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  package static func uri(_ path: String) -> String {
    var result = "file://"
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x30...0x39,
        UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%" + String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
      }
    }
    return result
  }
}
