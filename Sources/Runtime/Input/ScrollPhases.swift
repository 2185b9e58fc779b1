/// `onScrollPhaseChange`: what moves a scroll view, told when it changes.

enum ScrollPhase: Int {
  case idle, tracking, interacting, decelerating, animating
}

final class ScrollPhaseExt: UExt {
  var last = ScrollPhase.idle
}

extension ViewGraph {
  /// Phases after the events of the tick; each change is an action.
  func updateScrollPhases() {
    for id in scrollPhaseNodes where u[Int(id)].isAlive {
      guard let ext = u[Int(id)].ext as? ScrollPhaseExt, let scroll = describedScroll(id) else { continue }
      let phase = scrollPhase(scroll)
      guard phase != ext.last else { continue }
      let old = ext.last
      ext.last = phase
      guard let closure = closureArgument(s[Int(u[Int(id)].s)].value) else { continue }
      var arguments = [Word(integer: old.rawValue), Word(integer: phase.rawValue)]
      if closureParameters(closure) > 2 {
        arguments.append(
          makeTagged(
            .scrollPhaseContext, [scrollGeometry(id) ?? .none],
            type: types.named("ScrollPhaseChangeContext") ?? .unknown))
      }
      lifecycle.callbacks.append((closure, arguments, Transact()))
    }
  }

  private func scrollPhase(_ scroll: UID) -> ScrollPhase {
    if let index = input.competitors.firstIndex(where: { $0.kind == .scroll && $0.owner == scroll }), input.touch.isDown
    {
      if input.competitors[index].state == .active { return .interacting }
      if input.competitors[index].state == .possible, input.winner < 0 { return .tracking }
    }
    if input.motions.contains(where: { $0.id == scroll }) { return .decelerating }
    return input.scrollAnimations.contains { $0.id == scroll } ? .animating : .idle
  }

  static func registerScrollPhases(_ registry: inout NativeRegistry) {
    registry.register("ScrollPhase.isScrolling") { call in
      let phase = ScrollPhase(rawValue: call[0].integer) ?? .idle
      call.result = Word(truth: phase != .idle && phase != .tracking)
    }
    registry.register("ScrollPhaseChangeContext.geometry") { call in call.result = call.heap.slot(call[0], 1) }
    registry.register("ScrollPhaseChangeContext.velocity") { call in call.result = .none }
  }
}
