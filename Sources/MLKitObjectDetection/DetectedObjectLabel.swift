/// The texts of the base detector's coarse categories.
public enum DetectedObjectLabel {
  /// Clothes, shoes, bags and jewellery.
  public static let fashionGood = "Fashion good"
  /// Furniture, tools and things of the household.
  public static let homeGood = "Home good"
  /// Food and drink.
  public static let food = "Food"
  /// Buildings and landscapes.
  public static let place = "Place"
  /// Plants and flowers.
  public static let plant = "Plant"
}

/// The indices of the base detector's coarse categories.
public enum DetectedObjectLabelIndex {
  /// Clothes, shoes, bags and jewellery.
  public static let fashionGood = 0
  /// Furniture, tools and things of the household.
  public static let homeGood = 1
  /// Food and drink.
  public static let food = 2
  /// Buildings and landscapes.
  public static let place = 3
  /// Plants and flowers.
  public static let plant = 4
}
