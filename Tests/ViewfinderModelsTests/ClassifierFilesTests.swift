import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("Files that metadata refers to")
struct ClassifierFilesTests {
  /// A model of two classes whose output has these files and units.
  static func data(
    files: [FlatBufferTable], units: [FlatBufferTable] = [], contents: [String: String]
  ) -> ModelData {
    var metadata = MetadataFixture()
    metadata.outputs[0].files = files
    metadata.outputs[0].units = units
    return builder.with(metadata, files: contents)
  }

  static let builder = ModelBuilder.bare(
    inputs: [ModelBuilder.rgb], outputs: [ModelBuilder.Tensor("scores", .float32, [1, 2])])

  static let threeFiles = [
    MetadataFixture.file("values.txt", kind: 3), MetadataFixture.file("labels.txt"),
    MetadataFixture.file("labels-en.txt", locale: "en"),
    MetadataFixture.file("labels-de.txt", locale: "de"),
  ]
  static let threeContents = [
    "values.txt": "no\nno", "labels.txt": "/m/1\n/m/2\n", "labels-en.txt": "Bird\nCat",
    "labels-de.txt": "Vogel\nKatze\n",
  ]

  @Test(
    "The display names are those of the locale",
    arguments: [
      ("en", "Bird"), ("de", "Vogel"), ("DE", "Vogel"), ("de-AT", "Vogel"), ("en_US", "Bird"),
      ("fr", "/m/1"), ("d", "/m/1"), (nil, "/m/1"),
    ])
  func locales(locale: String?, text: String) throws {
    let model = try ClassifierModel(
      data: Self.data(files: Self.threeFiles, contents: Self.threeContents),
      options: .init(displayNamesLocale: locale))
    #expect(model.heads[0].labels?.text(at: 0) == text)
    #expect(model.heads[0].labels?.names == ["/m/1", "/m/2"])
  }

  @Test("The only label file may have the locale itself")
  func onlyFile() throws {
    let model = try ClassifierModel(
      data: Self.data(
        files: [MetadataFixture.file("labels.txt", locale: "en")],
        contents: ["labels.txt": "Bird\nCat"]))
    #expect(model.heads[0].labels?.text(at: 1) == "Cat")
  }

  @Test("The caller's labels win over the model's")
  func callers() throws {
    let model = try ClassifierModel(
      data: Self.data(files: Self.threeFiles, contents: Self.threeContents),
      options: .init(labels: LabelList(["a", "b"])))
    #expect(model.heads[0].labels?.text(at: 0) == "a")
  }

  @Test(
    "Labels that do not match the model are refused",
    arguments: [
      ("Bird\n", "Bird\n", "1 labels", "background"),
      ("Bird\nCat\nDog", "Bird\nCat\nDog", "3 labels", "background"),
      ("Bird\nCat\n\n", "Bird\nCat\n", "3 labels", "one final line break"),
      ("a\nb\nc\nd\ne", "a", "5 labels", "One line".lowercased()),
      ("Bird\nCat", "Bird", "1 display names", "same order"), ("", "", "is empty", "one label"),
    ])
  func counts(labels: String, names: String, found: String, remedy: String) {
    let data = Self.data(
      files: [
        MetadataFixture.file("labels.txt"), MetadataFixture.file("labels-en.txt", locale: "en"),
      ], contents: ["labels.txt": labels, "labels-en.txt": names])
    let error = #expect(throws: ViewfinderError.self) { try ClassifierModel(data: data) }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.found.contains(found) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains(remedy) == true, "\(error?.description ?? "")")
    #expect(error?.subject?.contains("labels") == true)
  }

  @Test("A file that is not there is named, with what is there")
  func missing() {
    let files = [MetadataFixture.file("labels.txt")]
    let absent = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: Self.data(files: files, contents: ["other.txt": "x"]))
    }
    #expect(absent?.subject?.contains("labels.txt") == true)
    #expect(absent?.found.contains("\"other.txt\"") == true)
    let none = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: Self.data(files: files, contents: [:]))
    }
    #expect(none?.found.contains("no archive") == true)
  }

  @Test("A model whose archive was cut or compressed is refused")
  func brokenArchives() {
    var metadata = MetadataFixture()
    metadata.outputs[0].files = [MetadataFixture.file("labels.txt")]
    let sound = Self.builder.with(metadata, files: ["labels.txt": "a\nb"])
    let bytes = sound.bytes.indices.map { sound.bytes[$0] }
    let cut = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: ModelData(bytes: bytes.dropLast(30)))
    }
    #expect(cut?.code == .invalidMetadata)
    var builder = Self.builder
    builder.metadata.append((name: "TFLITE_METADATA", bytes: metadata.bytes()))
    var entry = ArchiveFixture.Entry("labels.txt", [1, 2, 3])
    entry.method = 8
    builder.tail = ArchiveFixture(entries: [entry]).bytes()
    let compressed = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: builder.data())
    }
    #expect(compressed?.found.contains("unpacked") == true)
    #expect(compressed?.remedy.contains("fetch the model again") == true)
  }

  @Test("Metadata with another identifier is refused")
  func identifier() {
    var metadata = MetadataFixture()
    metadata.identifier = "M000"
    let error = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: Self.builder.with(metadata))
    }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.found.contains("\"M000\"") == true)
  }

  @Test("Metadata of another number of outputs is refused", arguments: [0, 2])
  func outputs(count: Int) {
    var metadata = MetadataFixture()
    metadata.outputs = Array(repeating: .init(), count: count)
    let error = #expect(throws: ViewfinderError.self) {
      try ClassifierModel(data: Self.builder.with(metadata))
    }
    #expect(error?.found == "descriptions of \(count) output tensors")
  }

  @Test("The threshold is the metadata's", arguments: [0.3, 0, -1.5, 12] as [Float])
  func threshold(value: Float) throws {
    let data = Self.data(files: [], units: [MetadataFixture.threshold(value)], contents: [:])
    #expect(try ClassifierModel(data: data).heads[0].scoreThreshold == value)
  }

  @Test("A threshold that is no number, or two of them, are refused")
  func brokenThreshold() {
    for units in [[Float.nan], [.infinity], [0.1, 0.2]] {
      let data = Self.data(
        files: [], units: units.map(MetadataFixture.threshold), contents: [:])
      #expect(throws: ViewfinderError.self) { try ClassifierModel(data: data) }
    }
  }

  @Test("Calibration options come with a file of one line a class")
  func calibration() throws {
    let files = [
      MetadataFixture.file("labels.txt"), MetadataFixture.file("calibration.csv", kind: 4),
    ]
    let unit = MetadataFixture.calibration(transform: 1, defaultScore: 0.5)
    var contents = ["labels.txt": "a\nb", "calibration.csv": "1,2,3\n"]
    let data = Self.data(files: files, units: [unit], contents: contents)
    let calibration = try #require(try ClassifierModel(data: data).heads[0].calibration)
    #expect(calibration.transform == .log && calibration.defaultScore == 0.5)
    #expect(calibration.parameters.map { $0?.slope } == [2, nil])
    #expect(try CompatibilityReport(data: data).fitsMLKit)

    contents["calibration.csv"] = "1,2,3\n1,2,3\n"
    let ended = Self.data(files: files, units: [unit], contents: contents)
    let report = try CompatibilityReport(data: ended)
    #expect(report.fitsViewfinder && !report.fitsMLKit)

    let options = Self.data(files: [files[0]], units: [unit], contents: contents)
    let error = #expect(throws: ViewfinderError.self) { try ClassifierModel(data: options) }
    #expect(error?.found.contains("without a calibration file") == true)
    let twice = Self.data(files: files, units: [unit, unit], contents: contents)
    #expect(throws: ViewfinderError.self) { try ClassifierModel(data: twice) }
    let strange = MetadataFixture.calibration(transform: 7, defaultScore: 0)
    let unknown = Self.data(files: files, units: [strange], contents: contents)
    #expect(throws: ViewfinderError.self) { try ClassifierModel(data: unknown) }
  }

  @Test("Metadata that asks for more than its size is refused")
  func budget() {
    var metadata = MetadataFixture()
    metadata.name = String(repeating: "n", count: 9 << 20)
    let error = #expect(throws: ViewfinderError.self) {
      try MetadataReader.read(metadata.bytes().span)
    }
    #expect(error?.found.contains("8 MiB") == true)
  }

  @Test("Metadata may be cut or damaged anywhere without a crash")
  func damage() throws {
    var metadata = MetadataFixture.normalized([1, 2, 3], [4, 5, 6])
    metadata.outputs[0].files = Self.threeFiles
    metadata.outputs[0].units = [MetadataFixture.threshold(0.5)]
    let sound = metadata.bytes()
    #expect(try MetadataReader.read(sound.span).outputs[0].associatedFiles.count == 4)
    var survivors = 0
    for index in sound.indices {
      #expect(throws: ViewfinderError.self) {
        try MetadataReader.read(sound.span.extracting(..<min(index, 30)))
      }
      if (try? MetadataReader.read(sound.span.extracting(..<index))) != nil { survivors += 1 }
      for value in [0, 0xFF, sound[index] &+ 4] {
        var bytes = sound
        bytes[index] = value
        if (try? MetadataReader.read(bytes.span)) != nil { survivors += 1 }
      }
    }
    #expect(survivors < 4 * sound.count)
  }
}
