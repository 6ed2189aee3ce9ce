/// One axis of a plane's region and the number of target pixels it is sampled into.
///
/// With ``SamplingFilter/area``, when it shrinks or keeps its size, a target pixel is the average of
/// the source pixels it covers, each weighted by the exact part that is covered. Otherwise a target
/// pixel is interpolated between the two source pixels whose centres lie around its own centre.
/// Both agree where they meet.
struct SamplingAxis: Hashable {
  /// Where the first target pixel begins, in pixels of the plane.
  let origin: Double
  /// How many pixels of the plane are sampled.
  let length: Double
  /// The first and last pixel of the region; what lies outside is never read.
  let pixels: ClosedRange<Int>
  /// The number of target pixels.
  let cells: Int
  /// Which source pixels make up a target pixel.
  let filter: SamplingFilter

  /// Creates an axis from the edges of a region.
  ///
  /// - Parameters:
  ///   - lower: The first edge, in pixels of the plane, at least 0.
  ///   - upper: The second edge, above `lower`.
  ///   - shift: How far sampling is moved along, for chroma samples that are not centred.
  ///   - cells: The number of target pixels, at least 1.
  ///   - filter: Which source pixels make up a target pixel.
  init(
    from lower: Double,
    to upper: Double,
    shift: Double = 0,
    cells: Int,
    filter: SamplingFilter = .area
  ) {
    origin = lower + shift
    length = upper - lower
    pixels = Int(lower)...max(Int(lower), wholeNumber(atLeast: upper) - 1)
    self.cells = cells
    self.filter = filter
  }

  /// Whether target pixels are averages, not interpolations.
  var averages: Bool { filter == .area && length >= Double(cells) }

  /// What all weights of a tap sum up to.
  var weightSum: Double { averages ? length / Double(cells) : 1 }

  /// The source pixels that make up a target pixel.
  struct Tap: Hashable {
    /// The first source pixel.
    var first: Int
    /// The number of source pixels; those between the first and the last weigh 1.
    var count: Int
    /// The weight of the first source pixel.
    var firstWeight: Double
    /// The weight of the last source pixel, 0 when it is the first.
    var lastWeight: Double
  }

  /// The source pixels that make up target pixel `cell`.
  func tap(_ cell: Int) -> Tap {
    averages ? averagingTap(cell) : interpolatingTap(cell)
  }

  private func averagingTap(_ cell: Int) -> Tap {
    let (lower, upper) = (edge(Double(cell)), edge(Double(cell + 1)))
    let first = min(max(Int(lower), pixels.lowerBound), pixels.upperBound)
    let last = min(max(wholeNumber(atLeast: upper) - 1, first), pixels.upperBound)
    // What is covered outside the region counts for the region's outermost pixels.
    guard last > first else {
      return Tap(first: first, count: 1, firstWeight: upper - lower, lastWeight: 0)
    }
    return Tap(
      first: first,
      count: last - first + 1,
      firstWeight: Double(first + 1) - lower,
      lastWeight: upper - Double(last)
    )
  }

  private func interpolatingTap(_ cell: Int) -> Tap {
    // A quarter or half pixel left of the first centre, the first pixel stands for itself.
    let center = max(edge(Double(cell) + 0.5) - 0.5, Double(pixels.lowerBound))
    let first = min(Int(center), pixels.upperBound)
    let weight = center - Double(first)
    guard first < pixels.upperBound, weight > 0 else {
      return Tap(first: first, count: 1, firstWeight: 1, lastWeight: 0)
    }
    return Tap(first: first, count: 2, firstWeight: 1 - weight, lastWeight: weight)
  }

  /// The place of a target coordinate in the plane; exact where it falls on an edge of a pixel.
  private func edge(_ cell: Double) -> Double {
    (origin * Double(cells) + cell * length) / Double(cells)
  }

  /// The smallest whole weights, or nothing when they are too large for 16-bit sums.
  ///
  /// With the returned number of units to a source pixel, every weight of every tap is a whole
  /// number and a tap's sum is at most 257, so that the weighted sum of bytes fits 16 bits.
  var unitsPerPixel: Int? {
    let (start, size) = (origin * 4, length * 4)
    guard averages, start == Double(Int(start)), size == Double(Int(size)) else { return nil }
    let common = greatestCommonDivisor(
      greatestCommonDivisor(Int(start) * cells, Int(size)),
      4 * cells
    )
    return Int(size) / common <= 257 ? 4 * cells / common : nil
  }
}

// Written without the C library's floor and ceil, which a program that uses nothing else of its
// mathematics does not link on Linux.
private func wholeNumber(atLeast value: Double) -> Int {
  let whole = Int(value)
  return Double(whole) < value ? whole + 1 : whole
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
