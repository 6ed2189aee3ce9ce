import Foundation
import Testing
import Viewfinder
import ViewfinderCommandLine
import ViewfinderTestSupport

@Suite("Model add-metadata, and what inspect says of folders")
struct ModelMendingTests {
  private func write(_ builder: ModelBuilder, to path: String) throws {
    try Data(builder.bytes()).write(to: URL(fileURLWithPath: path))
  }

  @Test("writes a copy that needs no options")
  func mends() throws {
    let folder = try TemporaryFolder(["labels.txt"])
    try Data("cat\ndog".utf8).write(to: URL(fileURLWithPath: folder.path + "/labels.txt"))
    try write(.classifier(scores: [0.25, 0.75]), to: folder.path + "/a.tflite")
    let recorded = RecordedRun()
    let status = recorded.run(
      "model", "add-metadata", folder.path + "/a.tflite", "-o", folder.path + "/b.tflite",
      "--labels", folder.path + "/labels.txt", "--mean", "0", "--std", "255", "--threshold", "0.5")
    #expect(status == .success)
    let report = try CompatibilityReport(path: folder.path + "/b.tflite")
    #expect(report.fitsMLKit)
    #expect(report.heads.first?.firstLabels == ["cat", "dog"])
    #expect(report.tasks.first?.because == .metadata)
  }

  @Test("asks where to write, and for a normalisation that it does not know")
  func refusals() throws {
    let folder = try TemporaryFolder()
    try write(.classifier(scores: [0.25, 0.75]), to: folder.path + "/a.tflite")
    #expect(RecordedRun().run("model", "add-metadata", folder.path + "/a.tflite") == .usage)
    let unknown = RecordedRun()
    let status = unknown.run(
      "model", "add-metadata", folder.path + "/a.tflite", "-o", folder.path + "/b.tflite")
    #expect(status == .badData)
    #expect(unknown.error.text.contains("Most likely mean 0 and std 255"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.tflite"))
  }

  @Test("a folder of models is a table, one of a manifest without its model is missing")
  func folders() throws {
    let folder = try TemporaryFolder()
    try write(.classifier(inputType: .uint8, scores: [0, 1]), to: folder.path + "/a.tflite")
    try Data("<html>".utf8).write(to: URL(fileURLWithPath: folder.path + "/b.tflite"))
    let table = RecordedRun()
    #expect(table.run("model", "inspect", folder.path) == .badData)
    let lines = table.output.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("a.tflite  label"))
    #expect(lines[2].contains("web page"))
    let manifest = #"{"modelType":"IMAGE_LABELING","modelFile":"m.tflite","labelsFile":"l.txt"}"#
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: folder.path + "/manifest.json"))
    #expect(RecordedRun().run("model", "inspect", folder.path) == .noInput)
  }

  @Test("names that are not classes are refused with those that are near")
  func classes() {
    let both = RecordedRun()
    #expect(both.run("label", "--only", "a", "--except", "b", "x.jpg") == .usage)
    #expect(RecordedRun().run("detect", "--tiles", "9x1", "x.jpg") == .usage)
    #expect(RecordedRun().run("detect", "--region", "1,2,3", "x.jpg") == .usage)
  }

  /// Whether there is a Python with MediaPipe: `VIEWFINDER_PYTHON`, or `python3`.
  private static let python: String? = {
    let name = ProcessInfo.processInfo.environment["VIEWFINDER_PYTHON"] ?? "python3"
    let found = try? ChildProcess.run("/usr/bin/env", [name, "-c", "import mediapipe"])
    return found?.status == 0 ? name : nil
  }()

  @Test(
    "MediaPipe Tasks read what is written",
    .enabled(
      if: Shared.isPresent && python != nil,
      "needs a Python with MediaPipe: VIEWFINDER_PYTHON=.viewfinder/bench-venv/bin/python"),
    .timeLimit(.minutes(15)))
  func mediaPipe() throws {
    let folder = try TemporaryFolder()
    let mended = folder.path + "/tm.tflite"
    let status = RecordedRun().run(
      "model", "add-metadata", try Shared.path("cases/models/tm/model_unquant.tflite"), "-o",
      mended,
      "--labels", try Shared.path("cases/models/tm/labels.txt"))
    #expect(status == .success)
    let program = """
      import sys, mediapipe as mp
      from mediapipe.tasks import python
      from mediapipe.tasks.python import vision
      options = vision.ImageClassifierOptions(
          base_options=python.BaseOptions(model_asset_path=sys.argv[1]), max_results=1)
      classifier = vision.Labeler.create_from_options(options)
      result = classifier.classify(mp.Image.create_from_file(sys.argv[2]))
      print(result.classifications[0].categories[0].category_name)
      classifier.close()
      """
    let child = try ChildProcess.run(
      "/usr/bin/env",
      [
        try #require(Self.python), "-c", program, mended,
        try Shared.path("cases/photos/opencv_orange.jpg"),
      ])
    #expect(child.output == "good\n", "\(child.error)")
  }
}
