internal import ViewfinderCore
internal import ViewfinderInference

/// Works out a detector's outputs, input and labels, by the rules for classifiers where they agree.
struct DetectorResolver {
  let layout: DetectorModel.Layout
  let metadata: ModelMetadata?
  let input: ImageInput
  let labels: LabelList?
  let findings: [CompatibilityReport.Finding]

  init(
    data: ModelData, graph: ModelGraph, _ options: DetectorModel.Options
  ) throws(ViewfinderError) {
    var inputOptions = ClassifierModel.Options()
    inputOptions.normalization = options.normalization
    var resolver = ClassifierResolver(data: data, graph: graph, options: inputOptions)
    try resolver.readMetadata()
    let found = try Self.layout(resolver)
    resolver.noteSignatures()
    (resolver.customary, resolver.takesBlueFirst) = Self.custom(of: found, resolver)
    try resolver.checkOperators()
    input = try resolver.resolveInput()
    metadata = resolver.metadata
    if let given = options.labels {
      labels = try Self.fit(given, to: found, graph)
    } else {
      labels = try Self.ownLabels(resolver, found)
    }
    layout = found
    findings = resolver.findings
  }

  /// Recognises a detector by its outputs and by what the file says about itself.
  static func recognize(
    _ data: ModelData, _ graph: ModelGraph
  ) throws(ViewfinderError) -> DetectorModel.Layout {
    var resolver = ClassifierResolver(data: data, graph: graph, options: .init())
    try resolver.readMetadata()
    return try layout(resolver)
  }

  static func layout(
    _ resolver: ClassifierResolver
  ) throws(ViewfinderError) -> DetectorModel.Layout {
    var recognizer = DetectorRecognizer(
      graph: resolver.graph, metadata: resolver.metadata, export: resolver.export)
    if resolver.metadata?.detector != nil {
      recognizer.namesBackground = try fileLabels(resolver)?.beginsWithBackground == true
    }
    return try recognizer.layout()
  }

  /// What models of a family take when their file does not say it, and whether blue comes first.
  private static func custom(
    of layout: DetectorModel.Layout, _ resolver: ClassifierResolver
  ) -> (ImpliedNormalization?, Bool) {
    func family(_ value: Normalization, _ reason: String) -> ImpliedNormalization {
      ImpliedNormalization(value: value, basis: .name, reason: reason)
    }
    switch layout {
    case .yoloRows, .yoloColumns, .yoloCells, .endToEnd:
      return (family(.zeroToOne, "YOLO exports take 0...1"), false)
    case .gridRows:
      // YOLOX was trained on whole pixels as OpenCV has them; others with this head were not.
      let isWhole = NormalizationRules.certain(resolver.graph)?.value == Normalization.none
      return (family(.zeroToOne, "YOLO exports take 0...1"), isWhole)
    case .distributions:
      return (family(.imageNet, "NanoDet takes ImageNet's statistics"), true)
    case .cells: return (family(.zeroToOne, "FOMO exports take 0...1"), false)
    case .anchored(_, _, let head):
      if head.anchors.count == 896 {
        return (family(.minusOneToOne, "BlazeFace takes -1...1"), false)
      }
      if head.coordinateCount == 4, !head.isVerticalFirst {
        return (family(.ultraLight, "the Ultra-Light face detector takes -1...1"), false)
      }
      return (nil, false)
    case .postProcessed, .pointGrid: return (nil, false)
    }
  }

  /// Given labels for the classes of a detector.
  private static func fit(
    _ labels: LabelList, to layout: DetectorModel.Layout, _ graph: ModelGraph
  ) throws(ViewfinderError) -> LabelList {
    guard let classCount = layout.classCount(graph) else {
      return try labels.placed(atLeast: 0)
    }
    if case .pointGrid = layout { return labels }
    let mayHaveMore = if case .postProcessed = layout { true } else { false }
    if let fitting = try labels.fitted(to: classCount, mayHaveMore: mayHaveMore) {
      return fitting
    }
    throw ViewfinderError(
      .invalidMetadata, subject: labels.source, found: "\(labels.count) labels",
      expected: mayHaveMore
        ? "\(classCount) at least, one for each class" : "\(classCount), one for each class",
      remedy: "Use the names of the classes that the detector was trained with, in their order.")
  }

  /// The labels that the file brings along.
  private static func ownLabels(
    _ resolver: ClassifierResolver, _ layout: DetectorModel.Layout
  ) throws(ViewfinderError) -> LabelList? {
    let classCount = layout.classCount(resolver.graph)
    if let export = resolver.export {
      let count = classCount ?? (export.names.keys.max() ?? -1) + 1
      if let labels = export.labels(classCount: count) { return labels }
    }
    guard let labels = try fileLabels(resolver) else { return nil }
    return try fit(labels, to: layout, resolver.graph)
  }

  /// The label file of any output: detectors attach it to their classes.
  private static func fileLabels(
    _ resolver: ClassifierResolver
  ) throws(ViewfinderError) -> LabelList? {
    for output in resolver.metadata?.outputs ?? [] {
      for file in output.associatedFiles
      where (file.kind == .tensorValueLabels || file.kind == .tensorAxisLabels)
        && !UltralyticsDescription.fileNames.contains(file.name)
      {
        let bytes = try resolver.contents(of: file)
        return try LabelList(bytes: bytes, source: "label file \(file.name.debugDescription)")
      }
    }
    return nil
  }
}
