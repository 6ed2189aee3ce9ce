internal import ViewfinderCore

/// How much an object looks like what the picture is about.
///
/// `confidence · share^areaExponent · exp(−centrality · d²)`, where *share* is the part of the
/// image that the box covers and *d* the distance of the box's centre from the image's, in units
/// of the image's sides. Objects are ordered by it, and single-object detection takes the first.
/// One that is much less sure than the surest of its image comes after all others: a half-sure box
/// around everything must not hide the thing in it.
struct Prominence: Hashable, Sendable {
  /// How much size counts.
  var areaExponent: Double = 0.5

  /// How much closeness to the centre counts.
  var centrality: Double = 2

  /// The share of the surest object's confidence that an object needs, not to come after the others.
  var surenessShare: Float = 0.55

  /// By what the prominence of an object that is not sure enough is multiplied.
  private static let setback = 1e-6

  /// The prominence of a box in an image whose surest object has the confidence `surest`.
  func callAsFunction(
    of box: Rect, confidence: Float, surest: Float, width: Double, height: Double
  ) -> Double {
    let share = box.area / (width * height)
    let dx = (box.x + box.width / 2) / width - 0.5
    let dy = (box.y + box.height / 2) / height - 0.5
    return Double(confidence) * power(share, areaExponent)
      * exponential(-centrality * (dx * dx + dy * dy))
      * (confidence < surenessShare * surest ? Self.setback : 1)
  }
}
