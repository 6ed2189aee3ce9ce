/// How much of a download is there.
public struct DownloadProgress: Hashable, Sendable {
  /// The number of bytes on disk, those of an earlier attempt included.
  public let completedByteCount: Int
  /// The number of bytes of the whole, once a server has stated it.
  public let totalByteCount: Int?
  /// The share of the bytes that is on disk, 0 through 1; `nil` when the size is not known.
  public var fraction: Double? {
    guard let totalByteCount else { return nil }
    if totalByteCount <= 0 { return 1 }
    return min(max(Double(completedByteCount) / Double(totalByteCount), 0), 1)
  }
  /// What the download waits for while it does not get on by itself, such as
  /// `another download of the same model`; the byte counts are that one's then, as far as they are
  /// known.
  public let waitingFor: String?

  /// Creates a progress.
  public init(completedByteCount: Int, totalByteCount: Int?, waitingFor: String? = nil) {
    self.completedByteCount = completedByteCount
    self.totalByteCount = totalByteCount
    self.waitingFor = waitingFor
  }
}
