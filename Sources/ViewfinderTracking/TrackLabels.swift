public import ViewfinderCore

/// What a track's object is, smoothed over its life, and when it is worth classifying again.
///
/// Each classification gives scores to some classes. A class's smoothed score is the weighted mean
/// of all its scores, those of a class that was not given counting as 0. Weights fade by half with
/// every ``Options/halfLife`` further classifications, so that a label follows an object that
/// turns around but does not flicker with one bad crop; larger crops weigh more than smaller ones.
///
/// Classifying pays while the track is new, when its box has grown much since the last time, and
/// while the leading class is not clear; the latter ever more rarely. ``isDue(frame:at:)`` tells.
public struct TrackLabels: Hashable, Sendable {
  /// How labels are smoothed and when they are renewed.
  public struct Options: Hashable, Sendable {
    /// After how many further classifications one counts half; 8 by default.
    public var halfLife: Double
    /// How many classifications a new track gets as soon as possible; 3 by default.
    public var initialCount: Int
    /// By which factor the area of a box must grow to be classified again; 1.5 by default.
    public var growth: Double
    /// How far the leading class must be before the second to be clear; 0.3 by default.
    public var clearMargin: Double
    /// The seconds before an unclear track is classified again; 0.5 by default, doubled with each
    /// classification that leaves it unclear.
    public var unclearInterval: Double
    /// The seconds after which any track is classified again; 8 by default.
    public var longestInterval: Double

    /// Creates options.
    public init(
      halfLife: Double = 8, initialCount: Int = 3, growth: Double = 1.5,
      clearMargin: Double = 0.3, unclearInterval: Double = 0.5, longestInterval: Double = 8
    ) {
      self.halfLife = halfLife
      self.initialCount = initialCount
      self.growth = growth
      self.clearMargin = clearMargin
      self.unclearInterval = unclearInterval
      self.longestInterval = longestInterval
    }
  }

  /// A class and how sure it is.
  public struct Score: Hashable, Sendable {
    /// The index of the class in the model's label list.
    public var classIndex: Int
    /// From 0 through 1.
    public var confidence: Double

    /// Creates a score.
    public init(classIndex: Int, confidence: Double) {
      self.classIndex = classIndex
      self.confidence = confidence
    }
  }

  /// The most classes that are kept: 64, those with the highest smoothed scores.
  public static let maximumClassCount = 64

  /// How labels are smoothed and when they are renewed.
  public let options: Options

  /// The smoothed scores by falling confidence; classes with equal ones by index.
  public private(set) var scores: [Score] = []

  /// How many classifications went in.
  public private(set) var count = 0

  private var weight = 0.0
  private var lastTime = 0.0
  private var largestArea = 0.0
  private var unclearCount = 0

  /// Creates labels of a track that was not classified yet.
  ///
  /// - Precondition: `halfLife` is positive and `growth` is 1 or more.
  public init(options: Options = Options()) {
    precondition(options.halfLife > 0, "A half-life must be positive")
    precondition(options.growth >= 1, "A growth must be 1 or more")
    self.options = options
  }

  /// Whether the leading class is clearly before the others.
  public var isClear: Bool {
    guard let first = scores.first else { return false }
    return first.confidence - (scores.count > 1 ? scores[1].confidence : 0) >= options.clearMargin
  }

  /// Whether the object is worth classifying in a frame.
  ///
  /// - Parameters:
  ///   - frame: Where the object is, in pixels.
  ///   - time: When the frame is shown, in seconds.
  /// - Returns: Whether to classify and call ``add(_:frame:at:)``.
  /// - Complexity: O(1).
  public func isDue(frame: Rect, at time: Double) -> Bool {
    if count < options.initialCount { return true }
    if frame.area > 0 && frame.area >= options.growth * largestArea { return true }
    let passed = time - lastTime
    if passed >= options.longestInterval { return true }
    guard !isClear else { return false }
    var interval = options.unclearInterval
    for _ in 0..<min(unclearCount, 30) { interval *= 2 }
    return passed >= interval
  }

  /// Takes a classification in.
  ///
  /// - Parameters:
  ///   - classification: The classes found; one that is not among them counts as 0. Of a class that
  ///     is given twice the higher score counts. Scores outside 0...1 are clamped, and those that
  ///     are not numbers left out.
  ///   - frame: Where the object was, in pixels.
  ///   - time: When the frame is shown, in seconds.
  /// - Complexity: O(*n*²) in the number of classes kept and given.
  public mutating func add(_ classification: [Score], frame: Rect, at time: Double) {
    // A crop of a quarter of the largest area so far counts half.
    let size = largestArea > 0 ? min(max((frame.area / largestArea).squareRoot(), 0.25), 2) : 1
    weight *= TrackLabels.fading(halfLife: options.halfLife)
    let share = size / (weight + size)
    weight += size
    for index in scores.indices { scores[index].confidence *= 1 - share }
    for index in classification.indices where !classification[index].confidence.isNaN {
      let score = classification[index]
      guard !classification.contains(where: { $0.isBetter(than: score) }),
        !classification[..<index].contains(score)
      else { continue }
      let part = share * min(max(score.confidence, 0), 1)
      if let place = scores.firstIndex(where: { $0.classIndex == score.classIndex }) {
        scores[place].confidence += part
      } else {
        scores.append(Score(classIndex: score.classIndex, confidence: part))
      }
    }
    scores.sort {
      $0.confidence != $1.confidence
        ? $0.confidence > $1.confidence : $0.classIndex < $1.classIndex
    }
    if scores.count > Self.maximumClassCount {
      scores.removeLast(scores.count - Self.maximumClassCount)
    }
    count += 1
    unclearCount = isClear || count <= options.initialCount ? 0 : unclearCount + 1
    lastTime = time
    largestArea = max(frame.area, largestArea)
  }
}

extension TrackLabels.Score {
  fileprivate func isBetter(than other: Self) -> Bool {
    classIndex == other.classIndex && confidence > other.confidence
  }
}
