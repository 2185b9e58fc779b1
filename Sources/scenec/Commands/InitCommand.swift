/// `scenec init [FILE]`: a starter scene that checks, plays and shows a scenario.
enum InitCommand {
  static func run(_ words: ArraySlice<String>) throws -> Int32 {
    guard words.count <= 1 else { throw Arguments.Failure(message: "'init' takes one file name") }
    let path = words.first ?? "hello.scene"
    guard FileSystem.kind(path) == .absent else {
      throw FileSystem.Failure(message: "\(path): exists already; give another name")
    }
    try FileSystem.writeAtomically(Array(starter.utf8), to: path)
    Terminal.print("wrote \(path); play it with: scenec build \(path) --emit frames,html")
    return 0
  }

  static let starter = """
    import SwiftUI

    struct ContentView: View {
        @State private var isLarge = false

        var body: some View {
            Button {
                withAnimation(.spring(response: 0.5, dampingFraction: 0.7)) {
                    isLarge.toggle()
                }
            } label: {
                RoundedRectangle(cornerRadius: 24)
                    .fill(isLarge ? Color.orange : Color.teal)
                    .frame(width: isLarge ? 280 : 120, height: isLarge ? 280 : 120)
            }
            .accessibilityIdentifier("card")
        }
    }

    #if SCENE
    #Scenario("tap to grow") {
        ContentView()
    } steps: {
        wait(0.2)
        tap("card")
        expect("card").settles(within: 2)
        expect("card").frame(width: 280, height: 280, tolerance: 0.5)
    }
    #endif

    """
}
