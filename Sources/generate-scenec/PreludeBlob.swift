/// Writes the tables of a `PreludeBuilder` as the blob that `PreludeIndex` reads (layout: `PreludeLayout`).
import SceneLang

extension PreludeBuilder {
  /// The whole prelude: the tables are written once without interfaces, and read to resolve these.
  package func blob() -> [UInt8] {
    blob(nil).withUnsafeBytes { blob(PreludeRecorder(PreludeIndex(blob: $0))) }
  }

  /// The tables that follow from the text alone, with what was resolved if that is known.
  func blob(_ recorded: PreludeRecorder?) -> [UInt8] {
    var names = NamePool(
      entries.map(\.name) + files.map(\.name) + files.map(\.module) + entries.flatMap(\.labels) + writtenNames())
    names.sort()

    // Extensions by nominal, entries by owner and name; both keep the order of the text within.
    let extensionOrder = extensions.indices.sorted {
      (extensions[$0].nominal, $0) < (extensions[$1].nominal, $1)
    }
    var extensionNumber = [Int](repeating: -1, count: extensions.count)
    for (number, source) in extensionOrder.enumerated() { extensionNumber[source] = number }
    let entryOrder = entries.indices.sorted {
      (entries[$0].owner, names.number(entries[$0].name), entries[$0].position, $0)
        < (entries[$1].owner, names.number(entries[$1].name), entries[$1].position, $1)
    }
    var entryNumber = [Int](repeating: -1, count: entries.count)
    for (number, entry) in entryOrder.enumerated() { entryNumber[entry] = number }

    var blob = PreludeBlobWriter()
    blob.bytes(text, in: .text)
    blob.rows(
      files.flatMap { [names.number($0.name), names.number($0.module), $0.start, $0.end] }, in: .files)
    blob.names(names)

    let conformanceOrder = conformances.sorted { ($0.nominal, $0.position) < ($1.nominal, $1.position) }
    blob.rows(
      conformanceOrder.flatMap { row -> [Int] in
        [
          row.proto, row.source < 0 ? -1 : extensionNumber[row.source],
          (row.isConditional ? 1 : 0) | (row.isSuperclass ? 2 : 0),
        ]
      }, in: .conformances)

    var members = [[Int]](repeating: [], count: nominals.count)
    for entry in entries.indices where entries[entry].owner >= 0 { members[entries[entry].owner].append(entry) }
    var memberOrder: [Int] = []
    var nominalRows: [Int] = []
    for number in nominals.indices {
      let own = members[number].sorted {
        (entries[$0].source < 0 ? 0 : 1, entries[$0].position, $0)
          < (entries[$1].source < 0 ? 0 : 1, entries[$1].position, $1)
      }
      let firstExtension = extensionOrder.firstIndex { extensions[$0].nominal == number } ?? 0
      let firstConformance = conformanceOrder.firstIndex { $0.nominal == number } ?? 0
      nominalRows += [
        entryNumber[nominals[number].entry], memberOrder.count, own.count, firstExtension,
        extensions.lazy.filter { $0.nominal == number }.count, firstConformance,
        conformances.lazy.filter { $0.nominal == number }.count, nominals[number].end,
      ]
      memberOrder += own.map { entryNumber[$0] }
    }
    blob.rows(nominalRows, in: .nominals)
    blob.rows(memberOrder, in: .memberOrder)

    blob.rows(
      extensionOrder.flatMap { source -> [Int] in
        let row = extensions[source]
        return [
          row.nominal, row.start, row.headerEnd, row.end, row.isConstrained ? 1 : 0, row.selfNominal,
          recorded?.extensionPlaces[extensionNumber[source]] ?? -1,
        ]
      }, in: .extensions)
    var shapes = ShapePool()
    blob.rows(
      entryOrder.flatMap { number -> [Int] in
        let row = entries[number]
        let shape = row.hasShape ? shapes.place(row.shape(names)) : -1
        return [
          names.number(row.name), row.owner, Int(row.kind.rawValue), Int(row.flags.rawValue), row.start, row.end,
          row.source < 0 ? -1 : extensionNumber[row.source], row.declared, row.left, row.right, row.introduced, shape,
          recorded?.entryFlags[entryNumber[number]] ?? 0, recorded?.entryPlaces[entryNumber[number]] ?? -1,
        ]
      }, in: .entries)
    blob.rows(shapes.rows, in: .shapes)
    blob.rows(recorded?.typeOffsets ?? [], in: .typeOffsets)
    blob.rows(recorded?.typeWords ?? [], in: .typeWords)
    blob.rows(recorded?.words ?? [], in: .interfaces)

    var uses = [UInt8](repeating: 0, count: names.names.count)
    for entry in entries where entry.owner >= 0 {
      var use: PreludeNameUses = []
      if entries[nominals[entry.owner].entry].kind == .protocolDecl { use.insert(.protocolMember) }
      switch entry.kind {
      case .structDecl, .classDecl, .enumDecl, .protocolDecl, .typeAlias, .associatedType: use.insert(.memberType)
      default: break
      }
      uses[names.number(entry.name)] |= use.rawValue
    }
    blob.bytes(uses, in: .nameUses)

    var groups: [PreludeBlobWriter.Group] = []
    for (number, entry) in entryOrder.enumerated() {
      groups.add(entries[entry].owner, names.number(entries[entry].name), number)
    }
    blob.slots(groups, in: .memberSlots)
    writeOperators(&blob, names, entryNumber)
    return blob.finish()
  }

  /// Names of parameters, generic parameters and elements of tuples.
  private func writtenNames() -> [String] {
    var result: Set<String> = []
    for file in files {
      let tree = file.tree
      for row in tree.nodes.indices {
        let node = NodeID(UInt32(row))
        let places: [Int]
        switch tree.kind(node) {
        case .genericParameter: places = [2]
        case .parameter: places = [Slot.parameterFirstName, Slot.parameterSecondName]
        case .tupleTypeElement: places = [0]
        default: continue
        }
        for place in places {
          let token = tree.token(node, at: place)
          if token != .none, !tree.isMissing(token), !tree.token(token, is: "_") { result.insert(tree.name(of: token)) }
        }
      }
    }
    return result.sorted()
  }

  private func writeOperators(_ blob: inout PreludeBlobWriter, _ names: NamePool, _ entryNumber: [Int]) {
    let operators = entries.indices.filter { number in
      guard entries[number].kind == .function, let first = entries[number].name.utf8.first else { return false }
      return !(first >= 0x61 && first <= 0x7A || first >= 0x41 && first <= 0x5A || first == 0x5F || first >= 0x80)
    }.sorted {
      (names.number(entries[$0].name), entries[$0].left, entries[$0].right, entries[$0].position)
        < (names.number(entries[$1].name), entries[$1].left, entries[$1].right, entries[$1].position)
    }
    blob.rows(operators.map { entryNumber[$0] }, in: .operators)
    var groups: [PreludeBlobWriter.Group] = []
    for (position, number) in operators.enumerated() {
      groups.add(entries[number].left, names.number(entries[number].name), position)
    }
    var whole: [PreludeBlobWriter.Group] = []
    for (position, number) in operators.enumerated() {
      whole.add(Int(PreludeLayout.anyOperand), names.number(entries[number].name), position)
    }
    blob.slots(groups + whole, in: .operatorSlots)
  }
}

extension PreludeBuilder.Entry {
  /// Operators have none, whatever their parameters are called.
  private var isOperator: Bool {
    guard kind == .function, let first = name.utf8.first else { return false }
    return !(first == 0x5F || first >= 0x80 || (first | 0x20 >= 0x61 && first | 0x20 <= 0x7A))
  }

  fileprivate var labels: [String] {
    hasShape && !isOperator ? parameters.map(\.label).filter { $0 != "_" } : []
  }

  /// What `PreludeShape` reads.
  fileprivate func shape(_ names: NamePool) -> [Int] {
    parameters.map { parameter in
      PreludeShape.word(
        label: parameter.label == "_" || isOperator ? nil : names.number(parameter.label),
        isOptional: parameter.hasDefault, isVariadic: parameter.isVariadic || parameter.isPack)
    }
  }
}

/// Parameter lists of one shape are written once: their number, then a row for each.
private struct ShapePool {
  private(set) var rows: [Int] = []
  private var places: [[Int]: Int] = [:]

  mutating func place(_ shape: [Int]) -> Int {
    if let known = places[shape] { return known }
    let place = rows.count
    places[shape] = place
    rows.append(shape.count)
    rows += shape
    return place
  }
}

/// Distinct names in byte order.
struct NamePool {
  private(set) var names: [String]
  private var numbers: [String: Int] = [:]

  init(_ all: [String]) { names = all }

  mutating func sort() {
    names = Set(names).sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    for (number, name) in names.enumerated() { numbers[name] = number }
  }

  func number(_ name: String) -> Int { numbers[name] ?? -1 }
}

/// The sections of a prelude blob.
struct PreludeBlobWriter {
  struct Group {
    var owner: Int
    var name: Int
    var start: Int
    var count: Int
  }

  private var sections = [[UInt8]](repeating: [], count: PreludeLayout.Section.allCases.count)
  private var counts = [Int](repeating: 0, count: PreludeLayout.Section.allCases.count)

  mutating func bytes(_ bytes: [UInt8], in section: PreludeLayout.Section) {
    sections[section.rawValue] = bytes
    counts[section.rawValue] = bytes.count
  }

  mutating func rows(_ values: [Int], in section: PreludeLayout.Section) {
    var writer = BlobWriter()
    for value in values { writer.append(int32: Int32(value)) }
    sections[section.rawValue] = writer.bytes
    counts[section.rawValue] = values.count / section.width
  }

  mutating func names(_ pool: NamePool) {
    var offsets: [Int] = []
    var all: [UInt8] = []
    for name in pool.names {
      offsets.append(all.count)
      all += Array(name.utf8)
    }
    offsets.append(all.count)
    rows(offsets, in: .nameOffsets)
    bytes(all, in: .nameBytes)
    var slots = [Int](repeating: -1, count: capacity(pool.names.count))
    for (number, name) in pool.names.enumerated() {
      var slot = Array(name.utf8).withUnsafeBufferPointer { Int(PreludeLayout.hash($0)) } & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = number
    }
    rows(slots, in: .nameSlots)
  }

  mutating func slots(_ groups: [Group], in section: PreludeLayout.Section) {
    let size = capacity(groups.count)
    var slots = [Int](repeating: 0, count: size * SlotColumn.width)
    for group in groups {
      var slot = Int(PreludeLayout.hash(Int32(group.owner), Int32(group.name))) & (size - 1)
      while slots[slot * SlotColumn.width + SlotColumn.count] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot * SlotColumn.width + SlotColumn.owner] = group.owner
      slots[slot * SlotColumn.width + SlotColumn.name] = group.name
      slots[slot * SlotColumn.width + SlotColumn.start] = group.start
      slots[slot * SlotColumn.width + SlotColumn.count] = group.count
    }
    rows(slots, in: section)
  }

  func finish() -> [UInt8] {
    var writer = BlobWriter()
    writer.append(int32: PreludeLayout.magic)
    writer.append(int32: PreludeLayout.version)
    for _ in sections { for _ in 0..<2 { writer.append(int32: 0) } }
    for section in PreludeLayout.Section.allCases {
      writer.align(16)
      writer.set(int32: Int32(writer.bytes.count), at: 8 + 8 * section.rawValue)
      writer.set(int32: Int32(counts[section.rawValue]), at: 12 + 8 * section.rawValue)
      writer.bytes += sections[section.rawValue]
    }
    return writer.bytes
  }

  /// A power of two with room to spare.
  private func capacity(_ count: Int) -> Int {
    var size = 4
    while size < count * 2 { size *= 2 }
    return size
  }
}

extension [PreludeBlobWriter.Group] {
  /// Lengthens the last group or begins one; rows come sorted by owner and name.
  mutating func add(_ owner: Int, _ name: Int, _ row: Int) {
    if let last = self.last, last.owner == owner, last.name == name {
      self[count - 1].count += 1
    } else {
      append(PreludeBlobWriter.Group(owner: owner, name: name, start: row, count: 1))
    }
  }
}
