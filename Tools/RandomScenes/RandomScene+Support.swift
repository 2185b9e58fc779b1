/// Types that the views of random scenes may use; each is declared in a scene that needs it.

extension RandomScene {
  enum Support {
    case shape, layout, animatedLayout, preference, modifier, transition, animation

    var text: String {
      switch self {
      case .shape:
        return """
          struct Wedge: Shape {
            var amount: Double
            var animatableData: Double {
              get { amount }
              set { amount = newValue }
            }
            func path(in rect: CGRect) -> Path {
              var path = Path()
              path.move(to: CGPoint(x: rect.minX, y: rect.minY))
              path.addLine(to: CGPoint(x: rect.minX + rect.width * min(max(amount, 0), 1), y: rect.maxY))
              path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
              path.closeSubpath()
              return path
            }
          }

          """
      case .layout:
        return """
          struct Diagonal: Layout {
            var step: Double
            func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
              var size = CGSize.zero
              for (index, view) in subviews.enumerated() {
                let own = view.sizeThatFits(.unspecified)
                size.width = max(size.width, own.width + step * Double(index))
                size.height = max(size.height, own.height + step * Double(index))
              }
              return size
            }
            func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
              for (index, view) in subviews.enumerated() {
                let shift = step * Double(index)
                view.place(at: CGPoint(x: bounds.minX + shift, y: bounds.minY + shift), proposal: .unspecified)
              }
            }
          }

          """
      case .animatedLayout:
        return """
          struct Fan: Layout {
            var angle: Double
            var animatableData: Double {
              get { angle }
              set { angle = newValue }
            }
            func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
              proposal.replacingUnspecifiedDimensions(by: CGSize(width: 100, height: 100))
            }
            func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
              for (index, view) in subviews.enumerated() {
                let turn = angle * Double(index) * Double.pi / 180
                let x = bounds.midX + 60 * sin(turn)
                let y = bounds.midY - 60 * cos(turn)
                view.place(at: CGPoint(x: x, y: y), anchor: .center, proposal: .unspecified)
              }
            }
          }

          """
      case .preference:
        return """
          struct Total: PreferenceKey {
            static let defaultValue = 0.0
            static func reduce(value: inout Double, nextValue: () -> Double) {
              value += nextValue()
            }
          }

          """
      case .modifier:
        return """
          struct Swing: ViewModifier, Animatable {
            var amount: Double
            var animatableData: Double {
              get { amount }
              set { amount = newValue }
            }
            func body(content: Content) -> some View {
              content.offset(x: amount).padding(max(0, min(amount, 20)))
            }
          }

          """
      case .transition:
        return """
          struct Lift: Transition {
            func body(content: Content, phase: TransitionPhase) -> some View {
              content.offset(y: phase.isIdentity ? 0 : -40).opacity(phase.isIdentity ? 1 : 0)
            }
          }

          """
      case .animation:
        return """
          struct StepAnimation: CustomAnimation {
            var steps: Int
            func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
              if time > 0.3 { return nil }
              return value.scaled(by: (time / 0.3 * Double(steps)).rounded(.down) / Double(steps))
            }
          }

          """
      }
    }
  }
}
