import Foundation
import Testing
import ViewfinderCommandLine

@Suite("Evaluate detection")
struct EvaluateDetectionTests {
  private static let annotations = """
    {"images":[{"id":1,"file_name":"1.jpg","width":100,"height":100},
    {"id":2,"file_name":"2.jpg","width":100,"height":100}],
    "categories":[{"id":1,"name":"cat"},{"id":2,"name":"dog"},{"id":3,"name":"owl"}],
    "annotations":[{"image_id":1,"category_id":1,"bbox":[10,10,40,40]},
    {"image_id":1,"category_id":2,"bbox":[60,60,30,30]},
    {"image_id":2,"category_id":1,"bbox":[0,0,50,50]}]}
    """

  /// The cat of the first picture is found, the dog is called a cat, the second cat is missed.
  private static let results = """
    [{"image_id":1,"category_id":1,"bbox":[10,10,40,40],"score":0.9},
    {"image_id":1,"category_id":1,"bbox":[60,60,30,30],"score":0.8},
    {"image_id":2,"category_id":2,"bbox":[70,70,20,20],"score":0.7}]
    """

  private func evaluate(_ more: String...) throws -> RecordedRun {
    let folder = try TemporaryFolder()
    try folder.write(Self.annotations, to: "coco.json")
    try folder.write(Self.results, to: "results.json")
    let recorded = RecordedRun()
    let status = CommandLineTool.run(
      [
        "evaluate", "detection", "--annotations", folder.path + "/coco.json", "--results",
        folder.path + "/results.json",
      ] + more, in: recorded.context)
    #expect(status == .success)
    return recorded
  }

  @Test("prints the figures of any kind and of each, and how the first results do")
  func table() throws {
    let lines = try evaluate().output.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasSuffix("/results.json  2 pictures, 3 objects, 3 results"))
    // Two of three objects are found before the wrong result: precision is 1 up to 67 of the 101
    // recall levels. Of cats, one of two; of dogs, none.
    #expect(
      lines[1...].joined(separator: "\n") == """
                             AP    AP50    AP75    AR@1    AR@5  AR@100  objects
        any kind         0.6634  0.6634  0.6634  0.3333  0.6667  0.6667        3
        mean of 2 kinds  0.2525  0.2525  0.2525  0.2500  0.2500  0.2500
          cat            0.5050  0.5050  0.5050  0.5000  0.5000  0.5000        2
          dog            0.0000  0.0000  0.0000  0.0000  0.0000  0.0000        1

        single object     0.5000  the first result finds an object
        prominent object  0.5000  the first result finds it
                          0.5000  one of the first five does
        all objects       0.6667  found by the first five results

        """)
  }

  @Test("prints the same as one JSON object, with null for what cannot be measured")
  func json() throws {
    let text = try evaluate("--json").output.text
    #expect(text.split(separator: "\n").count == 1)
    let value = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(value["pictures"] as? Int == 2 && value["leftOut"] as? Int == 0)
    let any = try #require(value["anyKind"] as? [String: Any])
    #expect(abs(try #require(any["AP"] as? Double) - 67 / 101) < 1e-9)
    #expect(any["APlarge"] is NSNull)
    let kinds = try #require(value["kinds"] as? [[String: Any]])
    #expect(kinds.compactMap { $0["name"] as? String } == ["cat", "dog"])
    let ranked = try #require(value["ranked"] as? [String: Any])
    #expect(ranked["single"] as? Double == 0.5)
    #expect(value["atThreshold"] is NSNull)
  }

  @Test(
    "is refused with what to do",
    arguments: [
      ([], "'--annotations' is missing"), (["--annotations", "a"], "'--images' is missing"),
      (
        ["--annotations", "a", "--results", "b", "-d", "c"],
        "leave '--detector' or '--results' out"
      ),
      (["--annotations", "a", "--images", "b", "--labels", "c"], "add '--detector'"),
      (["--annotations", "a", "--images", "b", "c"], "unexpected argument 'c'"),
    ])
  func refused(_ arguments: [String], _ hint: String) {
    let recorded = RecordedRun()
    #expect(
      CommandLineTool.run(["evaluate", "detection"] + arguments, in: recorded.context) == .usage)
    #expect(recorded.error.text.contains(hint), "\(recorded.error.text)")
  }

  @Test("tells missing files from bad ones")
  func failures() throws {
    let folder = try TemporaryFolder(["labels/x.txt"])
    try folder.write(Self.annotations, to: "coco.json")
    try folder.write("[{}]", to: "bad.json")
    func status(_ annotations: String, _ results: String) -> ExitCode {
      RecordedRun().run(
        "evaluate", "detection", "--annotations", folder.path + annotations, "--results",
        folder.path + results)
    }
    #expect(status("/gone.json", "/bad.json") == .noInput)
    #expect(status("/coco.json", "/gone.json") == .noInput)
    #expect(status("/coco.json", "/bad.json") == .badData)
    #expect(status("/bad.json", "/bad.json") == .badData)
    #expect(status("/labels", "/bad.json") == .usage)
  }
}

@Suite("Evaluate tracking")
struct EvaluateTrackingTests {
  private static let truth = (1...10).flatMap { frame in
    [
      "\(frame),1,\(frame * 2),10,20,40,1,1,1",
      "\(frame),2,200,\(frame),30,30,1,1,1",
    ]
  }

  /// The first object changes its number half way, the second is not found.
  private static let tracks = (1...10).map { frame in
    "\(frame),\(frame <= 5 ? 4 : 9),\(frame * 2),10,20,40,0.9"
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let truth = Self.truth.joined(separator: "\n")
    try folder.write(truth, to: "truth/A/gt/gt.txt")
    try folder.write("[Sequence]\nname=A\nseqLength=10\n", to: "truth/A/seqinfo.ini")
    try folder.write(truth, to: "truth/B.txt")
    try folder.write(Self.tracks.joined(separator: "\n"), to: "tracks/A.txt")
    // Tracks that say what the truth says.
    try folder.write(truth, to: "tracks/B.txt")
    return folder
  }

  @Test("prints a line for each sequence and one for all, whatever the number of threads")
  func table() throws {
    let folder = try folder()
    for jobs in ["1", "2"] {
      let recorded = RecordedRun()
      #expect(
        recorded.run(
          "evaluate", "tracking", "--truth", folder.path + "/truth", "--tracks",
          folder.path + "/tracks", "--jobs", jobs) == .success)
      // A: DetA is 10 of 20; AssA is 5 of 10 for each match; MOTA is 1 - (10 + 1) / 20; IDF1 takes
      // one of the two halves: 5 / (5 + (5 + 15) / 2).
      #expect(
        recorded.output.text == """
                 HOTA    DetA    AssA    IDF1    MOTA  IDSW  FP  FN
          A    0.5000  0.5000  0.5000  0.3333  0.4500     1   0  10
          B    1.0000  1.0000  1.0000  1.0000  1.0000     0   0   0
          all  0.7906  0.7500  0.8333  0.7143  0.7250     1   0  10

          """)
    }
  }

  @Test("reads two files as one sequence, and prints JSON")
  func files() throws {
    let folder = try folder()
    let recorded = RecordedRun()
    #expect(
      recorded.run(
        "evaluate", "tracking", "--json", "--truth", folder.path + "/truth/B.txt", "--tracks",
        folder.path + "/tracks/A.txt") == .success)
    let text = Data(recorded.output.text.utf8)
    let value = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    let combined = try #require(value["combined"] as? [String: Any])
    #expect(combined["IDSW"] as? Int == 1 && combined["FN"] as? Int == 10)
    #expect(abs(try #require(combined["HOTA"] as? Double) - 0.5) < 1e-12)
    let sequences = try #require(value["sequences"] as? [[String: Any]])
    #expect(sequences.map { $0["name"] as? String } == ["B"])
  }

  @Test("tells missing files from bad ones and misuse")
  func failures() throws {
    let folder = try folder()
    func status(_ arguments: String...) -> ExitCode {
      CommandLineTool.run(["evaluate", "tracking"] + arguments, in: RecordedRun().context)
    }
    let truth = folder.path + "/truth"
    #expect(status("--truth", truth) == .usage)
    #expect(status("--tracks", truth) == .usage)
    #expect(status("--truth", truth, "--tracks", truth, "--rules", "x") == .usage)
    #expect(status("--truth", folder.path + "/gone", "--tracks", truth) == .noInput)
    // There is no tracks/A.txt in the folder of the truth.
    #expect(status("--truth", truth, "--tracks", truth) == .noInput)
    #expect(status("--truth", folder.path + "/tracks/A.txt", "--tracks", "/gone") == .noInput)
    try folder.write("1,2,x", to: "tracks/A.txt")
    #expect(status("--truth", truth, "--tracks", folder.path + "/tracks") == .badData)
    try folder.write("11,1,0,0,5,5", to: "tracks/A.txt")
    #expect(status("--truth", truth, "--tracks", folder.path + "/tracks") == .badData)
  }
}
