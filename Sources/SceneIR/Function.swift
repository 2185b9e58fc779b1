/// Functions of a module: straight register code with jumps.
package struct FunctionRow: Equatable, Sendable {
  /// Readable name: `HomeView.body`, `closure #1 in HomeView.body`.
  package var name: String
  /// Hidden type arguments; they arrive in registers `0 ..< typeParameterCount`.
  package var typeParameterCount: Int
  /// Values that arrive in the registers after the type arguments; captured values of a closure come last.
  package var parameterCount: Int
  /// 1, plus one for each `inout` parameter (and a mutating `self`): their final values follow the result.
  package var resultCount: Int
  package var registerCount: Int
  package var code: [UInt64]
  /// Protected ranges, innermost first.
  package var handlers: [HandlerRow]
  /// Sorted by `pc`; each holds from its `pc` to the next.
  package var places: [PlaceRow]
  package var isAsync: Bool

  package init(
    name: String, typeParameterCount: Int = 0, parameterCount: Int = 0, resultCount: Int = 1, registerCount: Int = 0,
    code: [UInt64] = [], handlers: [HandlerRow] = [], places: [PlaceRow] = [], isAsync: Bool = false
  ) {
    self.name = name
    self.typeParameterCount = typeParameterCount
    self.parameterCount = parameterCount
    self.resultCount = resultCount
    self.registerCount = registerCount
    self.code = code
    self.handlers = handlers
    self.places = places
    self.isAsync = isAsync
  }
}

package struct HandlerRow: Equatable, Sendable {
  /// Half-open range of instructions, and where a thrown error continues, with the error in `register`.
  package var start: Int
  package var end: Int
  package var target: Int
  package var register: Int

  package init(start: Int, end: Int, target: Int, register: Int) {
    self.start = start
    self.end = end
    self.target = target
    self.register = register
  }
}

package struct PlaceRow: Equatable, Sendable {
  package var pc: Int
  package var place: SourcePoint

  package init(pc: Int, place: SourcePoint) {
    self.pc = pc
    self.place = place
  }
}
