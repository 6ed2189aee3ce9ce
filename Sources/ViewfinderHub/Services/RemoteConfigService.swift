internal import ViewfinderCore

/// The server of Remote Config.
struct RemoteConfigService {
  let configuration: AppConfiguration
  let installations: InstallationService

  /// What the server says to the question for values.
  enum Reply {
    case unchanged
    case values([String: String], etag: String?)
    /// It wants to be left alone for so many seconds.
    case tooOften(ViewfinderError, pause: Double)
  }

  private struct Body: Decodable {
    let entries: [String: String]?
    let state: String?
  }

  private struct Question: Encodable {
    let appId: String
    let appInstanceId: String
    let appInstanceIdToken: String
    let sdkVersion = "11.0.0"
  }

  private static let subject = "Remote Config"
  private static let defaultPause = 3600.0

  func fetch(
    etag: String?, _ options: ModelHub.Options, _ cancellation: Cancellation
  ) throws(ViewfinderError) -> Reply {
    let project = try configuration.required(
      configuration.projectID, "project", "VIEWFINDER_PROJECT", for: Self.subject)
    let app = try configuration.required(
      configuration.appID, "app ID", "VIEWFINDER_APP_ID", for: Self.subject)
    let key = try configuration.required(
      configuration.apiKey, "API key", "VIEWFINDER_API_KEY", for: Self.subject)
    var exchange = try Exchange(
      options: options, conditions: DownloadConditions(), cancellation: cancellation,
      secrets: configuration.secrets)
    let (id, token) = try installations.token(exchange, Self.subject)
    exchange.secrets.append(token)
    var request = HTTPRequest(
      method: .post,
      address: try WebAddress(
        "\(configuration.endpoints.remoteConfig)/v1/projects/\(PercentEncoding.segment(project))"
          + "/namespaces/firebase:fetch?key=\(PercentEncoding.queryValue(key))"))
    request.add("Content-Type", "application/json")
    request.add("X-Goog-Firebase-Installations-Auth", token, isPrivate: true)
    configuration.addHeaders(to: &request)
    request.add("If-None-Match", etag)
    let question = Question(appId: app, appInstanceId: id, appInstanceIdToken: token)
    request.body = JSONText.encode(question)
    // Asking again at once is what a server with 429 does not want.
    let reply = try exchange.reply(to: request, Self.subject, except: [429])
    return try read(reply, exchange)
  }

  /// What a reply says.
  func read(_ reply: HTTPReply, _ exchange: Exchange) throws(ViewfinderError) -> Reply {
    switch reply.status {
    case 200: break
    case 304: return .unchanged
    case 429:
      let asked = reply.head.retryAfter().map { $0 / .seconds(1) }
      return .tooOften(
        exchange.error(reply, Self.subject), pause: min(asked ?? Self.defaultPause, 86400))
    default: throw exchange.error(reply, Self.subject)
    }
    guard let body = JSONText.decode(Body.self, from: reply.body) else {
      throw ViewfinderError(
        .invalidReply, subject: Self.subject, found: "the reply is no valid JSON",
        remedy: "Try again later.")
    }
    let etag = reply.head["etag"]
    switch body.state {
    case "NO_CHANGE": return .unchanged
    case "NO_TEMPLATE", "EMPTY_CONFIG": return .values([:], etag: etag)
    case "UPDATE": return .values(body.entries ?? [:], etag: etag)
    case let state:
      guard let entries = body.entries else {
        throw ViewfinderError(
          .invalidReply, subject: Self.subject,
          found: "the state is '\(exchange.clean(state ?? "missing"))' and there are no entries")
      }
      return .values(entries, etag: etag)
    }
  }
}
