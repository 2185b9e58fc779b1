/// From checked declarations to `SceneModule`, demand-driven: what the entries reach is lowered, nothing else.
///
/// `ModuleLowering` owns the tables of the module and the list of work; the parts are extensions in the files Lower*.swift.
/// A function's row exists (with its shape) as soon as something calls it; its code follows when its turn comes.
/// docs/development/lowering.md says what lies where.
import SceneIR

/// What a scene module is lowered from, beyond the checker's tables.
package struct LoweringInput {
  /// `NAME` of written files.
  package var name: String
  /// Source files as given, in the order of `Sema.trees` from 1 on.
  package var files: [String]
  package var entries: [LoweringEntry]
  /// Functions that are lowered although no entry reaches them.
  package var functions: [DeclID] = []

  package init(name: String, files: [String], entries: [LoweringEntry]) {
    self.name = name
    self.files = files
    self.entries = entries
  }
}

/// Something that can be played.
package struct LoweringEntry {
  package var kind: EntryRow.Kind
  package var name: String
  /// Scenario, preview: the macro. App: the nominal, or its `body`. View: the nominal. A `PreviewProvider`: the nominal.
  package var decl: DeclID
  /// Name of the view's type, for `--view`.
  package var viewName: String
  /// For `kind == .scenario`.
  package var scenario: ScenarioRow?

  package init(kind: EntryRow.Kind, name: String, decl: DeclID, viewName: String, scenario: ScenarioRow? = nil) {
    self.kind = kind
    self.name = name
    self.decl = decl
    self.viewName = viewName
    self.scenario = scenario
  }
}

package func lower(_ sema: Sema, bodies: any BodySource, _ input: LoweringInput) -> SceneModule {
  let lowering = ModuleLowering(sema: sema, bodies: bodies)
  return lowering.run(input)
}

/// What a function of the module is made from.
struct FunctionKey: Hashable {
  enum Kind: UInt8 {
    /// Body of a function, initialiser, deinitialiser; getter of a variable or subscript, whatever it is made of.
    case body
    /// Setter of a variable or subscript, whatever it is made of.
    case setter
    case willSet, didSet
    case defaultValue
    case initialValue
    /// Sets the stored members of one class that have initial values; parameter self.
    case classFields
    /// A function value made from a declaration; captures self where it is bound (`extra` 1). `extra` 2: bound later.
    case reference
    /// Adapts a declaration to a requirement: `extra` is the requirement, its setter with bit 32.
    case witness
    /// Root of an entry: `extra` is its index.
    case entry
  }
  var decl: DeclID
  var kind: Kind
  var extra: Int = 0
}

final class ModuleLowering {
  let sema: Sema
  let bodies: any BodySource
  var module = SceneModule()
  var entries: [LoweringEntry] = []

  var functionIndex: [FunctionKey: Int] = [:]
  var functionWork: [(key: FunctionKey, index: Int)] = []
  var nominalIndex: [DeclID: Int] = [:]
  var nominalDecls: [DeclID] = []
  var nominalWork = 0
  var protocolIndex: [DeclID: Int] = [:]
  var protocolDecls: [DeclID] = []
  /// By requirement: its row in the protocol's list (of the getter for variables).
  var requirementIndex: [DeclID: Int] = [:]
  /// Pairs of nominal and protocol that have been looked at.
  var conformancesDone: Set<UInt64> = []
  var typeIndex: [TypeRow: Int] = [:]
  var plainTypes: [TypeID: Int] = [:]
  var stringIndex: [String: Int] = [:]
  var constantIndex: [UInt64: Int] = [:]
  var globalIndex: [DeclID: Int] = [:]
  var nativeIndex: [String: Int] = [:]
  var nativeOfDecl: [UInt64: Int] = [:]
  var hiddenMemo: [DeclID: [DeclID]] = [:]
  var selfDescribingMemo: [DeclID: Bool] = [:]
  var fieldMemo: [DeclID: Int] = [:]
  var storedMemo: [DeclID: [DeclID]] = [:]
  var keyMemo: [DeclID: String] = [:]
  var plainEnumMemo: [DeclID: Bool] = [:]
  var primitiveMemo: [DeclID: PrimitiveOperation?] = [:]
  var constantDefaults: [UInt64: InlineConstant?] = [:]
  /// Members that a subclass overrides; nil before they are looked for.
  var overrideTable: OverrideTable?
  var runtimeDecls: Set<DeclID>?
  /// Declarations of `FormatStyle`, looked up once.
  var formatStyleDecls: [DeclID]?
  /// The protocols of descriptions, with their requirements; nil before they are looked up.
  var descriptionDecls: [DeclID: NameID]?
  /// Requirements that code calls: the declaration, shifted by one, and 1 for a setter.
  var calledRequirements: Set<UInt64> = []
  var openConformances: [OpenConformance] = []
  var scalars: [DeclID: Bool] = [:]
  var names = LoweringNames()
  /// The function that applies a key path, once one is needed.
  var keyPathFunctionIndex: Int?
  var constantFunctionIndex: Int?

  /// `==` of Equatable.
  private(set) lazy var equality: DeclID =
    sema.requirements(of: sema.known(.equatable)).first { name($0) == "==" } ?? .none

  init(sema: Sema, bodies: any BodySource) {
    self.sema = sema
    self.bodies = bodies
  }

  func run(_ input: LoweringInput) -> SceneModule {
    module.name = input.name
    module.files = input.files
    entries = input.entries
    // The type of index 0 is what is left where nothing better is known.
    _ = intern(.dynamic)
    lowerEntries()
    for decl in input.functions { _ = function(FunctionKey(decl: decl, kind: .body)) }
    repeat { drain() } while addConformances() || addOverrides()
    return module
  }

  /// Lowers what has been asked for so far.
  private func drain() {
    var next = 0
    while next < functionWork.count || nominalWork < nominalDecls.count {
      while nominalWork < nominalDecls.count {
        fillNominal(nominalWork)
        nominalWork += 1
      }
      if next < functionWork.count {
        let work = functionWork[next]
        next += 1
        lowerFunction(work.key, at: work.index)
      }
    }
    functionWork.removeAll(keepingCapacity: true)
  }

  // MARK: Constants

  func string(_ text: String) -> Int {
    if let index = stringIndex[text] { return index }
    stringIndex[text] = module.strings.count
    module.strings.append(text)
    return module.strings.count - 1
  }

  func constant(_ bits: UInt64) -> Int {
    if let index = constantIndex[bits] { return index }
    constantIndex[bits] = module.constants.count
    module.constants.append(bits)
    return module.constants.count - 1
  }

  func intern(_ row: TypeRow) -> Int {
    if let index = typeIndex[row] { return index }
    typeIndex[row] = module.types.count
    module.types.append(row)
    return module.types.count - 1
  }

  // MARK: Places

  /// The start of a node; nil in the prelude, so that a trap there is shown at the scene's call.
  func place(_ node: NodeID, file: Int) -> SourcePoint? {
    guard !sema.isPreludeFile(file), node != .none else { return nil }
    let tree = sema.trees[file]
    guard Int(node.raw) < tree.nodes.count else { return nil }
    let position = tree.source.position(tree.start(node))
    return SourcePoint(
      file: min(file - 1, max(0, module.files.count - 1)), line: position.line, column: position.column)
  }

  func place(of decl: DeclID) -> SourcePoint {
    let (file, node) = sema.syntax(of: decl)
    return place(node, file: file) ?? SourcePoint(file: 0, line: 0, column: 0)
  }

  func name(_ decl: DeclID) -> String { sema.names[sema.decls.name(decl)] }

  /// Readable: `HomeView.body`, `Int.+(_:_:)`.
  func readableName(_ decl: DeclID) -> String {
    let owner = sema.owner(of: decl)
    let prefix = owner == .none ? "" : nominalName(owner) + "."
    switch sema.decls.kind(decl) {
    case .initializer: return prefix + "init"
    case .deinitializer: return prefix + "deinit"
    case .subscript_: return prefix + "subscript"
    default: return prefix + name(decl)
    }
  }
}

/// Where a generic parameter's hidden argument lies in the function that is lowered.
struct TypeScope {
  var parameters: [DeclID] = []

  func position(_ parameter: DeclID) -> Int? { parameters.firstIndex(of: parameter) }
}

/// A value that is known without running anything.
enum InlineConstant {
  case integer(Int)
  case word(UInt64)
  case string(String)
  case none
}

/// Names that lowering looks up, interned when they are first used.
struct LoweringNames {
  private var ids: [String: NameID] = [:]

  mutating func id(_ text: String, _ sema: Sema) -> NameID {
    if let id = ids[text] { return id }
    let id = sema.names.intern(text)
    ids[text] = id
    return id
  }
}
