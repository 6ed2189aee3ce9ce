import Foundation
import Testing
import Viewfinder

@Suite("Evaluation with nothing but the library")
struct EvaluationTests {
  @Test("judges detections by a COCO file in ten lines")
  func detections() throws {
    let path = NSTemporaryDirectory() + "viewfinder-coco-\(UUID().uuidString).json"
    try Data(
      """
      {"images": [{"id": 1, "file_name": "a.jpg", "width": 100, "height": 100}, {"id": 2}],
       "categories": [{"id": 3, "name": "cup"}],
       "annotations": [{"image_id": 1, "category_id": 3, "bbox": [10, 10, 40, 40]},
                       {"image_id": 2, "category_id": 3, "bbox": [0, 0, 20, 20]}]}
      """.utf8
    ).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }

    let truth = try DetectionGroundTruth(contentsOf: path)
    let results = [
      DetectionResult(
        imageID: 1, categoryID: 3, box: Box(x: 10, y: 10, width: 40, height: 40), score: 0.9),
      DetectionResult(
        imageID: 2, categoryID: 3, box: Box(x: 50, y: 50, width: 20, height: 20), score: 0.8),
    ]
    let figures = try DetectionEvaluation(groundTruth: truth, results: results).overall
    let curve = try PrecisionRecallCurve(groundTruth: truth, results: results, categoryID: 3)

    // Recall 0 through 0.5 in 101 steps, at a precision of 1.
    #expect(figures.averagePrecision.map { abs($0 - 51.0 / 101) < 1e-12 } == true)
    #expect(figures.averagePrecision50 == figures.averagePrecision75)
    #expect(figures.averageRecall(at: 100) == 0.5)
    #expect(curve.points.map(\.recall) == [0.5, 0.5])
  }

  @Test("judges tracks that were made in code, and in MOTChallenge files")
  func tracks() throws {
    let truth = (1...10).map { frame in
      TrackRow(
        frameNumber: frame, trackID: 1,
        box: Box(x: Double(frame), y: 0, width: 10, height: 10))
    }
    let reported = truth.map { row in
      var row = row
      row.trackID = row.frameNumber <= 5 ? 7 : 8
      return row
    }
    let sequence = try TrackingSequence(name: "street", truth: truth, tracks: reported)
    let scores = try TrackingEvaluation([sequence]).combined
    #expect(scores.clear.identitySwitches == 1 && scores.clear.mota == 0.9)
    #expect(scores.identity.idf1 == 0.5)
    #expect(abs(scores.hota.hota - 0.5.squareRoot()) < 1e-12)

    let folder = NSTemporaryDirectory() + "viewfinder-mot-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      ("gt.txt", TrackFile(truth).text), ("street.txt", TrackFile(reported).text),
      ("seqinfo.ini", "[Sequence]\nseqLength=10\n"), ("short.ini", "seqLength=9\n"),
    ] {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    let read = try TrackingSequence(
      contentsOf: folder + "/gt.txt", tracks: folder + "/street.txt",
      information: folder + "/seqinfo.ini")
    #expect(try TrackingEvaluation.scores(of: read) == scores)
    #expect(read.name == folder + "/street.txt")
    let error = #expect(throws: ViewfinderError.self) {
      try TrackingSequence(
        contentsOf: folder + "/gt.txt", tracks: folder + "/street.txt",
        information: folder + "/short.ini")
    }
    #expect(error?.code == .invalidAnnotations)
  }
}
