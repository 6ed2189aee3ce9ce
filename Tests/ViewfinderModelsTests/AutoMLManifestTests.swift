import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("AutoML manifests")
struct AutoMLManifestTests {
  /// A folder with a manifest, a model and labels.
  static func export(_ manifest: String) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    try folder.write("model.tflite", ModelBuilder.classifier(scores: [0.5, 0.25]).bytes())
    try folder.write("dict.txt", "cat\ndog\n")
    try folder.write("sub/dict.txt", "rat\nbat\n")
    return (folder, try folder.write("manifest.json", manifest))
  }

  static func manifest(
    type: String = "IMAGE_LABELING", model: String = "model.tflite", labels: String = "dict.txt"
  ) -> String {
    """
    {"modelType": "\(type)", "modelFile": "\(model)", "labelsFile": "\(labels)"}
    """
  }

  @Test(
    "A manifest as tools and people write it is read",
    arguments: [
      manifest(), "\u{FEFF}" + manifest(), manifest().replacing("}", with: ",}"),
      "// made by hand\n" + manifest(), manifest().replacing(",", with: ", /* next */"),
      manifest().replacing("}", with: ", \"more\": [1, {}]}"),
    ])
  func reads(text: String) throws {
    let (folder, path) = try Self.export(text)
    defer { folder.remove() }
    let manifest = try AutoMLManifest(path: path)
    #expect(manifest.modelPath == folder.path + "/model.tflite")
    #expect(manifest.labelsPath == folder.path + "/dict.txt")
  }

  @Test("Files in folders below the manifest's are found")
  func below() throws {
    let (folder, path) = try Self.export(Self.manifest(labels: "sub/dict.txt"))
    defer { folder.remove() }
    #expect(try AutoMLManifest(path: path).labelsPath == folder.path + "/sub/dict.txt")
  }

  @Test(
    "A manifest that cannot be used is refused with the reason",
    arguments: [
      ("{}", "no key \"modelType\""),
      (#"{"modelType":"IMAGE_LABELING","labelsFile":"dict.txt"}"#, "no key \"modelFile\""),
      (#"{"modelType":"IMAGE_LABELING","modelFile":"model.tflite"}"#, "no key \"labelsFile\""),
      (manifest(type: "OBJECT_DETECTION"), "the modelType is \"OBJECT_DETECTION\""),
      (manifest(type: "image_labeling"), "the modelType is"),
      (manifest(model: "/etc/passwd"), "inside the manifest's folder"),
      (manifest(model: "../model.tflite"), "inside the manifest's folder"),
      (manifest(labels: "sub/../../dict.txt"), "inside the manifest's folder"),
      (manifest(labels: "sub\\\\dict.txt"), "inside the manifest's folder"),
      (manifest(model: ""), "is empty"),
      (#"{"modelType":"IMAGE_LABELING","modelFile":7,"labelsFile":"dict.txt"}"#, "is a number"),
      ("[]", "the file holds an array"), ("", "line 1"), ("{\n\"modelType\" \"x\"}", "line 2"),
      (String(repeating: "[", count: 5000), "levels of nesting"),
    ])
  func refuses(text: String, words: String) throws {
    let (folder, path) = try Self.export(text)
    defer { folder.remove() }
    let error = #expect(throws: ViewfinderError.self) { try AutoMLManifest(path: path) }
    #expect(error?.code == .invalidManifest)
    #expect(error?.subject == path)
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("A manifest whose files are missing says which", arguments: ["model", "labels"])
  func missingFiles(kind: String) throws {
    let text = kind == "model" ? Self.manifest(model: "sub") : Self.manifest(labels: "none.txt")
    let (folder, path) = try Self.export(text)
    defer { folder.remove() }
    let error = #expect(throws: ViewfinderError.self) { try AutoMLManifest(path: path) }
    #expect(error?.code == .notFound)
    #expect(error?.found.contains("there is no file at") == true)
  }

  @Test("A missing, huge or strange manifest is refused before it is read")
  func files() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let missing = #expect(throws: ViewfinderError.self) {
      try AutoMLManifest(path: folder.path + "/manifest.json")
    }
    #expect(missing?.code == .notFound)
    let huge = try folder.write("huge.json", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
    let tooLarge = #expect(throws: ViewfinderError.self) { try AutoMLManifest(path: huge) }
    #expect(tooLarge?.code == .tooLarge)
    #expect(throws: ViewfinderError.self) { try AutoMLManifest(path: folder.path) }
    #expect(throws: ViewfinderError.self) { try AutoMLManifest(path: "/dev/zero") }
  }

  @Test("The manifest's labels go to the model unless the caller has others")
  func model() throws {
    let (folder, path) = try Self.export(Self.manifest())
    defer { folder.remove() }
    var options = ClassifierModel.Options(normalization: .zeroToOne)
    let model = try ClassifierModel(manifestPath: path, options: options)
    #expect(model.heads[0].labels?.names == ["cat", "dog"])
    options.labels = LabelList(["a", "b"])
    #expect(
      try ClassifierModel(manifestPath: path, options: options).heads[0].labels?.names
        == ["a", "b"])
  }

  @Test("A label file for another model is refused")
  func wrongCount() throws {
    let (folder, path) = try Self.export(Self.manifest())
    defer { folder.remove() }
    try folder.write("dict.txt", "cat\ndog\nbird\n")
    let error = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(manifestPath: path, options: .init(normalization: .zeroToOne))
    }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.found == "3 labels")
  }
}
