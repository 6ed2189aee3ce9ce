import Testing
import ViewfinderCore
import ViewfinderPixels

/// One way to shape a target from a source.
struct SamplingCase: CustomTestStringConvertible {
  var name: String
  var source: (Int, Int)
  var target: (Int, Int)
  var region: Box?

  var testDescription: String { name }

  static let all = [
    SamplingCase(name: "shrinks by thirds", source: (12, 9), target: (4, 3)),
    SamplingCase(name: "shrinks by odd ratios", source: (13, 11), target: (5, 4)),
    SamplingCase(name: "enlarges", source: (3, 5), target: (8, 7)),
    SamplingCase(name: "shrinks one way and enlarges the other", source: (15, 2), target: (4, 6)),
    SamplingCase(name: "keeps its size", source: (5, 4), target: (5, 4)),
    SamplingCase(
      name: "crops whole pixels",
      source: (11, 9),
      target: (3, 3),
      region: Box(x: 3, y: 1, width: 7, height: 6)
    ),
    SamplingCase(
      name: "crops fractions of pixels",
      source: (11, 9),
      target: (3, 3),
      region: Box(x: 2.3, y: 1.7, width: 6.1, height: 5.9)
    ),
    SamplingCase(
      name: "crops less than a pixel",
      source: (5, 5),
      target: (2, 3),
      region: Box(x: 2.2, y: 1.4, width: 0.7, height: 0.9)
    ),
    SamplingCase(name: "shrinks to one pixel", source: (7, 6), target: (1, 1)),
  ]
}

@Suite("Sampler against the definition")
struct SamplerReferenceTests {
  /// Sums of at most a few hundred floats of up to 255 are good to some 1e-3.
  private static let tolerance = 2e-3

  private func check(
    _ image: TestImage,
    _ reference: ReferenceSampler,
    fill: UInt8 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try sampled(
      image.buffer(padding: 3),
      reference.width,
      reference.height,
      region: reference.region,
      orientation: reference.orientation,
      scaling: reference.scaling
    )
    for (index, pixel) in reference.sample(image).enumerated() {
      let expected = pixel ?? SIMD3(repeating: Double(fill))
      for channel in 0..<3 {
        let found = Double(result[index * 3 + channel])
        #expect(
          abs(found - expected[channel]) < Self.tolerance,
          "pixel \(index), channel \(channel): \(found) is not \(expected[channel])",
          sourceLocation: sourceLocation
        )
      }
    }
  }

  @Test(
    "every orientation of every shape stretches as defined",
    arguments: ImageOrientation.allCases,
    SamplingCase.all
  )
  func stretches(orientation: ImageOrientation, shape: SamplingCase) throws {
    try check(
      TestImage(shape.source.0, shape.source.1, .rgb),
      ReferenceSampler(
        width: shape.target.0,
        height: shape.target.1,
        orientation: orientation,
        region: shape.region
      )
    )
  }

  @Test(
    "every orientation of every shape is letterboxed as defined",
    arguments: ImageOrientation.allCases,
    SamplingCase.all
  )
  func letterboxes(orientation: ImageOrientation, shape: SamplingCase) throws {
    try check(
      TestImage(shape.source.0, shape.source.1, .nv12VideoRange),
      ReferenceSampler(
        width: shape.target.0,
        height: shape.target.1,
        orientation: orientation,
        scaling: .letterbox(fill: 99),
        region: shape.region
      ),
      fill: 99
    )
  }

  @Test(
    "every format of every shape is sampled as defined",
    arguments: PixelFormat.allCases,
    SamplingCase.all
  )
  func formats(format: PixelFormat, shape: SamplingCase) throws {
    for matrix in YCbCrMatrix.allCases {
      for siting in ChromaSiting.allCases {
        try check(
          TestImage(shape.source.0, shape.source.1, format, matrix: matrix, siting: siting),
          ReferenceSampler(
            width: shape.target.0,
            height: shape.target.1,
            orientation: .right,
            region: shape.region
          )
        )
      }
    }
  }

  @Test(
    "very long and very small images are sampled as defined",
    arguments: [(1, 1, 3, 2), (1, 4000, 2, 3), (4000, 1, 3, 2), (1, 4000, 1, 1), (2, 777, 1, 2)]
  )
  func extremes(width: Int, height: Int, targetWidth: Int, targetHeight: Int) throws {
    for format in [PixelFormat.gray, .nv12FullRange] {
      try check(
        TestImage(width, height, format),
        ReferenceSampler(width: targetWidth, height: targetHeight)
      )
    }
  }
}
