#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A hosted model that is whole, checked and on disk.
public struct CachedModel: Hashable, Sendable {
  /// The path of the file, which stays the same when the model is updated.
  ///
  /// A file that is open then stays as it was.
  public let path: String
  /// The source as a user writes it, such as `gs://bucket/bird.tflite`.
  public let source: String
  /// The model's name, such as `bird.tflite`.
  public let name: String
  /// The size in bytes.
  public let byteCount: Int
  /// What the file hashes to.
  public let sha256: SHA256Digest
  /// How the server tells this version from others: a generation, a hash or an entity tag.
  public let version: String?
  /// When the file was put in place.
  public let installed: Date
  /// When a server last said that there is nothing newer.
  public let checked: Date

  init?(_ slot: ModelSlot, _ record: SlotRecord, _ content: SlotRecord.Content) {
    guard let sha256 = SHA256Digest(hexadecimal: content.sha256) else { return nil }
    path = slot.modelPath
    source = record.source
    name = record.name
    byteCount = content.byteCount
    self.sha256 = sha256
    version = content.version
    installed = Date(timeIntervalSince1970: content.installed)
    checked = Date(timeIntervalSince1970: content.checked)
  }
}
