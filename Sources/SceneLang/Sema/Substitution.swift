/// Substitution of generic parameters, and normalisation of associated types whose base is known.

extension Sema {
  /// Replaces generic parameters by `arguments[genericIndex]` and normalises dependent members. Parameters beyond the
  /// end of the list stay.
  package func substitute(_ type: TypeID, _ arguments: [TypeID]) -> TypeID {
    if type == .none || arguments.isEmpty || !types[type].summary.contains(.parameter) { return type }
    return arguments.withUnsafeBufferPointer { substitute(type, $0, depth: 0) }
  }

  package func substitute(_ requirement: Requirement, _ arguments: [TypeID]) -> Requirement {
    switch requirement {
    case .conforms(let a, let b): return .conforms(substitute(a, arguments), substitute(b, arguments))
    case .equal(let a, let b): return .equal(substitute(a, arguments), substitute(b, arguments))
    case .superclass(let a, let b): return .superclass(substitute(a, arguments), substitute(b, arguments))
    }
  }

  /// Replaces dependent members whose base is known by what they stand for.
  package func normalize(_ type: TypeID) -> TypeID {
    if type == .none { return type }
    let summary = types[type].summary
    if !summary.contains(.member) && !(summary.contains(.parameter) && hasEqualities) { return type }
    return rebuild(type, depth: 0)
  }

  private var hasEqualities: Bool {
    guard environmentContext != .none else { return false }
    return !environment(of: environmentContext).equalities.isEmpty
  }

  private func rebuild(_ type: TypeID, depth: Int) -> TypeID {
    let row = types[type]
    if depth > TypeTable.depthLimit { return type }
    if row.kind == .parameter { return canonicalAbstract(type) }
    if row.count == 0 || !(row.summary.contains(.member) || row.summary.contains(.parameter)) { return type }
    var arguments = Array(types.arguments(type))
    var changed = false
    for i in arguments.indices {
      let new = rebuild(arguments[i], depth: depth + 1)
      if new != arguments[i] {
        arguments[i] = new
        changed = true
      }
    }
    if row.kind == .member { return associatedType(arguments[0], row.decl) }
    if !changed { return type }
    return types.make(row.kind, decl: row.decl, flags: row.flags, arguments, labels: Array(types.labels(type)))
  }

  private func substitute(_ type: TypeID, _ arguments: UnsafeBufferPointer<TypeID>, depth: Int) -> TypeID {
    let row = types[type]
    if !row.summary.contains(.parameter) || depth > TypeTable.depthLimit { return type }
    if row.kind == .parameter {
      let index = Int(facts[fact(row.decl)].genericIndex)
      return index < arguments.count ? arguments[index] : type
    }
    if row.kind == .tuple || row.kind == .function || row.kind == .nominal {
      for i in 0..<Int(row.count) {
        let child = types[types.argument(type, i)]
        if child.kind == .pack && child.flags == 0 { return expand(type, row, arguments, depth: depth) }
      }
    }
    let count = Int(row.count)
    return withUnsafeTemporaryAllocation(of: TypeID.self, capacity: count) { buffer -> TypeID in
      for i in 0..<count { buffer[i] = substitute(types.argument(type, i), arguments, depth: depth + 1) }
      if row.kind == .member { return associatedType(buffer[0], row.decl) }
      // Copied: a slice of the table would make it copy itself when it grows.
      return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { labels -> TypeID in
        for i in 0..<count { labels[i] = types.label(type, i) }
        return types.make(
          row.kind, decl: row.decl, flags: row.flags, UnsafeBufferPointer(buffer), labels: UnsafeBufferPointer(labels))
      }
    }
  }

  /// A list that holds `repeat pattern`: one element for each of the pack's arguments.
  private func expand(
    _ type: TypeID, _ row: TypeTable.Row, _ arguments: UnsafeBufferPointer<TypeID>, depth: Int
  ) -> TypeID {
    var elements: [TypeID] = []
    var labels: [UInt32] = []
    for i in 0..<Int(row.count) {
      let child = types.argument(type, i)
      let label = types.label(type, i)
      let childRow = types[child]
      guard childRow.kind == .pack, childRow.flags == 0 else {
        elements.append(substitute(child, arguments, depth: depth + 1))
        labels.append(label)
        continue
      }
      let pattern = types.argument(child, 0)
      guard let length = packLength(pattern, arguments, depth: 0) else {
        elements.append(types.make(.pack, [substitute(pattern, arguments, depth: depth + 1)]))
        labels.append(label)
        continue
      }
      for position in 0..<length {
        var single = Array(arguments)
        for j in single.indices where single[j] != .none {
          let row = types[single[j]]
          if row.kind == .pack && row.flags == 1 && position < Int(row.count) {
            single[j] = types.argument(single[j], position)
          }
        }
        elements.append(single.withUnsafeBufferPointer { substitute(pattern, $0, depth: depth + 1) })
        labels.append(label)
      }
    }
    // A tuple of one unlabelled element is the element.
    if row.kind == .tuple && elements.count == 1 && labels[0] == 0 { return elements[0] }
    return types.make(row.kind, decl: row.decl, flags: row.flags, elements, labels: labels)
  }

  /// Number of elements of the packs that occur in a pattern; nil when they are not known.
  private func packLength(_ type: TypeID, _ arguments: UnsafeBufferPointer<TypeID>, depth: Int) -> Int? {
    let row = types[type]
    if depth > TypeTable.depthLimit || !row.summary.contains(.parameter) { return nil }
    if row.kind == .parameter {
      let index = Int(facts[fact(row.decl)].genericIndex)
      guard index < arguments.count, arguments[index] != .none else { return nil }
      let argument = types[arguments[index]]
      return argument.kind == .pack && argument.flags == 1 ? Int(argument.count) : nil
    }
    for i in 0..<Int(row.count) {
      if let length = packLength(types.argument(type, i), arguments, depth: depth + 1) { return length }
    }
    return nil
  }

  /// One-way matching: finds arguments that make the pattern equal to the type. Free parameters have `.none`.
  func match(_ pattern: TypeID, _ type: TypeID, _ bindings: inout [TypeID], depth: Int = 0) -> Bool {
    if pattern == type { return true }
    if depth > TypeTable.depthLimit { return false }
    let row = types[pattern]
    if type == types.error || pattern == types.error { return true }
    if row.kind == .parameter {
      let index = Int(facts[fact(row.decl)].genericIndex)
      guard index < bindings.count else { return false }
      if bindings[index] == .none {
        bindings[index] = type
        return true
      }
      return bindings[index] == type
    }
    guard row.summary.contains(.parameter) else { return false }
    let other = types[type]
    guard row.kind == other.kind, row.decl == other.decl, row.count == other.count else { return false }
    if row.kind == .member { return true }
    for i in 0..<Int(row.count) {
      if !match(types.argument(pattern, i), types.argument(type, i), &bindings, depth: depth + 1) { return false }
    }
    return true
  }
}
