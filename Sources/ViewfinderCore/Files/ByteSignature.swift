/// The first bytes of a file, to be compared with what formats start with.
package struct ByteSignature {
  /// At most the first 512 bytes.
  package let bytes: [UInt8]

  package init(_ span: Span<UInt8>) {
    bytes = [UInt8](capacity: min(span.count, 512)) { output in
      for index in 0..<min(span.count, 512) { output.append(span[index]) }
    }
  }

  package func matches(_ expected: [UInt8], at offset: Int = 0) -> Bool {
    bytes.count >= offset + expected.count
      && bytes[offset..<offset + expected.count].elementsEqual(expected)
  }

  package func matches(_ text: String, at offset: Int = 0) -> Bool {
    matches(Array(text.utf8), at: offset)
  }

  /// What the bytes seem to be when they are not a photo, as a noun phrase.
  package var guess: String {
    for (text, offset, name) in Self.knownTexts where matches(text, at: offset) { return name }
    for (start, name) in Self.knownBytes where matches(start) { return name }
    if bytes.allSatisfy({ $0 == 0 }) { return "nothing but zeros" }
    let visible = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let opening = String(decoding: visible.prefix(15), as: UTF8.self).lowercased()
    if opening.hasPrefix("<!doctype html") || opening.hasPrefix("<html") { return "an HTML page" }
    if opening.hasPrefix("<svg") { return "an SVG drawing" }
    if opening.hasPrefix("<?xml") { return "an XML document" }
    if opening.hasPrefix("{") || opening.hasPrefix("[") { return "JSON text" }
    if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(where: { $0 < 9 }) {
      return "text"
    }
    return "data of an unknown kind, starting with the bytes \(hexadecimalStart)"
  }

  private var hexadecimalStart: String {
    bytes.prefix(8).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: " ")
  }

  private static let knownTexts: [(String, Int, String)] = [
    ("version https://git-lfs", 0, "a Git LFS pointer instead of the file itself"),
    ("%PDF", 0, "a PDF document"),
    ("%!PS", 0, "a PostScript document"),
    ("8BPS", 0, "a Photoshop document"),
    ("JXL ", 4, "a JPEG XL picture"),
    ("jP  ", 4, "a JPEG 2000 picture"),
    ("ftypjxl", 4, "a JPEG XL picture"),
    ("ftypcrx", 4, "a raw camera file"),
    ("FUJIFILMCCD-RAW", 0, "a raw camera file"),
    ("ftyp", 4, "a video"),
    ("moov", 4, "a video"),
    ("mdat", 4, "a video"),
    ("AVI ", 8, "a video"),
    ("WAVE", 8, "a sound"),
    ("OggS", 0, "a video or a sound"),
    ("ID3", 0, "a sound"),
    ("PK\u{3}\u{4}", 0, "a ZIP archive"),
    ("TFL3", 4, "a TensorFlow Lite model"),
  ]

  private static let knownBytes: [([UInt8], String)] = [
    ([0x1A, 0x45, 0xDF, 0xA3], "a video"),
    ([0x00, 0x00, 0x01, 0xBA], "a video"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0xFF, 0x0A], "a JPEG XL picture"),
    ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"),
    ([0x00, 0x00, 0x01, 0x00], "an icon file"),
    ([0x7F, 0x45, 0x4C, 0x46], "a program"),
  ]
}
