public import ViewfinderCore

extension PixelBuffer {
  /// The whole image as a rectangle in stored pixels.
  public var bounds: Box {
    Box(x: 0, y: 0, width: Double(width), height: Double(height))
  }

  /// Creates an image over one array for each plane, without copying them.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - format: What the bytes mean.
  ///   - planes: The bytes of each plane.
  ///   - bytesPerRow: The distance between rows, for each plane.
  ///   - colorMatrix: By default BT.709 from 720 rows up, else BT.601.
  ///   - chromaSiting: Where chroma samples lie.
  /// - Throws: `invalidImage` when a side is not positive, a row does not fit its stride or planes
  ///   or bytes are missing, `tooLarge` when a side is over ``maximumSide``.
  public init(
    width: Int,
    height: Int,
    format: PixelFormat,
    planes: [[UInt8]],
    bytesPerRow: [Int],
    colorMatrix: YCbCrMatrix? = nil,
    chromaSiting: ChromaSiting = .left
  ) throws(ViewfinderError) {
    guard planes.count == format.planeCount else {
      throw ViewfinderError(
        .invalidImage, found: "there are \(planes.count) planes",
        expected: "\(format.planeCount) for \(format.rawValue)")
    }
    try self.init(
      width: width, height: height, format: format, storage: PlaneArrays(planes),
      bytesPerRow: bytesPerRow, colorMatrix: colorMatrix, chromaSiting: chromaSiting)
  }
}

/// One array for each plane.
private final class PlaneArrays: PixelStorage {
  private let first: [UInt8]
  private let second: [UInt8]
  private let third: [UInt8]

  init(_ planes: [[UInt8]]) {
    first = planes[0]
    second = planes.count > 1 ? planes[1] : []
    third = planes.count > 2 ? planes[2] : []
  }

  func withPlanes<Result, Failure: Error>(
    _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (first, second, third) = (first, second, third)
    return try body(first.span, second.span, third.span)
  }
}
