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

  @Test("numbers and the cause are data, and stay when the subject changes")
  func numbers() {
    let cause = ViewfinderError(.notFound, found: "nothing", systemErrorNumber: 2)
    let error = ViewfinderError(
      .timedOut, found: "503", httpStatus: 503, runtimeStatus: 500, cause: cause)
    for error in [error, error.about("b")] {
      #expect(error.httpStatus == 503 && error.runtimeStatus == 500)
      #expect(error.systemErrorNumber == nil && error.cause?.systemErrorNumber == 2)
      #expect(error.cause == cause && error.cause?.cause == nil)
    }
    #expect(ViewfinderError(.timedOut, found: "503") != error)
    #expect(error.description == "503.", "numbers are for programs, words for people")
  }
}
