public import Foundation
internal import Viewfinder

/// A model on a server; make a `CustomRemoteModel`.
#if canImport(ObjectiveC)
  @objc(MLKRemoteModel)
#endif
open class RemoteModel: NSObject, @unchecked Sendable {
  /// The model's name on the server.
  public let name: String

  package let remoteSource: RemoteModelSource

  package init(_ source: RemoteModelSource) {
    name = source.name
    remoteSource = source
  }

  /// The path of the downloaded file.
  ///
  /// - Throws: `MLKitError` with the code `failedPrecondition` when it has not been downloaded.
  package func downloadedPath() throws -> String {
    do throws(ViewfinderError) {
      return try remoteSource.hub().downloadedModel(remoteSource.source()).path
    } catch {
      throw MLKitError(error)
    }
  }
}
