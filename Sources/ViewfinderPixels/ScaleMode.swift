/// How a region of another shape is fitted into a target.
public enum ScaleMode: Hashable, Sendable {
  /// Fills the target and lets the aspect ratio change; what ML Kit does.
  case stretch
  /// Keeps the aspect ratio, centres the image and paints the rest in a gray.
  ///
  /// The fill is a value in 0...255 before normalization. The image takes whole target
  /// pixels: its sides are rounded to the nearest.
  case letterbox(fill: UInt8 = 0)
}
