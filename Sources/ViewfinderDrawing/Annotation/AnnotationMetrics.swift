/// The sizes of what is drawn on a picture, in whole pixels.
///
/// They grow with the square root of the picture's area, so that annotations look alike on a
/// thumbnail and on a full photo shown at the same size.
struct AnnotationMetrics: Hashable {
  /// The em of the type.
  let type: Int
  /// The width of a box's line.
  let line: Int
  /// The width of the dark rim around lines and chips.
  let rim: Int
  /// The outer radius of corners.
  let radius: Int
  /// The height of a chip.
  let chipHeight: Int
  /// From a chip's ends to its text.
  let padding: Int
  /// Between the parts of a chip's text.
  let gap: Int
  /// Boxes and chips start at columns and rows that this divides.
  let grid: Int

  /// - Parameters:
  ///   - width: The picture's width in pixels.
  ///   - height: The picture's height in pixels.
  ///   - scale: A factor for everything.
  ///   - isSubsampled: Whether there are chroma samples that span two pixels.
  ///   - isSmall: Whether this is for boxes that full-sized type would smother.
  init(width: Int, height: Int, scale: Double, isSubsampled: Bool, isSmall: Bool = false) {
    let side = (Double(width) * Double(height)).squareRoot()
    let share = isSmall ? 0.72 : 1
    let em = max(8, max(min(11, side / 8), side / 46 * share) * scale)
    type = min(Int(em.rounded()), 1000)
    grid = isSubsampled ? 2 : 1
    let line = max(1, (em / 5.5).rounded())
    // Two chroma samples cannot share a line of one colour.
    self.line = isSubsampled ? max(2, (Int(line) + 1) / 2 * 2) : Int(line)
    rim = max(1, Int((em / 16).rounded()))
    radius = max(2, Int((em / 3).rounded()))
    chipHeight = max(10, Int((em * 1.5).rounded() / 2) * 2)
    padding = max(2, Int((em * 0.45).rounded()))
    gap = max(2, Int((em * 0.38).rounded()))
  }
}
