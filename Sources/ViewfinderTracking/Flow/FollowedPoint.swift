/// A point that was found again in the later frame, in pixels of the finest level.
struct FollowedPoint {
  var place: SIMD2<Float>
  var shift: SIMD2<Float>
  /// How much it counts.
  var weight: Float = 1

  var moved: SIMD2<Float> { place + shift }
}

/// A turn, a growth and a shift: what a camera's motion does to a distant scene.
struct Similarity {
  /// The turn and the growth: the first column of the matrix.
  var turn = SIMD2<Float>(1, 0)
  var shift = SIMD2<Float>.zero

  func moved(_ place: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(
      turn.x * place.x - turn.y * place.y + shift.x, turn.y * place.x + turn.x * place.y + shift.y)
  }

  /// How far a place moves.
  func shift(at place: SIMD2<Float>) -> SIMD2<Float> { moved(place) - place }

  /// The motion about another origin, which lies at `center` in the old coordinates.
  func about(_ center: SIMD2<Float>) -> Similarity {
    Similarity(turn: turn, shift: shift(at: center))
  }
}

/// Pseudo-random numbers that are the same in every run (SplitMix64).
struct FixedGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A whole number below `limit`.
  mutating func next(below limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((bits ^ (bits >> 31)) >> 1) % limit
  }
}
