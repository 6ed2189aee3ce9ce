// The horizontal half of the filter: from the vertically filtered row to one row of target pixels.
//
// The number of blocks is a constant in the common cases, so that the inner loop is unrolled.
// 'unsafe' loads and stores lie in the ranges that are checked once, at the top of 'gather'.
extension TapTable {
  /// Sums up packed colours, and normalises them: four numbers a target pixel.
  func gatherColors(
    _ row: [Float],
    stride: Int,
    swapsRedAndBlue: Bool,
    scale: SIMD4<Float>,
    bias: SIMD4<Float>,
    into pixels: inout [Float],
    from start: Int
  ) {
    var target = pixels.mutableSpan
    var output = unsafe target.mutableBytes
    precondition(
      start >= 0 && output.byteCount >= start * 4 + firsts.count * 16,
      "There must be room for every pixel"
    )
    if swapsRedAndBlue {
      gather(row, stride: stride) { cell, sum in
        let pixel = SIMD4(sum.z, sum.y, sum.x, sum.w) * scale + bias
        unsafe output.storeBytes(
          of: pixel,
          toUncheckedByteOffset: start &* 4 &+ cell &* 16,
          as: SIMD4<Float>.self
        )
      }
    } else {
      gather(row, stride: stride) { cell, sum in
        let pixel = sum * scale + bias
        unsafe output.storeBytes(
          of: pixel,
          toUncheckedByteOffset: start &* 4 &+ cell &* 16,
          as: SIMD4<Float>.self
        )
      }
    }
  }

  /// Sums up gray values, makes colours of them and normalises these: four numbers a target pixel.
  func gatherGray(
    _ row: [Float],
    scale: SIMD4<Float>,
    bias: SIMD4<Float>,
    into pixels: inout [Float],
    from start: Int
  ) {
    var target = pixels.mutableSpan
    var output = unsafe target.mutableBytes
    precondition(
      start >= 0 && output.byteCount >= start * 4 + firsts.count * 16,
      "There must be room for every pixel"
    )
    gather(row, stride: 1) { cell, sum in
      let pixel = ((sum.x + sum.z) + (sum.y + sum.w)) * scale + bias
      unsafe output.storeBytes(
        of: pixel,
        toUncheckedByteOffset: start &* 4 &+ cell &* 16,
        as: SIMD4<Float>.self
      )
    }
  }

  /// Sums up single numbers, and puts each `step` places after the one before.
  func gatherOnes(_ row: [Float], into values: inout [Float], from start: Int, step: Int) {
    var target = values.mutableSpan
    precondition(
      target.count > start + (firsts.count - 1) * step,
      "There must be room for every pixel"
    )
    gather(row, stride: 1) { cell, sum in
      unsafe target[unchecked: start &+ cell &* step] = (sum.x + sum.z) + (sum.y + sum.w)
    }
  }

  /// Sums up pairs of numbers.
  func gatherPairs(_ row: [Float], into values: inout [Float]) {
    var target = values.mutableSpan
    var output = unsafe target.mutableBytes
    precondition(output.byteCount >= firsts.count * 8, "There must be room for every pixel")
    gather(row, stride: 2) { cell, sum in
      unsafe output.storeBytes(
        of: sum.lowHalf + sum.highHalf,
        toUncheckedByteOffset: cell &* 8,
        as: SIMD2<Float>.self
      )
    }
  }

  @inline(__always)
  private func gather(_ row: [Float], stride: Int, _ body: (Int, SIMD4<Float>) -> Void) {
    precondition(row.count >= reach * stride + 4, "The row must reach as far as the taps")
    switch blocks {
    case 1: gather(row, stride: stride, blocks: 1, body)
    case 2: gather(row, stride: stride, blocks: 2, body)
    case 3: gather(row, stride: stride, blocks: 3, body)
    case 4: gather(row, stride: stride, blocks: 4, body)
    default: gather(row, stride: stride, blocks: blocks, body)
    }
  }

  @inline(__always)
  private func gather(
    _ row: [Float],
    stride: Int,
    blocks: Int,
    _ body: (Int, SIMD4<Float>) -> Void
  ) {
    let row = unsafe row.span.bytes
    let firsts = firsts.span
    let weights = weights.span
    let pixelBytes = stride &* 4
    let blockBytes = pixelBytes &* (4 / width.rawValue)
    for cell in 0..<firsts.count {
      var offset = unsafe Int(firsts[unchecked: cell]) &* pixelBytes
      let start = cell &* blocks
      var sum =
        unsafe row.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<Float>.self)
        * weights[unchecked: start]
      var block = 1
      while block < blocks {
        offset &+= blockBytes
        sum +=
          unsafe row.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<Float>.self)
          * weights[unchecked: start &+ block]
        block &+= 1
      }
      body(cell, sum)
    }
  }
}
