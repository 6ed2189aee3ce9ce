internal import Viewfinder

/// The texts of the base detector's labels.
public struct DetectedObjectLabel: RawRepresentable, Hashable, Sendable {
  /// The text, as in `ObjectLabel.text`.
  public let rawValue: String

  /// Creates a label from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ category: CoarseCategory) {
    rawValue = category.name
  }

  /// Clothes, shoes, bags and the like.
  public static let fashionGood = DetectedObjectLabel(.fashionGood)
  /// Furniture and household goods.
  public static let homeGood = DetectedObjectLabel(.homeGood)
  /// Food and drink.
  public static let food = DetectedObjectLabel(.food)
  /// Buildings, rooms and landscapes.
  public static let place = DetectedObjectLabel(.place)
  /// Plants and flowers.
  public static let plant = DetectedObjectLabel(.plant)
}
