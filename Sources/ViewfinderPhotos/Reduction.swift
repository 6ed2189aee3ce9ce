internal import ViewfinderCore
internal import ViewfinderPixels

/// By how much a photo is shrunk while it is read.
struct Reduction: Hashable {
  /// The whole number that both sides are divided by; 1 leaves the photo as it is.
  let factor: Int

  /// The size in stored pixels that must be left, if a size was asked for.
  let target: Target?

  struct Target: Hashable {
    let width: Int
    let height: Int
  }

  /// How much larger than asked for a shrunk photo is at least.
  ///
  /// The sampler shrinks the rest of the way with exact areas. When it is left with less than 2,
  /// its areas and the whole blocks made here do not match, and the picture blurs: of 39 photos
  /// at 224 pixels, the confidence of the best label of EfficientNet-Lite0 was off by 0.031 on
  /// average, and 5 had another best label. With 2, it was 0.004 and none.
  private static let headroom = 2

  /// Chooses the strongest reduction that leaves both sides long enough.
  ///
  /// - Precondition: The sides of a target are positive, as ``PhotoDecoder/Need`` demands.
  init(header: PhotoHeader, targetSize: PixelSize?) {
    guard let targetSize else {
      factor = 1
      target = nil
      return
    }
    let (width, height) = (targetSize.width, targetSize.height)
    let swaps = header.orientation.swapsSides
    // No photo is longer than 16 bits say, so that doubling a clamped side cannot overflow.
    let needed = Target(
      width: min(swaps ? height : width, 1 << 16) * Self.headroom,
      height: min(swaps ? width : height, 1 << 16) * Self.headroom)
    let possible = max(
      1, min(header.storedWidth / needed.width, header.storedHeight / needed.height))
    target = needed
    // JPEG's inverse transform can leave out frequencies: halves, quarters, eighths.
    factor =
      header.format == .jpeg
      ? (possible >= 8 ? 8 : possible >= 4 ? 4 : possible >= 2 ? 2 : 1) : possible
  }
}
