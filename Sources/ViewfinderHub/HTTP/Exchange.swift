internal import ViewfinderCore

/// Questions to servers with second attempts, and failures in words without secrets.
struct Exchange {
  let client: HTTPClient
  let retry: RetryPolicy
  private let authorities: CertificateAuthorities?
  let cancellation: Cancellation
  /// What is done several times a second while somebody is waited for.
  let tick: @Sendable () -> Void
  /// Says what the work waits for, if that is not the server.
  var waiting: @Sendable (String) -> Void = { _ in }
  /// Says what went wrong before another attempt is made.
  var failed: @Sendable (ViewfinderError) -> Void = { _ in }
  /// What must not appear in messages.
  var secrets: [String]

  init(
    options: ModelHub.Options, conditions: DownloadConditions, cancellation: Cancellation,
    secrets: [String] = [], tick: @escaping @Sendable () -> Void = {}
  ) throws(ViewfinderError) {
    authorities = try CertificateAuthorities(options)
    do throws(HTTPFailure) {
      client = try HTTPClient(
        timeouts: options.timeouts, authorities: authorities, conditions: conditions,
        cancellation: cancellation, tick: tick)
    } catch {
      throw Self.error(error, "HTTP", nil, cancellation)
    }
    self.tick = tick
    retry = options.retry
    timeLimit = options.idleTimeout * 2
    self.cancellation = cancellation
    self.secrets = secrets.filter { !$0.isEmpty }
  }

  private static let questionReplyLimit = 1 << 20
  /// A server that sends a small reply byte by byte must not hold anybody up.
  private let timeLimit: Duration

  /// Asks until there is a reply that another attempt would not change.
  ///
  /// Messages call it by its subject; `final` statuses end the attempts though others would be made.
  func reply(
    to request: HTTPRequest, _ subject: String, except final: Set<Int> = []
  ) throws(ViewfinderError) -> HTTPReply {
    var request = request
    request.timeLimit = timeLimit
    var schedule = RetrySchedule(limit: retry.questionLimit, firstPause: retry.firstPause)
    while true {
      let failure: ViewfinderError
      var asked: Duration?
      var isUnreachable = false
      do throws(HTTPClient.Failure) {
        let reply = try client.reply(to: request, limit: Self.questionReplyLimit)
        let isFinal = final.contains(reply.status)
        guard !isFinal, RetryPolicy.statuses.contains(reply.status) else { return reply }
        asked = reply.head.retryAfter()
        failure = error(reply, subject)
      } catch {
        failure = self.error(error, subject)
        guard Self.isTransient(error) else { throw failure }
        isUnreachable = Self.isUnreachable(error)
      }
      try pause(&schedule, asked: asked, after: failure, isUnreachable: isUnreachable)
    }
  }

  /// Waits before the next attempt, or throws when there will be none.
  func pause(
    _ schedule: inout RetrySchedule, asked: Duration?, after failure: ViewfinderError,
    isUnreachable: Bool
  ) throws(ViewfinderError) {
    let least = isUnreachable ? retry.unreachableLimit : nil
    guard let pause = schedule.pause(asked: asked, least: least) else {
      guard let asked else { throw failure }
      throw failure.advising("Try again in \(Int((asked / .seconds(1)).rounded(.up))) s.")
    }
    failed(failure)
    guard cancellation.sleep(pause, lookingAround: tick) else {
      throw cancellation.error(failure.subject)
    }
  }

  /// Whether another attempt might go better.
  static func isTransient(_ failure: HTTPClient.Failure) -> Bool {
    switch failure {
    case .transport(.timedOut), .transport(.failed), .transport(.unreachable): true
    default: false
    }
  }

  /// Whether there is no such server, or nobody who listens.
  static func isUnreachable(_ failure: HTTPClient.Failure) -> Bool {
    if case .transport(.unreachable) = failure { true } else { false }
  }

  func error(_ failure: HTTPClient.Failure, _ subject: String) -> ViewfinderError {
    switch failure {
    case .redirect(let error): error.about(subject)
    case .transport(let failure): Self.error(failure, subject, authorities, cancellation)
    }
  }

  private static func error(
    _ failure: HTTPFailure, _ subject: String, _ authorities: CertificateAuthorities?,
    _ cancellation: Cancellation
  ) -> ViewfinderError {
    switch failure {
    case .cancelled: cancellation.error(subject)
    case .stopped:
      // Whoever reads bodies has said why; only headers are refused without.
      ViewfinderError(
        .invalidReply, subject: subject, found: "the reply has too many headers",
        expected: "at most \(HTTPHead.maximumHeaderCount) of \(HTTPHead.maximumByteCount) bytes")
    case .tooSlow(let reason):
      ViewfinderError(
        .networkFailed, subject: subject, found: "the server sends too slowly (\(reason))",
        remedy:
          "Try again later; what has come is kept where the server allows it. A slower server "
          + "needs 'models pull --min-rate', or ModelHub.Options.leastRate.")
    case .unreachable(let reason):
      ViewfinderError(
        .networkFailed, subject: subject, found: "the server cannot be reached (\(reason))",
        remedy: "Check the address and the network, and try again.")
    case .timedOut(let reason):
      ViewfinderError(
        .networkFailed, subject: subject, found: "the server does not answer (\(reason))",
        remedy: "Check the network and try again.")
    case .failed(let reason):
      ViewfinderError(
        .networkFailed, subject: subject, found: "the connection failed (\(reason))",
        remedy: "Check the network and try again.")
    case .untrusted(let reason):
      ViewfinderError(
        .networkFailed, subject: subject, found: "the server cannot be trusted (\(reason))",
        remedy: authorities.map {
          "Check the address, and that \($0.path) holds the certificate of the server's authority."
        } ?? "Check the address, and that the package ca-certificates is installed; name a private "
          + "authority with VIEWFINDER_CA_FILE or ModelHub.Options.certificateAuthorities.")
    case .refused:
      ViewfinderError(
        .invalidArgument, subject: subject,
        found: "libcurl reads the address in another way than it was checked",
        expected: "an address such as https://host/model.tflite")
    case .unavailable(let reason):
      ViewfinderError(
        .unavailable, subject: subject, found: "libcurl cannot be loaded (\(reason))",
        expected: "libcurl 7.68 or later", remedy: "Install it: apt-get install libcurl4.")
    }
  }

  /// What a status that is not a success says.
  func error(_ reply: HTTPReply, _ subject: String) -> ViewfinderError {
    let status = reply.status
    let words = ServerMessage(reply.body).text.map { ": \"\(clean($0))\"" } ?? ""
    let found = "the server answers \(status)\(words)"
    let (code, remedy): (ViewfinderError.Code, String) =
      switch status {
      case 400: (.invalidArgument, "")
      case 401: (.unauthenticated, Self.accessRemedy)
      case 403: (.permissionDenied, Self.accessRemedy)
      case 404, 410: (.notFound, "Check the name, and that the model is published.")
      case 402, 429: (.quotaExceeded, "")
      default: (.networkFailed, "Try again later.")
      }
    return ViewfinderError(
      code, subject: subject, found: found, remedy: remedy, httpStatus: status)
  }

  private static let accessRemedy =
    "Check the address, the API key, and the rules of the project or bucket."

  /// A server's text without secrets, on one line, and not too long.
  func clean(_ text: String) -> String {
    var text = text
    for secret in secrets { text = text.replacing(secret, with: "…") }
    let scalars = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : String(scalar)
    }
    let line = scalars.joined()
    return line.count > 200 ? line.prefix(200) + "…" : line
  }
}
