/// Measures the engine without the command around it: layout of trees of 1,000 to 100,000 nodes, one changed leaf, memory of a node, a
/// tick in which 10 views move. Prints a line of JSON for each size; `Benchmarks/engine.py` puts Taffy beside them.
///
/// The tree fills a page from its upper left corner, as content of a screen does: a leaf that grows moves what comes after it in its row.
/// `moved` is the other extreme: the tree is centred, the leaf's row becomes the longest, and every node gets another place.
import Glibc
import SceneLang
import SceneRuntime

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Resident bytes of this process.
func resident() -> Double {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var whole = 0
  var pages = 0
  withUnsafeMutablePointer(to: &whole) { a in
    withUnsafeMutablePointer(to: &pages) { b in
      _ = withVaList([a, b]) { vfscanf(file, "%ld %ld", $0) }
    }
  }
  return Double(pages) * Double(sysconf(Int32(_SC_PAGESIZE)))
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Median milliseconds of some rounds.
func measure(_ rounds: Int, _ body: (Int) -> Void) -> Double {
  var times: [Double] = []
  for round in 0..<rounds {
    let start = seconds()
    body(round)
    times.append((seconds() - start) * 1000)
  }
  return median(times)
}

/// A row of four padded boxes, which are added to the leaves: nine nodes.
func boxRow(in tree: LayoutTree, _ leaves: inout [LayoutNode]) -> LayoutNode {
  let row = tree.create(.stack(.horizontal, alignment: .centerY, spacing: 0))
  var cells: [LayoutNode] = []
  for index in 0..<4 {
    let padding = tree.create(.padding(Insets(top: 1, leading: 2, bottom: 1, trailing: 2)))
    let leaf = tree.create(.ranged(width: .fixed(Double(10 + index)), height: .fixed(8)))
    tree.setChildren(padding, [leaf])
    cells.append(padding)
    leaves.append(leaf)
  }
  tree.setChildren(row, cells)
  return row
}

/// Columns in columns, ten in each, of rows of four padded boxes: ten nodes a row with the row itself and a box around it.
struct BoxTree {
  let tree = LayoutTree(scale: 3)
  var root: LayoutNode = -1
  var leaves: [LayoutNode] = []
  var count = 0

  init(nodes: Int, isCentred: Bool = false) {
    var level: [LayoutNode] = []
    while count < nodes {
      let row = boxRow(in: tree, &leaves)
      let frame = tree.create(.frame(width: nil, height: 12, .center))
      tree.setChildren(frame, [row])
      level.append(frame)
      count += 10
    }
    while level.count > 1 {
      var columns: [LayoutNode] = []
      for start in stride(from: 0, to: level.count, by: 10) {
        let column = tree.create(.stack(.vertical, alignment: .leading, spacing: 0))
        tree.setChildren(column, Array(level[start..<min(start + 10, level.count)]))
        columns.append(column)
        count += 1
      }
      level = columns
    }
    root = level[0]
    if isCentred { return }
    let page = tree.create(
      .flexibleFrame(width: OptionalRange(max: .infinity), height: OptionalRange(max: .infinity), .topLeading))
    tree.setChildren(page, [root])
    root = page
    count += 1
  }

  func layout(_ width: Double) { _ = tree.layout(root: root, in: Rect(0, 0, width, 100_000)) }
}

/// One column of rows of four padded boxes: nine nodes a row.
struct FlatTree {
  let tree = LayoutTree(scale: 3)
  let root: LayoutNode
  var leaves: [LayoutNode] = []

  init(rows: Int) {
    let column = tree.create(.stack(.vertical, alignment: .leading, spacing: nil))
    var lines: [LayoutNode] = []
    for _ in 0..<rows {
      let row = boxRow(in: tree, &leaves)
      lines.append(row)
    }
    tree.setChildren(column, lines)
    root = tree.create(
      .flexibleFrame(width: OptionalRange(max: .infinity), height: OptionalRange(max: .infinity), .topLeading))
    tree.setChildren(root, [column])
  }

  func layout() { _ = tree.layout(root: root, in: Rect(0, 0, 390, 844)) }
}

/// Milliseconds of one leaf that grows and shrinks.
func change(_ tree: LayoutTree, _ leaf: LayoutNode, _ layout: () -> Void) -> Double {
  measure(201) { round in
    tree.set(leaf, .ranged(width: .fixed(round % 2 == 0 ? 20 : 30), height: .fixed(8)))
    layout()
  }
}

/// A scene of boxes in rows, ten of which move for ever.
func movingScene(views: Int) -> String {
  """
  import SwiftUI
  struct ContentView: View {
    @State private var on = false
    var body: some View {
      ZStack {
        VStack(spacing: 0) {
          ForEach(0..<\(views / 10), id: \\.self) { _ in
            HStack(spacing: 0) {
              Color.red; Color.blue; Color.red; Color.blue; Color.red
              Color.blue; Color.red; Color.blue; Color.red; Color.blue
            }
          }
        }
        ForEach(0..<10, id: \\.self) { n in
          Color.green.frame(width: 20, height: 20).offset(x: on ? 100 : 0, y: Double(n) * 30)
        }
      }
      .onAppear { withAnimation(.linear(duration: 2).repeatForever()) { on = true } }
    }
  }
  """
}

func tick(views: Int) -> Double {
  let compilation = Compilation(
    sources: [SourceFile(name: "moving.scene", text: movingScene(views: views))], name: "moving")
  guard let module = compilation.module() else { return -1 }
  let player = Player(module: module, entry: 0, options: PlayOptions())
  for _ in 0..<20 { player.step() }
  return measure(201) { _ in player.step() }
}

// What is paged in once, code and tables of the font, is no node's.
let empty = resident()
BoxTree(nodes: 100).layout(390)
let fixed = resident() - empty
var kept: [BoxTree] = []
for nodes in [1000, 10_000, 100_000] {
  let before = resident()
  let boxes = BoxTree(nodes: nodes)
  kept.append(boxes)
  let first = measure(1) { _ in boxes.layout(390) }
  let bytes = (resident() - before) / Double(boxes.count)
  let full = measure(11) { round in
    boxes.tree.invalidateAll()
    boxes.layout(round % 2 == 0 ? 400 : 390)
  }
  let changed = change(boxes.tree, boxes.leaves[boxes.leaves.count / 2]) { boxes.layout(390) }
  let centred = BoxTree(nodes: nodes, isCentred: true)
  centred.layout(390)
  let moved = change(centred.tree, centred.leaves[centred.leaves.count / 2]) { centred.layout(390) }
  let flat = FlatTree(rows: nodes / 9)
  flat.layout()
  let column = change(flat.tree, flat.leaves[flat.leaves.count / 2]) { flat.layout() }
  let moving = tick(views: nodes)
  print(
    "{\"nodes\": \(boxes.count), \"first\": \(first), \"full\": \(full), \"changed\": \(changed), \"flat\": \(column), "
      + "\"moved\": \(moved), \"bytes\": \(bytes), \"fixed\": \(fixed), \"tick\": \(moving)}")
}
