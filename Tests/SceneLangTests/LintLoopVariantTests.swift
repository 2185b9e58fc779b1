/// Rules about loops: a mistake as an author would write it, and the right code beside it.
import XCTest

@testable import SceneLang

final class LintLoopVariantTests: XCTestCase {
  func testRepeatedIdentities() {
    assertLint(
      #"""
      struct Tabs: View {
          private static let titles = ["Home", "Search", "Home"]
          var body: some View {
              HStack {
                  ForEach(Self.titles, id: \.self) { Text($0) } // foreach-duplicate-id
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Tabs: View {
          private static let titles = ["Home", "Search", "Home"]
          var body: some View {
              HStack {
                  ForEach(Array(Self.titles.enumerated()), id: \.offset) { Text($1) }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Grid2: View {
          let old: [String]
          let new: [String]
          var body: some View {
              LazyVStack {
                  ForEach(old.indices, id: \.self) { Text(old[$0]) }
                  ForEach(0..<new.count, id: \.self) { Text(new[$0]) } // lazy-sibling-id-clash
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Grid2: View {
          let old: [String]
          let new: [String]
          var body: some View {
              VStack {
                  ForEach(old.indices, id: \.self) { Text(old[$0]) }
                  LazyVStack { ForEach(0..<new.count, id: \.self) { Text(new[$0]) } }
                  LazyVStack {
                      ForEach(0..<3, id: \.self) { Text("\($0)") }
                      ForEach(3..<6, id: \.self) { Text("\($0)") }
                  }
              }
          }
      }
      """#)
  }

  func testPositions() {
    assertLint(
      #"""
      struct Todo: View {
          @State private var tasks = ["a", "b"]
          private var rows: [(offset: Int, element: String)] { Array(tasks.enumerated()) }
          var body: some View {
              VStack {
                  ForEach(rows, id: \.offset) { row in // foreach-index-identity
                      Text(row.element).onTapGesture { tasks.remove(at: row.offset) }
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Todo: View {
          @State private var tasks = ["a", "b"]
          var body: some View {
              VStack {
                  ForEach(tasks.indices, id: \.self) { i in Text(tasks[i]) }
                  Button("Add") { tasks.append("c") }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Song: Identifiable { let id = UUID(); var title: String }
      struct Queue: View {
          @Namespace private var ns
          @State private var songs = [Song(title: "a"), Song(title: "b")]
          var body: some View {
              VStack {
                  ForEach(Array(zip(songs.indices, songs)), id: \.1.id) { index, song in
                      Text(song.title).matchedGeometryEffect(id: "song-\(index)", in: ns) // matched-unstable-id
                  }
              }
              .onTapGesture { withAnimation { songs.move(fromOffsets: [0], toOffset: 2) } }
          }
      }
      """#)
    assertLint(
      #"""
      struct Song: Identifiable { let id = UUID(); var title: String }
      struct Queue: View {
          @Namespace private var ns
          @State private var songs = [Song(title: "a"), Song(title: "b")]
          var body: some View {
              VStack {
                  ForEach(Array(songs.enumerated()), id: \.element.id) { index, song in
                      Text("\(index) \(song.title)").matchedGeometryEffect(id: song.id, in: ns)
                  }
              }
              .onTapGesture { withAnimation { songs.move(fromOffsets: [0], toOffset: 2) } }
          }
      }
      """#)
  }

  func testMadeAnew() {
    assertLint(
      #"""
      struct Item: Identifiable { let id = UUID(); let name: String }
      struct Things: View {
          private var items: [Item] { [Item(name: "a"), Item(name: "b")] }
          var body: some View { VStack { ForEach(items) { Text($0.name) } } } // unstable-identity
      }
      """#)
    assertLint(
      #"""
      struct Item: Identifiable { let id = UUID(); let name: String }
      struct Things: View {
          private let items: [Item] = [Item(name: "a"), Item(name: "b")]
          var body: some View { VStack { ForEach(items) { Text($0.name) } } }
      }
      """#)
  }

  func testOfModels() {
    assertLint(
      #"""
      struct Day: Identifiable { let id: Int; let name: String }
      struct Week: View {
          private let days = [Day(id: 1, name: "Mon"), Day(id: 2, name: "Tue"), Day(id: 2, name: "Wed")]
          var body: some View { HStack { ForEach(days) { Text($0.name) } } } // foreach-duplicate-id
      }
      """#)
    assertLint(
      #"""
      @Observable final class Cart { var items = ["a", "b"]; func drop(_ i: Int) { items.remove(at: i) } }
      struct CartView: View {
          @State private var cart = Cart()
          var body: some View {
              List {
                  ForEach(0..<cart.items.count, id: \.self) { i in // foreach-index-identity
                      Text(cart.items[i]).onTapGesture { withAnimation { cart.drop(i) } }
                  }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Feed: View {
          let pinned: [String]
          let rest: [String]
          var body: some View {
              LazyVGrid(columns: [GridItem(.flexible())]) {
                  ForEach(Array(pinned.enumerated()), id: \.offset) { _, t in Text(t) }
                  ForEach(Array(rest.enumerated()), id: \.offset) { _, t in Text(t) } // lazy-sibling-id-clash
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Feed: View {
          let pinned: [String]
          let rest: [String]
          var body: some View {
              LazyVGrid(columns: [GridItem(.flexible())]) {
                  ForEach(Array(pinned.enumerated()), id: \.element) { _, t in Text(t) }
                  ForEach(Array(rest.enumerated()), id: \.offset) { _, t in Text(t) }
              }
          }
      }
      """#)
    assertLint(
      #"""
      struct Rows: View {
          @Namespace private var ns
          @State private var rows = [1, 2, 3]
          var body: some View {
              VStack {
                  ForEach(0..<rows.count, id: \.self) { i in
                      Text("\(rows[i])").matchedGeometryEffect(id: "r\(i)", in: ns) // matched-unstable-id
                  }
              }
              .onTapGesture { withAnimation { rows.reverse() } }
          }
      }
      """#)
  }
}
