public import ViewfinderCore

/// Pixels in memory: the planes of an image or a video frame, owned or borrowed.
///
/// Rows lie top down as stored; how they must be turned to stand upright is not part of a buffer
/// but an ``ImageOrientation`` beside it. A buffer is a value that shares its bytes: copying one copies
/// no pixels.
public struct PixelBuffer: Sendable {
  /// The largest width and height, in pixels.
  public static let maximumSide = 65_535

  /// The stored width in pixels, 1 through ``maximumSide``.
  public let width: Int

  /// The stored height in pixels, 1 through ``maximumSide``.
  public let height: Int

  /// What the bytes mean.
  public let format: PixelFormat

  /// The distance in bytes between the starts of two rows, for each plane.
  public let bytesPerRow: [Int]

  /// The weights that YCbCr values were made with; RGB and gray formats do not use it.
  public let colorMatrix: YCbCrMatrix

  /// Where the chroma samples lie; only formats with chroma at half the width use it.
  public let chromaSiting: ChromaSiting

  private let storage: any PixelStorage

  /// Creates an image from one array that holds all planes, one right after the other.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - format: What the bytes mean.
  ///   - bytes: The planes. The padding after the very last row may be missing; more bytes than
  ///     needed are not an error.
  ///   - bytesPerRow: The distance between rows of the first plane; without padding by default.
  ///     NV12's second plane uses the same, rounded up to even; chroma planes at half the width
  ///     use half of it, rounded up, and those of 4:4:4 the same.
  ///   - colorMatrix: By default BT.709 from 720 rows up, else BT.601.
  ///   - chromaSiting: Where chroma samples lie.
  /// - Throws: `invalidImage` when a side is not positive, a row does not fit its stride or bytes
  ///   are missing, `tooLarge` when a side is over ``maximumSide``.
  public init(
    width: Int,
    height: Int,
    format: PixelFormat,
    bytes: [UInt8],
    bytesPerRow: Int? = nil,
    colorMatrix: YCbCrMatrix? = nil,
    chromaSiting: ChromaSiting = .left
  ) throws(ViewfinderError) {
    try Self.checkSides(width: width, height: height)
    // Rounding the stride up, below, must not overflow.
    if let bytesPerRow, bytesPerRow > Int.max / 2 {
      throw Self.strideError(plane: 0, found: bytesPerRow)
    }
    var strides: [Int] = []
    for plane in 0..<format.planeCount {
      let tight = format.bytesPerRow(plane: plane, width: width)
      guard plane > 0, format.chromaShift.x == 1, let bytesPerRow else {
        strides.append(bytesPerRow ?? tight)
        continue
      }
      let half = bytesPerRow / 2 + bytesPerRow % 2
      strides.append(format.bytesPerSample(plane: plane) == 2 ? half * 2 : half)
    }
    var offsets: [Int] = []
    var end = 0
    for plane in 0..<format.planeCount {
      offsets.append(min(end, bytes.count))
      let rows = format.rows(plane: plane, height: height)
      let (size, isTooLarge) = strides[plane].multipliedReportingOverflow(by: rows)
      let (next, isTooFar) = end.addingReportingOverflow(size)
      guard !isTooLarge, !isTooFar else {
        throw Self.strideError(plane: plane, found: strides[plane])
      }
      end = max(0, next)
    }
    offsets.append(bytes.count)
    try self.init(
      width: width,
      height: height,
      format: format,
      storage: ArrayStorage(bytes: bytes, offsets: offsets),
      bytesPerRow: strides,
      colorMatrix: colorMatrix,
      chromaSiting: chromaSiting
    )
  }

  /// Creates an image over planes that live elsewhere, without copying them.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - format: What the bytes mean.
  ///   - storage: The planes; kept alive as long as the image.
  ///   - bytesPerRow: The distance between rows, for each plane.
  ///   - colorMatrix: By default BT.709 from 720 rows up, else BT.601.
  ///   - chromaSiting: Where chroma samples lie.
  /// - Throws: `invalidImage` when a side is not positive, a row does not fit its stride or bytes
  ///   are missing, `tooLarge` when a side is over ``maximumSide``.
  public init(
    width: Int,
    height: Int,
    format: PixelFormat,
    storage: any PixelStorage,
    bytesPerRow: [Int],
    colorMatrix: YCbCrMatrix? = nil,
    chromaSiting: ChromaSiting = .left
  ) throws(ViewfinderError) {
    try Self.checkSides(width: width, height: height)
    guard bytesPerRow.count == format.planeCount else {
      throw ViewfinderError(
        .invalidImage,
        found: "there are \(bytesPerRow.count) values of bytes per row",
        expected: "\(format.planeCount), one for each plane of \(format.rawValue)"
      )
    }
    self.width = width
    self.height = height
    self.format = format
    self.bytesPerRow = bytesPerRow
    self.colorMatrix = colorMatrix ?? .assumed(forHeight: height)
    self.chromaSiting = chromaSiting
    self.storage = storage
    let counts = storage.withPlanes { [$0.count, $1.count, $2.count] }
    for plane in 0..<format.planeCount {
      let needed = try Self.neededBytes(
        plane: plane,
        width: width,
        height: height,
        format: format,
        stride: bytesPerRow[plane]
      )
      guard counts[plane] >= needed else {
        throw ViewfinderError(
          .invalidImage,
          found: "plane \(plane) has \(counts[plane]) bytes",
          expected: "at least \(needed) for \(width) × \(height) pixels of \(format.rawValue)"
            + " with \(bytesPerRow[plane]) bytes per row",
          remedy: "Check the size, the format and the bytes per row."
        )
      }
    }
  }

  /// Calls `body` with the planes, whose lengths are known to fit the size and the strides.
  package func withPlanes<Result, Failure: Error>(
    _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withPlanes { (first, second, third) throws(Failure) in
      // The storage may be anybody's class, and kernels read without bounds checks.
      precondition(
        first.count >= extent(plane: 0) && second.count >= extent(plane: 1)
          && third.count >= extent(plane: 2),
        "A pixel storage must keep its planes as long as they were"
      )
      return try body(first, second, third)
    }
  }

  /// The bytes from the start of a plane to the end of its last row; 0 for planes there are not.
  private func extent(plane: Int) -> Int {
    guard plane < format.planeCount else { return 0 }
    return (format.rows(plane: plane, height: height) - 1) * bytesPerRow[plane]
      + format.bytesPerRow(plane: plane, width: width)
  }
}

extension PixelBuffer {
  private static func checkSides(width: Int, height: Int) throws(ViewfinderError) {
    guard width > 0, height > 0 else {
      throw ViewfinderError(
        .invalidImage,
        found: "the size is \(width) × \(height) pixels",
        expected: "at least 1 × 1"
      )
    }
    guard width <= maximumSide, height <= maximumSide else {
      throw ViewfinderError(
        .tooLarge,
        found: "the size is \(width) × \(height) pixels",
        expected: "at most \(maximumSide) on a side",
        remedy: "Scale the image down first."
      )
    }
  }

  /// The bytes a plane must have; the last row needs no padding.
  private static func neededBytes(
    plane: Int,
    width: Int,
    height: Int,
    format: PixelFormat,
    stride: Int
  ) throws(ViewfinderError) -> Int {
    let row = format.bytesPerRow(plane: plane, width: width)
    guard stride >= row else {
      throw ViewfinderError(
        .invalidImage,
        found: "plane \(plane) has \(stride) bytes per row",
        expected: "at least \(row) for \(width) pixels of \(format.rawValue)"
      )
    }
    let rows = format.rows(plane: plane, height: height)
    let (size, isTooLarge) = stride.multipliedReportingOverflow(by: rows)
    guard !isTooLarge else { throw strideError(plane: plane, found: stride) }
    return size - stride + row
  }

  private static func strideError(plane: Int, found stride: Int) -> ViewfinderError {
    ViewfinderError(
      .invalidImage,
      found: "plane \(plane) has \(stride) bytes per row",
      expected: "a plane that fits into memory"
    )
  }
}

/// An array that holds all planes of an image; plane `i` lies between offsets `i` and `i + 1`.
private final class ArrayStorage: PixelStorage {
  private let bytes: [UInt8]
  private let offsets: [Int]

  init(bytes: [UInt8], offsets: [Int]) {
    self.bytes = bytes
    self.offsets = offsets
  }

  func withPlanes<Result, Failure: Error>(
    _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = bytes
    let span = bytes.span
    return try body(
      span.extracting(range(0)),
      span.extracting(range(1)),
      span.extracting(range(2))
    )
  }

  private func range(_ plane: Int) -> Range<Int> {
    guard plane + 1 < offsets.count else { return bytes.count..<bytes.count }
    return offsets[plane]..<offsets[plane + 1]
  }
}
