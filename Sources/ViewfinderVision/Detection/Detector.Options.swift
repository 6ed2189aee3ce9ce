public import ViewfinderModels
public import ViewfinderPixels

extension Detector {
  /// How a ``Detector`` selects its results and uses the machine.
  public struct Options: Hashable, Sendable {
    /// The greatest number of objects; 1 gives the most prominent one.
    public var maxObjects: Int

    /// The least confidence of an object, from 0 through 1.
    ///
    /// `nil` means the threshold that comes with the detector.
    public var confidenceThreshold: Float?

    /// The overlap (IoU) above which the weaker of two boxes is dropped.
    ///
    /// `nil` means the value that comes with the detector.
    public var overlapThreshold: Double?

    /// How much wider and higher than its box the labeled region is, as a share of the sides.
    ///
    /// Half of it lies on each side. The region never leaves the image.
    public var cropMargin: Double

    /// The least side of an object, as a share of the image's same side.
    public var minimumSide: Double

    /// Threads of one detection, 1 or more; never more than the machine's cores are used.
    public var threads: Int

    /// Images that may be looked at at the same time, 1 or more; `nil` means one for each core.
    public var workers: Int?

    /// How many `async` calls may wait for their turn; `nil` for any number.
    ///
    /// One more fails at once with the code `overloaded`, so that a server can turn it away.
    public var maxWaiting: Int?

    /// Which source pixels make up a pixel of the detector's input; see
    /// ``Labeler/Options/filter``.
    ///
    /// `nil` means the filter that comes with the detector.
    public var filter: SamplingFilter?

    /// Which classes of the detector count; `nil` means all.
    ///
    /// A labeler of objects has a filter of its own,
    /// ``Labeler/Options/classes``.
    public var classes: ClassFilter?

    /// Whether small objects are looked for in parts of the image, too; `nil` means not.
    public var tiling: Tiling?

    /// Whether objects without a label are left out, before their number is limited.
    ///
    /// With a labeler that has a filter of classes, this leaves the objects of those classes.
    public var needsLabels: Bool

    /// Creates options.
    ///
    /// - Precondition: The numbers are in the ranges of their properties.
    public init(
      maxObjects: Int = 1, confidenceThreshold: Float? = nil, overlapThreshold: Double? = nil,
      cropMargin: Double = 0.1, minimumSide: Double = 0.01, threads: Int = 1, workers: Int? = nil,
      maxWaiting: Int? = nil, filter: SamplingFilter? = nil, classes: ClassFilter? = nil,
      tiling: Tiling? = nil,
      needsLabels: Bool = false
    ) {
      self.maxObjects = maxObjects
      self.classes = classes
      self.tiling = tiling
      self.needsLabels = needsLabels
      self.confidenceThreshold = confidenceThreshold
      self.overlapThreshold = overlapThreshold
      self.cropMargin = cropMargin
      self.minimumSide = minimumSide
      self.threads = threads
      self.workers = workers
      self.maxWaiting = maxWaiting
      self.filter = filter
      check()
    }

    /// Traps when a number is out of range; properties may have changed since the initializer.
    func check() {
      OptionChecks.check(
        maxResults: maxObjects, confidenceThreshold: confidenceThreshold, threads: threads,
        workers: workers, maxWaiting: maxWaiting)
      precondition(
        overlapThreshold.map { (0...1).contains($0) } ?? true,
        "An overlap threshold must be 0 through 1")
      precondition((0...1).contains(cropMargin), "A crop margin must be 0 through 1")
      precondition(minimumSide >= 0 && minimumSide < 1, "A least side must be a share below 1")
    }
  }
}

extension Detector.Options {
  /// The most objects that are labelled to find those that have the labels wanted.
  private static let labelledCount = 20

  /// The options of the workers, which may have to find more than is given out.
  var forWorkers: Detector.Options {
    var options = self
    if needsLabels { options.maxObjects = max(maxObjects, Self.labelledCount) }
    return options
  }
}
