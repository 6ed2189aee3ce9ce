internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderModels
internal import ViewfinderPixels

/// One compiled model with its sampler and scratch memory; used by one thread at a time.
final class LabelerWorker {
  private let name: String
  private let outputs: [Int]
  private let session: InferenceSession
  private var input: ModelInput
  private var postprocessor: ScorePostprocessor
  private var scores: [Float] = []

  init(model: ClassifierModel, options: Labeler.Options) throws(ViewfinderError) {
    name = model.name
    outputs = model.heads.map(\.outputIndex)
    session = try InferenceSession(
      model.data, graph: model.graph, options: InferenceOptions(threads: options.threads))
    input = ModelInput(model.input, scaling: options.scaling, filter: options.filter)
    postprocessor = try ScorePostprocessor(heads: model.heads, of: model.name, options: options)
  }

  func label(
    _ image: InputImage, in region: Box?
  ) throws(ViewfinderError) -> (labels: [DetectedLabel], timings: StageTimings) {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try input.fill(session, with: image, storedRegion: image.storedPart(region))
    let sampled = clock.now
    try session.run()
    let invoked = clock.now
    postprocessor.reset()
    do throws(ViewfinderError) {
      for (head, output) in outputs.enumerated() {
        try session.dequantizedOutput(output, into: &scores)
        try postprocessor.consider(&scores, head: head)
      }
    } catch {
      throw error.about([name, error.subject].compactMap(\.self).joined(separator: ": "))
    }
    let labels = postprocessor.labels
    let done = clock.now
    return (
      labels,
      StageTimings(
        sample: sampled - start, invoke: invoked - sampled, postprocess: done - invoked)
    )
  }
}
