/// Kinds of nodes, each with the layout of its children.
///
/// A layout in brackets has fixed slots: child i is slot i, and a slot marked `?` may hold the absent child. `name` is a
/// token; a quoted word is that token. After the slots, `...` says that more children follow. A node may have further
/// children of kind `unexpected` behind its slots (text the grammar has no place for). A layout "list of X" holds X in
/// any number, the separating tokens (`,`, `;`, `&`) among them, and perhaps `unexpected` nodes. "first '(' last ')'"
/// means that the delimiters are the first and the last child and the rest is a list.
///
/// What is long without being deep is flat: a chain of suffixes is one `postfixExpr`, a sequence of operators one
/// `sequenceExpr`, `else if` one `ifExpr`, so that no stage needs recursion over it. Required tokens and nodes that are
/// not in the text are there as missing tokens (`Token.isMissing`) and as `missingExpr`, `missingType`,
/// `missingPattern`, `missingDecl`.
package enum SyntaxKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  // MARK: Text
  /// list of items (declarations, statements, expressions, `;`), last child the endOfFile token
  case sourceFile
  /// list of tokens that fit nowhere
  case unexpected
  /// list of tokens: what stands deeper than the nesting limit
  case nestingLimit
  /// first '{' last '}', items
  case codeBlock
  /// first '{' last '}', declarations
  case memberBlock
  /// list of items without braces (body of a switch case)
  case statementList

  // MARK: Declarations: slot 0 attributeList?, slot 1 modifierList?, slot 2 the keyword
  /// [attributes?, modifiers?, 'import', kind keyword?, name, ...] then `.` name pairs
  case importDecl
  /// [attributes?, modifiers?, 'struct', name, genericParameterClause?, inheritanceClause?, whereClause?, memberBlock]
  case structDecl
  /// as structDecl
  case classDecl
  /// as structDecl
  case actorDecl
  /// as structDecl
  case enumDecl
  /// as structDecl; the generic parameter clause holds the primary associated types
  case protocolDecl
  /// [attributes?, modifiers?, 'extension', type, absent, inheritanceClause?, whereClause?, memberBlock]
  case extensionDecl
  /// [attributes?, modifiers?, 'func', name or operator, genericParameterClause?, parameterClause, effects?,
  /// returnClause?, whereClause?, codeBlock?]
  case functionDecl
  /// [attributes?, modifiers?, 'init', '?' or '!' or absent, genericParameterClause?, parameterClause, effects?, absent,
  /// whereClause?, codeBlock?]
  case initializerDecl
  /// [attributes?, modifiers?, 'deinit', absent, absent, absent, effects?, absent, absent, codeBlock?]
  case deinitializerDecl
  /// [attributes?, modifiers?, 'subscript', absent, genericParameterClause?, parameterClause, absent, returnClause,
  /// whereClause?, codeBlock (getter) or accessorBlock or absent]
  case subscriptDecl
  /// [attributes?, modifiers?, 'macro', name, genericParameterClause?, parameterClause, effects?, returnClause?,
  /// whereClause?, definition expression?, '='?]
  case macroDecl
  /// [attributes?, modifiers?, 'var' or 'let' or 'inout', ...] then patternBindings and commas
  case variableDecl
  /// [pattern, ':'?, type?, '='?, value?, codeBlock (getter) or accessorBlock or absent]
  case patternBinding
  /// first '{' last '}', accessorDecls
  case accessorBlock
  /// [attributes?, modifiers?, keyword ('get', 'set', 'willSet', 'didSet', '_read', '_modify', 'init', or an
  /// identifier), accessorParameter?, effects?, codeBlock?]
  case accessorDecl
  /// ['(', name, ')']
  case accessorParameter
  /// [attributes?, modifiers?, 'case', ...] then enumCaseElements and commas
  case enumCaseDecl
  /// [name, parameterClause?, '='?, raw value expression?]
  case enumCaseElement
  /// [attributes?, modifiers?, 'typealias', name, genericParameterClause?, '='?, type?, whereClause?]
  case typealiasDecl
  /// [attributes?, modifiers?, 'associatedtype', name, inheritanceClause?, '='?, type?, whereClause?]
  case associatedtypeDecl
  /// [attributes?, modifiers? ('prefix', 'infix', 'postfix'), 'operator', operator, ':'?, group name?]
  case operatorDecl
  /// [attributes?, modifiers?, 'precedencegroup', name, '{', '}', ...] then precedenceGroupAttributes
  case precedenceGroupDecl
  /// [label, ':', ...] then names, `true`, `false` and commas
  case precedenceGroupAttribute
  /// list of ifConfigClauses, last child '#endif'. Stands among items, members, switch cases, and as the last kind of
  /// suffix in a postfixExpr
  case ifConfig
  /// ['#if' or '#elseif' or '#else', condition?, ...] then the children of the surrounding list
  case ifConfigClause
  /// ['#sourceLocation', ...] then tokens
  case sourceLocation
  /// [attributes?, modifiers?]: attributes or modifiers that no declaration follows
  case missingDecl

  // MARK: Parts of declarations
  /// list of attributes and ifConfigs
  case attributeList
  /// ['@', type (identifierType or pathType), argumentClause or availabilityArguments or attributeTokens or absent]
  case attribute
  /// first '(' last ')', any tokens: arguments with a grammar of their own (`@objc(a:b:)`, `@convention(c)`)
  case attributeTokens
  /// first '(' last ')', availabilityArguments and commas; of `@available` and `#available`
  case availabilityArguments
  /// [name or '*', ':'?, versionTuple or stringLiteralExpr or absent]: `iOS 17.0`, `*`, `deprecated`,
  /// `introduced: 13`, `message: "text"`, `renamed: "x"`
  case availabilityArgument
  /// list of tokens
  case versionTuple
  /// list of tokens; `private(set)` is four of them
  case modifierList
  /// [':', ...] then types and commas
  case inheritanceClause
  /// first '<' last '>', genericParameters and commas
  case genericParameterClause
  /// [attributes?, 'each' or 'let' or absent, name, ':'?, type?]
  case genericParameter
  /// first '<' last '>', types and commas
  case genericArgumentClause
  /// ['where', ...] then requirements and commas
  case whereClause
  /// [type, ':', type]
  case conformanceRequirement
  /// [type, '==', type]
  case sameTypeRequirement
  /// first '(' last ')', parameters and commas
  case parameterClause
  /// [attributes?, modifiers?, first name?, second name?, ':'?, type?, ellipsis?, '='?, default value?]. The payload of
  /// an enum case uses it too, and a closure's parameters in parentheses
  case parameter
  /// ['async' or 'reasync' or absent, 'throws' or 'rethrows' or absent, '('?, thrown type?, ')'?]
  case effects
  /// ['->', type]
  case returnClause

  // MARK: Statements
  /// ['return', expression?]
  case returnStmt
  /// ['throw', expression]
  case throwStmt
  /// ['break', label?]
  case breakStmt
  /// ['continue', label?]
  case continueStmt
  /// ['fallthrough']
  case fallthroughStmt
  /// ['yield', expression]
  case yieldStmt
  /// ['then', expression]
  case thenStmt
  /// ['discard', expression]
  case discardStmt
  /// ['defer', codeBlock]
  case deferStmt
  /// ['do', effects?, codeBlock, ...] then catchClauses
  case doStmt
  /// ['catch', caseItemList?, codeBlock]
  case catchClause
  /// ['guard', conditionList, 'else', codeBlock]
  case guardStmt
  /// ['while', conditionList, codeBlock]
  case whileStmt
  /// ['repeat', codeBlock, 'while', expression]
  case repeatStmt
  /// ['for', 'try'?, 'await'?, 'case'?, pattern, ':'?, type?, 'in', sequence, 'where'?, condition?, codeBlock]
  case forStmt
  /// [label, ':', statement]
  case labeledStmt
  /// list of conditions and commas; a condition is an expression or one of the three below
  case conditionList
  /// ['let' or 'var' or 'inout', pattern, ':'?, type?, '='?, value?]
  case bindingCondition
  /// ['case', pattern, ':'?, type?, '=', value]
  case caseCondition
  /// ['#available' or '#unavailable', availabilityArguments]
  case availabilityCondition
  /// list of caseItems and commas
  case caseItemList
  /// [pattern, 'where'?, condition?]
  case caseItem

  // MARK: Statements that are expressions too
  /// list of ifClauses: `if a {} else if b {} else {}` is three
  case ifExpr
  /// ['else'?, 'if'?, conditionList?, codeBlock]
  case ifClause
  /// ['switch', subject, '{', '}', ...] then switchCases (and ifConfigs of them)
  case switchExpr
  /// [attributes?, 'case' or 'default', caseItemList?, ':', statementList]
  case switchCase

  // MARK: Expressions
  /// [name ('self', 'Self', 'super', 'init', 'Any', dollarIdentifier too), genericArgumentClause?, declNameArguments?]
  case identifierExpr
  /// first '(' last ')', labels and colons: `(x:y:)`
  case declNameArguments
  /// ['.', name, genericArgumentClause?, declNameArguments?]: `.red`
  case implicitMemberExpr
  /// [token]
  case integerLiteralExpr
  /// [token]
  case floatLiteralExpr
  /// ['true' or 'false']
  case booleanLiteralExpr
  /// ['nil']
  case nilLiteralExpr
  /// [token]
  case regexLiteralExpr
  /// first and last a stringQuote, stringSegment tokens and interpolations
  case stringLiteralExpr
  /// first '\(' last ')', arguments and commas
  case interpolation
  /// first '[' last ']', expressions and commas
  case arrayExpr
  /// first '[' last ']', dictionaryElements and commas; `[:]` has the colon alone
  case dictionaryExpr
  /// [key, ':', value]
  case dictionaryElement
  /// ['(', expression, ')']
  case parenExpr
  /// first '(' last ')', arguments and commas: `()`, `(a, b)`, `(x: 1)`
  case tupleExpr
  /// [label?, ':'?, expression]; of calls, subscripts, tuples, interpolations. A bare operator (`reduce(0, +)`) is an
  /// operatorExpr
  case argument
  /// [operator token]
  case operatorExpr
  /// ['{', closureSignature?, ...] then items, last '}'
  case closureExpr
  /// [attributes?, captureList?, parameterClause or closureParameterList or absent, effects?, returnClause?, 'in']
  case closureSignature
  /// first '[' last ']', captures and commas
  case captureList
  /// [modifierList? ('weak', 'unowned'), name?, '='?, value?]: `[weak self]` has the name alone
  case capture
  /// list of names and commas
  case closureParameterList
  /// [base expression, suffix, ...]; at least one suffix
  case postfixExpr
  /// suffix ['.', name (a name, keyword or integer), genericArgumentClause?, declNameArguments?]; in a key path the
  /// name is absent before a subscript or `?` (`\.[0]`)
  case memberSuffix
  /// suffix [argumentClause?, closureExpr?, ...] then labeledClosures
  case callSuffix
  /// suffix, as callSuffix with brackets
  case subscriptSuffix
  /// suffix ['?']
  case optionalChainSuffix
  /// suffix ['!']
  case forceUnwrapSuffix
  /// suffix [operator]
  case postfixOperatorSuffix
  /// suffix [genericArgumentClause] of a base that is no name
  case specializeSuffix
  /// first '(' or '[', last ')' or ']', arguments and commas
  case argumentClause
  /// [label, ':', closureExpr]
  case labeledClosure
  /// [operator, operand]
  case prefixExpr
  /// ['&', operand]
  case inoutExpr
  /// [operand, operator, operand, ...]. An operator is a token (binaryOperator, '=', '<', '>') or a node
  /// (ternaryOperator, castOperator, arrowOperator); behind a castOperator stands a type
  case sequenceExpr
  /// ['?', expression, ':']
  case ternaryOperator
  /// ['as' or 'is', '?' or '!' or absent]
  case castOperator
  /// [effects?, '->']
  case arrowOperator
  /// ['try', '?' or '!' or absent, expression]; covers all to its right
  case tryExpr
  /// ['await', expression]; covers all to its right
  case awaitExpr
  /// ['unsafe', expression]; covers all to its right
  case unsafeExpr
  /// ['copy' or 'consume' or 'borrow', operand]
  case ownershipExpr
  /// ['each', operand]
  case packElementExpr
  /// ['repeat', expression]
  case packExpansionExpr
  /// ['_']
  case discardExpr
  /// [type]: a type where the grammar wants an expression (`any P`, `some P`, `~P`)
  case typeExpr
  /// ['\', root type?, suffix, ...]; for `\.a` the root is absent. The suffixes are those of postfixExpr
  case keyPathExpr
  /// [attributes?, modifiers?, '#', name, genericArgumentClause?, argumentClause?, closureExpr?, ...] then
  /// labeledClosures. As a declaration and as an expression: `#Preview("a") { }`, `#selector(f)`, `#file`,
  /// `#colorLiteral(...)`, `#warning("")`
  case macroExpansion
  /// no children
  case missingExpr

  // MARK: Patterns
  /// ['_']
  case wildcardPattern
  /// [name]
  case identifierPattern
  /// first '(' last ')', tuplePatternElements and commas
  case tuplePattern
  /// [label?, ':'?, pattern]
  case tuplePatternElement
  /// ['let' or 'var' or 'inout', pattern]
  case valueBindingPattern
  /// [expression, tuplePattern?]: a path to a case (implicitMemberExpr, identifierExpr, postfixExpr of memberSuffixes)
  /// and its payload. Without a payload it may as well name a static member
  case enumCasePattern
  /// [pattern, '?']
  case optionalPattern
  /// ['is', type]
  case isPattern
  /// [pattern, 'as', type]
  case asPattern
  /// [expression]
  case expressionPattern
  /// no children
  case missingPattern

  // MARK: Types
  /// [name ('Self', 'Any', '_', 'class' too), genericArgumentClause?]
  case identifierType
  /// [type, '.', identifierType, ...] then further '.', identifierType pairs
  case pathType
  /// [type, '.', 'Type' or 'Protocol']
  case metatypeType
  /// [type, '?']
  case optionalType
  /// [type, '!']
  case unwrappedOptionalType
  /// ['[', type, ']']
  case arrayType
  /// ['[', key, ':', value, ']']
  case dictionaryType
  /// ['[', count type, 'of', type, ']']
  case inlineArrayType
  /// first '(' last ')', tupleTypeElements and commas; one without a name is a type in parentheses
  case tupleType
  /// [first name?, second name?, ':'?, type, ellipsis?]
  case tupleTypeElement
  /// [tupleType, effects?, '->', result type]
  case functionType
  /// list of types and '&'
  case compositionType
  /// ['some', type]
  case someType
  /// ['any', type]
  case anyType
  /// ['~', type]
  case suppressedType
  /// [attributes?, modifierList? ('inout', 'borrowing', 'sending', 'isolated' ...), type]
  case attributedType
  /// ['each', type]
  case packElementType
  /// ['repeat', type]
  case packExpansionType
  /// [expression]: a value as a generic argument
  case valueType
  /// no children
  case missingType
}

/// Slots that many kinds share.
package enum Slot {
  // Declarations
  package static let attributes = 0
  package static let modifiers = 1
  package static let keyword = 2
  package static let name = 3
  // structDecl and its like
  package static let typeGenerics = 4
  package static let inheritance = 5
  package static let typeWhere = 6
  package static let members = 7
  // functionDecl and its like
  package static let generics = 4
  package static let parameters = 5
  package static let effects = 6
  package static let result = 7
  package static let whereClause = 8
  package static let body = 9
  // parameter
  package static let parameterFirstName = 2
  package static let parameterSecondName = 3
  package static let parameterType = 5
  package static let parameterEllipsis = 6
  package static let parameterDefault = 8
  // patternBinding
  package static let bindingPattern = 0
  package static let bindingType = 2
  package static let bindingValue = 4
  package static let bindingAccessors = 5
  // macroExpansion
  package static let macroName = 3
  package static let macroArguments = 5
  package static let macroClosure = 6
}
