internal import ViewfinderCore

/// Reads the four outputs of the `TFLite_Detection_PostProcess` operator, which has already done
/// non-maximum suppression.
///
/// Boxes are `1 × n × 4`: top, left, bottom, right as shares of the input's sides. Classes and
/// scores are `1 × n`; the count says how many of the *n* are filled.
/// Source: the operator's documentation in the TensorFlow Lite repository.
struct SSDDecoder: Hashable, Sendable {
  /// The width of the input in pixels.
  var inputWidth: Int

  /// The height of the input in pixels.
  var inputHeight: Int

  /// All filled boxes with at least a score of `threshold`.
  func decode(
    boxes: [Float], classes: [Float], scores: [Float], count: Float, threshold: Float,
    into candidates: inout [Candidate]
  ) {
    let capacity = min(scores.count, classes.count, boxes.count / 4)
    let filled = count.isFinite ? min(capacity, Int(min(max(count, 0), 1e9))) : 0
    for index in 0..<filled {
      let score = scores[index]
      let box = Box(
        x: Double(boxes[4 * index + 1]) * Double(inputWidth),
        y: Double(boxes[4 * index]) * Double(inputHeight),
        width: Double(boxes[4 * index + 3] - boxes[4 * index + 1]) * Double(inputWidth),
        height: Double(boxes[4 * index + 2] - boxes[4 * index]) * Double(inputHeight))
      guard score >= threshold, box.isProper, classes[index] >= 0, classes[index] < 1_000_000
      else { continue }
      candidates.append(Candidate(box: box, score: score, classIndex: Int(classes[index])))
    }
  }
}
