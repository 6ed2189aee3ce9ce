import Foundation
import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderTestSupport
import ViewfinderVideo

/// Real videos of every kind, with what `LOG.md` beside them says of each.
@Suite("Shared videos", .enabled(if: Shared.isPresent && VideoReader.isAvailable))
struct VideoSharedCaseTests {
  /// A row of the log: what ffprobe found.
  struct Row: CustomTestStringConvertible {
    let path: String
    let codec: String
    let format: String
    let width: Int
    let height: Int
    let rotation: Int
    let frames: Int
    let gaps: ClosedRange<Int>
    var testDescription: String { path }
  }

  static let rows: [Row] = {
    guard let path = try? Shared.path("cases/LOG.md"),
      let log = try? String(contentsOfFile: path, encoding: .utf8)
    else { return [] }
    return log.split(separator: "\n").compactMap { line in
      guard let name = line.firstMatch(of: /^\| videos\/(\S+) \|/)?.1,
        let kind = line.firstMatch(of: /\| (\w+) (\w+) (\d+)x(\d+)[^|]*, (\d+) frames decoded/),
        let gaps = line.firstMatch(of: /frame gaps (\d+)-(\d+) ms/),
        let width = Int(kind.3), let height = Int(kind.4), let frames = Int(kind.5),
        let shortest = Int(gaps.1), let longest = Int(gaps.2)
      else { return nil }
      let rotation = line.firstMatch(of: /rotation (-?\d+),/).flatMap { Int($0.1) }
      return Row(
        path: String(name),
        codec: String(kind.1),
        format: String(kind.2),
        width: width,
        height: height,
        rotation: rotation ?? 0,
        frames: frames,
        gaps: shortest...longest
      )
    }
  }()

  @Test("the log is read")
  func log() {
    #expect(Self.rows.count > 15)
  }

  @Test("each video has the frames, times and turn that the log states", arguments: rows)
  func reads(row: Row) throws {
    let reader = try VideoReader(path: try Shared.path("cases/videos/\(row.path)"))
    let header = reader.header
    #expect((header.storedWidth, header.storedHeight) == (row.width, row.height))
    #expect(header.codec == row.codec && header.pixelFormat == row.format)
    #expect(header.orientation == [0: .up, -90: .right][row.rotation])
    var count = 0
    var last: Double?
    var damage: ViewfinderError?
    do throws(ViewfinderError) {
      while let frame = try reader.next() {
        count += 1
        // The damaged one loses a frame in the middle.
        if let last, row.path != "corrupted.mp4" {
          let gap = (frame.seconds - last) * 1000
          #expect(gap > Double(row.gaps.lowerBound) - 1 && gap < Double(row.gaps.upperBound) + 1)
        }
        last = frame.seconds
      }
    } catch {
      damage = error
    }
    #expect(count == row.frames)
    #expect((damage != nil) == (row.path == "corrupted.mp4"))
  }

  @Test(
    "videos without an index are refused",
    arguments: ["broken", "derived/car_truncated_no_moov"]
  )
  func refuses(name: String) throws {
    let path = try Shared.path("cases/videos/\(name).mp4")
    let error = try #require(throws: ViewfinderError.self) { try VideoReader(path: path) }
    #expect(error.code == .invalidVideo && error.found.contains("moov atom not found"))
  }

  @Test("each video cut at ten places ends in an error, and soon", arguments: rows)
  func cuts(row: Row) throws {
    let whole = try Data(
      contentsOf: URL(filePath: try Shared.path("cases/videos/\(row.path)")), options: .alwaysMapped
    )
    try VideoFixture.withFolder { folder in
      let file = folder.appending(path: "cut-\(row.path.split(separator: "/").last ?? "")")
      for step in 0..<10 {
        try whole.prefix(whole.count * (2 * step + 1) / 20).write(to: file)
        var count = 0
        let error = #expect(throws: ViewfinderError.self) {
          let reader = try VideoReader(path: file.path)
          while try reader.next() != nil { count += 1 }
        }
        #expect(error?.code == .invalidVideo)
        #expect(count <= row.frames)
      }
    }
  }

  @Test("the rotated clip shows what its upright twin shows")
  func rotatedTwin() throws {
    let turned = try VideoReader(
      path: try Shared.path("cases/videos/derived/car_display_matrix_rotated.mp4"))
    let upright = try VideoReader(
      path: try Shared.path("cases/videos/derived/car_upright_reference.mp4"))
    var sampler = Sampler(width: 48, height: 27)
    func small(_ frame: InputImage) throws -> [Float] {
      var pixels = [Float](repeating: 0, count: 48 * 27 * 3)
      var span = pixels.mutableSpan
      try sampler.sample(frame.pixels, orientation: frame.orientation, into: &span)
      return pixels
    }
    while let expected = try upright.next() {
      let found = try #require(try turned.next())
      #expect(found.time == expected.time)
      #expect((found.width, found.height) == (expected.width, expected.height))
      let differences = zip(try small(found), try small(expected)).map { abs($0 - $1) }
      // The two were encoded one by one, with losses.
      #expect(differences.reduce(0, +) / Float(differences.count) < 3)
    }
    #expect(try turned.next() == nil)
  }
}
