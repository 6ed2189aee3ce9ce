internal import ViewfinderCore

/// A file format that photos come in.
public enum PhotoFormat: String, Hashable, Sendable, CaseIterable, Codable {
  /// JPEG, also as MPO, motion photo or Ultra HDR, of which the ordinary image is taken.
  case jpeg
  /// PNG; of an animated one the first frame.
  case png
  /// WebP, lossy or lossless; of an animated one the first frame.
  case webp
  /// HEIF with HEVC inside, as phones write it.
  case heic
  /// HEIF with AV1 inside.
  case avif
  /// TIFF or BigTIFF; the first page.
  case tiff
  /// GIF; the first frame.
  case gif
  /// Windows or OS/2 bitmap.
  case bmp

  /// The name as people write it.
  public var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .heic: "HEIC"
    case .avif: "AVIF"
    case .tiff: "TIFF"
    case .gif: "GIF"
    case .bmp: "BMP"
    }
  }

  /// The formats that the first bytes of a file can start, by those bytes alone.
  ///
  /// Names and file extensions are not looked at.
  ///
  /// - Complexity: O(1).
  public init?(detecting bytes: Span<UInt8>) {
    let start = ByteSignature(bytes)
    if start.matches([0xFF, 0xD8]) {
      self = .jpeg
    } else if start.matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if start.matches("RIFF"), start.matches("WEBP", at: 8) {
      self = .webp
    } else if start.matches("GIF87a") || start.matches("GIF89a") {
      self = .gif
    } else if ["II*\0", "II+\0", "MM\0*", "MM\0+"].contains(where: { start.matches($0) }) {
      self = .tiff
    } else if start.matches("BM"), BitmapHeader.looksLikeOne(bytes) {
      self = .bmp
    } else if let family = Self.heifFamily(start) {
      self = family
    } else {
      return nil
    }
  }

  /// Which member of the HEIF family a file-type box names, if any.
  private static func heifFamily(_ start: ByteSignature) -> PhotoFormat? {
    guard start.matches("ftyp", at: 4) else { return nil }
    let brand = { (offset: Int, names: [String]) in
      names.contains { start.matches($0, at: offset) }
    }
    if brand(8, ["avif", "avis"]) { return .avif }
    if brand(8, ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs"]) { return .heic }
    guard brand(8, ["mif1", "mif2", "mif3", "msf1"]) else { return nil }
    // The structural brands leave the codec to the list of compatible ones.
    let isAVIF = stride(from: 16, to: 64, by: 4).contains { brand($0, ["avif", "avis"]) }
    return isAVIF ? .avif : .heic
  }

  static let list = "a JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP picture"
}

extension PhotoFormat: CustomStringConvertible {
  /// The lower-case name, as in JSON.
  public var description: String { rawValue }
}
