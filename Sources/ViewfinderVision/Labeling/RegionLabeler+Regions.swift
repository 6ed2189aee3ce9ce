public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderPixels
internal import ViewfinderSystem

/// The threads of this process that help callers with their regions.
///
/// A caller does not depend on them: it classifies what they do not.
private let helpers = WorkQueue(width: max(1, InferenceOptions.maximumThreads - 1))

extension RegionLabeler {
  /// Classifies several regions of one image, side by side on several cores.
  ///
  /// - Parameters:
  ///   - image: The pixels as stored; they are neither copied nor converted as a whole.
  ///   - orientation: How they must be turned to stand upright.
  ///   - regions: The parts to look at, in stored pixels.
  /// - Returns: The classes of each region, as `classify(_:orientation:region:)` gives them.
  /// - Throws: `ViewfinderError`; that of the first region that fails.
  public func classify(
    _ image: PixelBuffer, orientation: ImageOrientation = .up, regions: [Box]
  ) throws(ViewfinderError) -> [[DetectedLabel]] {
    let outcomes = Mutex<[Result<[DetectedLabel], ViewfinderError>?]>(
      Array(repeating: nil, count: regions.count))
    helpers.forEach(below: regions.count) { index in
      let outcome = Result { () throws(ViewfinderError) in
        try classify(image, orientation: orientation, region: regions[index])
      }
      outcomes.withLock { $0[index] = outcome }
    }
    var answers: [[DetectedLabel]] = []
    for outcome in outcomes.withLock({ $0 }) {
      guard let outcome else { preconditionFailure("Every iteration has run") }
      answers.append(try outcome.get())
    }
    return answers
  }
}
