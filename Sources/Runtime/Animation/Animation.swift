/// An `Animation` as a value: a base curve and the calls that change it, in the order they were written.
///
/// Two animations are equal only with the same calls in the same order; `.speed(1)` and `.delay(0)` count [R retime].
package struct Animation: Equatable, Sendable {
  package enum Base: Equatable, Sendable {
    case curve(TimingCurve, duration: Double)
    /// `.spring`, `.smooth`, `.snappy`, `.bouncy`, `.interactiveSpring`, `.default`: stepped at 1/300 s.
    case fluidSpring(FluidSpring)
    /// `.interpolatingSpring`: the exact solution.
    case interpolatingSpring(InterpolatingSpring)
    /// A scene's `CustomAnimation`; the index names it at the client that evaluates it.
    case custom(Int)
  }

  package enum Modifier: Equatable, Sendable {
    /// Seconds; a negative delay starts part-way.
    case delay(Double)
    case speed(Double)
    /// Legs; nil repeats for ever.
    case repeats(count: Int?, autoreverses: Bool)
    /// Seconds after which the animation counts as logically complete.
    case logicallyComplete(after: Double)
  }

  package var base: Base
  /// Innermost first: `.delay(1).speed(2)` is `[delay 1, speed 2]`, and the last transforms time first.
  package var modifiers: [Modifier]

  package init(_ base: Base, modifiers: [Modifier] = []) {
    self.base = base
    self.modifiers = modifiers
  }

  package func adding(_ modifier: Modifier) -> Animation { Animation(base, modifiers: modifiers + [modifier]) }

  // MARK: Factories with SwiftUI's defaults

  /// Seconds; the duration of `.easeInOut` and its kin where none is given.
  package static let defaultCurveDuration = 0.35

  /// iOS 17 and later: `.default` is the spring with response 0.5 and damping fraction 1.
  package static let standard = Animation(
    .fluidSpring(FluidSpring(response: 0.5, dampingFraction: 1, blendDuration: 0)))
  package static func linear(duration: Double = defaultCurveDuration) -> Animation {
    Animation(.curve(.linear, duration: duration))
  }
  package static func easeIn(duration: Double = defaultCurveDuration) -> Animation {
    Animation(.curve(.easeIn, duration: duration))
  }
  package static func easeOut(duration: Double = defaultCurveDuration) -> Animation {
    Animation(.curve(.easeOut, duration: duration))
  }
  package static func easeInOut(duration: Double = defaultCurveDuration) -> Animation {
    Animation(.curve(.easeInOut, duration: duration))
  }
  package static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0)
    -> Animation
  {
    Animation(
      .fluidSpring(FluidSpring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)))
  }
  package static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
    Animation(.fluidSpring(FluidSpring(duration: duration, bounce: bounce, blendDuration: blendDuration)))
  }

  /// Whether it never ends by itself.
  package var isEndless: Bool {
    modifiers.contains {
      if case .repeats(let count, _) = $0 { return count == nil }
      if case .speed(let factor) = $0 { return factor == 0 }
      return false
    }
  }

  /// Seconds of one leg and one repetition of an endless animation, for deciding when a scene has settled; nil for
  /// animations whose period cannot be told beforehand.
  package var period: Double? {
    var length: Double
    switch base {
    case .curve(_, let duration): length = max(duration, 0)
    case .fluidSpring(let spring): length = 4 * spring.response
    case .interpolatingSpring(let spring): length = spring.duration(within: InterpolatingSpring.tolerance)
    case .custom: return nil
    }
    for modifier in modifiers {
      switch modifier {
      case .delay(let seconds): length += max(seconds, 0)
      case .speed(let factor): length = factor > 0 ? length / factor : .infinity
      case .repeats(let count, let autoreverses):
        length *= Double(count ?? (autoreverses ? 2 : 1))
      case .logicallyComplete: break
      }
    }
    return length
  }
}
