/// What the natives of the prelude mean to the view graph: one small number each, resolved once when a module is loaded.

/// The graph's vocabulary. Names follow the declarations; several overloads share a number where their arguments can be told
/// apart by label.
enum ViewOp: UInt16 {
  /// Nothing the graph knows: a value of another kind, or a key that is not modelled.
  case none
  // Structure
  case empty, buildBlock, buildEitherFirst, buildEitherSecond, buildIf, passthrough, tuple, group, section, forEach,
    anyView
  case modified, content, tabEntry
  // Containers
  case vstack, hstack, zstack, lazyVStack, lazyHStack, lazyVGrid, lazyHGrid, grid, gridRow, scrollView, geometryReader
  case viewThatFits, list, customLayout, scrollViewReader, navigationStack, tabView, pager, timelineView, phaseAnimator
  case keyframeAnimator, controlGroup
  // Leaves and controls
  case text, image, color, shape, fill, spacer, divider, button, label, toggle, slider, textField, progressView, picker
  case stepper, link, arranged, unknownView, styledContent
  // Modifiers that set the environment
  case environment, environmentObject, transformEnvironment, font, foregroundStyle, tint, lineLimit, lineSpacing
  case multilineTextAlignment, truncationMode, minimumScaleFactor, textCase, bold, italic, fontWeight, fontDesign
  case fontWidth, kerning, tracking, baselineOffset, monospaced, monospacedDigit, underline, strikethrough
  case allowsTightening, disabled, colorScheme, dynamicTypeSize, layoutDirection, buttonStyle, toggleStyle, labelStyle
  case progressViewStyle, textFieldStyle, listStyle, tabViewStyle, pickerStyle, imageScale, symbolRenderingMode,
    symbolVariant
  case controlSize, controlStyle, redacted, environmentNoop, textSelection
  // Modifiers of structure and of the update
  case id, onAppear, onDisappear, task, onChange, onReceive, onPreferenceChange, animation, animationBody, transaction
  case onGeometryChange, onScrollGeometryChange, onScrollPhaseChange, sheet, fullScreenCover, alert, confirmationDialog,
    popover
  // Modifiers of layout
  case padding, frame, flexibleFrame, fixedSize, layoutPriority, aspectRatio, position, offset, alignmentGuide
  case ignoresSafeArea, safeAreaPadding, safeAreaInset, containerRelativeFrame, gridCellColumns, gridCellAnchor
  case gridColumnAlignment, gridCellUnsizedAxes, overlay, background, overlayPreference, backgroundPreference
  case coordinateSpace, matchedGeometry, matchedTransitionSource, geometryGroup, layoutValue, visualEffect,
    scrollTransition
  // Effects
  case opacity, scaleEffect, rotationEffect, rotation3DEffect, transformEffect, projectionEffect, blur, brightness
  case contrast, saturation, grayscale, hueRotation, colorMultiply, colorInvert, luminanceToAlpha, blendMode
  case shadow, clipped, clipShape, cornerRadius, mask, border, hidden, drawingGroup, compositingGroup
  // Identity, drawing order, transitions
  case transition, contentTransition, zIndex, tag, accessibilityIdentifier, accessibilityLabel
  // Preferences
  case preference, transformPreference, anchorPreference, transformAnchorPreference
  // Input
  case gesture, onTapGesture, onLongPressGesture, contentShape, allowsHitTesting, scrollDisabled, scrollPosition
  case scrollTargetBehavior, scrollTargetLayout, scrollClipDisabled, contentMargins, defaultScrollAnchor, onSubmit,
    navigationDestination
  case toolbarItem, focused, interactiveDismissDisabled
  case navigationTitle, tabItem, presentationDetents, presentationBackground
  // Unary nodes that no description makes
  case window, implicitHost, boundary
  /// The node that holds the content of a host.
  case hostRoot
  /// A page of a NavigationStack above its root.
  case navigationPage
  /// Accepted without effect: content passes through.
  case inert
  /// A modifier of unknown meaning: content passes through, noted once.
  case unknownModifier
}

/// How the graph treats a description.
enum ViewRole: UInt8 {
  case notView
  /// Children, no view of its own.
  case structure
  /// A view with a box of its own, under which the chain of modifiers ends.
  case base
  /// Sets an entry of the environment for its content.
  case environment
  /// Lives once, whatever number of views its content has.
  case structural
  /// Is applied to each view of its content.
  case unary
  /// Passes its content through.
  case transparent
}

extension ViewOp {
  /// A stack or grid whose rows come up as they are seen.
  var isLazy: Bool { self == .lazyVStack || self == .lazyHStack || self == .lazyVGrid || self == .lazyHGrid }

  /// Whether its content moves under a finger.
  var scrolls: Bool { self == .scrollView || self == .list || self == .pager }

  var role: ViewRole {
    switch self {
    case .none: return .notView
    case .empty, .buildBlock, .buildEitherFirst, .buildEitherSecond, .buildIf, .passthrough, .tuple, .group, .section,
      .phaseAnimator, .keyframeAnimator, .forEach, .anyView, .modified, .content, .gridRow, .scrollViewReader,
      .styledContent, .tabEntry, .toolbarItem:
      return .structure
    case .vstack, .hstack, .zstack, .lazyVStack, .lazyHStack, .lazyVGrid, .lazyHGrid, .grid, .scrollView,
      .geometryReader, .viewThatFits, .list, .customLayout, .navigationStack, .tabView, .pager, .timelineView,
      .controlGroup,
      .text, .image, .color, .shape, .fill, .spacer, .divider, .button, .label,
      .toggle, .slider, .textField, .progressView, .picker, .stepper, .link, .arranged, .unknownView:
      return .base
    case .environment, .environmentObject, .transformEnvironment, .font, .foregroundStyle, .tint, .lineLimit,
      .lineSpacing, .multilineTextAlignment, .truncationMode, .minimumScaleFactor, .textCase, .bold, .italic,
      .fontWeight, .fontDesign, .fontWidth, .kerning, .tracking, .baselineOffset, .monospaced, .monospacedDigit,
      .underline, .strikethrough, .allowsTightening, .disabled, .colorScheme, .dynamicTypeSize, .layoutDirection,
      .buttonStyle, .toggleStyle, .labelStyle, .progressViewStyle, .textFieldStyle, .listStyle, .pickerStyle,
      .tabViewStyle, .imageScale, .symbolRenderingMode, .symbolVariant, .controlSize, .controlStyle, .redacted,
      .environmentNoop,
      .textSelection:
      return .environment
    case .id, .onAppear, .onDisappear, .task, .onChange, .onReceive, .onPreferenceChange, .animation, .animationBody,
      .transaction, .sheet, .fullScreenCover, .alert, .confirmationDialog, .popover, .navigationDestination,
      .navigationTitle, .focused:
      return .structural
    case .inert, .unknownModifier, .contentTransition, .tag, .tabItem, .onSubmit, .scrollTargetLayout,
      .presentationDetents, .presentationBackground, .interactiveDismissDisabled:
      return .transparent
    default:
      return .unary
    }
  }
}
