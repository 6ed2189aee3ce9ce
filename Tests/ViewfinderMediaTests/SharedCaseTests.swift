import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderTestSupport
import ViewfinderVideo

/// Real photos of every kind, with what `LOG.md` beside them says of each.
@Suite("Shared photos", .enabled(if: Shared.isPresent && PhotoDecoder.isAvailable))
struct SharedCaseTests {
  /// A row of the log: the size and the EXIF number that another decoder found.
  struct Row: CustomTestStringConvertible {
    let path: String
    let width: Int
    let height: Int
    let orientation: Int
    var testDescription: String { path }
  }

  /// Files that must be refused, and with which code.
  static let refused: [String: ViewfinderError.Code] = [
    "corrupted/broken_data_stream.png": .invalidImage,
    "corrupted/cats_and_dogs_half.jpg": .invalidImage,
    "corrupted/corrupt-header.jpg": .invalidImage,
    "corrupted/html_renamed.jpg": .invalidImage,
    "corrupted/truncated.jpg": .invalidImage,
    "corrupted/truncated.png": .invalidImage,
    "corrupted/zero_length.jpg": .invalidImage,
    "gif/decompression_bomb.gif": .invalidImage,
    "heic/IllegalArgumentException.HeifReader.processBoxes.heif": .invalidImage,
    "heic/corrupted.heic": .invalidImage,
    "heic/truncated.heic": .invalidImage,
    "jpeg/giant-image.jpg": .tooLarge,
    "jpeg/monkey12.jpg": .unsupportedImage,
    // The file has headers and not one coded pixel.
    "jpeg/ultrahdr.jpg": .invalidImage,
    "png/65536-uint32-limit.png": .tooLarge,
    "png/badcrc.png": .invalidImage,
  ]

  static let rows: [Row] = {
    guard let path = try? Shared.path("cases/LOG.md"),
      let log = try? String(contentsOfFile: path, encoding: .utf8)
    else { return [] }
    return log.split(separator: "\n").compactMap { line in
      guard let name = line.firstMatch(of: /^\| images\/(\S+) \|/)?.1,
        refused[String(name)] == nil,
        let size = line.firstMatch(of: /(?:JPEG|PNG|WEBP|AVIF|HEIF|GIF|BMP|TIFF|MPO) (\d+)x(\d+)/),
        let width = Int(size.1), let height = Int(size.2)
      else { return nil }
      let orientation = line.firstMatch(of: /EXIF-orientation (\d)/).flatMap { Int($0.1) }
      return Row(
        path: String(name),
        width: width,
        height: height,
        orientation: orientation ?? 1
      )
    }
  }()

  @Test("the log is read")
  func log() {
    #expect(Self.rows.count > 90)
  }

  @Test("each file has the size and orientation that the log states", arguments: rows)
  func decodes(row: Row) throws {
    let path = try Shared.path("cases/images/\(row.path)")
    let photo = try PhotoDecoder().decode(path: path)
    let header = try PhotoDecoder().readHeader(path: path)
    #expect((photo.pixels.width, photo.pixels.height) == (header.storedWidth, header.storedHeight))
    let size =
      switch header.format {
      // The log counts turns of these formats like EXIF; here they are applied while decoding.
      case .avif:
        (row.orientation < 5 ? row.width : row.height, row.orientation < 5 ? row.height : row.width)
      // The log has the upright size.
      case .tiff, .heic: (row.width, row.height)
      default: row.orientation < 5 ? (row.width, row.height) : (row.height, row.width)
      }
    #expect((photo.width, photo.height) == size)
    let isTurnedAlready = header.format == .avif || header.format == .heic
    #expect(photo.orientation.rawValue == (isTurnedAlready ? 1 : row.orientation))
  }

  @Test("each file is also decoded small", arguments: rows)
  func decodesSmall(row: Row) throws {
    let path = try Shared.path("cases/images/\(row.path)")
    let photo = try PhotoDecoder().decode(
      path: path, need: .init(size: PixelSize(width: 224, height: 224)))
    let whole = try PhotoDecoder().readHeader(path: path)
    #expect(photo.pixels.width >= min(224, whole.storedWidth))
    #expect(photo.pixels.height >= min(224, whole.storedHeight))
    #expect(min(photo.pixels.width, photo.pixels.height) < 900)
  }

  @Test("each bad file is refused with its code", arguments: Self.refused.keys.sorted())
  func refuses(name: String) throws {
    let path = try Shared.path("cases/images/\(name)")
    let error = try #require(throws: ViewfinderError.self) { try PhotoDecoder().decode(path: path) }
    #expect(error.code == Self.refused[name])
    #expect(error.subject == path)
  }

  @Test(
    "every prefix is an error or a picture",
    arguments: [
      "jpeg/cat.jpg", "png/toucan.png", "webp/flower.webp", "heic/cheers_1440x960.heic",
      "tiff/hopper_jpg.tif", "gif/transparent.gif", "bmp/pal8rle.bmp",
    ]
  )
  func prefixes(name: String) throws {
    let path = try Shared.path("cases/images/\(name)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for step in 0..<50 {
      let part = Array(bytes[..<(bytes.count * step / 50)])
      do throws(ViewfinderError) {
        let photo = try PhotoDecoder().decode(bytes: part)
        #expect(step >= 48, "step \(step) gave \(photo.width) × \(photo.height) pixels")
      } catch {
        #expect(error.code == .invalidImage)
      }
    }
  }
}
