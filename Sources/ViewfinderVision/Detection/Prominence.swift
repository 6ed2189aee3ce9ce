internal import ViewfinderCore
internal import ViewfinderSystem

/// How much each box of an image looks like what the image is about.
///
/// `sureness · share^areaExponent · exp(−centrality · d²)`, where *share* is the part of
/// the image that the box covers and *d* the distance of the box's centre from the image's, in units
/// of the image's sides. Objects are ordered by it, and single-object detection takes the first.
/// One that is much less sure than the surest of its image comes after all others: a half-sure box
/// around everything must not hide the thing in it.
///
/// Sureness is the detector's score. For the bundled localizer, ``BoxChoice`` says better which box
/// is right: in an image the first place goes by its judgement, in a video all of them.
struct Prominence: Sendable {
  /// The constants, chosen for a kind of sureness.
  private struct Constants {
    /// How much size counts.
    var areaExponent: Double
    /// How much closeness to the centre counts.
    var centrality: Double
    /// The share of the surest object's sureness that an object needs, not to come after the others.
    var surenessShare: Double

    /// For scores as a detector gives them.
    static let scores = Constants(areaExponent: 0.5, centrality: 2, surenessShare: 0.55)

    /// For the first place among judged boxes.
    static let firstPlace = Constants(areaExponent: 0.65, centrality: 2, surenessShare: 0.8)

    /// For judged tracks, where so steep a step would let the choice hop from frame to frame.
    static let tracks = Constants(areaExponent: 0.65, centrality: 2, surenessShare: 0.7)
  }

  /// By what the prominence of an object that is not sure enough is multiplied.
  private static let setback = 1e-6

  /// The prominence of each box, in their order: numbers from 0, larger for more.
  private(set) var values: [Double] = []

  private let isTracked: Bool
  private var choice: BoxChoice?
  // Scratch memory, kept from image to image.
  private var boxes: [(frame: Box, confidence: Float)] = []
  private var sureness: [Double] = []
  private var judged: [Double] = []

  /// Creates an appraisal.
  ///
  /// - Parameters:
  ///   - isLearned: Whether boxes and scores are those of the bundled localizer.
  ///   - isTracked: Whether they are tracks of a video.
  init(isLearned: Bool, isTracked: Bool = false) {
    choice = isLearned ? BoxChoice() : nil
    self.isTracked = isTracked
  }

  /// Forgets the boxes of the last image.
  mutating func removeAll() { boxes.removeAll(keepingCapacity: true) }

  /// Adds a box of the image: pixels of the image, and a confidence from 0 through 1.
  mutating func append(_ frame: Box, confidence: Float) { boxes.append((frame, confidence)) }

  /// Puts the prominence of each box into ``values``.
  ///
  /// - Complexity: O(*n*); for the bundled localizer O(*n* log *n*).
  mutating func appraise(width: Double, height: Double) {
    if choice != nil && isTracked {
      choice?.judge(boxes, width: width, height: height, into: &sureness)
      Self.weigh(boxes, sureness, .tracks, width, height, into: &values)
      return
    }
    sureness.removeAll(keepingCapacity: true)
    for box in boxes { sureness.append(Double(box.confidence)) }
    Self.weigh(boxes, sureness, .scores, width, height, into: &values)
    guard choice != nil, !boxes.isEmpty else { return }
    choice?.judge(boxes, width: width, height: height, into: &sureness)
    Self.weigh(boxes, sureness, .firstPlace, width, height, into: &judged)
    let first = judged.indices.reduce(0) { judged[$1] > judged[$0] ? $1 : $0 }
    values[first] = 2
  }

  private static func weigh(
    _ boxes: [(frame: Box, confidence: Float)], _ sureness: [Double], _ constants: Constants,
    _ width: Double, _ height: Double, into weights: inout [Double]
  ) {
    weights.removeAll(keepingCapacity: true)
    let surest = sureness.max() ?? 0
    for (box, sureness) in zip(boxes, sureness) {
      let share = box.frame.area / (width * height)
      let dx = (box.frame.x + box.frame.width / 2) / width - 0.5
      let dy = (box.frame.y + box.frame.height / 2) / height - 0.5
      weights.append(
        sureness * power(share, constants.areaExponent)
          * exponential(-constants.centrality * (dx * dx + dy * dy))
          * (sureness < constants.surenessShare * surest ? setback : 1))
    }
  }
}
