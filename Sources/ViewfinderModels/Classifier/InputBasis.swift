/// What it is known from how pixels become a model's numbers.
public enum InputBasis: String, Hashable, Sendable, Encodable, CaseIterable {
  /// The model's metadata say it.
  case metadata
  /// The model's first operators, weights or quantisation show it.
  case graph
  /// The names in the model, or its family, tell it.
  case name
  /// It is what models of this kind usually take.
  case convention
  /// The caller said it.
  case caller
}

/// A normalisation that a file implies, and how sure that is.
struct ImpliedNormalization: Hashable, Sendable {
  var value: Normalization
  var basis: InputBasis
  /// Why, as a clause.
  var reason: String
}
