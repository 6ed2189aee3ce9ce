import Foundation
import Viewfinder
import ViewfinderTestSupport

/// A hosted model that its server replaces again and again by one of two, while threads fetch, use
/// and remove it.
final class HostedModels: Sendable {
  /// A version of the model, and what it says of every picture.
  private struct Version {
    let bytes: [UInt8]
    let label: Int
  }

  private let versions: [Version] = [[0.75, 0.25], [0.25, 0.75]].enumerated().map {
    Version(bytes: ModelBuilder.classifier(inputType: .uint8, scores: $1).bytes(), label: $0)
  }
  private let server = FaultServer.shared
  private let folder = NSTemporaryDirectory() + "viewfinder-soak-\(getpid())"
  private let hub: ModelHub
  private let source: ModelSource
  private let publishedCount = Locked(0)

  init() throws {
    hub = ModelHub(cache: try ModelCache(folder: folder))
    source = try .web(server.address("/bird.tflite"))
    publishNext()
  }

  /// Has the server send the other version from now on.
  func publishNext() {
    let number = publishedCount.withLock { count in
      count += 1
      return count
    }
    let version = versions[number % versions.count]
    server.script("/bird.tflite", .file(version.bytes, etag: "\"\(number)\""))
  }

  /// Takes the cache away.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func cachedModel() throws(ViewfinderError) -> CachedModel? { try hub.cachedModel(source) }

  func removeModel() throws(ViewfinderError) { try hub.removeModel(source) }

  /// Fetches the newest version.
  func fetch() throws -> CachedModel {
    let result = Locked<Result<CachedModel, ViewfinderError>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    hub.startDownload(source) { outcome in
      result.withLock { $0 = outcome }
      isDone.signal()
    }
    isDone.wait()
    guard let outcome = result.withLock(\.self) else {
      preconditionFailure("A download ends with a result")
    }
    return try outcome.get()
  }

  /// What is wrong with a model: it must be one of the versions, whole, and label as that does.
  func check(_ cached: CachedModel, on picture: InputImage) -> String? {
    do {
      let model = try ClassifierModel(path: cached.path)
      guard let version = versions.first(where: { $0.bytes == Self.copy(model.data) }) else {
        return "the file is neither version"
      }
      let classifier = Labeler(model: model, options: .init(workers: 1))
      let labels = try classifier.label(picture)
      return labels.first?.index == version.label ? nil : "other labels: \(labels)"
    } catch  where error.code == .notFound {
      // Another thread has removed it since.
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func copy(_ data: ModelData) -> [UInt8] {
    let bytes = data.bytes
    return bytes.indices.map { bytes[$0] }
  }
}
