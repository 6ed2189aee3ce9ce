import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderTestSupport
import ViewfinderVideo

@Suite("Profiles of other colours", .enabled(if: PhotoDecoder.isAvailable))
struct ProfileTests {
  @Test(
    "are passed over in JPEG", arguments: ["baseline.jpg", "gray.jpg"], ["GRAY", "RGB ", "CMYK"])
  func jpeg(name: String, space: String) throws {
    let plain = try Fixture.bytes(name)
    let profile = Self.profile(space)
    let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let segment = [0xFF, 0xE2] + Self.big(body.count + 2, 2) + body
    let photo = try PhotoDecoder().decode(bytes: plain[..<2] + segment + plain[2...])
    let expected = try PhotoDecoder().decode(bytes: plain)
    // One that fits counts, and changes the colours a little.
    let fits = (space == "GRAY") == (name == "gray.jpg") && space != "CMYK"
    for (found, expected) in zip(photo.quadrants, expected.quadrants) {
      #expect(found.distance(expected) <= (fits ? 40 : 0))
    }
  }

  @Test("are passed over in TIFF", arguments: ["GRAY", "CMYK"])
  func tiff(space: String) throws {
    let bytes = Self.tiff(pixel: [91, 170, 60], photometric: 2, profile: Self.profile(space))
    let photo = try PhotoDecoder().decode(bytes: bytes)
    #expect(photo.pixels.colour(1, 1).distance(Colour(91, 170, 60)) == 0)
  }

  @Test("leave Lab what it is", arguments: ["", "RGB ", "GRAY", "Lab "])
  func lab(space: String) throws {
    // L* 53, a* 80, b* 67: red, in 8 bits.
    let bytes = Self.tiff(
      pixel: [136, 80, 67], photometric: 8, profile: space.isEmpty ? [] : Self.profile(space))
    let photo = try PhotoDecoder().decode(bytes: bytes)
    #expect(photo.pixels.colour(1, 1).distance(Colour(255, 0, 0)) <= 12)
  }

  @Test("make no difference in files made for it", .enabled(if: Shared.isPresent))
  func shared() throws {
    let files = Shared.files(
      below: "cases/reports/13-profile-of-another-kind/photos", suffix: "")
    try #require(!files.isEmpty)
    for file in files {
      let photo = try PhotoDecoder().decode(path: try Shared.path(file))
      #expect(photo.pixels.colour(20, 20).distance(Colour(91, 170, 60)) <= 3, "\(file)")
    }
  }

  @Test("12 bits a sample are refused by name")
  func twelveBits() throws {
    let bytes = Self.tiff(pixel: [0x12, 0x34, 0x56], photometric: 1, channels: 1, bits: 12)
    let error = #expect(throws: ViewfinderError.self) { try PhotoDecoder().decode(bytes: bytes) }
    #expect(error?.code == .unsupportedImage)
    #expect(error?.found.contains("12 bits") == true)
  }

  // MARK: Files

  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A small ICC profile with a gamma of 2.2, for gray, or for primaries near those of sRGB.
  static func profile(_ space: String) -> [UInt8] {
    func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
      Array("XYZ ".utf8) + [0, 0, 0, 0] + [x, y, z].flatMap { big(Int($0 * 65536), 4) }
    }
    let curve = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 2, 51, 0, 0]
    var tags = [("wtpt", xyz(0.9642, 1, 0.8249))]
    if space == "GRAY" {
      tags.append(("kTRC", curve))
    } else {
      tags += [("rTRC", curve), ("gTRC", curve), ("bTRC", curve)]
      tags += [
        ("rXYZ", xyz(0.4361, 0.2225, 0.0139)), ("gXYZ", xyz(0.3851, 0.7169, 0.0971)),
        ("bXYZ", xyz(0.1431, 0.0606, 0.7141)),
      ]
    }
    var table = big(tags.count, 4)
    var data: [UInt8] = []
    for (name, value) in tags {
      table += Array(name.utf8) + big(132 + 12 * tags.count + data.count, 4) + big(value.count, 4)
      data += value
    }
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: big(128 + table.count + data.count, 4))
    header.replaceSubrange(8..<12, with: [2, 0x10, 0, 0])
    header.replaceSubrange(12..<24, with: Array("mntr\(space)XYZ ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(68..<80, with: xyz(0.9642, 1, 0.8249)[8...])
    return header + table + data
  }

  /// An uncompressed TIFF of 8 × 8 pixels that are all alike; of 12 bits, two pixels fill three bytes.
  static func tiff(
    pixel: [UInt8], photometric: Int, channels: Int = 3, bits: Int = 8, profile: [UInt8] = []
  ) -> [UInt8] {
    let pixels = (0..<8 * 8 * channels * bits / 8 / pixel.count).flatMap { _ in pixel }
    let data = [UInt8](Array("MM".utf8)) + [0, 42, 0, 0, 0, 8]
    let count = 9 + (profile.isEmpty ? 0 : 1)
    let extra = 8 + 2 + 12 * count + 4
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      big(tag, 2) + big(type, 2) + big(count, 4) + value
    }
    func short(_ tag: Int, _ value: Int) -> [UInt8] { entry(tag, 3, 1, big(value, 2) + [0, 0]) }
    let depths = channels == 1 ? big(bits, 2) + [0, 0] : big(extra, 4)
    let depthBytes = channels == 1 ? [] : (0..<channels).flatMap { _ in big(bits, 2) }
    let start = extra + depthBytes.count
    var directory = big(count, 2)
    directory += short(256, 8) + short(257, 8) + entry(258, 3, channels, depths) + short(259, 1)
    directory += short(262, photometric) + entry(273, 4, 1, big(start, 4)) + short(277, channels)
    directory += short(278, 8) + entry(279, 4, 1, big(pixels.count, 4))
    if !profile.isEmpty {
      directory += entry(34675, 7, profile.count, big(start + pixels.count, 4))
    }
    return data + directory + [0, 0, 0, 0] + depthBytes + pixels + profile
  }
}
