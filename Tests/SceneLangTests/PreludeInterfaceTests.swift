/// The interfaces in the prelude's tables are those that its text resolves to.
import SceneLang
import XCTest

final class PreludeInterfaceTests: XCTestCase {
  /// A declaration from outside, as text: what two checkers must agree on.
  private func outline(_ sema: Sema, _ decl: DeclID) -> String {
    func name(_ name: NameID) -> String { name == .none ? "_" : sema.names[name] }
    func types(_ list: [TypeID]) -> String { list.map { sema.describe($0) }.joined(separator: " & ") }
    let environment = sema.environment(of: decl)
    var lines = ["<" + environment.parameters.map { name(sema.decls.name($0)) }.joined(separator: ", ") + ">"]
    for requirement in environment.requirements {
      switch requirement {
      case .conforms(let a, let b): lines.append(sema.describe(a) + ": " + sema.describe(b))
      case .equal(let a, let b): lines.append(sema.describe(a) + " == " + sema.describe(b))
      case .superclass(let a, let b): lines.append(sema.describe(a) + " class " + sema.describe(b))
      }
    }
    lines.append("\(environment.contextCount) \(environment.nominalCount)")
    lines += environment.equalities.map { sema.describe($0.from) + " is " + sema.describe($0.to) }
    switch sema.decls.kind(decl) {
    case .function, .initializer, .subscript_, .enumCase, .variable, .typeAlias:
      let signature = sema.signature(of: decl)
      for parameter in signature.parameters {
        let builder = parameter.builder == .none ? "" : name(sema.decls.name(parameter.builder))
        lines.append(
          "\(name(parameter.label)) \(name(parameter.name)): \(sema.describe(parameter.type)) \(parameter.hasDefault) "
            + "\(parameter.isVariadic) \(parameter.isInout) \(parameter.isAutoclosure) @\(builder)")
      }
      lines.append("-> " + sema.describe(signature.result))
      lines.append("\(signature.isThrowing) \(signature.isRethrowing) \(signature.isAsync)")
      lines.append(signature.builder == .none ? "" : name(sema.decls.name(signature.builder)))
      lines += sema.opaqueBounds(of: decl).map(types)
    case .associatedType:
      let found = sema.defaultType(ofAssociated: decl, in: sema.owner(of: decl))
      lines.append(found == .none ? "" : sema.describe(found))
    case .extensionDecl: lines.append(sema.describe(sema.selfType(of: decl)))
    default: break
    }
    _ = sema.syntax(of: decl)
    lines.append(String(sema.decls.flags(decl).rawValue, radix: 2))
    return lines.joined(separator: "\n")
  }

  func testEntriesEqualTheirText() {
    let (tables, text) = (PreludeIndex.shared, PreludeIndex.asText)
    XCTAssertTrue(tables.hasInterfaces)
    XCTAssertFalse(text.hasInterfaces)
    var recorded = 0
    for raw in stride(from: Int32(3), to: Int32(tables.entryCount), by: 41) {
      let entry = PreludeEntry(raw: raw)
      if tables.interface(of: entry) != nil { recorded += 1 }
      let read = Sema(files: [], prelude: tables)
      let resolved = Sema(files: [], prelude: text)
      XCTAssertEqual(
        outline(read, read.decl(entry)), outline(resolved, resolved.decl(entry)), tables.source(of: entry))
    }
    XCTAssertGreaterThan(recorded, 440)
  }

  func testExtensionsEqualTheirText() {
    for raw in stride(from: Int32(1), to: Int32(PreludeIndex.shared.extensionCount), by: 9) {
      let source = PreludeExtension(raw: raw)
      let read = Sema(files: [])
      let resolved = Sema(files: [], prelude: .asText)
      XCTAssertEqual(outline(read, read.decl(source)), outline(resolved, resolved.decl(source)))
    }
  }

  func testACallParsesNothing() {
    let text = """
      import SwiftUI
      struct Row: View {
        let title: String
        var body: some View {
          HStack(spacing: 8) { Text(title).font(.headline).padding(.horizontal); Spacer() }
        }
      }
      """
    let sema = Sema(files: [Parser.parse(SourceFile(name: "row.swift", text: text))])
    let checker = BodyChecker(sema)
    checker.checkModule()
    XCTAssertEqual(sema.diagnostics.found.count, 0)
    XCTAssertEqual(sema.work.preludeParses, 0)
  }

  /// Defaults are told from the text, whenever it is parsed.
  func testParametersArePlacedInTheirText() throws {
    let sema = Sema(files: [])
    let view = sema.known(.view)
    for isFirst in [true, false] {
      let name = sema.names.intern(isFirst ? "padding" : "offset")
      for decl in sema.memberDecls(of: view, name) {
        if isFirst { _ = sema.syntax(of: decl) }
        let signature = sema.signature(of: decl)
        if !isFirst { _ = sema.syntax(of: decl) }
        for parameter in signature.parameters {
          let (file, node) = sema.syntax(of: parameter.decl)
          XCTAssertNotEqual(node, .none)
          XCTAssertEqual(sema.trees[file].has(node, at: Slot.parameterDefault), parameter.hasDefault)
        }
      }
    }
  }
}
