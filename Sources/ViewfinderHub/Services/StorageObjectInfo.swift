internal import ViewfinderCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What Cloud Storage says about an object.
public struct StorageObjectInfo: Hashable, Sendable {
  /// The bucket.
  public let bucket: String
  /// The object's name.
  public let object: String
  /// The size in bytes.
  public let byteCount: Int?
  /// The number of this version of the bytes.
  public let generation: String?
  /// The number of this version of the metadata.
  public let metageneration: String?
  /// The MD5 checksum in base64.
  public let md5: String?
  /// The media type.
  public let contentType: String?
  /// What the owner noted.
  public let custom: [String: String]
}

extension ModelHub {
  /// Asks Cloud Storage about an object.
  ///
  /// - Throws: What the server says; `CancellationError` when the task is cancelled.
  public func storageMetadata(
    _ location: StorageLocation
  ) async throws -> StorageObjectInfo {
    try await onOwnThread { [self] (cancellation) throws(ViewfinderError) in
      try metadata(location, cancellation)
    }
  }

  /// Asks Cloud Storage for an address from which an object can be downloaded without an account.
  ///
  /// - Throws: `permissionDenied` for an object without a download token; what the server says;
  ///   `CancellationError` when the task is cancelled.
  public func storageDownloadURL(_ location: StorageLocation) async throws -> URL {
    try await onOwnThread { [self] (cancellation) throws(ViewfinderError) in
      let exchange = try Exchange(
        options: options, conditions: DownloadConditions(), cancellation: cancellation,
        secrets: configuration.secrets)
      let text = try StorageService(configuration: configuration).downloadAddress(
        location, exchange)
      guard let url = URL(string: text) else {
        preconditionFailure("An address that was asked is a URL")
      }
      return url
    }
  }

  private func metadata(
    _ location: StorageLocation, _ cancellation: Cancellation
  ) throws(ViewfinderError) -> StorageObjectInfo {
    let exchange = try Exchange(
      options: options, conditions: DownloadConditions(), cancellation: cancellation,
      secrets: configuration.secrets)
    let told = try StorageService(configuration: configuration).metadata(location, exchange)
    return StorageObjectInfo(
      bucket: told.bucket ?? location.bucket, object: told.name ?? location.object,
      byteCount: told.size.flatMap { Int($0) }, generation: told.generation,
      metageneration: told.metageneration, md5: told.md5Hash, contentType: told.contentType,
      custom: told.metadata ?? [:])
  }
}
