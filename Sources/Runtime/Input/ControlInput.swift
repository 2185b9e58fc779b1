/// Touches on the system's controls that have a value: sliders follow the finger, steppers count.

extension ViewGraph {
  /// A slider is moved by as much as the finger, from wherever it was touched.
  func sliderStep(_ i: Int, _ event: TouchEvent) {
    let competitor = input.competitors[i]
    let node = competitor.node
    let word = sliderValue(node)
    switch event {
    case .down: input.sliderStart = controlFraction(node) ?? 0
    case .move:
      guard competitor.state == .active || abs(input.touch.x - input.touch.startX) > 0 else { return }
      if competitor.state != .active {
        input.competitors[i].state = .active
        claim(i)
        editing(word, true)
      }
      let from = localPoint(competitor.owner, input.touch.startX, input.touch.startY)
      let to = localPoint(competitor.owner, input.touch.x, input.touch.y)
      let width = layoutRect(competitor.owner).width - ViewGraph.sliderKnob
      guard width > 0 else { return }
      let sign = isRightToLeft(node) ? -1.0 : 1.0
      setSlider(word, max(0, min(1, input.sliderStart + sign * (to.x - from.x) / width)))
    case .up:
      if competitor.state == .active { editing(word, false) }
      input.competitors[i].state = .ended
    case .tick: break
    }
  }

  static let sliderKnob = 27.0

  /// The description of a slider, of one between its labels too.
  func sliderValue(_ node: SID) -> Word {
    let word = s[Int(node)].value
    return tag(word) == .bareSlider ? heap.slot(word, 1) : word
  }

  private func setSlider(_ word: Word, _ fraction: Double) {
    let (low, high) = controlBounds(word)
    var value = low + (high - low) * fraction
    let step = argument(word, "step")
    if !step.isNone, !step.isHandle, step.number > 0, step.number.isFinite {
      value = min(high, low + ((value - low) / step.number).rounded() * step.number)
    }
    let binding = argument(word, "value")
    turn += 1
    perform { try writeBinding(binding, Word(number: value), current, 0) }
  }

  private func editing(_ word: Word, _ isEditing: Bool) {
    let closure = argument(word, "onEditingChanged")
    guard heap.kind(closure) == .closure else { return }
    turn += 1
    perform(closure, [Word(truth: isEditing)])
  }

  /// The half of a stepper's buttons that was touched counts down or up.
  func step(_ node: SID) {
    guard let id = s[Int(node)].instances.first else { return }
    let box = layoutRect(id)
    let x = localPoint(id, input.touch.startX, input.touch.startY).x
    let fromEnd = isRightToLeft(node) ? x : box.width - x
    guard fromEnd <= 94 else { return }
    let isUp = isRightToLeft(node) ? fromEnd > 47 : fromEnd < 47
    let word = s[Int(node)].value
    let action = argument(word, isUp ? "onIncrement" : "onDecrement")
    if heap.kind(action) == .closure { return perform(action) }
    let binding = argument(word, "value")
    if binding.isNone { return }
    let given = argument(word, "step")
    let range = argument(word, "in")
    // Whole numbers and others cannot be told apart by a zero; a step tells.
    let isWhole = given.isNone || given.integer.magnitude < 1 << 50
    perform {
      let value = try readBinding(binding)
      let next: Word
      if isWhole {
        let amount = given.isNone ? 1 : given.integer
        var result =
          isUp ? value.integer.addingReportingOverflow(amount) : value.integer.subtractingReportingOverflow(amount)
        if result.overflow { return }
        if range.isHandle, let low = member(range, "lowerBound"), let high = member(range, "upperBound") {
          result.partialValue = max(low.integer, min(high.integer, result.partialValue))
        }
        next = Word(integer: result.partialValue)
      } else {
        var result = value.number + (isUp ? given.number : -given.number)
        if let low = memberNumber(range, "lowerBound"), let high = memberNumber(range, "upperBound") {
          result = max(low, min(high, result))
        }
        next = Word(number: result)
      }
      try writeBinding(binding, next, current, 0)
    }
  }
}
