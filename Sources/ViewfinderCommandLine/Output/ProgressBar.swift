/// One line on a terminal that says how far a run is: share, count, rate and time left.
package struct ProgressBar {
  private static let interval = Duration.milliseconds(100)

  /// What is counted.
  package enum Unit: Sendable {
    /// Pictures and the like.
    case items
    /// Bytes, shown in the largest unit that fits.
    case bytes

    fileprivate func text(_ count: Int) -> String {
      self == .items ? String(count) : TextLayout.bytes(Double(count))
    }

    fileprivate func rate(_ rate: Double) -> String {
      self == .items
        ? TextLayout.fixed(rate, decimals: rate < 100 ? 1 : 0) : TextLayout.bytes(rate)
    }
  }

  private let output: any TextOutput
  private let columns: Int
  private let total: Int?
  private let unit: Unit
  private let earlier: Int
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?
  private var isVisible = false
  private var done = 0

  /// Creates a bar; without a `total` it shows only count and rate.
  ///
  /// What an `earlier` run has done counts, but not for the rate.
  package init(
    to output: any TextOutput, columns: Int, total: Int?, unit: Unit = .items, earlier: Int = 0,
    start: ContinuousClock.Instant
  ) {
    self.output = output
    self.columns = columns
    self.total = total
    self.unit = unit
    self.earlier = earlier
    self.start = start
  }

  /// Notes how many are done and redraws, ten times a second at most.
  ///
  /// A terminal that cannot be written to is no reason to end the run.
  package mutating func update(done: Int, now: ContinuousClock.Instant) {
    self.done = done
    if let lastDrawn, now - lastDrawn < Self.interval { return }
    lastDrawn = now
    isVisible = true
    let text = Self.line(
      done: done, total: total, elapsed: now - start, columns: columns, unit: unit,
      earlier: earlier)
    show("\r\u{1B}[K" + text)
  }

  /// Takes the bar away, so that other text may be written; the next update draws it again.
  package mutating func clear() {
    if !isVisible { return }
    isVisible = false
    lastDrawn = nil
    show("\r\u{1B}[K")
  }

  private func show(_ text: String) {
    do throws(OutputFailure) {
      try output.write(text)
      try output.flush()
    } catch {
      return
    }
  }

  /// The text of the bar, shorter than `columns` so that it never wraps.
  package static func line(
    done: Int, total: Int?, elapsed: Duration, columns: Int, unit: Unit = .items, earlier: Int = 0
  ) -> String {
    let seconds = elapsed / .seconds(1)
    let rate = seconds > 0 ? Double(max(0, done - earlier)) / seconds : 0
    var facts = ""
    if rate > 0 { facts = "  \(unit.rate(rate))/s" }
    guard let total, total > 0 else {
      return String("\(unit.text(done))\(facts)".prefix(columns - 1))
    }
    let done = min(done, total)
    if rate > 0 { facts += "  " + clock(Double(total - done) / rate) + " left" }
    let whole = unit.text(total)
    let count = TextLayout.rightAligned(unit.text(done), to: whole.count) + "/\(whole)"
    let percent = TextLayout.rightAligned("\(done * 100 / total)%", to: 5)
    let room = min(40, columns - 1 - count.count - percent.count - facts.count - 3)
    if room < 8 { return String("\(count)\(percent)\(facts)".prefix(columns - 1)) }
    let filled = done * room / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled)
    return "[\(bar)] \(count)\(percent)\(facts)"
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 359_999))
    let parts = [whole / 3600, whole / 60 % 60, whole % 60]
    let shown = parts[0] > 0 ? parts[...] : parts[1...]
    return shown.enumerated().map { position, part in
      position == 0 || part > 9 ? "\(part)" : "0\(part)"
    }.joined(separator: ":")
  }
}
