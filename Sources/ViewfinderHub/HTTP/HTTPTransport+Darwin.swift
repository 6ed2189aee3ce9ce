#if canImport(Darwin)
  internal import Foundation
  internal import Security
  internal import ViewfinderSystem

  /// Connections to servers, by the system's URL loading; one thread uses it at a time.
  final class HTTPTransport {
    private let session: URLSession
    private let timeouts: HTTPTimeouts
    private let cancellation: Cancellation
    private let anchors: [SecCertificate]?

    /// Creates a transport whose requests a cancellation ends at once.
    init(
      timeouts: HTTPTimeouts, authorities: CertificateAuthorities?, conditions: DownloadConditions,
      cancellation: Cancellation
    ) throws(HTTPFailure) {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = timeouts.idle / .seconds(1)
      configuration.allowsCellularAccess = conditions.allowsCellularAccess
      configuration.sessionSendsLaunchEvents = conditions.allowsBackgroundDownloading
      configuration.networkServiceType =
        conditions.allowsBackgroundDownloading ? .background : .default
      session = URLSession(configuration: configuration)
      self.timeouts = timeouts
      self.cancellation = cancellation
      anchors = authorities?.certificates.compactMap {
        SecCertificateCreateWithData(nil, $0 as CFData)
      }
    }

    deinit {
      session.invalidateAndCancel()
    }

    /// Asks a server and waits for the end of its reply; redirects are not followed.
    ///
    /// `tick` is called several times a second.
    func perform(
      _ request: HTTPRequest, to sink: any ReplySink, tick: @escaping () -> Void
    ) throws(HTTPFailure) {
      guard let url = URL(string: request.address.text) else { throw .failed("not an address") }
      var question = URLRequest(url: url)
      question.httpMethod = request.method.rawValue
      if request.method == .post { question.httpBody = Data(request.body) }
      // Bodies are wanted as they are stored, so that their sizes and hashes are right.
      question.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      for header in request.headers {
        question.setValue(header.value, forHTTPHeaderField: header.name)
      }
      let task = session.dataTask(with: question)
      let delivery = Delivery(
        to: sink, request.timeLimit == nil ? ReplyWatch(timeouts) : nil, anchors)
      task.delegate = delivery
      let handler = cancellation.addHandler { task.cancel() }
      defer { cancellation.removeHandler(handler) }
      task.resume()
      let start = ContinuousClock.now
      var reason: HTTPFailure?
      while delivery.done.wait(timeout: .now() + timeouts.tick / .seconds(1)) == .timedOut {
        tick()
        reason = delivery.slowness
        if let limit = request.timeLimit, ContinuousClock.now - start > limit {
          reason = .timedOut("the reply takes too long")
        }
        if reason != nil {
          task.cancel()
          delivery.done.wait()
          break
        }
      }
      if let reason { throw reason }
      if cancellation.isCancelled { throw .cancelled }
      if delivery.isStopped { throw .stopped }
      if delivery.isUntrusted { throw .untrusted("its certificate is of another authority") }
      guard let error = delivery.error else { return }
      let text = error.localizedDescription
      switch (error as? URLError)?.code {
      case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet:
        throw .unreachable(text)
      case .timedOut: throw .timedOut(text)
      case .serverCertificateUntrusted, .serverCertificateHasBadDate, .secureConnectionFailed,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        throw .untrusted(text)
      default: throw .failed(text)
      }
    }
  }

  extension CertificateAuthorities {
    /// The certificates as bytes.
    fileprivate var certificates: [Data] {
      text.split(separator: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
        guard let end = part.range(of: "-----END CERTIFICATE-----") else { return nil }
        return Data(
          base64Encoded: String(part[..<end.lowerBound]), options: .ignoreUnknownCharacters)
      }
    }
  }

  // The session's own queue writes, and the waiting thread reads when `done` has been signalled.
  private final class Delivery: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    private(set) var error: (any Error)?
    private(set) var isStopped = false
    private(set) var isUntrusted = false
    private let sink: any ReplySink
    private let watch: Mutex<ReplyWatch?>
    private let anchors: [SecCertificate]?

    init(to sink: any ReplySink, _ watch: ReplyWatch?, _ anchors: [SecCertificate]?) {
      self.sink = sink
      self.anchors = anchors
      self.watch = Mutex(watch)
    }

    /// Why to wait no longer, if there is a reason.
    var slowness: HTTPFailure? { watch.withLock { $0?.failure() } }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let anchors, let trust = challenge.protectionSpace.serverTrust else {
        completionHandler(.performDefaultHandling, nil)
        return
      }
      let isTrusted =
        SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess
        && SecTrustSetAnchorCertificatesOnly(trust, true) == errSecSuccess
        && SecTrustEvaluateWithError(trust, nil)
      if isTrusted {
        completionHandler(.useCredential, URLCredential(trust: trust))
      } else {
        isUntrusted = true
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      var head = HTTPHead()
      if let response = response as? HTTPURLResponse {
        head.status = response.statusCode
        for (name, value) in response.allHeaderFields {
          _ = head.add("\(name): \(value)"[...])
        }
        // The system has unpacked the body by then, and its size is another.
        if head.headers.removeValue(forKey: "content-encoding") != nil {
          head.headers["content-length"] = nil
        }
      }
      watch.withLock { $0?.beginBody() }
      isStopped = !sink.begin(head)
      completionHandler(isStopped ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      if isStopped { return }
      watch.withLock { $0?.beginReceiving(data.count) }
      defer { watch.withLock { $0?.endReceiving() } }
      if !sink.receive(Array(data).span) {
        isStopped = true
        dataTask.cancel()
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      self.error = error
      done.signal()
    }
  }
#endif
