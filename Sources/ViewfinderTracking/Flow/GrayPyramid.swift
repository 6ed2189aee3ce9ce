internal import ViewfinderPixels

/// Where a level of a pyramid lies in the pyramid's memory.
///
/// Around the picture lies a margin that repeats its outermost pixels, so that windows may reach
/// over the edge without checks.
struct GrayLevel: Hashable {
  /// The pixels of the margin on each side.
  static let margin = 8

  let width: Int
  let height: Int
  /// The distance between two rows, in pixels.
  let stride: Int
  /// The index of the top-left pixel.
  let origin: Int

  init(width: Int, height: Int, start: Int) {
    self.width = width
    self.height = height
    stride = (width + 2 * Self.margin + 3) / 4 * 4
    origin = start + Self.margin * stride + Self.margin
  }

  /// The number of pixels with the margin.
  var area: Int { stride * (height + 2 * Self.margin) }
}

/// A frame's brightness at a working size and at halves of it: what optical flow looks at.
///
/// The frame is shrunk by a whole number, each pixel of the finest level being the mean of a square
/// of the frame, so that a place (`x`, `y`) of the frame is at (`x` / ``reduction``, `y` /
/// ``reduction``) there, and at half of that on each further level. What is left over at the right
/// and the bottom edge, less than one pixel of the finest level, is not looked at. Rows lie as
/// stored; nothing is turned.
///
/// The luma of YCbCr formats is taken as it is. Red, green and blue are weighted as in BT.601.
struct GrayPyramid {
  /// The most levels, including the finest.
  static let maximumLevels = 4
  /// Levels whose shorter side would be less have too few pixels to tell a motion from.
  private static let shortestSide = 16

  /// The length that the frame's longer side is brought near to.
  let workingSide: Int
  /// The levels, finest first; empty until the first frame.
  private(set) var levels: [GrayLevel] = []
  /// All levels with their margins, in 0...255.
  private(set) var pixels: [Float] = []
  /// How many pixels of the frame one pixel of the finest level is long.
  private(set) var reduction = 1
  private var size = (width: 0, height: 0)
  private var sums: [UInt16] = []

  init(workingSide: Int) {
    self.workingSide = workingSide
  }

  /// Whether another pyramid was built from a frame of the same size.
  func hasSize(of other: GrayPyramid) -> Bool { size == other.size }

  /// Takes in a frame.
  ///
  /// - Complexity: O(pixels of the frame); allocates only when the frame's size has changed.
  mutating func build(from image: PixelBuffer) {
    if size != (image.width, image.height) { layOut(image.width, image.height) }
    let needed = levels[0].width * reduction * image.format.pixelStride
    if sums.count < needed { sums = [UInt16](repeating: 0, count: needed) }
    image.withPlanes { (plane, _, _) in
      reduce(plane, bytesPerRow: image.bytesPerRow[0], format: image.format)
    }
    extend(levels[0])
    for index in levels.indices.dropFirst() {
      halve(levels[index - 1], into: levels[index])
      extend(levels[index])
    }
  }

  private mutating func layOut(_ width: Int, _ height: Int) {
    size = (width, height)
    // To the nearest whole number, but a very long or tall frame keeps at least one pixel across.
    let longer = max(width, height)
    reduction = max(1, min((longer + workingSide / 2) / workingSide, width, height))
    levels.removeAll(keepingCapacity: true)
    var (width, height, start) = (width / reduction, height / reduction, 0)
    while levels.isEmpty
      || levels.count < Self.maximumLevels && min(width, height) >= Self.shortestSide
    {
      let level = GrayLevel(width: width, height: height, start: start)
      levels.append(level)
      start += level.area
      (width, height) = (width / 2, height / 2)
    }
    if pixels.count < start { pixels = [Float](repeating: 0, count: start) }
  }
}

// The loops check their sizes once, at the top.
extension GrayPyramid {
  /// Makes the finest level of a plane of bytes.
  private mutating func reduce(_ plane: Span<UInt8>, bytesPerRow: Int, format: PixelFormat) {
    let level = levels[0]
    let count = level.width * reduction * format.pixelStride
    // Sums of 16 bits hold 257 rows.
    let step = (reduction + 255) / 256
    let rows = (reduction + step - 1) / step
    for y in 0..<level.height {
      for row in 0..<rows {
        let start = (y * reduction + row * step) * bytesPerRow
        add(plane.extracting(start..<start + count), startsOver: row == 0)
      }
      let target = level.origin + y * level.stride
      let scale = 1 / Float(rows * reduction)
      switch format {
      case .rgb: gather(3, (0.299, 0.587, 0.114), scale, level.width, target)
      case .rgba: gather(4, (0.299, 0.587, 0.114), scale, level.width, target)
      case .bgra: gather(4, (0.114, 0.587, 0.299), scale, level.width, target)
      case .gray, .nv12VideoRange, .nv12FullRange, .i420VideoRange, .i420FullRange,
        .i422VideoRange, .i422FullRange, .i444VideoRange, .i444FullRange:
        gather(scale, level.width, target)
      }
    }
  }

  private mutating func add(_ row: Span<UInt8>, startsOver: Bool) {
    var sums = sums.mutableSpan
    let count = row.count
    precondition(sums.count >= count, "There must be room for a row")
    if startsOver {
      for i in 0..<count { unsafe sums[unchecked: i] = UInt16(row[unchecked: i]) }
    } else {
      for i in 0..<count { unsafe sums[unchecked: i] &+= UInt16(row[unchecked: i]) }
    }
  }

  /// Sums up one row of single numbers.
  private mutating func gather(_ scale: Float, _ width: Int, _ target: Int) {
    let memory = sums
    let (sums, reduction) = (memory.span, reduction)
    var pixels = pixels.mutableSpan
    precondition(
      sums.count >= width * reduction && target >= 0 && pixels.count >= target + width,
      "There must be room for a row")
    switch reduction {
    case 1:
      for x in 0..<width { unsafe pixels[unchecked: target &+ x] = Float(sums[unchecked: x]) }
    case 2:
      for x in 0..<width {
        let sum = unsafe UInt32(sums[unchecked: 2 &* x]) &+ UInt32(sums[unchecked: 2 &* x &+ 1])
        unsafe pixels[unchecked: target &+ x] = Float(Int32(bitPattern: sum)) * scale
      }
    default:
      for x in 0..<width {
        var sum: UInt32 = 0
        for i in x &* reduction..<(x &+ 1) &* reduction {
          unsafe sum &+= UInt32(sums[unchecked: i])
        }
        unsafe pixels[unchecked: target &+ x] = Float(Int32(bitPattern: sum)) * scale
      }
    }
  }

  /// Sums up one row of colours and weights them.
  @inline(__always)
  private mutating func gather(
    _ stride: Int, _ weights: (Float, Float, Float), _ scale: Float, _ width: Int, _ target: Int
  ) {
    let memory = sums
    let (sums, reduction) = (memory.span, reduction)
    var pixels = pixels.mutableSpan
    precondition(
      sums.count >= width * reduction * stride && target >= 0 && pixels.count >= target + width,
      "There must be room for a row")
    let (first, second, third) = (weights.0 * scale, weights.1 * scale, weights.2 * scale)
    var i = 0
    for x in 0..<width {
      var (a, b, c) = (Int32(0), Int32(0), Int32(0))
      for _ in 0..<reduction {
        unsafe a &+= Int32(sums[unchecked: i])
        unsafe b &+= Int32(sums[unchecked: i &+ 1])
        unsafe c &+= Int32(sums[unchecked: i &+ 2])
        i &+= stride
      }
      let sum = Float(a) * first + Float(b) * second + Float(c) * third
      unsafe pixels[unchecked: target &+ x] = sum
    }
  }

  /// Makes a level of the next finer one.
  private mutating func halve(_ source: GrayLevel, into target: GrayLevel) {
    var pixels = pixels.mutableSpan
    let end = target.origin + target.height * target.stride
    precondition(
      target.width * 2 <= source.width && target.height * 2 <= source.height
        && end <= pixels.count, "A level must be half of the one before")
    for y in 0..<target.height {
      let upper = source.origin + 2 * y * source.stride
      let lower = upper + source.stride
      let row = target.origin + y * target.stride
      for x in 0..<target.width {
        let (a, b) = (upper &+ 2 &* x, lower &+ 2 &* x)
        let above = unsafe pixels[unchecked: a] + pixels[unchecked: a &+ 1]
        let below = unsafe pixels[unchecked: b] + pixels[unchecked: b &+ 1]
        unsafe pixels[unchecked: row &+ x] = (above + below) * 0.25
      }
    }
  }

  /// Fills the margin of a level.
  private mutating func extend(_ level: GrayLevel) {
    var pixels = pixels.mutableSpan
    let margin = GrayLevel.margin
    let first = level.origin - margin
    precondition(
      first - margin * level.stride >= 0
        && first + (level.height + margin) * level.stride <= pixels.count,
      "A level must lie in the pyramid's memory")
    let right = level.stride - margin - level.width
    for y in 0..<level.height {
      let row = level.origin + y * level.stride
      let (left, last) = unsafe (pixels[unchecked: row], pixels[unchecked: row + level.width - 1])
      for x in 1...margin { unsafe pixels[unchecked: row &- x] = left }
      for x in 0..<right { unsafe pixels[unchecked: row &+ level.width &+ x] = last }
    }
    let bottom = first + (level.height - 1) * level.stride
    for y in 1...margin {
      for x in 0..<level.stride {
        unsafe pixels[unchecked: first &- y &* level.stride &+ x] = pixels[unchecked: first &+ x]
        unsafe pixels[unchecked: bottom &+ y &* level.stride &+ x] = pixels[unchecked: bottom &+ x]
      }
    }
  }
}

extension PixelFormat {
  /// The bytes between two pixels of the first plane.
  fileprivate var pixelStride: Int { bytesPerRow(plane: 0, width: 1) }
}
