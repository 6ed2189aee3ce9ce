internal import ViewfinderCore

/// Cloud Storage: the metadata of objects, and where their bytes are.
struct StorageService {
  let configuration: AppConfiguration

  /// The metadata that are in use, in both interfaces of the service.
  struct Metadata: Decodable, Sendable {
    var name: String?
    var bucket: String?
    var size: String?
    var generation: String?
    var metageneration: String?
    var md5Hash: String?
    var crc32c: String?
    var etag: String?
    var contentType: String?
    var contentEncoding: String?
    var timeCreated: String?
    var updated: String?
    var metadata: [String: String]?
    /// The tokens of addresses that work without an account, separated by commas.
    var downloadTokens: String?
  }

  private static let version = "ios/11.0.0"

  /// Asks for an object's metadata.
  func metadata(
    _ location: StorageLocation, _ exchange: Exchange
  ) throws(ViewfinderError) -> Metadata {
    let request = try request(location, query: "")
    let reply = try exchange.reply(to: request, location.url)
    guard reply.status == 200 else { throw exchange.error(reply, location.url) }
    guard let metadata = JSONText.decode(Metadata.self, from: reply.body) else {
      throw ViewfinderError(
        .invalidReply, subject: location.url, found: "the object's metadata are no valid JSON",
        remedy: "Try again later.")
    }
    return metadata
  }

  /// The address of an object's bytes that works without an account.
  func downloadAddress(
    _ location: StorageLocation, _ exchange: Exchange
  ) throws(ViewfinderError) -> String {
    guard let token = try metadata(location, exchange).downloadTokens?.split(separator: ",").first
    else {
      throw ViewfinderError(
        .permissionDenied, subject: location.url, found: "the object has no download token",
        expected: "one, which Firebase makes for objects that are uploaded through it",
        remedy: "Create an access token for the object in the Firebase console.")
    }
    return try request(
      location, query: "?alt=media&token=\(PercentEncoding.queryValue(String(token)))"
    ).address.text
  }

  /// Says whether there is a newer generation than the one that is here, and where.
  func plan(
    _ location: StorageLocation, known: String?, _ exchange: Exchange
  ) throws(ViewfinderError) -> PlanReply {
    let metadata = try metadata(location, exchange)
    if let known, metadata.generation == known { return .unchanged }
    return .fetch(try plan(location, metadata))
  }

  /// How to fetch an object with these metadata.
  func plan(
    _ location: StorageLocation, _ metadata: Metadata
  ) throws(ViewfinderError) -> FetchPlan {
    // Only Google Cloud Storage's own interface lets a question name the generation.
    let pin = configuration.endpoints.storageInterface == .cloud ? metadata.generation : nil
    let query = pin.map { "?alt=media&generation=\(PercentEncoding.queryValue($0))" }
    var plan = FetchPlan(
      request: try request(location, query: query ?? "?alt=media"), subject: location.url,
      version: metadata.generation)
    plan.isGeneration = metadata.generation != nil
    plan.pinsGeneration = pin != nil
    if let size = metadata.size {
      guard let count = Int(size), count >= 0 else {
        throw ViewfinderError(
          .invalidReply, subject: location.url,
          found: "the size '\(size.prefix(40))' is no number of bytes")
      }
      plan.byteCount = count
    }
    guard let encoding = ContentEncoding.read(metadata.contentEncoding) else {
      throw ContentEncoding.unknown(metadata.contentEncoding, location.url)
    }
    if encoding == .gzip {
      // As it is stored: only then do its size and checksums say something about what comes.
      plan.storedEncoding = .gzip
      plan.request.add("Accept-Encoding", "gzip")
    }
    plan.md5 = metadata.md5Hash.flatMap(Checksum.md5)
    plan.crc32c = metadata.crc32c.flatMap(Checksum.crc32c)
    return plan
  }

  private func request(
    _ location: StorageLocation, query: String
  ) throws(ViewfinderError) -> HTTPRequest {
    let endpoints = configuration.endpoints
    let path: String
    switch endpoints.storageInterface {
    case .firebase: path = "v0/b/\(PercentEncoding.segment(location.bucket))/o"
    case .cloud: path = "storage/v1/b/\(PercentEncoding.segment(location.bucket))/o"
    }
    var request = HTTPRequest(
      address: try WebAddress(
        "\(endpoints.storage)/\(path)/\(PercentEncoding.segment(location.object))\(query)"))
    switch endpoints.storageInterface {
    case .firebase:
      request.add("X-Firebase-Storage-Version", Self.version)
      request.add("X-Firebase-GMPID", configuration.appID, isPrivate: true)
      request.add(
        "Authorization", configuration.userToken.map { "Firebase \($0)" }, isPrivate: true)
    case .cloud:
      request.add("Authorization", configuration.userToken.map { "Bearer \($0)" }, isPrivate: true)
    }
    return request
  }
}
