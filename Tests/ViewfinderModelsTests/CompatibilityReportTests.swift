import Foundation
import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("Compatibility reports")
struct CompatibilityReportTests {
  @Test("The JSON has the stated keys")
  func keys() throws {
    var metadata = MetadataFixture.normalized([127.5], [127.5])
    metadata.outputs[0].files = [MetadataFixture.file("labels.txt", locale: "en")]
    metadata.outputs[0].units = [MetadataFixture.threshold(0.25)]
    let builder = ModelBuilder.bare(
      inputs: [ModelBuilder.Tensor("image", .float32, [1, 8, 8, 3])],
      outputs: [ModelBuilder.Tensor("scores", .float32, [1, 2])])
    let report = try CompatibilityReport(
      data: builder.with(metadata, files: ["labels.txt": "cat\ndog"]))
    let json = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
    #expect(
      Set(json.keys) == [
        "path", "byteCount", "converter", "schemaVersion", "subgraphCount", "signatures", "inputs",
        "outputs", "operators", "customOperators", "metadata", "associatedFiles", "input", "heads",
        "fitsMLKit", "fitsViewfinder", "findings", "tasks",
      ])
    let heads = try #require(json["heads"] as? [[String: Any]])
    #expect(heads[0]["firstLabels"] as? [String] == ["cat", "dog"])
    #expect(heads[0]["scoreThreshold"] as? Double == 0.25)
    let input = try #require(json["input"] as? [String: Any])
    #expect(input["mean"] as? [Double] == [127.5, 127.5, 127.5])
    let files = try #require(json["associatedFiles"] as? [[String: Any]])
    #expect(files[0]["kind"] as? String == "tensorAxisLabels")
    #expect(json["fitsMLKit"] as? Bool == true)
  }

  @Test("All reasons are listed, not only the first")
  func everything() throws {
    let builder = ModelBuilder.bare(
      inputs: [ModelBuilder.Tensor("image", .int32, [1, 8, 8, 3])],
      outputs: [
        ModelBuilder.Tensor("a", .int64, [1, 2]), ModelBuilder.Tensor("b", .float32, [7]),
      ])
    let report = try CompatibilityReport(data: builder.data())
    let problems = report.findings.filter { $0.level == .unusable }
    #expect(problems.map(\.found).count == 3)
    #expect(problems.allSatisfy { !$0.subject.isEmpty && !$0.remedy.isEmpty })
    #expect(report.text.contains("fits ML Kit: no"))
    for problem in problems { #expect(report.text.contains(problem.found)) }
  }

  @Test("Text from a file cannot steer a terminal")
  func control() throws {
    var metadata = MetadataFixture()
    metadata.name = "\u{1B}[2Jname\u{7}\r\nfits ML Kit: yes"
    let builder = ModelBuilder.bare(
      inputs: [ModelBuilder.rgb], outputs: [ModelBuilder.scores])
    let text = try CompatibilityReport(data: builder.with(metadata)).text
    #expect(
      !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    #expect(text.contains("[2Jname"))
    let verdicts = text.split(separator: "\n").filter { $0.hasPrefix("fits ML Kit") }
    #expect(verdicts == ["fits ML Kit: yes"])
  }

  @Test("A report of a manifest has its labels")
  func manifest() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write(
      "model.tflite",
      ModelBuilder.bare(inputs: [ModelBuilder.rgb], outputs: [ModelBuilder.scores]).bytes())
    try folder.write("dict.txt", "a\nb\nc\nd\n")
    let path = try folder.write("manifest.json", AutoMLManifestTests.manifest())
    let report = try CompatibilityReport(path: path)
    #expect(report.heads[0].firstLabels == ["a", "b", "c", "d"])
    #expect(report.fitsMLKit)
  }

  @Test("A file that is no model gives an error, not a report")
  func noModel() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("model.tflite", "<html>")
    let error = #expect(throws: ViewfinderError.self) { try CompatibilityReport(path: path) }
    #expect(error?.code == .invalidModel)
  }
}
