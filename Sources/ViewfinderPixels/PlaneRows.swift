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

  /// Sums rows whose weights are whole numbers, exactly, in 16 bits.
  private func sumWhole(
    _ plane: Span<UInt8>,
    _ tap: SamplingAxis.Tap,
    units: Int,
    _ sums: inout [UInt16],
    _ floats: inout [Float]
  ) {
    let firstWeight = UInt16(tap.firstWeight * Double(units) + 0.5)
    let lastWeight = UInt16(tap.lastWeight * Double(units) + 0.5)
    var sums = sums.mutableSpan
    add(plane, tap.first..<tap.first + tap.count, to: &sums) { index in
      if index == tap.first { return firstWeight }
      return index == tap.first + tap.count - 1 ? lastWeight : UInt16(units)
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
    // 257 rows of 255 are the most that 16 bits hold.
    var next = tap.first + 1
    while next < last {
      let end = min(next + 257, last)
      var sums = sums.mutableSpan
      add(plane, next..<end, to: &sums) { _ in 1 }
      RowKernels.accumulate(sums, count: count, into: &floats)
      next = end
    }
  }

  /// Makes sums the weighted sum of rows, four at a time so that sums stay in registers.
  @inline(__always)
  private func add(
    _ plane: Span<UInt8>,
    _ rows: Range<Int>,
    to sums: inout MutableSpan<UInt16>,
    weight: (Int) -> UInt16
  ) {
    var index = rows.lowerBound
    let last = rows.upperBound - 1
    while index <= last {
      let (b, c, d) = (min(index + 1, last), min(index + 2, last), min(index + 3, last))
      RowKernels.add(
        row(plane, index),
        row(plane, b),
        row(plane, c),
        row(plane, d),
        rows: d - index + 1,
        weights: (weight(index), weight(b), weight(c), weight(d)),
        to: &sums,
        startsOver: index == rows.lowerBound
      )
      index += 4
    }
  }

  /// The bytes of a row that the region needs.
  @_lifetime(copy plane)
  private func row(_ plane: Span<UInt8>, _ index: Int) -> Span<UInt8> {
    let offset = index * bytesPerRow + start
    return plane.extracting(offset..<offset + count)
  }
}
