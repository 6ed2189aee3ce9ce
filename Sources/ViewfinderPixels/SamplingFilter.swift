/// Which source pixels make up a target pixel.
public enum SamplingFilter: String, Hashable, Sendable, CaseIterable {
  /// The average of all source pixels that the target pixel covers when an axis shrinks, and
  /// bilinear interpolation when it grows: nothing of the source is skipped.
  case area

  /// Bilinear interpolation between the two source pixels nearest to the target pixel's centre on
  /// each axis, also when it shrinks: what ML Kit does, and what most models were trained with.
  case bilinear
}
