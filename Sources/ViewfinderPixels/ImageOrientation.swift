/// How stored pixels must be turned to stand upright: the eight EXIF orientations.
///
/// The raw value is the number of the EXIF `Orientation` tag (1 through 8).
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable, Codable {
  /// Row 0 is the top, column 0 the left.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Mirrored along the main diagonal: row 0 is the left, column 0 the top.
  case leftMirrored = 5
  /// Row 0 is the right side, column 0 the top: turn by 90° clockwise to see it upright.
  case right = 6
  /// Mirrored along the other diagonal: row 0 is the right, column 0 the bottom.
  case rightMirrored = 7
  /// Row 0 is the left side, column 0 the bottom: turn by 90° counter-clockwise.
  case left = 8

  /// Whether upright width and height are the stored height and width.
  public var swapsSides: Bool { rawValue >= 5 }
}
