internal import ViewfinderCore
internal import ViewfinderPixels

/// Paints sprites onto the planes of a picture.
///
/// Sprites are placed in upright pixels, and only pixels that they cover are read or written. Where
/// a chroma sample stands for several pixels it takes part by as much as they are covered together.
struct Compositor {
  private let format: PixelFormat
  private let matrix: YCbCrMatrix
  private let picture: PixelRect
  private let main: PlaneGeometry
  private let chroma: PlaneGeometry?
  /// How often upright chroma is halved along each side.
  private let halving: (x: Int, y: Int)
  /// The upright column and row on which the first chroma sample starts: 0, or −1 where mirroring
  /// puts the lone last column or row of an odd size first.
  private let chromaX: Int
  private let chromaY: Int

  init(_ layout: PictureLayout) {
    let size = layout.uprightSize
    let (width, height) = (size.width, size.height)
    let orientation = layout.orientation
    format = layout.format
    matrix = layout.colorMatrix
    picture = PixelRect(x: 0, y: 0, width: width, height: height)
    main = PlaneGeometry(
      width: layout.width,
      height: layout.height,
      step: format.bytesPerSample(plane: 0),
      bytesPerRow: layout.bytesPerRow[0],
      orientation: orientation
    )
    let shift = format.chromaShift
    halving = orientation.swapsSides ? (shift.y, shift.x) : shift
    guard format.planeCount > 1 else {
      (chroma, chromaX, chromaY) = (nil, 0, 0)
      return
    }
    chroma = PlaneGeometry(
      width: (layout.width + shift.x) >> shift.x,
      height: (layout.height + shift.y) >> shift.y,
      step: format.bytesPerSample(plane: 1),
      bytesPerRow: layout.bytesPerRow[1],
      orientation: orientation
    )
    chromaX = orientation.flipsX && width % 2 == 1 && halving.x == 1 ? -1 : 0
    chromaY = orientation.flipsY && height % 2 == 1 && halving.y == 1 ? -1 : 0
  }

  /// Paints sprites, the first one first.
  func paint(
    _ sprites: [Sprite],
    _ first: inout MutableSpan<UInt8>,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) {
    // How much is covered of each pixel of a row, and of all pixels of each chroma sample.
    var alphas = [UInt8](repeating: 0, count: picture.width)
    var sums = [UInt16](repeating: 0, count: picture.width + 2)
    var alphaRow = alphas.mutableSpan
    var sumRow = sums.mutableSpan
    for sprite in sprites {
      let part = SpritePart(sprite, seenIn: picture)
      guard part.area.area > 0 else { continue }
      if sprite.mask == nil { part.fill(&alphaRow) }
      if chroma == nil {
        paintPacked(part, &alphaRow, &first)
      } else {
        paintPlanar(part, &alphaRow, &sumRow, &first, &second, &third)
      }
    }
  }

  // MARK: One plane

  private func paintPacked(
    _ part: SpritePart,
    _ alphas: inout MutableSpan<UInt8>,
    _ plane: inout MutableSpan<UInt8>
  ) {
    let color = part.sprite.color
    let area = part.area
    let gray = YCbCrMatrix.bt601.ycbcr(
      red: color.red,
      green: color.green,
      blue: color.blue,
      isVideoRange: false
    ).y
    let (red, blue) = format == .bgra ? (color.blue, color.red) : (color.red, color.blue)
    for y in area.y..<area.maxY {
      let columns = part.read(row: y, into: &alphas)
      var (offset, step) = main.row(y, from: area.x + columns.lowerBound)
      guard format != .gray else {
        Kernels.blend(&plane, from: offset, step: step, gray, alphas.span.extracting(columns))
        continue
      }
      for index in columns {
        let alpha = alphas[index]
        plane[offset] = Kernels.blend(plane[offset], red, alpha)
        plane[offset + 1] = Kernels.blend(plane[offset + 1], color.green, alpha)
        plane[offset + 2] = Kernels.blend(plane[offset + 2], blue, alpha)
        offset += step
      }
    }
  }

  // MARK: Luma and chroma

  private func paintPlanar(
    _ part: SpritePart,
    _ alphas: inout MutableSpan<UInt8>,
    _ sums: inout MutableSpan<UInt16>,
    _ first: inout MutableSpan<UInt8>,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) {
    let color = part.sprite.color
    let (luma, cb, cr) = matrix.ycbcr(
      red: color.red,
      green: color.green,
      blue: color.blue,
      isVideoRange: format.isVideoRange
    )
    let area = part.area
    // Column 0 of the area is the second one of its chroma sample when this is 1.
    let phase = halving.x == 1 ? (area.x - chromaX) & 1 : 0
    let base = (area.x - chromaX) >> halving.x
    var y = area.y
    while y < area.maxY {
      let chromaRow = (y - chromaY) >> halving.y
      let end = min(area.maxY, ((chromaRow + 1) << halving.y) + chromaY)
      let covered = part.columns(y, and: end - 1)
      if !covered.isEmpty {
        let samples =
          (covered.lowerBound + phase) >> halving.x..<(covered.upperBound + phase + halving.x)
          >> halving.x
        for index in samples { sums[index] = 0 }
        for row in y..<end {
          let columns = part.read(row: row, into: &alphas)
          let (offset, step) = main.row(row, from: area.x + columns.lowerBound)
          let alphas = alphas.span
          Kernels.blend(&first, from: offset, step: step, luma, alphas.extracting(columns))
          for index in columns { sums[(index + phase) >> halving.x] += UInt16(alphas[index]) }
        }
        paintChroma(cb, cr, samples, row: chromaRow, from: base, sums.span, &second, &third)
      }
      y = end
    }
  }

  private func paintChroma(
    _ cb: UInt8,
    _ cr: UInt8,
    _ samples: Range<Int>,
    row: Int,
    from base: Int,
    _ sums: Span<UInt16>,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) {
    guard let chroma else { return }
    let isInterleaved = format.planeCount == 2
    var (offset, step) = chroma.row(row, from: base + samples.lowerBound)
    let isHalfRow = halving.y == 1 && isHalf(row, start: chromaY, count: main.height)
    for index in samples {
      // In 4:2:0 a sample stands for four pixels, or for two or one at the odd end of a side.
      var shift = UInt16(halving.x + halving.y - (isHalfRow ? 1 : 0))
      if halving.x == 1, isHalf(base + index, start: chromaX, count: main.width) { shift -= 1 }
      let alpha = UInt8((sums[index] + (1 << shift) / 2) >> shift)
      second[offset] = Kernels.blend(second[offset], cb, alpha)
      if isInterleaved {
        second[offset + 1] = Kernels.blend(second[offset + 1], cr, alpha)
      } else {
        third[offset] = Kernels.blend(third[offset], cr, alpha)
      }
      offset += step
    }
  }

  /// Whether a chroma sample stands for one column or row of pixels instead of two.
  private func isHalf(_ sample: Int, start: Int, count: Int) -> Bool {
    let first = sample * 2 + start
    return first < 0 || first + 1 >= count
  }
}

/// The part of a sprite that is seen.
private struct SpritePart {
  let sprite: Sprite
  let area: PixelRect
  /// What is added to a column of the area, or to a row of the picture, to get that of the mask.
  private let shiftX: Int
  private let shiftY: Int

  init(_ sprite: Sprite, seenIn picture: PixelRect) {
    self.sprite = sprite
    area = sprite.area.intersection(picture)
    shiftX = area.x - sprite.area.x + sprite.maskX
    shiftY = sprite.maskY - sprite.area.y
  }

  /// Puts the alphas of a sprite without a mask into the row, which are the same everywhere.
  func fill(_ alphas: inout MutableSpan<UInt8>) {
    let opacity = UInt8(sprite.opacity)
    for index in 0..<area.width { alphas[index] = opacity }
  }

  /// The columns that may be covered in a row, counted from the area's left edge.
  private func columns(_ row: Int) -> Range<Int> {
    guard let mask = sprite.mask else { return 0..<area.width }
    let columns = mask.columns(row + shiftY).clamped(to: shiftX..<shiftX + area.width)
    return columns.lowerBound - shiftX..<columns.upperBound - shiftX
  }

  /// The same for two rows together.
  func columns(_ row: Int, and other: Int) -> Range<Int> {
    let (a, b) = (columns(row), columns(other))
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }

  /// Puts the alphas of a row where they are not there yet; gives the columns that have any.
  func read(row: Int, into alphas: inout MutableSpan<UInt8>) -> Range<Int> {
    let columns = columns(row)
    guard let mask = sprite.mask, !columns.isEmpty else { return columns }
    let start = (row + shiftY) * mask.width + shiftX
    let bytes = mask.bytes.span
      .extracting(start + columns.lowerBound..<start + columns.upperBound)
    let first = columns.lowerBound
    precondition(first + bytes.count <= alphas.count, "A sprite is seen within the picture")
    let opacity = UInt8(sprite.opacity)
    for index in 0..<bytes.count {
      alphas[first + index] =
        opacity == 255 ? bytes[index] : Kernels.blend(0, opacity, bytes[index])
    }
    return columns
  }
}

/// The innermost loops.
private enum Kernels {
  /// `old` where alpha is 0, `new` where it is 255, rounded to the nearest between.
  @inline(__always)
  static func blend(_ old: UInt8, _ new: UInt8, _ alpha: UInt8) -> UInt8 {
    let alpha = UInt16(alpha)
    let sum = UInt16(old) &* (255 &- alpha) &+ UInt16(new) &* alpha &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ sum >> 8) >> 8)
  }

  /// Blends a value into samples that lie `step` bytes apart.
  static func blend(
    _ plane: inout MutableSpan<UInt8>,
    from start: Int,
    step: Int,
    _ value: UInt8,
    _ alphas: Span<UInt8>
  ) {
    guard step == 1 else {
      for index in 0..<alphas.count {
        let offset = start + index * step
        plane[offset] = blend(plane[offset], value, alphas[index])
      }
      return
    }
    // Neighbouring bytes without gaps: the compiler makes vector code of this.
    precondition(
      start >= 0 && start + alphas.count <= plane.count, "A sprite is seen within the plane")
    for index in 0..<alphas.count {
      plane[start + index] = blend(plane[start + index], value, alphas[index])
    }
  }
}
