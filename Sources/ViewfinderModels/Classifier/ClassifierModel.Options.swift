extension ClassifierModel {
  /// What a caller knows about a model that its file does not say.
  public struct Options: Hashable, Sendable {
    /// Labels in place of those in the file.
    ///
    /// They go to the first score tensor with as many classes. Teachable Machine exports need
    /// them: see ``LabelList/init(path:form:)`` and ``LabelList/Form/numbered``.
    public var labels: LabelList?

    /// The normalisation of a float input, in place of the one in the metadata.
    public var normalization: Normalization?

    /// The language whose display names are used if the model has them; nothing for none.
    public var displayNamesLocale: String?

    /// Creates options; without arguments the file alone counts, with English display names.
    public init(
      labels: LabelList? = nil,
      normalization: Normalization? = nil,
      displayNamesLocale: String? = "en"
    ) {
      self.labels = labels
      self.normalization = normalization
      self.displayNamesLocale = displayNamesLocale
    }
  }
}
