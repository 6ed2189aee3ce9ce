/// The taps of one axis, laid out for a loop that multiplies four neighbouring numbers at once.
///
/// A source row holds 1 (luma), 2 (pairs of chroma) or 3 to 4 (packed colours) numbers a pixel. A
/// block of four weights therefore serves four, two or one pixel. Every target pixel has the same
/// number of blocks; weights that it does not need are 0.
struct TapTable {
  /// The number of source numbers that one target pixel takes from each source pixel.
  enum Width: Int {
    case one = 1
    case two = 2
    /// Three or four; the fourth may be the next pixel's and means nothing.
    case four = 4
  }

  private(set) var axis: SamplingAxis?
  private(set) var width = Width.one
  /// The first source pixel of each target pixel, counted from the axis's first.
  private(set) var firsts: [Int32] = []
  /// The weights, block after block, target pixel after target pixel.
  private(set) var weights: [SIMD4<Float>] = []
  /// The blocks for each target pixel.
  private(set) var blocks = 0
  /// One more than the last source pixel that any block reaches.
  private(set) var reach = 0

  /// Works out the taps of an axis, unless they are the ones already here.
  ///
  /// - Complexity: O(1) when the axis is the same as before.
  mutating func prepare(for axis: SamplingAxis, width: Width) {
    guard axis != self.axis || width != self.width else { return }
    self.axis = axis
    self.width = width
    let perBlock = 4 / width.rawValue
    var longest = 1
    for cell in 0..<axis.cells { longest = max(longest, axis.tap(cell).count) }
    blocks = (longest + perBlock - 1) / perBlock
    firsts.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
    firsts.reserveCapacity(axis.cells)
    weights.reserveCapacity(axis.cells * blocks)
    reach = 0
    for cell in 0..<axis.cells {
      let tap = axis.tap(cell)
      let first = tap.first - axis.pixels.lowerBound
      firsts.append(Int32(first))
      reach = max(reach, first + blocks * perBlock)
      for block in 0..<blocks {
        var lanes = SIMD4<Float>()
        for lane in 0..<4 {
          lanes[lane] = tap.weight(block * perBlock + lane / width.rawValue)
        }
        weights.append(lanes)
      }
    }
  }
}

extension SamplingAxis.Tap {
  /// The weight of the source pixel `index` after the first; 0 for those that are not in the tap.
  fileprivate func weight(_ index: Int) -> Float {
    if index >= count { return 0 }
    if index == 0 { return Float(firstWeight) }
    return index == count - 1 ? Float(lastWeight) : 1
  }
}
