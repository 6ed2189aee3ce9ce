public import FirebaseCore
internal import Foundation
internal import Viewfinder
internal import ViewfinderSystem

/// What to do about a model that is here, and one that is not.
public enum ModelDownloadType: Sendable {
  /// The model that is here; one that is not is downloaded.
  case localModel
  /// The same, and a newer version is fetched meanwhile for the next time.
  case localModelUpdateInBackground
  /// The newest version.
  case latestModel
}

/// When a model may be downloaded; has a meaning on Apple platforms only.
public struct ModelDownloadConditions: Hashable, Sendable {
  /// Whether a cellular network will do.
  public var allowsCellularAccess: Bool

  /// Creates conditions.
  public init(allowsCellularAccess: Bool = true) {
    self.allowsCellularAccess = allowsCellularAccess
  }
}

/// A model of Firebase ML that is on this machine.
public struct CustomModel: Hashable, Sendable {
  /// The name in the Firebase console.
  public let name: String
  /// The size in bytes.
  public let size: Int
  /// The path of the file.
  public let path: String
  /// How the server tells this version from others.
  public let hash: String

  init(_ name: String, _ model: CachedModel) {
    self.name = name
    size = model.byteCount
    path = model.path
    hash = model.version ?? "\(model.sha256)"
  }
}

/// Downloads models of Firebase ML and keeps them, in the same cache as ML Kit's façade.
public final class ModelDownloader: Sendable {
  private let configuration: Result<AppConfiguration, ViewfinderError>

  private init(_ configuration: Result<AppConfiguration, ViewfinderError>) {
    self.configuration = configuration
  }

  /// The models of the default app, or of the one that the environment names.
  public static func modelDownloader() -> ModelDownloader {
    ModelDownloader(FirebaseApp.configuration(of: FirebaseApp.app()))
  }

  /// The models of an app.
  public static func modelDownloader(app: FirebaseApp) -> ModelDownloader {
    ModelDownloader(app.configuration)
  }

  private func hub() throws(ViewfinderError) -> ModelHub {
    ModelHub(cache: try ModelCache(), configuration: try configuration.get())
  }

  /// Gets a model.
  ///
  /// - Parameters:
  ///   - modelName: The name in the Firebase console.
  ///   - downloadType: What to do about a model that is here.
  ///   - conditions: When it may be downloaded.
  /// - Returns: The model, on this machine.
  /// - Throws: ``DownloadError``; `CancellationError` when the task is cancelled.
  public func getModel(
    name modelName: String, downloadType: ModelDownloadType, conditions: ModelDownloadConditions
  ) async throws -> CustomModel {
    try await model(modelName, downloadType, conditions) { _ in }
  }

  /// Gets a model; handler and completion are called on the main queue.
  ///
  /// - Parameters:
  ///   - modelName: The name in the Firebase console.
  ///   - downloadType: What to do about a model that is here.
  ///   - conditions: When it may be downloaded.
  ///   - progressHandler: Called with shares from 0 through 1 as bytes arrive.
  ///   - completion: Called once.
  public func getModel(
    name modelName: String, downloadType: ModelDownloadType, conditions: ModelDownloadConditions,
    progressHandler: ((Float) -> Void)? = nil,
    completion: @escaping (Result<CustomModel, DownloadError>) -> Void
  ) {
    let progress = progressHandler.map { QueueCallback($0) }
    QueueCallback(completion).send { [self] in
      do {
        return .success(
          try await model(modelName, downloadType, conditions) { progress?.send($0) })
      } catch {
        return .failure(
          error as? DownloadError ?? .internalError(description: "the task was cancelled"))
      }
    }
  }

  private func model(
    _ name: String, _ type: ModelDownloadType, _ conditions: ModelDownloadConditions,
    _ progress: @escaping @Sendable (Float) -> Void
  ) async throws -> CustomModel {
    do {
      let (hub, source) = (try hub(), try ModelSource.firebase(name: name))
      let wanted = DownloadConditions(
        allowsCellularAccess: conditions.allowsCellularAccess, allowsBackgroundDownloading: false)
      if type != .latestModel, let model = try hub.cachedModel(source) {
        if type == .localModelUpdateInBackground {
          hub.startDownload(source, conditions: wanted, completion: { _ in })
        }
        return CustomModel(name, model)
      }
      let model = try await hub.download(source, conditions: wanted) {
        if let fraction = $0.fraction { progress(Float(fraction)) }
      }
      return CustomModel(name, model)
    } catch let error as ViewfinderError {
      throw DownloadError(error)
    }
  }

  /// Lists the models that are here; the completion is called once, on the main queue.
  public func listDownloadedModels(
    completion: @escaping (Result<Set<CustomModel>, DownloadedModelError>) -> Void
  ) {
    QueueCallback(completion).send { [self] in
      do throws(ViewfinderError) {
        return .success(try downloadedModels())
      } catch {
        return .failure(.fileIOError(description: error.description))
      }
    }
  }

  private func downloadedModels() throws(ViewfinderError) -> Set<CustomModel> {
    let hub = try hub()
    var models: Set<CustomModel> = []
    for entry in try hub.cache.entries() {
      guard let model = entry.model, let source = try? ModelSource(model.source),
        case let name = source.name, let own = try? ModelSource.firebase(name: name),
        // Models of other projects lie in the same cache.
        try hub.cachedModel(own) == model
      else { continue }
      models.insert(CustomModel(name, model))
    }
    return models
  }

  /// Removes a model, or does nothing if it is not here.
  ///
  /// The completion is called once, on the main queue.
  public func deleteDownloadedModel(
    name modelName: String,
    completion: @escaping (Result<Void, DownloadedModelError>) -> Void
  ) {
    QueueCallback(completion).send { [self] in
      do throws(ViewfinderError) {
        let (hub, source) = (try hub(), try ModelSource.firebase(name: modelName))
        // A removal may wait for another process.
        try await Self.removals.run(cancellation: .cancelled) { () throws(ViewfinderError) in
          try hub.removeModel(source)
        }
        return .success(())
      } catch {
        return .failure(.fileIOError(description: error.description))
      }
    }
  }

  private static let removals = WorkQueue(width: 4)
}
