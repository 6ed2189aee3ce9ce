/// Notices that a reply comes so slowly that it had better not come at all.
///
/// What counts is the average over the last period, so that a pause is forgiven to a server that is
/// quick otherwise.
struct ProgressFloor {
  private let bytesPerSecond: Int
  private let period: Duration
  private let step: Duration
  /// The bytes of the last steps, the newest last.
  private var steps: [Int] = []
  private var current = 0
  private var stepEnd: Duration

  private static let stepCount = 20

  /// Starts to watch at a time, which is counted from anywhere.
  init(bytesPerSecond: Int, period: Duration, now: Duration) {
    self.bytesPerSecond = bytesPerSecond
    self.period = period
    step = max(period / Self.stepCount, .milliseconds(1))
    stepEnd = now + step
  }

  /// Notes bytes that have come.
  mutating func add(_ count: Int) {
    current += count
  }

  /// How many bytes came in the last period, if there have been too few.
  mutating func shortage(now: Duration) -> Int? {
    guard bytesPerSecond > 0 else { return nil }
    while stepEnd <= now {
      if steps.count == Self.stepCount { steps.removeFirst() }
      steps.append(current)
      current = 0
      stepEnd += step
      // After a long absence there is nothing but empty steps.
      if stepEnd + period < now { stepEnd = now - period }
    }
    guard steps.count == Self.stepCount else { return nil }
    let count = steps.reduce(current, +)
    return Double(count) < Double(bytesPerSecond) * (period / .seconds(1)) ? count : nil
  }
}
