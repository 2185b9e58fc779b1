/// The run's random numbers: xoshiro256** seeded by SplitMix64, so that a seed gives the same run everywhere.
package struct RandomSource: RandomNumberGenerator, Sendable {
  private var s0: UInt64, s1: UInt64, s2: UInt64, s3: UInt64

  package init(seed: UInt64) {
    var state = seed
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    s0 = next()
    s1 = next()
    s2 = next()
    s3 = next()
  }

  package mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = ((product << 7) | (product >> 57)) &* 9
    let t = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << 45) | (s3 >> 19)
    return result
  }

  /// Uniform in `0 ..< bound`, by multiplication with rejection; 0 for an empty range.
  package mutating func below(_ bound: UInt64) -> UInt64 {
    guard bound > 0 else { return 0 }
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return product.high
  }

  /// Uniform in `0 ..< 1` with 53 bits.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
