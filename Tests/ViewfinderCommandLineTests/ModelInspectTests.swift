import Foundation
import Testing
import Viewfinder
import ViewfinderCommandLine
import ViewfinderModels
import ViewfinderTestSupport

@Suite("Model inspect")
struct ModelInspectTests {
  private let classifier = ModelBuilder.classifier(scores: [0.5, 0.25, 0.25])

  private func write(_ builder: ModelBuilder, to name: String, in folder: TemporaryFolder) throws
    -> String
  {
    let path = folder.path + "/" + name
    try Data(builder.bytes()).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// JSON as Foundation understands it, whatever the order of keys and the spelling of numbers.
  private func parsed(_ json: Data) throws -> NSDictionary {
    try #require(JSONSerialization.jsonObject(with: json) as? NSDictionary)
  }

  /// The report's own encoding defines the keys; ours must not miss one.
  private func expectSameJSON(_ path: String) throws {
    let recorded = RecordedRun()
    #expect(recorded.run("model", "inspect", "--json", path) == .success)
    #expect(recorded.output.text.hasSuffix("}\n"))
    #expect(recorded.output.text.split(separator: "\n").count == 1)
    let expected = try JSONEncoder().encode(CompatibilityReport(path: path))
    #expect(
      try parsed(Data(recorded.output.text.utf8)) == parsed(expected), "\(path)")
  }

  @Test("prints what the report encodes")
  func built() throws {
    let folder = try TemporaryFolder()
    let path = try write(classifier, to: "model.tflite", in: folder)
    try expectSameJSON(path)
    let recorded = RecordedRun()
    #expect(recorded.run("model", "inspect", path) == .success)
    #expect(recorded.output.text.contains("fits ML Kit: "))
  }

  @Test("prints the same for every real model", .enabled(if: Shared.isPresent))
  func real() throws {
    let names = Shared.files(below: "cases/models", suffix: ".tflite")
      .filter { !$0.contains("/broken/") }
    try #require(!names.isEmpty)
    for name in names {
      let path = try Shared.path(name)
      do throws(ViewfinderError) {
        _ = try CompatibilityReport(path: path)
      } catch {
        let recorded = RecordedRun()
        #expect(recorded.run("model", "inspect", path) == .badData)
        #expect(recorded.output.text.isEmpty)
        continue
      }
      try expectSameJSON(path)
    }
  }

  @Test("finds the model in a folder")
  func folder() throws {
    let folder = try TemporaryFolder()
    let recorded = RecordedRun()
    #expect(recorded.run("model", "inspect", folder.path) == .noInput)
    #expect(recorded.error.text.contains("a folder without a model"))
    _ = try write(classifier, to: "a.tflite", in: folder)
    let one = RecordedRun()
    #expect(one.run("model", "inspect", folder.path) == .success)
    #expect(one.output.text.contains("a.tflite"))
    _ = try write(classifier, to: "b.tflite", in: folder)
    let two = RecordedRun()
    #expect(two.run("model", "inspect", folder.path) == .success)
    #expect(two.output.text.split(separator: "\n").count == 3)
  }

  @Test("tells missing files from bad ones")
  func failures() throws {
    let folder = try TemporaryFolder()
    try folder.write("no model", to: "text.tflite")
    let missing = RecordedRun()
    #expect(missing.run("model", "inspect", folder.path + "/gone.tflite") == .noInput)
    #expect(missing.error.text.contains("gone.tflite: "))
    let bad = RecordedRun()
    #expect(bad.run("model", "inspect", folder.path + "/text.tflite") == .badData)
    #expect(bad.output.text.isEmpty)
  }
}
