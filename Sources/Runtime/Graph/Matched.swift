/// matchedGeometryEffect: groups by id and namespace, the source, the shared frame and who follows it (semantics 6).

struct MatchedGroup {
  var namespace = 0
  var id: Word = .none
  /// Newest registration first.
  var members: [UID] = []
  var lastSource: UID = -1
  /// Shared frame of the source: anchor point and size.
  var shared: [Double] = [0, 0, 0, 0]
  var animation: Int32 = -1
  /// What the running animation adds; nil when none runs.
  var offset: [Double]?
  var warned = false
}

struct MatchedRegistry {
  var groups: [MatchedGroup] = []
  /// An animated shared frame moved in this tick.
  var moved = false
  /// Views that leave without a transition still count; the groups are resolved again once they are gone.
  var waitsForRemovals = false
  /// All stood still when the shared frames were found last.
  var isSettled = true
}

final class MatchedExt: UExt {
  var group = -1
  var isSource = true
  var usesSize = true
  var usesPosition = true
  var anchor = UnitPoint.center
  /// Own rectangle before following, in the window's layout space.
  var isFollowing = false
  /// Made in this update: it has no place yet from which it could animate.
  var isNew = true
}

extension ViewGraph {
  func joinMatched(_ id: UID) {
    let ext = MatchedExt()
    u[Int(id)].ext = ext
    readMatched(id, ext)
  }

  func updateMatched(_ id: UID) {
    guard let ext = u[Int(id)].ext as? MatchedExt else { return }
    readMatched(id, ext)
    requireGeometry()
  }

  private func readMatched(_ id: UID, _ ext: MatchedExt) {
    let word = s[Int(u[Int(id)].s)].value
    let former = (ext.isSource, ext.usesPosition, ext.usesSize, ext.anchor)
    defer { if former != (ext.isSource, ext.usesPosition, ext.usesSize, ext.anchor) { matchedDirty = true } }
    ext.isSource = truth(word, "isSource", true)
    let properties = argument(word, "properties")
    let parts = properties.isNone ? 3 : matchedProperties(properties)
    ext.usesPosition = parts & 1 != 0
    ext.usesSize = parts & 2 != 0
    let anchor = argument(word, "anchor")
    ext.anchor = anchor.isNone ? .center : unitPoint(anchor)
    let key = argument(word, "id")
    let namespace = heap.slot(argument(word, "in"), 1).integer
    if ext.group >= 0, matched.groups[ext.group].namespace == namespace, sameId(matched.groups[ext.group].id, key) {
      return
    }
    leaveMatched(id)
    var found = matched.groups.firstIndex { $0.namespace == namespace && sameId($0.id, key) }
    if found == nil {
      heap.share(key)
      matched.groups.append(MatchedGroup(namespace: namespace, id: key))
      found = matched.groups.count - 1
    }
    ext.group = found ?? 0
    matched.groups[ext.group].members.insert(id, at: 0)
    matchedDirty = true
  }

  func leaveMatched(_ id: UID) {
    guard let ext = u[Int(id)].ext as? MatchedExt, ext.group >= 0 else { return }
    matched.groups[ext.group].members.removeAll { $0 == id }
    if matched.groups[ext.group].lastSource == id { matched.groups[ext.group].lastSource = -1 }
    ext.group = -1
    matchedDirty = true
  }

  private func isBeingRemoved(_ id: UID) -> Bool {
    !leavingItems.isEmpty && liesInLeaving(id)
  }

  /// The shared frame a member gives: its own layout, without what it follows. The anchor point is where scale and
  /// rotation around show it, the size is in the member's own units (6.3).
  private func ownFrame(_ id: UID) -> (frame: [Double], rect: Rect) {
    guard let ext = u[Int(id)].ext as? MatchedExt else { return ([0, 0, 0, 0], .zero) }
    let rect = tree.absoluteRect(of: u[Int(id)].layout)
    let shift = transitionShift(id)
    let x = rect.x + shift.x + ext.anchor.x * rect.width
    let y = rect.y + shift.y + ext.anchor.y * rect.height
    let space = enclosingSpace(id)
    if space < 0 { return ([x, y, rect.width, rect.height], rect) }
    let shown = spaceTransform(space).apply(x, y)
    return ([shown.x, shown.y, rect.width, rect.height], rect)
  }

  /// Displacement of a node by transitions of items around it.
  func transitionShift(_ id: UID) -> Point {
    var shift = Point.zero
    var node = id
    while node >= 0 {
      let index = u[Int(node)].transition
      if index >= 0 {
        shift.x += transitions[Int(index)].shiftX
        shift.y += transitions[Int(index)].shiftY
      }
      node = u[Int(node)].parent
    }
    return shift
  }

  /// Chooses sources, starts the shared animation, and lets members follow. Runs in every transaction after layout in which
  /// something moved. A source may lie in what follows another group: again until all stand still, which some never do.
  func resolveMatched() {
    guard !matched.groups.isEmpty, matchedDirty || placesMoved || matched.isSettled else { return }
    var rounds = 0
    repeat {
      placesMoved = false
      var changed = false
      for g in matched.groups.indices where !matched.groups[g].members.isEmpty {
        if resolve(g) { changed = true }
      }
      matchedDirty = matched.waitsForRemovals
      matched.waitsForRemovals = false
      if !changed { break }
      layOutFollowers()
      rounds += 1
    } while placesMoved && rounds < ViewGraph.maximumRounds
    matched.isSettled = rounds < ViewGraph.maximumRounds
    placesMoved = false
  }

  /// Followers have other places and sizes; what they contain follows with readers, rows and effects.
  private func layOutFollowers() {
    needsLayout = true
    requireGeometry()
    layoutAndGeometry()
  }

  private func resolve(_ g: Int) -> Bool {
    let members = matched.groups[g].members
    let sources = members.filter { (u[Int($0)].ext as? MatchedExt)?.isSource == true }
    guard !sources.isEmpty else {
      // Without a source the effect is off for everybody, and nothing moves any more (6.2).
      stop(matched.groups[g].animation)
      matched.groups[g].animation = -1
      matched.groups[g].offset = nil
      matched.groups[g].lastSource = -1
      return setFollowers(g, nil)
    }
    let inserted = sources.filter { !isBeingRemoved($0) }
    if inserted.count > 1, !doomed.isEmpty {
      // What leaves without a transition still stands in its group; it is judged once that is gone.
      matched.waitsForRemovals = true
    } else if inserted.count > 1, !matched.groups[g].warned {
      matched.groups[g].warned = true
      let type = idType(matched.groups[g].id)
      // A UUID is another one in each run and tells nobody anything.
      let isUnnamed = types.nominalRow(type)?.name == "UUID"
      let view = isUnnamed ? inserted.first.flatMap { viewAround(s[Int(u[Int($0)].s)].parent) } : nil
      let text = isUnnamed ? "" : scene { try machine.describe(matched.groups[g].id, type: type) } ?? ""
      let group = view.map { "a matched geometry group in '\($0.name)'" } ?? "the matched geometry group '\(text)'"
      report(
        RuntimeCode.matchedMultipleSources, .warning,
        "Several inserted views in \(group) have isSource: true; the newest is used", place: view?.place)
    }
    let source = inserted.first ?? members[0]
    let last = matched.groups[g].lastSource
    if members[0] != source, !inserted.isEmpty {
      matched.groups[g].members.removeAll { $0 == source }
      matched.groups[g].members.insert(source, at: 0)
    }
    let shared = ownFrame(source).frame
    if source != last, matched.groups[g].members.count > 1 {
      let scope = s[Int(u[Int(source)].s)].scope
      let transaction = self.transaction(at: scope)
      let animation = transaction.disablesAnimations ? transaction.firstAnimation : transaction.animation
      if let animation, let previous = matched.groups[g].members.dropFirst().first, last != -1 || seed > 1 {
        let from = last >= 0 && u[Int(last)].isAlive ? ownFrame(last).frame : ownFrame(previous).frame
        var delta = shared
        for k in delta.indices { delta[k] -= from[k] }
        let slot = start(
          matched.groups[g].animation, .matched(g), animation, delta, transaction, owner: source, observes: false)
        matched.groups[g].animation = slot
        if slot >= 0, let animator = running[Int(slot)].animator {
          matched.groups[g].offset = ViewGraph.shown(
            [0, 0, 0, 0], animator.sample(at: now, client: animationClient), animator.interval)
        }
      }
    }
    matched.groups[g].lastSource = source
    matched.groups[g].shared = shared
    return setFollowers(g, source)
  }

  /// Everyone follows while an animation runs, else everyone but the source.
  private func setFollowers(_ g: Int, _ source: UID?) -> Bool {
    var changed = false
    let group = matched.groups[g]
    var frame = group.shared
    if let offset = group.offset { for k in frame.indices { frame[k] += offset[k] } }
    for member in group.members {
      guard let ext = u[Int(member)].ext as? MatchedExt else { continue }
      // Who contains the source would carry it along, and never get where it goes: it keeps its own place.
      let follows =
        source.map { (group.offset != nil || member != $0) && (member == $0 || !lies($0, in: member)) } ?? false
      if follows {
        if ext.isNew {
          forgetFrames([member])
          changed = true
        }
        let shift = transitionShift(member)
        let place = place(of: frame, at: member)
        let isOther = tree.setOverride(
          u[Int(member)].layout,
          MatchedOverride(
            size: ext.usesSize ? Size(frame[2], frame[3]) : nil,
            point: ext.usesPosition ? Point(place.x - shift.x, place.y - shift.y) : nil, anchor: ext.anchor))
        if isOther || !ext.isFollowing { changed = true }
      } else if ext.isFollowing {
        tree.setOverride(u[Int(member)].layout, nil)
        changed = true
      }
      ext.isFollowing = follows
      ext.isNew = false
    }
    return changed
  }

  private func lies(_ id: UID, in outer: UID) -> Bool {
    var node = u[Int(id)].parent
    while node >= 0, node != outer { node = u[Int(node)].parent }
    return node >= 0
  }

  /// The anchor point of a shared frame in the layout space a member stands in.
  private func place(of frame: [Double], at member: UID) -> Point {
    let space = enclosingSpace(member)
    guard space >= 0, let inverse = spaceTransform(space).inverse else { return Point(frame[0], frame[1]) }
    let point = inverse.apply(frame[0], frame[1])
    return Point(point.x, point.y)
  }

  /// A tick in which shared frames moved, or scales around those who follow: members are laid out anew, without a
  /// transaction.
  func advanceMatched() {
    guard matched.moved || matchedDirty || (spacesMoved && !matched.groups.isEmpty) else { return }
    matched.moved = false
    seed += 1
    flushing = Transact()
    var changed = false
    for g in matched.groups.indices where !matched.groups[g].members.isEmpty {
      let source = matched.groups[g].lastSource
      // Scales around the source move what it shares.
      if spacesMoved, source >= 0, u[Int(source)].isAlive { matched.groups[g].shared = ownFrame(source).frame }
      if setFollowers(g, source >= 0 ? source : nil) { changed = true }
    }
    if changed {
      layOutFollowers()
      // What moved below a scale or rotation may be a source: the update of this tick looks again.
      if spacesMoved { needsGeometry = true }
    }
  }
}
