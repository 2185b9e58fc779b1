/// Objects of the graph's own in the scene's heap: property wrappers, bindings, proxies, placeholders. Slot 0 says which.

enum Tag: Int {
  case content = 0x5C_0001
  case styleLabel, transitionContent
  case state, stateObject, observedObject, environment, environmentObject, gestureState, focusState, namespace
  case storage, scaledMetric, bindable
  case binding, namespaceId
  case environmentValues, transaction
  case geometryProxy, scrollProxy, layoutSubviews, layoutSubview, viewDimensions, proposedSize
  case buttonConfiguration, toggleConfiguration, labelConfiguration, progressConfiguration
  case dismiss, action, anchor, dispatchTime, timerPublisher, task, gestureValue, gesturePair
  case fixedLeaf, spacerLeaf, symbolLeaf, styledShape, backgroundStyle, tinted, tintStyle
  case objectWrapper, timelineContext, coordinateSpace, keyframeValue, preferenceNext
  case viewSpacing, guide
  case arranged, fonted, oneLine, tabLabel, upperCased, centered, dialogCell, barButton, styleConfiguration,
    headerButton, namedStyle, savedAnimation, scrollGeometry
  case scrollPhaseContext, targetContext, scrollTargetValue
  case roundedPath, modifiedPair, emptyEffect, navigationPush
  /// The rows of a `List(data)`: a ForEach that is described by the list.
  case listRows
  /// A title with an image; content with a way its labels look; the rows of a menu's panel; a slider between its labels.
  case iconLabel, labelLook, menuRows, bareSlider
  /// The field of a `searchable`: its binding and its prompt.
  case searchField
  case published, publisher, cancellable, subview, sectionValue, containerValues, projection
  /// A piece of a path and the path before it; a path that is an object of its own.
  case path, pathBox
  /// A GraphicsContext.
  case graphics
}

extension ViewGraph {
  func tag(_ word: Word) -> Tag? {
    guard heap.kind(word) == .native, heap.count(word) > 0 else { return nil }
    return Tag(rawValue: heap.slot(word, 0).integer)
  }

  func makeTagged(_ tag: Tag, _ slots: [Word], type: TypeId = .unknown) -> Word {
    for slot in slots { heap.share(slot) }
    return heap.make(.native, type: type, [Word(integer: tag.rawValue)] + slots)
  }
}
