/// All lint rules, in the order of their names.
package enum LintCatalog {
  package static let rules: [LintRule] = [
    AnimationAroundAsync.rule, AnimationBeforeEffect.rule, AnimationInsideConditional.rule,
    AnimationUnrelatedValue.rule, AnimationWithoutValue.rule, ClippedOverflowHitArea.rule,
    ConditionalViewModifier.rule, DelayInsteadOfCompletion.rule, DeprecatedAPI.rule, DragLocalFeedback.rule,
    DragWithoutCancelReset.rule, ForEachDuplicateID.rule, ForEachIndexIdentity.rule, GeometryReaderUnsized.rule,
    ImplicitStackSpacing.rule, LayoutFeedbackLoop.rule, LazySiblingIDClash.rule, MatchedAfterFixedFrame.rule,
    MatchedDuplicateSource.rule, MatchedHiddenTwin.rule, MatchedUnstableID.rule, NegativeFrame.rule,
    PhaseAnimatorDegenerate.rule, PreferenceReduceOverwrites.rule, PrivateState.rule, RepeatForeverInOnAppear.rule,
    RepeatForeverNilOff.rule, ScreenBoundsInLayout.rule, ShapeMissingAnimatableData.rule, SpringParameterRange.rule,
    TapOnEmptySpace.rule, TransitionNeedsZIndex.rule, TransitionNeverAnimated.rule, TransitionNotOnBranchRoot.rule,
    TransitionWithoutInsertion.rule, UnknownCoordinateSpace.rule, UnknownSystemImage.rule, UnstableIdentity.rule,
    UnusedState.rule, UnusedSuppression.rule, ZIndexOutOfScope.rule,
  ]

  package static func find(_ name: String) -> LintRule? { rules.first { $0.name == name } }
}
