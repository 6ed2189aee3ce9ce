import Viewfinder

/// From the planes of a frame to an upright square tensor.
struct SampleWorkload: Workload {
  private let frame: PixelBuffer
  private let side: Int
  private let box: SamplerBox
  private var bytes: [UInt8]
  private var floats: [Float]

  init(_ arguments: Arguments) throws {
    frame = try makeFrame(arguments)
    side = try arguments.number("target", default: 224)
    box = SamplerBox(side: side)
    let count = side * side * 3
    switch try arguments.text("element") {
    case "uint8": (bytes, floats) = (Array(repeating: 0, count: count), [])
    case "float32": (bytes, floats) = ([], Array(repeating: 0, count: count))
    case let other: throw Failure("unknown element type '\(other)'")
    }
  }

  mutating func run() throws -> Outcome {
    let (frame, box) = (frame, box)
    if bytes.isEmpty {
      let transform = ChannelTransform(
        scale: SIMD3(repeating: 1 / 127.5), bias: SIMD3(repeating: -1))
      var target = floats.mutableSpan
      try box.sampler.sample(frame, transform: transform, into: &target)
    } else {
      var target = bytes.mutableSpan
      try box.sampler.sample(frame, into: &target)
    }
    return Outcome()
  }
}

/// Holds a sampler, which cannot be copied, for a workload, which an existential may copy.
private final class SamplerBox {
  var sampler: Sampler

  init(side: Int) {
    sampler = Sampler(width: side, height: side)
  }
}

/// Reading every byte of a frame once: the limit of what sampling can reach.
struct ReadWorkload: Workload {
  private let bytes: [UInt8]
  private var sum = SIMD64<UInt8>()

  init(_ arguments: Arguments) throws {
    bytes = try makeFrameBytes(arguments).bytes
  }

  mutating func run() throws -> Outcome {
    var sum = SIMD64<UInt8>()
    bytes.withUnsafeBytes { memory in
      for offset in stride(from: 0, through: memory.count - 64, by: 64) {
        sum &+= memory.loadUnaligned(fromByteOffset: offset, as: SIMD64<UInt8>.self)
      }
    }
    // Kept, so that the compiler cannot leave the reading out.
    self.sum &+= sum
    return Outcome()
  }
}

private func makeFrame(_ arguments: Arguments) throws -> PixelBuffer {
  let (width, height, format, bytes) = try makeFrameBytes(arguments)
  return try PixelBuffer(width: width, height: height, format: format, bytes: bytes)
}

/// A frame of noise: the time to sample does not depend on what the pixels show.
private func makeFrameBytes(
  _ arguments: Arguments
) throws -> (width: Int, height: Int, format: PixelFormat, bytes: [UInt8]) {
  let sides = try arguments.text("size").split(separator: "x").compactMap { Int($0) }
  guard sides.count == 2 else { throw Failure("--size must look like 640x480") }
  let name = try arguments.text("format")
  guard let format = PixelFormat.allCases.first(where: { "\($0)" == name || $0.rawValue == name })
  else { throw Failure("unknown format '\(name)'") }
  var count = 0
  for plane in 0..<format.planeCount {
    count +=
      format.bytesPerRow(plane: plane, width: sides[0])
      * format.rows(plane: plane, height: sides[1])
  }
  var state: UInt64 = 1
  let bytes = (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
  return (sides[0], sides[1], format, bytes)
}
