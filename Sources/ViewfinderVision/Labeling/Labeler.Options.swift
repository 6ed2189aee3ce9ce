public import ViewfinderModels
public import ViewfinderPixels

extension Labeler {
  /// How an ``Labeler`` selects its results and uses the machine.
  public struct Options: Hashable, Sendable {
    /// The number of results kept when ``maxResults`` is not positive.
    public static let defaultMaxResults = 10

    /// The greatest number of results; values below 1 mean ``defaultMaxResults``.
    public var maxResults: Int

    /// The least confidence of a result.
    ///
    /// `nil`, NaN and values outside 0 through 1 mean the threshold in the model's metadata, and 0
    /// where there is none.
    public var confidenceThreshold: Float?

    /// Threads of one inference; clamped to the machine's cores.
    public var threads: Int

    /// Images that may be classified at the same time; each takes memory for a compiled model.
    ///
    /// `nil` means one for each core.
    public var workers: Int?

    /// How an image whose sides do not have the model's proportions is fitted.
    public var scaling: ScaleMode

    /// Which source pixels make up a pixel of the model's input.
    ///
    /// ``SamplingFilter/area`` is steadier; ``SamplingFilter/bilinear`` comes nearest to the numbers
    /// of ML Kit, which skips pixels when it shrinks.
    public var filter: SamplingFilter

    /// Which classes count; `nil` means all.
    public var classes: ClassFilter?

    /// The only output that is looked at, among the model's heads; `nil` means all.
    public var head: Int?

    /// What is done with numbers that are not confidences.
    public var scores: ScoreUse

    /// What is done with the numbers of a model.
    public enum ScoreUse: String, Hashable, Sendable {
      /// They are taken as they come, from the threshold on: ML Kit's rule.
      case asGiven
      /// Numbers outside 0 through 1 are an error, and of several outputs those with probabilities
      /// are looked at.
      case confidencesOnly
      /// They are taken as they come, also those below 0.
      case raw
    }

    /// Creates options.
    public init(
      maxResults: Int = defaultMaxResults, confidenceThreshold: Float? = nil, threads: Int = 1,
      workers: Int? = nil, scaling: ScaleMode = .stretch,
      filter: SamplingFilter = .area, classes: ClassFilter? = nil, head: Int? = nil,
      scores: ScoreUse = .asGiven
    ) {
      self.maxResults = maxResults
      self.confidenceThreshold = confidenceThreshold
      self.threads = threads
      self.workers = workers
      self.scaling = scaling
      self.filter = filter
      self.classes = classes
      self.head = head
      self.scores = scores
    }

    var resultCapacity: Int { maxResults > 0 ? maxResults : Self.defaultMaxResults }

    /// The threshold for a head whose metadata say `declared`.
    func threshold(declared: Float?) -> Float {
      if let confidenceThreshold, confidenceThreshold >= 0, confidenceThreshold <= 1 {
        return confidenceThreshold
      }
      return declared ?? (scores == .raw ? -.infinity : 0)
    }
  }
}
