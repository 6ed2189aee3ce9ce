import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Bitmaps", .enabled(if: PhotoDecoder.isAvailable))
struct BitmapTests {
  /// Upright pixels of every sample: red, green / blue, white.
  private static let expected = [
    Colour(255, 0, 0), Colour(0, 255, 0), Colour(0, 0, 255), Colour(255, 255, 255),
  ]

  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  static let palette: [[UInt8]] = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [255, 255, 255]]

  static let samples: [Sample] = [
    Sample(
      testDescription: "1 bit, then a palette of two is not enough, so 2 bits",
      bytes: bitmap(bits: 2, palette: palette, rows: [[0b1011_0000], [0b0001_0000]])
    ),
    Sample(
      testDescription: "4 bits",
      bytes: bitmap(bits: 4, palette: palette, rows: [[0x23], [0x01]])
    ),
    Sample(
      testDescription: "8 bits",
      bytes: bitmap(bits: 8, palette: palette, rows: [[2, 3], [0, 1]])
    ),
    Sample(
      testDescription: "8 bits, top down",
      bytes: bitmap(height: -2, bits: 8, palette: palette, rows: [[0, 1], [2, 3]])
    ),
    Sample(
      testDescription: "8 bits, OS/2",
      bytes: bitmap(headerSize: 12, bits: 8, palette: palette, rows: [[2, 3], [0, 1]])
    ),
    Sample(
      testDescription: "16 bits, 5-5-5",
      bytes: bitmap(
        bits: 16,
        rows: [[0x1F, 0x00, 0xFF, 0x7F], [0x00, 0x7C, 0xE0, 0x03]]
      )
    ),
    Sample(
      testDescription: "16 bits, 5-6-5",
      bytes: bitmap(
        bits: 16,
        compression: 3,
        masks: [0xF800, 0x07E0, 0x001F],
        rows: [[0x1F, 0x00, 0xFF, 0xFF], [0x00, 0xF8, 0xE0, 0x07]]
      )
    ),
    Sample(
      testDescription: "24 bits",
      bytes: bitmap(
        bits: 24,
        rows: [[255, 0, 0, 255, 255, 255], [0, 0, 255, 0, 255, 0]]
      )
    ),
    Sample(
      testDescription: "32 bits with junk in the spare byte",
      bytes: bitmap(
        bits: 32,
        rows: [[255, 0, 0, 7, 255, 255, 255, 0], [0, 0, 255, 9, 0, 255, 0, 1]]
      )
    ),
    Sample(
      testDescription: "32 bits, 10 a channel",
      bytes: bitmap(
        bits: 32,
        compression: 3,
        masks: [0x3FF0_0000, 0x000F_FC00, 0x0000_03FF],
        rows: [
          [0xFF, 0x03, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x3F],
          [0x00, 0x00, 0xF0, 0x3F, 0x00, 0xFC, 0x0F, 0x00],
        ]
      )
    ),
    Sample(
      testDescription: "32 bits with an alpha channel left at zero",
      bytes: bitmap(
        bits: 32,
        compression: 6,
        masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000],
        rows: [[255, 0, 0, 0, 255, 255, 255, 0], [0, 0, 255, 0, 0, 255, 0, 0]]
      )
    ),
    Sample(
      testDescription: "8 bits in runs",
      bytes: bitmap(
        bits: 8,
        compression: 1,
        palette: palette,
        data: [1, 2, 1, 3, 0, 0, 0, 2, 0, 0, 1, 0, 1, 1, 0, 1]
      )
    ),
    Sample(
      testDescription: "8 bits in runs, as pixels, without an end mark",
      bytes: bitmap(
        bits: 8,
        compression: 1,
        palette: palette,
        data: [0, 3, 2, 3, 3, 0, 0, 0, 1, 0, 1, 1]
      )
    ),
    Sample(
      testDescription: "4 bits in runs",
      bytes: bitmap(
        bits: 4,
        compression: 2,
        palette: palette,
        data: [2, 0x23, 0, 0, 2, 0x01, 0, 1]
      )
    ),
    Sample(
      testDescription: "4 bits in runs that go over the edge",
      bytes: bitmap(
        bits: 4,
        compression: 2,
        palette: palette,
        data: [9, 0x23, 0, 0, 200, 0x01, 0, 1]
      )
    ),
  ]

  @Test("every kind of bitmap gives the same picture", arguments: samples)
  func kinds(sample: Sample) throws {
    let photo = try PhotoDecoder().decode(bytes: sample.bytes)
    #expect(try PhotoDecoder().readHeader(bytes: sample.bytes).format == .bmp)
    #expect((photo.width, photo.height) == (2, 2))
    let found = [(0, 0), (1, 0), (0, 1), (1, 1)].map { photo.pixels.colour($0.0, $0.1) }
    for (found, wanted) in zip(found, Self.expected) {
      #expect(found.distance(wanted) == 0, "\(found) is not \(wanted)")
    }
  }

  @Test("every prefix of a bitmap is an error or the picture", arguments: samples)
  func prefixes(sample: Sample) throws {
    for length in 0..<sample.bytes.count {
      do throws(ViewfinderError) {
        // Padding and end marks may be missing, and of runs the last row.
        _ = try PhotoDecoder().decode(bytes: Array(sample.bytes[..<length]))
        #expect(length >= sample.bytes.count - (sample.testDescription.contains("runs") ? 10 : 4))
      } catch {
        #expect(error.code == .invalidImage)
      }
    }
  }

  @Test("1 bit a pixel")
  func oneBit() throws {
    let photo = try PhotoDecoder().decode(
      bytes: bitmap(
        bits: 1,
        palette: [[1, 2, 3], [9, 8, 7]],
        rows: [[0b0100_0000], [0b1000_0000]]
      )
    )
    #expect(photo.pixels.colour(0, 0).distance(Colour(7, 8, 9)) == 0)
    #expect(photo.pixels.colour(0, 1).distance(Colour(3, 2, 1)) == 0)
  }

  @Test("an alpha channel in use is laid over the background")
  func alpha() throws {
    let bytes = bitmap(
      bits: 32,
      compression: 6,
      masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000],
      rows: [[0, 0, 0, 0, 0, 0, 0, 255], [0, 0, 200, 128, 0, 0, 0, 0]]
    )
    let photo = try PhotoDecoder(background: .white).decode(bytes: bytes)
    #expect(photo.pixels.colour(1, 0).distance(Colour(255, 255, 255)) == 0)
    #expect(photo.pixels.colour(1, 1).distance(Colour(0, 0, 0)) == 0)
    #expect(photo.pixels.colour(0, 0).distance(Colour(227, 127, 127)) <= 1)
  }

  @Test("an index that the palette lacks is black")
  func missingPaletteEntry() throws {
    let photo = try PhotoDecoder().decode(
      bytes: bitmap(bits: 8, palette: Self.palette, rows: [[2, 3], [99, 1]])
    )
    #expect(photo.pixels.colour(0, 0).distance(Colour(0, 0, 0)) == 0)
  }

  @Test(
    "nonsense is refused",
    arguments: [
      (bitmap(width: 0, bits: 24, rows: []), ViewfinderError.Code.invalidImage),
      (bitmap(width: -2, bits: 24, rows: []), .invalidImage),
      (bitmap(height: 0, bits: 24, rows: []), .invalidImage),
      (bitmap(height: .min, bits: 24, rows: []), .tooLarge),
      (bitmap(width: 30_000, height: 30_000, bits: 1, rows: []), .tooLarge),
      (bitmap(width: 6000, height: 4_000, bits: 1, rows: []), .invalidImage),
      (bitmap(bits: 7, rows: []), .unsupportedImage),
      (bitmap(bits: 24, compression: 4, rows: []), .unsupportedImage),
    ]
  )
  func nonsense(bytes: [UInt8], code: ViewfinderError.Code) throws {
    let error = try #require(throws: ViewfinderError.self) {
      try PhotoDecoder().decode(bytes: bytes)
    }
    #expect(error.code == code)
  }

  @Test("damage anywhere is an error or a picture, never a crash", arguments: samples)
  func damage(sample: Sample) {
    let decoder = PhotoDecoder(limits: DecodeLimits(pixels: 1 << 16))
    for position in sample.bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var damaged = sample.bytes
        damaged[position] = value
        do throws(ViewfinderError) {
          let photo = try decoder.decode(bytes: damaged)
          #expect(photo.pixels.width == photo.width)
        } catch {
          #expect(error.code != .notFound)
        }
      }
    }
  }
}

/// A bitmap of 2 × 2 pixels unless told otherwise; rows are given bottom first, without padding.
private func bitmap(
  headerSize: Int = 40,
  width: Int32 = 2,
  height: Int32 = 2,
  bits: UInt16,
  compression: UInt32 = 0,
  masks: [UInt32] = [],
  palette: [[UInt8]] = [],
  rows: [[UInt8]] = [],
  data: [UInt8] = []
) -> [UInt8] {
  func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
  var header = little(UInt32(headerSize))
  if headerSize == 12 {
    header += little(UInt16(width)) + little(UInt16(height)) + little(UInt16(1)) + little(bits)
  } else {
    header += little(width) + little(height) + little(UInt16(1)) + little(bits)
    header += little(compression) + little(UInt32(0)) + little(Int32(0)) + little(Int32(0))
    header += little(UInt32(palette.count)) + little(UInt32(0))
  }
  header += masks.flatMap { little($0) }
  for entry in palette { header += entry + (headerSize == 12 ? [] : [0]) }
  let pixels =
    data + rows.flatMap { $0 + [UInt8](repeating: 0, count: ($0.count + 3) / 4 * 4 - $0.count) }
  let offset = 14 + header.count
  return Array("BM".utf8) + little(UInt32(offset + pixels.count)) + little(UInt32(0))
    + little(UInt32(offset)) + header + pixels
}
