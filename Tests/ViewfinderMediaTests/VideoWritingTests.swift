import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Writing videos", .enabled(if: VideoReader.isAvailable))
struct VideoWritingTests {
  private static let best = VideoWriter.Options(quality: 4, threads: 1)

  /// Copies a fixture frame by frame and reads the copy.
  private static func copy(
    _ name: String, options: VideoWriter.Options = best
  ) throws -> (original: [InputImage], copy: [InputImage], header: VideoHeader) {
    try VideoFixture.withFolder { folder in
      let source = try VideoReader(path: try VideoFixture.path(name))
      let path = folder.appending(path: "copy.mp4").path
      let writer = try VideoWriter(path: path, source: source, options: options)
      let (frames, error) = source.rest()
      #expect(error == nil)
      for frame in frames { try writer.append(frame) }
      try writer.finish()
      #expect(try VideoFixture.contents(of: folder) == ["copy.mp4"])
      let reader = try VideoReader(path: path)
      let (copied, damage) = reader.rest()
      #expect(damage == nil)
      return (frames, copied, reader.header)
    }
  }

  @Test(
    "a copy has the frames of its source, upright, at their times",
    arguments: VideoReadingTests.Case.all
  )
  func copies(expected: VideoReadingTests.Case) throws {
    let (original, copy, header) = try Self.copy(expected.name)
    #expect(copy.count == original.count)
    #expect(header.orientation == .up)
    let first = try #require(original.first)
    // Encoders of 4:2:0 want even sides.
    #expect(header.storedWidth == first.width + first.width % 2)
    #expect(header.storedHeight == first.height + first.height % 2)
    for (old, new) in zip(original, copy) {
      #expect(abs(old.seconds - new.seconds) < 1e-9)
      guard expected.name != "bottom-up.avi" else { continue }
      #expect(old.number == new.number)
      for (old, new) in zip(old.quadrants, new.quadrants) {
        #expect(new.distance(old) <= 12, "\(new) is not \(old)")
      }
    }
  }

  @Test("turned videos become the upright one", arguments: [90, 180, 270])
  func turned(angle: Int) throws {
    let upright = try VideoReader(path: try VideoFixture.path("plain.mp4")).rest().frames
    let (_, copy, _) = try Self.copy("turned-\(angle).mp4")
    for (expected, found) in zip(upright, copy) {
      for y in stride(from: 0, to: 48, by: 3) {
        for x in stride(from: 0, to: 64, by: 3) {
          // Edges of the bar and the quadrants differ between two encodings.
          let isEdge = abs(x - 32) < 3 || abs(y - 24) < 3 || y < 6
          if !isEdge { #expect(found.colour(x, y).distance(expected.colour(x, y)) <= 14) }
        }
      }
    }
  }

  @Test(
    "every pixel format is written in every orientation",
    arguments: PixelFormat.allCases, ImageOrientation.allCases
  )
  func formats(format: PixelFormat, orientation: ImageOrientation) throws {
    // Upright: 32 × 16, dark left of the middle, light right of it. Chroma says nothing.
    let stored = orientation.upright(PixelSize(width: 32, height: 16))
    let isVideo = format.rawValue.hasSuffix("VideoRange")
    var bytes: [UInt8] = []
    for plane in 0..<format.planeCount {
      for y in 0..<format.rows(plane: plane, height: stored.height) {
        for column in 0..<format.bytesPerRow(plane: plane, width: stored.width) {
          guard plane == 0 else {
            bytes.append(128)
            continue
          }
          let x = column / (format.bytesPerRow(plane: 0, width: stored.width) / stored.width)
          let place = orientation.upright(
            Box(x: Double(x), y: Double(y), width: 1, height: 1),
            width: stored.width,
            height: stored.height
          )
          let isLight = place.x >= 16
          bytes.append(isVideo ? (isLight ? 188 : 59) : (isLight ? 200 : 50))
        }
      }
    }
    let pixels = try PixelBuffer(
      width: stored.width, height: stored.height, format: format, bytes: bytes)
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "out.mp4").path
      let writer = try VideoWriter(path: path, options: Self.best)
      try writer.append(pixels, orientation: orientation, at: .zero)
      try writer.append(pixels, orientation: orientation, at: .milliseconds(40))
      try writer.finish()
      let (frames, error) = try VideoReader(path: path).rest()
      #expect(error == nil && frames.count == 2)
      for frame in frames {
        #expect((frame.width, frame.height) == (32, 16))
        // 50 and 200 in full range are 59 and 188 in video range.
        #expect(frame.colour(6, 8).distance(Colour(50, 50, 50)) <= 3)
        #expect(frame.colour(25, 8).distance(Colour(200, 200, 200)) <= 3)
      }
    }
  }

  @Test("annotations are drawn upright, onto what is written alone", arguments: [0, 90, 180, 270])
  func annotations(angle: Int) throws {
    try VideoFixture.withFolder { folder in
      let name = angle == 0 ? "plain.mp4" : "turned-\(angle).mp4"
      let source = try VideoReader(path: try VideoFixture.path(name))
      let path = folder.appending(path: "out.mp4").path
      let writer = try VideoWriter(path: path, source: source, options: Self.best)
      let annotator = Annotator()
      let box = BoxAnnotation(box: Box(x: 8, y: 8, width: 40, height: 32))
      let (frames, error) = source.rest()
      #expect(error == nil)
      for frame in frames { try writer.append(frame, annotations: [box], by: annotator) }
      try writer.finish()
      let copy = try VideoReader(path: path).rest().frames
      #expect(copy.count == frames.count)
      for (old, new) in zip(frames, copy) {
        for (columns, y) in [(5...11, 16), (5...11, 32), (45...51, 16), (45...51, 32)] {
          let change = columns.map { new.colour($0, y).distance(old.colour($0, y)) }.max() ?? 0
          #expect(change > 60, "there is no line at \(columns), \(y)")
        }
        // Inside and outside the box, all is as it was.
        for (x, y) in [(20, 20), (58, 20), (58, 44)] {
          #expect(new.colour(x, y).distance(old.colour(x, y)) <= 14)
        }
      }
    }
  }

  @Test("annotations follow frames that are brought to the first one's size")
  func scaledAnnotations() throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "out.mp4").path
      let writer = try VideoWriter(path: path, options: Self.best)
      let annotator = Annotator()
      for (index, side) in [64, 128].enumerated() {
        let pixels = try PixelBuffer(
          width: side, height: side, format: .gray,
          bytes: [UInt8](repeating: 100, count: side * side))
        let frame = InputImage(pixels, time: .milliseconds(100 * index))
        let share = Double(side) / 4
        let box = Box(x: share, y: share, width: 2 * share, height: 2 * share)
        try writer.append(
          frame, annotations: [BoxAnnotation(box: box, colorKey: .id(0))], by: annotator)
      }
      try writer.finish()
      let frames = try VideoReader(path: path).rest().frames
      #expect(frames.count == 2)
      for frame in frames {
        let gray = Colour(100, 100, 100)
        #expect(frame.colour(16, 32).distance(gray) > 25)
        #expect(frame.colour(48, 32).distance(gray) > 25)
        #expect(frame.colour(32, 32).distance(gray) <= 8)
        #expect(frame.colour(6, 32).distance(gray) <= 8)
      }
    }
  }

  @Test("odd sides repeat their last column and row")
  func odd() throws {
    let (original, copy, _) = try Self.copy("odd-33x17.webm")
    for (old, new) in zip(original, copy) {
      #expect((new.width, new.height) == (34, 18))
      #expect(new.colour(33, 17).distance(old.colour(32, 16)) <= 12)
      #expect(new.colour(33, 2).distance(old.colour(32, 2)) <= 12)
    }
  }

  @Test("frames of another size are brought to the first one's")
  func sizes() throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "out.mp4").path
      let writer = try VideoWriter(path: path, options: Self.best)
      for (index, side) in [16, 64, 7].enumerated() {
        let shade = UInt8(60 + 60 * index)
        let pixels = try PixelBuffer(
          width: side, height: side, format: .gray,
          bytes: [UInt8](repeating: shade, count: side * side))
        try writer.append(pixels, at: .milliseconds(100 * index))
      }
      try writer.finish()
      let frames = try VideoReader(path: path).rest().frames
      #expect(frames.map(\.width) == [16, 16, 16])
      for (frame, shade) in zip(frames, [60, 120, 180]) {
        #expect(frame.colour(8, 8).distance(Colour(shade, shade, shade)) <= 3)
      }
    }
  }

  @Test("an odd row of colours ends in its own colour", arguments: [1, 3, 21, 33])
  func oddColours(width: Int) throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "odd.mp4").path
      let writer = try VideoWriter(path: path, options: Self.best)
      // The padding behind each row is of another colour, and must not be seen.
      var row: [UInt8] = []
      for _ in 0..<width { row += [220, 30, 30] }
      row += [0, 255, 0, 0, 255, 0]
      let pixels = try PixelBuffer(
        width: width, height: 3, format: .rgb, bytes: row + row + row,
        bytesPerRow: row.count)
      try writer.append(pixels, at: .zero)
      try writer.finish()
      let frame = try #require(try VideoReader(path: path).next())
      #expect((frame.width, frame.height) == (width + 1, 4))
      for place in [(0, 0), (width - 1, 1), (width, 2), (width, 3)] {
        #expect(frame.colour(place.0, place.1).distance(Fixture.red) <= 12)
      }
    }
  }

  @Test("the smallest picture is a video")
  func smallest() throws {
    try VideoFixture.withFolder { folder in
      let path = folder.appending(path: "dot.mp4").path
      let writer = try VideoWriter(path: path, options: Self.best)
      try writer.append(
        PixelBuffer(width: 1, height: 1, format: .rgb, bytes: [255, 255, 255]), at: .zero)
      try writer.finish()
      let frame = try #require(try VideoReader(path: path).next())
      #expect((frame.width, frame.height) == (2, 2))
      #expect(frame.colour(1, 1).distance(Colour(255, 255, 255)) <= 6)
    }
  }

  @Test("sound is copied when it may be", arguments: [true, false])
  func sound(isCopied: Bool) throws {
    try VideoFixture.withFolder { folder in
      let source = try VideoReader(path: try VideoFixture.path("with-sound.mp4"))
      let path = folder.appending(path: "out.mp4").path
      let writer = try VideoWriter(
        path: path, source: source, options: .init(copiesSound: isCopied))
      while let frame = try source.next() { try writer.append(frame) }
      try writer.finish()
      let bytes = try Data(contentsOf: URL(filePath: path))
      // The sample entry of AAC.
      #expect((bytes.range(of: Data("mp4a".utf8)) != nil) == isCopied)
      let (frames, error) = try VideoReader(path: path).rest()
      #expect(error == nil && frames.map(\.number) == Array(0..<10))
      // The index stands in front of the data.
      let index = try #require(bytes.range(of: Data("moov".utf8)))
      let data = try #require(bytes.range(of: Data("mdat".utf8)))
      #expect(index.lowerBound < data.lowerBound)
    }
  }
}
