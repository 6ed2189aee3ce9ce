internal import ViewfinderCore
internal import ViewfinderInference

/// Tries what a model serves, at first as it is and then with the options that are likely.
struct TaskJudge {
  typealias TaskFit = CompatibilityReport.TaskFit

  let data: ModelData
  let graph: ModelGraph
  let options: ClassifierModel.Options

  /// What came of trying a task.
  struct Outcome {
    var fit: TaskFit
    var findings: [CompatibilityReport.Finding]
    var resolver: ClassifierResolver
    var input: ImageInput?
  }

  func label() -> Outcome {
    var resolver = ClassifierResolver(data: data, graph: graph, options: options)
    resolver.resolve()
    var (working, likely) = (resolver, nil as ImpliedNormalization?)
    if resolver.firstFailure?.code == .missingNormalization {
      likely = NormalizationRules.likely(graph)
      var options = options
      options.normalization = likely?.value
      working = ClassifierResolver(data: data, graph: graph, options: options)
      working.resolve()
    }
    let failure = working.firstFailure
    var words = likely.map { Self.words($0.value) } ?? []
    let needsRaw = failure == nil && !working.heads.contains { $0.kind == .probabilities }
    if needsRaw { words.append("--raw") }
    let kind = working.heads.first?.kind ?? .probabilities
    return Outcome(
      fit: TaskFit(
        task: .label, fits: failure == nil, options: failure == nil ? words : [],
        because: likely?.basis ?? basis(working.input), problem: failure?.description,
        family: needsRaw ? kind.explanation : nil, reason: likely?.reason,
        classCount: working.heads.first?.classCount),
      findings: resolver.findings, resolver: resolver, input: resolver.input)
  }

  func detect() -> Outcome {
    var resolver = ClassifierResolver(data: data, graph: graph, options: options)
    var detectorOptions = DetectorModel.Options(
      labels: options.labels, normalization: options.normalization)
    var likely: ImpliedNormalization?
    var failure: ViewfinderError?
    var found: DetectorResolver?
    do throws(ViewfinderError) {
      found = try DetectorResolver(data: data, graph: graph, detectorOptions)
    } catch {
      failure = error
    }
    if failure?.code == .missingNormalization {
      likely = NormalizationRules.likely(graph)
      detectorOptions.normalization = likely?.value
      found = try? DetectorResolver(data: data, graph: graph, detectorOptions)
    }
    let layout = found?.layout
    var findings = found?.findings ?? []
    if let failure {
      findings.append(CompatibilityReport.Finding(.unusable, failure))
    }
    if let layout {
      findings.append(
        CompatibilityReport.Finding(
          .notMLKit,
          ViewfinderError(
            .unsupportedModel, subject: "outputs", found: "a detector: \(layout.family)",
            expected: "a classifier", remedy: "ML Kit takes no detectors of your own.")))
    }
    _ = try? resolver.readMetadata()
    let fits = found != nil
    return Outcome(
      fit: TaskFit(
        task: .detect, fits: fits,
        options: fits ? likely.map { Self.words($0.value) } ?? [] : [],
        because: likely?.basis ?? basis(found?.input),
        problem: fits ? nil : failure?.description, family: layout?.family,
        reason: likely?.reason, classCount: layout?.classCount(graph) ?? found?.labels?.count),
      findings: findings, resolver: resolver, input: found?.input)
  }

  private func basis(_ input: ImageInput?) -> InputBasis {
    switch input?.basis {
    case nil, .caller: .convention
    case .some(let basis): basis
    }
  }

  private static func words(_ value: Normalization) -> [String] {
    func list(_ values: [Float]) -> String {
      func short(_ value: Float) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
      return values.allSatisfy { $0 == values[0] }
        ? short(values[0]) : values.map(short).joined(separator: ",")
    }
    return ["--mean", list(value.mean), "--std", list(value.std)]
  }
}
