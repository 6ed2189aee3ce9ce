public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderPixels
internal import ViewfinderSystem

/// The threads of this process that help callers with their regions.
///
/// A caller does not depend on them: it labels what they do not.
private let helpers = WorkQueue(width: max(1, InferenceOptions.maximumThreads - 1))

extension RegionLabeler {
  /// Labels several regions of one image, side by side on several cores.
  ///
  /// - Parameters:
  ///   - image: The image; it is neither copied nor converted as a whole.
  ///   - regions: The parts to look at.
  /// - Returns: The labels of each region, as ``label(_:in:)`` gives them.
  /// - Throws: `ViewfinderError`; that of the first region that fails.
  public func label(
    _ image: InputImage, in regions: [Box]
  ) throws(ViewfinderError) -> [[DetectedLabel]] {
    let outcomes = Mutex<[Result<[DetectedLabel], ViewfinderError>?]>(
      Array(repeating: nil, count: regions.count))
    helpers.forEach(below: regions.count) { index in
      let outcome = Result { () throws(ViewfinderError) in
        try label(image, in: regions[index])
      }
      outcomes.withLock { $0[index] = outcome }
    }
    var labels: [[DetectedLabel]] = []
    for outcome in outcomes.withLock({ $0 }) {
      guard let outcome else { preconditionFailure("Every iteration has run") }
      labels.append(try outcome.get())
    }
    return labels
  }
}
