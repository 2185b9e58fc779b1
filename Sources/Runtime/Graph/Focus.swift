/// Focus of text fields: `@FocusState` and `focused`, taps on fields, and the keyboard that comes with focus and takes its room from the safe
/// area (semantics 3.22).
///
/// The keyboard's heights are those of iOS 18 in portrait; its motion is that of the system's sheets. It is not drawn, and scroll views do not
/// scroll to the field. A window that is given by its size has a keyboard of its own beside the screen.

struct FocusTable {
  /// `focused` modifiers in the order in which they came up.
  var nodes: [SID] = []
  /// One of them came up, or what it reads changed.
  var isDirty = false
  /// Base node of the field that has the focus, -1 for none.
  var field: SID = -1
  /// Field that the return key was pressed in: it loses the focus unless the scene gives it to another one.
  var submitted: SID = -1
  /// Points that the keyboard covers at the bottom of the screen.
  var keyboard = 0.0
}

extension ViewGraph {
  /// Height of the keyboard with its bar of suggestions on this device, the home indicator's space included.
  private var keyboardHeight: Double {
    if inputProfile.tapSlop == InputProfile.pointer.tapSlop { return 0 }
    let table = Facts.shared.table("controls")
    let key = "keyboard.heightPortrait.\(Int(device.width))x\(Int(device.height))"
    if let row = table.find(key) { return table[row, 0] }
    if device.width > device.height { return min(device.height * 0.55, 260) }
    if device.width >= 600 { return 400 }
    return device.safeBottom == 0 ? 260 : device.width >= 414 ? 346 : 336
  }

  /// Brings the focus in line with what the scene says.
  func updateFocus() {
    focus.isDirty = false
    var wanted: SID = -1
    var isLost = focus.field >= 0 && (s[Int(focus.field)].kind != .base || s[Int(focus.field)].op != .textField)
    for node in focus.nodes where s[Int(node)].kind == .structural {
      s[Int(node)].flags.remove(.dirty)
      let wants = evaluate(node, isNew: true) { try isFocused(node) } ?? false
      let field = field(below: node)
      guard field >= 0 else { continue }
      if wants, field != focus.field { wanted = field }
      if !wants, field == focus.field { isLost = true }
    }
    if focus.submitted >= 0, focus.submitted == focus.field { isLost = true }
    focus.submitted = -1
    if wanted >= 0 || isLost { setFocus(wanted) }
  }

  /// Whether what a `focused` modifier is bound to says that it has the focus.
  private func isFocused(_ node: SID) throws -> Bool {
    let word = s[Int(node)].value
    let value = try readBinding(argument(word, 0))
    guard hasArgument(word, "equals") else { return !value.isNone && value.truth }
    let own = argument(word, "equals")
    if value.isNone || own.isNone { return false }
    return sameId(value, own) || isEqual(value, own, type: heap.type(own))
  }

  private func field(below node: SID) -> SID {
    var found: SID = -1
    tops(below: node) { top, _ in
      guard found < 0 else { return }
      forEachUnary(below: top) { id in if found < 0, u[Int(id)].op == .textField { found = u[Int(id)].s } }
    }
    return found
  }

  /// The nearest `focused` modifier around a field, -1 without one.
  private func focusModifier(_ field: SID) -> SID {
    var node = field
    while node >= 0 {
      if s[Int(node)].op == .focused { return node }
      if s[Int(node)].parent >= 0 {
        node = s[Int(node)].parent
      } else {
        let host = s[Int(node)].hostOf
        guard host >= 0, u[Int(host)].isAlive else { return -1 }
        node = u[Int(host)].base
      }
    }
    return -1
  }

  /// Gives the focus to a field, or to none; what is bound to it is told.
  func setFocus(_ field: SID) {
    let old = focus.field
    guard old != field else { return }
    focus.field = field
    let (from, to) = (old >= 0 ? focusModifier(old) : -1, field >= 0 ? focusModifier(field) : -1)
    turn += 1
    perform {
      if from >= 0, from != to, try isFocused(from) {
        let word = s[Int(from)].value
        try writeBinding(argument(word, 0), hasArgument(word, "equals") ? .none : .falsehood, current, 0)
      }
      if to >= 0, try !isFocused(to) {
        let word = s[Int(to)].value
        try writeBinding(
          argument(word, 0), hasArgument(word, "equals") ? argument(word, "equals") : .truth, current, 0)
      }
    }
    let height = field >= 0 ? keyboardHeight : 0
    guard height != focus.keyboard else { return }
    focus.keyboard = height
    if height > 0, notedKeys.insert("keyboard").inserted {
      report(
        RuntimeCode.notModelled, .note, "The keyboard takes its room from the safe area, but it is not drawn")
    }
    var transaction = Transact()
    transaction.setAnimation(Animation.spring(duration: 0.344, bounce: 0))
    enqueue(.matchedOrLayout, transaction)
  }

  /// The return key in a text field: what `onSubmit` says, then the keyboard goes unless another field is to have the focus.
  func submit(_ field: SID) {
    var node = field
    var closures: [Word] = []
    while node >= 0 {
      if s[Int(node)].op == .onSubmit, let closure = closureArgument(s[Int(node)].value) { closures.append(closure) }
      if s[Int(node)].parent >= 0 {
        node = s[Int(node)].parent
      } else {
        let host = s[Int(node)].hostOf
        node = host >= 0 && u[Int(host)].isAlive ? u[Int(host)].base : -1
      }
    }
    focus.submitted = field
    focus.isDirty = true
    for closure in closures {
      turn += 1
      perform(closure)
    }
  }
}
