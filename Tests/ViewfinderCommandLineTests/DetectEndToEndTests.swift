import Foundation
import Testing
import ViewfinderTestSupport

@Suite("Detecting", .serialized, .enabled(if: Program.canLabel))
struct DetectingTests {
  private static let ssd =
    "cases/models/tflite_support/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"

  private struct Line: Decodable {
    struct Object: Decodable {
      struct Frame: Decodable { let x, y, width, height: Double }
      struct Label: Decodable {
        let index: Int
        let text: String
        let confidence: Float
      }
      let frame: Frame
      let confidence: Float
      let trackingID: Int?
      let labels: [Label]

      func overlap(_ box: [Double]) -> Double {
        let width = min(frame.x + frame.width, box[0] + box[2]) - max(frame.x, box[0])
        let height = min(frame.y + frame.height, box[1] + box[3]) - max(frame.y, box[1])
        let common = max(0, width) * max(0, height)
        return common / (frame.width * frame.height + box[2] * box[3] - common)
      }
    }
    let source: String
    let width: Int
    let height: Int
    let objects: [Object]
    let annotated: String?
  }

  private func photo(_ name: String) throws -> String { try Shared.path("cases/photos/\(name)") }

  private func lines(_ run: ChildProcess) throws -> [Line] {
    try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func detect(_ arguments: [String], detector: String? = nil) throws -> [Line] {
    let model = try detector.map { ["--detector", try Shared.path($0)] } ?? []
    let run = try Program.run(["detect", "--json"] + model + arguments)
    #expect(run.status == 0, "\(run.error)")
    return try lines(run)
  }

  /// Google's engines differ by up to 27 pixels and 0.06; this spans both.
  @Test("gives the known answers, with class names")
  func known() throws {
    let arguments = ["--classify", "-n", "10", "--object-threshold", "0.45"]
    let line = try detect(arguments + [photo("cats_and_dogs.jpg")], detector: Self.ssd)[0]
    #expect(line.width == 1200 && line.height == 600)
    for (box, scores) in [
      ([54, 396, 393, 196], 0.54...0.74), ([602, 157, 394, 447], 0.5...0.75),
      ([260, 394, 180, 209], 0.45...0.62),
    ] as [([Double], ClosedRange<Float>)] {
      let best = try #require(line.objects.max { $0.overlap(box) < $1.overlap(box) })
      #expect(best.overlap(box) > 0.85)
      #expect(scores.contains(best.confidence))
      #expect(best.labels.map(\.text) == ["cat"])
      #expect(best.trackingID == nil)
    }
  }

  @Test("finds one object, up to five, or as many as asked for")
  func counts() throws {
    let photo = try photo("coffee.jpg")
    let threshold = ["--object-threshold", "0.05", photo]
    #expect(try detect(threshold, detector: Self.ssd)[0].objects.count == 1)
    #expect(try detect(["--multiple"] + threshold, detector: Self.ssd)[0].objects.count == 5)
    #expect(try detect(["-n", "8"] + threshold, detector: Self.ssd)[0].objects.count == 8)
    // ML Kit's way: none is reported when none is sure enough.
    let none = try detect(["--object-threshold", "1", photo], detector: Self.ssd)
    #expect(none[0].objects.isEmpty)
  }

  @Test("labels objects by coarse category, by a classifier, or not at all")
  func labels() throws {
    let burger = try photo("burger.jpg")
    #expect(try detect([burger])[0].objects[0].labels.isEmpty)
    let food = try #require(try detect(["--classify", burger])[0].objects[0].labels.first)
    #expect(food.index == 2 && food.text == "Food")
    #expect(
      try detect(["--classify", "--threshold", "1", burger])[0].objects[0].labels.isEmpty)
    let model = try Shared.path(Program.model)
    let named = try detect(["--model", model, "--max-labels", "2", burger])[0].objects[0].labels
    #expect(named.count == 2)
    #expect(named[0].text == "cheeseburger" && named[0].index == 934)
  }

  @Test("gives frames in upright pixels of the full size, however the picture is stored")
  func frames() throws {
    // 1200 × 600; the other one is stored upside down, and says so with --orientation.
    let upright = try detect(["--multiple", photo("cats_and_dogs.jpg")], detector: Self.ssd)[0]
    let turned = try detect(
      ["--multiple", "--orientation", "3", photo("cats_and_dogs_rotation180.jpg")],
      detector: Self.ssd)[0]
    #expect(turned.width == 1200 && turned.height == 600)
    for object in upright.objects.filter({ $0.confidence > 0.55 }) {
      let frame = object.frame
      let box = [frame.x, frame.y, frame.width, frame.height]
      #expect(turned.objects.contains { $0.overlap(box) > 0.8 })
    }
  }

  @Test("sees the same object in all eight ways to store a picture")
  func orientations() throws {
    let names = (1...8).map { "cases/images/exif_orientation/landscape_\($0).jpg" }
    let found = try detect(["--object-threshold", "0.3"] + names.map { try Shared.path($0) })
    #expect(found.count == 8)
    let first = try #require(found.first?.objects.first).frame
    let box = [first.x, first.y, first.width, first.height]
    for line in found {
      #expect(line.width == 600 && line.height == 450)
      // The localizer sees squashed and shrunk JPEGs, each a little different.
      #expect(try #require(line.objects.first).overlap(box) > 0.7, "\(line.source)")
    }
  }

  @Test("draws copies that do not collide, and never overwrites an input")
  func drawings() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["a/burger.jpg", "b/burger.jpg", "out/pets.jpg"] {
      let target = folder.path + "/" + name
      try manager.createDirectory(
        atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let source = name.contains("pets") ? "pets.jpg" : "burger.jpg"
      try manager.copyItem(atPath: photo(source), toPath: target)
    }
    let out = folder.path + "/out"
    let inputs = try [
      folder.path + "/a", folder.path + "/b/burger.jpg", photo("cat.bmp"), photo("pets.jpg"),
      out + "/pets.jpg",
    ]
    let before = try Data(contentsOf: URL(fileURLWithPath: out + "/pets.jpg"))
    let run = try Program.run(["detect", "--json", "--annotate", out, "--multiple"] + inputs)
    #expect(run.status == 73)
    let output = run.output.split(separator: "\n")
    #expect(output.count == 5)
    let good = try output.prefix(3).map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(
      good.map(\.annotated) == [out + "/burger.jpg", out + "/burger-2.jpg", out + "/cat.png"])
    for line in good {
      let path = try #require(line.annotated)
      #expect(path != line.source && manager.fileExists(atPath: path))
    }
    // The fourth would overwrite the fifth, which comes later; that one itself becomes pets-2.
    #expect(output[3].contains(#""code":"cannotWrite""#))
    #expect(output[4].contains("pets-2.jpg"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: out + "/pets.jpg")) == before)
    let again = try detect(["--orientation", "1", good[0].annotated ?? ""])
    #expect(again[0].width == good[0].width && again[0].height == good[0].height)
  }

  @Test("never overwrites a file when inputs come from a list that is read once")
  func drawingsFromList() throws {
    let folder = try TemporaryFolder(["out/burger.jpg"])
    let run = try Program.run(
      ["detect", "--annotate", folder.path + "/out", "@-"],
      input: Data((try photo("burger.jpg") + "\n").utf8))
    #expect(run.status == 73)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/out/burger.jpg")).isEmpty)
  }

  @Test("says at once that a folder for drawings cannot be made")
  func unwritableFolder() throws {
    let folder = try TemporaryFolder(["file"])
    let burger = try photo("burger.jpg")
    let run = try Program.run(["detect", "--annotate", folder.path + "/file/x", burger])
    #expect(run.status == 73)
    #expect(run.output.isEmpty)
    #expect(run.error.contains("the folder cannot be made"))
  }

  @Test(
    "refuses what is no detector with what was found",
    arguments: [
      ("mlkit/bird.tflite", 65), ("tflite_support/deeplabv3.tflite", 65),
      ("broken/empty.tflite", 65), ("broken/html_404.tflite", 65),
      ("broken/truncated_half.tflite", 65), ("broken/wrong_identifier.tflite", 65),
      ("odd/split_concat.tflite", 65), ("odd/person_detect.tflite", 65),
      ("odd/simple_add_dynamic_shape.tflite", 65), ("odd/movie_review_text.tflite", 65),
      ("gone.tflite", 66),
    ] as [(String, Int32)])
  func refused(_ model: String, _ status: Int32) throws {
    let burger = try photo("burger.jpg")
    let path = try Shared.path("cases/models/\(model)")
    let run = try Program.run(["detect", "--detector", path, burger])
    #expect(run.status == status, "\(run.error)")
    #expect(run.output.isEmpty)
    #expect(run.error.contains(path))
  }

  @Test("labels that are too few for an SSD's classes are refused, more are taken")
  func labelCount() throws {
    let folder = try TemporaryFolder()
    for (count, status) in [(89, 65), (90, 0), (91, 0)] as [(Int, Int32)] {
      try folder.write(
        (0..<count).map { "thing \($0)\n" }.joined(), to: "labels.txt")
      let run = try Program.run([
        "detect", "--detector", try Shared.path(Self.ssd), "--classify", "--labels",
        folder.path + "/labels.txt", try photo("burger.jpg"),
      ])
      #expect(run.status == status, "\(run.error)")
      if status == 65 {
        #expect(run.error.contains("89 labels") && run.error.contains("90 at least"))
      }
    }
  }

  @Test("a missing picture is called missing, whatever its name")
  func missingForCOCO() throws {
    let run = try Program.run(["detect", "--format", "coco", "/nowhere/picture.jpg"])
    #expect(run.status == 66, "\(run.error)")
    #expect(run.error.contains("/nowhere/picture.jpg") && !run.error.contains("number"))
  }

  @Test("measures a detector as COCO results of the same detector are measured")
  func evaluation() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder.path + "/images", withIntermediateDirectories: true)
    for name in ["pets.jpg", "burger.jpg"] {
      try manager.copyItem(atPath: photo(name), toPath: folder.path + "/images/" + name)
    }
    let annotations = folder.path + "/coco.json"
    try folder.write(
      """
      {"images":[{"id":1,"file_name":"pets.jpg","width":512,"height":430},
      {"id":2,"file_name":"burger.jpg","width":480,"height":325}],
      "categories":[{"id":18,"name":"dog"},{"id":54,"name":"sandwich"}],"annotations":[
      {"image_id":1,"category_id":18,"bbox":[118,48,131,246]},
      {"image_id":1,"category_id":18,"bbox":[346,162,147,207]},
      {"image_id":2,"category_id":54,"bbox":[20,10,440,300]}]}
      """, to: "coco.json")
    let detector = ["-d", try Shared.path(Self.ssd)]
    let images = folder.path + "/images"
    let direct = try Program.run(
      ["evaluate", "detection", "--json", "--annotations", annotations, "--images", images]
        + detector)
    #expect(direct.status == 0, "\(direct.error)")
    let results = try Program.run(
      [
        "detect", "--format", "coco", "--classify", "-n", "100", "--object-threshold", "0.01",
        "--annotations", annotations, images,
      ] + detector)
    try folder.write(results.output, to: "results.json")
    let indirect = try Program.run([
      "evaluate", "detection", "--json", "--annotations", annotations, "--results",
      folder.path + "/results.json",
    ])
    let figures = try [direct, indirect].map { run in
      let text = run.output
      let start = try #require(text.range(of: #""anyKind""#))
      let end = try #require(text.range(of: #""ranked""#))
      return text[start.lowerBound..<end.lowerBound]
    }
    #expect(figures[0] == figures[1])
    #expect(direct.output.contains(#""name":"dog","objects":2,"AP":"#))

    // The same two dogs as YOLO labels.
    try folder.write(
      "0 0.3583984 0.397674 0.255859 0.572093\n0 0.8193359 0.6174419 0.2871094 0.4813953\n",
      to: "labels/pets.txt")
    try folder.write("dog\nsandwich\n", to: "labels/classes.txt")
    let yolo = try Program.run(
      [
        "evaluate", "detection", "--annotations", folder.path + "/labels", "--images", images,
      ] + detector)
    #expect(yolo.status == 0, "\(yolo.error)")
    #expect(yolo.output.contains("2 pictures, 2 objects"))
    #expect(yolo.output.contains(#/\n  dog +[01]\.\d{4}  1\.0000 /#))

    // A picture that cannot be opened is left out, and told.
    try Data("no picture".utf8).write(to: URL(filePath: images + "/broken.jpg"))
    let broken = try Program.run(
      [
        "evaluate", "detection", "--annotations", folder.path + "/labels", "--images", images,
      ] + detector)
    #expect(broken.status == 65 && broken.error.contains("broken.jpg"))
    #expect(broken.output.contains(#/\n  dog +[01]\.\d{4}  1\.0000 /#))
    try manager.removeItem(atPath: images + "/broken.jpg")

    // A picture of another size than annotated is left out, and told.
    try manager.removeItem(atPath: images + "/burger.jpg")
    try manager.copyItem(atPath: photo("cat.jpg"), toPath: images + "/burger.jpg")
    let wrong = try Program.run(
      ["evaluate", "detection", "--json", "--annotations", annotations, "--images", images]
        + detector)
    #expect(wrong.status == 65)
    #expect(wrong.error.contains("expected 480 × 325 as annotated"))
    #expect(wrong.output.contains(#""pictures":1,"leftOut":1,"#))
  }

  @Test("looks at every shared photo, whatever it is", .timeLimit(.minutes(15)))
  func all() throws {
    let folders = try [Shared.path("cases/photos"), Shared.path("cases/images")]
    let run = try Program.run(
      ["detect", "--json", "--recursive", "--multiple", "--object-threshold", "0.2"] + folders)
    #expect(run.status == 65)
    let output = run.output.split(separator: "\n")
    #expect(output.count > 100)
    for line in output where !line.contains(#""error":{"#) {
      let answer = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      #expect(answer.objects.count <= 5)
      for object in answer.objects {
        let frame = object.frame
        #expect(frame.x >= 0 && frame.y >= 0 && frame.width > 0 && frame.height > 0)
        #expect(frame.x + frame.width <= Double(answer.width) + 0.01)
        #expect(frame.y + frame.height <= Double(answer.height) + 0.01)
        #expect((0.2...1).contains(object.confidence))
      }
    }
  }
}
