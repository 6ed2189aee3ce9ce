import ViewfinderCore
import ViewfinderPixels

/// A slow sampler written from the definitions, in doubles: for every target pixel it looks at
/// every source pixel of the region.
struct ReferenceSampler {
  var width: Int
  var height: Int
  var orientation = ImageOrientation.up
  var scaling = ScaleMode.stretch
  var region: Box?

  /// Red, green and blue for each target pixel, row by row; nothing for a letterbox's bars.
  func sample(_ source: TestImage) -> [SIMD3<Double>?] {
    let region =
      region ?? Box(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    let upright =
      orientation.rawValue >= 5 ? (region.height, region.width) : (region.width, region.height)
    var content = (x: 0, y: 0, width: width, height: height)
    if case .letterbox = scaling {
      let factor = min(Double(width) / upright.0, Double(height) / upright.1)
      content.width = max(1, Int((upright.0 * factor).rounded()))
      content.height = max(1, Int((upright.1 * factor).rounded()))
      content.x = (width - content.width) / 2
      content.y = (height - content.height) / 2
    }
    return (0..<width * height).map { index in
      let (u, v) = (index % width - content.x, index / width - content.y)
      guard (0..<content.width).contains(u), (0..<content.height).contains(v) else { return nil }
      let a = stored(Double(u) / Double(content.width), Double(v) / Double(content.height))
      let b = stored(Double(u + 1) / Double(content.width), Double(v + 1) / Double(content.height))
      let columns = (
        region.x + min(a.x, b.x) * region.width, region.x + max(a.x, b.x) * region.width
      )
      let rows = (
        region.y + min(a.y, b.y) * region.height, region.y + max(a.y, b.y) * region.height
      )
      return source.color { plane in
        let isChroma = plane > 0 && source.hasChroma
        let across = isChroma ? Double(source.chromaDivisor.x) : 1
        let down = isChroma ? Double(source.chromaDivisor.y) : 1
        let shift = across == 2 && source.siting == .left ? 0.25 : 0
        let x = weights(
          columns.0 / across + shift,
          columns.1 / across + shift,
          Int((region.x / across).rounded(.down)),
          Int((region.maxX / across).rounded(.up)) - 1
        )
        let y = weights(
          rows.0 / down,
          rows.1 / down,
          Int((region.y / down).rounded(.down)),
          Int((region.maxY / down).rounded(.up)) - 1
        )
        var sum = 0.0
        for (row, rowWeight) in y {
          for (column, weight) in x {
            sum += rowWeight * weight * source.planes[plane][row][column]
          }
        }
        return sum
      }
    }
  }

  /// From fractions of the upright region to fractions of the stored one, case by case.
  private func stored(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
    switch orientation {
    case .up: (u, v)
    case .upMirrored: (1 - u, v)
    case .down: (1 - u, 1 - v)
    case .downMirrored: (u, 1 - v)
    case .leftMirrored: (v, u)
    case .right: (v, 1 - u)
    case .rightMirrored: (1 - v, 1 - u)
    case .left: (1 - v, u)
    }
  }

  /// The weight of every pixel from `first` through `last` for the interval from `a` to `b`.
  private func weights(
    _ a: Double,
    _ b: Double,
    _ first: Int,
    _ last: Int
  ) -> [(Int, Double)] {
    var result = [Int: Double]()
    let size = b - a
    // Pixels around the region stand for the outermost ones inside.
    for pixel in first - 2...last + 2 {
      let weight =
        size >= 1 - 1e-9
        ? max(0, min(b, Double(pixel + 1)) - max(a, Double(pixel))) / size
        : max(0, 1 - abs((a + b) / 2 - Double(pixel) - 0.5))
      result[min(max(pixel, first), last), default: 0] += weight
    }
    return result.filter { $0.value > 0 }.map { ($0.key, $0.value) }
  }
}
