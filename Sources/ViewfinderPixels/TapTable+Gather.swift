// The horizontal half of the filter: from the vertically filtered row to one row of target pixels.
extension TapTable {
  /// Sums up packed pixels of three or four components.
  @inline(__always)
  func gatherPacked(
    _ row: [Float],
    stride: Int,
    scale: Float,
    swapsRedAndBlue: Bool,
    into pixels: inout [SIMD4<Float>]
  ) {
    let entries = entries.span
    let row = unsafe row.span.bytes
    var pixels = pixels.mutableSpan
    precondition(pixels.count >= entries.count, "There must be room for every target pixel")
    for cell in entries.indices {
      let entry = entries[cell]
      let first = Int(entry.first)
      var sum = Self.load(row, first * stride) * entry.firstWeight
      let last = first + Int(entry.count) - 1
      var index = first + 1
      while index < last {
        sum += Self.load(row, index * stride)
        index += 1
      }
      sum += Self.load(row, last * stride) * entry.lastWeight
      sum *= scale
      pixels[cell] = swapsRedAndBlue ? SIMD4(sum.z, sum.y, sum.x, sum.w) : sum
    }
  }

  /// Sums up single components into all lanes.
  func gatherGray(_ row: [Float], scale: Float, into pixels: inout [SIMD4<Float>]) {
    let entries = entries.span
    let row = row.span
    var pixels = pixels.mutableSpan
    for cell in entries.indices {
      pixels[cell] = SIMD4(repeating: Self.sum(row, entries[cell]) * scale)
    }
  }

  /// Sums up single components into one lane.
  @inline(__always)
  func gather(
    _ row: [Float],
    scale: Float,
    lane: Int,
    into pixels: inout [SIMD4<Float>]
  ) {
    let entries = entries.span
    let row = row.span
    var pixels = pixels.mutableSpan
    for cell in entries.indices {
      pixels[cell][lane] = Self.sum(row, entries[cell]) * scale
    }
  }

  /// Sums up pairs of Cb and Cr into lanes 1 and 2.
  func gatherPairs(_ row: [Float], scale: Float, into pixels: inout [SIMD4<Float>]) {
    let entries = entries.span
    let row = unsafe row.span.bytes
    var pixels = pixels.mutableSpan
    for cell in entries.indices {
      let entry = entries[cell]
      let first = Int(entry.first)
      var sum = Self.load(row, first * 2) * entry.firstWeight
      let last = first + Int(entry.count) - 1
      var index = first + 1
      while index < last {
        sum += Self.load(row, index * 2)
        index += 1
      }
      sum += Self.load(row, last * 2) * entry.lastWeight
      pixels[cell].y = sum.x * scale
      pixels[cell].z = sum.y * scale
    }
  }

  @inline(__always)
  private static func sum(_ row: Span<Float>, _ entry: Entry) -> Float {
    let first = Int(entry.first)
    let last = first + Int(entry.count) - 1
    var sum = row[first] * entry.firstWeight
    var index = first + 1
    while index < last {
      sum += row[index]
      index += 1
    }
    return sum + row[last] * entry.lastWeight
  }

  /// Four neighbouring numbers, whatever their alignment.
  @inline(__always)
  private static func load(_ row: RawSpan, _ index: Int) -> SIMD4<Float> {
    unsafe row.unsafeLoadUnaligned(fromByteOffset: index * 4, as: SIMD4<Float>.self)
  }
}
