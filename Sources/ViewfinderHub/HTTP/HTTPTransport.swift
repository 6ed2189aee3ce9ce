/// Takes a reply as it comes, on the thread that asked.
protocol ReplySink: AnyObject {
  /// Takes status and headers; returns whether to read on.
  func begin(_ head: HTTPHead) -> Bool
  /// Takes some of the body; returns whether to read on.
  func receive(_ bytes: Span<UInt8>) -> Bool
}

/// Why there is no reply, or only a part of one.
enum HTTPFailure: Error {
  /// The work was cancelled.
  case cancelled
  /// The sink did not want to read on.
  case stopped
  /// There is no such host, or nothing that listens there.
  case unreachable(String)
  /// No connection, or no byte, for too long.
  case timedOut(String)
  /// So few bytes that there is no end in sight.
  case tooSlow(String)
  /// The network or the server.
  case failed(String)
  /// The server's certificate is not accepted.
  case untrusted(String)
  /// The HTTP library reads something else in the address than was checked.
  case refused
  /// The HTTP library cannot be loaded.
  case unavailable(String)
}

/// How long to wait for a server.
struct HTTPTimeouts: Sendable {
  /// For a connection.
  var connect = Duration.seconds(30)
  /// For the next byte.
  var idle = Duration.seconds(60)
  /// A file comes at this rate at least, on average over ``leastRatePeriod``; 0 for any.
  var leastRate = 0
  var leastRatePeriod = Duration.seconds(60)

  /// For the whole of status and headers.
  var head: Duration { connect + idle }
  /// Between two looks at how it goes.
  var tick: Duration { min(.milliseconds(200), max(leastRatePeriod / 20, .milliseconds(5))) }
}

/// Watches how a reply comes, apart from what is done with it.
struct ReplyWatch {
  private let timeouts: HTTPTimeouts
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  /// Time in which the server was not waited for.
  private var busy = Duration.zero
  private var busySince: ContinuousClock.Instant?
  private var floor: ProgressFloor?

  init(_ timeouts: HTTPTimeouts) {
    self.timeouts = timeouts
    start = clock.now
  }

  private var now: Duration { clock.now - start - busy }

  /// Notes that status and headers are there.
  mutating func beginBody() {
    if floor != nil { return }
    floor = ProgressFloor(
      bytesPerSecond: timeouts.leastRate, period: timeouts.leastRatePeriod, now: now)
  }

  /// Notes bytes of the body, and that something is done with them now.
  mutating func beginReceiving(_ count: Int) {
    floor?.add(count)
    busySince = clock.now
  }

  /// Notes that the server is waited for again: the time since counts for nothing.
  mutating func endReceiving() {
    if let busySince { busy += clock.now - busySince }
    busySince = nil
  }

  /// Why to wait no longer, if there is a reason.
  mutating func failure() -> HTTPFailure? {
    let now = now
    guard floor != nil else {
      return now > timeouts.head ? .timedOut("status and headers take too long") : nil
    }
    return floor?.shortage(now: now).map { count in
      let seconds = timeouts.leastRatePeriod / .seconds(1)
      return .tooSlow(
        "\(count) bytes in \(seconds.formattedShort) s, where \(timeouts.leastRate) a second are"
          + " the least")
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formattedShort: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
