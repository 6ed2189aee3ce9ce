import Foundation
import Testing
import ViewfinderCore
import ViewfinderPixels

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderVideo

@Suite("Text of labels")
struct LabelTextTests {
  @Test(
    "text becomes one clean line",
    arguments: [
      ("", ""), ("cat", "cat"), ("  a \t\r\n b  ", "a b"), ("a\u{0}b\u{1B}[31mc", "ab[31mc"),
      ("a\u{202E}b\u{2066}c\u{FEFF}\u{200B}d", "abcd"), ("a\u{2028}b", "a b"), ("子犬", "子犬"),
      ("👩\u{200D}🔬", "👩\u{200D}🔬"), ("e\u{301}", "e\u{301}"), ("\u{FFFC}\u{E000}x", "x"),
      ("<b>&amp;</b>", "<b>&amp;</b>"),
    ]
  )
  func cleaning(text: String, expected: String) {
    #expect(LabelText.cleaned(text) == expected)
  }

  @Test("long text is cut, and endless text is not read to its end")
  func length() {
    let long = LabelText.cleaned(String(repeating: "ab", count: 200))
    #expect(long.count == LabelText.limit + 1 && long.hasSuffix("…"))
    #expect(LabelText.cleaned(String(repeating: "\u{7}", count: 1 << 20)).isEmpty)
    // A letter with a tower of marks is one character, and is cut all the same.
    let tower = LabelText.cleaned("a" + String(repeating: "\u{301}", count: 100_000))
    #expect(tower.unicodeScalars.count <= LabelText.limit + 1)
  }
}

@Suite("Rendered text", .enabled(if: Text.isAvailable))
struct TextRenderingTests {
  private static func render(
    _ text: String,
    size: Int = 20,
    weight: TextRenderer.Weight = .regular,
    limit: Int? = nil
  ) throws -> TextMask {
    try TextRenderer.render(text, weight: weight, size: size, limit: limit)
  }

  @Test("capitals stand on the baseline and have their height")
  func geometry() throws {
    for size in [12, 20, 60] {
      let mask = try Self.render("HEL", size: size)
      #expect(abs(mask.top + mask.mask.height) <= 1)
      #expect(abs(Double(mask.mask.height) - 0.73 * Double(size)) < 1.5)
      #expect(mask.advance >= mask.mask.width && mask.left >= 0)
      #expect(mask.mask.bytes.contains(255) && mask.mask.bytes.contains(0))
    }
  }

  @Test("letters with descenders, and of other scripts, share the baseline")
  func baseline() throws {
    let plain = try Self.render("ax")
    for text in ["axg", "axg子", "ax é", "axjÅ"] {
      let mask = try Self.render(text)
      #expect(mask.top <= plain.top)
      #expect(mask.top + mask.mask.height >= plain.top + plain.mask.height)
      // The first letter's ink lies on the same rows.
      let rows = { (mask: TextMask) in
        (-12..<0).map { row in
          (0..<6).contains { column in
            let y = row - mask.top
            guard y >= 0, y < mask.mask.height else { return false }
            return mask.mask.bytes[y * mask.mask.width + column] > 128
          }
        }
      }
      #expect(rows(mask) == rows(plain), "\(text)")
    }
  }

  @Test("markup is drawn as it is written")
  func markup() throws {
    #expect(try Self.render("<b>x</b>").advance > 3 * Self.render("x").advance)
    #expect(try Self.render("&amp;").advance > 2 * Self.render("&").advance)
    #expect(try Self.render("<b", limit: 500).mask.bytes.contains { $0 > 200 })
    #expect(try Self.render("&#0; %s %n \\").mask.bytes.contains { $0 > 200 })
  }

  @Test("bold is heavier")
  func weight() throws {
    let ink = { (mask: TextMask) in mask.mask.bytes.reduce(0) { $0 + Int($1) } }
    #expect(try ink(Self.render("dog", weight: .bold)) * 5 > ink(Self.render("dog")) * 6)
  }

  @Test(
    "every script and sign gives ink, if only a box for a missing letter",
    arguments: ["日本語", "🐶", "👩‍🔬🏳️‍🌈", "ไทย", "हिन्दी", "العربية", "\u{10FFFD}", "𓂀", "ﷺ"]
  )
  func scripts(text: String) throws {
    let mask = try Self.render(text)
    #expect(mask.advance > 0 && mask.mask.bytes.contains { $0 > 0 })
    #expect(mask.mask.bytes.count == mask.mask.width * mask.mask.height)
  }

  @Test("blank text has a width and no ink")
  func blank() throws {
    let space = try Self.render(" ")
    #expect(space.advance > 0 && space.mask.bytes.isEmpty)
    #expect(try Self.render("").advance == 0)
  }

  @Test("long text ends in an ellipsis within the limit")
  func ellipsis() throws {
    let text = String(repeating: "word ", count: 30)
    for limit in [30, 100, 333] {
      let mask = try Self.render(text, limit: limit)
      #expect(mask.advance <= limit && mask.advance > limit - 40)
      #expect(mask.mask.width <= limit + 2)
    }
    #expect(try Self.render("short", limit: 500) == Self.render("short"))
  }

  @Test("stacked marks do not grow without end")
  func tower() throws {
    let mask = try Self.render("a" + String(repeating: "\u{301}", count: 150))
    #expect(mask.mask.height <= 80)
  }

  @Test("the cache gives the same masks, and keeps a bounded number of bytes")
  func cache() throws {
    let cache = TextCache(capacity: 20_000)
    for round in 0..<3 {
      for number in 0..<200 {
        let key = TextCache.Key(text: "#\(number)", weight: .regular, size: 16, limit: nil)
        let mask = try cache.mask(for: key)
        if number % 50 == round { #expect(try mask == Self.render("#\(number)", size: 16)) }
        #expect(cache.byteCount <= 40_000)
      }
    }
    #expect(cache.byteCount > 10_000)
    // One that is larger than all the room is made and not kept.
    let huge = TextCache.Key(text: "WWWWWWWW", weight: .bold, size: 200, limit: nil)
    #expect(try cache.mask(for: huge).mask.bytes.count > 20_000)
    #expect(cache.byteCount <= 40_000)
  }

  @Test("many threads draw at once, with the same result")
  func concurrency() async throws {
    let annotator = Annotator()
    let wanted = try Text.sample(Annotator())
    await withTaskGroup(of: [UInt8]?.self) { group in
      for _ in 0..<16 { group.addTask { try? Text.sample(annotator) } }
      for await bytes in group { #expect(bytes == wanted) }
    }
  }

  #if os(Linux)
    @Test("a machine without a font says so, and draws boxes all the same")
    func noFont() async {
      await #expect(processExitsWith: .success) {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("<fontconfig><dir>/nowhere</dir></fontconfig>".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        setenv("FONTCONFIG_FILE", file.path, 1)
        let error = try #require(throws: ViewfinderError.self) { try Annotator.prepare() }
        #expect(error.code == .unavailable && error.found.contains("no font"))
        #expect(error.remedy.contains("fonts-dejavu-core"))
        var canvas = try RGBPixels(40, 30, Colour(128, 128, 128))
        let before = canvas.bytes
        let frame = Box(x: 5, y: 5, width: 20, height: 20)
        #expect(throws: ViewfinderError.self) {
          try Annotator().draw([BoxAnnotation(box: frame, text: "x")], on: &canvas)
        }
        #expect(canvas.bytes == before)
        try Annotator().draw([BoxAnnotation(box: frame)], on: &canvas)
        #expect(canvas.bytes != before)
      }
    }
  #endif
}

enum Text {
  static var isAvailable: Bool {
    do {
      try Annotator.prepare()
      return true
    } catch {
      return false
    }
  }

  static func sample(_ annotator: Annotator) throws -> [UInt8] {
    var canvas = try RGBPixels(200, 150, Colour(90, 100, 110))
    let annotations = (0..<4).map {
      BoxAnnotation(
        box: Box(x: Double($0) * 40, y: 40, width: 60, height: 60),
        text: "label \($0)",
        confidence: 0.25 * Float($0),
        trackingID: $0
      )
    }
    try annotator.draw(annotations, on: &canvas)
    return canvas.bytes
  }
}
