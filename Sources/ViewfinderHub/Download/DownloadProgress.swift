/// How much of a download is there.
public struct DownloadProgress: Hashable, Sendable {
  /// The number of bytes on disk, those of an earlier attempt included.
  public let completedByteCount: Int
  /// The number of bytes of the whole, once a server has told it.
  public let totalByteCount: Int?

  /// Creates a progress.
  public init(completedByteCount: Int, totalByteCount: Int?) {
    self.completedByteCount = completedByteCount
    self.totalByteCount = totalByteCount
  }
}
