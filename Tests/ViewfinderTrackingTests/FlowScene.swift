import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

/// A scene without end whose brightness is known at every place: pictures of it that are shifted,
/// turned or enlarged have motions that are known exactly.
///
/// `Fixtures/Flow/make_golden.py` draws the same, bit by bit: every step is one IEEE operation.
struct FlowTexture {
  var seed: UInt32
  var contrast = 1.0

  func brightness(_ x: Double, _ y: Double) -> Double {
    128 + contrast * (octave(x, y, cell: 17, size: 70, 1) + octave(x, y, cell: 7, size: 50, 2))
  }

  /// Smooth noise: random values on a lattice, interpolated in between.
  private func octave(
    _ x: Double, _ y: Double, cell: Double, size: Double, _ number: UInt32
  ) -> Double {
    let (u, v) = (x / cell, y / cell)
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (smooth(u - left), smooth(v - top))
    let (i, j) = (Int32(left), Int32(top))
    let above = lattice(i, j, number) * (1 - fx) + lattice(i &+ 1, j, number) * fx
    let below = lattice(i, j &+ 1, number) * (1 - fx) + lattice(i &+ 1, j &+ 1, number) * fx
    return size * (above * (1 - fy) + below * fy)
  }

  private func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// A value in -1..<1.
  private func lattice(_ i: Int32, _ j: Int32, _ number: UInt32) -> Double {
    var hash =
      UInt32(bitPattern: i) &* 0x8da6_b343 ^ UInt32(bitPattern: j) &* 0xd816_3841
      ^ (seed &* 31 &+ number) &* 0xcb1a_b31f
    hash = (hash ^ (hash >> 15)) &* 0x2c1b_3c6d
    hash = (hash ^ (hash >> 12)) &* 0x297a_2d39
    hash ^= hash >> 15
    return Double(hash) / 2_147_483_648 - 1
  }
}

/// Pictures of a texture, with objects before it.
struct FlowScene {
  var width = 240
  var height = 180
  var background = FlowTexture(seed: 1)
  /// Objects, each a texture that lies in an ellipse or a rectangle.
  var objects: [Object] = []

  struct Object {
    var box: Box
    var texture: FlowTexture
    var isRound = false
  }

  /// The picture when the background has moved like `camera`, and each object by the shift of its
  /// centre and its growth in `motions`.
  func bytes(
    camera: CameraMotion = .identity, motions: [(dx: Double, dy: Double, scale: Double)] = [],
    gain: Double = 1, offset: Double = 0, noise: Double = 0, seed: UInt64 = 1
  ) -> [UInt8] {
    let inverse = camera.inverse
    var random = SplitMix(state: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let place = inverse.moved(x: px, y: py)
        var value = background.brightness(place.x, place.y)
        for index in objects.indices {
          let object = objects[index]
          let motion = motions.isEmpty ? (dx: 0, dy: 0, scale: 1) : motions[index]
          let (cx, cy) = (object.box.x + object.box.width / 2, object.box.y + object.box.height / 2)
          let u = (px - cx - motion.dx) / motion.scale
          let v = (py - cy - motion.dy) / motion.scale
          let (a, b) = (2 * u / object.box.width, 2 * v / object.box.height)
          let isInside = object.isRound ? a * a + b * b < 1 : max(abs(a), abs(b)) < 1
          if isInside { value = object.texture.brightness(u + 1000, v + 1000) }
        }
        value = gain * value + offset
        if noise > 0 { value += noise * random.bell() }
        bytes.append(UInt8(min(max(value, 0), 255) + 0.5))
      }
    }
    return bytes
  }

  func image(_ bytes: [UInt8]) throws -> PixelBuffer {
    try PixelBuffer(width: width, height: height, format: .gray, bytes: bytes)
  }

  /// An estimator that looks at the picture as it is, or halved if the picture is large.
  func estimator() -> FlowEstimator {
    FlowEstimator(options: .init(workingSide: 240))
  }

  /// The largest distance, at the corners of the picture, between two motions.
  func distance(_ a: CameraMotion, _ b: CameraMotion) -> Double {
    let (width, height) = (Double(width), Double(height))
    return [(0, 0), (width, 0), (0, height), (width, height)].map { corner in
      let (p, q) = (a.moved(x: corner.0, y: corner.1), b.moved(x: corner.0, y: corner.1))
      return ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).squareRoot()
    }.max() ?? .infinity
  }
}

extension CameraMotion {
  /// A turn by an angle given by its sine, and a growth, about a place, and then a shift.
  static func about(
    x: Double, y: Double, sine: Double = 0, scale: Double = 1, dx: Double = 0, dy: Double = 0
  ) -> CameraMotion {
    let cosine = (1 - sine * sine).squareRoot()
    let (a, b) = (scale * cosine, scale * sine)
    return CameraMotion(
      xx: a, xy: -b, dx: x - a * x + b * y + dx, yx: b, yy: a, dy: y - b * x - a * y + dy)
  }

  var inverse: CameraMotion {
    let determinant = xx * yy - xy * yx
    let (a, b, c, d) = (yy / determinant, -xy / determinant, -yx / determinant, xx / determinant)
    return CameraMotion(
      xx: a, xy: b, dx: -(a * dx + b * dy), yx: c, yy: d, dy: -(c * dx + d * dy))
  }
}

/// Reproducible noise.
struct SplitMix {
  var state: UInt64

  mutating func next() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
  }

  /// Nearly normal, with a standard deviation of 1.
  mutating func bell() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += next() }
    return sum
  }
}
