internal import ViewfinderCore

/// Which results of one image and category are right, at every threshold and size.
struct DetectionMatches {
  /// One size class; bit *t* of a mask stands for overlap threshold *t*.
  struct Sized {
    /// How many objects have to be found.
    var objectCount: Int
    /// Whether a result was given an object.
    var matched: [UInt64]
    /// Whether a result counts neither as right nor as wrong.
    var ignored: [UInt64]
  }

  /// The scores, falling; no more than the largest limit.
  let scores: [Double]
  /// By the raw value of ``DetectionArea``.
  let sized: [Sized]

  init(
    objects: [GroundTruthObject], results: [DetectionResult], options: DetectionEvaluation.Options
  ) throws(ViewfinderError) {
    let ranked = results.rankedByScore(limit: options.largestMaximum)
    let pairs = ranked.count.multipliedReportingOverflow(by: objects.count)
    guard !pairs.overflow, pairs.partialValue <= DetectionEvaluation.maximumPairCount else {
      throw ViewfinderError(
        .tooLarge, subject: "image \(objects.first?.imageID ?? 0)",
        found: "\(ranked.count) results for \(objects.count) objects",
        expected: "at most \(DetectionEvaluation.maximumPairCount) pairs")
    }
    let overlaps = ranked.map { result in
      objects.map { cocoOverlap(result.box, $0.box, isCrowd: $0.isCrowd) }
    }
    scores = ranked.map(\.score)
    sized = DetectionArea.allCases.map { area in
      Self.match(
        objects: objects, results: ranked, overlaps: overlaps, range: area.range,
        thresholds: options.overlapThresholds)
    }
  }

  private static func match(
    objects: [GroundTruthObject], results: [DetectionResult], overlaps: [[Double]],
    range: ClosedRange<Double>, thresholds: [Double]
  ) -> Sized {
    let isIgnored = objects.map { $0.isCrowd || !range.contains($0.area) }
    // Objects that must be found come first, so that a result prefers them.
    let required = objects.indices.filter { !isIgnored[$0] }
    let order = required + objects.indices.filter { isIgnored[$0] }
    var sized = Sized(
      objectCount: required.count, matched: Array(repeating: 0, count: results.count),
      ignored: Array(repeating: 0, count: results.count))
    for (bit, threshold) in thresholds.enumerated() {
      var isTaken = Array(repeating: false, count: objects.count)
      for result in results.indices {
        var best = min(threshold, 1 - 1e-10)
        var match: Int?
        for object in order {
          if isTaken[object] && !objects[object].isCrowd { continue }
          if let match, !isIgnored[match], isIgnored[object] { break }
          // Not `<=`: of equal overlaps the last object wins.
          if overlaps[result][object] < best { continue }
          best = overlaps[result][object]
          match = object
        }
        guard let match else { continue }
        isTaken[match] = true
        sized.matched[result] |= 1 << UInt64(bit)
        if isIgnored[match] { sized.ignored[result] |= 1 << UInt64(bit) }
      }
    }
    for result in results.indices {
      let box = results[result].box
      if !range.contains(box.width * box.height) {
        sized.ignored[result] |= ~sized.matched[result]
      }
    }
    return sized
  }
}

/// The overlap as pycocotools computes it; inside a crowd, the share of the result that is in it.
func cocoOverlap(_ result: Box, _ object: Box, isCrowd: Bool) -> Double {
  let width = min(result.maxX, object.maxX) - max(result.x, object.x)
  guard width > 0 else { return 0 }
  let height = min(result.maxY, object.maxY) - max(result.y, object.y)
  guard height > 0 else { return 0 }
  let overlap = width * height
  let area = result.width * result.height
  let union = isCrowd ? area : area + object.width * object.height - overlap
  return overlap / union
}

extension [DetectionResult] {
  /// The best results by falling score; equal scores keep their order.
  func rankedByScore(limit: Int) -> [DetectionResult] {
    let order = indices.sorted {
      self[$0].score != self[$1].score ? self[$0].score > self[$1].score : $0 < $1
    }
    return order.prefix(limit).map { self[$0] }
  }
}
