internal import ViewfinderPixels

/// Paints sprites onto the planes of a picture.
///
/// Sprites are placed in upright pixels, and only pixels that they cover are read or written. In
/// 4:2:0 pictures a chroma sample takes part by as much as its pixels are covered together.
struct Compositor {
  private let format: PixelFormat
  private let matrix: YCbCrMatrix
  private let picture: PixelRect
  private let main: PlaneGeometry
  private let chroma: PlaneGeometry?
  /// The upright column and row on which the first chroma sample starts: 0, or −1 where mirroring
  /// puts the lone last column or row of an odd size first.
  private let chromaX: Int
  private let chromaY: Int
  /// For each pixel of a row, and for each chroma sample, how much is covered.
  private var alphas: [UInt8] = []
  private var sums: [UInt16] = []

  init(_ layout: PictureLayout) {
    let (width, height) = layout.uprightSize
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
    guard format.planeCount > 1 else {
      (chroma, chromaX, chromaY) = (nil, 0, 0)
      return
    }
    chroma = PlaneGeometry(
      width: (layout.width + 1) / 2,
      height: (layout.height + 1) / 2,
      step: format.bytesPerSample(plane: 1),
      bytesPerRow: layout.bytesPerRow[1],
      orientation: orientation
    )
    chromaX = orientation.flipsX && width % 2 == 1 ? -1 : 0
    chromaY = orientation.flipsY && height % 2 == 1 ? -1 : 0
  }

  /// Paints sprites, the first one first.
  mutating func paint(
    _ sprites: [Sprite],
    _ first: inout MutableSpan<UInt8>,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) {
    for sprite in sprites {
      let area = sprite.area.intersection(picture)
      guard area.area > 0 else { continue }
      if alphas.count < area.width {
        alphas = [UInt8](repeating: 0, count: area.width)
        sums = [UInt16](repeating: 0, count: area.width / 2 + 2)
      }
      if chroma == nil {
        paintPacked(sprite, area, &first)
      } else {
        paintPlanar(sprite, area, &first, &second, &third)
      }
    }
  }

  // MARK: One plane

  private mutating func paintPacked(
    _ sprite: Sprite,
    _ area: PixelRect,
    _ plane: inout MutableSpan<UInt8>
  ) {
    let color = sprite.color
    let isGray = format == .gray
    let gray = YCbCrMatrix.bt601.ycbcr(
      red: color.red,
      green: color.green,
      blue: color.blue,
      isVideoRange: false
    ).y
    let (red, blue) = format == .bgra ? (color.blue, color.red) : (color.red, color.blue)
    for y in area.y..<area.maxY {
      let columns = fillAlphas(sprite, area, row: y)
      var (offset, step) = main.row(y, from: area.x + columns.lowerBound)
      for index in columns {
        let alpha = alphas[index]
        if alpha > 0 {
          if isGray {
            plane[offset] = Self.blend(plane[offset], gray, alpha)
          } else {
            plane[offset] = Self.blend(plane[offset], red, alpha)
            plane[offset + 1] = Self.blend(plane[offset + 1], color.green, alpha)
            plane[offset + 2] = Self.blend(plane[offset + 2], blue, alpha)
          }
        }
        offset += step
      }
    }
  }

  // MARK: Luma and chroma

  private mutating func paintPlanar(
    _ sprite: Sprite,
    _ area: PixelRect,
    _ first: inout MutableSpan<UInt8>,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) {
    let color = matrix.ycbcr(
      red: sprite.color.red,
      green: sprite.color.green,
      blue: sprite.color.blue,
      isVideoRange: format.isVideoRange
    )
    var y = area.y
    while y < area.maxY {
      let chromaRow = (y - chromaY) / 2
      let end = min(area.maxY, chromaRow * 2 + chromaY + 2)
      var covered = columns(sprite, area, row: y)
      if end > y + 1 { covered = Self.union(covered, columns(sprite, area, row: y + 1)) }
      if !covered.isEmpty {
        let base = (area.x - chromaX) / 2
        let samples =
          (area.x + covered.lowerBound - chromaX) / 2
          - base..<(area.x + covered.upperBound + 1
          - chromaX) / 2 - base
        for index in samples { sums[index] = 0 }
        for row in y..<end {
          let columns = fillAlphas(sprite, area, row: row)
          paintLuma(color.y, columns, x: area.x, row: row, &first)
          for index in columns {
            sums[(area.x + index - chromaX) / 2 - base] += UInt16(alphas[index])
          }
        }
        paintChroma(color.cb, color.cr, samples, row: chromaRow, x: area.x, &second, &third)
      }
      y = end
    }
  }

  private func paintLuma(
    _ luma: UInt8,
    _ columns: Range<Int>,
    x: Int,
    row: Int,
    _ plane: inout MutableSpan<UInt8>
  ) {
    var (offset, step) = main.row(row, from: x + columns.lowerBound)
    for index in columns {
      plane[offset] = Self.blend(plane[offset], luma, alphas[index])
      offset += step
    }
  }

  private func paintChroma(
    _ cb: UInt8,
    _ cr: UInt8,
    _ covered: Range<Int>,
    row: Int,
    x: Int,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) {
    guard let chroma else { return }
    let base = (x - chromaX) / 2
    let isInterleaved = format.planeCount == 2
    var (offset, step) = chroma.row(row, from: base + covered.lowerBound)
    let rows = pixels(of: row, start: chromaY, count: main.height)
    for index in covered {
      let columns = pixels(of: base + index, start: chromaX, count: main.width)
      let alpha = UInt8((Int(sums[index]) + rows * columns / 2) / (rows * columns))
      if alpha > 0 {
        second[offset] = Self.blend(second[offset], cb, alpha)
        if isInterleaved {
          second[offset + 1] = Self.blend(second[offset + 1], cr, alpha)
        } else {
          third[offset] = Self.blend(third[offset], cr, alpha)
        }
      }
      offset += step
    }
  }

  /// How many columns or rows of pixels a chroma sample stands for: two, or one at an odd end.
  private func pixels(of sample: Int, start: Int, count: Int) -> Int {
    let first = sample * 2 + start
    return min(first + 2, count) - max(first, 0)
  }

  // MARK: Alpha

  /// The columns of a row that a sprite covers, counted from the area's left edge.
  private func columns(_ sprite: Sprite, _ area: PixelRect, row: Int) -> Range<Int> {
    guard let mask = sprite.mask else { return 0..<area.width }
    // The mask's column that lies upon column 0 of the area.
    let shift = area.x - sprite.area.x + sprite.maskX
    let columns = mask.columns(row - sprite.area.y + sprite.maskY)
      .clamped(to: shift..<shift + area.width)
    return columns.lowerBound - shift..<columns.upperBound - shift
  }

  /// Puts the alphas of a row of a sprite into the scratch row; gives the columns that have any.
  private mutating func fillAlphas(
    _ sprite: Sprite,
    _ area: PixelRect,
    row: Int
  ) -> Range<Int> {
    let columns = columns(sprite, area, row: row)
    let opacity = UInt8(sprite.opacity)
    guard let mask = sprite.mask else {
      for index in columns { alphas[index] = opacity }
      return columns
    }
    let start =
      (row - sprite.area.y + sprite.maskY) * mask.width + area.x - sprite.area.x + sprite.maskX
    if opacity == 255 {
      for index in columns { alphas[index] = mask.bytes[start + index] }
    } else {
      for index in columns { alphas[index] = Self.blend(0, opacity, mask.bytes[start + index]) }
    }
    return columns
  }

  private static func union(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }

  /// `old` where alpha is 0, `new` where it is 255, rounded to the nearest between.
  @inline(__always)
  private static func blend(_ old: UInt8, _ new: UInt8, _ alpha: UInt8) -> UInt8 {
    let alpha = UInt32(alpha)
    let sum = UInt32(old) * (255 - alpha) + UInt32(new) * alpha + 128
    return UInt8(truncatingIfNeeded: (sum + sum >> 8) >> 8)
  }
}
