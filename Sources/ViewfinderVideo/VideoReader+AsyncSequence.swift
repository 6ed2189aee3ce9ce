internal import ViewfinderCore
public import ViewfinderPixels
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
    /// - Throws: As ``VideoReader/next()``; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> InputImage? {
      try await next(isolation: #isolation)
    }

    /// The next frame, or nil after the last one.
    ///
    /// - Throws: As ``VideoReader/next()``; `CancellationError` when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> InputImage? {
      let reader = reader
      return try await reader.turn.use(
        cancellation: CancellationError() as any Error, onCancel: { reader.cancel() }
      ) { _ in
        try reader.source.next()
      }
    }
  }
}
