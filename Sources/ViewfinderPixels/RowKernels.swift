/// Loops over one source row; all check their sizes once and allocate nothing.
enum RowKernels {
  /// Adds four rows, each times its weight, to sums (or to 0 when it starts over).
  ///
  /// A weight of 0 leaves a row out; weights over a whole column must not sum up to over 257.
  static func add(
    _ a: Span<UInt8>,
    _ b: Span<UInt8>,
    _ c: Span<UInt8>,
    _ d: Span<UInt8>,
    weights: (UInt16, UInt16, UInt16, UInt16),
    to sums: inout MutableSpan<UInt16>,
    startsOver: Bool
  ) {
    let count = a.count
    precondition(
      b.count == count && c.count == count && d.count == count && sums.count >= count,
      "Rows must have one length"
    )
    let (wa, wb, wc, wd) = weights
    if startsOver {
      for i in 0..<count {
        unsafe sums[unchecked: i] =
          (UInt16(a[unchecked: i]) &* wa &+ UInt16(b[unchecked: i]) &* wb)
          &+ (UInt16(c[unchecked: i]) &* wc &+ UInt16(d[unchecked: i]) &* wd)
      }
    } else {
      for i in 0..<count {
        unsafe sums[unchecked: i] =
          sums[unchecked: i]
          &+ (UInt16(a[unchecked: i]) &* wa &+ UInt16(b[unchecked: i]) &* wb)
          &+ (UInt16(c[unchecked: i]) &* wc &+ UInt16(d[unchecked: i]) &* wd)
      }
    }
  }

  /// Turns sums into floats.
  static func convert(
    _ sums: borrowing MutableSpan<UInt16>,
    count: Int,
    into floats: inout MutableSpan<Float>
  ) {
    precondition(sums.count >= count && floats.count >= count, "Rows must have one length")
    for i in 0..<count {
      unsafe floats[unchecked: i] = Float(sums[unchecked: i])
    }
  }

  /// Adds sums to floats.
  static func accumulate(
    _ sums: borrowing MutableSpan<UInt16>,
    count: Int,
    into floats: inout MutableSpan<Float>
  ) {
    precondition(sums.count >= count && floats.count >= count, "Rows must have one length")
    for i in 0..<count {
      unsafe floats[unchecked: i] += Float(sums[unchecked: i])
    }
  }

  /// Makes floats the sum of two rows, each times its weight.
  static func blend(
    _ a: Span<UInt8>,
    _ b: Span<UInt8>,
    weights: (Float, Float),
    into floats: inout MutableSpan<Float>
  ) {
    let count = a.count
    precondition(b.count == count && floats.count >= count, "Rows must have one length")
    let (wa, wb) = weights
    for i in 0..<count {
      unsafe floats[unchecked: i] = Float(a[unchecked: i]) * wa + Float(b[unchecked: i]) * wb
    }
  }
}
