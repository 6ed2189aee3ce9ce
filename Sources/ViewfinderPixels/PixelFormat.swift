/// How the bytes of a ``PixelBuffer`` mean colours.
public enum PixelFormat: String, Hashable, Sendable, CaseIterable, Codable {
  /// One plane: red, green, blue; 3 bytes a pixel.
  case rgb
  /// One plane: red, green, blue, alpha; 4 bytes a pixel. Alpha is not looked at.
  case rgba
  /// One plane: blue, green, red, alpha; 4 bytes a pixel. Alpha is not looked at.
  case bgra
  /// One plane: luma; 1 byte a pixel.
  case gray
  /// Two planes, 4:2:0: Y, then interleaved Cb and Cr, video range (`420v`).
  case nv12VideoRange
  /// Two planes, 4:2:0: Y, then interleaved Cb and Cr, full range (`420f`).
  case nv12FullRange
  /// Three planes, 4:2:0: Y, Cb, Cr, video range; what most video decoders produce.
  case i420VideoRange
  /// Three planes, 4:2:0: Y, Cb, Cr, full range.
  case i420FullRange
  /// Three planes, 4:2:2: Y, then Cb and Cr at half the width, video range.
  case i422VideoRange
  /// Three planes, 4:2:2: Y, then Cb and Cr at half the width, full range; motion JPEG.
  case i422FullRange
  /// Three planes of one size, 4:4:4: Y, Cb, Cr, video range.
  case i444VideoRange
  /// Three planes of one size, 4:4:4: Y, Cb, Cr, full range.
  case i444FullRange

  /// The number of planes.
  public var planeCount: Int {
    switch self {
    case .rgb, .rgba, .bgra, .gray: 1
    case .nv12VideoRange, .nv12FullRange: 2
    case .i420VideoRange, .i420FullRange, .i422VideoRange, .i422FullRange, .i444VideoRange,
      .i444FullRange:
      3
    }
  }

  /// The bytes that a row of `width` pixels takes in a plane, without padding.
  ///
  /// Chroma planes of odd sizes round up.
  public func bytesPerRow(plane: Int, width: Int) -> Int {
    precondition(plane >= 0 && plane < planeCount, "The format has no such plane")
    switch self {
    case .rgb: return width * 3
    case .rgba, .bgra: return width * 4
    case .gray: return width
    case .nv12VideoRange, .nv12FullRange: return plane == 0 ? width : (width + 1) / 2 * 2
    case .i420VideoRange, .i420FullRange, .i422VideoRange, .i422FullRange, .i444VideoRange,
      .i444FullRange:
      return plane > 0 && chromaShift.x == 1 ? (width + 1) / 2 : width
    }
  }

  /// The rows that an image of `height` pixels has in a plane.
  public func rows(plane: Int, height: Int) -> Int {
    precondition(plane >= 0 && plane < planeCount, "The format has no such plane")
    return plane > 0 && chromaShift.y == 1 ? (height + 1) / 2 : height
  }
}

extension PixelFormat {
  /// Whether planes 1 and 2 hold chroma.
  package var hasChromaPlanes: Bool { planeCount > 1 }

  /// How often the chroma planes halve the width and the height: 0 or 1 each.
  package var chromaShift: (x: Int, y: Int) {
    switch self {
    case .rgb, .rgba, .bgra, .gray, .i444VideoRange, .i444FullRange: (0, 0)
    case .i422VideoRange, .i422FullRange: (1, 0)
    case .nv12VideoRange, .nv12FullRange, .i420VideoRange, .i420FullRange: (1, 1)
    }
  }

  /// Whether black is 16 and white 235.
  package var isVideoRange: Bool {
    switch self {
    case .nv12VideoRange, .i420VideoRange, .i422VideoRange, .i444VideoRange: true
    case .rgb, .rgba, .bgra, .gray, .nv12FullRange, .i420FullRange, .i422FullRange,
      .i444FullRange:
      false
    }
  }

  /// The bytes that lie between the same component of two neighbouring samples of a plane.
  package func bytesPerSample(plane: Int) -> Int {
    switch self {
    case .rgb: 3
    case .rgba, .bgra: 4
    case .gray, .i420VideoRange, .i420FullRange, .i422VideoRange, .i422FullRange,
      .i444VideoRange, .i444FullRange:
      1
    case .nv12VideoRange, .nv12FullRange: plane == 0 ? 1 : 2
    }
  }
}
