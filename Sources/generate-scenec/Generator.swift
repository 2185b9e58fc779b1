/// What `generate-scenec` makes, from the sources in a checkout: used by the command and by the freshness tests.
import SceneLang

/// The outputs, by kind.
package enum Generator {
  package struct Failure: Error {
    package var problems: [String]
  }

  /// The facts blob from `Data/*.tsv`.
  package static func facts(root: String) throws -> [UInt8] {
    guard let names = Files.list(root + "/Data", suffix: ".tsv"), !names.isEmpty else {
      throw Failure(problems: ["no tables in \(root)/Data"])
    }
    var builder = FactsBuilder()
    for name in names {
      guard let bytes = Files.read(root + "/Data/" + name) else {
        throw Failure(problems: ["cannot read Data/\(name)"])
      }
      builder.read(String(decoding: bytes, as: UTF8.self), file: "Data/" + name)
    }
    if !builder.problems.isEmpty { throw Failure(problems: builder.problems) }
    return builder.blob()
  }

  /// The page of the language guide that lists the API.
  package static func apiPage(root: String) throws -> String {
    let blob = try prelude(root: root).blob(nil)
    return blob.withUnsafeBytes { bytes in
      var page = ApiPage(PreludeIndex(blob: bytes))
      return page.text()
    }
  }

  /// Folder of the interface files in a checkout.
  package static let interfaces = "/Sources/SceneLang/Prelude/Interfaces"

  package static func prelude(root: String) throws -> PreludeBuilder {
    guard let names = Files.list(root + interfaces, suffix: ".sceneinterface"), !names.isEmpty else {
      throw Failure(problems: ["no interface files in \(root)\(interfaces)"])
    }
    var builder = PreludeBuilder()
    for name in names {
      guard let bytes = Files.read(root + interfaces + "/" + name) else {
        throw Failure(problems: ["cannot read \(name)"])
      }
      builder.add(bytes, file: String(name.dropLast(".sceneinterface".count)))
    }
    if builder.problems.isEmpty { builder.finish() }
    if !builder.problems.isEmpty { throw Failure(problems: builder.problems) }
    return builder
  }
}
