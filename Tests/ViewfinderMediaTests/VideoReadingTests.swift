import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Reading videos", .enabled(if: VideoReader.isAvailable))
struct VideoReadingTests {
  /// A fixture and what it must give.
  struct Case: CustomTestStringConvertible {
    var name: String
    var format: PixelFormat
    var stored = (width: 64, height: 48)
    var orientation = ImageOrientation.up
    var times: [Double] = [0, 0.1, 0.2]
    /// Codecs with loss, half chroma and few colours move colours further.
    var tolerance = 12

    var testDescription: String { name }

    static let tenths = (0..<10).map { Double($0) / 10 }

    static let all = [
      Case(name: "plain.mp4", format: .i420VideoRange, times: tenths),
      Case(name: "with-sound.mp4", format: .i420VideoRange, times: tenths),
      Case(
        name: "odd-33x17.webm",
        format: .i420VideoRange,
        stored: (33, 17),
        times: [0, 0.1, 0.2, 0.3],
        tolerance: 24
      ),
      Case(name: "deep.mp4", format: .i420VideoRange),
      Case(name: "tall-chroma.mp4", format: .i422VideoRange),
      Case(name: "full-chroma.mp4", format: .i444VideoRange),
      Case(name: "motion-jpeg.avi", format: .i422FullRange),
      Case(name: "quarter-chroma.mkv", format: .i422VideoRange, times: [0, 0.1]),
      Case(name: "bottom-up.avi", format: .rgb, stored: (8, 6), times: [0, 0.1], tolerance: 0),
      Case(name: "palette.gif", format: .bgra, times: [0, 0.1], tolerance: 40),
      Case(name: "lossless-rgb.mkv", format: .bgra, times: [0, 0.1], tolerance: 0),
      Case(name: "variable-rate.mp4", format: .i420VideoRange, times: [0, 0.1, 0.3, 0.6, 0.7]),
      // No times in the file: the frame rate of the codec's header gives them.
      Case(name: "bare.h264", format: .i420VideoRange, times: [0, 0.1, 0.2, 0.3]),
      Case(
        name: "turned-90.mp4",
        format: .i420VideoRange,
        stored: (48, 64),
        orientation: .left
      ),
      Case(name: "turned-180.mp4", format: .i420VideoRange, orientation: .down),
      Case(
        name: "turned-270.mp4",
        format: .i420VideoRange,
        stored: (48, 64),
        orientation: .right
      ),
    ]
  }

  @Test("each kind gives its frames upright, in order, at their times", arguments: Case.all)
  func reads(expected: Case) throws {
    let reader = try VideoReader(path: try VideoFixture.path(expected.name))
    let header = reader.header
    #expect((header.storedWidth, header.storedHeight) == expected.stored)
    #expect(header.orientation == expected.orientation)
    let (frames, error) = reader.rest()
    #expect(error == nil)
    #expect(frames.count == expected.times.count)
    for (index, frame) in frames.enumerated() {
      #expect(frame.pixels.format == expected.format)
      #expect((frame.pixels.width, frame.pixels.height) == expected.stored)
      #expect((frame.width, frame.height) == (header.width, header.height))
      #expect(abs(frame.seconds - expected.times[index]) < 1e-9)
      // Of a variable rate, the frames that were left out leave their numbers out.
      if expected.name != "bottom-up.avi" {
        #expect(frame.number == Int((expected.times[index] * 10).rounded()))
        expectQuadrants(frame.quadrants, within: expected.tolerance)
      }
    }
  }

  @Test("rows that run upwards in the file run downwards in the frame")
  func bottomUp() throws {
    let reader = try VideoReader(path: try VideoFixture.path("bottom-up.avi"))
    let frame = try #require(try reader.next())
    // The bar covers the top left corner, two pixels wide and four high.
    let places = [(3, 1), (7, 0), (3, 5), (7, 5)]
    expectQuadrants(places.map { frame.colour($0.0, $0.1) }, within: 0)
    #expect(frame.colour(0, 0).distance(Colour(255, 255, 255)) == 0)
  }

  @Test("gray frames keep their range", arguments: ["gray.mkv", "gray-video-range.mkv"])
  func gray(name: String) throws {
    let reader = try VideoReader(path: try VideoFixture.path(name))
    let (frames, error) = reader.rest()
    #expect(error == nil)
    #expect(frames.count == 3)
    let isFull = name == "gray.mkv"
    for frame in frames {
      #expect(frame.pixels.format == (isFull ? .gray : .i420VideoRange))
      // 0.299 · 220 + 0.587 · 30 + 0.114 · 30 = 86.8, and so on; white is 255 in both.
      for (found, expected) in zip(frame.quadrants, [87, 131, 71, 197]) {
        #expect(found.distance(Colour(expected, expected, expected)) <= 2)
      }
      #expect(frame.colour(0, 1).distance(Colour(255, 255, 255)) <= 1)
    }
  }

  @Test("the header tells length, rate, codec and container")
  func header() throws {
    let header = try VideoReader(path: try VideoFixture.path("plain.mp4")).header
    #expect(header.duration == .seconds(1))
    #expect(header.frameRate == 10)
    #expect(header.frameCount == 10 && header.isFrameCountStated)
    #expect(header.codec == "h264")
    #expect(header.container.contains("mp4"))
    #expect(header.pixelFormat == "yuv420p")
    #expect(header.pixelAspectRatio == 1)
    #expect(header.timeBase == VideoTimeBase(numerator: 1, denominator: 10_240))
    let bare = try VideoReader(path: try VideoFixture.path("bare.h264")).header
    #expect(bare.duration == nil && bare.frameCount == nil)
  }

  @Test("colours come with the matrix that the file states")
  func matrix() throws {
    let reader = try VideoReader(path: try VideoFixture.path("plain.mp4"))
    #expect(try reader.next()?.pixels.colorMatrix == .bt601)
    let jpeg = try VideoReader(path: try VideoFixture.path("motion-jpeg.avi"))
    #expect(try jpeg.next()?.pixels.chromaSiting == .center)
  }

  @Test("frames outlive their reader")
  func lifetime() throws {
    var frames: [InputImage] = []
    do {
      let reader = try VideoReader(path: try VideoFixture.path("plain.mp4"))
      frames = reader.rest().frames
    }
    #expect(frames.map(\.number) == Array(0..<10))
    for frame in frames { expectQuadrants(frame.quadrants) }
  }

  @Test("any number of threads gives the same frames", arguments: [1, 2, 8])
  func threads(count: Int) throws {
    let path = try VideoFixture.path("plain.mp4")
    let reader = try VideoReader(path: path, options: .init(threads: count))
    #expect(reader.rest().frames.map(\.number) == Array(0..<10))
  }

  @Test("a sampler reads a decoder's planes")
  func sampling() throws {
    let reader = try VideoReader(path: try VideoFixture.path("turned-90.mp4"))
    let frame = try #require(try reader.next())
    var sampler = Sampler(width: 4, height: 4)
    var bytes = [UInt8](repeating: 0, count: 48)
    var span = bytes.mutableSpan
    try sampler.sample(frame.pixels, orientation: frame.orientation, into: &span)
    // Below the row with the bar: the corners of the quadrants.
    let colours = [4, 7, 12, 15].map { pixel in
      Colour(Int(bytes[pixel * 3]), Int(bytes[pixel * 3 + 1]), Int(bytes[pixel * 3 + 2]))
    }
    expectQuadrants(colours)
  }
}

@Suite("Video time")
struct VideoTimeBaseTests {
  @Test(
    "ticks become times and ticks again",
    arguments: [(1, 90_000), (1001, 30_000), (1, 10), (33_333, 1_000_000), (1, Int(Int32.max))]
  )
  func roundTrip(numerator: Int, denominator: Int) {
    let base = VideoTimeBase(numerator: numerator, denominator: denominator)
    for ticks: Int64 in [0, 1, -1, 7, 12_345, -99_999, 1 << 40, -(1 << 52)] {
      #expect(base.ticks(in: base.duration(ofTicks: ticks)) == ticks)
    }
  }

  @Test("times between ticks go to the nearest")
  func nearest() {
    let base = VideoTimeBase(numerator: 1, denominator: 10)
    #expect(base.duration(ofTicks: 3) == .milliseconds(300))
    #expect(base.ticks(in: .milliseconds(149)) == 1)
    #expect(base.ticks(in: .milliseconds(151)) == 2)
    #expect(base.ticks(in: .milliseconds(-149)) == -1)
  }
}
