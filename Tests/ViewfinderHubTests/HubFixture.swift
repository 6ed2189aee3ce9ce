import Foundation
import ViewfinderCore
import ViewfinderSystem
import ViewfinderTestSupport

@testable import ViewfinderHub

/// A cache of its own, a hub over it, and paths on the server that no other test uses.
final class HubFixture: Sendable {
  let folder: String
  let name: String
  let server: FaultServer

  init(_ server: FaultServer = .shared) throws {
    self.server = server
    name = "t" + UUID().uuidString.prefix(8).lowercased()
    folder = NSTemporaryDirectory() + "viewfinder-hub-\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Quick to try again and to give up, but not on a server: on a busy machine a test may be kept
  /// from reading for seconds, and a reply that is held for longer than any floor of progress.
  static let quick: ModelHub.Options = {
    var options = ModelHub.Options(
      retry: RetryPolicy(
        downloadLimit: .milliseconds(200), questionLimit: .milliseconds(200),
        firstPause: 0.001...0.002),
      connectTimeout: .seconds(600), idleTimeout: .seconds(600), maximumByteCount: 1 << 19)
    options.leastRate = 0
    return options
  }()

  /// As ``quick``, and gives a server a second.
  static let hasty: ModelHub.Options = {
    var options = quick
    options.idleTimeout = .seconds(1)
    return options
  }()

  var cache: ModelCache {
    get throws { try ModelCache(folder: folder + "/cache") }
  }

  /// An app whose services are all on the test's server, under a project of its own.
  var configuration: AppConfiguration {
    get throws {
      var endpoints = ServiceEndpoints()
      try endpoints.useFirebaseML(at: server.host)
      try endpoints.useInstallations(at: server.host)
      try endpoints.useRemoteConfig(at: server.host)
      try endpoints.useStorage(at: server.host)
      return AppConfiguration(
        projectID: name, apiKey: "AIza-secret-key", appID: "1:23:ios:45",
        bundleID: "org.example.app",
        endpoints: endpoints)
    }
  }

  func hub(_ options: ModelHub.Options = HubFixture.quick) throws -> ModelHub {
    ModelHub(cache: try cache, configuration: try configuration, options: options)
  }

  /// A source on the server, and its path there.
  func web(
    _ path: String = "model.tflite", sha256: SHA256Digest? = nil
  ) throws -> (source: ModelSource, path: String) {
    let path = "/\(name)/\(path)"
    return (try .web(server.address(path), sha256: sha256), path)
  }

  /// The files in the model's folder.
  func files(_ source: ModelSource) throws -> Set<String> {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder + "/cache/models")
    return Set(names.map { URL(filePath: $0).lastPathComponent }.filter { !$0.contains("-") })
  }
}

/// Model files that differ, with any size from about 1 KB.
enum TestModel {
  static func bytes(_ score: Float = 0.5, size: Int = 0) -> [UInt8] {
    var model = ModelBuilder.classifier(scores: [score, 0.25])
    let count = model.bytes().count
    model.tail = (0..<max(0, size - count)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    return model.bytes()
  }
}

/// What happens on other threads.
final class Recorder<Value: Sendable>: Sendable {
  private let stored = Mutex<[Value]>([])

  var values: [Value] { stored.withLock(\.self) }

  func add(_ value: Value) {
    stored.withLock { $0.append(value) }
  }
}

/// The error that a call throws, if it throws one of the package's.
func failure(_ body: () async throws -> some Sendable) async -> ViewfinderError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? ViewfinderError
  }
}
