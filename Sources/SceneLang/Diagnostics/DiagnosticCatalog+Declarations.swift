/// E04xx declarations and the types they name: the kinds and their list.
extension DiagnosticCatalog {
  package static var declarations: [DiagnosticKind] {
    [
      .unknownType, .unknownMemberType, .missingGenericArguments, .genericArgumentCount, .typePlaceholder,
      .selfOutsideType, .circularReference, .redeclaration, .missingRequirement, .invalidSuperclass,
      .inheritanceCycle, .invalidInheritance, .rawValueMissing, .rawValueDuplicate, .rawTypeInvalid, .overrideNothing,
      .overrideMissing, .missingTypeAnnotation, .missingInitialValue, .storedInExtension, .unknownAttribute,
      .wrapperOnConstant, .wrapperOnComputed, .wrapperOnSeveral, .wrapperWithoutWrappedValue, .extensionOfNothing,
      .invalidCaseContext,
      .uninitializedMembers, .declarationWithoutBody, .duplicateParameter, .memberNotConforming, .recursiveValue,
      .lazyConstant, .operatorParameters, .misplacedAttribute, .weakValue, .overrideFinal, .unmodelledModule,
      .topLevelCode, .matchedGeometryAlias, .assetMember, .unknownAPI,
    ]
  }
}

extension DiagnosticKind {
  package static let unknownType = DiagnosticKind(
    "E0401", "unknown-type", "no type of this name",
    explanation:
      "A type is written that neither the module nor the API declares. Check the spelling, or declare the type.",
    wrong: "struct Card: View { var body: some View { Text(\"a\") }; var size: CGSzie }",
    right: "struct Card: View { var body: some View { Text(\"a\") }; var size: CGSize }")
  package static let unknownMemberType = DiagnosticKind(
    "E0402", "unknown-member-type", "the type has no member type of this name",
    explanation: "Behind the dot stands a name that the type before it does not declare as a nested type or alias.",
    wrong: "var weight: Font.Wieght = .bold", right: "var weight: Font.Weight = .bold")
  package static let missingGenericArguments = DiagnosticKind(
    "E0403", "missing-generic-arguments", "a generic type is written without its arguments",
    explanation: "In a type annotation the arguments of a generic type must be written.",
    wrong: "var items: Set", right: "var items: Set<String>")
  package static let genericArgumentCount = DiagnosticKind(
    "E0404", "generic-argument-count", "wrong number of generic arguments",
    explanation: "A generic type takes exactly as many arguments as it declares parameters.",
    wrong: "var flag: Binding<Bool, Int>", right: "var flag: Binding<Bool>")
  package static let typePlaceholder = DiagnosticKind(
    "E0405", "type-placeholder", "'_' is not allowed as a type here",
    explanation: "A placeholder stands for a type that an expression makes known; a declaration must name its type.",
    wrong: "func size() -> _ { 3 }", right: "func size() -> Int { 3 }")
  package static let selfOutsideType = DiagnosticKind(
    "E0406", "self-outside-type", "'Self' is written outside of a type",
    explanation: "'Self' stands for the type around it; at top level there is none.",
    wrong: "func make() -> Self {}", right: "struct Card { static func make() -> Self { Card() } }")
  package static let circularReference = DiagnosticKind(
    "E0407", "circular-reference", "the type of a declaration depends on itself",
    explanation: "To find this type its own answer is needed. Writing one of the types out breaks the circle.",
    wrong: "let a = b\nlet b = a", right: "let a: Int = 1\nlet b = a")
  package static let redeclaration = DiagnosticKind(
    "E0408", "redeclaration", "the name is declared twice",
    explanation:
      "Two declarations in one scope have the same name and the same interface, so a use could mean either.",
    wrong: "struct Card {}\nstruct Card {}", right: "struct Card {}\nstruct SmallCard {}")
  package static let missingRequirement = DiagnosticKind(
    "E0409", "missing-requirement", "a type does not fulfil a protocol it names",
    explanation: "The type must have every member that the protocol requires and gives no default for.",
    wrong: "struct Item: Identifiable { var name: String }",
    right: "struct Item: Identifiable { var id: Int; var name: String }")
  package static let invalidSuperclass = DiagnosticKind(
    "E0410", "invalid-superclass", "only a class inherits from a class",
    explanation: "Structs and enums have no superclass, and a class has one, named first.",
    wrong: "class Base {}\nstruct Card: Base {}", right: "class Base {}\nclass Card: Base {}")
  package static let inheritanceCycle = DiagnosticKind(
    "E0411", "inheritance-cycle", "a type inherits from itself",
    explanation: "Following the superclasses or the inherited protocols leads back to the type.",
    wrong: "class A: B {}\nclass B: A {}", right: "class A {}\nclass B: A {}")
  package static let invalidInheritance = DiagnosticKind(
    "E0412", "invalid-inheritance", "the type cannot be inherited from",
    explanation: "An inheritance clause names protocols, for a class one superclass, for an enum its raw type.",
    wrong: "struct Card: Int {}", right: "struct Card: Equatable {}")
  package static let rawValueMissing = DiagnosticKind(
    "E0413", "raw-value", "a raw value does not fit",
    explanation:
      "Raw values are literals of the enum's raw type. Only enums with a raw type have them, and their cases have no payload.",
    wrong: "enum Size { case small = 1 }", right: "enum Size: Int { case small = 1 }")
  package static let rawValueDuplicate = DiagnosticKind(
    "E0414", "duplicate-raw-value", "two cases have one raw value",
    explanation: "A raw value must tell which case it belongs to.",
    wrong: "enum Size: Int { case small = 1, large = 1 }", right: "enum Size: Int { case small = 1, large = 2 }")
  package static let rawTypeInvalid = DiagnosticKind(
    "E0415", "raw-type", "the raw type cannot be written as a literal",
    explanation: "A raw type is an integer, a floating-point number, a string or a character.",
    wrong: "enum Size: Bool { case small }", right: "enum Size: Int { case small }")
  package static let overrideNothing = DiagnosticKind(
    "E0416", "override-nothing", "'override' without anything to override",
    explanation: "No superclass has a member with this name and these labels.",
    wrong: "class Model { override func load() {} }", right: "class Model { func load() {} }")
  package static let overrideMissing = DiagnosticKind(
    "E0417", "missing-override", "a member of the superclass is overridden without saying so",
    explanation: "A member with the interface of one of the superclass needs the word 'override'.",
    wrong: "class A { func load() {} }\nclass B: A { func load() {} }",
    right: "class A { func load() {} }\nclass B: A { override func load() {} }")
  package static let missingTypeAnnotation = DiagnosticKind(
    "E0418", "missing-type-annotation", "a variable has neither type nor initial value",
    explanation: "The type of a variable follows from its annotation or from its initial value.",
    wrong: "struct Card { var title }", right: "struct Card { var title: String }")
  package static let missingInitialValue = DiagnosticKind(
    "E0419", "missing-initial-value", "a variable needs an initial value",
    explanation: "Static and global variables are not set by an initialiser, so they start with a value.",
    wrong: "enum Layout { static let margin: Double }", right: "enum Layout { static let margin: Double = 16 }")
  package static let storedInExtension = DiagnosticKind(
    "E0420", "stored-in-extension", "an extension holds a stored property",
    explanation: "Extensions, enums and protocols add no storage. Make the property computed, or static.",
    wrong: "struct Card {}\nextension Card { var title = \"a\" }",
    right: "struct Card {}\nextension Card { var title: String { \"a\" } }")
  package static let unknownAttribute = DiagnosticKind(
    "E0421", "unknown-attribute", "no attribute of this name",
    explanation: "Behind '@' stands a name that is neither an attribute of the language nor a wrapper or builder.",
    wrong: "struct Card { @Stat var on = false }", right: "struct Card { @State var on = false }")
  package static let wrapperOnConstant = DiagnosticKind(
    "E0422", "wrapper-on-constant", "a property wrapper on a 'let'",
    explanation: "A wrapped property is computed from its wrapper, so it is declared with 'var'.",
    wrong: "struct Card { @State let on = false }", right: "struct Card { @State var on = false }")
  package static let wrapperOnComputed = DiagnosticKind(
    "E0423", "wrapper-on-computed", "a property wrapper on a computed property",
    explanation: "The wrapper is the storage; a computed property has none.",
    wrong: "struct Card { @State var on: Bool { true } }", right: "struct Card { var on: Bool { true } }")
  package static let wrapperOnSeveral = DiagnosticKind(
    "E0434", "wrapper-on-several", "a property wrapper on several variables at once",
    explanation: "A wrapper belongs to one variable; each has a declaration of its own.",
    wrong: "struct Card { @State var x = 0, y = 0 }", right: "struct Card { @State var x = 0; @State var y = 0 }")
  package static let wrapperWithoutWrappedValue = DiagnosticKind(
    "E0424", "wrapper-without-value", "a property wrapper without 'wrappedValue'",
    explanation: "A type marked '@propertyWrapper' declares a property 'wrappedValue'.",
    wrong: "@propertyWrapper struct Clamped { var value: Int }",
    right: "@propertyWrapper struct Clamped { var wrappedValue: Int }")
  package static let extensionOfNothing = DiagnosticKind(
    "E0425", "extension-of-nothing", "the extended type is not a nominal type",
    explanation: "Structs, classes, enums and protocols can be extended; functions, tuples and parameters cannot.",
    wrong: "extension (Int, Int) {}", right: "extension Int {}")
  package static let invalidCaseContext = DiagnosticKind(
    "E0426", "case-outside-enum", "an enum case outside of an enum",
    explanation: "Cases stand in the body of the enum itself.",
    wrong: "struct Card { case small }", right: "enum Card { case small }")
  package static let uninitializedMembers = DiagnosticKind(
    "E0427", "class-without-initializer", "a class does not initialise its properties",
    explanation: "A class gets no memberwise initialiser: give its stored properties values, or write an 'init'.",
    wrong: "class Model { var title: String }", right: "class Model { var title: String = \"\" }")
  package static let declarationWithoutBody = DiagnosticKind(
    "E0428", "declaration-without-body", "a function or initialiser has no body",
    explanation: "Only the requirements of a protocol are declared without a body.",
    wrong: "struct Card { func load() }", right: "struct Card { func load() {} }")
  package static let duplicateParameter = DiagnosticKind(
    "E0429", "duplicate-parameter", "two parameters have one name",
    explanation: "Inside the body a name must mean one parameter.",
    wrong: "func add(a: Int, b a: Int) {}", right: "func add(a: Int, b: Int) {}")
  package static let memberNotConforming = DiagnosticKind(
    "E0430", "member-not-conforming", "a conformance cannot be derived",
    explanation:
      "Equatable, Hashable, Encodable and Decodable are derived from the stored properties, which must conform too.",
    wrong: "struct Pen {}\nstruct Card: Equatable { var pen: Pen }",
    right: "struct Pen: Equatable {}\nstruct Card: Equatable { var pen: Pen }")
  package static let recursiveValue = DiagnosticKind(
    "E0431", "recursive-value", "a value contains one of its own type",
    explanation:
      "A struct is stored in place, so it cannot hold itself. Keep the other value in an array or a class, or use an 'indirect' enum.",
    wrong: "struct Folder { var parent: Folder? }", right: "struct Folder { var folders: [Folder] }")
  package static let lazyConstant = DiagnosticKind(
    "E0432", "lazy-constant", "a constant is marked 'lazy'",
    explanation: "A lazy property gets its value when it is first read, so it is a variable.",
    wrong: "class Store { lazy let items = [1] }", right: "class Store { lazy var items = [1] }")
  package static let operatorParameters = DiagnosticKind(
    "E0433", "operator-parameters", "an operator has the wrong number of parameters",
    explanation:
      "An operator between two values has two parameters. One with a single parameter stands in front of its value ('prefix') or behind it ('postfix').",
    wrong: "func + (a: Point) -> Point { a }", right: "prefix func + (a: Point) -> Point { a }")
  package static let misplacedAttribute = DiagnosticKind(
    "E0435", "misplaced-attribute", "an attribute on a declaration that cannot have it",
    explanation:
      "'@Observable' observes the objects of a class, '@objc' shows classes and their members to Objective-C.",
    wrong: "@Observable struct Model { var count = 0 }", right: "@Observable class Model { var count = 0 }")
  package static let weakValue = DiagnosticKind(
    "E0436", "weak-value", "a 'weak' or 'unowned' property that refers to no object",
    explanation: "Only objects of classes are referred to. A weak reference becomes nil, so its type is optional.",
    wrong: "struct Pen {}\nclass Card { weak var pen: Pen? }", right: "class Pen {}\nclass Card { weak var pen: Pen? }")
  package static let overrideFinal = DiagnosticKind(
    "E0437", "override-of-final", "a member of the superclass that is final is overridden",
    explanation: "'final' says that no subclass replaces the member.",
    wrong: "class A { final func load() {} }\nclass B: A { override func load() {} }",
    right: "class A { func load() {} }\nclass B: A { override func load() {} }")
  package static let unmodelledModule = DiagnosticKind(
    rule: "unmodelled-module", .warning, "a module that is not modelled is imported",
    explanation:
      "The API of this module is not known here. Names that nothing else declares are taken to come from it and are not checked.",
    wrong: "import Lottie", right: "import SwiftUI")
  package static let topLevelCode = DiagnosticKind(
    rule: "top-level-code", .info, "statements at top level are not played",
    explanation:
      "A scene consists of declarations. Statements outside of them are checked by Swift, and never run here.",
    wrong: "print(\"hello\")", right: "func hello() { print(\"hello\") }")
  package static let matchedGeometryAlias = DiagnosticKind(
    rule: "matched-geometry-alias", .info, "'matchedGeometry' is a short spelling",
    explanation: "SwiftUI calls the modifier 'matchedGeometryEffect(id:in:)'. Xcode accepts the full name only.",
    wrong: "Text(\"a\").matchedGeometry(id: 1, in: space)", right: "Text(\"a\").matchedGeometryEffect(id: 1, in: space)"
  )
  package static let assetMember = DiagnosticKind(
    rule: "asset-catalogue", .warning, "a name from an asset catalogue",
    explanation:
      "Xcode makes members of Color, Image, ColorResource and ImageResource from an asset catalogue. There is none here: a colour is drawn grey, an image as a labelled box.",
    wrong: "Color.brand", right: "Color(red: 0.2, green: 0.4, blue: 1)")
  package static let unknownAPI = DiagnosticKind(
    rule: "unknown-api", .warning, "a name of the platform that is not known to scenec",
    explanation:
      "UIKit, Core Graphics and their like are declared in part. The name looks like one of theirs and is not among them; what is made with it is not checked. If the API has it, please report it, with the name and the framework.",
    wrong: "let picker = UIFontPickerViewController()", right: "let picker = UIViewController()")
}
