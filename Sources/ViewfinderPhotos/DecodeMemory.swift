/// What a decode takes, worked out before it begins.
///
/// Besides the file and the pixels that come out, some decoders hold the whole picture in a form of
/// their own: coefficients of JPEG whose scans do not hold all channels, the canvas of WebP and GIF, the
/// planes of HEIC and AVIF, PNG with its passes interlaced, TIFF in a single strip.
enum DecodeMemory {
  /// The bytes for a picture that is shrunk by a factor while it is read.
  static func bytes(_ header: PhotoHeader, factor: Int, file: Span<UInt8>) -> Int {
    let stored = header.storedWidth * header.storedHeight
    let left = (header.storedWidth / factor + 1) * (header.storedHeight / factor + 1)
    return file.count + 3 * (factor == 1 ? stored : left)
      + stored * halvesHeld(header.format, file) / 2
  }

  /// The bytes that a decoder holds for each stored pixel, doubled.
  private static func halvesHeld(_ format: PhotoFormat, _ file: Span<UInt8>) -> Int {
    switch format {
    case .bmp: 0
    case .jpeg: JPEGFrame.find(in: file)?.halvesHeld ?? 12
    case .png: interlacedPNG(file)
    case .webp, .gif: 8
    // Planes of 4:2:0, and the red, green and blue that libheif makes of them.
    case .heic, .avif: 9
    case .tiff: 2 * min(8, TIFFDirectory.bytesPerPixel(file) ?? 4)
    }
  }

  private static func interlacedPNG(_ file: Span<UInt8>) -> Int {
    guard file.count > 28, file[28] != 0 else { return 0 }
    // Palettes and gray become more channels, 16 bits stay.
    return 2 * 4 * (file[24] == 16 ? 2 : 1)
  }
}

/// The frame of a JPEG file, as far as its decoder's memory follows from it.
private struct JPEGFrame {
  /// Samples of all channels for a pixel, doubled.
  let samples: Int
  /// Whether all coefficients are kept until the last scan has been read.
  let isKept: Bool

  /// The bytes of coefficients for each pixel, doubled: two for each sample.
  var halvesHeld: Int { isKept ? 2 * samples : 0 }

  /// Reads the markers up to the first scan.
  static func find(in file: Span<UInt8>) -> JPEGFrame? {
    var position = 2
    var frame: (samples: Int, channels: Int, isProgressive: Bool)?
    while position + 4 <= file.count, file[position] == 0xFF {
      let marker = file[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
      guard length >= 2, position + 2 + length <= file.count else { break }
      switch marker {
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        guard length >= 8 else { return nil }
        let channels = Int(file[position + 9])
        guard channels > 0, length >= 8 + 3 * channels else { return nil }
        let areas = (0..<channels).map { channel in
          let factors = file[position + 11 + 3 * channel]
          return (Int(factors >> 4), Int(factors & 15))
        }
        let largest = areas.reduce((1, 1)) { (max($0.0, $1.0), max($0.1, $1.1)) }
        let samples = areas.reduce(0) { $0 + $1.0 * $1.1 }
        frame = (
          (2 * samples + largest.0 * largest.1 - 1) / (largest.0 * largest.1), channels,
          [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
        )
      case 0xDA:
        return frame.map {
          JPEGFrame(
            samples: $0.samples,
            isKept: $0.isProgressive || length < 3 || Int(file[position + 4]) < $0.channels)
        }
      default: break
      }
      position += 2 + length
    }
    return nil
  }
}
