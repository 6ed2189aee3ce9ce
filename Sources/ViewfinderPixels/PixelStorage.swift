/// Memory that holds the planes of an image, owned or borrowed.
///
/// A conforming class keeps the bytes alive and unchanged as long as it lives: the wrapper of a C
/// library holds the library's frame, ``PixelBuffer`` itself an array.
public protocol PixelStorage: AnyObject, Sendable {
  /// Calls `body` with the bytes of up to three planes; planes that do not exist are empty.
  func withPlanes<Result, Failure: Error>(
    _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
