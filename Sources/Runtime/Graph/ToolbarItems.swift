/// The items of `toolbar { }` and `navigationBarItems`: each view with the place it asks for.
///
/// A toolbar's content is evaluated as its modifier's; groups, conditions and the scene's own ToolbarContent are looked through. What stands in
/// the menu of secondary actions, and above the keyboard, is not shown.

extension ViewGraph {
  func toolbarItems(_ node: SID) -> [BarItem] {
    let word = s[Int(node)].value
    s[Int(node)].flags.remove(.dirty)
    evaluations &+= 1
    s[Int(node)].serial = evaluations
    var items: [BarItem] = []
    if info(word)?.base == "navigationBarItems" {
      for (label, place) in [("leading", BarPlace.leading), ("trailing", .trailing)] where hasArgument(word, label) {
        items.append(BarItem(place: place, view: content(node, argument(word, label))))
      }
      return items
    }
    guard let closure = closureArgument(word) else { return [] }
    collectItems(node, call(node, closure, []), .trailing, &items, 0)
    return items
  }

  /// The views in a builder's value, each with its place.
  func collectItems(_ node: SID, _ word: Word, _ place: BarPlace, _ items: inout [BarItem], _ depth: Int) {
    guard !word.isNone, depth < 64, items.count < 64 else { return }
    func all(_ words: [Word]) { for word in words { collectItems(node, word, place, &items, depth + 1) } }
    switch heap.kind(word) {
    case .array, .tuple: return all(Array(heap.contents(word)))
    case .existential: return collectItems(node, heap.slot(word, 0), place, &items, depth + 1)
    case .structure, .enumeration:
      let type = heap.type(word)
      if conforms(type, protocols.toolbarContent), !conforms(type, protocols.view) {
        let body = evaluate(node, isNew: false) {
          try machine.callWitness(
            of: type, protocols.toolbarContent.proto, protocols.toolbarContent.index, [word])
        }
        return collectItems(node, (body ?? nil) ?? .none, place, &items, depth + 1)
      }
    case .description:
      switch op(word) {
      case .empty: return
      case .buildBlock, .tuple:
        let slots = heap.contents(word)
        if slots.count == 2, heap.kind(slots[1]) == .array || heap.kind(slots[1]) == .tuple {
          return collectItems(node, slots[1], place, &items, depth + 1)
        }
        return all(Array(slots.dropFirst()))
      case .buildEitherFirst, .buildIf: return collectItems(node, argument(word, 0), place, &items, depth + 1)
      case .passthrough: return collectItems(node, heap.slot(word, 1), place, &items, depth + 1)
      case .toolbarItem:
        let asked = hasArgument(word, "placement") ? barPlace(argument(word, "placement")) : place
        guard asked != .none, let closure = closureArgument(word) else { return }
        var view = call(node, hasArgument(word, "label") ? argument(word, "content") : closure, [])
        if !argument(word, "placement").isNone, constantName(argument(word, "placement")) == "confirmationAction" {
          view = styled(view, font: "headline")
        }
        if info(word)?.type == "ToolbarItemGroup" {
          var own: [BarItem] = []
          collectItems(node, view, asked, &own, depth + 1)
          items += own
        } else {
          items.append(BarItem(place: asked, view: view))
        }
        return
      default: break
      }
    default: break
    }
    items.append(BarItem(place: place, view: word))
  }

  private func barPlace(_ word: Word) -> BarPlace {
    switch word.isNone ? "automatic" : constantName(word) {
    case "topBarLeading", "navigationBarLeading", "cancellationAction", "navigation": return .leading
    case "principal", "title", "largeTitle": return .middle
    case "bottomBar", "status", "bottomOrnament": return .bottom
    case "keyboard", "secondaryAction", "accessoryBar", "subtitle", "largeSubtitle": return .none
    default: return .trailing
    }
  }
}
