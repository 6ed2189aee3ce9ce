/// A kind of object in a data set.
public struct GroundTruthCategory: Hashable, Sendable {
  /// The number that objects and results refer to.
  public var id: Int
  /// The name, such as `dog`.
  public var name: String

  /// Creates a category.
  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}
