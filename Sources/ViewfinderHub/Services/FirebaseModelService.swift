internal import ViewfinderCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Firebase ML: names of models to addresses of files.
struct FirebaseModelService {
  let configuration: AppConfiguration
  let installations: InstallationService

  private struct Model: Decodable {
    let downloadUri: String
    let expireTime: String?
    let sizeBytes: String?
  }

  /// Asks for the address of a model's newest version.
  ///
  /// `known` is the hash of the version that is here.
  func plan(
    name: String, known: String?, _ exchange: Exchange
  ) throws(ViewfinderError) -> PlanReply {
    let subject = "firebase:\(name)"
    let project = try configuration.required(
      configuration.projectID, "project", "VIEWFINDER_PROJECT", for: subject)
    let key = try configuration.required(
      configuration.apiKey, "API key", "VIEWFINDER_API_KEY", for: subject)
    let token = try installations.token(exchange, subject).token
    var exchange = exchange
    exchange.secrets.append(token)
    var request = HTTPRequest(
      address: try WebAddress(
        "\(configuration.endpoints.firebaseML)/v1beta2/projects/"
          + "\(PercentEncoding.segment(project))/models/\(PercentEncoding.segment(name)):download"
          + "?key=\(PercentEncoding.queryValue(key))"))
    configuration.addHeaders(to: &request)
    request.add("X-Goog-Firebase-Installations-Auth", token, isPrivate: true)
    request.add("If-None-Match", known)
    let reply = try exchange.reply(to: request, subject)
    switch reply.status {
    case 200: return .fetch(try read(reply, subject))
    case 304:
      guard let known, reply.head["etag"].map({ $0 == known }) ?? true else {
        throw invalid("the server says 'not modified' about a version that is not here", subject)
      }
      return .unchanged
    default: throw exchange.error(reply, subject)
    }
  }

  /// Where a reply of status 200 says that the model is.
  func read(_ reply: HTTPReply, _ subject: String) throws(ViewfinderError) -> FetchPlan {
    guard let hash = reply.head["etag"], !hash.isEmpty else {
      throw invalid("the reply has no ETag, which is the model's hash", subject)
    }
    guard let model = JSONText.decode(Model.self, from: reply.body) else {
      throw invalid("the reply has no downloadUri", subject)
    }
    let address: WebAddress
    do throws(ViewfinderError) {
      address = try WebAddress(model.downloadUri)
    } catch {
      throw invalid("the server names a download that is no https address", subject)
    }
    guard !address.isLoopback || configuration.endpoints.firebaseML.hasPrefix("http:") else {
      throw invalid("the server names a download on this machine", subject)
    }
    var plan = FetchPlan(request: HTTPRequest(address: address), subject: subject, version: hash)
    if let size = model.sizeBytes {
      guard let count = Int(size), count > 0 else {
        throw invalid("the size '\(size.prefix(40))' is no number of bytes", subject)
      }
      plan.byteCount = count
    }
    plan.expires = model.expireTime.flatMap(Timestamp.parse)
    return plan
  }

  private func invalid(_ found: String, _ subject: String) -> ViewfinderError {
    ViewfinderError(.invalidReply, subject: subject, found: found, remedy: "Try again later.")
  }
}

/// Times as Google's services write them (RFC 3339), with or without fractions of a second.
enum Timestamp {
  static func parse(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    return (try? whole.parse(text))
      ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
  }
}
