/// Names of the API that rules know, and what a declaration of the prelude is to them.
///
/// A name counts only where its owner fits: `.offset` of a view is a modifier, `.offset` of a collection is not.
package enum LintSymbol: UInt8, CaseIterable, BitwiseCopyable {
  // Modifiers
  case animation, transition, matchedGeometryEffect, frame, offset, position, padding, opacity, scaleEffect
  case rotationEffect, rotation3DEffect, blur, zIndex, onAppear, onDisappear, onTapGesture, onLongPressGesture
  case gesture, highPriorityGesture, simultaneousGesture, contentShape, background, overlay, mask, clipped
  case clipShape, id, tag, preference, anchorPreference, transformPreference, onPreferenceChange
  case overlayPreferenceValue, backgroundPreferenceValue, onGeometryChange, coordinateSpace, allowsHitTesting
  case onChange, task, onReceive, transaction, phaseAnimator, keyframeAnimator, foregroundColor, foregroundStyle
  case brightness, saturation, contrast, hueRotation, grayscale, shadow, fixedSize, layoutPriority, aspectRatio
  case scaledToFit, scaledToFill, containerRelativeFrame, sheet, fullScreenCover, popover, trim, rotation, fill
  case stroke, navigationDestination, alert, confirmationDialog, ignoresSafeArea, edgesIgnoringSafeArea, onHover
  case refreshable, border, tint, font, hidden, disabled, contentTransition, onSubmit, cornerRadius
  case compositingGroup, drawingGroup, scrollTransition, toolbar, listRowBackground, swipeActions, safeAreaInset
  case tabItem, navigationTitle, colorMultiply, listRowInsets, buttonStyle, accessibilityHidden, modifier
  // Types made by an initialiser
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case ZStack, VStack, HStack, LazyVStack, LazyHStack, LazyVGrid, LazyHGrid, ScrollView, List, Form, Group, Section
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case ForEach, Spacer, Color, Text, Image, Label, Button, GeometryReader, NavigationLink, NavigationStack
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case Rectangle, RoundedRectangle, Circle, Capsule, Ellipse, LinearGradient, RadialGradient, AngularGradient
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case AnyView, Divider, Grid, GridRow, ViewThatFits, DragGesture, TapGesture, Task, Spring, PhaseAnimator
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case TimelineView, ControlGroup, UUID, UIImage, NSImage, Menu, NavigationView, TabView, ScrollViewReader, Toggle
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case Picker, EmptyView, UnevenRoundedRectangle, Canvas, AsyncImage, Path, DisclosureGroup, Tab
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case ContentUnavailableView, MeshGradient, EllipticalGradient, Date, KeyframeAnimator, NavigationSplitView, Timer
  // Functions and members
  case withAnimation, withTransaction, asyncAfter, async, repeatForever, repeatCount, delay, speed, spring
  case interactiveSpring, interpolatingSpring, smooth, snappy, bouncy, onChanged, onEnded, updating, translation
  case location, bounds, main, named, global, indices, enumerated, random, randomElement, startLocation
  case predictedEndTranslation, predictedEndLocation, size, toggle, append, insert, remove, removeFirst, removeLast
  case removeAll, move, sort, shuffle, swapAt, reverse, count, local, nativeBounds, `default`, run, easeIn, easeOut
  case easeInOut, linear, contains, safeAreaInsets, sleep, scheduledTimer
}

extension LintSymbol {
  /// The names in source, in the order of the cases.
  static let spelling: StaticString = """
    animation transition matchedGeometryEffect frame offset position padding opacity scaleEffect rotationEffect \
    rotation3DEffect blur zIndex onAppear onDisappear onTapGesture onLongPressGesture gesture \
    highPriorityGesture simultaneousGesture contentShape background overlay mask clipped clipShape id tag \
    preference anchorPreference transformPreference onPreferenceChange overlayPreferenceValue \
    backgroundPreferenceValue onGeometryChange coordinateSpace allowsHitTesting onChange task onReceive \
    transaction phaseAnimator keyframeAnimator foregroundColor foregroundStyle brightness saturation contrast \
    hueRotation grayscale shadow fixedSize layoutPriority aspectRatio scaledToFit scaledToFill \
    containerRelativeFrame sheet fullScreenCover popover trim rotation fill stroke navigationDestination alert \
    confirmationDialog ignoresSafeArea edgesIgnoringSafeArea onHover refreshable border tint font hidden \
    disabled contentTransition onSubmit cornerRadius compositingGroup drawingGroup scrollTransition toolbar \
    listRowBackground swipeActions safeAreaInset tabItem navigationTitle colorMultiply listRowInsets buttonStyle \
    accessibilityHidden modifier ZStack VStack HStack LazyVStack LazyHStack LazyVGrid LazyHGrid ScrollView List Form \
    Group Section ForEach Spacer Color Text Image Label Button GeometryReader NavigationLink NavigationStack \
    Rectangle RoundedRectangle Circle Capsule Ellipse LinearGradient RadialGradient AngularGradient AnyView \
    Divider Grid GridRow ViewThatFits DragGesture TapGesture Task Spring PhaseAnimator TimelineView ControlGroup \
    UUID UIImage NSImage Menu NavigationView TabView ScrollViewReader Toggle Picker EmptyView \
    UnevenRoundedRectangle Canvas AsyncImage Path DisclosureGroup Tab ContentUnavailableView MeshGradient \
    EllipticalGradient Date KeyframeAnimator NavigationSplitView Timer withAnimation withTransaction asyncAfter \
    async repeatForever repeatCount delay speed spring interactiveSpring interpolatingSpring smooth snappy \
    bouncy onChanged onEnded updating translation location bounds main named global indices enumerated random \
    randomElement startLocation predictedEndTranslation predictedEndLocation size toggle append insert remove \
    removeFirst removeLast removeAll move sort shuffle swapAt reverse count local nativeBounds default run \
    easeIn easeOut easeInOut linear contains safeAreaInsets sleep scheduledTimer
    """

  /// The name in source.
  package var text: String {
    let bytes = UnsafeBufferPointer(start: Self.spelling.utf8Start, count: Self.spelling.utf8CodeUnitCount)
    var position = 0
    for part in bytes.split(separator: 0x20) {
      if position == rawValue { return String(decoding: part, as: UTF8.self) }
      position += 1
    }
    return ""
  }
}

/// A set of symbols, to decide quickly whether a rule looks at a body.
package struct LintSymbolSet: ExpressibleByArrayLiteral {
  private var words = SIMD4<UInt64>()

  package init(arrayLiteral symbols: LintSymbol...) { self.init(symbols) }

  init() {}
  init(_ symbols: [LintSymbol]) { for symbol in symbols { insert(symbol) } }

  mutating func insert(_ symbol: LintSymbol) {
    words[Int(symbol.rawValue >> 6)] |= 1 << UInt64(symbol.rawValue & 63)
  }

  mutating func formUnion(_ other: LintSymbolSet) { words |= other.words }
  func intersects(_ other: LintSymbolSet) -> Bool { words & other.words != SIMD4<UInt64>() }
  func contains(_ symbol: LintSymbol) -> Bool {
    words[Int(symbol.rawValue >> 6)] >> UInt64(symbol.rawValue & 63) & 1 == 1
  }
}
