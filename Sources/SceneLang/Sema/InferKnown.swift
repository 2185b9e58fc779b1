/// The declarations of the prelude that the checker itself knows, each looked up once and on first need.
///
/// This is the only place where inference names a prelude declaration.
final class KnownTypes {
  private unowned let sema: Sema
  init(_ sema: Sema) { self.sema = sema }

  private func decl(_ name: String) -> DeclID {
    let candidates = sema.lookupTopLevel(sema.names.intern(name))
    for candidate in candidates {
      switch sema.decls.kind(candidate) {
      case .structDecl, .classDecl, .enumDecl, .protocolDecl: return candidate
      default: break
      }
    }
    return .none
  }

  private func nominal(_ decl: DeclID) -> TypeID { decl == .none ? sema.types.error : sema.types.nominal(decl) }

  // MARK: Declarations
  private(set) lazy var optionalDecl = decl("Optional")
  private(set) lazy var arrayDecl = decl("Array")
  private(set) lazy var dictionaryDecl = decl("Dictionary")
  private(set) lazy var setDecl = decl("Set")
  private(set) lazy var anyHashableDecl = decl("AnyHashable")
  private(set) lazy var rangeDecl = decl("Range")
  private(set) lazy var closedRangeDecl = decl("ClosedRange")
  private(set) lazy var keyPathDecl = decl("KeyPath")
  private(set) lazy var writableKeyPathDecl = decl("WritableKeyPath")
  private(set) lazy var referenceWritableKeyPathDecl = decl("ReferenceWritableKeyPath")
  private(set) lazy var partialKeyPathDecl = decl("PartialKeyPath")
  private(set) lazy var anyKeyPathDecl = decl("AnyKeyPath")
  private(set) lazy var viewBuilderDecl = decl("ViewBuilder")
  private(set) lazy var tupleViewDecl = decl("TupleView")
  private(set) lazy var conditionalContentDecl = decl("_ConditionalContent")
  private(set) lazy var emptyViewDecl = decl("EmptyView")

  // MARK: Types
  private(set) lazy var int = nominal(decl("Int"))
  private(set) lazy var double = nominal(decl("Double"))
  private(set) lazy var float = nominal(decl("Float"))
  private(set) lazy var cgFloat = nominal(decl("CGFloat"))
  private(set) lazy var string = nominal(decl("String"))
  private(set) lazy var character = nominal(decl("Character"))
  private(set) lazy var bool = nominal(decl("Bool"))

  // MARK: Protocols
  private(set) lazy var hashable = nominal(decl("Hashable"))
  private(set) lazy var equatable = nominal(decl("Equatable"))
  private(set) lazy var comparable = nominal(decl("Comparable"))
  private(set) lazy var error = nominal(decl("Error"))
  private(set) lazy var view = nominal(decl("View"))
  private(set) lazy var sequence = nominal(decl("Sequence"))
  private(set) lazy var asyncSequence = nominal(decl("AsyncSequence"))
  private(set) lazy var iteratorProtocol = nominal(decl("IteratorProtocol"))
  private(set) lazy var byInteger = nominal(decl("ExpressibleByIntegerLiteral"))
  private(set) lazy var byFloat = nominal(decl("ExpressibleByFloatLiteral"))
  private(set) lazy var byString = nominal(decl("ExpressibleByStringLiteral"))
  private(set) lazy var byInterpolation = nominal(decl("ExpressibleByStringInterpolation"))
  private(set) lazy var byBoolean = nominal(decl("ExpressibleByBooleanLiteral"))
  private(set) lazy var byArray = nominal(decl("ExpressibleByArrayLiteral"))
  private(set) lazy var byDictionary = nominal(decl("ExpressibleByDictionaryLiteral"))
  private(set) lazy var byNil = nominal(decl("ExpressibleByNilLiteral"))

  /// Int and the other integer types whose literals the machine makes itself.
  private(set) lazy var integers: [TypeID] = [
    "Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64",
  ].map { nominal(decl($0)) }

  func isInteger(_ type: TypeID) -> Bool { type != sema.types.error && integers.contains(type) }
  func isFloating(_ type: TypeID) -> Bool {
    type != sema.types.error && (type == double || type == cgFloat || type == float)
  }

  func name(_ text: String) -> NameID { sema.names.intern(text) }

  // MARK: Names
  private(set) lazy var append = name("append")
  private(set) lazy var makeIterator = name("makeIterator")
  private(set) lazy var next = name("next")
  private(set) lazy var integerLiteral = name("integerLiteral")
  private(set) lazy var floatLiteral = name("floatLiteral")
  private(set) lazy var booleanLiteral = name("booleanLiteral")
  private(set) lazy var stringLiteral = name("stringLiteral")
  private(set) lazy var stringInterpolation = name("stringInterpolation")
  private(set) lazy var arrayLiteral = name("arrayLiteral")
  private(set) lazy var dictionaryLiteral = name("dictionaryLiteral")
  private(set) lazy var nilLiteral = name("nilLiteral")
  private(set) lazy var appendInterpolation = name("appendInterpolation")
  private(set) lazy var iterator = name("Iterator")
  private(set) lazy var interpolationType = name("StringInterpolation")
  private(set) lazy var keyPath = name("keyPath")
  private(set) lazy var none = name("none")
  private(set) lazy var some = name("some")
}
