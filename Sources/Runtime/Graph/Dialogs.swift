/// The panels of alerts and confirmation dialogs: title, message, text fields and buttons, measured and tappable like any other view.
///
/// An alert is 270 points wide in the middle of the screen with buttons of 44 points, two of them side by side; a confirmation dialog stands
/// at the bottom, 8 points from the sides, with buttons of 57 points and Cancel apart. Both are there at once; their motion is not modelled.
/// Insets and distances of the texts are estimates.

extension ViewGraph {
  static let alertWidth = 270.0
  static let alertButtonHeight = 44.0
  static let dialogMargin = 8.0
  static let dialogButtonHeight = 57.0

  /// What an alert or a confirmation dialog shows; nil where it cannot be told.
  func dialogContent(_ node: SID, _ word: Word) -> Word? {
    func part(_ label: String) -> Word {
      let closure = argument(word, label)
      guard heap.kind(closure) == .closure else { return .none }
      let given = hasArgument(word, "presenting") ? argument(word, "presenting") : argument(word, "error")
      if closureParameters(closure) > 0 { return given.isNone ? .none : call(node, closure, [given]) }
      return call(node, closure, [])
    }
    let isAlert = s[Int(node)].op == .alert
    if hasArgument(word, "content") {
      // The older form: an `Alert` or `ActionSheet` value with buttons of its own.
      let closure = argument(word, "content")
      guard heap.kind(closure) == .closure else { return nil }
      let item = hasArgument(word, "item") ? isPresented(node).item : .none
      let value = call(node, closure, closureParameters(closure) > 0 ? [item] : [])
      var buttons: [DialogButton] = []
      for label in ["dismissButton", "primaryButton", "secondaryButton"] where hasArgument(value, label) {
        buttons.append(oldButton(node, argument(value, label)))
      }
      for button in elementsOf(node, argument(value, "buttons")) { buttons.append(oldButton(node, button)) }
      return panel(node, argument(value, "title"), argument(value, "message"), [], buttons, isAlert: isAlert)
    }
    let title = info(word)?.labels.first == "_" ? argument(word, 0) : .none
    var fields: [Word] = []
    var buttons: [DialogButton] = []
    for view in dialogViews(node, part("actions")) {
      var inner = view
      while let info = info(inner), info.selfCount == 1 { inner = receiver(inner) }
      if op(inner) == .textField {
        fields.append(view)
      } else {
        let role = op(inner) == .button && hasArgument(inner, "role") ? argument(inner, "role") : .none
        let name = role.isNone ? "" : constantName(role)
        buttons.append(DialogButton(view: view, isCancel: name == "cancel", isDestructive: name == "destructive"))
      }
    }
    let hidesTitle = !isAlert && constantOrCase(argument(word, "titleVisibility")) != "visible"
    return panel(node, hidesTitle ? .none : title, part("message"), fields, buttons, isAlert: isAlert)
  }

  private struct DialogButton {
    var view: Word
    var isCancel = false
    var isDestructive = false
  }

  private func constantOrCase(_ word: Word) -> String {
    if word.isNone { return "" }
    return word.isHandle ? constantName(word) : ["automatic", "visible", "hidden"][max(0, min(2, word.integer))]
  }

  /// `.default(Text("Fine")) { }` and its like.
  private func oldButton(_ node: SID, _ word: Word) -> DialogButton {
    let name = constantName(word)
    var label = info(word)?.labels.first == "_" ? argument(word, 0) : .none
    if label.isNone || heap.kind(label) == .closure { label = machine.makeString(name == "cancel" ? "Cancel" : "OK") }
    return DialogButton(
      view: dialogButton(node, label, closureArgument(word)), isCancel: name == "cancel",
      isDestructive: name == "destructive")
  }

  private func dialogButton(_ node: SID, _ label: Word, _ action: Word?) -> Word {
    heap.share(label)
    let closure = action ?? .none
    heap.share(closure)
    return makeTagged(
      .barButton,
      [Word(integer: BarButton.dialog.rawValue), Word(integer: Int(node)), Word(integer: 0), label, closure])
  }

  /// The views that a builder's value lists.
  private func dialogViews(_ node: SID, _ word: Word) -> [Word] {
    var items: [BarItem] = []
    collectItems(node, word, .trailing, &items, 0)
    return items.map(\.view)
  }

  private func panel(
    _ node: SID, _ title: Word, _ message: Word, _ fields: [Word], _ given: [DialogButton], isAlert: Bool
  ) -> Word {
    var buttons = given
    if isAlert, buttons.isEmpty {
      buttons = [DialogButton(view: dialogButton(node, machine.makeString("OK"), nil), isCancel: true)]
    }
    if !isAlert, !buttons.contains(where: \.isCancel) {
      buttons.append(DialogButton(view: dialogButton(node, machine.makeString("Cancel"), nil), isCancel: true))
    }
    let width = isAlert ? ViewGraph.alertWidth : max(0, min(device.width, 500) - 2 * ViewGraph.dialogMargin)
    let height = isAlert ? ViewGraph.alertButtonHeight : ViewGraph.dialogButtonHeight
    func cell(_ button: DialogButton) -> Word {
      let font = isAlert ? (button.isCancel ? "headline" : "body") : button.isCancel ? "title3.bold" : "title3"
      let view = styled(button.view, font: font)
      return makeTagged(.dialogCell, [view, Word(number: height), Word(truth: button.isDestructive)])
    }
    var texts: [Word] = []
    if isAlert {
      texts.append(makeTagged(.centered, [styled(title, font: "headline")]))
      if !message.isNone { texts.append(makeTagged(.centered, [styled(message, font: "footnote")])) }
    } else {
      if !title.isNone {
        texts.append(makeTagged(.centered, [styled(title, font: "footnote.bold", color: "secondary")]))
      }
      if !message.isNone {
        texts.append(makeTagged(.centered, [styled(message, font: "footnote", color: "secondary")]))
      }
    }
    var rows: [Word] = []
    if !texts.isEmpty {
      let side = 16.0
      rows.append(
        arranged(
          .vertical, texts + fields, .centerX, spacing: isAlert ? 4 : 6,
          insets: Insets(top: isAlert ? 20 : 14, leading: side, bottom: isAlert ? 20 : 14, trailing: side)))
    }
    let cancel = buttons.filter(\.isCancel)
    let others = buttons.filter { !$0.isCancel }
    if isAlert {
      if buttons.count == 2 {
        let pair = (cancel + others).map { cell($0) }
        for word in pair { heap.share(word) }
        rows.append(
          makeTagged(
            .arranged,
            [
              Word(integer: 4), Word(integer: Int(Guide.centerX.id)), Word(number: 2), 0, 0, 0, 0,
              heap.make(.array, type: types.array(of: .unknown), pair),
            ]))
      } else {
        rows += (others + cancel).map { cell($0) }
      }
      return column(rows, width: width)
    }
    rows += others.map { cell($0) }
    let last = column(cancel.map { cell($0) }, width: width)
    return arranged(.vertical, [spacerPiece(), column(rows, width: width), last], .centerX, spacing: 8)
  }

  /// Rows of one width, one below the other.
  func column(_ given: [Word], width: Double) -> Word {
    // One row alone would have no column around it.
    let rows = given.count == 1 ? given + [arranged(.horizontal, [])] : given
    for row in rows { heap.share(row) }
    return makeTagged(
      .arranged,
      [
        Word(integer: 5), Word(integer: Int(Guide.centerX.id)), Word(number: width), 0, 0, 0, 0,
        heap.make(.array, type: types.array(of: .unknown), rows),
      ])
  }

  /// A button of a panel over the whole of its cell; nil outside of panels.
  func dialogLabel(_ node: SID, _ label: Word) -> Word? {
    guard let height = environmentValue(node, "dialogCell"), !height.isNone else { return nil }
    let isDestructive = environmentValue(node, "dialogRole")?.truth ?? false
    let shown = isDestructive ? styled(label, color: "red") : makeTagged(.tinted, [label])
    return arranged(nil, [piece(.cell, width: nil, height: height.number), shown])
  }

  /// The part of the screen that a panel covers, for pictures.
  func panelRects(_ window: UID) -> [Rect] {
    guard let item = u[Int(window)].items.first else { return [] }
    var result: [Rect] = []
    // The columns of a panel stand in boxes that are as wide as the screen.
    func add(_ id: UID) {
      let word = s[Int(u[Int(id)].base)].value
      guard tag(word) == .arranged else { return }
      if heap.slot(word, 1).integer == 5 {
        let box = layoutRect(id)
        let width = heap.slot(word, 3).number
        if box.height > 0 { result.append(Rect(box.x + (box.width - width) / 2, box.y, width, box.height)) }
        return
      }
      let host = u[Int(s[Int(u[Int(id)].base)].instances[0])].secondary
      if host >= 0 { for inner in u[Int(host)].items { add(inner) } }
    }
    add(item)
    return result
  }
}
