/// The declarations of the prelude that the checker itself knows, each looked up once and on first need.
///
/// This is the only place where inference names a prelude declaration.
final class KnownTypes {
  private unowned let sema: Sema
  init(_ sema: Sema) { self.sema = sema }

  // MARK: Declarations
  private(set) lazy var optionalDecl = sema.known(.optional)
  private(set) lazy var arrayDecl = sema.known(.array)
  private(set) lazy var dictionaryDecl = sema.known(.dictionary)
  private(set) lazy var setDecl = sema.known(.set)
  private(set) lazy var anyHashableDecl = sema.known(.anyHashable)
  private(set) lazy var rangeDecl = sema.known(.range)
  private(set) lazy var closedRangeDecl = sema.known(.closedRange)
  private(set) lazy var keyPathDecl = sema.known(.keyPath)
  private(set) lazy var writableKeyPathDecl = sema.known(.writableKeyPath)
  private(set) lazy var referenceWritableKeyPathDecl = sema.known(.referenceWritableKeyPath)
  private(set) lazy var partialKeyPathDecl = sema.known(.partialKeyPath)
  private(set) lazy var anyKeyPathDecl = sema.known(.anyKeyPath)
  private(set) lazy var viewBuilderDecl = sema.known(.viewBuilder)
  private(set) lazy var viewDecl = sema.known(.view)
  private(set) lazy var tupleViewDecl = sema.known(.tupleView)
  private(set) lazy var conditionalContentDecl = sema.known(.conditionalContent)
  private(set) lazy var emptyViewDecl = sema.known(.emptyView)

  private(set) lazy var typeOfFunction =
    sema.lookupPreludeTopLevel(name("type")).first { sema.decls.kind($0) == .function } ?? .none

  // MARK: Types
  private(set) lazy var int = sema.knownType(.int)
  private(set) lazy var double = sema.knownType(.double)
  private(set) lazy var float = sema.knownType(.float)
  private(set) lazy var cgFloat = sema.knownType(.cgFloat)
  private(set) lazy var string = sema.knownType(.string)
  private(set) lazy var character = sema.knownType(.character)
  private(set) lazy var unicodeScalar = sema.knownType(.unicodeScalar)
  private(set) lazy var never = sema.knownType(.never)
  private(set) lazy var bool = sema.knownType(.bool)

  // MARK: Protocols
  private(set) lazy var hashable = sema.knownType(.hashable)
  private(set) lazy var equatable = sema.knownType(.equatable)
  private(set) lazy var comparable = sema.knownType(.comparable)
  private(set) lazy var error = sema.knownType(.error)
  private(set) lazy var view = sema.knownType(.view)
  private(set) lazy var shapeStyle = sema.knownType(.shapeStyle)
  private(set) lazy var sequence = sema.knownType(.sequence)
  private(set) lazy var binaryInteger = sema.knownType(.binaryInteger)
  private(set) lazy var asyncSequence = sema.knownType(.asyncSequence)
  private(set) lazy var iteratorProtocol = sema.knownType(.iteratorProtocol)
  private(set) lazy var byInteger = sema.knownType(.expressibleByIntegerLiteral)
  private(set) lazy var byFloat = sema.knownType(.expressibleByFloatLiteral)
  private(set) lazy var byString = sema.knownType(.expressibleByStringLiteral)
  private(set) lazy var byUnicodeScalar = sema.knownType(.expressibleByUnicodeScalarLiteral)
  private(set) lazy var byInterpolation = sema.knownType(.expressibleByStringInterpolation)
  private(set) lazy var byBoolean = sema.knownType(.expressibleByBooleanLiteral)
  private(set) lazy var byArray = sema.knownType(.expressibleByArrayLiteral)
  private(set) lazy var byDictionary = sema.knownType(.expressibleByDictionaryLiteral)
  private(set) lazy var byNil = sema.knownType(.expressibleByNilLiteral)

  /// Int and the other integer types whose literals the machine makes itself.
  private(set) lazy var integers: [TypeID] = [
    Known.int, .uint, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64,
  ].map { sema.knownType($0) }

  func isInteger(_ type: TypeID) -> Bool { type != sema.types.error && integers.contains(type) }

  /// Magnitudes of the least and the greatest value of an integer type.
  func limits(ofInteger type: TypeID) -> (below: UInt64, above: UInt64)? {
    guard type != sema.types.error, let position = integers.firstIndex(of: type) else { return nil }
    switch position {
    case 0, 5: return (1 << 63, (1 << 63) - 1)
    case 1, 9: return (0, .max)
    case 2...4:
      let bits = UInt64(8 << (position - 2))
      return (1 << (bits - 1), (1 << (bits - 1)) - 1)
    default: return (0, (1 << UInt64(8 << (position - 6))) - 1)
    }
  }

  func isFloating(_ type: TypeID) -> Bool {
    type != sema.types.error && (type == double || type == cgFloat || type == float)
  }

  func isRange(_ decl: DeclID) -> Bool { decl != .none && (decl == rangeDecl || decl == closedRangeDecl) }

  /// `as` between a value type and the class that Foundation bridges it to.
  func isBridged(_ a: TypeID, _ b: TypeID) -> Bool {
    func spelled(_ type: TypeID) -> String {
      guard sema.types.kind(type) == .nominal, sema.decls.has(sema.types.decl(type), .isPrelude) else { return "" }
      return sema.names[sema.decls.name(sema.types.decl(type))]
    }
    if spelled(b) == "NSError" { return true }
    let left = spelled(a)
    let right = spelled(b)
    guard let (value, object) = right.hasPrefix("NS") ? (left, right) : left.hasPrefix("NS") ? (right, left) : nil
    else { return false }
    switch object {
    case "NSString", "NSArray", "NSDictionary", "NSSet", "NSDate", "NSURL", "NSData", "NSCalendar", "NSTimeZone",
      "NSLocale", "NSUUID", "NSIndexPath", "NSIndexSet", "NSCharacterSet", "NSURLRequest", "NSDateComponents",
      "NSDateInterval", "NSMeasurement", "NSAttributedString", "NSNotification":
      return value == object.dropFirst(2)
    case "NSDecimalNumber": return value == "Decimal"
    case "NSNumber": return ["Int", "Double", "Float", "CGFloat", "Bool", "UInt", "Decimal"].contains(value)
    default: return false
    }
  }

  /// Does Foundation have a class that values of the type become where an object is wanted?
  func isBridged(_ type: TypeID) -> Bool {
    guard sema.types.kind(type) == .nominal, sema.decls.has(sema.types.decl(type), .isPrelude) else { return false }
    switch sema.names[sema.decls.name(sema.types.decl(type))] {
    case "UUID", "Date", "URL", "Data", "Array", "Dictionary", "Set", "IndexPath", "IndexSet", "Decimal", "Locale",
      "Calendar", "TimeZone", "DateComponents", "DateInterval", "CharacterSet", "URLRequest", "Measurement":
      return true
    default: return false
    }
  }

  func name(_ text: String) -> NameID { sema.names.intern(text) }

  // MARK: Names
  private(set) lazy var append = name("append")
  private(set) lazy var failure = name("Failure")
  private(set) lazy var makeIterator = name("makeIterator")
  private(set) lazy var makeAsyncIterator = name("makeAsyncIterator")
  private(set) lazy var asyncIterator = name("AsyncIterator")
  private(set) lazy var next = name("next")
  private(set) lazy var integerLiteral = name("integerLiteral")
  private(set) lazy var floatLiteral = name("floatLiteral")
  private(set) lazy var booleanLiteral = name("booleanLiteral")
  private(set) lazy var stringLiteral = name("stringLiteral")
  private(set) lazy var characterLiteral = name("extendedGraphemeClusterLiteral")
  private(set) lazy var scalarLiteral = name("unicodeScalarLiteral")
  private(set) lazy var stringInterpolation = name("stringInterpolation")
  private(set) lazy var arrayLiteral = name("arrayLiteral")
  private(set) lazy var dictionaryLiteral = name("dictionaryLiteral")
  private(set) lazy var nilLiteral = name("nilLiteral")
  private(set) lazy var appendInterpolation = name("appendInterpolation")
  private(set) lazy var iterator = name("Iterator")
  private(set) lazy var interpolationType = name("StringInterpolation")
  private(set) lazy var keyPath = name("keyPath")
  private(set) lazy var accumulated = name("accumulated")
  private(set) lazy var none = name("none")
  private(set) lazy var some = name("some")
}
