extension BaseLabelTable {
  /// A label of an everyday thing, such as "Dog".
  public struct Label: Hashable, Sendable {
    /// The name to show, in English.
    public let text: String

    /// The index of the label of which this one is a kind, such as that of "Mammal".
    ///
    /// It is smaller than the label's own; `nil` for the coarsest.
    public let parent: Int?

    /// The labeler's classes that the label stands for, rising; those of its kinds are among them.
    public let classes: [Int]
  }
}
