/// The length of a tick, in which a video counts time: a fraction of a second.
public struct VideoTimeBase: Hashable, Sendable {
  /// The numerator, in seconds; at least 1.
  public let numerator: Int

  /// The denominator; at least 1.
  public let denominator: Int

  /// Creates a time base.
  ///
  /// - Precondition: Both are in 1 through 2,147,483,647.
  public init(numerator: Int, denominator: Int) {
    let range = 1...Int(Int32.max)
    precondition(
      range.contains(numerator) && range.contains(denominator),
      "A time base must be a positive fraction of 32-bit numbers"
    )
    self.numerator = numerator
    self.denominator = denominator
  }

  /// 90,000 ticks a second, a whole number for each of the usual frame rates.
  public static let standard = VideoTimeBase(numerator: 1, denominator: 90_000)

  private static let attoseconds: Int128 = 1_000_000_000_000_000_000

  /// The time of a number of ticks, exact to the attosecond.
  public func duration(ofTicks ticks: Int64) -> Duration {
    let (seconds, rest) = (Int128(ticks) * Int128(numerator))
      .quotientAndRemainder(dividingBy: Int128(denominator))
    return Duration(
      secondsComponent: Int64(clamping: seconds),
      attosecondsComponent: Int64(rest * Self.attoseconds / Int128(denominator))
    )
  }

  /// The number of ticks that is nearest to a time.
  public func ticks(in duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let parts = Int128(attoseconds) * Int128(denominator)
    let half = parts < 0 ? -Self.attoseconds / 2 : Self.attoseconds / 2
    // In ticks of 1 / denominator first: a fraction of a tick is below 2⁻⁵⁹ of it by then.
    let fine = Int128(seconds) * Int128(denominator) + (parts + half) / Self.attoseconds
    let step = Int128(numerator)
    let rounded = (fine + (fine < 0 ? -step / 2 : step / 2)) / step
    return Int64(clamping: rounded)
  }
}
