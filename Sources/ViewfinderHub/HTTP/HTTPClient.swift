internal import ViewfinderCore

/// A whole reply of moderate size.
struct HTTPReply: Sendable {
  let head: HTTPHead
  let body: [UInt8]

  var status: Int { head.status }
}

/// Asks servers, following redirects that are safe; one thread uses it at a time.
final class HTTPClient {
  private let transport: HTTPTransport
  private let tick: () -> Void
  private static let redirectLimit = 5

  /// Creates a client; `tick` is called several times a second while a reply is waited for.
  init(
    timeouts: HTTPTimeouts, authorities: CertificateAuthorities?, conditions: DownloadConditions,
    cancellation: Cancellation, tick: @escaping () -> Void
  ) throws(HTTPFailure) {
    self.tick = tick
    transport = try HTTPTransport(
      timeouts: timeouts, authorities: authorities, conditions: conditions,
      cancellation: cancellation)
  }

  /// Why a request led nowhere.
  enum Failure: Error {
    case transport(HTTPFailure)
    /// The server sends to where no request may go.
    case redirect(ViewfinderError)
  }

  /// Asks and hands the reply to a sink, which does not see redirects.
  func perform(_ request: HTTPRequest, to sink: any ReplySink) throws(Failure) {
    var request = request
    for _ in 0...Self.redirectLimit {
      let filter = RedirectFilter(to: sink)
      do throws(HTTPFailure) {
        try transport.perform(request, to: filter, tick: tick)
      } catch {
        // The body of a redirect is not read.
        if case .stopped = error, filter.location != nil {
        } else {
          throw .transport(error)
        }
      }
      guard let location = filter.location else { return }
      do throws(ViewfinderError) {
        guard request.method == .get else {
          throw ViewfinderError(
            .invalidReply, subject: request.address.redacted,
            found: "the server redirects a question that carries data")
        }
        let target = try request.address.resolving(location)
        if target.origin != request.address.origin {
          request.headers.removeAll(where: \.isPrivate)
        }
        request.address = target
      } catch {
        throw .redirect(error)
      }
    }
    throw .redirect(
      ViewfinderError(
        .invalidReply, subject: request.address.redacted,
        found: "the server redirects more than \(Self.redirectLimit) times"))
  }

  /// Asks for a reply that is kept in memory; what goes beyond `limit` bytes is an error.
  func reply(to request: HTTPRequest, limit: Int) throws(Failure) -> HTTPReply {
    let collector = ReplyCollector(limit: limit)
    do throws(Failure) {
      try perform(request, to: collector)
    } catch {
      if collector.isTooLarge {
        throw .redirect(
          ViewfinderError(
            .invalidReply, subject: request.address.redacted,
            found: "the reply has more than \(limit) bytes"))
      }
      throw error
    }
    return HTTPReply(head: collector.head, body: collector.body)
  }
}

private final class RedirectFilter: ReplySink {
  private let sink: any ReplySink
  private(set) var location: String?

  init(to sink: any ReplySink) {
    self.sink = sink
  }

  func begin(_ head: HTTPHead) -> Bool {
    if [301, 302, 303, 307, 308].contains(head.status), let target = head["location"] {
      location = target
      return false
    }
    return sink.begin(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Bool {
    location == nil && sink.receive(bytes)
  }
}

private final class ReplyCollector: ReplySink {
  private let limit: Int
  private(set) var head = HTTPHead()
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false

  init(limit: Int) {
    self.limit = limit
  }

  func begin(_ head: HTTPHead) -> Bool {
    self.head = head
    isTooLarge = head.contentLength.map { $0 > limit } ?? false
    return !isTooLarge
  }

  func receive(_ bytes: Span<UInt8>) -> Bool {
    isTooLarge = body.count + bytes.count > limit
    if isTooLarge { return false }
    for index in bytes.indices { body.append(bytes[index]) }
    return true
  }
}
