/// Names of types in the signatures of the prelude that nothing declares.
import SceneLang

extension PreludeBuilder {
  /// `FILE:LINE: NAME` for each name in a type that is neither declared, nor a generic parameter of the prelude, nor an
  /// associated type.
  package func unknownTypes() -> [String] {
    var known: Set<String> = ["Self", "Any", "AnyObject", "_", "class", "Type", "Protocol"]
    known.formUnion(PreludeBuilder.modules)
    for path in nominalOfPath.keys { known.formUnion(path.split(separator: ".").map(String.init)) }
    for path in aliases.keys { known.formUnion(path.split(separator: ".").map(String.init)) }
    for path in compositions.keys { known.insert(path) }
    for entry in entries where entry.kind == .associatedType || entry.kind == .typeAlias { known.insert(entry.name) }
    var result: [String] = []
    var generic: Set<String> = []
    for file in files {
      let tree = file.tree
      for row in tree.nodes.indices where tree.kind(NodeID(UInt32(row))) == .genericParameter {
        generic.insert(tree.name(of: tree.token(NodeID(UInt32(row)), at: 2)))
      }
    }
    for file in files {
      let tree = file.tree
      for row in tree.nodes.indices {
        let node = NodeID(UInt32(row))
        guard tree.kind(node) == .identifierType else { continue }
        let name = tree.name(of: tree.token(node, at: 0))
        if known.contains(name) || generic.contains(name) || isAttribute(tree, node) { continue }
        result.append("\(file.name):\(tree.source.position(tree.start(node)).line): \(name)")
      }
    }
    return result
  }

  /// Names of attributes are identifier types as well.
  private func isAttribute(_ tree: SyntaxTree, _ node: NodeID) -> Bool {
    let start = Int(tree.start(node))
    return start > 0 && tree.source.bytes[start - 1] == 0x40
  }
}
