internal import Viewfinder

/// The indices of the base detector's labels.
public struct DetectedObjectLabelIndex: RawRepresentable, Hashable, Sendable {
  /// The index, as in `ObjectLabel.index`.
  public let rawValue: Int

  /// Creates an index.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  private init(_ category: CoarseCategory) {
    rawValue = category.rawValue
  }

  /// 0: clothes, shoes, bags and the like.
  public static let fashionGood = DetectedObjectLabelIndex(.fashionGood)
  /// 1: furniture and household goods.
  public static let homeGood = DetectedObjectLabelIndex(.homeGood)
  /// 2: food and drink.
  public static let food = DetectedObjectLabelIndex(.food)
  /// 3: buildings, rooms and landscapes.
  public static let place = DetectedObjectLabelIndex(.place)
  /// 4: plants and flowers.
  public static let plant = DetectedObjectLabelIndex(.plant)
}
