/// The last step: from a row of normalised colours to their places in the target.
struct TargetWriter {
  private let plan: SamplingPlan
  /// The range of an integer target of one byte; nothing for floats.
  private let limits: ClosedRange<Float>?

  init(plan: SamplingPlan, limits: ClosedRange<Float>?) {
    self.plan = plan
    self.limits = limits
  }

  /// Writes one stored row of target pixels.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and padding for every column.
  ///   - bytes: Scratch memory of the same number of elements.
  ///   - row: The stored row.
  ///   - target: The whole target.
  func write(
    _ pixels: inout [Float],
    _ bytes: inout [UInt8],
    row: Int,
    into target: inout MutableRawSpan
  ) {
    let place = Place(
      start: plan.targetStart + row * plan.targetRowStep,
      step: plan.targetColumnStep,
      count: plan.columns.cells
    )
    put(&pixels, &bytes, place, into: &target)
  }

  /// Paints what the image leaves free of the target.
  func fillBars(
    _ pixels: inout [Float],
    _ bytes: inout [UInt8],
    into target: inout MutableRawSpan
  ) {
    let content = plan.content
    guard content.width < plan.width || content.height < plan.height else { return }
    let value = SIMD4(plan.transform.scale * Float(plan.fill) + plan.transform.bias, 0)
    for cell in 0..<plan.columns.cells {
      for lane in 0..<4 { pixels[cell * 4 + lane] = value[lane] }
    }
    let (left, right) = (content.x, content.x + content.width)
    for y in 0..<plan.height {
      if y < content.y || y >= content.y + content.height {
        fill(&pixels, &bytes, y, 0..<plan.width, into: &target)
      } else {
        fill(&pixels, &bytes, y, 0..<left, into: &target)
        fill(&pixels, &bytes, y, right..<plan.width, into: &target)
      }
    }
  }

  /// Paints a part of a row with the scratch pixels, as often as they fit.
  private func fill(
    _ pixels: inout [Float],
    _ bytes: inout [UInt8],
    _ y: Int,
    _ columns: Range<Int>,
    into target: inout MutableRawSpan
  ) {
    var x = columns.lowerBound
    while x < columns.upperBound {
      let count = min(plan.columns.cells, columns.upperBound - x)
      let place = Place(start: (y * plan.width + x) * 3, step: 3, count: count)
      put(&pixels, &bytes, place, into: &target)
      x += count
    }
  }

  /// A row or column of the target, in elements.
  private struct Place {
    var start: Int
    var step: Int
    var count: Int
  }

  private func put(
    _ pixels: inout [Float],
    _ bytes: inout [UInt8],
    _ place: Place,
    into target: inout MutableRawSpan
  ) {
    let size = limits == nil ? 4 : 1
    let last = place.start + (place.count - 1) * place.step
    precondition(
      place.count > 0 && min(place.start, last) >= 0
        && (max(place.start, last) + 3) * size <= target.byteCount
        && pixels.count >= place.count * 4 && bytes.count >= place.count * 4,
      "A row must fit the target"
    )
    if let limits {
      let floats = pixels.mutableSpan
      var rounded = bytes.mutableSpan
      RowKernels.round(floats, count: place.count * 4, limits: limits, into: &rounded)
      Self.scatter(unsafe bytes.span.bytes, UInt8.self, UInt32.self, place, into: &target)
    } else {
      Self.scatter(unsafe pixels.span.bytes, Float.self, SIMD4<Float>.self, place, into: &target)
    }
  }

  /// Copies pixels of four elements to places of three.
  ///
  /// Where places lie one after the other, whole pixels are stored over the next one's place,
  /// which is written afterwards; only the last one takes care.
  @inline(__always)
  private static func scatter<Element: BitwiseCopyable, Pixel: BitwiseCopyable>(
    _ source: RawSpan,
    _ element: Element.Type,
    _ pixel: Pixel.Type,
    _ place: Place,
    into target: inout MutableRawSpan
  ) {
    let size = MemoryLayout<Element>.size
    var offset = place.start &* size
    let step = place.step &* size
    var index = 0
    if place.step == 3 {
      while index < place.count &- 1 {
        let value = unsafe source.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &* size &* 4,
          as: Pixel.self
        )
        unsafe target.storeBytes(of: value, toUncheckedByteOffset: offset, as: Pixel.self)
        offset &+= step
        index &+= 1
      }
    }
    while index < place.count {
      var lane = 0
      while lane < 3 {
        let value = unsafe source.unsafeLoadUnaligned(
          fromUncheckedByteOffset: (index &* 4 &+ lane) &* size,
          as: Element.self
        )
        unsafe target.storeBytes(
          of: value,
          toUncheckedByteOffset: offset &+ lane &* size,
          as: Element.self
        )
        lane &+= 1
      }
      offset &+= step
      index &+= 1
    }
  }
}
