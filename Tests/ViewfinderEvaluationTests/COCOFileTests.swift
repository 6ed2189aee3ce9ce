import Foundation
import Testing
import ViewfinderCore
import ViewfinderEvaluation

@Suite("COCO files")
struct COCOFileTests {
  private static let start = #"{"images":[{"id":1}],"categories":[{"id":0}],"annotations":"#

  @Test("optional keys may be missing, and flags may be written either way")
  func leastFile() throws {
    let text =
      Self.start
      + #"[{"image_id":1,"category_id":0,"bbox":[0,0,2,3]},"#
      + #"{"image_id":1,"category_id":0,"bbox":[0,0,2,3],"area":5,"iscrowd":true,"#
      + #""segmentation":{"size":[9,9],"counts":"abc"}},"#
      + #"{"image_id":1,"category_id":0,"bbox":[0,0,2,3],"iscrowd":1}]}"#
    let truth = try DetectionGroundTruth(cocoJSON: Array(text.utf8), name: "least")
    #expect(truth.objects.map(\.area) == [6, 5, 6])
    #expect(truth.objects.map(\.isCrowd) == [false, true, true])
    #expect(truth.categories.first?.name == "0")
    #expect(truth.images.first?.width == nil)
  }

  @Test(
    "bad annotation files are refused with the key and the entry",
    arguments: [
      ("", "t", "not JSON"),
      ("nonsense", "t", "not JSON"),
      (#"[1,2]"#, "t", "an object"),
      (#"{"images":[],"categories":[]}"#, "t", "'annotations'"),
      (#"{"images":[]}"#, "t", "'categories'"),
      (start + #"[{"image_id":1,"category_id":0}]}"#, "t: annotations[0]", "'bbox'"),
      (
        start + #"[{"image_id":1,"category_id":0,"bbox":[1,2,3]}]}"#, "t: annotations[0].bbox",
        "3 numbers"
      ),
      (
        start + #"[{"image_id":1,"category_id":0,"bbox":[1,2,3,-4]}]}"#, "t: annotations[0]",
        "height -4.0"
      ),
      (
        start + #"[{"image_id":1,"category_id":0,"bbox":[1,2,3,1e999]}]}"#,
        "t: annotations[0].bbox", "does not fit"
      ),
      (
        start + #"[{"image_id":1,"category_id":0,"bbox":[1,2,3,NaN]}]}"#, "t", "not JSON"
      ),
      (
        start + #"[{"image_id":1e30,"category_id":0,"bbox":[1,2,3,4]}]}"#,
        "t: annotations[0].image_id", "does not fit"
      ),
      (
        start + #"[{"image_id":"1","category_id":0,"bbox":[1,2,3,4]}]}"#,
        "t: annotations[0].image_id", "another type"
      ),
      (
        start + #"[{"image_id":2,"category_id":0,"bbox":[1,2,3,4]}]}"#, "t: annotations[0]",
        "image_id 2"
      ),
      (
        start + #"[{"image_id":1,"category_id":5,"bbox":[1,2,3,4]}]}"#, "t: annotations[0]",
        "category_id 5"
      ),
      (
        start + #"[{"image_id":1,"category_id":0,"bbox":[1,2,3,4],"area":-1}]}"#,
        "t: annotations[0]", "an area of -1.0"
      ),
      (
        #"{"images":[{"id":1},{"id":1}],"categories":[],"annotations":[]}"#, "t: images[1]",
        "a second image"
      ),
      (
        #"{"images":[{"id":1,"width":0}],"categories":[],"annotations":[]}"#, "t: images[0]",
        "a side of 0.0"
      ),
      (
        #"{"images":[],"categories":[{"id":1},{"id":1}],"annotations":[]}"#, "t: categories[1]",
        "a second category"
      ),
    ])
  func badTruth(text: String, subject: String, words: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try DetectionGroundTruth(cocoJSON: Array(text.utf8), name: "t")
    }
    #expect(error?.code == .invalidAnnotations)
    #expect(error?.subject == subject)
    if !words.isEmpty { #expect(error?.message.contains(words) == true) }
  }

  @Test("endless nesting is refused")
  func deep() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: ViewfinderError.self) {
      try DetectionGroundTruth(cocoJSON: Array(text.utf8), name: "t")
    }
  }

  @Test("every prefix of a file fails cleanly")
  func prefixes() throws {
    let bytes = try Fixture.bytes("Detection/plain.truth.json").dropLast(2)
    for length in stride(from: 0, to: bytes.count, by: 37) {
      #expect(throws: ViewfinderError.self) {
        try DetectionGroundTruth(cocoJSON: Array(bytes.prefix(length)), name: "cut")
      }
    }
  }

  @Test("results read back as they were written")
  func roundTrip() throws {
    let results = [
      DetectionResult(
        imageID: 7, categoryID: 0, box: Box(x: -0.1, y: 1e-7, width: 1 / 3, height: 1e9),
        score: 0.1 + 0.2),
      DetectionResult(
        imageID: .max, categoryID: .min, box: Box(x: 0, y: 0, width: 0, height: 0), score: -1),
    ]
    let text = try DetectionResultFile(results).cocoJSON
    let file = try DetectionResultFile(cocoJSON: Array(text.utf8), name: "written")
    #expect(file.results == results)
    let nothing = try DetectionResultFile([]).cocoJSON
    #expect(try DetectionResultFile(cocoJSON: Array(nothing.utf8), name: "none").results.isEmpty)
  }

  @Test("results that cannot be written are refused")
  func badResults() {
    let bad = DetectionResult(
      imageID: 1, categoryID: 1, box: Box(x: 0, y: 0, width: 1, height: 1), score: .infinity)
    #expect(throws: ViewfinderError.self) { try DetectionResultFile([bad]) }
  }

  @Test("a missing file and a folder are named", arguments: ["/no/such/file.json", "/"])
  func noFile(path: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try DetectionResultFile(contentsOf: path)
    }
    #expect(error?.code == .notFound)
    #expect(error?.subject == path)
  }
}
