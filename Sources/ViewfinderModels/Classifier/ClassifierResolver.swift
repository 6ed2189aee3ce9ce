internal import ViewfinderCore
internal import ViewfinderInference

/// Works out what a classifier needs from a model file, and collects everything that is in the way.
///
/// ``ClassifierModel`` throws the first failure; ``CompatibilityReport`` shows them all.
struct ClassifierResolver {
  typealias Finding = CompatibilityReport.Finding

  let data: ModelData
  let graph: ModelGraph
  let options: ClassifierModel.Options

  private(set) var findings: [Finding] = []
  /// The first error that keeps the model from being used.
  private(set) var firstFailure: ViewfinderError?

  private(set) var metadata: ModelMetadata?
  private(set) var archive: AppendedArchive?
  private(set) var export: UltralyticsDescription?
  /// What models of the family take, for a file that does not say it.
  var customary: ImpliedNormalization?
  /// Whether blue comes before red.
  var takesBlueFirst = false
  private(set) var input: ImageInput?
  private(set) var heads: [ScoreHead] = []

  // What has been read of the archive, and what was wrong with it: any number of outputs may name the
  // same file.
  var labelLists: [String: Result<LabelList, ViewfinderError>] = [:]
  var calibrations: [CalibrationKey: Result<ScoreCalibration, ViewfinderError>] = [:]

  // Findings after these say no more.
  private static let maximumFindingCount = 100

  init(data: ModelData, graph: ModelGraph, options: ClassifierModel.Options) {
    self.data = data
    self.graph = graph
    self.options = options
  }

  mutating func resolve() {
    attempt { (self) throws(ViewfinderError) in try self.readMetadata() }
    noteSignatures()
    if let detector = detectorError() { fail(detector) }
    attempt { (self) throws(ViewfinderError) in try self.checkOperators() }
    attempt { (self) throws(ViewfinderError) in self.input = try self.resolveInput() }
    resolveOutputs()
    noteLooseEnds()
  }

  /// Runs a step and keeps its error as a finding.
  mutating func attempt(_ step: (inout Self) throws(ViewfinderError) -> Void) {
    do throws(ViewfinderError) {
      try step(&self)
    } catch {
      fail(error)
    }
  }

  mutating func fail(_ error: ViewfinderError) {
    firstFailure = firstFailure ?? error
    record(Finding(.unusable, error))
  }

  /// Keeps a finding, unless there are very many and it is not the first of its level.
  private mutating func record(_ finding: Finding) {
    guard
      findings.count < Self.maximumFindingCount
        || !findings.contains(where: { $0.level == finding.level })
    else { return }
    findings.append(finding)
  }

  /// Records what ML Kit would refuse, or what is worth knowing.
  mutating func add(
    _ level: Finding.Level,
    _ code: ViewfinderError.Code,
    _ subject: String,
    _ found: String,
    expected: String = "",
    remedy: String = ""
  ) {
    record(
      Finding(
        level,
        ViewfinderError(
          code,
          subject: subject,
          found: found,
          expected: expected,
          remedy: remedy
        )
      )
    )
  }

  mutating func addHead(_ head: ScoreHead) {
    heads.append(head)
  }

  mutating func readMetadata() throws(ViewfinderError) {
    if let range = graph.metadata[ModelMetadata.entryName] {
      metadata = try MetadataReader.read(data.bytes.extracting(range))
      archive = try AppendedArchive.find(in: data.bytes)
    } else {
      // Nothing refers to it, so a broken one does no harm.
      archive = try? AppendedArchive.find(in: data.bytes)
    }
    export = archive.flatMap { UltralyticsDescription.find($0, in: data.bytes) }
  }

  func checkOperators() throws(ViewfinderError) {
    let known: Set<String> = [
      "TFLite_Detection_PostProcess", "AudioSpectrogram", "Mfcc", "NumericVerify",
    ]
    guard let name = graph.customOperators.first(where: { !known.contains($0) }) else { return }
    let remedy: String
    if name == "edgetpu-custom-op" {
      remedy =
        "Use the file from before the Edge TPU compiler; this one runs on Coral hardware only."
    } else if name.hasPrefix("Flex") {
      remedy = "Convert the model again with built-in operators only, without SELECT_TF_OPS."
    } else {
      remedy = "Convert the model again with built-in operators only."
    }
    throw ViewfinderError(
      .unsupportedModel,
      subject: "operator \(name.debugDescription)",
      found: "a custom operator that LiteRT does not contain",
      expected: "built-in TensorFlow Lite operators",
      remedy: remedy
    )
  }

  /// The bytes of a file that metadata refers to.
  func contents(of file: AssociatedFile) throws(ViewfinderError) -> [UInt8] {
    guard let archive else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: "associated file \(file.name.debugDescription)",
        found: "the metadata refers to it, but no archive ends the model file",
        expected: "a ZIP archive after the model",
        remedy: "Use the model as its maker published it; some tools cut the archive off."
      )
    }
    guard let bytes = try archive.contents(of: file.name, in: data.bytes) else {
      let names = list(archive.entries, \.name.debugDescription)
      throw ViewfinderError(
        .invalidMetadata,
        subject: "associated file \(file.name.debugDescription)",
        found: "the metadata refers to it, but the archive holds "
          + (names.isEmpty ? "nothing" : names),
        remedy: "Write metadata and associated files again with a metadata writer."
      )
    }
    return bytes
  }

  private mutating func noteLooseEnds() {
    if heads.count > 1 {
      add(
        .note,
        .unsupportedModel,
        "outputs",
        "\(heads.count) score tensors; ML Kit fully supports the first one only"
      )
    }
    let types = Set(heads.map { $0.elementType == .float32 })
    if types.count > 1 {
      add(
        .notMLKit,
        .unsupportedModel,
        "outputs",
        "float and integer score tensors",
        expected: "scores of one kind",
        remedy: "Convert the model with one type for all outputs."
      )
    }
    for head in heads where head.kind != .probabilities {
      add(
        .note, .unsupportedModel, tensorName("output", head.outputIndex, head.name),
        head.kind.explanation, remedy: head.kind.remedy)
    }
  }

  mutating func noteSignatures() {
    guard let fault = graph.signatureFault else { return }
    add(
      .note, .invalidModel, "signatures",
      "\(fault); they are left out, as nothing else depends on them",
      remedy: "Write the model without them to use it with other programs.")
  }
}

/// The first things of a list, for messages.
func list<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
  let most = 12
  return items.prefix(most).map(text).joined(separator: ", ")
    + (items.count > most ? ", … (\(items.count) in all)" : "")
}

/// The number of dimensions and the shape, for messages.
func dimensions(_ shape: [Int]) -> String {
  "\(shape.count) dimension\(shape.count == 1 ? "" : "s"), \(shape)"
}

/// A tensor for messages, such as `input tensor 0 ("image")`.
func tensorName(_ kind: String, _ index: Int, _ name: String) -> String {
  "\(kind) tensor \(index)" + (name.isEmpty ? "" : " (\(shortened(name)))")
}

extension TensorDescription {
  /// Type and shape for messages, such as `float32 [1, 224, 224, 3]`; −1 stands for an open size.
  var typeAndShape: String {
    "\(elementType.rawValue) \(shape)"
      + (shapeSignature == shape ? "" : " (open sizes: \(shapeSignature))")
  }
}
