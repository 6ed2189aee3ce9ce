internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderModels
internal import ViewfinderPixels

/// A compiled labeler and, behind it, the compiled model that turns its scores into categories;
/// used by one thread at a time.
final class CategoryWorker {
  private let labeler: InferenceSession
  private let categories: InferenceSession
  private let scoreOutput: Int
  private var input: ModelInput
  /// The labeler's probabilities in the last run.
  private(set) var scores: [Float] = []
  /// How long the last run took; both models are one stage.
  private(set) var timings = StageTimings()

  init(model: CategoryModel, threads: Int) throws(ViewfinderError) {
    labeler = try InferenceSession(
      model.labeler.data, graph: model.labeler.graph, options: InferenceOptions(threads: threads))
    categories = try InferenceSession(model.data, graph: model.graph)
    scoreOutput = model.labeler.heads[0].outputIndex
    input = ModelInput(model.labeler.input, scaling: .stretch, filter: .area)
  }

  /// The probabilities of the five categories and of "none".
  func probabilities(
    of image: InputImage, in region: Box?
  ) throws(ViewfinderError) -> [Float] {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try input.fill(labeler, with: image, storedRegion: image.storedPart(region))
    let sampled = clock.now
    try labeler.run()
    try labeler.dequantizedOutput(scoreOutput, into: &scores)
    try categories.withInput(0, of: Float.self) { (target) throws(ViewfinderError) in
      precondition(target.count == scores.count, "CategoryModel has compared the tensors")
      for index in scores.indices { target[index] = scores[index] }
    }
    try categories.run()
    timings = StageTimings(sample: sampled - start, invoke: clock.now - sampled)
    return try categories.readOutput(0)
  }
}
