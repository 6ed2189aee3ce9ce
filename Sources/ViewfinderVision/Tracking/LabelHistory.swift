internal import ViewfinderCore

/// What a labeler said about an object over the life of its track.
///
/// Looks are weighed: each one counts ``decay`` of the one after it. A label belongs to the object
/// when it was given in at least half of the weight, and its confidence is the mean of those looks.
/// So one odd look neither adds a label nor takes one away, while a change that lasts gets through
/// after two or three.
struct LabelHistory {
  /// What a look counts compared with the one after it.
  private static let decay: Float = 0.7
  /// The share of the weight that a label must have.
  private static let majority: Float = 0.5
  /// Looks after which a label that does not change is taken for settled.
  private static let settledLooks = 3
  /// The seconds after which a settled label is checked again, and an unsettled one.
  private static let recheck = (settled: 4.0, unsettled: 0.5)
  /// By how much a box grows or shrinks until it is worth another look.
  private static let growth = 1.5

  private struct Entry {
    var label: DetectedLabel
    /// The weight of the looks that gave the label, and the sum of their confidences.
    var weight: Float
    var sum: Float
  }

  private var entries: [Entry] = []
  private var totalWeight: Float = 0
  private var lookCount = 0
  /// The most labels that a look gave: a labeler's own limit holds for the mean, too.
  private var mostLabels = 0
  private var lastLook = -Double.infinity
  /// How large the box was in the last look.
  private var area = 0.0
  /// When the object was last among the tracks.
  var lastSeen = 0.0
  /// The labels of the object, by falling confidence.
  private(set) var labels: [DetectedLabel] = []

  /// Takes a look's labels in, by falling confidence.
  mutating func add(_ labels: some Collection<DetectedLabel>, at time: Double) {
    for index in entries.indices {
      entries[index].weight *= Self.decay
      entries[index].sum *= Self.decay
    }
    totalWeight = totalWeight * Self.decay + 1
    for label in labels {
      let known = entries.firstIndex {
        $0.label.index == label.index && $0.label.head == label.head
      }
      if let known {
        entries[known].weight += 1
        entries[known].sum += label.confidence
      } else {
        entries.append(Entry(label: label, weight: 1, sum: label.confidence))
      }
    }
    entries.removeAll { $0.weight < 0.02 }
    mostLabels = max(mostLabels, labels.count)
    lookCount += 1
    lastLook = time
    listLabels()
  }

  /// Remembers that the box is being looked at.
  mutating func beginLook(_ frame: Box, at time: Double) {
    area = frame.area
    lastLook = time
  }

  /// Whether the object is worth a look: it is new, its box has changed, or its label is in doubt.
  func wantsLook(_ frame: Box, at time: Double) -> Bool {
    if lookCount == 0 { return time - lastLook > Self.recheck.unsettled }
    let growth = frame.area / max(area, 1)
    if growth > Self.growth || growth < 1 / Self.growth {
      return time - lastLook > Self.recheck.unsettled
    }
    return time - lastLook > (isSettled ? Self.recheck.settled : Self.recheck.unsettled)
  }

  /// Whether looks agree about the best label, or about there being none.
  private var isSettled: Bool {
    guard lookCount >= Self.settledLooks else { return false }
    var best: Float = 0
    for entry in entries { best = max(best, entry.weight / totalWeight) }
    return best > 0.8 || best < 0.2
  }

  private mutating func listLabels() {
    labels.removeAll(keepingCapacity: true)
    for entry in entries where entry.weight >= Self.majority * totalWeight {
      labels.append(
        DetectedLabel(
          index: entry.label.index, text: entry.label.text,
          confidence: entry.sum / entry.weight, head: entry.label.head))
    }
    labels.sort { ($0.confidence, -$0.index) > ($1.confidence, -$1.index) }
    labels.removeLast(max(0, labels.count - mostLabels))
  }
}
