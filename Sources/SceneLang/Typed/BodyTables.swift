/// The tables of a body in the making. They have one owner and serve one body after the other; a `TypedBody` is the copy
/// that is kept.
struct BodyTables: ~Copyable {
  var expressions = Growable<TypedExpr>()
  var statements = Growable<TypedStmt>()
  var patterns = Growable<TypedPattern>()
  var lists = Growable<UInt32>()
  var locals: [TypedLocal] = []
  var closures: [TypedClosure] = []
  var strings: [String] = []
  var words = Growable<UInt64>()
  var parameters = Growable<LocalID>()
  var root: StmtID = .none

  /// A copy that takes no more memory than it needs.
  func copied() -> TypedBody {
    var copy = TypedBody()
    copy.expressions = expressions.array
    copy.statements = statements.array
    copy.patterns = patterns.array
    copy.lists = lists.array
    copy.locals = BodyTables.exact(locals)
    copy.closures = BodyTables.exact(closures)
    copy.strings = BodyTables.exact(strings)
    copy.words = words.array
    copy.parameters = parameters.array
    copy.root = root
    return copy
  }

  /// Rows in memory of their own. (An array made of the slice that is the whole of another shares its memory, reserve and
  /// all, and the other one has to find new memory.)
  @inline(__always) private static func exact<Row>(_ rows: [Row]) -> [Row] {
    if rows.isEmpty { return [] }
    var copy: [Row] = []
    rows.withUnsafeBufferPointer { copy.append(contentsOf: $0) }
    return copy
  }

  /// Drops everything; the memory stays.
  mutating func clear() {
    expressions.clear()
    statements.clear()
    patterns.clear()
    lists.clear()
    locals.clear()
    closures.clear()
    strings.clear()
    words.clear()
    parameters.clear()
    root = .none
  }
}
