import Foundation
import Synchronization
import Testing
import Viewfinder
import ViewfinderCommandLine
import ViewfinderCore

/// Answers from the number in the name of the input; a name with `!` fails.
private struct FakeDetector: PhotoProcessor {
  let numbers: COCONumbers

  func process(_ input: Input) -> PhotoRecord<DetectAnswer> {
    let outcome = Result { () throws(ViewfinderError) in
      if input.source.contains("!") {
        throw ViewfinderError(.invalidImage, subject: input.source, found: "a test")
      }
      let id = try numbers.image(input.source)
      let cat = PhotoLabel(index: 16, text: "cat", confidence: 0.75)
      let nothing = PhotoLabel(index: 3, text: "", confidence: 0.5)
      return DetectAnswer(
        width: 1200, height: 600,
        objects: [
          PhotoObject(
            box: Box(x: 54.5391, y: 396, width: 392.5391, height: 196.004), confidence: 0.640625,
            labels: [cat, nothing]),
          PhotoObject(
            box: Box(x: 0, y: 0, width: 1200, height: 600), confidence: 0.5, labels: []),
        ], timings: PhotoTimings(decode: .milliseconds(2)), imageID: id)
    }
    return PhotoRecord(source: input.source, outcome: outcome)
  }
}

@Suite("Detect report")
struct DetectReportTests {
  private func run(
    _ sources: [String], _ report: some PhotoReport<DetectAnswer>, _ recorded: RecordedRun,
    numbers: COCONumbers? = nil, jobs: Int = 2
  ) throws -> ExitCode {
    var run = PhotoRun(in: recorded.context, report: report, isQuiet: false)
    let detector = FakeDetector(numbers: try numbers ?? COCONumbers(annotations: nil))
    return try run.run(
      sources.map { Input.file(path: $0) }.makeIterator(), total: sources.count, jobs: jobs,
      processor: detector)
  }

  private func lines(isJSON: Bool, showsTimings: Bool = false) -> LineReport<DetectAnswer> {
    LineReport(isJSON: isJSON, showsTimings: showsTimings, style: Style(isOn: false))
  }

  @Test("prints exactly the promised JSON")
  func json() throws {
    let recorded = RecordedRun()
    #expect(try run(["7.jpg"], lines(isJSON: true), recorded) == .success)
    #expect(
      recorded.output.text == """
        {"source":"7.jpg","width":1200,"height":600,"objects":[\
        {"frame":{"x":54.54,"y":396.0,"width":392.54,"height":196.0},"confidence":0.640625,\
        "trackingID":null,"labels":[{"index":16,"text":"cat","confidence":0.75},\
        {"index":3,"text":"","confidence":0.5}]},\
        {"frame":{"x":0.0,"y":0.0,"width":1200.0,"height":600.0},"confidence":0.5,\
        "trackingID":null,"labels":[]}]}

        """)
  }

  @Test("names the copy with drawings, and its time, at the end")
  func drawing() throws {
    var answer = DetectAnswer(
      width: 2, height: 1, objects: [], timings: PhotoTimings(annotate: .milliseconds(3)))
    answer.drawing = "out/7.jpg"
    let record = PhotoRecord(source: "7.jpg", outcome: .success(answer))
    #expect(
      lines(isJSON: true, showsTimings: true).text(for: record) == """
        {"source":"7.jpg","width":2,"height":1,"objects":[],"annotated":"out/7.jpg",\
        "timings":{"decode":0.0,"sample":0.0,"invoke":0.0,"post":0.0,"annotate":3.0}}

        """)
    #expect(
      lines(isJSON: false).text(for: record) == """
        7.jpg  2 x 1
          no objects
          drawn in out/7.jpg

        """)
  }

  @Test("prints a table for people and their errors apart")
  func table() throws {
    let recorded = RecordedRun()
    #expect(try run(["7.jpg", "8!.jpg"], lines(isJSON: false), recorded) == .badData)
    #expect(
      recorded.output.text == """
        7.jpg  1200 x 600
          0.6406   393 x 196 at 55,396  cat 0.7500, class 3 0.5000
          0.5000  1200 x 600 at 0,0

        """)
    #expect(recorded.error.text == "8!.jpg: error: a test.\n1 of 2 inputs failed\n")
  }

  /// What a COCO evaluation would read.
  private struct Result: Decodable, Equatable {
    let image_id: Int
    let category_id: Int
    let bbox: [Double]
    let score: Float
  }

  private func results(_ text: String) throws -> [Result] {
    try JSONDecoder().decode([Result].self, from: Data(text.utf8))
  }

  @Test("is one array of COCO results, whole with failures too")
  func coco() throws {
    let recorded = RecordedRun()
    let numbers = try COCONumbers(annotations: nil)
    let sources = [
      "a/000000000139.jpg", "!.jpg", "COCO_val2014_000000000042.jpg", "cat1.jpg",
    ]
    #expect(
      try run(sources, COCOReport(numbers: numbers), recorded) == .badData)
    let found = try results(recorded.output.text)
    #expect(found.map(\.image_id) == [139, 139, 42, 42])
    #expect(found.map(\.category_id) == [16, -1, 16, -1])
    #expect(found[0].bbox == [54.54, 396, 392.54, 196])
    #expect(found[0].score == 0.640625)
    #expect(recorded.error.text.contains("cat1.jpg: error: a file name that is no number"))
    #expect(recorded.error.text.contains("--annotations"))
  }

  @Test("is an empty array when nothing was found")
  func empty() throws {
    let recorded = RecordedRun()
    let numbers = try COCONumbers(annotations: nil)
    #expect(try run(["!.jpg"], COCOReport(numbers: numbers), recorded) == .badData)
    #expect(try results(recorded.output.text).isEmpty)
  }

  @Test("is whole when the run is interrupted", arguments: [1, 3])
  func interrupted(_ jobs: Int) throws {
    let asked = Atomic(0)
    let recorded = RecordedRun(
      Environment(isInterrupted: { asked.add(1, ordering: .relaxed).newValue > 30 }))
    let report = COCOReport(numbers: try COCONumbers(annotations: nil))
    #expect(try run((0..<10_000).map { "\($0).jpg" }, report, recorded, jobs: jobs) == .interrupted)
    #expect(recorded.output.text.hasSuffix("\n]\n"))
    #expect(try results(recorded.output.text).count < 20_000)
  }

  @Test("takes numbers from an annotation file, by as much of the path as fits")
  func annotations() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"images":[{"id":5,"file_name":"train/x.jpg"},{"id":6,"file_name":"val/x.jpg"},
      {"id":7,"file_name":"deep/y.jpg"},{"id":8,"file_name":"z.jpg"},{"id":9}],
      "categories":[{"id":3,"name":"Dog"},{"id":17,"name":"cat"},{"id":18,"name":"Cat"}]}
      """, to: "coco.json")
    let numbers = try COCONumbers(annotations: folder.path + "/coco.json")
    let cases = [
      "/data/train/x.jpg": 5, "val/x.jpg": 6, "y.jpg": 7, "other/y.jpg": 7, "a/z.jpg": 8,
    ]
    for (source, id) in cases { #expect(try numbers.image(source) == id, "\(source)") }
    for source in ["x.jpg", "8.jpg", "-"] {
      let error = #expect(throws: ViewfinderError.self) { try numbers.image(source) }
      #expect(error?.code == .invalidArgument)
    }
    func category(_ text: String) -> Int {
      numbers.category(of: PhotoLabel(index: 0, text: text, confidence: 1))
    }
    #expect(category("cat") == 17 && category("Cat") == 18 && category("CAT") == 17)
    #expect(category("dog") == 3 && category("bird") == -1)
    #expect(numbers.category(of: nil) == -1)
    let recorded = RecordedRun()
    _ = try run(["z.jpg"], COCOReport(numbers: numbers), recorded, numbers: numbers)
    #expect(try results(recorded.output.text).map(\.category_id) == [17, -1])
    #expect(recorded.error.text.isEmpty)
  }

  @Test("tells the labels that have no category, and gives objects the only one")
  func categories() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"images":[{"id":8,"file_name":"z.jpg"}],"categories":[{"id":1,"name":"thing"}],"#
        + #""annotations":[]}"#, to: "coco.json")
    let numbers = try COCONumbers(annotations: folder.path + "/coco.json")
    let recorded = RecordedRun()
    _ = try run(["z.jpg"], COCOReport(numbers: numbers), recorded, numbers: numbers)
    #expect(try results(recorded.output.text).map(\.category_id) == [-1, 1])
    #expect(recorded.error.text == "labels without a category, written as -1: cat\n")
  }
}
