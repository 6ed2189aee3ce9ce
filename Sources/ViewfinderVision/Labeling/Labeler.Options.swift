public import ViewfinderModels
public import ViewfinderPixels

extension Labeler {
  /// How a ``Labeler`` selects its labels and uses the machine.
  public struct Options: Hashable, Sendable {
    /// The greatest number of labels, 1 or more.
    public var maxResults: Int

    /// The least confidence of a label, from 0 through 1.
    ///
    /// `nil` means the threshold in the model's metadata, and 0 where there is none.
    public var confidenceThreshold: Float?

    /// Threads of one inference, 1 or more; never more than the machine's cores are used.
    public var threads: Int

    /// Images that may be labeled at the same time, 1 or more; each takes memory for a compiled model.
    ///
    /// `nil` means one for each core.
    public var workers: Int?

    /// How many `async` calls may wait for their turn; `nil` for any number.
    ///
    /// One more fails at once with the code `overloaded`, so that a server can turn it away.
    public var maxWaiting: Int?

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
    ///
    /// - Precondition: The numbers are in the ranges of their properties.
    public init(
      maxResults: Int = 10, confidenceThreshold: Float? = nil, threads: Int = 1,
      workers: Int? = nil, maxWaiting: Int? = nil, scaling: ScaleMode = .stretch,
      filter: SamplingFilter = .area, classes: ClassFilter? = nil, head: Int? = nil,
      scores: ScoreUse = .asGiven
    ) {
      self.maxResults = maxResults
      self.confidenceThreshold = confidenceThreshold
      self.threads = threads
      self.workers = workers
      self.maxWaiting = maxWaiting
      self.scaling = scaling
      self.filter = filter
      self.classes = classes
      self.head = head
      self.scores = scores
      check()
    }

    /// Traps when a number is out of range; properties may have changed since the initializer.
    func check() {
      OptionChecks.check(
        maxResults: maxResults, confidenceThreshold: confidenceThreshold, threads: threads,
        workers: workers, maxWaiting: maxWaiting)
    }

    /// The threshold for a head whose metadata say `declared`.
    func threshold(declared: Float?) -> Float {
      confidenceThreshold ?? declared ?? (scores == .raw ? -.infinity : 0)
    }
  }
}
