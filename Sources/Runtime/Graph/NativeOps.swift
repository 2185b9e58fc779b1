/// From the key of a native to its meaning. Overloads with one meaning share a number; the arguments are found by label.

extension GraphNatives {
  static func op(_ info: NativeInfo) -> ViewOp {
    switch info.type {
    case "View": return modifier(info)
    case "ViewBuilder", "TabContentBuilder", "ToolbarContentBuilder": return builder(info.base)
    case "ToolbarItem", "ToolbarItemGroup": return info.base == "init" ? .toolbarItem : .none
    case "Tab": return info.base == "init" ? .tabEntry : .none
    case "TabContent":
      return info.selfCount == 1 ? (info.isInert ? .inert : .unknownModifier) : .none
    case "TabSection": return info.base == "init" ? .group : .none
    case "Text": return info.base == "init" || info.selfCount == 1 || info.base == "+" ? .text : .none
    case "Image": return info.base == "init" || info.selfCount == 1 ? .image : .none
    case "Color", "ShapeStyle", "Material", "HierarchicalShapeStyle", "AnyShapeStyle", "LinearGradient",
      "RadialGradient",
      "AngularGradient", "EllipticalGradient", "Gradient", "AnyGradient", "MeshGradient", "ImagePaint", "UIColor",
      "TintShapeStyle", "ForegroundStyle", "BackgroundStyle", "SeparatorShapeStyle", "LinkShapeStyle", "FillShapeStyle",
      "SelectionShapeStyle", "PlaceholderTextShapeStyle", "WindowBackgroundShapeStyle":
      return .color
    case "Shape", "InsettableShape", "Rectangle", "Circle", "Ellipse", "Capsule", "RoundedRectangle",
      "UnevenRoundedRectangle", "ContainerRelativeShape", "Path", "AnyShape", "ShapeView", "StrokeShapeView",
      "FillShapeView", "StrokeBorderShapeView", "OffsetShape", "RotatedShape", "ScaledShape", "TransformedShape",
      "RoundedRectangularShape", "ButtonBorderShape":
      return info.base == "init" || info.selfCount == 1 || info.labels.isEmpty ? .shape : .shape
    case "DynamicViewContent": return .passthrough
    case "TupleView": return info.base == "init" ? .tuple : .none
    case "AnyView": return info.base == "init" ? .anyView : .none
    case "EmptyView": return info.base == "init" ? .empty : .none
    case "Group", "WindowGroup", "Window": return info.base == "init" ? .group : .none
    // What a scene's modifiers change is outside of its window's content.
    case "Scene", "SceneBuilder": return .passthrough
    case "Section": return info.base == "init" ? .section : .none
    case "ForEach": return info.base == "init" ? .forEach : .none
    case "ModifiedContent": return info.base == "init" ? .modified : .none
    case "Layout": return info.base == "callAsFunction" ? .customLayout : .none
    default: return info.base == "init" ? view(info.type) : .none
    }
  }

  private static func builder(_ base: String) -> ViewOp {
    switch base {
    case "buildBlock", "buildPartialBlock", "buildArray": return .buildBlock
    case "buildEither": return .buildEitherFirst
    case "buildIf", "buildOptional": return .buildIf
    case "buildExpression", "buildLimitedAvailability", "buildFinalResult": return .passthrough
    default: return .none
    }
  }

  private static func view(_ type: String) -> ViewOp {
    switch type {
    case "VStack": return .vstack
    case "HStack": return .hstack
    case "ZStack": return .zstack
    case "LazyVStack": return .lazyVStack
    case "LazyHStack": return .lazyHStack
    case "LazyVGrid": return .lazyVGrid
    case "LazyHGrid": return .lazyHGrid
    case "Grid": return .grid
    case "GridRow": return .gridRow
    case "ScrollView": return .scrollView
    case "GeometryReader": return .geometryReader
    case "ViewThatFits": return .viewThatFits
    case "List", "Form": return .list
    case "ScrollViewReader": return .scrollViewReader
    case "NavigationStack", "NavigationView", "NavigationSplitView": return .navigationStack
    case "TabView": return .tabView
    case "TimelineView": return .timelineView
    case "PhaseAnimator": return .phaseAnimator
    case "KeyframeAnimator": return .keyframeAnimator
    case "ControlGroup", "GroupBox", "DisclosureGroup", "LabeledContent", "ContentUnavailableView": return .controlGroup
    case "Spacer": return .spacer
    case "Divider": return .divider
    case "Button", "NavigationLink": return .button
    case "Label": return .label
    case "Toggle": return .toggle
    case "Slider": return .slider
    case "TextField", "SecureField", "TextEditor": return .textField
    case "ProgressView", "Gauge": return .progressView
    case "Picker", "DatePicker", "ColorPicker": return .picker
    case "Stepper": return .stepper
    case "Link", "ShareLink", "Menu", "EditButton", "RenameButton": return .link
    case "Canvas", "AsyncImage", "Map", "VideoPlayer", "SpriteView", "Table", "OutlineGroup", "PasteButton",
      "SignInWithAppleButton", "PhotosPicker", "Chart", "SceneView", "RealityView", "Model3D", "WebView":
      return .unknownView
    default: return .none
    }
  }

  private static func modifier(_ info: NativeInfo) -> ViewOp {
    if let op = layoutModifier(info) ?? drawingModifier(info) ?? environmentModifier(info) ?? otherModifier(info) {
      return op
    }
    return info.isInert ? .inert : info.isModifier ? .unknownModifier : .none
  }

  private static func layoutModifier(_ info: NativeInfo) -> ViewOp? {
    switch info.base {
    case "padding", "scenePadding": return .padding
    case "frame":
      return info.labels.first == "minWidth" ? .flexibleFrame : .frame
    case "fixedSize": return .fixedSize
    case "layoutPriority": return .layoutPriority
    case "aspectRatio", "scaledToFit", "scaledToFill": return .aspectRatio
    case "position": return .position
    case "offset": return info.labels == ["z"] ? .inert : .offset
    case "alignmentGuide": return .alignmentGuide
    case "ignoresSafeArea", "edgesIgnoringSafeArea": return .ignoresSafeArea
    case "safeAreaPadding": return .safeAreaPadding
    case "safeAreaInset": return .safeAreaInset
    case "containerRelativeFrame": return .containerRelativeFrame
    case "gridCellColumns": return .gridCellColumns
    case "gridCellAnchor": return .gridCellAnchor
    case "gridColumnAlignment": return .gridColumnAlignment
    case "gridCellUnsizedAxes": return .gridCellUnsizedAxes
    case "overlay": return .overlay
    case "background": return .background
    case "overlayPreferenceValue": return .overlayPreference
    case "backgroundPreferenceValue": return .backgroundPreference
    case "coordinateSpace": return .coordinateSpace
    case "matchedGeometryEffect", "matchedGeometry": return .matchedGeometry
    case "matchedTransitionSource": return .matchedTransitionSource
    case "geometryGroup": return .geometryGroup
    case "layoutValue": return .layoutValue
    case "visualEffect": return .visualEffect
    case "scrollTransition": return .scrollTransition
    default: return nil
    }
  }

  private static func drawingModifier(_ info: NativeInfo) -> ViewOp? {
    switch info.base {
    case "opacity": return .opacity
    case "scaleEffect": return .scaleEffect
    case "rotationEffect": return .rotationEffect
    case "rotation3DEffect", "perspectiveRotationEffect": return .rotation3DEffect
    case "transformEffect": return .transformEffect
    case "projectionEffect": return .projectionEffect
    case "blur": return .blur
    case "brightness": return .brightness
    case "contrast": return .contrast
    case "saturation": return .saturation
    case "grayscale": return .grayscale
    case "hueRotation": return .hueRotation
    case "colorMultiply": return .colorMultiply
    case "colorInvert": return .colorInvert
    case "luminanceToAlpha": return .luminanceToAlpha
    case "blendMode": return .blendMode
    case "shadow": return .shadow
    case "clipped": return .clipped
    case "clipShape": return .clipShape
    case "cornerRadius": return .cornerRadius
    case "mask": return .mask
    case "border": return .border
    case "hidden": return .hidden
    case "drawingGroup": return .drawingGroup
    case "compositingGroup": return .compositingGroup
    case "transition": return .transition
    case "contentTransition": return .contentTransition
    case "zIndex": return .zIndex
    default: return nil
    }
  }

  private static func environmentModifier(_ info: NativeInfo) -> ViewOp? {
    switch info.base {
    case "environment": return .environment
    case "environmentObject": return .environmentObject
    case "transformEnvironment": return .transformEnvironment
    case "font": return .font
    case "foregroundStyle", "foregroundColor": return .foregroundStyle
    case "tint", "accentColor": return .tint
    case "lineLimit": return .lineLimit
    case "lineSpacing": return .lineSpacing
    case "multilineTextAlignment": return .multilineTextAlignment
    case "truncationMode": return .truncationMode
    case "minimumScaleFactor": return .minimumScaleFactor
    case "textCase": return .textCase
    case "bold": return .bold
    case "italic": return .italic
    case "fontWeight": return .fontWeight
    case "fontDesign": return .fontDesign
    case "fontWidth": return .fontWidth
    case "kerning": return .kerning
    case "tracking": return .tracking
    case "baselineOffset": return .baselineOffset
    case "monospaced": return .monospaced
    case "monospacedDigit": return .monospacedDigit
    case "underline": return .underline
    case "strikethrough": return .strikethrough
    case "allowsTightening": return .allowsTightening
    case "disabled": return .disabled
    case "colorScheme", "preferredColorScheme": return .colorScheme
    case "dynamicTypeSize": return .dynamicTypeSize
    case "buttonStyle": return .buttonStyle
    case "toggleStyle": return .toggleStyle
    case "labelStyle": return .labelStyle
    case "progressViewStyle": return .progressViewStyle
    case "textFieldStyle": return .textFieldStyle
    case "listStyle": return .listStyle
    case "tabViewStyle": return .tabViewStyle
    case "pickerStyle": return .pickerStyle
    case "imageScale": return .imageScale
    case "symbolRenderingMode": return .symbolRenderingMode
    case "symbolVariant": return .symbolVariant
    case "controlSize": return .controlSize
    case "gaugeStyle", "groupBoxStyle", "labeledContentStyle", "disclosureGroupStyle", "controlGroupStyle", "menuStyle",
      "datePickerStyle", "formStyle", "labelsHidden", "listRowInsets", "listSectionSpacing", "listRowSpacing":
      return .controlStyle
    default: return nil
    }
  }

  private static func otherModifier(_ info: NativeInfo) -> ViewOp? {
    switch info.base {
    case "id": return .id
    case "modifier": return .modified
    case "phaseAnimator": return .phaseAnimator
    case "keyframeAnimator": return .keyframeAnimator
    case "onAppear": return .onAppear
    case "onDisappear": return .onDisappear
    case "task": return .task
    case "onChange": return .onChange
    case "onReceive": return .onReceive
    case "onPreferenceChange": return .onPreferenceChange
    case "animation": return info.labels.contains("body") ? .animationBody : .animation
    case "transaction": return info.labels.contains("body") ? .animationBody : .transaction
    case "onGeometryChange": return .onGeometryChange
    case "onScrollGeometryChange": return .onScrollGeometryChange
    case "onScrollPhaseChange": return .onScrollPhaseChange
    // What these change is no place and no colour of a frame.
    case "scrollIndicators", "scrollIndicatorsFlash", "buttonBorderShape", "scrollDismissesKeyboard",
      "scrollContentBackground", "navigationViewStyle", "containerValue":
      return .inert
    case "sheet": return .sheet
    case "fullScreenCover": return .fullScreenCover
    case "alert": return .alert
    case "confirmationDialog", "actionSheet": return .confirmationDialog
    case "popover": return .popover
    case "preference": return .preference
    case "transformPreference": return .transformPreference
    case "anchorPreference": return .anchorPreference
    case "transformAnchorPreference": return .transformAnchorPreference
    case "gesture", "simultaneousGesture", "highPriorityGesture": return .gesture
    case "onTapGesture": return .onTapGesture
    case "onLongPressGesture": return .onLongPressGesture
    case "contentShape": return .contentShape
    case "allowsHitTesting": return .allowsHitTesting
    case "scrollDisabled": return .scrollDisabled
    case "scrollPosition": return .scrollPosition
    case "scrollTargetBehavior": return .scrollTargetBehavior
    case "scrollTargetLayout": return .scrollTargetLayout
    case "scrollClipDisabled": return .scrollClipDisabled
    case "contentMargins": return .contentMargins
    case "defaultScrollAnchor": return .defaultScrollAnchor
    case "onSubmit": return .onSubmit
    case "focused": return .focused
    case "interactiveDismissDisabled": return .interactiveDismissDisabled
    case "presentationDetents": return .presentationDetents
    case "presentationBackground": return .presentationBackground
    case "navigationDestination": return .navigationDestination
    case "navigationTitle", "navigationBarTitle", "navigationBarTitleDisplayMode", "toolbarTitleDisplayMode",
      "searchable", "navigationBarHidden", "toolbarVisibility", "navigationBarBackButtonHidden", "navigationBarItems":
      return .navigationTitle
    case "toolbar" where info.labels != ["removing"]: return .navigationTitle
    case "tabItem": return .tabItem
    case "tag": return .tag
    case "accessibilityIdentifier": return .accessibilityIdentifier
    case "accessibilityLabel": return .accessibilityLabel
    default: return nil
    }
  }
}
