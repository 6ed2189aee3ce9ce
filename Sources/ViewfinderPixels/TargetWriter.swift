/// The last step: from rows of normalised colours to their places in the target.
struct TargetWriter {
  private let plan: SamplingPlan
  /// The range of an integer target of one byte; nothing for floats.
  private let limits: ClosedRange<Float>?

  init(plan: SamplingPlan, limits: ClosedRange<Float>?) {
    self.plan = plan
    self.limits = limits
  }

  /// Where a line of pixels goes in the target, in elements.
  private struct Place {
    /// The first element of the first pixel.
    var start: Int
    /// From pixel to pixel.
    var step: Int
    /// The number of pixels.
    var count: Int
  }

  /// Writes a stored row of target pixels, or waits until there are as many as are written at once.
  ///
  /// - Parameters:
  ///   - pixels: Red, green, blue and padding for every column of the rows that are written at once.
  ///   - bytes: Scratch memory of the same number of elements.
  ///   - row: The stored row.
  ///   - target: The whole target.
  func write(
    _ pixels: inout [Float],
    _ bytes: inout [UInt8],
    row: Int,
    into target: inout MutableRawSpan
  ) {
    let columns = plan.columns.cells
    let rows = row % plan.rowsAtOnce + 1
    guard rows == plan.rowsAtOnce || row == plan.rows.cells - 1 else { return }
    round(&pixels, &bytes, count: columns * rows)
    let first = plan.targetStart + (row - rows + 1) * plan.targetRowStep
    guard plan.rowsAtOnce > 1 else {
      let place = Place(start: first, step: plan.targetColumnStep, count: columns)
      put(pixels, bytes, from: 0, every: 1, place, into: &target)
      return
    }
    // Pixels are put down in the order of the target's elements, backwards through the rows if
    // need be, as 'scatter' wants them.
    let isBackward = plan.targetRowStep < 0
    let start = isBackward ? first + (rows - 1) * plan.targetRowStep : first
    for column in 0..<columns {
      let place = Place(start: start + column * plan.targetColumnStep, step: 3, count: rows)
      put(
        pixels,
        bytes,
        from: isBackward ? (rows - 1) * columns + column : column,
        every: isBackward ? -columns : columns,
        place,
        into: &target
      )
    }
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
    for lane in 0..<4 { pixels[lane] = value[lane] }
    round(&pixels, &bytes, count: 1)
    let (left, right) = (content.x, content.x + content.width)
    for y in 0..<plan.height {
      if y < content.y || y >= content.y + content.height {
        fill(pixels, bytes, y, 0..<plan.width, into: &target)
      } else {
        fill(pixels, bytes, y, 0..<left, into: &target)
        fill(pixels, bytes, y, right..<plan.width, into: &target)
      }
    }
  }

  /// Paints a part of a row with the first scratch pixel.
  private func fill(
    _ pixels: [Float],
    _ bytes: [UInt8],
    _ y: Int,
    _ columns: Range<Int>,
    into target: inout MutableRawSpan
  ) {
    guard !columns.isEmpty else { return }
    let place = Place(
      start: (y * plan.width + columns.lowerBound) * 3,
      step: 3,
      count: columns.count
    )
    put(pixels, bytes, from: 0, every: 0, place, into: &target)
  }

  private func round(_ pixels: inout [Float], _ bytes: inout [UInt8], count: Int) {
    guard let limits else { return }
    RowKernels.round(pixels, count: count * 4, limits: limits, into: &bytes)
  }

  /// Copies pixels, beginning with `first` and taking every so-and-so-many, to their places.
  @inline(__always)
  private func put(
    _ pixels: [Float],
    _ bytes: [UInt8],
    from first: Int,
    every stride: Int,
    _ place: Place,
    into target: inout MutableRawSpan
  ) {
    let size = limits == nil ? 4 : 1
    let last = place.start + (place.count - 1) * place.step
    let lastPixel = first + (place.count - 1) * stride
    precondition(
      place.count > 0 && min(place.start, last) >= 0 && min(first, lastPixel) >= 0
        && (max(place.start, last) + 3) * size <= target.byteCount
        && (max(first, lastPixel) + 1) * 4 <= min(pixels.count, bytes.count),
      "A line of pixels must fit the target"
    )
    if limits == nil {
      Self.scatter(
        unsafe pixels.span.bytes,
        first,
        stride,
        Float.self,
        SIMD4<Float>.self,
        place,
        into: &target
      )
    } else {
      Self.scatter(
        unsafe bytes.span.bytes,
        first,
        stride,
        UInt8.self,
        UInt32.self,
        place,
        into: &target
      )
    }
  }

  /// Copies pixels of four elements to places of three.
  ///
  /// Where places lie one after the other, whole pixels are stored over the next one's place,
  /// which is written afterwards; only the last one takes care.
  @inline(__always)
  private static func scatter<Element: BitwiseCopyable, Pixel: BitwiseCopyable>(
    _ source: RawSpan,
    _ first: Int,
    _ stride: Int,
    _ element: Element.Type,
    _ pixel: Pixel.Type,
    _ place: Place,
    into target: inout MutableRawSpan
  ) {
    let size = MemoryLayout<Element>.size
    var offset = place.start &* size
    let step = place.step &* size
    var position = first &* size &* 4
    let advance = stride &* size &* 4
    var left = place.count
    if place.step == 3 {
      while left > 1 {
        let value = unsafe source.unsafeLoadUnaligned(
          fromUncheckedByteOffset: position,
          as: Pixel.self
        )
        unsafe target.storeBytes(of: value, toUncheckedByteOffset: offset, as: Pixel.self)
        offset &+= step
        position &+= advance
        left &-= 1
      }
    }
    while left > 0 {
      var lane = 0
      while lane < 3 {
        let value = unsafe source.unsafeLoadUnaligned(
          fromUncheckedByteOffset: position &+ lane &* size,
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
      position &+= advance
      left &-= 1
    }
  }
}
