/// GeometryEffect: a modifier of the scene that gives a matrix for the size of its content (semantics 0.4, 4.2).
///
/// Its data is animated like that of every animatable modifier, so the matrix is asked for in every tick of an animation;
/// what it gives is shown at once. The size is known after the layout: a new size asks again in the same update.

extension ViewGraph {
  /// The body of a GeometryEffect: its content behind the matrix.
  func projection(_ node: SID, _ ext: BodyExt, _ installed: Word, _ type: TypeId) throws -> Word {
    if !geometryEffects.contains(node) { geometryEffects.append(node) }
    let size = effectSize(node) ?? .zero
    ext.effectSize = size
    let requirement = protocols.geometryEffect
    let given = heap.make(
      .structure, type: types.named("CGSize") ?? .unknown, [Word(number: size.width), Word(number: size.height)])
    let matrix = try machine.callWitness(of: type, requirement.proto, requirement.index, [installed, given]) ?? .none
    let content = makeTagged(.content, [Word(integer: Int(node))])
    return makeTagged(.projection, [content] + projectionNumbers(matrix).map { Word(number: $0) })
  }

  /// Layout size of what the effect applies to, nil before there is one.
  private func effectSize(_ node: SID) -> Size? {
    guard let below = s[Int(node)].children.first, let unary = s[Int(below)].instances.first, unary >= 0,
      u[Int(unary)].isAlive
    else { return nil }
    return layoutRect(unary).size
  }

  /// Effects whose content has got another size are asked again.
  func updateGeometryEffects() {
    if geometryEffects.isEmpty { return }
    geometryEffects.removeAll { s[Int($0)].kind != .customModifier }
    for node in geometryEffects {
      guard let ext = s[Int(node)].ext as? BodyExt, let size = effectSize(node), size != ext.effectSize else {
        continue
      }
      markDirty(node)
    }
  }

  /// a, b, c, d, tx, ty, p, q, w of a ProjectionTransform.
  func projectionNumbers(_ matrix: Word) -> [Double] {
    [
      ("m11", 1.0), ("m12", 0), ("m21", 0), ("m22", 1), ("m31", 0), ("m32", 0), ("m13", 0), ("m23", 0), ("m33", 1),
    ].map { name, standard in
      let value = memberNumber(matrix, name) ?? standard
      return value.isFinite ? value : 0
    }
  }
}
