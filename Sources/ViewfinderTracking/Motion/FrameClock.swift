/// The time of frames and how far apart they usually are.
struct FrameClock: Sendable {
  /// When the newest frame is shown, in seconds.
  private(set) var time = 0.0
  private var hasTime = false
  /// The usual time between frames, once there were two.
  private var measuredInterval: Double?

  private static let intervalRate = 0.05
  private static let longestStep = 0.15
  private static let firstInterval = 1.0 / 30

  /// The usual time between frames in seconds.
  var interval: Double { measuredInterval ?? Self.firstInterval }

  /// The time in seconds over which a box strays as far as the filter's noise says.
  ///
  /// It is the time between frames: benchmarks from 7 to 30 frames a second agree on the noise of
  /// a frame, not of a second. Beyond 0.15 s the noise grows with time.
  var step: Double { min(interval, Self.longestStep) }

  /// Goes on to another frame and tells the seconds since the one before.
  mutating func advance(to time: Double) -> Double {
    precondition(time.isFinite, "The time of a frame must be finite")
    guard hasTime else {
      hasTime = true
      self.time = time
      return 0
    }
    let elapsed = time - self.time
    // A leap back starts another count; the next frame goes on from here.
    self.time = time
    guard elapsed > 0 else { return 0 }
    measuredInterval = measuredInterval.map { $0 + Self.intervalRate * (elapsed - $0) } ?? elapsed
    return elapsed
  }
}
