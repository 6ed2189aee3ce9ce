public import ViewfinderCore
internal import ViewfinderSystem

extension VideoReader: AsyncSequence {
  /// Makes an iterator over the frames that are left; several share them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: self)
  }

  /// Decodes frames away from the threads of Swift's concurrency, one when it is asked for.
  ///
  /// Cancelling the task cancels the reader.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: VideoReader

    fileprivate init(reader: VideoReader) {
      self.reader = reader
    }

    /// The next frame, or nil after the last one.
    ///
    /// - Throws: As ``VideoReader/next()``.
    public mutating func next() async throws(ViewfinderError) -> VideoFrame? {
      try await next(isolation: #isolation)
    }

    /// The next frame, or nil after the last one.
    ///
    /// - Throws: As ``VideoReader/next()``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ViewfinderError) -> VideoFrame? {
      let reader = reader
      return try await reader.count.use(cancellation: .cancelled, onCancel: { reader.cancel() }) {
        (count) throws(ViewfinderError) in
        try reader.decode(&count)
      }
    }
  }
}
