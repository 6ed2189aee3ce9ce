internal import ViewfinderCore
internal import ViewfinderSystem

/// Firebase Installations: the token by which Firebase's services know this machine.
///
/// It is kept in a file that only its owner can read, and made anew when the server has forgotten
/// it.
struct InstallationService {
  let configuration: AppConfiguration
  let folder: String

  /// What is kept.
  struct Installation: Codable, Hashable {
    var id: String
    var refreshToken: String
    var token: String
    /// Seconds since 1970.
    var expires: Double
  }

  private struct Token: Codable {
    let token: String
    let expiresIn: String
  }

  private struct Created: Decodable {
    let fid: String?
    let refreshToken: String
    let authToken: Token
  }

  private struct CreateBody: Encodable {
    let fid: String
    let authVersion = "FIS_v2"
    let appId: String
    let sdkVersion = InstallationService.sdkVersion
  }

  private struct RefreshBody: Encodable {
    struct Installation: Encodable {
      let sdkVersion = InstallationService.sdkVersion
    }
    let installation = Installation()
  }

  private static let sdkVersion = "i:11.0.0"
  /// A token is renewed when it has less than this left, in seconds.
  private static let margin = 3600.0

  /// A token that is good for a while, made or renewed where needed.
  ///
  /// - Throws: What the server says, or `cannotWrite` when the token cannot be kept.
  func token(
    _ exchange: Exchange, _ subject: String
  ) throws(ViewfinderError) -> (id: String, token: String) {
    let project = try configuration.required(
      configuration.projectID, "project", "VIEWFINDER_PROJECT", for: subject)
    let app = try configuration.required(
      configuration.appID, "app ID", "VIEWFINDER_APP_ID", for: subject)
    let key = try configuration.required(
      configuration.apiKey, "API key", "VIEWFINDER_API_KEY", for: subject)
    let base =
      "\(configuration.endpoints.installations)/v1/projects/\(PercentEncoding.segment(project))"
      + "/installations"
    let hash = Hexadecimal.text(SHA256.hash(of: "\(base)\n\(app)")).prefix(16)
    let path = "\(folder)/installation-\(hash).json"
    try onDisk { () throws(SystemError) in try Folder.make(folder, permissions: 0o700) }
    return try FileLock.hold(
      "\(path).lock", exchange.cancellation,
      waiting: { () throws(ViewfinderError) in
        exchange.tick()
        exchange.waiting("another process, which registers this machine with Firebase")
      }
    ) { () throws(ViewfinderError) in
      let known = try onDisk { () throws(SystemError) in try Self.read(path) }
      if let known, known.expires > WallClock.secondsSince1970 + Self.margin {
        return (known.id, known.token)
      }
      let call = Call(base: base, key: key, app: app, exchange: exchange, subject: subject)
      var installation = try refreshed(known, call)
      if installation == nil { installation = try created(call) }
      guard let installation else { preconditionFailure("One of the two has made it") }
      try onDisk { () throws(SystemError) in
        // Readable for its owner alone.
        try Folder.write(JSONText.encode(installation), to: path, permissions: 0o600)
      }
      return (installation.id, installation.token)
    }
  }

  private struct Call {
    let base: String
    let key: String
    let app: String
    let exchange: Exchange
    let subject: String
  }

  private static func read(_ path: String) throws(SystemError) -> Installation? {
    try Folder.read(path).flatMap { JSONText.decode(Installation.self, from: $0) }
  }

  /// A new token for a known installation, or nothing when the server has forgotten it.
  private func refreshed(
    _ known: Installation?, _ call: Call
  ) throws(ViewfinderError) -> Installation? {
    guard var known else { return nil }
    var exchange = call.exchange
    exchange.secrets += [known.refreshToken, known.token]
    var request = try request(
      "\(call.base)/\(PercentEncoding.segment(known.id))/authTokens:generate", RefreshBody(), call)
    request.add("Authorization", "FIS_v2 \(known.refreshToken)", isPrivate: true)
    let reply = try exchange.reply(to: request, call.subject)
    if reply.status == 401 || reply.status == 404 { return nil }
    let token: Token = try decode(reply, exchange, call.subject)
    known.token = token.token
    known.expires = try expiry(token, call.subject)
    return known
  }

  private func created(_ call: Call) throws(ViewfinderError) -> Installation {
    let id = Self.newID()
    let reply = try call.exchange.reply(
      to: request("\(call.base)/", CreateBody(fid: id, appId: call.app), call), call.subject)
    return try created(reply, id: id, call.exchange, call.subject)
  }

  /// The installation that a reply tells of; `id` is the one that was asked for.
  func created(
    _ reply: HTTPReply, id: String, _ exchange: Exchange, _ subject: String
  ) throws(ViewfinderError) -> Installation {
    let created: Created = try decode(reply, exchange, subject)
    return Installation(
      id: created.fid.flatMap { $0.isEmpty ? nil : $0 } ?? id,
      refreshToken: created.refreshToken, token: created.authToken.token,
      expires: try expiry(created.authToken, subject))
  }

  private func request(
    _ address: String, _ body: some Encodable, _ call: Call
  ) throws(ViewfinderError) -> HTTPRequest {
    var request = HTTPRequest(method: .post, address: try WebAddress(address))
    request.add("Content-Type", "application/json")
    request.add("X-Goog-Api-Key", call.key, isPrivate: true)
    configuration.addHeaders(to: &request)
    request.body = JSONText.encode(body)
    return request
  }

  private func decode<Value: Decodable>(
    _ reply: HTTPReply, _ exchange: Exchange, _ subject: String
  ) throws(ViewfinderError) -> Value {
    guard (200..<300).contains(reply.status) else { throw exchange.error(reply, subject) }
    guard let value = JSONText.decode(Value.self, from: reply.body) else {
      throw ViewfinderError(
        .invalidReply, subject: subject,
        found: "the reply of Firebase Installations holds no token", remedy: "Try again later.")
    }
    return value
  }

  private func expiry(_ token: Token, _ subject: String) throws(ViewfinderError) -> Double {
    guard token.expiresIn.hasSuffix("s"), let seconds = Double(token.expiresIn.dropLast()),
      seconds.isFinite, seconds > 0
    else {
      throw ViewfinderError(
        .invalidReply, subject: subject,
        found: "the token's life '\(token.expiresIn.prefix(40))' is no number of seconds")
    }
    return WallClock.secondsSince1970 + seconds
  }

  /// 22 characters of URL-safe base64 that begin with the bits 0111, as Firebase wants them.
  private static func newID() -> String {
    var bytes = (0..<17).map { _ in UInt8.random(in: 0...255) }
    bytes[0] = 0x70 | bytes[0] & 0x0F
    let text = Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_")
    return String(text.prefix(22))
  }
}
