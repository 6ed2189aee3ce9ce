/// The memory that a sampler keeps between calls; nothing in it outlives a call's meaning except
/// the taps, which are made again when their axis changes.
struct SamplerScratch: ~Copyable {
  /// Weighted sums of bytes, one source row wide.
  var sums: [UInt16] = []
  /// The vertically filtered source row, with padding so that four numbers can be read anywhere.
  var row: [Float] = []
  /// One row of the image at the target's size: red, green, blue or Y, Cb, Cr in lanes 0, 1, 2.
  var pixels: [SIMD4<Float>] = []
  /// The horizontal taps of the first plane and of chroma.
  var taps = TapTable()
  var chromaTaps = TapTable()

  /// Makes room for a plan.
  ///
  /// - Complexity: O(1) after the first call for the same or larger sizes.
  mutating func prepare(for plan: SamplingPlan, format: PixelFormat) {
    let elements = plan.columns.pixels.count * format.bytesPerSample(plane: 0)
    // Chroma rows of odd widths have one byte more than the luma row.
    let needed = elements + 8
    if row.count < needed {
      row = [Float](repeating: 0, count: needed)
      sums = [UInt16](repeating: 0, count: needed)
    }
    if pixels.count < plan.columns.cells {
      pixels = [SIMD4<Float>](repeating: SIMD4(), count: plan.columns.cells)
    }
    taps.prepare(for: plan.columns)
    if format.isSubsampled { chromaTaps.prepare(for: plan.chromaColumns) }
  }

  /// Sums the filtered row of the first plane up to target pixels.
  mutating func gather(_ format: PixelFormat, scale: Float) {
    switch format {
    case .rgb:
      taps.gatherPacked(row, stride: 3, scale: scale, swapsRedAndBlue: false, into: &pixels)
    case .rgba:
      taps.gatherPacked(row, stride: 4, scale: scale, swapsRedAndBlue: false, into: &pixels)
    case .bgra:
      taps.gatherPacked(row, stride: 4, scale: scale, swapsRedAndBlue: true, into: &pixels)
    case .gray: taps.gatherGray(row, scale: scale, into: &pixels)
    case .nv12VideoRange, .nv12FullRange, .i420VideoRange, .i420FullRange:
      taps.gather(row, scale: scale, lane: 0, into: &pixels)
    }
  }

  /// Sums the filtered row of a chroma plane up to target pixels.
  mutating func gatherChroma(_ format: PixelFormat, plane: Int, scale: Float) {
    if format.bytesPerSample(plane: plane) == 2 {
      chromaTaps.gatherPairs(row, scale: scale, into: &pixels)
    } else {
      chromaTaps.gather(row, scale: scale, lane: plane, into: &pixels)
    }
  }
}

/// The taps of one axis, normalised so that their weights sum up to `weightSum`.
struct TapTable {
  /// The pixels that make up a target pixel; weights between the first and the last are 1.
  struct Entry {
    /// The first pixel, counted from the axis's first one.
    var first: Int32
    /// The number of pixels.
    var count: Int32
    /// The weight of the first.
    var firstWeight: Float
    /// The weight of the last, when there are two or more.
    var lastWeight: Float
  }

  private(set) var axis: SamplingAxis?
  private(set) var entries: [Entry] = []

  /// Works out the taps of an axis, unless they are the ones already here.
  mutating func prepare(for axis: SamplingAxis) {
    guard axis != self.axis else { return }
    self.axis = axis
    entries.removeAll(keepingCapacity: true)
    entries.reserveCapacity(axis.cells)
    for cell in 0..<axis.cells {
      let tap = axis.tap(cell)
      entries.append(
        Entry(
          first: Int32(tap.first - axis.pixels.lowerBound),
          count: Int32(tap.count),
          firstWeight: Float(tap.firstWeight),
          lastWeight: Float(tap.lastWeight)
        )
      )
    }
  }
}
