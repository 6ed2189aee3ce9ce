import Testing
import Viewfinder
import ViewfinderTestSupport

@Suite("Models with open sides", .enabled(if: LiteRT.isPresent))
struct OpenSidesTests {
  /// A classifier whose scores are the sizes of its own input: batch, height, width, channels.
  private func classifier() throws -> Labeler {
    var model = ModelBuilder()
    let image = model.add(.init("image", .float32, [1, 8, 8, 3], shapeSignature: [1, -1, -1, 3]))
    let sizes = model.add(.init("sizes", .int32, [4]))
    let numbers = model.add(.init("numbers", .float32, [4]))
    let rows = model.add(.constant("rows", [2], int32s: [1, 4]))
    let scores = model.add(.init("scores", .float32, [1, 4]))
    model.operators = [
      .init(
        "SHAPE", [image], [sizes], optionsType: 55, options: FlatBufferTable([0: .int8(2)])),
      .init("CAST", [sizes], [numbers]),
      .init("RESHAPE", [numbers, rows], [scores]),
    ]
    model.inputs = [image]
    model.outputs = [scores]
    let classifier = try ClassifierModel(
      data: model.data(), options: .init(normalization: .zeroToOne))
    return Labeler(
      model: classifier, options: .init(maxResults: 4, confidenceThreshold: 0, workers: 1))
  }

  private let picture = try? PixelBuffer(
    width: 40, height: 20, format: .rgb, bytes: [UInt8](repeating: 9, count: 40 * 20 * 3))

  @Test(
    "get the size of the part of the region that lies in the image",
    arguments: [
      (nil, [20, 40]), (Box(x: 0, y: 0, width: 40, height: 20), [20, 40]),
      (Box(x: -1000, y: -1000, width: 1e6, height: 1e6), [20, 40]),
      (Box(x: -1e300, y: 5, width: 1.5e300, height: 10), [10, 40]),
      (Box(x: 30, y: 0, width: 4000, height: 20), [20, 10]),
      (Box(x: 3, y: 3, width: 0.001, height: 2), [2, 1]),
    ] as [(Box?, [Float])])
  func sides(region: Box?, sides: [Float]) throws {
    let found = try classifier().label(InputImage(try #require(picture)), in: region)
    let sizes = (0..<4).map { index in found.first { $0.index == index }?.confidence }
    #expect(sizes == [1, sides[0], sides[1], 3])
  }

  @Test(
    "refuse a region that is not finite, has no area or lies outside",
    arguments: [
      Box(x: 0, y: 0, width: .infinity, height: 10), Box(x: .nan, y: 0, width: 5, height: 5),
      Box(x: 0, y: -.infinity, width: 5, height: 5), Box(x: 0, y: 0, width: 5, height: .nan),
      Box(x: 0, y: 0, width: 0, height: 5), Box(x: 40, y: 0, width: 5, height: 5),
      Box(x: 0, y: 0, width: .greatestFiniteMagnitude, height: -1),
    ])
  func refuses(region: Box) throws {
    let classifier = try classifier()
    let error = #expect(throws: ViewfinderError.self) {
      try classifier.label(InputImage(try #require(picture)), in: region)
    }
    #expect(error?.code == .invalidArgument)
  }
}
