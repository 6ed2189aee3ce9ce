import Viewfinder

/// How far a mutant has come.
enum Outcome: String {
  /// The checks have refused it.
  case refused
  /// LiteRT has refused it, or has failed to run it.
  case failed
  /// It has run.
  case ran

  private static let picture: InputImage = {
    let bytes = (0..<64 * 48 * 3).map { UInt8(truncatingIfNeeded: $0 &* 7919) }
    guard let picture = try? PixelBuffer(width: 64, height: 48, format: .rgb, bytes: bytes) else {
      preconditionFailure("The bytes are those of such a picture")
    }
    return InputImage(picture)
  }()

  /// Puts a mutant through its paces.
  init(of bytes: [UInt8]) {
    let data = ModelData(bytes: bytes, name: "mutant")
    do {
      let report = try CompatibilityReport(data: data)
      precondition(!report.text.isEmpty, "A report says something")
    } catch {
      self = .refused
      return
    }
    do {
      try Self.run(data)
      self = .ran
    } catch {
      self = .failed
    }
  }

  private static func run(_ data: ModelData) throws(ViewfinderError) {
    if let model = try? ClassifierModel(data: data) {
      let options = Labeler.Options(workers: 1)
      _ = try Labeler(model: model, options: options).label(picture)
    } else if let model = try? DetectorModel(data: data) {
      let options = Detector.Options(maxObjects: 10, confidenceThreshold: 0, workers: 1)
      let detector = Detector(model: model, options: options)
      for object in try detector.detect(in: picture) {
        precondition(
          picture.bounds.intersection(object.box) == object.box, "A box leaves the picture")
      }
    } else {
      let session = try InferenceSession(data)
      try session.run()
    }
  }
}
