#if os(Linux)
  internal import CViewfinderCurl

  /// Connections to servers, by libcurl; one thread uses it at a time.
  @safe
  final class HTTPTransport {
    private let client: CurlClient
    private let timeouts: HTTPTimeouts

    /// Creates a transport whose requests a cancellation ends at once.
    init(
      timeouts: HTTPTimeouts, authorities: CertificateAuthorities?, conditions: DownloadConditions,
      cancellation: Cancellation
    ) throws(HTTPFailure) {
      client = try CurlClient(cancellation, authorities)
      self.timeouts = timeouts
    }

    /// Asks a server and waits for the end of its reply; redirects are not followed.
    ///
    /// `tick` is called several times a second.
    func perform(
      _ request: HTTPRequest, to sink: any ReplySink, tick: @escaping () -> Void
    ) throws(HTTPFailure) {
      guard client.takes(request.address) else { throw .refused }
      let delivery = Delivery(to: sink, timeouts, request, tick)
      let (outcome, message) = client.perform(request, timeouts, delivery)
      switch outcome {
      case CVIEWFINDER_CURL_OK: return
      case CVIEWFINDER_CURL_STOPPED:
        if client.isCancelled { throw .cancelled }
        throw delivery.failure ?? .stopped
      case CVIEWFINDER_CURL_UNREACHABLE: throw .unreachable(message)
      case CVIEWFINDER_CURL_TIMED_OUT: throw .timedOut(message)
      case CVIEWFINDER_CURL_UNTRUSTED: throw .untrusted(message)
      case CVIEWFINDER_CURL_MISSING: throw .unavailable(message)
      default: throw .failed(message)
      }
    }
  }

  /// What the callbacks of one request share.
  private final class Delivery {
    private let sink: any ReplySink
    private let tick: () -> Void
    private var head = HTTPHead()
    private var isInBody = false
    /// Nothing for requests whose time is limited as a whole.
    private var watch: ReplyWatch?
    /// Why the wait was ended, unless the sink wanted no more.
    private(set) var failure: HTTPFailure?

    init(
      to sink: any ReplySink, _ timeouts: HTTPTimeouts, _ request: HTTPRequest,
      _ tick: @escaping () -> Void
    ) {
      self.sink = sink
      self.tick = tick
      watch = request.timeLimit == nil ? ReplyWatch(timeouts) : nil
    }

    func takeHeader(_ line: String) -> Bool {
      // What comes after the body are trailers, which say nothing of use; but they may not be endless.
      if isInBody { return head.add(line[...]) }
      if line.hasPrefix("HTTP/") {
        let fields = line.split(separator: " ", maxSplits: 2)
        return head.restart(status: fields.count > 1 ? Int(fields[1]) ?? 0 : 0)
      }
      guard line.isEmpty else { return head.add(line[...]) }
      // Such as 103 Early Hints: the reply itself is still to come.
      if head.status < 200 { return true }
      isInBody = true
      watch?.beginBody()
      return sink.begin(head)
    }

    func takeBody(_ bytes: Span<UInt8>) -> Bool {
      watch?.beginReceiving(bytes.count)
      defer { watch?.endReceiving() }
      return sink.receive(bytes)
    }

    func lookAround() -> Bool {
      tick()
      failure = watch?.failure()
      return failure == nil
    }
  }

  /// A client of libcurl; only ``stop()`` may be called from any thread.
  @safe
  private final class CurlClient: @unchecked Sendable {
    private let handle: OpaquePointer
    private let cancellation: Cancellation
    private var handler: Int?
    private let authorities: CertificateAuthorities?

    init(
      _ cancellation: Cancellation, _ authorities: CertificateAuthorities?
    ) throws(HTTPFailure) {
      var text = [CChar](repeating: 0, count: 256)
      guard let handle = unsafe cviewfinder_curl_open(&text, text.count) else {
        throw .unavailable(Self.string(text))
      }
      unsafe self.handle = handle
      self.cancellation = cancellation
      self.authorities = authorities
      handler = cancellation.addHandler { [weak self] in self?.stop() }
    }

    deinit {
      if let handler { cancellation.removeHandler(handler) }
      unsafe cviewfinder_curl_close(handle)
    }

    var isCancelled: Bool { cancellation.isCancelled }

    /// Has libcurl read the address of the next request.
    ///
    /// Returns whether it reads in it what was checked; what it has read is what it asks.
    func takes(_ address: WebAddress) -> Bool {
      var read = cviewfinder_curl_address()
      guard unsafe cviewfinder_curl_read_address(handle, address.text, &read) != 0 else {
        return false
      }
      return address.isRead(
        scheme: Self.text(&read.scheme), host: Self.text(&read.host),
        port: Self.text(&read.port))
    }

    private static func text<Bytes>(_ bytes: inout Bytes) -> String {
      unsafe withUnsafeBytes(of: &bytes) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    private func stop() {
      unsafe cviewfinder_curl_stop(handle)
    }

    func perform(
      _ request: HTTPRequest, _ timeouts: HTTPTimeouts, _ delivery: Delivery
    ) -> (outcome: Int32, message: String) {
      var text = [CChar](repeating: 0, count: 512)
      // An empty Expect header keeps libcurl from waiting for 100 Continue.
      var lines: [CChar] = []
      for header in request.headers {
        lines += Array("\(header.name): \(header.value)".utf8CString)
      }
      lines += Array("Expect:".utf8CString) + [0]
      // An empty path stands for the system's authorities.
      let trusted = authorities?.path ?? ""
      let outcome = unsafe request.method.rawValue.withCString { method in
        unsafe trusted.withCString { trusted in
          unsafe lines.withUnsafeBufferPointer { lines in
            unsafe request.body.withUnsafeBufferPointer { body in
              guard let headers = lines.baseAddress else { return CVIEWFINDER_CURL_FAILED }
              var call = unsafe cviewfinder_curl_request(
                method: method, headers: headers, ca_file: trusted,
                body: body.baseAddress, body_count: body.count,
                connect_timeout: Int64(max(1, timeouts.connect / .milliseconds(1))),
                idle_timeout: Int64(max(1, (timeouts.idle / .seconds(1)).rounded(.up))),
                total_timeout: Int64((request.timeLimit ?? .zero) / .milliseconds(1)),
                tick: Int64(max(1, timeouts.tick / .milliseconds(1))),
                is_direct: request.address.isLoopback ? 1 : 0,
                context: Unmanaged.passUnretained(delivery).toOpaque(),
                on_header: takeHeader, on_body: takeBody, on_tick: lookAround)
              return unsafe cviewfinder_curl_perform(handle, &call, &text, text.count)
            }
          }
        }
      }
      return (outcome, Self.string(text))
    }

    private static func string(_ text: [CChar]) -> String {
      String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  private let takeHeader: cviewfinder_curl_receiver = { context, bytes, count in
    let delivery = unsafe Unmanaged<Delivery>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    let text = unsafe String(decoding: line, as: UTF8.self)
    return delivery.takeHeader(text.trimmingSuffix { $0.isNewline }) ? 1 : 0
  }

  private let takeBody: cviewfinder_curl_receiver = { context, bytes, count in
    let delivery = unsafe Unmanaged<Delivery>.fromOpaque(context).takeUnretainedValue()
    let start = unsafe bytes?.assumingMemoryBound(to: UInt8.self)
    let body = unsafe UnsafeBufferPointer(start: start, count: count)
    return unsafe delivery.takeBody(body.span) ? 1 : 0
  }

  private let lookAround: cviewfinder_curl_watcher = { context in
    unsafe Unmanaged<Delivery>.fromOpaque(context).takeUnretainedValue().lookAround() ? 1 : 0
  }

  extension String {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
      var rest = self[...]
      while let last = rest.last, isDropped(last) { rest.removeLast() }
      return String(rest)
    }
  }
#endif
