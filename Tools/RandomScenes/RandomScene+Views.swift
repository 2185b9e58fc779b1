/// Views and modifiers of random scenes.

extension RandomScene {
  mutating func view(depth: Int) -> String {
    budget -= 1
    var text = depth <= 0 || budget <= 0 ? leaf() : random.chance(25) ? leaf() : container(depth)
    for _ in 0..<random.below(4) { text += "\n" + modifier(depth) }
    return text
  }

  private mutating func leaf() -> String {
    switch random.below(13) {
    case 0: return "Text(\"\\(seen) \\(list.count) some words to wrap\")"
    case 1: return "Text(a ? \"short\" : \"a longer text\")"
    case 2: return "Circle().fill(a ? Color.red : Color.blue)"
    case 3: return "Rectangle().frame(width: \(number()), height: \(number()))"
    case 4: return "Spacer()"
    case 5: return "RoundedRectangle(cornerRadius: \(number()))"
    case 6: return "Image(systemName: \"star.fill\")"
    case 7: return "Divider()"
    case 8: return "Capsule().trim(from: 0, to: a ? 1 : 0.5)"
    case 9:
      use(.shape)
      return "Wedge(amount: \(random.pick(["x", "a ? 1 : 0.3"])))"
    case 10: return "LinearGradient(colors: [.red, a ? .blue : .green], startPoint: .top, endPoint: .bottom)"
    case 11: return "Text(\"\\(told, specifier: \"%.1f\")\").contentTransition(.numericText())"
    default: return "Color.\(random.pick(["red", "green", "orange", "gray"]))"
    }
  }

  private mutating func views(_ depth: Int) -> String {
    (0..<(1 + random.below(3))).map { _ in view(depth: depth - 1) }.joined(separator: "\n")
  }

  private mutating func container(_ depth: Int) -> String {
    let spacing = random.chance(50) ? "spacing: \(random.length(20))" : ""
    // Some scenes are made of what comes and goes as a whole: pages, lists, tabs, sheets.
    if random.chance(wholes) { return whole(depth) }
    switch random.below(38) {
    case 0, 1: return "VStack(\(spacing)) {\n\(views(depth))\n}"
    case 2, 3: return "HStack(\(spacing)) {\n\(views(depth))\n}"
    case 4: return "ZStack {\n\(views(depth))\n}"
    case 5: return grouped("if \(condition()) {\n\(view(depth: depth - 1))\n} else {\n\(view(depth: depth - 1))\n}")
    case 6: return grouped("if \(condition()) {\n\(view(depth: depth - 1))\n}")
    case 7: return grouped("ForEach(list, id: \\.self) { n in\n\(view(depth: 1))\n.opacity(Double(n) / 4)\n}")
    case 8: return scroll("\(views(depth))")
    case 9: return scroll("LazyVStack(\(spacing)) {\nForEach(0..<\(rows(30)), id: \\.self) { n in\n\(row())\n}\n}")
    case 10: return "GeometryReader { proxy in\n\(view(depth: depth - 1))\n.offset(x: proxy.size.width / 4)\n}"
    case 11: return "Button { \(mutation()) } label: {\n\(view(depth: depth - 1))\n}"
    case 12, 13: return part()
    case 14: return "Grid {\nGridRow {\n\(views(depth))\n}\n\(view(depth: depth - 1))\n}"
    case 15: return grid(depth)
    case 16:
      let columns = random.pick([
        "[GridItem(.adaptive(minimum: 60))]", "[GridItem(.flexible()), GridItem(.fixed(50))]",
        "Array(repeating: GridItem(.flexible(), spacing: 4), count: a ? 2 : 3)",
      ])
      return scroll("LazyVGrid(columns: \(columns)) {\nForEach(0..<\(rows(40)), id: \\.self) { n in\n\(row())\n}\n}")
    case 17:
      return "ScrollView(.horizontal) {\nLazyHStack(\(spacing)) {\nForEach(list, id: \\.self) { n in\n\(row())\n}\n}\n}"
    case 18:
      use(.layout)
      return "Diagonal(step: \(number())) {\n\(views(depth))\n}"
    case 19:
      use(.layout)
      return
        "(a ? AnyLayout(Diagonal(step: 12)) : AnyLayout(VStackLayout(\(spacing)))) {\n\(views(depth))\n}"
    case 20: return "ViewThatFits {\n\(views(depth))\n}"
    case 21:
      return grouped(
        "switch list.count % 3 {\ncase 0: \(view(depth: depth - 1))\ncase 1: \(view(depth: depth - 1))\ndefault: EmptyView()\n}"
      )
    case 22:
      return """
        PhaseAnimator([0.2, 1, 0.6]\(random.chance(50) ? ", trigger: a" : "")) { phase in
        \(view(depth: depth - 1)).opacity(phase)
        } animation: { _ in \(animation()) }
        """
    case 23:
      return """
        KeyframeAnimator(initialValue: 0.0\(random.chance(60) ? ", trigger: a" : "")) { value in
        \(view(depth: depth - 1)).offset(y: value)
        } keyframes: { _ in
        LinearKeyframe(20, duration: 0.2)
        SpringKeyframe(\(random.length(40)), duration: 0.3)
        CubicKeyframe(0, duration: 0.2)
        }
        """
    case 24:
      return
        "TimelineView(.animation\(random.chance(40) ? "(minimumInterval: 0.1)" : "")) { _ in\n\(view(depth: depth - 1))\n}"
    case 25: return "AnyView(\n\(view(depth: depth - 1))\n)"
    case 26: return "List {\nForEach(list, id: \\.self) { n in\n\(row())\n}\n}"
    case 27: return "Toggle(isOn: $a) {\n\(view(depth: depth - 1))\n}"
    case 28: return grouped("ForEach(list, id: \\.self) { n in\nif n % 2 == 0 || b {\n\(view(depth: 1))\n}\n}")
    case 29:
      return """
        ScrollView {
        LazyVStack(\(spacing)\(spacing.isEmpty ? "" : ", ")pinnedViews: [.sectionHeaders]) {
        ForEach(list, id: \\.self) { n in
        Section {
        \(row())
        } header: {
        Text("\\(n)")
        }
        }
        }
        }
        """
    case 30:
      return """
        List {
        Section("first") {
        \(row())
        \(row())
        }
        Section {
        ForEach(list, id: \\.self) { n in
        \(row())
        }
        }
        }
        """
    case 31:
      return """
        NavigationStack {
        VStack {
        NavigationLink("go") {
        \(view(depth: depth - 1))
        }
        \(view(depth: depth - 1))
        }
        .navigationTitle("title")
        \(random.pick(["", ".toolbar { Button(\"act\") { \(mutation()) } }", ".navigationBarTitleDisplayMode(.inline)"]))
        }
        """
    case 32:
      return """
        TabView(selection: $page) {
        \(view(depth: depth - 1))
        .tabItem { Text("one") }
        .tag(0)
        \(view(depth: depth - 1))
        .tabItem { Text("two") }
        .tag(1)
        }
        \(random.pick(["", ".tabViewStyle(.page)"]))
        """
    case 33:
      return """
        ScrollView(\(random.pick([".horizontal", ".vertical"]))) {
        \(random.pick(["LazyHStack", "HStack", "VStack"])) {
        ForEach(0..<12, id: \\.self) { n in
        \(view(depth: 0))
        .containerRelativeFrame(\(random.pick([".horizontal", ".vertical"])))
        .scrollTransition { c, p in c.opacity(p.isIdentity ? 1 : 0.4).scaleEffect(p.isIdentity ? 1 : 0.8) }
        }
        }
        .scrollTargetLayout()
        }
        .scrollTargetBehavior(\(random.pick([".paging", ".viewAligned"])))
        .scrollPosition(id: $spot)
        """
    case 34: return "DisclosureGroup(\"more\", isExpanded: $a) {\n\(view(depth: depth - 1))\n}"
    case 35:
      return "Picker(\"pick\", selection: $page) {\nForEach(0..<3, id: \\.self) { n in\nText(\"\\(n)\").tag(n)\n}\n}"
    case 36:
      return """
        VStack {
        TextField("field", text: $field)
        Slider(value: $x, in: 0...100)
        Stepper("steps", value: $page, in: 0...1)
        ProgressView(value: \(random.pick(["0.4", "a ? 1 : 0"])))
        }
        """
    default: return "VStack(alignment: .\(random.pick(["leading", "trailing", "center"]))) {\n\(views(depth))\n}"
    }
  }

  /// Lists with sections, stacks of pages, tabs, lazy rows whose number changes, swapped matched views, layouts that animate.
  private mutating func whole(_ depth: Int) -> String {
    switch random.below(12) {
    case 0:
      let style = random.pick(["plain", "grouped", "insetGrouped", "inset"])
      return """
        List {
        Section("first") {
        \(row())
        \(row())
        }
        ForEach(list, id: \\.self) { n in
        Section {
        \(row())
        .listRowInsets(a ? EdgeInsets() : EdgeInsets(top: 4, leading: \(random.length(30)), bottom: 2, trailing: 1))
        } header: {
        Text("\\(n)")
        } footer: {
        Text("footer \\(seen)")
        }
        }
        }
        .listStyle(.\(style))
        .listSectionSpacing(\(random.pick([".compact", ".default", random.length(40)])))
        """
    case 1:
      return """
        NavigationStack(path: $path) {
        VStack {
        Button("push") { \(random.pick(["if path.count < 5 { path.append(path.count) }", "path = [1, 2]"])) }
        NavigationLink("value", value: 7)
        \(view(depth: depth - 1))
        }
        .navigationTitle(a ? "title" : "")
        .navigationDestination(for: Int.self) { n in
        VStack {
        Text("page \\(n)")
        Button("pop") { if !path.isEmpty { path.removeLast() } }
        Button("more") { path.append(n + 1) }
        \(view(depth: 1))
        }
        .navigationTitle("page \\(n)")
        .navigationBarTitleDisplayMode(b ? .inline : .large)
        }
        .toolbar {
        ToolbarItem(placement: .topBarTrailing) { Button("act") { \(mutation()) } }
        if a { ToolbarItem(placement: .bottomBar) { Text("\\(seen)") } }
        }
        }
        """
    case 2:
      return """
        TabView(selection: $page) {
        ForEach(0..<3, id: \\.self) { n in
        \(view(depth: 1))
        .tag(n)
        .tabItem { Label("\\(n)", systemImage: "star") }
        }
        }
        .tabViewStyle(\(random.pick([".page", ".automatic"])))
        """
    case 3:
      let count = random.pick(["a ? 90 : 300", "list.count * 60", "70 + page", "b ? 3 : 500"])
      return scroll(
        "LazyVStack {\nForEach(0..<(\(count)), id: \\.self) { n in\nText(\"\\(n)\").frame(height: 20 + Double(n % 5))\n}\n}"
      )
    case 4: return "List {\nForEach(0..<(a ? 80 : 200), id: \\.self) { n in\nText(\"row \\(n) \\(seen)\")\n}\n}"
    case 5:
      return grouped(
        """
        if \(condition()) {
        \(view(depth: 1))
        .matchedGeometryEffect(id: "swap", in: space)
        .transition(\(transition()))
        } else {
        \(view(depth: 1))
        .matchedGeometryEffect(id: "swap", in: space)
        .transition(\(transition()))
        }
        """)
    case 6:
      use(.animatedLayout)
      return "Fan(angle: \(random.pick(["a ? 10 : 80", "x", "y * 2"]))) {\n\(views(depth))\n}"
    case 7:
      return
        "VStack {\n\(view(depth: depth - 1))\n}\n.safeAreaInset(edge: .\(random.pick(["top", "bottom"]))) {\nif \(condition()) {\n\(view(depth: 0))\n.transition(\(transition()))\n}\n}"
    case 8:
      return """
        VStack {
        Button("sheet") { covers.toggle() }
        \(view(depth: depth - 1))
        }
        .sheet(isPresented: $covers) {
        VStack {
        \(view(depth: 1))
        Button("away") { \(random.pick(["covers = false", "withAnimation { covers = false; b.toggle() }"])) }
        }
        .presentationDetents([.medium, .large])
        }
        """
    case 9:
      return """
        Form {
        TextField("field", text: $field)
        Toggle("a", isOn: $a)
        Section("numbers") {
        Stepper("steps", value: $page, in: 0...2)
        Slider(value: $x, in: 0...100)
        \(view(depth: 1))
        }
        }
        """
    case 10:
      return """
        ScrollView {
        LazyVStack(pinnedViews: [.sectionHeaders, .sectionFooters]) {
        ForEach(list, id: \\.self) { n in
        Section {
        ForEach(0..<(b ? 4 : 9), id: \\.self) { m in
        Text("\\(n).\\(m)").frame(height: \(20 + random.below(40)))
        }
        } header: {
        Text("head \\(n)")
        } footer: {
        Text("foot \\(n)")
        }
        }
        }
        }
        """
    default:
      return """
        ScrollViewReader { proxy in
        VStack {
        Button("to") { withAnimation(\(animation())) { proxy.scrollTo(\(random.below(60)), anchor: .\(random.pick(["top", "center", "bottom"]))) } }
        ScrollView {
        LazyVStack {
        ForEach(0..<100, id: \\.self) { n in
        Text("\\(n)").padding(\(random.below(12)))
        }
        }
        }
        }
        }
        """
    }
  }

  /// How many rows there are: few where they stand in rows themselves.
  private func rows(_ count: Int) -> Int { repeats == 0 ? count : 5 }

  /// A row of a lazy container, often of a length of its own.
  private mutating func row() -> String {
    repeats += 1
    defer { repeats -= 1 }
    // Rows in rows in rows are soon more than there are atoms.
    let inner = repeats > 3 ? leaf() : view(depth: 1)
    return random.chance(60) ? "\(inner)\n.frame(height: \(20 + random.below(60)))" : inner
  }

  private mutating func scroll(_ content: String) -> String {
    "ScrollView\(random.pick(["", "", "(.vertical)", "([.horizontal, .vertical])"])) {\n\(content)\n}"
  }

  private mutating func grid(_ depth: Int) -> String {
    var rows = ""
    for _ in 0..<(1 + random.below(3)) {
      var cells = ""
      for _ in 0..<(1 + random.below(3)) {
        cells += view(depth: depth - 1)
        if random.chance(20) { cells += "\n.gridCellColumns(2)" }
        cells += "\n"
      }
      rows +=
        random.chance(20) ? "if \(condition()) {\nGridRow {\n\(cells)\n}\n}\n" : "GridRow {\n\(cells)\n}\n"
    }
    return "Grid(horizontalSpacing: \(random.length(12)), verticalSpacing: \(random.length(12))) {\n\(rows)\n}"
  }

  /// A view of its own with state of its own.
  private mutating func part() -> String {
    let name = "Part\(parts.count)"
    let inner = random.pick(["Color.green", "Text(\"\\(count)\")", "Circle()"])
    parts.append(
      """
      struct \(name): View {
        let flag: Bool
        @State private var count = 0
        var body: some View {
          VStack { \(inner); if flag { Text("\\(count)") } }
            .frame(width: flag ? 40 : 60)
            .animation(\(animation()), value: flag)
            .onAppear { count += 1 }
            .onChange(of: flag) { count += 10 }
        }
      }

      """)
    return "\(name)(flag: \(condition()))"
  }

  private mutating func transition() -> String {
    switch random.below(9) {
    case 0: return ".asymmetric(insertion: .scale, removal: .opacity)"
    case 1: return ".move(edge: .\(random.pick(["leading", "bottom"]))).combined(with: .opacity)"
    case 2: return ".opacity.animation(\(animation()))"
    case 3:
      use(.transition)
      return "Lift()"
    case 4: return ".offset(x: 30, y: -20)"
    default: return random.pick([".slide", ".scale", ".opacity", ".move(edge: .top)", ".identity"])
    }
  }

  private func grouped(_ statement: String) -> String { "Group {\n\(statement)\n}" }

  mutating func modifier(_ depth: Int) -> String {
    switch random.below(70) {
    case 0: return ".padding(\(number()))"
    case 1: return ".frame(width: \(number()))"
    case 2: return ".frame(maxWidth: .infinity, alignment: .leading)"
    case 3: return ".offset(x: \(number()), y: \(number()))"
    case 4: return ".opacity(a ? 0.3 : 1)"
    case 5: return ".scaleEffect(\(random.pick(["a ? 1.5 : 1", "x / 40", "0"])))"
    case 6: return ".rotationEffect(.degrees(\(number())))"
    case 7: return ".background { \(depth > 1 ? view(depth: 0) : "Color.blue") }"
    case 8: return ".overlay(alignment: .topTrailing) { Text(\"\\(seen)\") }"
    case 9: return ".clipShape(RoundedRectangle(cornerRadius: \(number())))"
    case 10, 11: return ".transition(\(transition()))"
    case 12: return ".animation(\(animation()), value: \(random.pick(["a", "b", "x"])))"
    case 13: return ".id(\(random.pick(["a ? 1 : 2", "list.count", "7"])))"
    case 14: return ".zIndex(\(random.pick(["1", "a ? 2 : 0", "-1"])))"
    case 15: return ".geometryGroup()"
    case 16:
      return
        ".fixedSize(\(random.pick(["", "horizontal: true, vertical: false", "horizontal: false, vertical: true"])))"
    case 17: return ".layoutPriority(1)"
    case 18: return ".aspectRatio(\(random.pick(["1", "nil", "2"])), contentMode: .\(random.pick(["fit", "fill"])))"
    case 19: return ".onAppear { seen += 1 }"
    case 20: return ".onTapGesture { \(mutation()) }"
    case 21, 22:
      return ".matchedGeometryEffect(id: \(random.below(3)), in: space\(matchedOptions()))"
    case 23: return ".position(x: \(number()), y: \(number()))"
    case 24: return ".transaction { $0.animation = \(random.pick([".linear(duration: 0.2)", "nil"])) }"
    case 25: return ".hidden()"
    case 26: return ".font(.\(random.pick(["title", "caption", "body"])))"
    case 27: return ".foregroundStyle(a ? .red : .blue)"
    case 28: return ".blur(radius: \(number()))"
    case 29: return ".gesture(DragGesture().onChanged { x = $0.translation.width }.onEnded { _ in \(mutation()) })"
    case 30: return ".accessibilityIdentifier(\"v\(random.below(100))\")"
    case 31:
      return
        ".alignmentGuide(.\(random.pick(["leading", "top", "trailing"]))) { $0[.\(random.pick(["bottom", "top"]))] + \(random.pick(["4", "x"])) }"
    case 32:
      return ".alignmentGuide(HorizontalAlignment.center) { d in d.width / \(random.pick(["3", "2"])) }"
    case 33:
      return ".safeAreaInset(edge: .\(random.pick(["top", "bottom"]))) { Color.yellow.frame(height: \(number())) }"
    case 34: return ".ignoresSafeArea(\(random.pick(["", "edges: .top", ".keyboard"])))"
    case 35: return ".safeAreaPadding(\(random.length(20)))"
    case 36:
      use(.preference)
      return ".preference(key: Total.self, value: \(random.pick(["1", "x", "Double(list.count)"])))"
    case 37:
      use(.preference)
      return ".onPreferenceChange(Total.self) { told = $0 }"
    case 38:
      use(.preference)
      return ".background(GeometryReader { p in Color.clear.preference(key: Total.self, value: p.size.height) })"
    case 39: return ".gesture(LongPressGesture(minimumDuration: 0.2).onEnded { _ in \(mutation()) })"
    case 40: return ".offset(y: held).gesture(DragGesture().updating($held) { v, s, _ in s = v.translation.height })"
    case 41: return ".onChange(of: \(random.pick(["a", "b", "list.count"]))) { seen += 1 }"
    case 42: return ".containerRelativeFrame(.horizontal, count: 3, spacing: 4)"
    case 43: return ".onGeometryChange(for: Double.self) { $0.size.width } action: { told = $0 }"
    case 44: return ".visualEffect { c, p in c.offset(x: p.frame(in: .global).minY / 40) }"
    case 45:
      use(.modifier)
      return ".modifier(Swing(amount: \(random.pick(["a ? 10 : 0", "x"]))))"
    case 46: return ".coordinateSpace(.named(\"s\"))"
    case 47: return ".overlay { GeometryReader { p in Color.red.frame(width: p.size.width / 2, height: 2) } }"
    case 48: return ".task { seen += 1 }"
    case 49:
      return ".environment(\\.layoutDirection, \(random.pick([".rightToLeft", "a ? .leftToRight : .rightToLeft"])))"
    case 50: return ".mask { \(depth > 1 ? view(depth: 0) : "Circle()") }"
    case 51: return ".contentShape(Circle())"
    case 52: return ".animation(\(animation())) { $0.opacity(b ? 1 : 0.5) }"
    case 53: return ".rotation3DEffect(.degrees(\(number())), axis: (x: 0, y: 1, z: 0))"
    case 54: return ".minimumScaleFactor(0.5).lineLimit(\(random.pick(["1", "2", "nil"])))"
    case 55: return ".sheet(isPresented: $covers) {\n\(view(depth: min(depth - 1, 1)))\n}"
    case 56: return ".fullScreenCover(isPresented: $covers) {\nButton(\"close\") { covers = false }\n}"
    case 57: return ".alert(\"alert\", isPresented: $covers) {\nButton(\"fine\") { \(mutation()) }\n}"
    case 58: return ".onTapGesture { covers.toggle() }"
    case 59: return ".task { try? await Task.sleep(for: .milliseconds(\(random.below(200)))); \(mutation()) }"
    case 60: return ".task(id: a) { for _ in 0..<3 { await Task.yield(); y += 1 } }"
    case 61:
      return
        ".onAppear { DispatchQueue.main.asyncAfter(deadline: .now() + 0.\(1 + random.below(4))) { \(mutation()) } }"
    case 62: return ".onReceive(Timer.publish(every: 0.2, on: .main, in: .common).autoconnect()) { _ in seen += 1 }"
    case 63:
      return
        ".\(random.pick(["highPriorityGesture", "simultaneousGesture"]))(DragGesture(minimumDistance: \(random.below(20))).onChanged { y = $0.translation.height / 4 }.onEnded { _ in \(mutation()) })"
    case 64:
      return
        ".gesture(LongPressGesture(minimumDuration: 0.1).sequenced(before: DragGesture()).onEnded { _ in \(mutation()) })"
    case 65: return ".onTapGesture(count: 2) { \(mutation()) }"
    case 66: return ".allowsHitTesting(\(random.pick(["a", "true", "b"]))).disabled(\(random.pick(["false", "a"])))"
    case 67: return ".shadow(radius: \(number())).border(.red, width: a ? 2 : 1)"
    case 68: return ".transition(.asymmetric(insertion: .move(edge: .bottom), removal: .push(from: .top)))"
    default: return ".frame(height: \(number()), alignment: .bottom)"
    }
  }

  private mutating func matchedOptions() -> String {
    var text = ""
    if random.chance(25) { text += ", properties: .\(random.pick(["position", "size"]))" }
    if random.chance(25) { text += ", anchor: .\(random.pick(["topLeading", "bottom"]))" }
    return text + ", isSource: \(random.pick(["a", "true", "!a"]))"
  }
}
