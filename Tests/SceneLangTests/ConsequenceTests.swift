/// One mistake is one error, at its place: what follows from it elsewhere is not told again, and what stands beside it is.
import XCTest

@testable import SceneLang

final class ConsequenceTests: XCTestCase {
  /// Line and code of each error, in order.
  private func errors(_ text: String) -> [String] {
    let source = SourceFile(name: "a.swift", text: "import SwiftUI\n" + text)
    let compilation = Compilation(sources: [source], name: "a")
    compilation.check()
    return compilation.diagnostics.filter { $0.severity == .error }.map {
      "\(source.position($0.range.start).line - 1) \($0.code)"
    }
  }

  private func messages(_ text: String) -> [String] {
    let source = SourceFile(name: "a.swift", text: "import SwiftUI\n" + text)
    let compilation = Compilation(sources: [source], name: "a")
    compilation.check()
    return compilation.diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  // MARK: Opening braces

  func testMissingOpeningBraceIsPutWhereTheLinesWantIt() {
    XCTAssertEqual(
      errors(
        """
        struct A: View
          @State private var isOn = false
          var body: some View {
            Toggle("a", isOn: $isOn)
          }
        }
        struct B: View {
          var body: some View { A() }
        }
        """), ["1 E0121"])
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          var body: some View
            VStack {
              Text("a")
            }
            .padding()
          }
        }
        """), ["2 E0121"])
    XCTAssertEqual(
      errors(
        """
        enum Size: String, CaseIterable
          case small, large
          static let usual = Size.small
        }
        struct A: View {
          var body: some View { Text(Size.usual.rawValue) }
        }
        """), ["1 E0121"])
  }

  func testMissingOpeningBraceOfAClosure() {
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          @State private var count = 0
          var body: some View {
            VStack(
              alignment: .leading)
              Text("\\(count)")
            }
            .onAppear {
              count = 1
            }
          }
        }
        """), ["5 E0121"])
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          @State private var count = 0
          var body: some View {
            Button {
              count += 1
            } label:
              Text("\\(count)")
            }
          }
        }
        """), ["6 E0121"])
    XCTAssertEqual(
      errors(
        """
        func f(_ size: Int) -> Int {
          switch size
          case 1:
            return 2
          default:
            return 3
          }
        }
        func g() -> Int { f(1) }
        """), ["2 E0121"])
  }

  /// What is wrong elsewhere in the file is still told.
  func testTheRestOfTheFileIsChecked() {
    XCTAssertEqual(
      errors(
        """
        func f(_ a: Int) -> Int
          return a
        }
        func g() -> Int { f("a") }
        """), ["1 E0121", "4 E0301"])
  }

  // MARK: Closing braces

  /// A brace that stands under the wrong line is not taken for one that is missing.
  func testCarelessLayoutIsNotAMissingBrace() {
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          @State private var isOn = false
          var body: some View {
            VStack {
              Text("a")
                  .onAppear {
                    isOn.toggle()
              }
            }
          }
        }
        struct B: View {
          var body: some View {
            Text("b")

        }
        """), ["14 E0103"])
  }

  // MARK: Declarations with an error of their own

  func testValueThatDoesNotFitItsType() {
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          @State private var size: [Date] = 1
          var body: some View {
            Text("a").scaleEffect(size).opacity(size - 1)
              .onTapGesture { size = 2; size.toggle() }
          }
        }
        """), ["2 E0301"])
    XCTAssertEqual(
      messages("struct A: View {\n  @State var n: [Date] = 1\n  var body: some View { Text(\"a\") }\n}"),
      ["the initial value needs '[Date]', but this is 'Int'"])
    XCTAssertEqual(
      errors("struct A {\n  var a: Bool\n  init(a: [Date] = false) { self.a = a }\n}"), ["3 E0301"])
    // Another variable's mistake is its own.
    XCTAssertEqual(
      errors("func f(_ n: Int) {}\nlet a: [Date] = 1\nlet b = \"b\"\nfunc g() { f(a); f(b) }"),
      ["2 E0301", "4 E0301"])
  }

  func testResultThatDoesNotFit() {
    XCTAssertEqual(
      errors(
        """
        func width(_ count: Int) -> [Date] { Double(count) * 2 }
        func f() { let w: Double = width(2); print(w) }
        """), ["1 E0301"])
    XCTAssertEqual(
      errors(
        """
        struct P: Equatable {
          var n = 1
          static func == (a: P, b: P) -> [Date] { a.n == b.n }
        }
        """), ["3 E0301"])
  }

  func testHeadThatCannotBeRead() {
    XCTAssertEqual(
      errors("struct A {\n  func f(y Int) -> Int { y + 1 }\n  func g() -> Int { f(y: 1) }\n}"), ["2 E0129"])
    XCTAssertEqual(
      errors(
        """
        struct S: Shape {
          func path(value: in rect: CGRect) -> Path { Path(rect) }
        }
        """), ["2 E0106"])
    XCTAssertEqual(
      errors("struct S: Shape {\n  func pathin rect: CGRect) -> Path { Path() }\n}"), ["2 E0104"])
    XCTAssertEqual(
      errors("struct A {\n  static size(of d: Int) -> Int { d }\n}\nlet n = A.size(of: 1)"), ["2 E0104"])
  }

  func testMisspeltInitializer() {
    XCTAssertEqual(
      errors(
        """
        struct A {
          var n: Int
          iint(from text: String) { n = text.count }
        }
        let a = A(from: "a")
        """), ["3 E0104"])
    XCTAssertEqual(
      errors("enum Tab, CaseIterable {\n  case a, b\n}\nlet tabs = Tab.allCases"), ["1 E0104"])
  }

  func testParameters() {
    XCTAssertEqual(
      errors("func f(a: Int, a: Int) {}\nfunc g() { f(a: 1) }"), ["1 E0429"])
    XCTAssertEqual(
      errors(
        """
        func scale(minDommain: Int) -> Int { minDomain + 1 }
        func g() -> Int { scale(minDomain: 1) }
        """), ["1 E0201"])
    XCTAssertEqual(
      errors("struct A {\n  var n = 1\n  static func += (lhs: inout A) { lhs.n += rhs.n }\n}"), ["3 E0433"])
    XCTAssertEqual(errors("struct A {\n  static prefix func - (a: A) -> A { a }\n}"), [])
    XCTAssertEqual(errors("struct A {\n  func f(@ViewBilder content: () -> Text) {}\n}"), ["2 E0421"])
  }

  /// Calls that no function takes are told once, with the other places as notes.
  func testCallsThatDoNotFit() {
    let text = """
      struct A {
        func offset(width: Int) -> Int { width }
        func f() -> Int { offset(height: 1, 2) }
        func g() -> Int { offset(width: 1, 2) }
        func h() -> Int { offset(width: 1, 2) }
      }
      """
    XCTAssertEqual(errors(text).suffix(1), ["4 E0304"])
  }

  // MARK: Types that lack something

  func testConformanceThatFails() {
    XCTAssertEqual(
      errors(
        """
        struct A {
          var body: some View {
            Text("a")
            Text("b")
          }
        }
        struct B: View {
          var body: some View { A() }
        }
        """), ["8 E0503"])
    XCTAssertEqual(
      errors(
        """
        struct M {
          func body(content: Content) -> some View { content.padding() }
        }
        struct B: View {
          var body: some View { Text("a").modifier(M()) }
        }
        """), ["2 E0401"])
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          var content: some View {
            Text("a")
            Text("b")
          }
        }
        """), ["1 E0409"])
  }

  // MARK: Inside other errors

  func testBuilderThatRefusesWhatFollowsFromAnError() {
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          @State private var tab = 0
          @State private var path = NavigationPath()
          var body: some View {
            TabView(selection: $tab) {
              NavigationStack { Text("a") }.tabItem { Text("a") }
              NavigationStack(path: path) { Text("b") }.tabItem { Text("b") }
            }
          }
        }
        """), ["7 E0301"])
    XCTAssertEqual(
      errors("func f() {\n  Task.detached {\n    await Task.sleep(for: .seconds(2))\n  }\n}"), ["3 E0331"])
  }

  func testVariableWhoseLiteralDecides() {
    XCTAssertEqual(
      errors(
        """
        struct A: View {
          @State private var name = 5
          var body: some View {
            TextField("a", text: $name)
            Row(name: name)
          }
        }
        struct Row: View {
          var name: String
          var body: some View { Text(name) }
        }
        """), ["4 E0301"])
  }

  // MARK: Conditions

  func testAssignmentInACondition() {
    XCTAssertEqual(errors("func f(a: Int) { if a = 2 { print(a) } }"), ["1 E0301"])
    XCTAssertEqual(
      messages("func f(a: Int) {\n  var b = a\n  b += 1\n  if b = 2 { print(b) }\n}"),
      ["'=' assigns and gives no 'Bool'; compare with '=='"])
    XCTAssertEqual(
      messages("func f(list: [Int]) {\n  if first = list.first { print(first) }\n}"),
      ["a condition that binds 'first' begins with 'let'"])
  }

  func testArgumentsWithoutParenthesis() {
    XCTAssertEqual(
      errors("struct A: View {\n  var body: some View {\n    Text\"a\").bold()\n  }\n}"), ["3 E0104"])
  }

  func testUnknownMacro() {
    XCTAssertEqual(errors("#Prexiew {\n  Text(\"a\")\n}"), ["1 E0207"])
  }

  func testOverrideOutsideOfAClass() {
    XCTAssertEqual(errors("override func f() {}"), ["1 E0416"])
  }
}
