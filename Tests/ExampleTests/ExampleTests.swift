import Foundation
import Testing
import Viewfinder
import ViewfinderTestSupport

@Suite(
  "Programs of Examples", .enabled(if: LiteRT.isPresent && PhotoDecoder.isAvailable),
  .timeLimit(.minutes(15)))
struct ExampleTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "ViewfinderMediaTests/Fixtures").path

  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "viewfinder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private static func lines(_ name: String, _ arguments: [String]) throws -> [String] {
    let outcome = try Example(name: name).run(arguments)
    try #require(outcome.status == 0, "\(outcome.error)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  @Test("LabelExample prints the three best labels", .enabled(if: Shared.isPresent))
  func label() throws {
    let lines = try Self.lines("LabelExample", [Shared.path("cases/photos/burger.jpg")])
    #expect(lines.count == 3 && lines[0].hasPrefix("cheeseburger 0."))
  }

  @Test("MLKitExample names the same photo by ML Kit's interface", .enabled(if: Shared.isPresent))
  func mlkit() throws {
    let photo = try Shared.path("cases/photos/burger.jpg")
    let lines = try Self.lines("MLKitExample", [photo])
    let expected = try BaseLabeler(
      model: .bundled(), options: .init(confidenceThreshold: 0.3)
    ).label(InputImage(contentsOf: photo))
    #expect(lines == expected.map { "\($0.text) \($0.confidence)" } && !lines.isEmpty)
  }

  @Test("CropExample writes an upright crop of each object", .enabled(if: Shared.isPresent))
  func crop() throws {
    try Self.withFolder { folder in
      let lines = try Self.lines(
        "CropExample", [Shared.path("cases/photos/cats_and_dogs.jpg"), folder])
      #expect(!lines.isEmpty)
      for (number, line) in lines.enumerated() {
        let crop = try InputImage(contentsOf: "\(folder)/object-\(number).jpg")
        #expect(line == "object-\(number).jpg: \(crop.width) × \(crop.height)")
      }
    }
  }

  @Test(
    "TrackExample tells when tracks begin and end, the same each time, and writes a copy",
    .enabled(if: Shared.isPresent && VideoReader.isAvailable))
  func track() throws {
    try Self.withFolder { folder in
      let video = try Shared.path("cases/videos/test_video.mp4")
      let runs = try (0..<2).map { number in
        try Self.lines("TrackExample", [video, "\(folder)/\(number).mp4"])
      }
      #expect(runs[0] == runs[1])
      let begins = runs[0].filter { $0.contains("begins") }
      #expect(!begins.isEmpty && runs[0].count == 2 * begins.count)
      let copy = try VideoReader(path: "\(folder)/0.mp4")
      #expect(copy.header.frameCount == (try VideoReader(path: video)).header.frameCount)
    }
  }

  @Test("ServerExample answers, turns away or cancels each of 64 requests")
  func server() throws {
    let lines = try Self.lines("ServerExample", ["\(Self.fixtures)/large-480x320.jpg"])
    let counts = lines.reduce(into: [String: Int]()) { counts, line in
      counts[String(line.prefix(3)), default: 0] += Int(line.split(separator: " ").last ?? "") ?? 0
    }
    #expect(counts.values.reduce(0, +) == 64, "\(lines)")
    #expect(Set(counts.keys).isSubset(of: ["200", "499", "503"]), "\(lines)")
    #expect(counts["499", default: 0] == 8 && counts["200", default: 0] >= 16, "\(lines)")
  }

  @Test("HostedModelExample uses the bundled model where the server does not answer")
  func hosted() throws {
    try Self.withFolder { folder in
      let bundled = try ClassifierModel.bundled().name
      let lines = try Example(name: "HostedModelExample").run(
        [
          "http://127.0.0.1:9/model.tflite", String(repeating: "0", count: 64), bundled,
          "\(Self.fixtures)/large-480x320.jpg",
        ], environment: ["XDG_CACHE_HOME": folder])
      try #require(lines.status == 0, "\(lines.error)")
      #expect(lines.output.contains("from the bundle"))
      #expect(lines.output.split(separator: "\n").count >= 4)
    }
  }

  @Test("EvaluationExample measures a COCO file", .enabled(if: Shared.isPresent))
  func evaluation() throws {
    try Self.withFolder { folder in
      // One photo with the boxes that were published for it.
      let photo = try Shared.path("cases/photos/cats_and_dogs.jpg")
      try FileManager.default.copyItem(atPath: photo, toPath: "\(folder)/pets.jpg")
      try Data(
        """
        {"images": [{"id": 1, "file_name": "pets.jpg", "width": 1200, "height": 600}],
         "categories": [{"id": 1, "name": "animal"}],
         "annotations": [
          {"id": 1, "image_id": 1, "category_id": 1, "bbox": [602, 157, 394, 447], "area": 176118,
           "iscrowd": 0},
          {"id": 2, "image_id": 1, "category_id": 1, "bbox": [54, 396, 393, 196], "area": 77028,
           "iscrowd": 0}]}
        """.utf8
      ).write(to: URL(filePath: "\(folder)/truth.json"))
      let lines = try Self.lines("EvaluationExample", ["\(folder)/truth.json", folder])
      let figures = lines.compactMap { Double($0.split(separator: " ").last ?? "") }
      #expect(figures.count == 2 && figures.allSatisfy { (0...1).contains($0) })
      #expect(try #require(figures.first) > 0.3, "\(lines)")
    }
  }

  @Test("CameraExample follows frames from memory and counts those it drops")
  func camera() throws {
    let lines = try Self.lines("CameraExample", [])
    let numbers = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers[0] > 0 && numbers[0] + numbers[1] == 60, "\(lines)")
  }
}
