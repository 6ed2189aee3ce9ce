import Testing
import Viewfinder
import ViewfinderCommandLine

@Suite("Detect options")
struct DetectOptionsTests {
  private func options(_ arguments: [String]) throws -> DetectOptions {
    let detect = try #require(CommandTree.root.child("detect"))
    return try DetectOptions(detect.specification.parse(arguments))
  }

  @Test("are read")
  func read() throws {
    let all = try options([
      "--multiple", "-d", "ssd.tflite", "--object-threshold", "0.25", "-m", "bird.tflite", "-t",
      "0.5", "--max-labels=3", "-l", "l.txt", "--mean=127.5", "--std", "1,2,3", "--locale", "de",
      "--orientation", "6", "--scaling", "letterbox", "--filter", "bilinear", "-j4", "--threads",
      "2", "-rq", "--json", "--timings", "--annotate", "out", "a", "b",
    ])
    #expect(all.detector.path == "ssd.tflite")
    #expect(all.detector.objectThreshold == 0.25)
    #expect(all.detector.labels == .classifier)
    #expect(all.detector.classifier.model == "bird.tflite")
    #expect(all.detector.classifier.hints.labels == "l.txt")
    #expect(all.detector.classifier.locale == "de")
    #expect(all.detector.classifier.usesLetterbox && all.detector.classifier.filter == .bilinear)
    #expect(all.detector.labelThreshold == 0.5)
    #expect(all.detector.maxLabels == 3)
    #expect(all.photos.jobs == 4 && all.photos.threads == 2 && all.photos.orientation == 6)
    #expect(all.photos.isRecursive && all.photos.isQuiet && all.photos.showsTimings)
    #expect(all.format == .json)
    #expect(all.annotateFolder == "out")
    #expect(all.photos.inputs == ["a", "b"])
  }

  @Test(
    "ask for one object, for five, or for as many as are named",
    arguments: [
      ([], 1), (["--multiple"], 5), (["--max-objects", "20"], 20),
      (["--multiple", "-n", "2"], 2), (["-n", "1"], 1),
    ] as [([String], Int)])
  func count(_ arguments: [String], _ expected: Int) throws {
    #expect(try options(arguments + ["a"]).detector.maxObjects == expected)
  }

  @Test(
    "say where labels come from",
    arguments: [
      ([], .none), (["--classify"], .kinds), (["-m", "b.tflite"], .classifier),
      (["--classify", "-m", "b.tflite"], .classifier), (["-d", "s.tflite"], .none),
      (["-d", "s.tflite", "--classify"], .kinds),
      (["-d", "s.tflite", "--classify", "-m", "b"], .classifier),
    ] as [([String], DetectorOptions.Labels)])
  func labels(_ arguments: [String], _ expected: DetectorOptions.Labels) throws {
    #expect(try options(arguments + ["a"]).detector.labels == expected)
  }

  @Test(
    "say how results are written",
    arguments: [
      ([], .table), (["--json"], .json), (["-f", "json", "--json"], .json),
      (["--format", "coco"], .coco), (["-f", "table"], .table),
    ] as [([String], DetectOptions.Format)])
  func format(_ arguments: [String], _ expected: DetectOptions.Format) throws {
    #expect(try options(arguments + ["a"]).format == expected)
  }

  @Test(
    "that have no effect together are refused with what to do",
    arguments: [
      (["--threshold", "0.5"], "add '--classify' or '--model'; for the objects themselves"),
      (["--max-labels", "3"], "add '--classify' or '--model'; for the number of objects"),
      (["--classify", "--locale", "de"], "add '--model'"),
      (["-d", "s", "--classify", "--scaling", "letterbox"], "add '--model'"),
      (["--classify", "-l", "l.txt"], "add '--model' or '--detector'"),
      (["--mean", "0", "--std", "255"], "add '--model' or '--detector'"),
      (["-d", "s", "-l", "l.txt"], "add '--classify'"),
      (["--json", "-f", "coco"], "exclude each other"),
      (["--annotations", "c.json"], "'--format coco'"),
      (["-f", "coco", "--timings"], "'--timings'"),
      (["--mean", "1", "-d", "s"], "belong together"), (["-n", "0"], "from 1 to"),
      (["--object-threshold", "2"], "from 0 to 1"), (["-f", "xml"], "choose from table"),
    ])
  func refused(_ arguments: [String], _ hint: String) throws {
    let error = #expect(throws: UsageError.self) { try options(arguments + ["a"]) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }
}

@Suite("Names of drawings")
struct DrawingNamesTests {
  @Test("are those of the files, and no two are the same")
  func unique() {
    var names = DrawingNames()
    let sources = [
      "a/photo.jpg", "b/photo.jpg", "b/photo-2.jpg", "photo.png", "PHOTO.heic", "photo-2.gif", "-",
      "no-extension", ".hidden", "x.tar.gz", "b/",
    ]
    let found = sources.map { names.next(for: $0) }
    #expect(
      found == [
        "photo", "photo-2", "photo-2-2", "photo-3", "PHOTO-4", "photo-2-3", "stdin",
        "no-extension", ".hidden", "x.tar", "b",
      ])
    #expect(Set(found.map { $0.lowercased() }).count == found.count)
  }

  @Test("stay apart in any order", arguments: 0..<20)
  func random(_ seed: Int) {
    var names = DrawingNames()
    var state = UInt32(seed + 1)
    var found: Set<String> = []
    for _ in 0..<300 {
      state = state &* 1_664_525 &+ 1_013_904_223
      let number = state >> 16
      let source = ["p", "p-2", "P-3", "p-2-2", "q"][Int(number % 5)] + ".jpg"
      #expect(found.insert(names.next(for: source).lowercased()).inserted)
    }
  }
}
