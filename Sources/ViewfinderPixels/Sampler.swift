package import ViewfinderCore

/// Writes a region of an image into a tensor: crop, turn, scale, convert and normalise in one pass.
///
/// The target is `height × width × 3`: rows from the top, red, green, blue, upright. Every source
/// row is read from its planes the number of times its pixels are needed, and nothing between the
/// planes and the target is larger than one row.
///
/// Each plane is filtered on its own and each axis by its own rate: by default averaged over the
/// exact area that a target pixel covers when it shrinks, interpolated between pixel centres when
/// it grows; see ``SamplingFilter``.
/// Colours are converted once for each target pixel. Pixels outside the region have no influence.
///
/// A sampler keeps its scratch memory: sampling again with sources that are no wider allocates
/// nothing. Use one for each thread.
package struct Sampler: ~Copyable {
  /// The target's width in pixels.
  package let width: Int

  /// The target's height in pixels.
  package let height: Int

  var scratch = SamplerScratch()

  /// Creates a sampler for targets of one size.
  ///
  /// - Parameters:
  ///   - width: The target's width in pixels.
  ///   - height: The target's height in pixels.
  /// - Precondition: Both are in 1 through ``PixelBuffer/maximumSide``.
  package init(width: Int, height: Int) {
    let sides = 1...PixelBuffer.maximumSide
    precondition(
      sides.contains(width) && sides.contains(height),
      "A target's sides must be 1 through 65,535"
    )
    self.width = width
    self.height = height
  }

  /// Samples an image into a tensor of bytes, signed bytes or floats.
  ///
  /// Integers are rounded to the nearest (halves to even) and clamped to the range of their type;
  /// floats are neither rounded nor clamped after the transform.
  ///
  /// - Parameters:
  ///   - source: The image.
  ///   - region: The part to sample, in stored pixels of the image, which may be fractional; it is
  ///     clamped to the image. The whole image by default.
  ///   - orientation: How the stored pixels must be turned to stand upright.
  ///   - scaling: How a region of another shape is fitted into the target.
  ///   - filter: Which source pixels make up a target pixel.
  ///   - transform: The map from 0...255 to the target's values.
  ///   - target: `height × width × 3` elements.
  /// - Returns: Where the region came to lie, and the way back.
  /// - Throws: `invalidArgument` when the region is not finite, has no area or lies outside.
  /// - Precondition: `target` has `height × width × 3` elements.
  /// - Complexity: O(pixels of the region + pixels of the target).
  @discardableResult
  package mutating func sample<Element: SampleElement>(
    _ source: PixelBuffer,
    region: Box? = nil,
    orientation: ImageOrientation = .up,
    scaling: ScaleMode = .stretch,
    filter: SamplingFilter = .area,
    transform: ChannelTransform = .identity,
    into target: inout MutableSpan<Element>
  ) throws(ViewfinderError) -> Placement {
    let plan = try SamplingPlan(
      source: source,
      region: region,
      orientation: orientation,
      scaling: scaling,
      filter: filter,
      transform: transform,
      targetWidth: width,
      targetHeight: height
    )
    var bytes = unsafe target.mutableBytes
    run(plan, source, limits: Element.sampleLimits, &bytes)
    return plan.placement
  }
}
