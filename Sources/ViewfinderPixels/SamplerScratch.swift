/// The memory that a sampler keeps between calls, so that sampling allocates nothing.
struct SamplerScratch: ~Copyable {
  /// Weighted sums of bytes, one source row wide.
  var sums: [UInt16] = []
  /// The vertically filtered source row, with padding for the last taps.
  var row: [Float] = []
  /// One row of luma, one of pairs of Cb and Cr, at the target's size.
  var luma: [Float] = []
  var chroma: [Float] = []
  /// Red, green, blue and padding, at the target's size: one row, or several that are turned.
  var pixels: [Float] = []
  /// The same as bytes.
  var bytes: [UInt8] = []
  /// The horizontal taps of the first plane and of chroma.
  var taps = TapTable()
  var chromaTaps = TapTable()

  /// Makes room for a plan.
  ///
  /// - Complexity: O(1) after the first call for the same or larger sizes.
  mutating func prepare(for plan: SamplingPlan, format: PixelFormat) {
    let step = format.bytesPerSample(plane: 0)
    taps.prepare(for: plan.columns, width: step == 1 ? .one : .four)
    var needed = max(plan.columns.pixels.count, taps.reach) * step + 4
    if format.hasChromaPlanes {
      let chromaStep = format.bytesPerSample(plane: 1)
      chromaTaps.prepare(for: plan.chromaColumns, width: chromaStep == 1 ? .one : .two)
      needed = max(
        needed,
        max(plan.chromaColumns.pixels.count, chromaTaps.reach) * chromaStep + 4
      )
    }
    if row.count < needed {
      row = [Float](repeating: 0, count: needed)
      sums = [UInt16](repeating: 0, count: needed)
    }
    let cells = plan.columns.cells
    if luma.count < cells {
      luma = [Float](repeating: 0, count: cells)
      chroma = [Float](repeating: 0, count: cells * 2)
    }
    let colors = cells * 4 * plan.rowsAtOnce
    if pixels.count < colors {
      pixels = [Float](repeating: 0, count: colors)
      bytes = [UInt8](repeating: 0, count: colors)
    }
  }
}
