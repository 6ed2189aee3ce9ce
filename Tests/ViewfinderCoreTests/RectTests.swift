import Testing
import ViewfinderCore

@Suite("Box")
struct RectTests {
  @Test(
    "IoU of known pairs",
    arguments: [
      (Box(x: 0, y: 0, width: 2, height: 2), Box(x: 0, y: 0, width: 2, height: 2), 1.0),
      (Box(x: 0, y: 0, width: 2, height: 2), Box(x: 1, y: 0, width: 2, height: 2), 1.0 / 3),
      (Box(x: 0, y: 0, width: 2, height: 2), Box(x: 2, y: 0, width: 2, height: 2), 0.0),
      (Box(x: 0, y: 0, width: 0, height: 0), Box(x: 0, y: 0, width: 0, height: 0), 0.0),
    ])
  func intersectionOverUnion(a: Box, b: Box, expected: Double) {
    #expect(abs(a.intersectionOverUnion(b) - expected) < 1e-12)
    #expect(a.intersectionOverUnion(b) == b.intersectionOverUnion(a))
  }
}

@Suite("ViewfinderError")
struct ViewfinderErrorTests {
  @Test("a message carries what was found, what was expected and the remedy")
  func message() {
    let error = ViewfinderError(
      .invalidModel, subject: "a.tflite", found: "the file is empty",
      expected: "a TensorFlow Lite model", remedy: "Download it again.")
    #expect(
      error.description
        == "a.tflite: the file is empty; expected a TensorFlow Lite model. Download it again.")
    #expect(error.about("b").subject == "b")
  }
}
