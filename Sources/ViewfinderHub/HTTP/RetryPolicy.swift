/// How often and how long to try again when a network or server fails for now.
///
/// The pauses double from a random one in ``firstPause``, so that many clients do not come back
/// all at once. A server's `Retry-After` lengthens a pause; one that reaches beyond the limit ends
/// the attempts at once.
public struct RetryPolicy: Hashable, Sendable {
  /// How long to go on with the file itself; bytes that arrive start the time anew.
  public var downloadLimit: Duration
  /// How long to go on with a small question, such as for a model's address.
  public var questionLimit: Duration
  /// How long to go on with a server that no connection can be made to, when nothing has come from it.
  ///
  /// A name that is wrong, or a machine without a network, should not take minutes to say so.
  public var unreachableLimit: Duration
  /// The first pause lies in this range of seconds.
  public var firstPause: ClosedRange<Double>

  /// Creates a policy; the values of Firebase's own clients are the defaults.
  ///
  /// - Parameters:
  ///   - downloadLimit: For the file, 600 s.
  ///   - questionLimit: For small questions, 120 s.
  ///   - unreachableLimit: For servers that cannot be reached at all, 8 s.
  ///   - firstPause: In seconds, 1 through 2; not negative.
  public init(
    downloadLimit: Duration = .seconds(600), questionLimit: Duration = .seconds(120),
    unreachableLimit: Duration = .seconds(8), firstPause: ClosedRange<Double> = 1...2
  ) {
    precondition(firstPause.lowerBound >= 0, "A pause cannot be negative")
    self.downloadLimit = downloadLimit
    self.questionLimit = questionLimit
    self.unreachableLimit = unreachableLimit
    self.firstPause = firstPause
  }

  /// One attempt and no more.
  public static let never = RetryPolicy(downloadLimit: .zero, questionLimit: .zero)

  /// The statuses after which a question may be asked again.
  static let statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
}

/// The pauses of one question that is asked again and again.
struct RetrySchedule {
  private let limit: Duration
  private let firstPause: ClosedRange<Double>
  private var spent = Duration.zero
  private var next: Double?

  init(limit: Duration, firstPause: ClosedRange<Double>) {
    self.limit = limit
    self.firstPause = firstPause
  }

  /// The pause before the next attempt, or nothing when it is time to give up.
  ///
  /// The time that attempts take does not count: only the pauses between them. A `least` limit holds
  /// for this pause alone.
  mutating func pause(asked: Duration?, least: Duration? = nil) -> Duration? {
    let seconds = next ?? Double.random(in: firstPause)
    next = seconds * 2
    let pause = max(.seconds(seconds), asked ?? .zero)
    guard limit > .zero, spent + pause <= min(limit, least ?? limit) else { return nil }
    spent += pause
    return pause
  }

  /// Starts anew, because there has been progress.
  mutating func reset() {
    spent = .zero
    next = nil
  }
}
