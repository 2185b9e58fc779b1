/// Date pickers and colour pickers: the label, and beside it the date and the time in boxes, or the well of a colour.
///
/// Compact pickers show their values; the panels that they open are not modelled. A wheel shows the chosen date in the middle of each column.
/// The boxes' insets and the columns' places are estimates.

extension ViewGraph {
  static let dateBoxInsets = Insets(top: 7, leading: 11, bottom: 7, trailing: 11)
  static let colorWell = 28.0
  /// Height of a month of the graphical style, with its title and the names of the weekdays.
  static let calendarHeight = 330.0

  func datePickerContent(_ node: SID, _ word: Word, _ ext: BaseExt) -> Word {
    let label = setPart(.label, controlLabel(node, word), ext)
    let binding = argument(word, "selection")
    let value = evaluate(node, isNew: false) { try readBinding(binding) } ?? .none
    let date = CivilDate(secondsSince2001: dateSeconds(value) ?? 0)
    let given = argument(word, "displayedComponents")
    let components = heap.kind(given) == .structure ? heap.slot(given, 0).integer : 6
    let hasDate = components & 4 != 0
    let hasTime = components & 3 != 0
    var style = styleName(environmentValue(node, "datePickerStyle") ?? .none).lowercased()
    if style.hasSuffix("datepickerstyle") { style.removeLast(15) }
    if style == "wheel" {
      var texts: [String] = []
      if hasDate, hasTime {
        texts.append(date.format("EEE MMM d"))
      } else if hasDate {
        texts += [date.format("MMMM"), date.format("d"), date.format("y")]
      }
      if hasTime { texts += [date.format("h"), date.format("mm"), date.format("a")] }
      let cells = texts.map { barText($0, font: "21.regular") }
      let row = arranged(
        .horizontal, [spacerPiece()] + cells.flatMap { [$0, spacerPiece()] }, spacing: 0)
      let wheel = arranged(nil, [piece(.wheel, width: nil, height: ViewGraph.wheelHeight), row])
      return hidesLabels(node) || isRow(node)
        ? wheel : arranged(.horizontal, [label, wheel], spacing: 8)
    }
    if style == "graphical" {
      report(
        RuntimeCode.notModelled, .note,
        "'DatePicker.graphical' is known but its days are not modelled; the month's title stands in a box of its size")
      var parts = [piece(.cell, width: nil, height: ViewGraph.calendarHeight)]
      if hasDate { parts.append(barText(date.format("MMMM y"), font: "headline")) }
      let calendar = arranged(nil, parts)
      let time = dateBox(date.format("h:mm\u{202F}a"))
      if !hasTime { return calendar }
      let row = arranged(.horizontal, [machine.makeString("Time"), spacerPiece(), time], spacing: 8)
      return hasDate ? arranged(.vertical, [calendar, row], .centerX, spacing: 8) : row
    }
    var boxes: [Word] = []
    if hasDate { boxes.append(dateBox(date.format("MMM d, y"))) }
    if hasTime { boxes.append(dateBox(date.format("h:mm\u{202F}a"))) }
    let row = arranged(.horizontal, boxes, spacing: 8)
    return hidesLabels(node) ? row : arranged(.horizontal, [label, spacerPiece(), row], spacing: 8)
  }

  private func dateBox(_ text: String) -> Word {
    arranged(
      .horizontal, [barText(text, font: "body", color: "label")], insets: ViewGraph.dateBoxInsets, ground: .field)
  }

  func colorPickerContent(_ node: SID, _ word: Word, _ ext: BaseExt) -> Word {
    let label = setPart(.label, controlLabel(node, word), ext)
    let well = piece(.colorWell, width: ViewGraph.colorWell, height: ViewGraph.colorWell)
    return hidesLabels(node) ? well : arranged(.horizontal, [label, spacerPiece(), well], spacing: 8)
  }

  /// The colour that a colour picker is bound to.
  func pickedColor(_ node: SID) -> FrameColor? {
    let binding = argument(s[Int(node)].value, "selection")
    guard !binding.isNone, let value = evaluateFree({ try readBinding(binding) }), !value.isNone else { return nil }
    return style(value, at: node).color
  }
}
