/// How long the stages of a task took.
public struct StageTimings: Hashable, Sendable {
  /// From source pixels to the input tensor.
  public var sample: Duration
  /// The model itself.
  public var invoke: Duration
  /// From the output tensor to typed results.
  public var postprocess: Duration

  /// Creates timings, all zero unless given.
  public init(sample: Duration = .zero, invoke: Duration = .zero, postprocess: Duration = .zero) {
    self.sample = sample
    self.invoke = invoke
    self.postprocess = postprocess
  }

  /// The sum of all stages.
  public var total: Duration { sample + invoke + postprocess }
}
