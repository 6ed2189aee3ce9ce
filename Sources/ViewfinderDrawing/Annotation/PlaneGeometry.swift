internal import ViewfinderCore
internal import ViewfinderPixels

/// Where the sample at a column and row of an upright plane lies among the plane's stored bytes.
struct PlaneGeometry {
  /// The upright size in samples.
  let width: Int
  let height: Int
  private let origin: Int
  private let alongX: Int
  private let alongY: Int

  /// - Parameters:
  ///   - width: The stored width in samples.
  ///   - height: The stored height in samples.
  ///   - step: The bytes between two samples.
  ///   - bytesPerRow: The bytes between two rows.
  ///   - orientation: How the plane must be turned to stand upright.
  init(width: Int, height: Int, step: Int, bytesPerRow: Int, orientation: ImageOrientation) {
    let size = orientation.upright(PixelSize(width: width, height: height))
    (self.width, self.height) = (size.width, size.height)
    let (x, y) = orientation.swapsSides ? (bytesPerRow, step) : (step, bytesPerRow)
    alongX = orientation.flipsX ? -x : x
    alongY = orientation.flipsY ? -y : y
    origin =
      (orientation.flipsX ? (self.width - 1) * x : 0)
      + (orientation.flipsY ? (self.height - 1) * y : 0)
  }

  /// The offset of the first byte of a sample, and the distance to that of the next column.
  func row(_ y: Int, from x: Int) -> (start: Int, step: Int) {
    (origin + x * alongX + y * alongY, alongX)
  }
}
