import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels
@testable import ViewfinderVision

@Suite("Heads of detectors from elsewhere")
struct ForeignDecoderTests {
  @Test(
    "Rows after suppression are corners in pixels or in shares", arguments: [1, 100] as [Float])
  func endToEnd(unit: Float) throws {
    let decoder = EndToEndDecoder(boxCount: 3, inputWidth: 100, inputHeight: 100)
    var values: [Float] = [0.1, 0.2, 0.5, 0.6, 0.9, 3, 0.2, 0.2, 0.4, 0.4, 0.8, 0]
    values += [0, 0, 0, 0, 0, 0]
    for row in 0..<3 { for corner in 0..<4 { values[6 * row + corner] *= unit } }
    var found: [Candidate] = []
    try decoder.decode(values, threshold: 0.25, into: &found)
    #expect(found.map(\.classIndex) == [3, 0])
    #expect(abs(found[0].box.x - 10) < 1e-3 && abs(found[0].box.height - 40) < 1e-3)
  }

  @Test("Rows that hold something else are refused")
  func doubt() {
    let decoder = EndToEndDecoder(boxCount: 1, inputWidth: 100, inputHeight: 100)
    for row in [[0, 0, 1, 1, 7, 0], [0, 0, 1, 1, 0.9, 0.5]] as [[Float]] {
      var found: [Candidate] = []
      #expect(throws: ViewfinderError.self) {
        try decoder.decode(row, threshold: 0.25, into: &found)
      }
    }
  }

  @Test("Cells that touch are one object, and the background none")
  func cells() {
    let decoder = CellDecoder(
      columns: 3, rows: 2, classCount: 1, inputWidth: 24, inputHeight: 16)
    let objects: [Float] = [0.9, 0.1, 0.6, 0.1, 0.8, 0.2]
    var found: [Candidate] = []
    decoder.decode(objects.flatMap { [1 - $0, $0] }, threshold: 0.5, into: &found)
    #expect(found.count == 1)
    #expect(found.first?.box == Box(x: 0, y: 0, width: 24, height: 16))
    #expect(found.first?.score == 0.9 && found.first?.classIndex == 0)
  }

  @Test("Anchored boxes are moved and scaled from their anchors")
  func anchors() throws {
    let head = AnchorHead(
      anchors: [.init(x: 0.5, y: 0.5, width: 0.2, height: 0.4)], centerScale: [10, 10],
      sizeScale: [5, 5], scoreFunction: .sigmoid, scoreCount: 3, hasBackground: true)
    var found: [Candidate] = []
    try AnchorDecoder(head: head, inputWidth: 100, inputHeight: 100).decode(
      boxes: [1, -1, 0, 0], scores: [9, -9, 2], threshold: 0.5, into: &found)
    #expect(found.count == 1 && found[0].classIndex == 1)
    #expect(abs(found[0].score - 0.880_797) < 1e-4)
    #expect(abs(found[0].box.x - (48 - 10)) < 1e-3 && abs(found[0].box.y - (54 - 20)) < 1e-3)
    #expect(abs(found[0].box.width - 20) < 1e-3 && abs(found[0].box.height - 40) < 1e-3)
  }

  @Test("Boxes that a seam has cut become one, and those inside a whole one go")
  func seams() {
    func piece(_ box: Box, _ score: Float, _ cuts: TileMerger.Cuts) -> TileMerger.Piece {
      .init(candidate: Candidate(box: box, score: score, classIndex: 0), cuts: cuts)
    }
    let merger = TileMerger(isPerClass: true)
    let halves = merger.merge([
      piece(Box(x: 10, y: 10, width: 50, height: 20), 0.8, .right),
      piece(Box(x: 50, y: 11, width: 40, height: 20), 0.7, .left),
    ])
    #expect(halves.count == 1)
    #expect(halves.first?.box == Box(x: 10, y: 10, width: 80, height: 21))
    let covered = merger.merge([
      piece(Box(x: 10, y: 10, width: 80, height: 20), 0.9, []),
      piece(Box(x: 10, y: 10, width: 50, height: 20), 0.95, .right),
    ])
    #expect(covered.map(\.box.width) == [80])
  }

  @Test("Tiles overlap and cover the image, and small images have none")
  func tiles() throws {
    let model = ModelBuilder.classifier(inputType: .uint8, height: 100, width: 100, scores: [0, 1])
    let input = try ClassifierModel(data: model.data()).input
    let area = Box(x: 0, y: 0, width: 400, height: 140)
    let regions = Detector.Tiling.automatic.regions(of: area, for: input, swapsSides: false)
    #expect(regions.count == 3)
    #expect(regions[0].x == 0 && abs(regions[2].maxX - 400) < 1e-9)
    #expect(regions[0].maxX > regions[1].x)
    let small = Box(x: 0, y: 0, width: 120, height: 120)
    #expect(
      Detector.Tiling.automatic.regions(of: small, for: input, swapsSides: false).isEmpty)
  }
}
