extension PixelBuffer {
  /// The colour of one stored pixel, for tests and tools; not for loops over an image.
  ///
  /// YCbCr formats use the chroma sample whose square holds the pixel, without interpolation, and
  /// round to the nearest.
  ///
  /// - Parameters:
  ///   - x: The column, from 0.
  ///   - y: The row, from 0.
  /// - Returns: The components in 0...255.
  /// - Precondition: The pixel lies in the image.
  public func rgb(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height,
      "A pixel must lie in the image"
    )
    return withPlanes { (first, second, third) in
      let start = y * bytesPerRow[0] + x * format.bytesPerSample(plane: 0)
      let value = first[start]
      switch format {
      case .rgb, .rgba: return (value, first[start + 1], first[start + 2])
      case .bgra: return (first[start + 2], first[start + 1], value)
      case .gray: return (value, value, value)
      case .nv12VideoRange, .nv12FullRange:
        let chroma = y / 2 * bytesPerRow[1] + x / 2 * 2
        return converted(value, second[chroma], second[chroma + 1])
      case .i420VideoRange, .i420FullRange, .i422VideoRange, .i422FullRange, .i444VideoRange,
        .i444FullRange:
        let (column, row) = (x >> format.chromaShift.x, y >> format.chromaShift.y)
        return converted(
          value,
          second[row * bytesPerRow[1] + column],
          third[row * bytesPerRow[2] + column]
        )
      }
    }
  }

  private func converted(
    _ luma: UInt8,
    _ cb: UInt8,
    _ cr: UInt8
  ) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let conversion = colorMatrix.conversion(isVideoRange: format.isVideoRange)
    return conversion.rgb(y: luma, cb: cb, cr: cr)
  }
}
