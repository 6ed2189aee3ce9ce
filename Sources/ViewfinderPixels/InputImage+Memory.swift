public import ViewfinderCore

extension InputImage {
  /// Creates an image over memory of others, such as a camera's, without copying it.
  ///
  /// ```swift
  /// let frame = try unsafe InputImage(
  ///   planes: [luma, chroma], width: 640, height: 480, format: .nv12VideoRange,
  ///   bytesPerRow: [640, 640], time: time
  /// ) { _ in giveBack(number) }
  /// ```
  ///
  /// - Parameters:
  ///   - planes: Where each plane of the format begins. They must not change, nor go away, until
  ///     `release` is called; each holds `bytesPerRow` bytes for each of its rows, the last of which
  ///     needs no padding.
  ///   - width: The stored width in pixels.
  ///   - height: The stored height in pixels.
  ///   - format: What the bytes mean.
  ///   - bytesPerRow: The distance in bytes between the starts of two rows, for each plane.
  ///   - orientation: How the stored pixels must be turned to stand upright.
  ///   - time: When the image is shown or was taken.
  ///   - colorMatrix: The weights of YCbCr formats; by default BT.709 from 720 rows up, else BT.601.
  ///   - release: Called once with `planes`, on any thread, when nothing reads the memory any more; also
  ///     when the call throws. A tracker keeps frames for longer than its call.
  /// - Throws: `invalidImage` when a side is not positive, a row does not fit its stride or planes are
  ///   missing, `tooLarge` when a side is over ``PixelBuffer/maximumSide``.
  @unsafe public init(
    planes: [UnsafeRawPointer], width: Int, height: Int, format: PixelFormat,
    bytesPerRow: [Int], orientation: ImageOrientation = .up, time: Duration? = nil,
    colorMatrix: YCbCrMatrix? = nil,
    release: @escaping @Sendable ([UnsafeRawPointer]) -> Void
  ) throws(ViewfinderError) {
    let storage = unsafe BorrowedPlanes(
      planes,
      counts: zip(planes.indices, bytesPerRow).map { plane, stride in
        guard plane < format.planeCount, stride > 0, height > 0, width > 0 else { return 0 }
        let rows = format.rows(plane: plane, height: min(height, PixelBuffer.maximumSide))
        let row = format.bytesPerRow(plane: plane, width: min(width, PixelBuffer.maximumSide))
        let (size, isTooLarge) = stride.multipliedReportingOverflow(by: rows - 1)
        let (count, isTooFar) = size.addingReportingOverflow(row)
        return isTooLarge || isTooFar ? 0 : count
      }, release: release)
    self.init(
      try PixelBuffer(
        width: width, height: height, format: format, storage: storage, bytesPerRow: bytesPerRow,
        colorMatrix: colorMatrix),
      orientation: orientation, time: time)
  }
}

/// Planes that belong to others, until they are released.
@safe private final class BorrowedPlanes: PixelStorage, @unchecked Sendable {
  private let planes: [UnsafeRawPointer]
  private let counts: [Int]
  private let release: @Sendable ([UnsafeRawPointer]) -> Void

  init(
    _ planes: [UnsafeRawPointer], counts: [Int],
    release: @escaping @Sendable ([UnsafeRawPointer]) -> Void
  ) {
    unsafe self.planes = planes
    self.counts = counts
    unsafe self.release = release
  }

  deinit { unsafe release(planes) }

  func withPlanes<Result, Failure: Error>(
    _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(span(0), span(1), span(2))
  }

  @_lifetime(borrow self)
  private func span(_ plane: Int) -> Span<UInt8> {
    guard plane < counts.count else { return Span() }
    let bytes = unsafe UnsafeRawBufferPointer(start: planes[plane], count: counts[plane])
    return unsafe _overrideLifetime(
      Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)), borrowing: self)
  }
}
