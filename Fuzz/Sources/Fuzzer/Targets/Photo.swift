import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

extension FuzzTarget {
  private static let limits = DecodeLimits(pixels: 1 << 20, side: 1 << 12, fileBytes: 1 << 20)

  /// A photo file of any format.
  static let photo = FuzzTarget(
    "photo", files: ["Tests/ViewfinderMediaTests/Fixtures"], shared: [".jpg", ".png", ".webp"]
  ) { bytes in
    let decoder = PhotoDecoder(limits: limits)
    let header = try decoder.readHeader(bytes: bytes)
    precondition(header.storedWidth * header.storedHeight <= limits.pixels, "The limit is passed")
    let photo = try decoder.decode(bytes: bytes)
    precondition(
      photo.pixels.width == header.storedWidth && photo.pixels.height == header.storedHeight,
      "Header and picture differ in size")
    _ = try decoder.decode(bytes: bytes, need: .init(size: PixelSize(width: 4, height: 4)))
  }

  /// A bitmap, whose decoder is our own.
  static let bitmap = FuzzTarget("bitmap", seeds: { FuzzSeeds.bitmaps() }) { bytes in
    guard bytes.starts(with: Array("BM".utf8)) else { return }
    _ = try PhotoDecoder(limits: limits).decode(bytes: bytes)
  }
}
