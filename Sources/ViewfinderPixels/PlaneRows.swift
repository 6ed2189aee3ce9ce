/// The vertical half of the filter for one plane: from stored rows to one row of sums.
///
/// Rows are added up before anything is done along them, because that is a loop over neighbouring
/// bytes without gaps, which the compiler turns into vector code for any pixel format.
struct PlaneRows {
  private let axis: SamplingAxis
  private let bytesPerRow: Int
  /// The first byte and the number of bytes of each row that the region needs.
  private let start: Int
  private let count: Int
  private let unitsPerPixel: Int?
  /// What the filtered row must be multiplied by once it is also summed up along the columns.
  let scale: Float

  init(plane: Int, axis: SamplingAxis, columns: SamplingAxis, source: PixelBuffer) {
    let step = source.format.bytesPerSample(plane: plane)
    self.axis = axis
    bytesPerRow = source.bytesPerRow[plane]
    start = columns.pixels.lowerBound * step
    count = columns.pixels.count * step
    unitsPerPixel = axis.unitsPerPixel
    scale = Float(1 / (axis.weightSum * Double(unitsPerPixel ?? 1) * columns.weightSum))
  }

  /// Puts the weighted sum of the source rows of target row `cell` into the scratch row.
  func filter(
    _ plane: Span<UInt8>,
    _ cell: Int,
    sums: inout [UInt16],
    into floats: inout [Float]
  ) {
    let tap = axis.tap(cell)
    if let unitsPerPixel {
      sumWhole(plane, tap, units: unitsPerPixel, &sums, &floats)
    } else {
      sumFractional(plane, tap, &sums, &floats)
    }
  }

  @_lifetime(copy plane)
  private func row(_ plane: Span<UInt8>, _ index: Int) -> Span<UInt8> {
    let offset = index * bytesPerRow + start
    return plane.extracting(offset..<offset + count)
  }

  /// Sums rows whose weights are whole numbers, exactly, in 16 bits.
  private func sumWhole(
    _ plane: Span<UInt8>,
    _ tap: SamplingAxis.Tap,
    units: Int,
    _ sums: inout [UInt16],
    _ floats: inout [Float]
  ) {
    func weight(_ index: Int) -> UInt16 {
      if index >= tap.count { return 0 }
      if index == 0 { return UInt16(tap.firstWeight * Double(units) + 0.5) }
      if index == tap.count - 1 { return UInt16(tap.lastWeight * Double(units) + 0.5) }
      return UInt16(units)
    }
    var sums = sums.mutableSpan
    var index = 0
    while index < tap.count {
      let last = tap.count - 1
      RowKernels.add(
        row(plane, tap.first + index),
        row(plane, tap.first + min(index + 1, last)),
        row(plane, tap.first + min(index + 2, last)),
        row(plane, tap.first + min(index + 3, last)),
        weights: (weight(index), weight(index + 1), weight(index + 2), weight(index + 3)),
        to: &sums,
        startsOver: index == 0
      )
      index += 4
    }
    var floats = floats.mutableSpan
    RowKernels.convert(sums, count: count, into: &floats)
  }

  /// Sums rows of which the first and the last have fractional weights.
  private func sumFractional(
    _ plane: Span<UInt8>,
    _ tap: SamplingAxis.Tap,
    _ sums: inout [UInt16],
    _ floats: inout [Float]
  ) {
    let last = tap.first + tap.count - 1
    var floats = floats.mutableSpan
    RowKernels.blend(
      row(plane, tap.first),
      row(plane, last),
      weights: (Float(tap.firstWeight), Float(tap.lastWeight)),
      into: &floats
    )
    // 257 rows of 255 are the most that 16 bits hold; 256 is a multiple of 4.
    var next = tap.first + 1
    while next < last {
      let end = min(next + 256, last)
      var sums = sums.mutableSpan
      var index = next
      while index < end {
        let rows = min(4, end - index)
        RowKernels.add(
          row(plane, index),
          row(plane, min(index + 1, last)),
          row(plane, min(index + 2, last)),
          row(plane, min(index + 3, last)),
          weights: (1, rows > 1 ? 1 : 0, rows > 2 ? 1 : 0, rows > 3 ? 1 : 0),
          to: &sums,
          startsOver: index == next
        )
        index += 4
      }
      RowKernels.accumulate(sums, count: count, into: &floats)
      next = end
    }
  }
}
