package import ViewfinderCore
package import ViewfinderPixels

/// How the planes of a picture that is drawn on lie in memory.
package struct PictureLayout: Hashable, Sendable {
  /// The stored width in pixels.
  package let width: Int

  /// The stored height in pixels.
  package let height: Int

  /// What the bytes mean.
  package let format: PixelFormat

  /// The distance in bytes between the starts of two rows, for each plane.
  package let bytesPerRow: [Int]

  /// The weights that YCbCr values were made with; RGB and gray formats do not use it.
  package let colorMatrix: YCbCrMatrix

  /// How the stored pixels must be turned to stand upright.
  ///
  /// Annotations are in upright pixels, and are drawn turned the other way.
  package let orientation: ImageOrientation

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - width: The stored width in pixels.
  ///   - height: The stored height in pixels.
  ///   - format: What the bytes mean.
  ///   - bytesPerRow: The distance between rows, for each plane; without padding by default.
  ///   - colorMatrix: By default BT.709 from 720 rows up, else BT.601.
  ///   - orientation: How the stored pixels must be turned to stand upright.
  /// - Precondition: Both sides are 1 through ``PixelBuffer/maximumSide``, and each row fits its
  ///   distance.
  package init(
    width: Int,
    height: Int,
    format: PixelFormat,
    bytesPerRow: [Int]? = nil,
    colorMatrix: YCbCrMatrix? = nil,
    orientation: ImageOrientation = .up
  ) {
    let sides = 1...PixelBuffer.maximumSide
    precondition(
      sides.contains(width) && sides.contains(height),
      "A picture's sides must be 1 through 65,535"
    )
    let tight = (0..<format.planeCount).map { format.bytesPerRow(plane: $0, width: width) }
    let strides = bytesPerRow ?? tight
    precondition(
      strides.count == tight.count && zip(strides, tight).allSatisfy { $0 >= $1 },
      "Each plane needs a distance between rows that its rows fit"
    )
    self.width = width
    self.height = height
    self.format = format
    self.bytesPerRow = strides
    self.colorMatrix = colorMatrix ?? .assumed(forHeight: height)
    self.orientation = orientation
  }

  /// The size in pixels of the upright picture.
  package var uprightSize: PixelSize {
    orientation.upright(PixelSize(width: width, height: height))
  }

  /// The bytes from the start of a plane to the end of its last row; 0 for planes there are not.
  package func extent(plane: Int) -> Int {
    guard plane < format.planeCount else { return 0 }
    return (format.rows(plane: plane, height: height) - 1) * bytesPerRow[plane]
      + format.bytesPerRow(plane: plane, width: width)
  }
}
