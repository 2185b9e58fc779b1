/// The declarations of the prelude that the checker knows by name. No other file compares a name with one of these.
///
/// Each is looked up when it is first asked for; a prelude without it (a test's) answers `none`.
package enum Known: UInt8, CaseIterable {
  case view, viewBuilder, optional, array, dictionary, `set`, int, int8, int16, int32, int64, uint, uint8, uint16
  case uint32, uint64, double, float, cgFloat, string, character, bool, substring, staticString, range, closedRange
  case partialRangeFrom, partialRangeUpTo, partialRangeThrough, never, error, hashable, equatable, comparable
  case encodable, decodable, codingKey, encoder, decoder, hasher, identifiable, caseIterable, rawRepresentable
  case sendable, copyable, escapable, bitwiseCopyable, sendableMetatype, anyObject, anyHashable, observable
  case observableObject, observableObjectPublisher, published, expressibleByIntegerLiteral
  case expressibleByFloatLiteral, expressibleByStringLiteral, expressibleByBooleanLiteral, expressibleByNilLiteral
  case expressibleByArrayLiteral, expressibleByDictionaryLiteral, expressibleByStringInterpolation
  case expressibleByUnicodeScalarLiteral, expressibleByExtendedGraphemeClusterLiteral, sequence, collection
  case iteratorProtocol, asyncSequence, additiveArithmetic, numeric, floatingPoint, binaryInteger
  case binaryFloatingPoint, strideable, keyPath, writableKeyPath, referenceWritableKeyPath, partialKeyPath
  case anyKeyPath, binding, bindable, state, stateObject, observedObject, environmentObject, environment
  case environmentValues, focusState, gestureState, appStorage, sceneStorage, namespace, app, scene, sceneBuilder
  case windowGroup, previewProvider, dynamicProperty, viewModifier, shape, insettableShape, shapeStyle, animatable
  case animation, gesture, transition, text, localizedStringKey, color, image, imageResource, colorResource
  case tupleView, conditionalContent, anyView, emptyView, group, objectIdentifier, optionSet, setAlgebra, actor
  case mainActor, customStringConvertible, stringInterpolation, task, uiViewRepresentable, uiImage, uiColor, forEach
  case vStack, preferenceKey, selector, data, date, url, uuid, dispatchQueue, customNSError, localizedError
  case environmentKey, unicodeScalar, nsObject, cVarArg

  /// The name in the prelude.
  package var text: String { Self.texts[Int(rawValue)] }

  private static let texts = [
    "View", "ViewBuilder", "Optional", "Array", "Dictionary", "Set", "Int", "Int8", "Int16", "Int32", "Int64", "UInt",
    "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float", "CGFloat", "String", "Character", "Bool", "Substring",
    "StaticString", "Range", "ClosedRange", "PartialRangeFrom", "PartialRangeUpTo", "PartialRangeThrough", "Never",
    "Error", "Hashable", "Equatable", "Comparable", "Encodable", "Decodable", "CodingKey", "Encoder", "Decoder",
    "Hasher", "Identifiable", "CaseIterable", "RawRepresentable", "Sendable", "Copyable", "Escapable",
    "BitwiseCopyable", "SendableMetatype", "AnyObject", "AnyHashable", "Observable", "ObservableObject",
    "ObservableObjectPublisher", "Published", "ExpressibleByIntegerLiteral", "ExpressibleByFloatLiteral",
    "ExpressibleByStringLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByNilLiteral",
    "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral", "ExpressibleByStringInterpolation",
    "ExpressibleByUnicodeScalarLiteral", "ExpressibleByExtendedGraphemeClusterLiteral", "Sequence", "Collection",
    "IteratorProtocol", "AsyncSequence", "AdditiveArithmetic", "Numeric", "FloatingPoint", "BinaryInteger",
    "BinaryFloatingPoint", "Strideable", "KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath", "PartialKeyPath",
    "AnyKeyPath", "Binding", "Bindable", "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment",
    "EnvironmentValues", "FocusState", "GestureState", "AppStorage", "SceneStorage", "Namespace", "App", "Scene",
    "SceneBuilder", "WindowGroup", "PreviewProvider", "DynamicProperty", "ViewModifier", "Shape", "InsettableShape",
    "ShapeStyle", "Animatable", "Animation", "Gesture", "Transition", "Text", "LocalizedStringKey", "Color", "Image",
    "ImageResource", "ColorResource", "TupleView", "_ConditionalContent", "AnyView", "EmptyView", "Group",
    "ObjectIdentifier", "OptionSet", "SetAlgebra", "Actor", "MainActor", "CustomStringConvertible",
    "DefaultStringInterpolation", "Task", "UIViewRepresentable", "UIImage", "UIColor", "ForEach", "VStack",
    "PreferenceKey", "Selector", "Data", "Date", "URL", "UUID", "DispatchQueue", "CustomNSError", "LocalizedError",
    "EnvironmentKey", "UnicodeScalar", "NSObject", "CVarArg",
  ]
}

/// Answers, with `none` for what is not in the prelude.
struct KnownTable {
  var decls = [DeclID](repeating: .none, count: Known.allCases.count)
  var asked = [Bool](repeating: false, count: Known.allCases.count)
  /// `AnyObject` where the prelude does not declare it.
  var anyObject = DeclID.none
}

extension Sema {
  @inline(__always) package func known(_ known: Known) -> DeclID {
    let position = Int(known.rawValue)
    return self.known.asked[position] ? self.known.decls[position] : firstKnown(known)
  }

  @inline(never) private func firstKnown(_ known: Known) -> DeclID {
    let position = Int(known.rawValue)
    self.known.asked[position] = true
    var found = DeclID.none
    if let name = prelude.index.name(known.text) {
      for entry in prelude.index.topLevel(name) {
        let decl = decl(entry)
        if decls.kind(decl).isType {
          found = decl
          break
        }
      }
    }
    if found == .none {
      // Tests put their own small prelude into the module.
      declareFiles()
      let name = names.find(known.text)
      if name != .none {
        for decl in userMembers[pair(DeclID.none.raw, name.raw)] ?? [] where decls.kind(decl).isType {
          found = decl
          break
        }
      }
    }
    if found == .none && known == .anyObject {
      found = decls.add(
        .protocolDecl, name: names.intern("AnyObject"), parent: preludeModule(), file: 0, node: .none,
        flags: [.isPrelude, .isSynthesized])
    }
    self.known.decls[position] = found
    return found
  }

  /// A nominal without arguments.
  package func knownType(_ known: Known) -> TypeID {
    let decl = self.known(known)
    if decl == .none { return types.error }
    return decls.kind(decl) == .typeAlias ? typeAliasTarget(of: decl) : types.nominal(decl)
  }

  package func optional(_ wrapped: TypeID) -> TypeID { types.nominal(known(.optional), [wrapped]) }
  package func array(_ element: TypeID) -> TypeID { types.nominal(known(.array), [element]) }

  /// The payload of an Optional, or `none`.
  package func unwrapped(_ type: TypeID) -> TypeID {
    guard type != .none, types.kind(type) == .nominal, types.decl(type) == known(.optional),
      types.argumentCount(type) == 1
    else { return .none }
    return types.argument(type, 0)
  }

  package func isNominal(_ type: TypeID, _ known: Known) -> Bool {
    types.kind(type) == .nominal && types.decl(type) == self.known(known)
  }
}
