/// The two tables of the view graph.
///
/// *Structure nodes* (`SNode`) mirror the view values: user's views, branches, ForEach, every modifier. They carry identity, state and
/// what the update needs. *Unary nodes* (`UNode`) are what is laid out, animated and drawn: a base view with one node for each modifier
/// that applies to it. A modifier over several views has one structure node and a unary node for each view (semantics 1.13).
///
/// Ids are indices; -1 is none. What a structure node inherits (`host`, `env`, `scope`, `pending`) are ids of ancestors that never change
/// during its life, so a changed modifier or environment value is propagated without visiting what lies between.

typealias SID = Int32
typealias UID = Int32

enum SKind: UInt8 {
  case free
  /// A user's struct with a body.
  case userView
  /// Children by position: buildBlock, Group, Section.
  case group
  /// One child: wrappers without meaning of their own, transparent modifiers, AnyView, `id`, branches. The child is told apart by `key`.
  case single
  case forEach
  /// No view.
  case empty
  case environment
  case structural
  case unary
  /// A user's ViewModifier; its child is the body.
  case customModifier
  /// The `content` of a ViewModifier's or style's body.
  case placeholder
  /// End of a chain: leaf or container.
  case base
}

struct SFlags: OptionSet {
  var rawValue: UInt8
  static let dirty = SFlags(rawValue: 1)
  /// Removed from the structure; its views still run their removal.
  static let leaving = SFlags(rawValue: 2)
  /// Made in this update.
  static let fresh = SFlags(rawValue: 4)
  /// Queued for an action of the lifecycle.
  static let queued = SFlags(rawValue: 8)
}

struct SNode {
  var kind = SKind.free
  var op = ViewOp.none
  var flags: SFlags = []
  var parent: SID = -1
  /// Unary node whose list of items this node contributes to.
  var host: UID = -1
  /// Nearest environment modifier around.
  var env: SID = -1
  /// Nearest modifier around that edits transactions.
  var scope: SID = -1
  /// Nearest unary modifier (or user's view) around, up to the host.
  var pending: SID = -1
  var depth: Int32 = 0
  /// Evaluation that the node's dependencies belong to.
  var serial: UInt32 = 0
  /// The view value, or the modifier's description.
  var value: Word = .none
  /// What tells it apart from other children of its parent: branch, id, type.
  var key: Word = 0
  var children: [SID] = []
  /// Former children whose removal still runs.
  var gone: [SID] = []
  /// Unary nodes made from this one.
  var instances: [UID] = []
  /// Host whose content this is the root of.
  var hostOf: UID = -1
  /// Id of the ForEach element this is the content of.
  var elementId: Word = .none
  var ext: SExt?
}

/// State of a structure node that only some kinds have.
class SExt {
  init() {}
}

struct UFlags: OptionSet {
  var rawValue: UInt16
  /// The list of items is to be collected again.
  static let itemsDirty = UFlags(rawValue: 1)
  /// A list context that an earlier update filled: from now on insertions have transitions.
  static let settled = UFlags(rawValue: 2)
  /// Holds a list of items of its own.
  static let isHost = UFlags(rawValue: 4)
  /// A drawing leaf.
  static let isLeaf = UFlags(rawValue: 8)
  /// Resets the coordinate space of what lies below it.
  static let isSpace = UFlags(rawValue: 16)
  /// A container that is listed and only observed.
  static let observes = UFlags(rawValue: 32)
  static let visited = UFlags(rawValue: 64)
  /// Top of an item that is not there now: a row outside the visible part, a page that is not selected.
  static let unrealised = UFlags(rawValue: 128)
  /// A list context that came up in this update, or a reader that has not run its content yet: what it holds simply appears.
  static let fresh = UFlags(rawValue: 256)
  /// An identifier or label that stands in the entry of the leaf inside.
  static let namesLeaf = UFlags(rawValue: 512)
  /// Item of a page of a NavigationStack that another page lies on: it takes no touches.
  static let covered = UFlags(rawValue: 1024)
}

struct UNode {
  var op = ViewOp.none
  var isAlive = false
  var flags: UFlags = []
  /// The structure node of the modifier, of the base view or of the user's view (boundary).
  var s: SID = -1
  /// The structure node of the base view at the end of the chain; for a host the same as `s`.
  var base: SID = -1
  var parent: UID = -1
  /// Next node of the chain towards the base.
  var child: UID = -1
  /// Host of overlay, background or mask content.
  var secondary: UID = -1
  /// Root of the structure of a host's content.
  var content: SID = -1
  var items: [UID] = []
  /// Items being removed, in the order of their removal.
  var leaving: [UID] = []
  /// Own layout node, and the one that stands for this node in its parent's layout.
  var layout: LayoutNode = -1
  var top: LayoutNode = -1
  /// Layout node of the implicit stack of a host that is no stack itself.
  var implicit: LayoutNode = -1
  /// Layout node around the content of a background that ignores the safe area.
  var safeArea: LayoutNode = -1
  /// Row of `frames`, of `values`.
  var frame: Int32 = -1
  var value: Int32 = -1
  /// Running or possible transition of an item: row of `transitions`.
  var transition: Int32 = -1
  /// Id in the list of views, 0 where not listed.
  var record: Int32 = 0
  /// Nearest space around: a unary node, -1 the host's root.
  var space: UID = -1
  var zIndex = 0.0
  var ext: UExt?
}

class UExt {
  init() {}
}
