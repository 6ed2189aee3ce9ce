/// Which weights of red and blue a YCbCr image was made with.
public enum YCbCrMatrix: String, Hashable, Sendable, CaseIterable, Codable {
  /// ITU-R BT.601: standard definition video, and JPEG.
  case bt601
  /// ITU-R BT.709: high definition video.
  case bt709
  /// ITU-R BT.2020 with non-constant luminance: ultra high definition video.
  case bt2020

  /// The matrix assumed for frames that do not say: BT.709 from 720 rows up, else BT.601.
  public static func assumed(forHeight height: Int) -> YCbCrMatrix {
    height >= 720 ? .bt709 : .bt601
  }

  /// The weights of red and blue in luma.
  private var lumaWeights: (red: Float, blue: Float) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    }
  }

  /// The conversion of 8-bit Y, Cb and Cr to red, green and blue in 0...255, not yet clamped.
  func conversion(isVideoRange: Bool) -> ColorConversion {
    let (red, blue) = lumaWeights
    let green = 1 - red - blue
    let lumaScale: Float = isVideoRange ? 255.0 / 219.0 : 1
    let chromaScale: Float = isVideoRange ? 255.0 / 224.0 : 1
    let cb = SIMD4(0, -2 * (1 - blue) * blue / green, 2 * (1 - blue), 0) * chromaScale
    let cr = SIMD4(2 * (1 - red), -2 * (1 - red) * red / green, 0, 0) * chromaScale
    let black: Float = isVideoRange ? 16 : 0
    return ColorConversion(
      luma: lumaScale,
      cb: cb,
      cr: cr,
      bias: SIMD4(repeating: -black * lumaScale) - 128 * cb - 128 * cr
    )
  }
}

extension YCbCrMatrix {
  /// The 8-bit Y, Cb and Cr of a colour, rounded to the nearest.
  package func ycbcr(
    red: UInt8,
    green: UInt8,
    blue: UInt8,
    isVideoRange: Bool
  ) -> (y: UInt8, cb: UInt8, cr: UInt8) {
    let weights = lumaWeights
    let (r, g, b) = (Float(red), Float(green), Float(blue))
    let luma = weights.red * r + (1 - weights.red - weights.blue) * g + weights.blue * b
    let (black, lumaScale, chromaScale): (Float, Float, Float) =
      isVideoRange ? (16, 219.0 / 255, 224.0 / 255) : (0, 1, 1)
    func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }
    return (
      byte(black + luma * lumaScale),
      byte(128 + (b - luma) / (2 * (1 - weights.blue)) * chromaScale),
      byte(128 + (r - luma) / (2 * (1 - weights.red)) * chromaScale)
    )
  }
}

/// The affine map from Y, Cb and Cr to red, green and blue; the fourth lane is padding.
struct ColorConversion: Hashable {
  var luma: Float
  var cb: SIMD4<Float>
  var cr: SIMD4<Float>
  var bias: SIMD4<Float>

  /// The same for sums of samples, whose averages are the sums times the given factors.
  func scaled(luma lumaFactor: Float, chroma chromaFactor: Float) -> ColorConversion {
    ColorConversion(
      luma: luma * lumaFactor,
      cb: cb * chromaFactor,
      cr: cr * chromaFactor,
      bias: bias
    )
  }

  /// Red, green and blue of one pixel, rounded and clamped to 0...255.
  func rgb(y: UInt8, cb u: UInt8, cr v: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let sum = bias + Float(y) * luma + Float(u) * cb + Float(v) * cr
    func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
    return (byte(sum.x), byte(sum.y), byte(sum.z))
  }
}
