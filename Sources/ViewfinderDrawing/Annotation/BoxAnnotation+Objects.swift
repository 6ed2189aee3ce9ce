public import ViewfinderCore

extension BoxAnnotation {
  /// Creates the annotation of an object: its box, its best label and how sure that is.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - rank: Its place among the objects of its image, which gives an object without a label its
  ///     colour.
  public init(_ object: DetectedObject, rank: Int = 0) {
    guard let label = object.labels.first else {
      self.init(box: object.box, confidence: object.confidence, colorKey: .id(rank))
      return
    }
    self.init(box: object.box, text: label.displayText, confidence: label.confidence)
  }

  /// Creates the annotation of a tracked object: its box, its track ID and its best label.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - trail: The way it came, oldest place first.
  public init(_ object: TrackedObject, trail: [Point] = []) {
    let label = object.labels.first
    self.init(
      box: object.box, text: label?.displayText ?? "", confidence: label?.confidence,
      trackingID: object.id, trail: trail)
  }

  /// The same on an image of another size.
  package func scaled(_ x: Double, _ y: Double) -> BoxAnnotation {
    var copy = self
    copy.box = Box(x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y)
    copy.trail = trail.map { Point(x: $0.x * x, y: $0.y * y) }
    return copy
  }
}
