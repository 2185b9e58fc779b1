/// Asynchronous work in scenes: how much of it runs between two frames, what is said of work that never waits, and how tasks, groups,
/// streams and continuations hand values to one another.
import SceneIR
import XCTest

@testable import SceneLang
@testable import SceneRuntime

final class AsynchronousTests: XCTestCase {
  private struct Run {
    var texts: [String] = []
    var findings: [RuntimeDiagnostic] = []
    var hasFailed = false
    var isCutOff = false
  }

  /// Plays a view whose first text is looked at in each frame.
  private func play(_ text: String, frames: Int, until: PlayOptions.Until? = nil, line: UInt = #line) -> Run {
    let compiled = Compiled.compile(text)
    XCTAssertEqual(compiled.diagnostics.filter { $0.severity == .error }.map(\.message), [], line: line)
    XCTAssertEqual(IRVerifier.problems(in: compiled.module).map(\.description), [], line: line)
    var options = PlayOptions()
    options.until = until ?? .time(nanoseconds: 60 * 1_000_000_000)
    let player = Player(module: compiled.module, entry: 0, options: options)
    var run = Run()
    for _ in 0..<frames {
      guard let frame = player.next() else { break }
      run.texts.append(frame.rows.compactMap(\.text).first ?? "")
    }
    run.findings = player.diagnostics
    run.hasFailed = player.hasFailed
    run.isCutOff = player.isCutOff
    return run
  }

  private func counter(_ members: String = "", _ modifier: String) -> String {
    """
    import SwiftUI
    struct ContentView: View {
      @State private var n = 0
      \(members)
      var body: some View {
        Text("\\(n)")\(modifier)
      }
    }
    """
  }

  func testFramesAreDrawnBetweenTheTurnsOfALoopThatYields() {
    for pause in ["await Task.yield()", "try? await Task.sleep(for: .zero)"] {
      let run = play(counter("", ".task { while !Task.isCancelled { n += 1; \(pause) } }"), frames: 4)
      XCTAssertEqual(run.texts, ["1", "65", "129", "193"])
      XCTAssertEqual(run.findings.map(\.code), ["R0656"])
      XCTAssertEqual(run.findings.map(\.severity), [.warning])
      XCTAssertEqual(run.findings.first?.place?.line, 6)
      XCTAssertFalse(run.hasFailed)
    }
  }

  func testAQueueThatQueuesItselfHasTurnsToo() {
    let run = play(counter("func go() { DispatchQueue.main.async { n += 1; go() } }", ".onAppear { go() }"), frames: 4)
    XCTAssertEqual(run.texts, ["0", "64", "128", "192"])
    XCTAssertEqual(run.findings.map(\.code), ["R0656"])
    XCTAssertEqual(run.findings.first?.place?.line, 4)
  }

  func testATaskThatStartsItself() {
    let run = play(counter("func go() { Task { n += 1; go() } }", ".onAppear { go() }"), frames: 4)
    XCTAssertEqual(run.texts, ["6", "14", "22", "30"])
    XCTAssertEqual(run.findings.map(\.code), ["R0656"])
    XCTAssertEqual(run.findings.first?.place?.line, 4)
  }

  func testWorkThatMultipliesEndsTheRun() {
    let twice = "func go() { DispatchQueue.main.async { n += 1; go(); go() } }"
    for members in [twice, "func go() { Task { n += 1; go(); go() } }"] {
      let run = play(counter(members, ".onAppear { go() }"), frames: 600)
      XCTAssertEqual(run.findings.map(\.code), ["R0656", "R0651"])
      XCTAssertTrue(run.isCutOff)
      XCTAssertTrue(run.hasFailed)
      XCTAssertLessThan(run.texts.count, 60)
    }
  }

  func testATimerWithoutIntervalFiresEveryTenthOfAMillisecond() {
    let timer = "Timer.scheduledTimer(withTimeInterval: 0, repeats: true) { _ in n += 1 }"
    let run = play(counter("", ".onAppear { \(timer) }"), frames: 4)
    XCTAssertEqual(run.texts, ["0", "166", "333", "500"])
    XCTAssertEqual(run.findings.map(\.code), ["R0656"])
  }

  func testOtherWorkRunsBesideALoopThatYields() {
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var n = 0
        @State private var isLate = false
        var body: some View {
          Text(isLate ? "late" : "early")
            .task { while true { n += 1; await Task.yield() } }
            .task { try? await Task.sleep(for: .milliseconds(50)); isLate = true }
        }
      }
      """, frames: 5)
    XCTAssertEqual(run.texts, ["early", "early", "early", "late", "late"])
  }

  func testSleepsAreCountedFromTheTimeTheyEnd() {
    let run = play(
      counter("", ".task { while true { try? await Task.sleep(for: .milliseconds(10)); n += 1 } }"), frames: 61)
    XCTAssertEqual(run.texts.last, "100")
    XCTAssertEqual(run.findings.map(\.code), [])
  }

  func testAChangeThatChangesItselfIsNamed() {
    let run = play(counter("", ".onChange(of: n) { n += 1 }.onAppear { n += 1 }"), frames: 4)
    XCTAssertEqual(run.findings.map(\.code), ["R0641"])
    XCTAssertEqual(run.findings.first?.place?.line, 6)
  }

  func testCancellationEndsASleepButNoYield() {
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var log = ""
        var body: some View {
          Text(log)
            .task {
              let sleeper = Task { () -> String in
                do { try await Task.sleep(for: .seconds(5)) } catch is CancellationError { return "slept" } catch {}
                return "else"
              }
              let counter = Task { () -> Int in
                var count = 0
                while !Task.isCancelled { count += 1; await Task.yield() }
                return count
              }
              try? await Task.sleep(for: .milliseconds(1))
              sleeper.cancel()
              counter.cancel()
              log += await sleeper.value
              let count = await counter.value
              log += count > 1 ? " counted" : " never"
            }
        }
      }
      """, frames: 6)
    XCTAssertEqual(run.texts.last, "slept counted")
  }

  func testGroupsGiveResultsInTheOrderTheyEnd() {
    let run = play(
      """
      import SwiftUI
      struct ContentView: View {
        @State private var log = ""
        var body: some View {
          Text(log)
            .task {
              let order = await withTaskGroup(of: Int.self) { group in
                for i in 1...3 {
                  group.addTask { try? await Task.sleep(for: .milliseconds(20 * (4 - i))); return i }
                }
                var order = 0
                for await value in group { order = order * 10 + value }
                return order
              }
              log += "\\(order) "
              do {
                try await withThrowingTaskGroup(of: Int.self) { group in
                  group.addTask { throw CancellationError() }
                  group.addTask { try await Task.sleep(for: .seconds(100)); return 1 }
                  for try await _ in group {}
                }
              } catch is CancellationError { log += "failed" } catch { log += "?" }
            }
        }
      }
      """, frames: 20)
    XCTAssertEqual(run.texts.last, "321 failed")
    XCTAssertEqual(run.findings.map(\.code), [])
  }

  func testStreamsAndContinuationsHandOnValues() {
    let run = play(
      """
      import SwiftUI
      import Combine
      struct ContentView: View {
        @State private var log = ""
        let subject = PassthroughSubject<Int, Never>()
        var body: some View {
          Text(log)
            .task {
              let stream = AsyncStream<Int> { continuation in
                continuation.onTermination = { _ in log += "end " }
                Task {
                  for i in 1...3 { continuation.yield(i); try? await Task.sleep(for: .milliseconds(20)) }
                  continuation.finish()
                }
              }
              for await value in stream where value != 2 { log += "\\(value) " }
              let late: Int = await withCheckedContinuation { later in
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { later.resume(returning: 7) }
              }
              log += "\\(late) "
              Task { subject.send(8); subject.send(9); subject.send(completion: .finished) }
              for await value in subject.values.map({ $0 * 10 }) {
                log += "\\(value) "
                if value == 90 { break }
              }
              log += "over"
            }
        }
      }
      """, frames: 20)
    XCTAssertEqual(run.texts.last, "1 3 end 7 80 90 over")
    XCTAssertEqual(run.findings.map(\.code), [])
  }
}
