import Foundation

@testable import ViewfinderHub

extension FuzzTarget {
  private static let app = AppConfiguration(
    projectID: "demo", apiKey: "key", appID: "1:2:ios:3", bundleID: "a.b", storageBucket: "demo")

  /// What servers answer, and what is kept of it on disk: the first byte chooses the question, then
  /// come headers, a blank line and the body.
  static let replies = FuzzTarget(
    "replies",
    seeds: {
      texts(
        "\u{0}etag: abc\n\n"
          + #"{"downloadUri":"https://a.example/m","expireTime":"2026-01-01T00:00:00.5Z","sizeBytes":"12"}"#,
        "\u{1}\n\n"
          + #"{"size":"12","generation":"1","md5Hash":"XUFAKrxLKna5cZ2REBfFkg==","crc32c":"mnG7TA==","metadata":{"a":"b"}}"#,
        "\u{2}etag: x\n\n" + #"{"entries":{"a":"b"},"state":"UPDATE"}"#,
        "\u{3}\n\n"
          + #"{"fid":"f","refreshToken":"r","authToken":{"token":"t","expiresIn":"604800s"}}"#,
        "\u{4}retry-after: Sun, 06 Nov 1994 08:49:37 GMT\ncontent-range: bytes 5-9/10\n"
          + "x-goog-hash: crc32c=mnG7TA==,md5=XUFAKrxLKna5cZ2REBfFkg==\n\n"
          + #"{"error":{"message":"key is bad\n"}}"#,
        "\u{5}\n\n"
          + #"{"format":1,"source":"s","name":"n","current":{"byteCount":1,"sha256":"a","installed":1,"checked":2},"partial":{"etag":"\"e\"","byteCount":3}}"#,
        "\u{6}\n\n"
          + #"{"active":{"a":"b"},"etag":"e","fetchTime":1e9,"blockedUntil":0}"#)
    }
  ) { bytes in
    let (variant, rest) = bytes.variant
    let lines = rest.text.split(separator: "\n", omittingEmptySubsequences: false)
    var head = HTTPHead(status: [200, 304, 404, 429][(variant >> 4) % 4])
    for line in lines.prefix(while: { !$0.isEmpty }) where !head.add(line) { return }
    let text = lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\n")
    try read(variant % 7, HTTPReply(head: head, body: Array(text.utf8)))
  }

  private static func read(_ kind: Int, _ reply: HTTPReply) throws {
    let installations = InstallationService(configuration: app, folder: "/nowhere")
    let exchange = try Exchange(
      options: .init(retry: .never), conditions: .init(), cancellation: Cancellation(),
      secrets: ["key"])
    switch kind {
    case 0:
      let service = FirebaseModelService(configuration: app, installations: installations)
      _ = try service.read(reply, "firebase:bird")
    case 1:
      let told = try JSONDecoder().decode(StorageService.Metadata.self, from: Data(reply.body))
      let location = try StorageLocation(bucket: "demo", object: "bird.tflite")
      _ = try StorageService(configuration: app).plan(location, told)
    case 2:
      let service = RemoteConfigService(configuration: app, installations: installations)
      _ = try service.read(reply, exchange)
    case 3: _ = try installations.created(reply, id: "id", exchange, "input")
    case 4:
      _ = exchange.error(reply, "input")
      var schedule = RetrySchedule(limit: .seconds(9), firstPause: 0...1)
      _ = schedule.pause(asked: reply.head.retryAfter())
      _ = (reply.head.contentRange, reply.head.contentLength, reply.head.strongETag)
      _ = reply.head.storageHashes
    case 5: _ = try JSONDecoder().decode(SlotRecord.self, from: Data(reply.body))
    default: _ = try JSONDecoder().decode(RemoteParameterState.self, from: Data(reply.body))
    }
  }
}
