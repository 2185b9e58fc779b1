/// The shape of the tree for each construct: source text and the compact dump of its items.
import XCTest

@testable import SceneLang

final class SyntaxShapeTests: XCTestCase {
  private func check(_ source: String, _ expected: String, line: UInt = #line) {
    let tree = Parser.parse(SourceFile(name: "a.scene", text: source))
    var items = tree.childRange(tree.root).map { tree.childTable[$0] }
    items.removeLast()
    let dump = items.map { $0.isNode ? tree.compactDump($0.node) : "'\(tree.text($0.token))'" }.joined(separator: " ")
    XCTAssertEqual(dump, expected.split(separator: "\n").joined(separator: " "), line: line)
    XCTAssertEqual(tree.reconstructed(), Array(source.utf8), line: line)
    XCTAssertEqual(ParseDiagnostics.diagnose(tree, file: 0).map(\.message), [], line: line)
  }

  func testDeclarations() {
    check(
      ##"""
      import struct Foundation.Date
      """##,
      ##"""
      (importDecl - - 'import' 'struct' 'Foundation' '.' 'Date')
      """##)
    check(
      ##"""
      @MainActor public final class A<T: P, each U>: B, @unchecked C where T.X == Int { }
      """##,
      ##"""
      (classDecl (attributeList (attribute '@' (identifierType 'MainActor' -) -)) (modifierList 'public'
      'final') 'class' 'A' (genericParameterClause '<' (genericParameter - - 'T' ':' (identifierType 'P'
      -)) ',' (genericParameter - 'each' 'U' - -) '>') (inheritanceClause ':' (identifierType 'B' -) ','
      (attributedType (attributeList (attribute '@' (identifierType 'unchecked' -) -)) - (identifierType
      'C' -))) (whereClause 'where' (sameTypeRequirement (pathType (identifierType 'T' -) '.'
      (identifierType 'X' -)) '==' (identifierType 'Int' -))) (memberBlock '{' '}'))
      """##)
    check(
      ##"""
      protocol P<Item>: AnyObject { associatedtype Item: Q = Int where Item: R; var x: Int { get nonmutating set } }
      """##,
      ##"""
      (protocolDecl - - 'protocol' 'P' (genericParameterClause '<' (genericParameter - - 'Item' - -) '>')
      (inheritanceClause ':' (identifierType 'AnyObject' -)) - (memberBlock '{' (associatedtypeDecl - -
      'associatedtype' 'Item' (inheritanceClause ':' (identifierType 'Q' -)) '=' (identifierType 'Int' -)
      (whereClause 'where' (conformanceRequirement (identifierType 'Item' -) ':' (identifierType 'R' -))))
      ';' (variableDecl - - 'var' (patternBinding (identifierPattern 'x') ':' (identifierType 'Int' -) - -
      (accessorBlock '{' (accessorDecl - - 'get' - - -) (accessorDecl - (modifierList 'nonmutating') 'set'
      - - -) '}'))) '}'))
      """##)
    check(
      ##"""
      extension [Int] { subscript(i: Int, _ j: T = 1) -> Int { i } }
      """##,
      ##"""
      (extensionDecl - - 'extension' (arrayType '[' (identifierType 'Int' -) ']') - - - (memberBlock '{'
      (subscriptDecl - - 'subscript' - - (parameterClause '(' (parameter - - 'i' - ':' (identifierType
      'Int' -) - - -) ',' (parameter - - '_' 'j' ':' (identifierType 'T' -) - '=' (integerLiteralExpr
      '1')) ')') - (returnClause '->' (identifierType 'Int' -)) - (codeBlock '{' (identifierExpr 'i' - -)
      '}')) '}'))
      """##)
    check(
      ##"""
      enum E: Int { case a = 1, b(x: Int, String = "", @escaping () -> Void); indirect case c }
      """##,
      ##"""
      (enumDecl - - 'enum' 'E' - (inheritanceClause ':' (identifierType 'Int' -)) - (memberBlock '{'
      (enumCaseDecl - - 'case' (enumCaseElement 'a' - '=' (integerLiteralExpr '1')) ',' (enumCaseElement
      'b' (parameterClause '(' (parameter - - 'x' - ':' (identifierType 'Int' -) - - -) ',' (parameter - -
      - - - (identifierType 'String' -) - '=' (stringLiteralExpr '"' '"')) ',' (parameter - - - - -
      (attributedType (attributeList (attribute '@' (identifierType 'escaping' -) -)) - (functionType
      (tupleType '(' ')') - '->' (identifierType 'Void' -))) - - -) ')') - -)) ';' (enumCaseDecl -
      (modifierList 'indirect') 'case' (enumCaseElement 'c' - - -)) '}'))
      """##)
    check(
      ##"""
      func f<T>(_ a: inout T, b c: Int..., @V d: () -> some View = { }) async throws(E) -> (x: Int, y: [T: U]) where T: P
      """##,
      ##"""
      (functionDecl - - 'func' 'f' (genericParameterClause '<' (genericParameter - - 'T' - -) '>')
      (parameterClause '(' (parameter - - '_' 'a' ':' (attributedType - (modifierList 'inout')
      (identifierType 'T' -)) - - -) ',' (parameter - - 'b' 'c' ':' (identifierType 'Int' -) '...' - -)
      ',' (parameter (attributeList (attribute '@' (identifierType 'V' -) -)) - 'd' - ':' (functionType
      (tupleType '(' ')') - '->' (someType 'some' (identifierType 'View' -))) - '=' (closureExpr '{' -
      '}')) ')') (effects 'async' 'throws' '(' (identifierType 'E' -) ')') (returnClause '->' (tupleType
      '(' (tupleTypeElement 'x' - ':' (identifierType 'Int' -) -) ',' (tupleTypeElement 'y' - ':'
      (dictionaryType '[' (identifierType 'T' -) ':' (identifierType 'U' -) ']') -) ')')) (whereClause
      'where' (conformanceRequirement (identifierType 'T' -) ':' (identifierType 'P' -))) -)
      """##)
    check(
      ##"""
      var (a, b): (Int, Int) = (1, 2), c = 3 { didSet { } }
      """##,
      ##"""
      (variableDecl - - 'var' (patternBinding (tuplePattern '(' (tuplePatternElement - -
      (identifierPattern 'a')) ',' (tuplePatternElement - - (identifierPattern 'b')) ')') ':' (tupleType
      '(' (tupleTypeElement - - - (identifierType 'Int' -) -) ',' (tupleTypeElement - - - (identifierType
      'Int' -) -) ')') '=' (tupleExpr '(' (argument - - (integerLiteralExpr '1')) ',' (argument - -
      (integerLiteralExpr '2')) ')') -) ',' (patternBinding (identifierPattern 'c') - - '='
      (integerLiteralExpr '3') (accessorBlock '{' (accessorDecl - - 'didSet' - - (codeBlock '{' '}'))
      '}')))
      """##)
    check(
      ##"""
      private(set) lazy var x: Int? { get { 1 } set(v) { } }
      """##,
      ##"""
      (variableDecl - (modifierList 'private' '(' 'set' ')' 'lazy') 'var' (patternBinding
      (identifierPattern 'x') ':' (optionalType (identifierType 'Int' -) '?') - - (accessorBlock '{'
      (accessorDecl - - 'get' - - (codeBlock '{' (integerLiteralExpr '1') '}')) (accessorDecl - - 'set'
      (accessorParameter '(' 'v' ')') - (codeBlock '{' '}')) '}')))
      """##)
    check(
      ##"""
      infix operator +++: G
      """##,
      ##"""
      (operatorDecl - (modifierList 'infix') 'operator' '+++' ':' 'G')
      """##)
    check(
      ##"""
      precedencegroup G { higherThan: A, B associativity: left }
      """##,
      ##"""
      (precedenceGroupDecl - - 'precedencegroup' 'G' '{' '}' (precedenceGroupAttribute 'higherThan' ':'
      'A' ',' 'B') (precedenceGroupAttribute 'associativity' ':' 'left'))
      """##)
    check(
      ##"""
      typealias F<T> = @Sendable (T) async -> any P & Q
      """##,
      ##"""
      (typealiasDecl - - 'typealias' 'F' (genericParameterClause '<' (genericParameter - - 'T' - -) '>')
      '=' (attributedType (attributeList (attribute '@' (identifierType 'Sendable' -) -)) - (functionType
      (tupleType '(' (tupleTypeElement - - - (identifierType 'T' -) -) ')') (effects 'async' - - - -) '->'
      (anyType 'any' (compositionType (identifierType 'P' -) '&' (identifierType 'Q' -))))) -)
      """##)
  }

  func testStatements() {
    check(
      ##"""
      guard let a, var b: Int = c, case .some(let x) = y, #available(iOS 17.0, *) else { return }
      """##,
      ##"""
      (guardStmt 'guard' (conditionList (bindingCondition 'let' (identifierPattern 'a') - - - -) ','
      (bindingCondition 'var' (identifierPattern 'b') ':' (identifierType 'Int' -) '=' (identifierExpr 'c'
      - -)) ',' (caseCondition 'case' (enumCasePattern (implicitMemberExpr '.' 'some' - -) (tuplePattern
      '(' (tuplePatternElement - - (valueBindingPattern 'let' (identifierPattern 'x'))) ')')) - - '='
      (identifierExpr 'y' - -)) ',' (availabilityCondition '#available' (availabilityArguments '('
      (availabilityArgument 'iOS' - (versionTuple '17.0')) ',' (availabilityArgument '*' - -) ')')))
      'else' (codeBlock '{' (returnStmt 'return' -) '}'))
      """##)
    check(
      ##"""
      if a { 1 } else if let b { 2 } else { 3 }
      """##,
      ##"""
      (ifExpr (ifClause - 'if' (conditionList (identifierExpr 'a' - -)) (codeBlock '{' (integerLiteralExpr
      '1') '}')) (ifClause 'else' 'if' (conditionList (bindingCondition 'let' (identifierPattern 'b') - -
      - -)) (codeBlock '{' (integerLiteralExpr '2') '}')) (ifClause 'else' - - (codeBlock '{'
      (integerLiteralExpr '3') '}')))
      """##)
    check(
      ##"""
      for case let (i, x) in y where i > 0 { continue l }
      """##,
      ##"""
      (forStmt 'for' - - 'case' (valueBindingPattern 'let' (tuplePattern '(' (tuplePatternElement - -
      (identifierPattern 'i')) ',' (tuplePatternElement - - (identifierPattern 'x')) ')')) - - 'in'
      (identifierExpr 'y' - -) 'where' (sequenceExpr (identifierExpr 'i' - -) '>' (integerLiteralExpr
      '0')) (codeBlock '{' (continueStmt 'continue' 'l') '}'))
      """##)
    check(
      ##"""
      switch x { case .a(let y, _), is T where y: f(); case let z as Int: break; @unknown default: g() }
      """##,
      ##"""
      (switchExpr 'switch' (identifierExpr 'x' - -) '{' '}' (switchCase - 'case' (caseItemList (caseItem
      (enumCasePattern (implicitMemberExpr '.' 'a' - -) (tuplePattern '(' (tuplePatternElement - -
      (valueBindingPattern 'let' (identifierPattern 'y'))) ',' (tuplePatternElement - - (wildcardPattern
      '_')) ')')) - -) ',' (caseItem (isPattern 'is' (identifierType 'T' -)) 'where' (identifierExpr 'y' -
      -))) ':' (statementList (postfixExpr (identifierExpr 'f' - -) (callSuffix (argumentClause '(' ')')
      -)) ';')) (switchCase - 'case' (caseItemList (caseItem (valueBindingPattern 'let' (asPattern
      (identifierPattern 'z') 'as' (identifierType 'Int' -))) - -)) ':' (statementList (breakStmt 'break'
      -) ';')) (switchCase (attributeList (attribute '@' (identifierType 'unknown' -) -)) 'default' - ':'
      (statementList (postfixExpr (identifierExpr 'g' - -) (callSuffix (argumentClause '(' ')') -)))))
      """##)
    check(
      ##"""
      do { try f() } catch let e as E { } catch { }
      """##,
      ##"""
      (doStmt 'do' - (codeBlock '{' (tryExpr 'try' - (postfixExpr (identifierExpr 'f' - -) (callSuffix
      (argumentClause '(' ')') -))) '}') (catchClause 'catch' (caseItemList (caseItem (valueBindingPattern
      'let' (asPattern (identifierPattern 'e') 'as' (identifierType 'E' -))) - -)) (codeBlock '{' '}'))
      (catchClause 'catch' - (codeBlock '{' '}')))
      """##)
    check(
      ##"""
      l: while x < 3 { x += 1 }; repeat { } while y
      """##,
      ##"""
      (labeledStmt 'l' ':' (whileStmt 'while' (conditionList (sequenceExpr (identifierExpr 'x' - -) '<'
      (integerLiteralExpr '3'))) (codeBlock '{' (sequenceExpr (identifierExpr 'x' - -) '+='
      (integerLiteralExpr '1')) '}'))) ';' (repeatStmt 'repeat' (codeBlock '{' '}') 'while'
      (identifierExpr 'y' - -))
      """##)
    check(
      ##"""
      x = a ? b : c ?? d as? Int
      """##,
      ##"""
      (sequenceExpr (identifierExpr 'x' - -) '=' (identifierExpr 'a' - -) (ternaryOperator '?'
      (identifierExpr 'b' - -) ':') (identifierExpr 'c' - -) '??' (identifierExpr 'd' - -) (castOperator
      'as' '?') (identifierType 'Int' -))
      """##)
  }

  func testExpressions() {
    check(
      ##"""
      a.b(1, x: $0)[0]?.c!.d { $0 } e: { }
      """##,
      ##"""
      (postfixExpr (identifierExpr 'a' - -) (memberSuffix '.' 'b' - -) (callSuffix (argumentClause '('
      (argument - - (integerLiteralExpr '1')) ',' (argument 'x' ':' (identifierExpr '$0' - -)) ')') -)
      (subscriptSuffix (argumentClause '[' (argument - - (integerLiteralExpr '0')) ']') -)
      (optionalChainSuffix '?') (memberSuffix '.' 'c' - -) (forceUnwrapSuffix '!') (memberSuffix '.' 'd' -
      -) (callSuffix - (closureExpr '{' - (identifierExpr '$0' - -) '}') (labeledClosure 'e' ':'
      (closureExpr '{' - '}'))))
      """##)
    check(
      ##"""
      let k = \Root.a[0].b?.c!
      """##,
      ##"""
      (variableDecl - - 'let' (patternBinding (identifierPattern 'k') - - '=' (keyPathExpr '\'
      (identifierType 'Root' -) (memberSuffix '.' 'a' - -) (subscriptSuffix (argumentClause '[' (argument
      - - (integerLiteralExpr '0')) ']') -) (memberSuffix '.' 'b' - -) (optionalChainSuffix '?')
      (memberSuffix '.' 'c' - -) (forceUnwrapSuffix '!')) -))
      """##)
    check(
      ##"""
      let k = \.self
      """##,
      ##"""
      (variableDecl - - 'let' (patternBinding (identifierPattern 'k') - - '=' (keyPathExpr '\' -
      (memberSuffix '.' 'self' - -)) -))
      """##)
    check(
      ##"""
      "a\(x, f: 1)b"
      """##,
      ##"""
      (stringLiteralExpr '"' 'a' (interpolation '\(' (argument - - (identifierExpr 'x' - -)) ',' (argument
      'f' ':' (integerLiteralExpr '1')) ')') 'b' '"')
      """##)
    check(
      ##"""
      #"raw \n \#(y)"#
      """##,
      ##"""
      (stringLiteralExpr '#"' 'raw \n ' (interpolation '\#(' (argument - - (identifierExpr 'y' - -)) ')')
      '"#')
      """##)
    check(
      ##"""
      { [weak self, x = 1] (a: Int, b) async -> Int in a }
      """##,
      ##"""
      (closureExpr '{' (closureSignature - (captureList '[' (capture (modifierList 'weak') 'self' - -) ','
      (capture - 'x' '=' (integerLiteralExpr '1')) ']') (parameterClause '(' (parameter - - 'a' - ':'
      (identifierType 'Int' -) - - -) ',' (parameter - - 'b' - - - - - -) ')') (effects 'async' - - - -)
      (returnClause '->' (identifierType 'Int' -)) 'in') (identifierExpr 'a' - -) '}')
      """##)
    check(
      ##"""
      { a, _ in a }
      """##,
      ##"""
      (closureExpr '{' (closureSignature - - (closureParameterList 'a' ',' '_') - - 'in') (identifierExpr
      'a' - -) '}')
      """##)
    check(
      ##"""
      Foo<Int, [A]>(x).y < z
      """##,
      ##"""
      (sequenceExpr (postfixExpr (identifierExpr 'Foo' (genericArgumentClause '<' (identifierType 'Int' -)
      ',' (arrayType '[' (identifierType 'A' -) ']') '>') -) (callSuffix (argumentClause '(' (argument - -
      (identifierExpr 'x' - -)) ')') -) (memberSuffix '.' 'y' - -)) '<' (identifierExpr 'z' - -))
      """##)
    check(
      ##"""
      [1: 2, 3: 4]
      """##,
      ##"""
      (dictionaryExpr '[' (dictionaryElement (integerLiteralExpr '1') ':' (integerLiteralExpr '2')) ','
      (dictionaryElement (integerLiteralExpr '3') ':' (integerLiteralExpr '4')) ']')
      """##)
    check(
      ##"""
      [:]
      """##,
      ##"""
      (dictionaryExpr '[' ':' ']')
      """##)
    check(
      ##"""
      (a, b: 1)
      """##,
      ##"""
      (tupleExpr '(' (argument - - (identifierExpr 'a' - -)) ',' (argument 'b' ':' (integerLiteralExpr
      '1')) ')')
      """##)
    check(
      ##"""
      try! await f() + 1
      """##,
      ##"""
      (tryExpr 'try' '!' (awaitExpr 'await' (sequenceExpr (postfixExpr (identifierExpr 'f' - -)
      (callSuffix (argumentClause '(' ')') -)) '+' (integerLiteralExpr '1'))))
      """##)
    check(
      ##"""
      #Preview("n", traits: .x) { V() }
      """##,
      ##"""
      (macroExpansion - - '#' 'Preview' - (argumentClause '(' (argument - - (stringLiteralExpr '"' 'n'
      '"')) ',' (argument 'traits' ':' (implicitMemberExpr '.' 'x' - -)) ')') (closureExpr '{' -
      (postfixExpr (identifierExpr 'V' - -) (callSuffix (argumentClause '(' ')') -)) '}'))
      """##)
    check(
      ##"""
      #Scenario("x", device: .iPhone14) { V() } steps: { tap("a") }
      """##,
      ##"""
      (macroExpansion - - '#' 'Scenario' - (argumentClause '(' (argument - - (stringLiteralExpr '"' 'x'
      '"')) ',' (argument 'device' ':' (implicitMemberExpr '.' 'iPhone14' - -)) ')') (closureExpr '{' -
      (postfixExpr (identifierExpr 'V' - -) (callSuffix (argumentClause '(' ')') -)) '}') (labeledClosure
      'steps' ':' (closureExpr '{' - (postfixExpr (identifierExpr 'tap' - -) (callSuffix (argumentClause
      '(' (argument - - (stringLiteralExpr '"' 'a' '"')) ')') -)) '}')))
      """##)
    check(
      ##"""
      #selector(A.b(c:))
      """##,
      ##"""
      (macroExpansion - - '#' 'selector' - (argumentClause '(' (argument - - (postfixExpr (identifierExpr
      'A' - -) (memberSuffix '.' 'b' - (declNameArguments '(' 'c' ':' ')')))) ')') -)
      """##)
    check(
      ##"""
      repeat each x
      """##,
      ##"""
      (packExpansionExpr 'repeat' (packElementExpr 'each' (identifierExpr 'x' - -)))
      """##)
    check(
      ##"""
      -x + !y & &z
      """##,
      ##"""
      (sequenceExpr (prefixExpr '-' (identifierExpr 'x' - -)) '+' (prefixExpr '!' (identifierExpr 'y' -
      -)) '&' (inoutExpr '&' (identifierExpr 'z' - -)))
      """##)
    check(
      ##"""
      let v: ~Copyable? = any P.self
      """##,
      ##"""
      (variableDecl - - 'let' (patternBinding (identifierPattern 'v') ':' (suppressedType '~'
      (optionalType (identifierType 'Copyable' -) '?')) '=' (postfixExpr (typeExpr (anyType 'any'
      (identifierType 'P' -))) (memberSuffix '.' 'self' - -)) -))
      """##)
    check(
      ##"""
      let v: (Int) -> [A<B<C>>] = f
      """##,
      ##"""
      (variableDecl - - 'let' (patternBinding (identifierPattern 'v') ':' (functionType (tupleType '('
      (tupleTypeElement - - - (identifierType 'Int' -) -) ')') - '->' (arrayType '[' (identifierType 'A'
      (genericArgumentClause '<' (identifierType 'B' (genericArgumentClause '<' (identifierType 'C' -)
      '>')) '>')) ']')) '=' (identifierExpr 'f' - -) -))
      """##)
    check(
      ##"""
      .red.opacity(0.5)
      """##,
      ##"""
      (postfixExpr (implicitMemberExpr '.' 'red' - -) (memberSuffix '.' 'opacity' - -) (callSuffix
      (argumentClause '(' (argument - - (floatLiteralExpr '0.5')) ')') -))
      """##)
    check(
      ##"""
      x.0.1
      """##,
      ##"""
      (postfixExpr (identifierExpr 'x' - -) (memberSuffix '.' '0' - -) (memberSuffix '.' '1' - -))
      """##)
    check(
      ##"""
      f(+, a.b(c:d:))
      """##,
      ##"""
      (postfixExpr (identifierExpr 'f' - -) (callSuffix (argumentClause '(' (argument - - (operatorExpr
      '+')) ',' (argument - - (postfixExpr (identifierExpr 'a' - -) (memberSuffix '.' 'b' -
      (declNameArguments '(' 'c' ':' 'd' ':' ')')))) ')') -))
      """##)
    check(
      ##"""
      #if os(iOS)
      let a = 1
      #elseif B
      f()
      #else
      #endif
      """##,
      ##"""
      (ifConfig (ifConfigClause '#if' (postfixExpr (identifierExpr 'os' - -) (callSuffix (argumentClause
      '(' (argument - - (identifierExpr 'iOS' - -)) ')') -)) (variableDecl - - 'let' (patternBinding
      (identifierPattern 'a') - - '=' (integerLiteralExpr '1') -))) (ifConfigClause '#elseif'
      (identifierExpr 'B' - -) (postfixExpr (identifierExpr 'f' - -) (callSuffix (argumentClause '(' ')')
      -))) (ifConfigClause '#else' -) '#endif')
      """##)
    check(
      ##"""
      x
        .a()
      #if A
        .b { }
      #endif
        .c
      """##,
      ##"""
      (postfixExpr (identifierExpr 'x' - -) (memberSuffix '.' 'a' - -) (callSuffix (argumentClause '('
      ')') -) (ifConfig (ifConfigClause '#if' (identifierExpr 'A' - -) (memberSuffix '.' 'b' - -)
      (callSuffix - (closureExpr '{' - '}'))) '#endif') (memberSuffix '.' 'c' - -))
      """##)
  }
}
