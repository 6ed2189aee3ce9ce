/// The last step: colour, normalisation, and the place in the target.
struct TargetWriter {
  private let plan: SamplingPlan
  private let conversion: ColorConversion?
  private let scale: SIMD4<Float>
  private let bias: SIMD4<Float>

  init(plan: SamplingPlan, source: PixelBuffer) {
    self.plan = plan
    conversion =
      source.format.isSubsampled
      ? source.colorMatrix.conversion(isVideoRange: source.format.isVideoRange) : nil
    scale = SIMD4(plan.transform.scale, 0)
    bias = SIMD4(plan.transform.bias, 0)
  }

  /// Writes one stored row of target pixels.
  @inline(__always)
  func write<Element: TargetElement>(
    _ pixels: Span<SIMD4<Float>>,
    row: Int,
    into target: inout MutableSpan<Element>
  ) {
    let count = plan.columns.cells
    precondition(pixels.count >= count, "There must be a pixel for every column")
    let step = plan.targetColumnStep
    var offset = plan.targetStart + row * plan.targetRowStep
    for column in 0..<count {
      var pixel = unsafe pixels[unchecked: column]
      if let conversion { pixel = conversion.rgb(pixel) }
      put(Element.encode(pixel * scale + bias), at: offset, in: &target)
      offset += step
    }
  }

  /// Paints what the image leaves free of the target.
  @inline(__always)
  func fillBars<Element: TargetElement>(of target: inout MutableSpan<Element>) {
    let content = plan.content
    guard content.width < plan.width || content.height < plan.height else { return }
    let value = Element.encode(SIMD4(repeating: Float(plan.fill)) * scale + bias)
    for y in 0..<plan.height {
      let isBar = y < content.y || y >= content.y + content.height
      for x in 0..<(isBar ? plan.width : content.x) {
        put(value, at: (y * plan.width + x) * 3, in: &target)
      }
      guard !isBar else { continue }
      for x in content.x + content.width..<plan.width {
        put(value, at: (y * plan.width + x) * 3, in: &target)
      }
    }
  }

  @inline(__always)
  private func put<Element: TargetElement>(
    _ value: (Element, Element, Element),
    at offset: Int,
    in target: inout MutableSpan<Element>
  ) {
    target[offset] = value.0
    target[offset + 1] = value.1
    target[offset + 2] = value.2
  }
}
