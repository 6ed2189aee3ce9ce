internal import Viewfinder
internal import ViewfinderEvaluation

/// Finds the objects in the pictures of a data set, whose sizes must be those that were annotated.
struct AnnotatedPhotoDetector: PhotoProcessor {
  let detector: PhotoDetector
  /// By the path of the picture.
  let images: [String: GroundTruthImage]

  func process(_ input: Input) -> PhotoRecord<DetectAnswer> {
    let record = detector.process(detector.item(for: input))
    let outcome = Result { () throws(ViewfinderError) in
      var answer = try record.outcome.get()
      guard let image = images[input.source] else {
        preconditionFailure("Only pictures of the data set are looked at")
      }
      try Self.check(answer, image)
      answer.imageID = image.id
      return answer
    }
    return PhotoRecord(source: record.source, outcome: outcome)
  }

  private static func check(
    _ answer: DetectAnswer, _ image: GroundTruthImage
  ) throws(ViewfinderError) {
    let isRight =
      (image.width.map { $0 == Double(answer.width) } ?? true)
      && (image.height.map { $0 == Double(answer.height) } ?? true)
    if isRight { return }
    let sides = [image.width, image.height].map { side in
      side.map { TextLayout.fixed($0, decimals: 0) } ?? "?"
    }
    throw ViewfinderError(
      .invalidImage, found: "\(answer.width) × \(answer.height) pixels",
      expected: "\(sides[0]) × \(sides[1]) as annotated",
      remedy: "Use the pictures that were annotated; add --orientation 1 if their EXIF orientation "
        + "was not followed then.")
  }
}

/// Keeps answers instead of writing them.
struct AnswerCollector: PhotoReport {
  /// The answers in the order of the inputs.
  private(set) var answers: [DetectAnswer] = []

  var includesFailures: Bool { false }

  mutating func text(for record: PhotoRecord<DetectAnswer>) -> String {
    if case .success(let answer) = record.outcome { answers.append(answer) }
    return ""
  }
}
