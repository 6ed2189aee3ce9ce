internal import ViewfinderCore
internal import ViewfinderInference

/// Works out a detector's input and labels, by the rules for classifiers where they agree.
struct DetectorResolver {
  let metadata: ModelMetadata?
  let input: ImageInput
  let labels: LabelList?

  init(
    data: ModelData, graph: ModelGraph, _ layout: DetectorModel.Layout,
    _ options: DetectorModel.Options
  ) throws(ViewfinderError) {
    var inputOptions = ClassifierModel.Options()
    inputOptions.normalization =
      options.normalization ?? Self.customaryNormalization(layout, graph)
    var resolver = ClassifierResolver(data: data, graph: graph, options: inputOptions)
    try resolver.readMetadata()
    try resolver.checkOperators()
    input = try resolver.resolveInput()
    metadata = resolver.metadata
    if let given = options.labels {
      labels = given
    } else {
      labels = try Self.labels(resolver)
    }
    if let labels { try Self.check(labels, layout, graph) }
  }

  /// Labels are as many as classes; those of an SSD may go on behind its last class.
  private static func check(
    _ labels: LabelList, _ layout: DetectorModel.Layout, _ graph: ModelGraph
  ) throws(ViewfinderError) {
    let expected: String
    switch layout {
    case .yoloRows(_, _, let classCount), .yoloColumns(_, _, let classCount):
      guard labels.count != classCount else { return }
      expected = "\(classCount), one for each class"
    case .postProcessed:
      guard let classCount = graph.detectionOutputs?.classCount, labels.count < classCount
      else { return }
      expected = "\(classCount) at least, one for each class"
    case .pointGrid: return
    }
    throw ViewfinderError(
      .invalidMetadata, subject: labels.source, found: "\(labels.count) labels",
      expected: expected,
      remedy: "Use the names of the classes that the detector was trained with, in their order.")
  }

  /// Float YOLO exports take 0...1, and those without metadata say so nowhere.
  private static func customaryNormalization(
    _ layout: DetectorModel.Layout, _ graph: ModelGraph
  ) -> Normalization? {
    switch layout {
    case .yoloRows, .yoloColumns:
      graph.inputs.first?.elementType == .float32
        && graph.metadata[ModelMetadata.entryName] == nil ? .zeroToOne : nil
    case .postProcessed, .pointGrid: nil
    }
  }

  /// The label file of any output: detectors attach it to their classes.
  private static func labels(_ resolver: ClassifierResolver) throws(ViewfinderError) -> LabelList? {
    for output in resolver.metadata?.outputs ?? [] {
      for file in output.associatedFiles
      where file.kind == .tensorValueLabels || file.kind == .tensorAxisLabels {
        let bytes = try resolver.contents(of: file)
        return try LabelList(bytes: bytes, source: "label file \(file.name.debugDescription)")
      }
    }
    return nil
  }
}
