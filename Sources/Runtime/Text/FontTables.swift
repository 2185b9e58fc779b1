/// The sections of facts that fonts are made from, looked up once.

struct FontTables {
  let advances: FactTable<Double>
  let weights: FactTable<Double>
  let blend: FactTable<Double>
  let tracking: FactTable<Double>
  let roundedTracking: FactTable<Double>
  let ratios: FactTable<Double>
  let emoji: FactTable<Double>
  let spaces: FactTable<Double>
  let widths: FactTable<Int32>
  let bases: FactTable<Int32>
  let interAdvances: FactTable<Int32>
  let interKern: FactTable<Int32>
  let displayAdvances: FactTable<Int32>
  let displayKern: FactTable<Int32>
  let serifAdvances: FactTable<Int32>
  let serifKern: FactTable<Int32>
  let interUnits: Double
  let displayUnits: Double
  let serifUnits: Double
  /// Em above and below the baseline.
  let ascender: Double
  let descender: Double
  let capHeight: Double
  let monospacedAdvance: Double

  init(_ facts: Facts) {
    advances = facts.table("sf.advances")
    weights = facts.table("sf.weights")
    blend = facts.table("sf.blend")
    tracking = facts.table("tracking.sf")
    roundedTracking = facts.table("tracking.rounded")
    ratios = facts.table("sf.ratio")
    emoji = facts.table("emoji.advances")
    spaces = facts.table("spaces")
    widths = facts.integers("unicode.widths")
    bases = facts.integers("unicode.bases")
    interAdvances = facts.integers("inter.advances")
    interKern = facts.integers("inter.kern")
    displayAdvances = facts.integers("interDisplay.advances")
    displayKern = facts.integers("interDisplay.kern")
    serifAdvances = facts.integers("serif.advances")
    serifKern = facts.integers("serif.kern")
    interUnits = facts.table("inter.metrics").value("unitsPerEm", else: 2816)
    displayUnits = facts.table("interDisplay.metrics").value("unitsPerEm", else: 2816)
    serifUnits = facts.table("serif.metrics").value("unitsPerEm", else: 1000)
    let metrics = facts.table("sf.metrics")
    let units = metrics.value("unitsPerEm", else: 2048)
    ascender = metrics.value("ascender", else: 1950) / units
    descender = -metrics.value("descender", else: -494) / units
    capHeight = metrics.value("capHeight", else: 1443) / units
    monospacedAdvance = metrics.value("monospacedAdvance", else: 1266) / units
  }

  /// The nearest of the nine weights: masters' share, column in Inter's tables, number from 100 to 900.
  func weight(_ value: Double) -> (towardBlack: Bool, t: Double, column: Int, css: Double) {
    var best = 0
    var distance = Double.infinity
    for row in 0..<weights.rowCount {
      let difference = abs(weights[row, 2] - value)
      if difference < distance {
        distance = difference
        best = row
      }
    }
    guard weights.rowCount > 0 else { return (true, 0, 3, 400) }
    let css = weights[best, 3]
    return (weights[best, 0] == 1, weights[best, 1], Int(css / 100) - 1, css)
  }

  /// Factor from Inter's (or Inter Display's) advances at a weight and size; linear between the sizes of the table.
  func ratio(display: Bool, weight: Double, size: Double) -> Double {
    var below: (size: Double, ratio: Double)?
    var above: (size: Double, ratio: Double)?
    for row in 0..<ratios.rowCount where ratios[row, 0] == (display ? 1 : 0) && ratios[row, 1] == weight {
      let entry = (size: ratios[row, 2], ratio: ratios[row, 3])
      if entry.size <= size, below.map({ $0.size <= entry.size }) ?? true { below = entry }
      if entry.size >= size, above.map({ $0.size >= entry.size }) ?? true { above = entry }
    }
    guard let low = below ?? above, let high = above ?? below else { return 1 }
    if high.size == low.size { return low.ratio }
    return low.ratio + (high.ratio - low.ratio) * (size - low.size) / (high.size - low.size)
  }

  func interAdvance(_ code: UInt32, display: Bool, column: Int) -> Double? {
    let table = display ? displayAdvances : interAdvances
    guard let row = table.find(first: Int32(bitPattern: code)), column + 1 < table.columnCount, column >= 0 else {
      return nil
    }
    return Double(table[row, column + 1])
  }

  func serifAdvanceIfKnown(_ code: UInt32, bold: Bool) -> Double? {
    guard let row = serifAdvances.find(first: Int32(bitPattern: code)) else { return nil }
    return Double(serifAdvances[row, bold ? 2 : 1]) / serifUnits
  }

  func serifAdvance(_ code: UInt32, bold: Bool) -> Double { serifAdvanceIfKnown(code, bold: bold) ?? 0.55 }
}
