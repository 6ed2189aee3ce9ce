import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Refusals", .enabled(if: PhotoDecoder.isAvailable))
struct RefusalTests {
  @Test(
    "bytes that are no photo are called what they are",
    arguments: [
      ("", "the file is empty", ViewfinderError.Code.invalidImage),
      ("<!DOCTYPE html><p>404", "an HTML page", .invalidImage),
      ("  <html>", "an HTML page", .invalidImage),
      ("<svg xmlns=", "an SVG drawing", .invalidImage),
      ("%PDF-1.7", "a PDF document", .invalidImage),
      ("\0\0\0\u{18}ftypmp42", "a video", .invalidImage),
      ("\0\0\0\u{C}JXL \r\n", "a JPEG XL picture", .unsupportedImage),
      ("version https://git-lfs.github.com", "a Git LFS pointer", .invalidImage),
      ("{\"a\": 1}", "JSON text", .invalidImage),
      ("hello", "text", .invalidImage),
      ("\0\0\0\0", "nothing but zeros", .invalidImage),
      ("\u{1}\u{2}\u{3}", "01 02 03", .invalidImage),
      ("BM is a text", "text", .invalidImage),
      ("PK\u{3}\u{4}", "a ZIP archive", .invalidImage),
    ]
  )
  func guesses(text: String, guess: String, code: ViewfinderError.Code) throws {
    let error = try #require(throws: ViewfinderError.self) {
      try PhotoDecoder().decode(bytes: Array(text.utf8), name: "x.jpg")
    }
    #expect(error.code == code)
    #expect(error.subject == "x.jpg")
    #expect(error.found.contains(guess))
    #expect(error.expected.contains("JPEG"))
  }

  @Test("a photo cut short is an error at every length", arguments: Fixture.all)
  func prefixes(name: String) throws {
    let bytes = try Fixture.bytes(name)
    #expect(throws: Never.self) { try PhotoDecoder().decode(bytes: bytes) }
    // The end of a file may hold only marks that decoders do without, or a second picture.
    let spare = ["animated.gif": 140, "two-pages.tif": 400][name] ?? 16
    for step in 0..<50 {
      let length = bytes.count * step / 50
      do throws(ViewfinderError) {
        _ = try PhotoDecoder().decode(bytes: Array(bytes[..<length]), name: name)
        #expect(length >= bytes.count - spare, "\(length) of \(bytes.count) bytes are enough")
      } catch {
        #expect(error.code == .invalidImage)
        #expect(error.subject == name)
      }
    }
  }

  @Test("damage anywhere is an error or a picture, never a crash", arguments: Fixture.all)
  func damage(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let decoder = PhotoDecoder(limits: DecodeLimits(pixels: 1 << 20))
    var outcomes = 0
    for position in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 60)) {
      var damaged = bytes
      damaged[position] ^= 0xFF
      do throws(ViewfinderError) {
        let photo = try decoder.decode(bytes: damaged)
        #expect(photo.pixels.width > 0)
      } catch {
        #expect(error.code != .notFound)
      }
      outcomes += 1
    }
    #expect(outcomes >= 50)
  }

  @Test("limits hold before anything is decoded")
  func limits() throws {
    let bytes = try Fixture.bytes("rgb.png")
    let tooManyPixels = try #require(throws: ViewfinderError.self) {
      try PhotoDecoder(limits: DecodeLimits(pixels: 48 * 32 - 1)).decode(bytes: bytes)
    }
    #expect(tooManyPixels.code == .tooLarge)
    #expect(tooManyPixels.found.contains("48 × 32"))
    #expect(throws: Never.self) {
      try PhotoDecoder(limits: DecodeLimits(pixels: 48 * 32, side: 48)).decode(bytes: bytes)
    }
    // The pixels and the file.
    let file = 48 * 32 * 3 + bytes.count
    let short = DecodeLimits(memory: file - 1)
    #expect(throws: ViewfinderError.self) { try PhotoDecoder(limits: short).decode(bytes: bytes) }
    let enough = DecodeLimits(memory: file)
    #expect(throws: Never.self) { try PhotoDecoder(limits: enough).decode(bytes: bytes) }
    for limits in [DecodeLimits(side: 47), DecodeLimits(fileBytes: bytes.count - 1)] {
      let error = try #require(throws: ViewfinderError.self) {
        try PhotoDecoder(limits: limits).decode(bytes: bytes)
      }
      #expect(error.code == .tooLarge)
    }
    let path = try Fixture.path("rgb.png")
    let tooManyBytes = try #require(throws: ViewfinderError.self) {
      try PhotoDecoder(limits: DecodeLimits(fileBytes: 50)).decode(path: path)
    }
    #expect(tooManyBytes.code == .tooLarge && tooManyBytes.subject == path)
    let pipe = TestPipe()
    pipe.feed(bytes)
    let endless = try #require(throws: ViewfinderError.self) {
      try PhotoDecoder(limits: DecodeLimits(fileBytes: 50)).decode(
        descriptor: pipe.reading,
        name: "standard input"
      )
    }
    #expect(endless.code == .tooLarge && endless.subject == "standard input")
  }

  @Test("a PNG and a GIF that claim to be huge are refused by their size")
  func bombs() throws {
    var png = try Fixture.bytes("rgb.png")
    // Width and height become 60,000; the checksum that follows no longer fits either way.
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    #expect(throws: ViewfinderError.self) { try PhotoDecoder().decode(bytes: png) }
    var gif = try Fixture.bytes("animated.gif")
    gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let error = try #require(throws: ViewfinderError.self) {
      try PhotoDecoder().decode(bytes: gif)
    }
    #expect(error.code == .tooLarge)
  }

  @Test("limits must be positive")
  func limitsMustBePositive() async {
    await #expect(processExitsWith: .failure) { _ = DecodeLimits(pixels: 0) }
  }

  @Test("a file of a few bytes does not get hundreds of megabytes unless it is asked for")
  func smallBitmap() throws {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // Runs of 8 bits that end at once.
    let side = 16_384
    let header = little(40, 4) + little(side, 4) + little(side, 4) + little(1, 2) + little(8, 2)
    let rest = little(1, 4) + little(2, 4) + little(0, 8) + little(1, 4) + little(0, 4)
    let bytes =
      Array("BM".utf8) + little(60, 4) + little(0, 4) + little(58, 4) + header + rest
      + [1, 2, 3, 0] + [0, 1]
    let error = #expect(throws: ViewfinderError.self) { try PhotoDecoder().decode(bytes: bytes) }
    #expect(error?.code == .tooLarge)
    #expect(error?.found.contains("bytes") == true)
    #expect(error?.expected.contains("300000000") == true)
  }

  @Test("what is shrunk while it is read may be larger, unless its decoder keeps all of it")
  func shrunk() throws {
    let limits = DecodeLimits(memory: 150_000)
    let bytes = try Fixture.bytes("large-480x320.jpg")
    try #require(bytes.count < 50_000)
    #expect(throws: ViewfinderError.self) { try PhotoDecoder(limits: limits).decode(bytes: bytes) }
    let photo = try PhotoDecoder(limits: limits).decode(
      bytes: bytes, need: .init(size: PixelSize(width: 50, height: 30)))
    #expect(photo.pixels.width == 120)
  }

  @Test("progressive JPEG counts what is kept until its last scan")
  func progressive() throws {
    let bytes = try Fixture.bytes("progressive.jpg")
    let limits = DecodeLimits(memory: 48 * 32 * 3 + bytes.count + 48 * 32 * 2)
    #expect(throws: ViewfinderError.self) { try PhotoDecoder(limits: limits).decode(bytes: bytes) }
  }
}
