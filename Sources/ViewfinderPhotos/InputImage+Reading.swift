public import ViewfinderCore
public import ViewfinderPixels

extension InputImage {
  /// Decodes a photo file.
  ///
  /// For limits of your own, another background, or files that are read from a pipe, use a
  /// ``PhotoDecoder``.
  ///
  /// - Parameters:
  ///   - path: The path of a JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP file, found by content.
  ///   - need: How much of the photo is needed; all of it by default.
  /// - Throws: As ``PhotoDecoder/decode(path:need:)``.
  public init(
    contentsOf path: String, need: PhotoDecoder.Need = .whole
  ) throws(ViewfinderError) {
    self = try PhotoDecoder().decode(path: path, need: need)
  }

  /// Decodes a photo file that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - need: How much of the photo is needed; all of it by default.
  /// - Throws: As ``PhotoDecoder/decode(path:need:)``.
  public init(decoding bytes: [UInt8], need: PhotoDecoder.Need = .whole) throws(ViewfinderError) {
    self = try PhotoDecoder().decode(bytes: bytes, need: need)
  }
}
