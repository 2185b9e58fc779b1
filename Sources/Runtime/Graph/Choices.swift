/// Pickers: the choices that their content lists, and what each style makes of them.
///
/// A menu shows the chosen choice with a mark (in the row of a list beside the label, elsewhere alone), segments lie side by side, a wheel
/// shows the neighbours of the chosen choice, an inline picker has a row for each. The lengths are those of iOS 18; the estimates among them
/// are listed in docs/fidelity.md.

/// A view that a picker offers, and the value that it stands for.
struct Choice {
  var view: Word
  /// `.none` where nothing says it.
  var tag: Word
}

extension ViewGraph {
  static let segmentHeight = 32.0
  static let wheelHeight = 216.0
  static let wheelRowHeight = 32.0
  /// Rows of a wheel that are shown on either side of the chosen one.
  static let wheelNeighbours = 2
  /// What a menu's label has around it outside of lists.
  static let menuLabelInsets = Insets(top: 7, leading: 12, bottom: 7, trailing: 12)

  func pickerContent(_ node: SID, _ word: Word, _ ext: BaseExt) -> Word {
    switch info(word)?.type {
    case "DatePicker": return datePickerContent(node, word, ext)
    case "ColorPicker": return colorPickerContent(node, word, ext)
    default: break
    }
    let label = setPart(.label, controlLabel(node, word), ext)
    let choices = self.choices(node)
    let chosen = chosenIndex(node, choices)
    ext.chosen = chosen ?? -1
    ext.count = choices.count
    if environmentValue(node, "menuOwner") != nil { return choiceRows(node, choices, chosen) }
    switch pickerStyle(node) {
    case "segmented", "palette":
      return segments(node, choices, chosen)
    case "wheel": return wheel(node, choices, chosen)
    case "inline", "radiogroup":
      return isRow(node) ? inlineRows(node, label, choices, chosen) : wheel(node, choices, chosen)
    case "navigationlink":
      report(
        RuntimeCode.notModelled, .note,
        "A picker in the style of a navigation link opens a menu of its choices here instead of a page")
      return chosenRow(
        node, label, choices, chosen, mark: piece(.disclosure, width: 10.5, height: 14), word)
    default:
      let mark = styled(
        makeTagged(.symbolLeaf, [machine.makeString("chevron.up.chevron.down"), .truth]), font: "13.medium")
      return chosenRow(node, label, choices, chosen, mark: mark, word)
    }
  }

  /// Name of the style of a picker at a node, in small letters.
  func pickerStyle(_ node: SID) -> String {
    var name = styleName(environmentValue(node, "pickerStyle") ?? .none).lowercased()
    if name.hasSuffix("pickerstyle") { name.removeLast(11) }
    return name
  }

  /// Whether a view is a row of a list or form by itself.
  func isRow(_ node: SID) -> Bool {
    let host = s[Int(node)].host
    return host >= 0 && u[Int(host)].op == .list
  }

  /// Whether a touch on a control opens a panel of rows.
  func opensMenu(_ node: SID) -> Bool {
    switch s[Int(node)].op {
    case .link: return info(s[Int(node)].value)?.type == "Menu"
    case .picker:
      guard info(s[Int(node)].value)?.type == "Picker", environmentValue(node, "menuOwner") == nil else { return false }
      switch pickerStyle(node) {
      case "segmented", "palette", "wheel", "inline", "radiogroup": return false
      default: return true
      }
    default: return false
    }
  }

  // MARK: Choices

  /// What the content of a picker lists, each with its tag or, in a ForEach, the id of its element.
  func choices(_ node: SID) -> [Choice] {
    var found: [Choice] = []
    collectChoices(builtContent(node, s[Int(node)].value), nil, node, &found, 0)
    return found
  }

  private func collectChoices(_ word: Word, _ id: Word?, _ node: SID, _ found: inout [Choice], _ depth: Int) {
    guard depth < 64, found.count < 10_000 else { return }
    let c = classify(word)
    func inner(_ value: Word) { collectChoices(value, id, node, &found, depth + 1) }
    switch c.kind {
    case .empty: return
    case .group where c.op == .buildBlock || c.op == .tuple:
      for child in members(word) { inner(child) }
    case .group where c.op == .section: inner(builtContent(node, word))
    case .single where c.op == .buildIf || c.op == .buildEitherFirst: inner(argument(word, 0))
    case .single where c.op == .group && !isGroupOfSubviews(word):
      inner(content(node, closureArgument(word) ?? argument(word, 0)))
    case .forEach:
      guard let closure = closureArgument(word) else { return }
      let (ids, elements) = forEachElements(node, word)
      for (id, element) in zip(ids, elements) {
        collectChoices(call(node, closure, [element]), id, node, &found, depth + 1)
      }
    case .base where c.op == .divider: return
    default:
      let (base, modifiers) = peeled(word)
      // Modifiers around several choices are around each.
      if isSeveral(base), !modifiers.isEmpty {
        var several: [Choice] = []
        collectChoices(base, id, node, &several, depth + 1)
        for choice in several {
          found.append(Choice(view: wrapped(choice.view, modifiers), tag: choice.tag))
        }
        return
      }
      let tag = modifiers.first { op($0) == .tag }.map { argument($0, 0) }
      heap.share(word)
      found.append(Choice(view: word, tag: tag ?? id ?? .none))
    }
  }

  /// Position of the choice that is bound to the picker's selection; nil where none is.
  func chosenIndex(_ node: SID, _ choices: [Choice]) -> Int? {
    let word = s[Int(node)].value
    guard hasArgument(word, "selection") else { return nil }
    let binding = argument(word, "selection")
    guard let value = evaluate(node, isNew: false, { try readBinding(binding) }) else { return nil }
    return choices.firstIndex { sameId($0.tag, value) || isEqual($0.tag, value, type: heap.type(value)) }
  }

  /// A choice was tapped.
  func choose(_ node: SID, _ index: Int) {
    guard s[Int(node)].kind == .base else { return }
    let word = s[Int(node)].value
    let choices = self.choices(node)
    guard choices.indices.contains(index), hasArgument(word, "selection") else { return }
    let tag = choices[index].tag
    let binding = argument(word, "selection")
    perform { try writeBinding(binding, tag, current, 0) }
  }

  private func choiceButton(_ node: SID, _ index: Int, _ label: Word) -> Word {
    barButton(.choice, node, index, label, isTinted: false)
  }

  // MARK: Styles

  /// The chosen choice with a mark: the row of a list, or alone.
  private func chosenRow(
    _ node: SID, _ label: Word, _ choices: [Choice], _ chosen: Int?, mark: Word, _ word: Word
  ) -> Word {
    var value = chosen.map { choices[$0].view } ?? Word.none
    if hasArgument(word, "currentValueLabel") { value = content(node, argument(word, "currentValueLabel")) }
    let shown = makeTagged(.oneLine, [look(value, "titleOnly")])
    guard isRow(node) else {
      return arranged(
        .horizontal, [makeTagged(.tinted, [arranged(.horizontal, [shown, mark], spacing: 5)])],
        insets: ViewGraph.menuLabelInsets)
    }
    let trailing = styled(arranged(.horizontal, [shown, mark], spacing: 5), color: "secondary")
    return hidesLabels(node)
      ? arranged(.horizontal, [trailing, spacerPiece()], spacing: 0)
      : arranged(.horizontal, [label, spacerPiece(), trailing], spacing: 8)
  }

  /// Segments of one width over what is proposed.
  private func segments(_ node: SID, _ choices: [Choice], _ chosen: Int?) -> Word {
    let cells = choices.enumerated().map { index, choice in
      choiceButton(
        node, index,
        arranged(
          nil,
          [
            piece(.cell, width: nil, height: ViewGraph.segmentHeight),
            makeTagged(
              .oneLine,
              [styled(look(choice.view, "titleOnly"), font: index == chosen ? "13.semibold" : "13.regular")]),
          ]))
    }
    let ground = piece(.segments, width: nil, height: ViewGraph.segmentHeight)
    return cells.isEmpty ? ground : arranged(nil, [ground, columns(cells)])
  }

  /// Views side by side in columns of one width.
  func columns(_ cells: [Word]) -> Word {
    for cell in cells { heap.share(cell) }
    let row = makeTagged(
      .arranged,
      [
        Word(integer: 4), Word(integer: Int(Guide.centerX.id)), Word(number: Double(max(1, cells.count))),
        Word(number: 0), Word(number: 0), Word(number: 0), Word(number: 0),
        heap.make(.array, type: types.array(of: .unknown), cells),
      ])
    // One cell alone would have no grid around it, and needs none.
    return cells.count == 1 ? cells[0] : row
  }

  /// The chosen choice in the middle with those before and after it, further away fainter.
  private func wheel(_ node: SID, _ choices: [Choice], _ chosen: Int?) -> Word {
    let middle = chosen ?? 0
    let near = ViewGraph.wheelNeighbours
    var rows: [Word] = []
    for index in (middle - near)...(middle + near) {
      let cell = piece(.cell, width: nil, height: ViewGraph.wheelRowHeight)
      guard choices.indices.contains(index) else {
        rows.append(cell)
        continue
      }
      let color = index == middle ? nil : index - middle == near || middle - index == near ? "systemGray3" : "secondary"
      let text = makeTagged(.oneLine, [styled(choices[index].view, font: "21.regular", color: color)])
      rows.append(choiceButton(node, index, arranged(nil, [cell, text])))
    }
    return arranged(
      nil,
      [
        piece(.wheel, width: nil, height: ViewGraph.wheelHeight),
        arranged(.vertical, rows, .centerX, spacing: 0),
      ])
  }

  /// A row for each choice, as tall as the rows of the list around the picker.
  private func inlineRows(_ node: SID, _ label: Word, _ choices: [Choice], _ chosen: Int?) -> Word {
    var rows = choices.enumerated().map { index, choice in
      let mark =
        index == chosen
        ? makeTagged(
          .tinted,
          [
            styled(makeTagged(.symbolLeaf, [machine.makeString("checkmark"), .truth]), font: "17.semibold")
          ]) : .none
      return choiceButton(
        node, index, listCell(arranged(.horizontal, [choice.view, spacerPiece(), mark], spacing: 8)))
    }
    if !hidesLabels(node), !label.isNone {
      rows.insert(listCell(arranged(.horizontal, [styled(label, color: "secondary"), spacerPiece()])), at: 0)
    }
    return listColumn(rows)
  }

  /// Content of a row that is a part of another one.
  func listCell(_ content: Word) -> Word {
    arranged(nil, [piece(.cell, width: nil, height: ViewGraph.listRowHeight), content])
  }

  /// Rows inside the only row that a list has for them; it has its own insets around them.
  func listColumn(_ rows: [Word]) -> Word {
    arranged(
      .vertical, rows, .leading, spacing: 0,
      insets: Insets(top: -ViewGraph.listRowInset, leading: 0, bottom: -ViewGraph.listRowInset, trailing: 0))
  }

  /// The least height of a list's row, and what it has above and below its content.
  static let listRowHeight = 44.0
  static let listRowInset = 11.0

  /// Rows of a panel, one for each choice.
  func choiceRows(_ node: SID, _ choices: [Choice], _ chosen: Int?) -> Word {
    let rows = choices.enumerated().map { index, choice in
      choiceButton(node, index, menuRow(look(choice.view, "menu"), isChosen: index == chosen))
    }
    return arranged(.vertical, rows, .leading, spacing: 0)
  }
}
