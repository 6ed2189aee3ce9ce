import Testing
import ViewfinderCore
import ViewfinderEvaluation

@Suite("YOLO labels")
struct YOLOLabelTests {
  private let image = GroundTruthImage(id: 7, fileName: "a.jpg", width: 200, height: 100)

  private func objects(_ text: String) throws -> [GroundTruthObject] {
    try DetectionGroundTruth.objects(yoloText: Array(text.utf8), name: "a.txt", in: image)
  }

  @Test("are boxes as shares of the image, with blank lines and carriage returns between")
  func boxes() throws {
    let found = try objects("0 0.5 0.5 0.25 0.5\r\n\n 16\t0.25 0.75 0.5 0.5 \n")
    #expect(found.map(\.categoryID) == [0, 16])
    #expect(found.map(\.imageID) == [7, 7])
    #expect(found[0].box == Box(x: 75, y: 25, width: 50, height: 50))
    #expect(found[1].box == Box(x: 0, y: 50, width: 100, height: 50))
    #expect(try objects("").isEmpty)
  }

  @Test("that reach outside the image are cut off at its sides")
  func outside() throws {
    let found = try objects("1 1 0.5 0.5 1.5")
    #expect(found[0].box == Box(x: 150, y: 0, width: 50, height: 100))
    #expect(found[0].area == 5000)
  }

  @Test("may be outlines, which stand for their bounding boxes")
  func outlines() throws {
    let found = try objects("2 0.25 0.5 0.75 0.25 0.5 1")
    #expect(found[0].box == Box(x: 50, y: 25, width: 100, height: 75))
  }

  @Test(
    "that cannot be read are refused with their line",
    arguments: [
      ("0 0.5 0.5 0.5", "line 1", "3 numbers"), ("\n0 0.5 0.5 0.5 0.5 0.5", "line 2", "5 numbers"),
      ("dog 0.5 0.5 0.5 0.5", "line 1", "'dog'"), ("-1 0.5 0.5 0.5 0.5", "line 1", "'-1'"),
      ("0 320 240 100 50", "line 1", "'320'"), ("0 nan 0.5 0.5 0.5", "line 1", "'nan'"),
      ("0 0.5 0.5 -0.5 0.5", "line 1", "negative"), ("0", "line 1", "0 numbers"),
      ("0 0.5 0.5 0.5 1e999", "line 1", "'1e999'"),
    ])
  func refused(_ text: String, _ line: String, _ found: String) throws {
    let error = #expect(throws: ViewfinderError.self) { try objects(text) }
    #expect(error?.code == .invalidAnnotations)
    #expect(error?.subject == "a.txt: \(line)")
    #expect(error?.found.contains(found) == true, "\(error?.found ?? "")")
  }
}
