#if os(Linux)
  /// A time as a fraction: `value` / `timescale` seconds.
  public struct CMTime: Sendable {
    /// The numerator.
    public var value: Int64
    /// The denominator, in units per second; 0 for times that are not valid.
    public var timescale: Int32

    /// Creates a time; without numbers, one that is not valid.
    public init(value: Int64 = 0, timescale: Int32 = 0) {
      self.value = value
      self.timescale = timescale
    }

    /// Creates the time nearest to a number of seconds.
    ///
    /// - Precondition: The number of units fits 64 bits, and `preferredTimescale` is positive.
    public init(seconds: Double, preferredTimescale: Int32) {
      precondition(preferredTimescale > 0, "A time scale has at least one unit per second")
      let units = (seconds * Double(preferredTimescale)).rounded()
      precondition(abs(units) < 0x1p63, "A time of \(seconds) seconds does not fit 64 bits")
      self.init(value: Int64(units), timescale: preferredTimescale)
    }

    /// The start.
    public static let zero = CMTime(value: 0, timescale: 1)

    /// No time.
    public static let invalid = CMTime()

    /// The time in seconds; NaN when it is not valid.
    public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }

    /// Whether it is a time.
    public var isValid: Bool { timescale > 0 }

    /// Whether it is a time that can be reckoned with.
    public var isNumeric: Bool { isValid }
  }

  extension CMTime: Comparable, Hashable {
    /// Whether both are the same time, whatever their time scales.
    public static func == (left: CMTime, right: CMTime) -> Bool {
      guard left.isValid, right.isValid else { return left.isValid == right.isValid }
      return left.value.multipliedFullWidth(by: Int64(right.timescale))
        == right.value.multipliedFullWidth(by: Int64(left.timescale))
    }

    /// Whether one comes before the other; a time that is not valid comes last.
    public static func < (left: CMTime, right: CMTime) -> Bool {
      guard left.isValid, right.isValid else { return left.isValid && !right.isValid }
      return left.value.multipliedFullWidth(by: Int64(right.timescale))
        < right.value.multipliedFullWidth(by: Int64(left.timescale))
    }

    /// Feeds the seconds.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(isValid ? seconds : -1)
    }

    /// The sum, in the finer of the two time scales.
    public static func + (left: CMTime, right: CMTime) -> CMTime {
      combine(left, right) { $0 + $1 }
    }

    /// The difference, in the finer of the two time scales.
    public static func - (left: CMTime, right: CMTime) -> CMTime {
      combine(left, right) { $0 - $1 }
    }

    private static func combine(
      _ left: CMTime, _ right: CMTime, _ operation: (Double, Double) -> Double
    ) -> CMTime {
      guard left.isValid, right.isValid else { return .invalid }
      if left.timescale == right.timescale {
        let value = operation(Double(left.value), Double(right.value))
        if abs(value) < 0x1p53 { return CMTime(value: Int64(value), timescale: left.timescale) }
      }
      return CMTime(
        seconds: operation(left.seconds, right.seconds),
        preferredTimescale: max(left.timescale, right.timescale))
    }
  }

  /// A time as a fraction of seconds.
  public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
  }

  /// The time nearest to a number of seconds.
  public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
  }

  /// The time in seconds; NaN when it is not valid.
  public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

  /// Below, at or above 0 as the first time is before, at or after the second.
  public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    time1 < time2 ? -1 : time1 == time2 ? 0 : 1
  }

  /// No time.
  public var kCMTimeInvalid: CMTime { .invalid }

  /// The start.
  public var kCMTimeZero: CMTime { .zero }
#endif
