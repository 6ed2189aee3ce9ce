internal import ViewfinderCore

/// A box that a detector proposes, in pixels of its input tensor.
struct Candidate: Hashable, Sendable {
  /// The box.
  var box: Box
  /// The detector's score, from 0 through 1.
  var score: Float
  /// The class in the detector's own numbering; 0 for class-agnostic detectors.
  var classIndex: Int
}
