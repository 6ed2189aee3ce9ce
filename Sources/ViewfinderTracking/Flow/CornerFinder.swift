/// Finds places whose motion can be measured along both axes, spread over a region.
///
/// A place is as good as the smaller eigenvalue of the matrix of squared slopes around it (Shi and
/// Tomasi, 1994). The region is divided into cells, and each gives its best place, so that one
/// lively part of the picture does not take them all.
struct CornerFinder {
  /// Less is noise: the mean squared slope, in squared steps of brightness a pixel.
  private static let leastStructure: Float = 1.2
  /// A place must be this good beside the best of the region.
  private static let leastShare: Float = 0.004

  /// Thirteen rows: the three products of slopes for each of three rows, their sums over the rows,
  /// and the quality of one row of places.
  private var memory: [Float] = []
  private var rowLength = 0
  private var best: [(quality: Float, x: Int, y: Int)] = []

  /// The region of a level to look in.
  struct Region {
    var x: Range<Int>
    var y: Range<Int>
  }

  /// Adds the best places of a region, as centres of pixels of the level.
  ///
  /// - Parameters:
  ///   - pixels: The pyramid's pixels.
  ///   - level: The level to look at.
  ///   - region: The part of it, which must lie in the level.
  ///   - columns: The number of cells across.
  ///   - rows: The number of cells down.
  ///   - spacing: The least distance between two places, in pixels along either axis.
  ///   - places: Where to add the places.
  /// - Complexity: O(pixels of the region + columns × rows).
  mutating func find(
    _ pixels: [Float], _ level: GrayLevel, _ region: Region, columns: Int, rows: Int,
    spacing: Int, into places: inout [SIMD2<Float>]
  ) {
    let (width, height) = (region.x.count, region.y.count)
    let (columns, rows) = (min(columns, width), min(rows, height))
    guard columns > 0, rows > 0 else { return }
    prepare(width: width, cells: columns * rows)
    let pixels = pixels.span
    addProducts(pixels, level, region, row: region.y.lowerBound - 1)
    addProducts(pixels, level, region, row: region.y.lowerBound)
    var cellRow = 0
    for row in 0..<height {
      addProducts(pixels, level, region, row: region.y.lowerBound + row + 1)
      rate(width: width)
      if row >= (cellRow + 1) * height / rows { cellRow += 1 }
      for column in 0..<columns {
        let cell = cellRow * columns + column
        let part = column * width / columns..<(column + 1) * width / columns
        if let (top, x) = best(in: part, above: best[cell].quality) {
          best[cell] = (top, region.x.lowerBound + x, region.y.lowerBound + row)
        }
      }
    }
    choose(columns: columns, cells: columns * rows, spacing: spacing, into: &places)
  }

  /// The best place of a part of the row rated last, if it is better than `least`.
  private func best(in part: Range<Int>, above least: Float) -> (quality: Float, x: Int)? {
    let (memory, start) = (memory.span, 12 * rowLength)
    precondition(start + part.upperBound <= memory.count, "A part must lie in its row")
    var (top, place) = (least, -1)
    for x in part where unsafe memory[unchecked: start &+ x] > top {
      unsafe (top, place) = (memory[unchecked: start &+ x], x)
    }
    return place < 0 ? nil : (top, place)
  }

  private func choose(
    columns: Int, cells: Int, spacing: Int, into places: inout [SIMD2<Float>]
  ) {
    var top: Float = 0
    for cell in 0..<cells { top = max(top, best[cell].quality) }
    // Sums over 3 × 3 pixels.
    let least = max(9 * Self.leastStructure, top * Self.leastShare)
    let start = places.count
    for cell in 0..<cells where best[cell].quality >= least {
      let place = SIMD2(Float(best[cell].x) + 0.5, Float(best[cell].y) + 0.5)
      // Only the cells to the left and above can hold a place that is too close.
      var index = max(start, places.count - columns - 1)
      var isFree = true
      while index < places.count {
        let apart = places[index] - place
        isFree = isFree && max(abs(apart.x), abs(apart.y)) >= Float(spacing)
        index += 1
      }
      if isFree { places.append(place) }
    }
  }
}

// The loops check their sizes once, at the top.
extension CornerFinder {
  private mutating func prepare(width: Int, cells: Int) {
    let needed = (width + 5) / 4 * 4 + 8
    if rowLength < needed {
      memory = [Float](repeating: 0, count: 13 * needed)
      rowLength = needed
    }
    if best.count < cells { best = Array(repeating: (0, 0, 0), count: cells) }
    for cell in 0..<cells { best[cell] = (0, 0, 0) }
  }

  /// Puts the products of the slopes of one row of pixels in the place of the oldest row.
  private mutating func addProducts(
    _ pixels: Span<Float>, _ level: GrayLevel, _ region: Region, row: Int
  ) {
    let size = rowLength
    let count = (region.x.count + 5) / 4 * 4
    let start = level.origin + row * level.stride + region.x.lowerBound - 1
    let slot = (row + 3) % 3 * 3 * size
    let stride = level.stride
    precondition(
      start - stride >= 1 && start + stride + count + 1 <= pixels.count && count <= size
        && memory.count == 13 * size, "Rows must fit their memory")
    let bytes = unsafe pixels.bytes
    var target = memory.mutableSpan
    var output = unsafe target.mutableBytes
    for k in Swift.stride(from: 0, to: count, by: 4) {
      let i = start &+ k
      let across = unsafe bytes.vector(i &+ 1) - bytes.vector(i &- 1)
      let down = unsafe bytes.vector(i &+ stride) - bytes.vector(i &- stride)
      unsafe output.put(across * across, at: slot &+ k)
      unsafe output.put(across * down, at: slot &+ size &+ k)
      unsafe output.put(down * down, at: slot &+ 2 &* size &+ k)
    }
  }

  /// Makes the quality of every pixel of a row from the products of three rows.
  private mutating func rate(width: Int) {
    let size = rowLength
    let count = (width + 5) / 4 * 4
    precondition(count + 8 <= size && memory.count == 13 * size, "Rows must fit their memory")
    var target = memory.mutableSpan
    var rows = unsafe target.mutableBytes
    for part in 0..<3 {
      let first = part * size
      for k in stride(from: 0, to: count, by: 4) {
        let i = first &+ k
        let sum =
          unsafe rows.vector(i) + rows.vector(i &+ 3 &* size) + rows.vector(i &+ 6 &* size)
        unsafe rows.put(sum, at: i &+ 9 &* size)
      }
    }
    for k in stride(from: 0, to: width, by: 4) {
      let i = 9 &* size &+ k
      // Slopes are differences over two pixels: a quarter of the products of differences.
      let xx = unsafe rows.threes(i) * 0.125
      let xy = unsafe rows.threes(i &+ size) * 0.25
      let yy = unsafe rows.threes(i &+ 2 &* size) * 0.125
      let half = xx - yy
      let quality = xx + yy - (half * half + xy * xy).squareRoot()
      unsafe rows.put(quality, at: 12 &* size &+ k)
    }
  }
}

extension MutableRawSpan {
  /// The sums of three neighbours, for four places.
  @unsafe @inline(__always)
  fileprivate func threes(_ index: Int) -> SIMD4<Float> {
    unsafe vector(index) + vector(index &+ 1) + vector(index &+ 2)
  }
}
