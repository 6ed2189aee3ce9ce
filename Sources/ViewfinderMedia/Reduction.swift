internal import ViewfinderPixels

/// By how much a photo is shrunk while it is read.
struct Reduction: Hashable {
  /// The whole number that both sides are divided by; 1 leaves the photo as it is.
  let factor: Int

  /// The size in stored pixels that is needed, if one was stated.
  let target: Target?

  struct Target: Hashable {
    let width: Int
    let height: Int
  }

  /// Chooses the strongest reduction that leaves both sides at least as long as needed.
  ///
  /// - Precondition: The sides of a target are positive.
  init(header: PhotoHeader, targetSize: (width: Int, height: Int)?) {
    guard let (width, height) = targetSize else {
      factor = 1
      target = nil
      return
    }
    precondition(width > 0 && height > 0, "The sides of a target size must be positive")
    let swaps = header.orientation.swapsSides
    let needed = Target(width: swaps ? height : width, height: swaps ? width : height)
    let possible = max(
      1,
      min(header.storedWidth / needed.width, header.storedHeight / needed.height)
    )
    target = needed
    // JPEG's inverse transform can leave out frequencies: halves, quarters, eighths.
    factor =
      header.format == .jpeg
      ? (possible >= 8 ? 8 : possible >= 4 ? 4 : possible >= 2 ? 2 : 1) : possible
  }
}
