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
    if let labels { try Self.check(labels, layout) }
  }

  /// A YOLO tensor says how many classes there are; other layouts do not.
  private static func check(
    _ labels: LabelList, _ layout: DetectorModel.Layout
  ) throws(ViewfinderError) {
    switch layout {
    case .yoloRows(_, _, let classCount), .yoloColumns(_, _, let classCount):
      guard labels.count != classCount else { return }
      throw ViewfinderError(
        .invalidMetadata, subject: labels.source, found: "\(labels.count) labels",
        expected: "\(classCount), one for each class",
        remedy: "Use the names of the classes that the detector was trained with, in their order.")
    case .postProcessed, .pointGrid: return
    }
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
