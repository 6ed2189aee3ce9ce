/// Lets ten reports of progress a second through, and keeps the last that it has held back.
struct ProgressPace {
  private static let interval = Duration.milliseconds(100)

  private var next: ContinuousClock.Instant?
  private var held: DownloadProgress?

  /// Takes a report, for ``due(_:)`` to give it.
  mutating func hold(_ progress: DownloadProgress) {
    held = progress
  }

  /// The newest report, when it is time for one.
  mutating func due(_ now: ContinuousClock.Instant = .now) -> DownloadProgress? {
    guard let held, now >= next ?? now else { return nil }
    next = now + Self.interval
    self.held = nil
    return held
  }

  /// The newest report if it has not been given, whatever the time: there will be no other.
  mutating func last() -> DownloadProgress? {
    defer { held = nil }
    return held
  }
}
