/// The five kinds of things that the coarse classifier tells apart; ML Kit's, in ML Kit's order.
public enum CoarseCategory: Int, CaseIterable, Hashable, Sendable {
  /// Clothes, shoes, bags and the like.
  case fashionGood
  /// Furniture and household goods.
  case homeGood
  /// Food and drink.
  case food
  /// Buildings, rooms and landscapes.
  case place
  /// Plants and flowers.
  case plant

  /// The name as ML Kit writes it.
  public var name: String {
    switch self {
    case .fashionGood: "Fashion good"
    case .homeGood: "Home good"
    case .food: "Food"
    case .place: "Place"
    case .plant: "Plant"
    }
  }
}
