public import ViewfinderCore

/// What is drawn for one object: a box and, if wanted, a chip of text and the way it came.
///
/// All coordinates are pixels of the upright image at its full size, origin top left. They may be of
/// any size, and reach outside the image.
public struct BoxAnnotation: Hashable, Sendable {
  /// A place in upright pixels; pixel (0, 0) reaches from 0 through 1 on both axes.
  public struct Point: Hashable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double

    /// Creates a place.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// What an annotation takes its colour from; equal keys have equal colours, always.
  public enum ColorKey: Hashable, Sendable {
    /// The same colour for everything that is called so.
    case label(String)
    /// Ten colours in turn: a track's ID.
    case id(Int)
  }

  /// The box in upright pixels.
  ///
  /// Parts outside the image are drawn along its border; one that lies outside altogether, has no
  /// area or is not finite is left out, and its text with it.
  public var box: Box

  /// The text of the chip; plain, never markup.
  ///
  /// Control characters are left out, and what does not fit is cut with an ellipsis.
  public var text: String

  /// A number from 0 through 1 that stands behind the text, as a percentage.
  public var confidence: Float?

  /// An ID that stands before the text, as `#7`.
  public var trackingID: Int?

  /// What the colour is taken from.
  public var colorKey: ColorKey

  /// The way the object came, oldest place first; points that are not finite are left out.
  public var trail: [Point]

  /// Creates an annotation.
  ///
  /// - Parameters:
  ///   - box: The box in upright pixels.
  ///   - text: The text of the chip. Without text, confidence and ID there is no chip.
  ///   - confidence: A number from 0 through 1 that stands behind the text.
  ///   - trackingID: An ID that stands before the text.
  ///   - colorKey: What the colour is taken from; by default the ID, or else the text.
  ///   - trail: The way the object came, oldest place first.
  public init(
    box: Box,
    text: String = "",
    confidence: Float? = nil,
    trackingID: Int? = nil,
    colorKey: ColorKey? = nil,
    trail: [Point] = []
  ) {
    self.box = box
    self.text = text
    self.confidence = confidence
    self.trackingID = trackingID
    self.colorKey = colorKey ?? trackingID.map(ColorKey.id) ?? .label(text)
    self.trail = trail
  }
}
