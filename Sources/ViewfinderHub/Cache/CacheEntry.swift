/// A folder of the cache: a model, the beginning of one, or both.
public struct CacheEntry: Hashable, Sendable {
  /// The folder's name, which no other entry has.
  public let name: String
  /// The source as a user writes it, without tokens.
  public let source: String
  /// The model's name.
  public let modelName: String
  /// The model, if it is there whole.
  public let model: CachedModel?
  /// The number of bytes of an unfinished download, which the next one goes on from.
  public let partialByteCount: Int?
  /// Whether the model's file, or what was noted about it, is no longer what it was.
  ///
  /// ``ModelCache/verify(_:)`` finds damage that keeps the size; this is what shows without reading.
  public let isDamaged: Bool

  let slot: ModelSlot
}
