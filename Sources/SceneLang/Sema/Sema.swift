/// The declaration side of the checker: tables of names, types and declarations and the requests that fill them.
///
/// Nothing is computed before it is asked for. Each request memoises its answer beside the table it belongs to, with the
/// states new, running, done; a request that meets itself running reports the cycle and answers the error type. Bodies are
/// checked by the inference side, which is reached through `bodies`.
package final class Sema {
  package var names = NameTable()
  package var types = TypeTable()
  package var decls = DeclTable()
  package var diagnostics = DiagnosticSink()

  /// Tree 0 stands for the prelude's text and is empty. The module's files follow in order (file f of a declaration is
  /// `SourcePlace.file` f - 1), then a tree for each piece of the prelude that was looked up (`isPreludeFile`).
  package var trees: [SyntaxTree]
  /// Of the module's files (the prelude's pieces are read once): by index of the tree.
  private var tokenNames: [TokenNames?]
  package let options: SemaOptions
  /// How many files the module has: trees 1 to this one.
  package let fileCount: Int

  /// The inference side, set by whoever checks bodies, and taken away when that one goes. (A weak reference would give the
  /// object a second counter, which every retain of it then goes through.)
  package unowned(unsafe) var bodies: (any BodyInference)?

  /// Context whose generic requirements hold now (the function being checked): decides what a type parameter conforms to.
  package internal(set) var environmentContext: DeclID = .none

  /// Counted work, for tests of laziness.
  package internal(set) var work = Work()

  /// Answers beside `decls`, one row a declaration.
  var facts = Growable<DeclFacts>(capacity: 512)
  var signatures: [Signature] = []
  var environments: [GenericEnvironment] = []
  var nominals: [NominalFacts] = []

  var prelude: PreludeTables
  var known = KnownTable()
  var module = ModuleFacts()

  var localDecls = IDMap<PairID, DeclID>()
  var memberMemo = IDMap<PairID, [DeclID]>()
  var userMembers = IDMap<PairID, [DeclID]>()
  var candidateMemo = IDMap<MemberKey, [Candidate]>()
  /// Names looked up from a type outwards.
  var scopeMemo = IDMap<MemberKey, ScopeLookup>()
  /// What names mean at the top, for those that no file keeps to itself.
  var topLevelMemo = IDMap<NameID, [Candidate]>()
  var conformanceMemo = IDMap<PairID, Conformance?>()
  var associatedMemo = IDMap<PairID, TypeID>()
  var runningAssociated = IDSet<PairID>()
  var witnessMemo = IDMap<PairID, Witness?>()
  var wrapperMemo = IDMap<DeclID, [WrapperUse]>()
  var ownGenericMemo = IDMap<DeclID, [DeclID]>()
  var underlyingMemo = IDMap<PairID, TypeID>()
  var primaryMemo = IDMap<DeclID, [DeclID]>()
  /// Declarations of one name, where there are many, by the hash of their interface.
  var rivalMemo = IDMap<PairID, IDMap<UInt64, [DeclID]>>()
  /// Cases of enums and their places, for each enum whose cases were matched.
  var caseMemo = IDMap<DeclID, [DeclID]>()
  var casePlaces = IDMap<DeclID, Int>()
  /// Classes at which a cycle of superclasses closes.
  var inheritanceCycles: [DeclID] = []
  var implicitMemo = IDMap<PairID, [Candidate]>()
  var parameterMemo = IDMap<DeclID, [DeclID]>()
  /// Environments and clauses under construction: what is found meanwhile is not remembered.
  var runningClauses = 0
  var boundsMemo = IDMap<PairID, [TypeID]>()
  /// Names of the prelude that may be near a misspelt one.
  var nearMemo = IDMap<NameID, [String]>()
  var nearOwnMemo = IDMap<NameID, [String]>()
  var slipMemo = IDMap<NameID, Bool>()
  /// Whether names are those of attributes of the language itself.
  var attributeMemo = IDMap<NameID, Bool>()
  /// Whether names are those of modules.
  var moduleMemo = IDMap<NameID, Bool>()
  var opaqueBounds = IDMap<PairID, [TypeID]>()
  /// Generic parameters with a bound that is not known; nothing is asked of them.
  var openParameters: Set<UInt32> = []
  /// Has a function type been read that is written with `throws(E)`?
  var namesThrownTypes = false
  /// Generic parameters made by `some P` in parameters, by file and node.
  var opaqueParameters = IDMap<PairID, DeclID>()
  var conformanceDepth = 0
  /// Signatures under construction.
  var runningSignatures = 0
  /// By name: whether a member of the module's types has it; empty until it is needed.
  var memberNames: [Bool] = []
  var associatedDepth = 0

  /// Makes a fresh type for a generic argument that is not written (`Array` in an expression, `_`); without it an
  /// unwritten argument is an error.
  package var unwrittenArgument: (() -> TypeID)?

  package init(files: [SyntaxTree], options: SemaOptions = SemaOptions(), prelude index: PreludeIndex = .shared) {
    self.options = options
    prelude = PreludeTables(index)
    trees = [SyntaxTree(source: SourceFile(name: "prelude", borrowed: index.text))]
    trees.append(contentsOf: files)
    tokenNames = [TokenNames?](repeating: nil, count: files.count + 1)
    fileCount = files.count
    diagnostics.fileCount = files.count
  }

  deinit { prelude.release() }
}

/// What the caller decides about a check.
package struct SemaOptions: Sendable {
  /// Names that `-D` adds for `#if`.
  package var defines: [String] = []
  package init(defines: [String] = []) { self.defines = defines }
}

/// What the declaration side asks of the inference side.
package protocol BodyInference: AnyObject {
  /// Type of a variable declared with an initial value and no type annotation (for a wrapped property: of the wrapped
  /// value).
  func inferVariableType(_ variable: DeclID) -> TypeID
  /// Type of `_x` of a wrapped property whose wrapper's arguments follow from its initial value or attribute arguments.
  func inferStorageType(_ variable: DeclID) -> TypeID
  /// The concrete type behind the `ordinal`-th `some P` of a function or variable, in terms of its own parameters.
  func inferUnderlyingType(_ decl: DeclID, ordinal: UInt32) -> TypeID
}

/// Declarations of the module's files.
struct ModuleFacts {
  var state = DeclFacts.State.new
  /// A module declaration per file, parent of its top-level declarations.
  var files: [DeclID] = []
  var topLevel: [DeclID] = []
  var extensions: [DeclID] = []
  var extensionState = DeclFacts.State.new
  /// `#Preview`, `#Scenario` and other macros at top level.
  var macros: [DeclID] = []
  /// Imports as written.
  var imports: [ImportUse] = []
  var hasUnmodelledImport = false
  /// Top-level statements of each file that has some.
  var statements: [(file: Int, nodes: [NodeID])] = []
  /// Names of types that the module declares anywhere, once a name needs to be told from them.
  var typeNames: IDSet<NameID>?
  var operators = IDMap<NameID, [DeclID]>()
  var operatorsState = DeclFacts.State.new
}

struct ImportUse {
  var file: Int
  var node: NodeID
  var module: NameID
}

/// A property wrapper of a property.
struct WrapperUse {
  var nominal: DeclID
  var attribute: NodeID
}

extension Sema {
  package func tree(_ file: Int) -> SyntaxTree { trees[file] }

  package func isPreludeFile(_ file: Int) -> Bool { file == 0 || file > fileCount }

  func intern(_ file: Int, _ token: TokenID) -> NameID {
    if token == .none || trees[file].isMissing(token) { return .none }
    return namesOfTokens(file).name(token, in: trees[file], &names)
  }

  /// The names of the tokens of one of the module's files; of a piece of the prelude none are kept.
  func namesOfTokens(_ file: Int) -> TokenNameRows {
    guard file > 0, file < tokenNames.count else { return TokenNameRows() }
    if let made = tokenNames[file] { return made.rows }
    let made = TokenNames(trees[file])
    tokenNames[file] = made
    return made.rows
  }

  /// Where a declaration is written; parses it first when it is the prelude's.
  package func syntax(of decl: DeclID) -> (file: Int, node: NodeID) {
    ensureSyntax(decl)
    return (decls.file(decl), decls.node(decl))
  }

  /// The node with the attributes and modifiers: the `variableDecl` of a binding, the `enumCaseDecl` of a case.
  package func head(of decl: DeclID) -> NodeID {
    ensureSyntax(decl)
    return decls.head(decl)
  }

  /// The token that names a declaration, for messages.
  package func nameRange(of decl: DeclID) -> SourceRange {
    let (file, node) = syntax(of: decl)
    guard node != .none else { return .zero }
    let tree = trees[file]
    switch decls.kind(decl) {
    case .structDecl, .classDecl, .enumDecl, .protocolDecl, .function, .typeAlias, .associatedType:
      let token = tree.token(node, at: Slot.name)
      return token == .none ? tree.range(node) : tree.range(token)
    case .initializer, .deinitializer, .subscript_:
      let token = tree.token(node, at: Slot.keyword)
      return token == .none ? tree.range(node) : tree.range(token)
    case .variable:
      if tree.kind(node) == .patternBinding {
        return patternNameRange(file, tree.node(node, at: Slot.bindingPattern), decls.name(decl)) ?? tree.range(node)
      }
      return tree.range(node)
    case .enumCase, .parameter, .genericParameter:
      for index in tree.childRange(node) {
        let child = tree.childTable[index]
        if child.isToken && names.intern(tree.nameBytes(child.token)) == decls.name(decl) { return tree.range(child) }
      }
      return tree.range(node)
    case .extensionDecl:
      let type = tree.node(node, at: Slot.name)
      return type == .none ? tree.range(node) : tree.range(type)
    default: return tree.range(node)
    }
  }

  private func patternNameRange(_ file: Int, _ pattern: NodeID, _ name: NameID) -> SourceRange? {
    guard pattern != .none else { return nil }
    let tree = trees[file]
    if tree.kind(pattern) == .identifierPattern {
      let token = tree.token(pattern, at: 0)
      return token != .none && intern(file, token) == name ? tree.range(token) : nil
    }
    for child in tree.elements(pattern) {
      if let found = patternNameRange(file, child, name) { return found }
    }
    return nil
  }

  /// The innermost nominal or extension around (or at) a declaration.
  package func typeContext(of decl: DeclID) -> DeclID {
    var decl = decl
    while decl != .none && !decls.kind(decl).isTypeContext { decl = decls.parent(decl) }
    return decl
  }

  /// The nominal whose member a declaration is: of an extension, what it extends.
  package func nominal(ofContext context: DeclID) -> DeclID {
    guard context != .none else { return .none }
    return decls.kind(context) == .extensionDecl ? extendedNominal(of: context) : context
  }

  /// The nominal around a member, or none at top level and in functions.
  package func owner(of member: DeclID) -> DeclID {
    let parent = decls.parent(member)
    guard parent != .none, decls.kind(parent).isTypeContext else { return .none }
    return nominal(ofContext: parent)
  }

  package func isProtocolMember(_ member: DeclID) -> Bool {
    let owner = owner(of: member)
    return owner != .none && decls.kind(owner) == .protocolDecl
  }

  /// Whether a declaration is a requirement: it stands in a protocol itself.
  package func isRequirement(_ member: DeclID) -> Bool {
    let parent = decls.parent(member)
    return parent != .none && decls.kind(parent) == .protocolDecl
  }

  func pair(_ a: UInt32, _ b: UInt32) -> PairID { PairID(a, b) }
}
