internal import Viewfinder

/// What Cloud Storage says about an object.
public final class StorageMetadata: Sendable {
  private let info: StorageObjectInfo

  init(_ info: StorageObjectInfo) {
    self.info = info
  }

  /// The bucket.
  public var bucket: String { info.bucket }
  /// The path in the bucket.
  public var path: String? { info.object }
  /// The last part of the path.
  public var name: String? { info.object.split(separator: "/").last.map(String.init) }
  /// The size in bytes.
  public var size: Int64 { Int64(info.byteCount ?? 0) }
  /// The number of this version of the bytes.
  public var generation: Int64 { info.generation.flatMap { Int64($0) } ?? 0 }
  /// The number of this version of the metadata.
  public var metageneration: Int64 { info.metageneration.flatMap { Int64($0) } ?? 0 }
  /// The MD5 checksum in base64.
  public var md5Hash: String? { info.md5 }
  /// The media type.
  public var contentType: String? { info.contentType }
  /// What the owner noted.
  public var customMetadata: [String: String]? { info.custom }
}
