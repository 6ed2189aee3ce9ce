internal import ViewfinderCore
internal import ViewfinderSystem

/// How likely each of the localizer's boxes is right, by its score and the boxes around it.
///
/// A network of one hidden layer looks at a box among the surest of its image, at scores and geometry:
/// a sure box over a whole table that holds a sure small one is less likely a thing than a box of the
/// same score alone. `Training/learn_choice.py` learned it from photos with known boxes and wrote
/// `BoxChoice+Table.swift`.
struct BoxChoice: Sendable {
  /// The greatest number of boxes that are looked at, the surest ones.
  static let most = 20

  /// The least score of a box that is looked at; the surest is looked at whatever its score.
  static let floor: Float = 0.05

  /// By what the score of a box that is not looked at is multiplied.
  private static let unseen = 1e-3

  private var order: [Int] = []
  private var features: [Double] = []

  /// Puts the sureness of each box, from 0 through 1, into `sureness`.
  ///
  /// - Complexity: O(*n* log *n*); the memory is used again.
  mutating func judge(
    _ boxes: [(frame: Box, confidence: Float)], width: Double, height: Double,
    into sureness: inout [Double]
  ) {
    sureness.removeAll(keepingCapacity: true)
    for box in boxes { sureness.append(Double(box.confidence) * Self.unseen) }
    order.fillWithRanks(of: boxes.count) { boxes[$0].confidence > boxes[$1].confidence }
    var count = 0
    for index in order.prefix(Self.most) {
      guard count == 0 || boxes[index].confidence >= Self.floor else { break }
      count += 1
    }
    let surest = order.prefix(count)
    for index in surest {
      describe(index, of: boxes, among: surest, width: width, height: height)
      sureness[index] = likelihood()
    }
  }

  /// What the network answers to ``features``.
  private func likelihood() -> Double {
    var sum = Self.last
    let inputs = features.count
    for (unit, bias) in Self.biases.enumerated() {
      var value = bias
      for input in 0..<inputs {
        let standard = (features[input] - Self.means[input]) / Self.deviations[input]
        value += Self.weights[unit * inputs + input] * min(max(standard, -Self.limit), Self.limit)
      }
      sum += Self.outputs[unit] * max(0, value)
    }
    return 1 / (1 + exponential(-sum))
  }

  /// The greatest distance of a feature from its mean, in deviations.
  private static let limit = 4.0

  /// Puts the features of a box into ``features``, in the order of the table.
  private mutating func describe(
    _ index: Int, of boxes: [(frame: Box, confidence: Float)], among others: ArraySlice<Int>,
    width: Double, height: Double
  ) {
    let frame = boxes[index].frame
    let score = max(Double(boxes[index].confidence), 1e-6)
    let size = max(frame.area, 1e-6)
    var (surestInside, countInside, surestAround, largestInside) = (0.0, 0.0, 0.0, 0.0)
    var (support, largestOverlap) = (0.0, 0.0)
    for other in others where other != index {
      let (otherFrame, otherScore) = (boxes[other].frame, Double(boxes[other].confidence))
      let otherSize = max(otherFrame.area, 1e-6)
      let both = frame.intersection(otherFrame).area
      let overlap = both / (size + otherSize - both)
      support += overlap * otherScore
      largestOverlap = max(largestOverlap, overlap)
      if both > 0.85 * otherSize, otherSize < 0.8 * size {
        surestInside = max(surestInside, otherScore)
        largestInside = max(largestInside, otherSize / size)
        if otherScore > 0.3 * score { countInside += 1 }
      }
      if both > 0.85 * size, size < 0.8 * otherSize { surestAround = max(surestAround, otherScore) }
    }
    let surest = max(Double(boxes[others.first ?? index].confidence), 1e-6)
    let second = Double(boxes[others.dropFirst().first ?? others.first ?? index].confidence)
    let x = (frame.x + frame.width / 2) / width - 0.5
    let y = (frame.y + frame.height / 2) / height - 0.5
    let edges =
      (frame.x < 0.01 * width ? 1.0 : 0) + (frame.y < 0.01 * height ? 1 : 0)
      + (frame.maxX > 0.99 * width ? 1 : 0) + (frame.maxY > 0.99 * height ? 1 : 0)
    features.removeAll(keepingCapacity: true)
    features.append(score)
    features.append(score / surest)
    features.append(power(size / (width * height), 0.5))
    features.append(logarithm(max(frame.width, 1e-3) / max(frame.height, 1e-3)))
    features.append(power(x * x + y * y, 0.5))
    features.append(y)
    features.append(edges)
    features.append(surestInside / score)
    features.append(countInside)
    features.append(surestAround / score)
    features.append(largestInside)
    features.append(support)
    features.append(largestOverlap)
    features.append(Double(others.count))
    features.append(second / surest)
  }
}
