internal import Dispatch
public import Foundation
internal import Viewfinder
internal import ViewfinderSystem

/// Downloads hosted models and keeps them.
#if canImport(ObjectiveC)
  @objc(MLKModelManager)
#endif
public final class ModelManager: NSObject, Sendable {
  private static let shared = ModelManager()

  /// A removal may wait for another process; it has a thread of its own.
  private let removals = WorkQueue(width: 4)

  private override init() {}

  /// The manager.
  public static func modelManager() -> ModelManager { shared }

  /// Whether a model is on this machine, whole and checked.
  public func isModelDownloaded(_ remoteModel: RemoteModel) -> Bool {
    (try? remoteModel.downloadedPath()) != nil
  }

  /// Downloads a model, or a newer version of one that is here.
  ///
  /// Whether it went well is known from notifications alone: one for each call, on the main queue,
  /// `.mlkitModelDownloadDidSucceed` also when the newest version was here already. An older version
  /// stays usable until then.
  ///
  /// - Returns: The progress in bytes; cancelling it cancels this download.
  @discardableResult
  public func download(
    _ remoteModel: RemoteModel, conditions: ModelDownloadConditions
  ) -> Progress {
    let progress = Progress.discreteProgress(totalUnitCount: -1)
    progress.kind = .file
    let source = remoteModel.remoteSource
    do throws(ViewfinderError) {
      let download = try source.hub().startDownload(
        source.source(), conditions: conditions.conditions,
        progress: { progress.follow($0.completedByteCount, of: $0.totalByteCount) },
        completion: { result in
          if case .success(let model) = result {
            progress.follow(model.byteCount, of: model.byteCount)
          }
          Self.post(remoteModel, result.map { _ in })
        })
      progress.cancellationHandler = { download.cancel() }
    } catch {
      Self.post(remoteModel, .failure(error))
    }
    return progress
  }

  private static func post(_ remoteModel: RemoteModel, _ result: Result<Void, ViewfinderError>) {
    DispatchQueue.main.async {
      var userInfo: [String: Any] = [ModelDownloadUserInfoKey.remoteModel.rawValue: remoteModel]
      var name = Notification.Name.mlkitModelDownloadDidSucceed
      if case .failure(let error) = result {
        userInfo[ModelDownloadUserInfoKey.error.rawValue] = MLKitError(error) as NSError
        name = .mlkitModelDownloadDidFail
      }
      NotificationCenter.default.post(name: name, object: remoteModel, userInfo: userInfo)
    }
  }

  /// Removes a downloaded model; that there is none is no error.
  ///
  /// - Parameters:
  ///   - remoteModel: The model.
  ///   - completion: Called once, on the main queue.
  public func deleteDownloadedModel(
    _ remoteModel: RemoteModel, completion: @escaping ((any Error)?) -> Void
  ) {
    removals.add(completion: { (_: Bool?, error) in completion(error) }) {
      try Self.delete(remoteModel)
    }
  }

  /// Removes a downloaded model; that there is none is no error.
  public func deleteDownloadedModel(_ remoteModel: RemoteModel) async throws {
    _ = try await removals.run(cancellation: CancellationError() as any Error) {
      try Self.delete(remoteModel)
    }
  }

  private static func delete(_ remoteModel: RemoteModel) throws -> Bool {
    do throws(ViewfinderError) {
      let source = remoteModel.remoteSource
      try source.hub().removeModel(source.source())
      return true
    } catch {
      throw MLKitError(error)
    }
  }
}

extension Progress {
  /// Shows so many bytes; a total of `nil` leaves it open.
  fileprivate func follow(_ completed: Int, of total: Int?) {
    if let total { totalUnitCount = Int64(total) }
    completedUnitCount = Int64(completed)
  }
}
