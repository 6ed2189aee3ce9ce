import ViewfinderCore
import ViewfinderPixels

/// A small picture of pseudo-random bytes, as planes of numbers and as a buffer of any format.
struct TestImage {
  let width: Int
  let height: Int
  let format: PixelFormat
  var matrix = YCbCrMatrix.bt601
  var siting = ChromaSiting.left
  /// Three planes of components: red, green, blue or Y, Cb, Cr; chroma at its own size.
  var planes: [[[Double]]]

  var hasChroma: Bool { format.planeCount > 1 }

  /// By how much chroma planes are narrower and lower.
  var chromaDivisor: (x: Int, y: Int) {
    switch format {
    case .rgb, .rgba, .bgra, .gray, .i444VideoRange, .i444FullRange: (1, 1)
    case .i422VideoRange, .i422FullRange: (2, 1)
    case .nv12VideoRange, .nv12FullRange, .i420VideoRange, .i420FullRange: (2, 2)
    }
  }

  /// Creates a picture whose bytes follow from its seed.
  init(
    _ width: Int,
    _ height: Int,
    _ format: PixelFormat,
    seed: UInt32 = 1,
    matrix: YCbCrMatrix = .bt601,
    siting: ChromaSiting = .left
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.matrix = matrix
    self.siting = siting
    var state = seed &* 2_654_435_761 | 1
    func plane(_ width: Int, _ height: Int) -> [[Double]] {
      (0..<height).map { _ in
        (0..<width).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return Double(state >> 24)
        }
      }
    }
    let luma = plane(width, height)
    if format == .gray {
      planes = [luma, luma, luma]
    } else if format.planeCount == 1 {
      planes = [luma, plane(width, height), plane(width, height)]
    } else {
      let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
      let full = format == .i444VideoRange || format == .i444FullRange
      let tall = full || format == .i422VideoRange || format == .i422FullRange
      planes =
        [luma] + (0..<2).map { _ in plane(full ? width : columns, tall ? height : rows) }
    }
  }

  /// The colour made of a filtered value for each plane, in 0...255.
  func color(_ value: (Int) -> Double) -> SIMD3<Double> {
    let (first, second, third) = (value(0), value(1), value(2))
    guard hasChroma else { return SIMD3(first, second, third) }
    return Self.color(y: first, cb: second, cr: third, format: format, matrix: matrix)
  }

  /// The conversions as they are printed in handbooks.
  static func color(
    y: Double,
    cb: Double,
    cr: Double,
    format: PixelFormat,
    matrix: YCbCrMatrix
  ) -> SIMD3<Double> {
    let isVideo = format.rawValue.hasSuffix("VideoRange")
    let luma = isVideo ? 1.164384 * (y - 16) : y
    let (u, v) = (cb - 128, cr - 128)
    let rgb =
      switch (matrix, isVideo) {
      case (.bt601, false):
        SIMD3(luma + 1.402 * v, luma - 0.344136 * u - 0.714136 * v, luma + 1.772 * u)
      case (.bt601, true):
        SIMD3(luma + 1.596027 * v, luma - 0.391762 * u - 0.812968 * v, luma + 2.017232 * u)
      case (.bt709, false):
        SIMD3(luma + 1.5748 * v, luma - 0.187324 * u - 0.468124 * v, luma + 1.8556 * u)
      case (.bt709, true):
        SIMD3(luma + 1.792741 * v, luma - 0.213249 * u - 0.532909 * v, luma + 2.112402 * u)
      case (.bt2020, false):
        SIMD3(luma + 1.4746 * v, luma - 0.164553 * u - 0.571353 * v, luma + 1.8814 * u)
      case (.bt2020, true):
        SIMD3(luma + 1.678674 * v, luma - 0.187326 * u - 0.650424 * v, luma + 2.141772 * u)
      }
    return rgb.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255))
  }

  /// The bytes of each plane, with `padding` bytes of rubbish behind each row.
  private func planesOfBytes(padding: Int) -> [[UInt8]] {
    func interleave(_ components: [[[Double]]], alpha: UInt8? = nil) -> [UInt8] {
      components[0].indices.flatMap { y in
        components[0][y].indices.flatMap { x in
          components.map { UInt8($0[y][x]) } + (alpha.map { [$0] } ?? [])
        } + [UInt8](repeating: 0xA5, count: padding)
      }
    }
    return switch format {
    case .rgb: [interleave(planes)]
    case .rgba: [interleave(planes, alpha: 77)]
    case .bgra: [interleave(planes.reversed(), alpha: 77)]
    case .gray: [interleave([planes[0]])]
    case .nv12VideoRange, .nv12FullRange:
      [interleave([planes[0]]), interleave([planes[1], planes[2]])]
    case .i420VideoRange, .i420FullRange, .i422VideoRange, .i422FullRange, .i444VideoRange,
      .i444FullRange:
      planes.map { interleave([$0]) }
    }
  }

  /// The picture as a buffer over separate planes, with rubbish behind each row.
  func buffer(padding: Int = 0) throws -> PixelBuffer {
    try PixelBuffer(
      width: width,
      height: height,
      format: format,
      storage: TestStorage(planesOfBytes(padding: padding)),
      bytesPerRow: (0..<format.planeCount).map {
        format.bytesPerRow(plane: $0, width: width) + padding
      },
      colorMatrix: matrix,
      chromaSiting: siting
    )
  }
}

/// Planes in separate arrays, as a decoder would lend them.
final class TestStorage: PixelStorage {
  private let planes: [[UInt8]]

  init(_ planes: [[UInt8]]) {
    self.planes = planes + [[UInt8]](repeating: [], count: 3 - planes.count)
  }

  func withPlanes<Result, Failure: Error>(
    _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (first, second, third) = (planes[0], planes[1], planes[2])
    return try body(first.span, second.span, third.span)
  }
}

extension TestImage {
  /// The bytes of all planes, without padding, one plane after the other.
  func tightBytes() -> [UInt8] { planesOfBytes(padding: 0).flatMap { $0 } }
}

/// The target of one sampling into floats, as an array.
func sampled(
  _ source: PixelBuffer,
  _ width: Int,
  _ height: Int,
  region: Box? = nil,
  orientation: ImageOrientation = .up,
  scaling: ScaleMode = .stretch,
  filter: SamplingFilter = .area,
  transform: ChannelTransform = .identity
) throws -> [Float] {
  try sampled(
    source, width, height, over: -1000, region, orientation, scaling, filter, transform)
}

/// The target of one sampling into bytes, as an array.
func sampledBytes(
  _ source: PixelBuffer,
  _ width: Int,
  _ height: Int,
  region: Box? = nil,
  orientation: ImageOrientation = .up,
  scaling: ScaleMode = .stretch,
  filter: SamplingFilter = .area,
  transform: ChannelTransform = .identity
) throws -> [UInt8] {
  try sampled(source, width, height, over: 7, region, orientation, scaling, filter, transform)
}

/// The target of one sampling over elements that must all be overwritten.
private func sampled<Element: SampleElement>(
  _ source: PixelBuffer,
  _ width: Int,
  _ height: Int,
  over old: Element,
  _ region: Box?,
  _ orientation: ImageOrientation,
  _ scaling: ScaleMode,
  _ filter: SamplingFilter,
  _ transform: ChannelTransform
) throws -> [Element] {
  var sampler = Sampler(width: width, height: height)
  var target = [Element](repeating: old, count: width * height * 3)
  var span = target.mutableSpan
  try sampler.sample(
    source,
    region: region,
    orientation: orientation,
    scaling: scaling,
    filter: filter,
    transform: transform,
    into: &span
  )
  return target
}
