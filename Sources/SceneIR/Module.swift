/// The compiled form of a scene module: flat tables joined by integer indices.
///
/// It is self-sufficient: the runtime plays it without source text or compiler. It holds data only; `IRCodec` reads and
/// writes it, `IRVerifier` proves a module safe to run, `IRPrinter` shows it.
package struct SceneModule: Equatable, Sendable {
  /// Version of the tables and of the instruction set; a reader accepts its own version only.
  package static let formatVersion = 1

  /// Base name of the only file, else of the folder (contracts: `NAME` of written files).
  package var name = ""
  /// Source files as they were given on the command line; `SourcePoint.file` indexes them.
  package var files: [String] = []
  /// String constants, UTF-8.
  package var strings: [String] = []
  /// 64-bit constants that do not fit an immediate: integers, and doubles by bit pattern.
  package var constants: [UInt64] = []
  package var types: [TypeRow] = []
  package var nominals: [NominalRow] = []
  package var protocols: [ProtocolRow] = []
  package var conformances: [ConformanceRow] = []
  package var functions: [FunctionRow] = []
  package var globals: [GlobalRow] = []
  package var natives: [NativeRow] = []
  package var keyPaths: [KeyPathRow] = []
  /// What can be played, in the order of the entry rule; the first is played by default.
  package var entries: [EntryRow] = []
  package var scenarios: [ScenarioRow] = []
  /// Assets that stand beside the scene; the tables are written where there are any.
  package var images: [ImageAssetRow] = []
  package var colors: [ColorAssetRow] = []

  package init() {}
}

/// A place in a source file. Lines and columns count from 1, columns in UTF-8 bytes.
package struct SourcePoint: Equatable, Hashable, Sendable {
  package var file: Int
  package var line: Int
  package var column: Int

  package init(file: Int, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// A run-time type expression. Rows that mention `parameter` are instantiated at run time with the hidden type
/// arguments of the running function; all others are interned once when a module is loaded.
package enum TypeRow: Equatable, Hashable, Sendable {
  /// `Array<Int>`: a row of `nominals` and its arguments, as rows of `types`.
  /// Nominals whose values carry their own type (all views, shapes, gestures ... of the prelude) have no arguments.
  case nominal(Int, [Int])
  case tuple([Int])
  case function
  /// `any P & Q`; the values are boxes that carry their own type.
  case existential([Int])
  case metatype(Int)
  /// The n-th hidden type argument of the running function.
  case parameter(Int)
  /// An associated type of a row of `types`: the n-th of a row of `protocols`, found in the type's conformance.
  case associated(base: Int, proto: Int, index: Int)
  /// A type known from the value alone: opaque results and erased views. A witness call with it looks at the receiver.
  case dynamic
}

package enum NominalKind: String, Sendable, CaseIterable {
  case structure = "struct"
  case enumeration = "enum"
  case object = "class"
  /// Declared in the prelude without stored members: its values are made by natives.
  case native
}

package struct NominalRow: Equatable, Sendable {
  /// Name as written, with its outer types: `Text.Case`.
  package var name: String
  package var kind: NominalKind
  /// From the user's module rather than from the prelude.
  package var isUserDefined: Bool
  /// Stored instance members in declaration order, superclass members first. Wrapped properties appear under their
  /// storage name (`_count`).
  package var fields: [FieldRow] = []
  /// Cases of an enumeration in declaration order.
  package var cases: [CaseRow] = []
  /// Row of `types`, in terms of the class's own parameters.
  package var superclass: Int?
  package var genericParameterCount = 0
  /// Function that a class runs when an instance is reclaimed.
  package var deinitializer: Int?
  /// `(method of a superclass, overriding method)` pairs, own and inherited, for virtual calls.
  package var overrides: [OverrideRow] = []
  /// The class publishes changes: `@Observable`, or `ObservableObject`.
  package var observation = ObservationKind.none
  package var place: SourcePoint?

  package init(name: String, kind: NominalKind, isUserDefined: Bool) {
    self.name = name
    self.kind = kind
    self.isUserDefined = isUserDefined
  }
}

package enum ObservationKind: String, Sendable, CaseIterable {
  case none
  /// `@Observable`: readers of a changed stored member are invalidated.
  case observable
  /// `ObservableObject`: every observer is invalidated when a `@Published` member is set.
  case object
}

package struct FieldRow: Equatable, Sendable {
  package var name: String
  package var type: Int

  package init(name: String, type: Int) {
    self.name = name
    self.type = type
  }
}

package struct CaseRow: Equatable, Sendable {
  package var name: String
  /// Types of the associated values, empty for a plain case.
  package var payload: [Int]
  /// Labels of the associated values, "" for none; empty when there are none at all.
  package var labels: [String]

  package init(name: String, payload: [Int], labels: [String] = []) {
    self.name = name
    self.payload = payload
    self.labels = labels
  }
}

package struct OverrideRow: Equatable, Sendable {
  package var base: Int
  package var override: Int

  package init(base: Int, override: Int) {
    self.base = base
    self.override = override
  }
}

package struct ProtocolRow: Equatable, Sendable {
  package var name: String
  /// Keys in declaration order, as `NativeRow.key` without the type: `body`, `body=` (setter), `makeBody(configuration:)`.
  package var requirements: [String]
  /// Parallel to `requirements`: what every witness takes and returns.
  package var shapes: [RequirementShape]
  package var associatedTypes: [String]

  package init(
    name: String, requirements: [String], shapes: [RequirementShape]? = nil, associatedTypes: [String]
  ) {
    self.name = name
    self.requirements = requirements
    self.shapes = shapes ?? requirements.map { _ in RequirementShape(typeParameterCount: 0, parameterCount: 1) }
    self.associatedTypes = associatedTypes
  }
}

/// What is passed to and returned by every witness of a requirement.
package struct RequirementShape: Equatable, Sendable {
  /// Type arguments of the requirement's own generic parameters, behind those of the conforming type.
  package var typeParameterCount: Int
  /// Arguments after the type arguments, `self` first where there is one.
  package var parameterCount: Int
  package var resultCount: Int

  package init(typeParameterCount: Int, parameterCount: Int, resultCount: Int = 1) {
    self.typeParameterCount = typeParameterCount
    self.parameterCount = parameterCount
    self.resultCount = resultCount
  }
}

/// One nominal's conformance to one protocol.
package struct ConformanceRow: Equatable, Sendable {
  package var nominal: Int
  package var proto: Int
  /// One per requirement of the protocol; nil where a witness could not be lowered (it traps when called).
  package var witnesses: [WitnessRow?]
  /// Rows of `types` in terms of the nominal's own parameters.
  package var associatedTypes: [Int?]

  package init(nominal: Int, proto: Int, witnesses: [WitnessRow?], associatedTypes: [Int?]) {
    self.nominal = nominal
    self.proto = proto
    self.witnesses = witnesses
    self.associatedTypes = associatedTypes
  }
}

package struct WitnessRow: Equatable, Sendable {
  package var function: Int
  /// A default implementation: it takes `Self` as its first hidden type argument. Otherwise the hidden arguments are
  /// those of the conforming type.
  package var takesSelf: Bool

  package init(function: Int, takesSelf: Bool) {
    self.function = function
    self.takesSelf = takesSelf
  }
}

/// A lazily initialised global or static stored variable.
package struct GlobalRow: Equatable, Sendable {
  package var name: String
  package var type: Int
  /// Function without parameters that returns the initial value; it runs at the first access.
  package var initializer: Int

  package init(name: String, type: Int, initializer: Int) {
    self.name = name
    self.type = type
    self.initializer = initializer
  }
}

/// A prelude declaration without a body. The runtime binds it by key.
package struct NativeRow: Equatable, Sendable {
  /// `View.padding(_:_:)`, `Text.init(_:)`, `String.count`, `State.wrappedValue=`; see docs/development/values.md.
  package var key: String
  package var result: NativeResult
  /// Names of the parameters as declared, `self` first where there is one; the order of the arguments.
  package var parameters: [String]
  /// Hidden type arguments of a `@typed` native; they follow the values.
  package var typeArgumentCount: Int
  /// 1, plus one for each `inout` parameter and a mutating `self`.
  package var resultCount: Int
  /// Why nothing is computed, from `@unmodelled("reason")`.
  package var unmodelled: String?
  /// `@inert`: accepted without effect on frames; a modifier passes its content through.
  package var isInert: Bool
  /// Type of a value, where it does not depend on type arguments: without a handler a neutral value of it is returned.
  package var type: Int?
  /// Declared `throws`: without a handler an error is thrown.
  package var isThrowing: Bool

  package init(
    key: String, result: NativeResult, parameters: [String], typeArgumentCount: Int = 0, resultCount: Int = 1,
    unmodelled: String? = nil, isInert: Bool = false, type: Int? = nil, isThrowing: Bool = false
  ) {
    self.key = key
    self.result = result
    self.parameters = parameters
    self.typeArgumentCount = typeArgumentCount
    self.resultCount = resultCount
    self.unmodelled = unmodelled
    self.isInert = isInert
    self.type = type
    self.isThrowing = isThrowing
  }
}

/// What a native without a handler in the runtime does.
package enum NativeResult: String, Sendable, CaseIterable {
  /// Returns a description object: the key and the arguments, to be read by whoever gets it (views, animations, fonts ...).
  case description
  /// The same, and the result is a view made from the view in argument 0.
  case modifier
  /// Nothing; a note says that the call has no effect.
  case void
  /// A plain value: without a handler an error is thrown by what throws, else a neutral value is returned (nil, 0, "",
  /// false, an empty collection) with a note; where there is none the call traps as "known, not modelled".
  case value
}

package struct KeyPathRow: Equatable, Sendable {
  package enum Component: Equatable, Sendable {
    /// A stored member of a struct or class.
    case field(Int)
    /// Functions of a computed member or subscript; the getter takes the base and the captured arguments, the setter
    /// the base, the new value and the captured arguments. As every function that changes `self`, the setter returns
    /// two results, Void and the changed base; for a class or a nonmutating setter only Void. Hidden type arguments
    /// (`types`) are captured in front of the arguments.
    case accessor(getter: Int, setter: Int?, captures: Int, types: Int = 0)
    case tupleElement(Int)
    case optionalChain
    case optionalWrap
    case forceUnwrap
  }
  package var components: [Component]
  /// `\.isOn` as a person would write it, used in messages and for identity of environment keys.
  package var text: String
  package var root: Int
  package var value: Int

  package init(components: [Component], text: String, root: Int, value: Int) {
    self.components = components
    self.text = text
    self.root = root
    self.value = value
  }
}

/// Something that can be played: a function without parameters that returns the root view.
package struct EntryRow: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable { case scenario, preview, app, view }
  package var kind: Kind
  package var name: String
  package var function: Int
  /// `Type` of the root view, for `--view`.
  package var viewName: String
  /// Row of `scenarios` for `kind == .scenario`.
  package var scenario: Int?
  package var place: SourcePoint

  package init(kind: Kind, name: String, function: Int, viewName: String, scenario: Int?, place: SourcePoint) {
    self.kind = kind
    self.name = name
    self.function = function
    self.viewName = viewName
    self.scenario = scenario
    self.place = place
  }
}
