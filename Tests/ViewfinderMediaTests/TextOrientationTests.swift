import Testing
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderTestSupport
import ViewfinderVideo

@Suite("EXIF as text in PNG", .enabled(if: PhotoDecoder.isAvailable))
struct TextOrientationTests {
  @Test(
    "turns the picture", arguments: ["exif", "APP1"], [false, true])
  func turns(kind: String, isCompressed: Bool) throws {
    for (orientation, isBigEndian) in [(6, true), (3, false), (8, true)] {
      let exif = Self.exif(orientation, isBigEndian: isBigEndian)
      let bytes = try Self.png(kind: kind, exif: exif, isCompressed: isCompressed)
      #expect(try PhotoDecoder().readHeader(bytes: bytes).orientation.rawValue == orientation)
    }
  }

  @Test("that is damaged is passed over")
  func damage() throws {
    let exif = Self.exif(6, isBigEndian: true)
    for count in 0..<exif.count {
      var bytes = Array(exif[..<count])
      _ = try PhotoDecoder().readHeader(
        bytes: Self.png(kind: "exif", exif: bytes, isCompressed: false))
      bytes += exif[count...].map { ~$0 }
      let header = try PhotoDecoder().readHeader(
        bytes: Self.png(kind: "exif", exif: bytes, isCompressed: false))
      #expect((1...8).contains(header.orientation.rawValue))
    }
  }

  private static func exif(_ orientation: Int, isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = ProfileTests.big(value, count)
      return isBigEndian ? bytes : bytes.reversed()
    }
    let mark = Array((isBigEndian ? "MM" : "II").utf8)
    let first = number(0x010F, 2) + number(2, 2) + number(2, 4) + [0x41, 0, 0, 0]
    let second = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    return Array("Exif\0\0".utf8) + mark + number(42, 2) + number(8, 4) + number(2, 2) + first
      + second + number(0, 4)
  }

  /// The picture of a fixture with a chunk of text as ImageMagick writes it.
  private static func png(kind: String, exif: [UInt8], isCompressed: Bool) throws -> [UInt8] {
    let plain = try Fixture.bytes("rgb.png")
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("\n\(kind)\n    \(exif.count)\n".utf8)
    for (index, byte) in exif.enumerated() {
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      if index % 36 == 35 { text.append(UInt8(ascii: "\n")) }
    }
    text.append(UInt8(ascii: "\n"))
    let key = Array("Raw profile type \(kind)\0".utf8)
    let chunk =
      isCompressed
      ? PNGChunk("zTXt", key + [0] + PNGChunk.zlib(text)).bytes : PNGChunk("tEXt", key + text).bytes
    // Behind the signature and the header.
    return plain[..<33] + chunk + plain[33...]
  }
}
