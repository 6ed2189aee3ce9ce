internal import ViewfinderCore

extension BoxTracker {
  /// The least overlap of a track and a detection in the first pass.
  private static let overlapThreshold = 0.35
  /// The least overlap of grown boxes in the second.
  private static let grownOverlapThreshold = 0.2
  /// The least overlap with an uncertain detection.
  private static let uncertainOverlapThreshold = 0.5
  /// The least overlap with a detection for what was measured in the track's box to be the object's.
  private static let wellPlacedOverlap = 0.5
  /// How much of the overlap a difference in confidence outweighs.
  private static let confidenceWeight = 0.3
  /// How much boxes grow in the second pass: at least, for each unit of surprise, at most.
  private static let growth = (least: 0.2, slope: 4.0, most: 1.0)
  /// How fast a track's mean surprise follows.
  private static let surpriseRate = 0.1
  /// Growth, least overlap and longest absence for the estimate of the camera's motion.
  private static let cameraPass = (growth: 0.5, threshold: 0.3, missCount: 2)

  /// Gives the detections at hand to tracks, begins new ones and gives up others.
  mutating func associate() {
    if !knowsCamera { compensateCamera() }
    matchByOverlap()
    matchByGrownOverlap()
    matchUncertain()
    matchTentative()
    endUnmatched()
    beginTracks()
    knowsCamera = true
  }

  /// Adds the shift that the detections show all tracks to have in common.
  private mutating func compensateCamera() {
    matcher.begin(rowCount: states.count, columnCount: confident.count)
    neighbors.build(confident, growth: Self.cameraPass.growth)
    for row in states.indices
    where states[row].phase != .tentative && states[row].missCount <= Self.cameraPass.missCount {
      let expected = states[row].expected
      neighbors.find(near: expected, growth: Self.cameraPass.growth, into: &nearby)
      for column in nearby where mayMatch(row, confident[column]) {
        let box = confident[column].box
        let score = expected.likeness(box, growth: Self.cameraPass.growth)
        if score >= Self.cameraPass.threshold {
          matcher.add(row: row, column: column, score: score)
        }
      }
    }
    matcher.solve()
    let count = matcher.matches.count
    guard count >= SceneMotion.minimumPairCount else { return }
    residualsX.removeAll(keepingCapacity: true)
    residualsY.removeAll(keepingCapacity: true)
    var height = 0.0
    for match in matcher.matches {
      let residual = confident[match.column].box - states[match.row].filter.position
      residualsX.append(residual.x)
      residualsY.append(residual.y)
      height += confident[match.column].box.w / Double(count)
    }
    let shift = CameraMotion(
      dx: scene.shift(axis: 0, residuals: &residualsX, meanHeight: height),
      dy: scene.shift(axis: 1, residuals: &residualsY, meanHeight: height))
    for index in states.indices {
      states[index].filter.move(with: shift)
      states[index].expected = states[index].filter.box
    }
  }

  /// The first pass: overlap weighed by that of the heights, less the difference in confidence.
  ///
  /// Heights tell apart people who stand behind each other, confidences those who are hidden from
  /// those who are not: M. Yang et al., "Hybrid-SORT" (AAAI 2024).
  private mutating func matchByOverlap() {
    matcher.begin(rowCount: states.count, columnCount: confident.count)
    neighbors.build(confident)
    for row in states.indices where states[row].phase != .tentative {
      let expected = states[row].expected
      neighbors.find(near: expected, into: &nearby)
      for column in nearby {
        let box = confident[column].box
        let score = expected.likeness(box)
        guard score >= Self.overlapThreshold, mayMatch(row, confident[column]) else { continue }
        let difference = abs(states[row].confidence - confident[column].confidence)
        matcher.add(
          row: row, column: column, score: score - Self.confidenceWeight * min(difference, 1))
      }
    }
    matcher.solve()
    for match in matcher.matches { takeConfident(match.column, for: match.row) }
  }

  /// The second pass: the overlap of grown boxes, for what moved further than expected.
  ///
  /// After F. Yang et al., "Hard to Track Objects with Irregular Motions and Similar Appearances?
  /// Make It Easier by Buffering the Matching Space" (WACV 2023), with a growth that follows from
  /// how far the track's and the scene's objects usually are from where they are expected: crowds
  /// that walk steadily are matched strictly, dancers generously.
  private mutating func matchByGrownOverlap() {
    guard confident.contains(where: { !$0.isTaken }) else { return }
    matcher.begin(rowCount: states.count, columnCount: confident.count)
    neighbors.build(confident, growth: Self.growth.most)
    for row in states.indices where states[row].phase != .tentative && !states[row].isMatched {
      let surprise = 0.5 * (states[row].surprise + scene.surprise)
      let growth = min(Self.growth.least + Self.growth.slope * surprise, Self.growth.most)
      let expected = states[row].expected
      neighbors.find(near: expected, growth: growth, into: &nearby)
      for column in nearby where !confident[column].isTaken {
        let box = confident[column].box
        let score = expected.likeness(box, growth: growth)
        if score >= Self.grownOverlapThreshold && mayMatch(row, confident[column]) {
          matcher.add(row: row, column: column, score: score)
        }
      }
    }
    matcher.solve()
    for match in matcher.matches { takeConfident(match.column, for: match.row) }
  }

  /// The third pass: uncertain detections for tracks that were seen just before.
  ///
  /// Y. Zhang et al., "ByteTrack" (ECCV 2022).
  private mutating func matchUncertain() {
    guard !uncertain.isEmpty else { return }
    matcher.begin(rowCount: states.count, columnCount: uncertain.count)
    neighbors.build(uncertain)
    for row in states.indices where states[row].phase == .active && !states[row].isMatched {
      let expected = states[row].expected
      neighbors.find(near: expected, into: &nearby)
      for column in nearby {
        let score = expected.overlap(uncertain[column].box)
        if score >= Self.uncertainOverlapThreshold && mayMatch(row, uncertain[column]) {
          matcher.add(row: row, column: column, score: score)
        }
      }
    }
    matcher.solve()
    for match in matcher.matches { correct(match.row, with: uncertain[match.column]) }
  }

  /// The last pass: what is left for tracks that were seen once.
  private mutating func matchTentative() {
    guard states.contains(where: { $0.phase == .tentative }) else { return }
    matcher.begin(rowCount: states.count, columnCount: confident.count)
    neighbors.build(confident)
    for row in states.indices where states[row].phase == .tentative {
      let expected = states[row].expected
      neighbors.find(near: expected, into: &nearby)
      for column in nearby where !confident[column].isTaken {
        let box = confident[column].box
        let score = expected.likeness(box)
        if score >= Self.overlapThreshold && mayMatch(row, confident[column]) {
          matcher.add(row: row, column: column, score: score)
        }
      }
    }
    matcher.solve()
    for match in matcher.matches { takeConfident(match.column, for: match.row) }
  }

  private func mayMatch(_ row: Int, _ candidate: Candidate) -> Bool {
    options.matchesAcrossClasses || states[row].classIndex == candidate.classIndex
      || states[row].classIndex < 0 || candidate.classIndex < 0
  }

  private mutating func takeConfident(_ column: Int, for row: Int) {
    confident[column].isTaken = true
    correct(row, with: confident[column])
  }

  private mutating func correct(_ row: Int, with candidate: Candidate) {
    states[row].isMisplaced = states[row].expected.overlap(candidate.box) < Self.wellPlacedOverlap
    let residual = candidate.box - states[row].filter.position
    let scaled = residual / states[row].filter.position.sides
    let distance = (scaled.x * scaled.x + scaled.y * scaled.y).squareRoot()
    let surprise = min(distance / Double(1 + states[row].missCount).squareRoot(), 1)
    states[row].surprise += Self.surpriseRate * (surprise - states[row].surprise)
    scene.note(surprise: surprise)
    states[row].filter.correct(candidate.box, confidence: candidate.confidence)
    states[row].confidence = candidate.confidence
    if candidate.classIndex >= 0 { states[row].classIndex = candidate.classIndex }
    states[row].phase = .active
    states[row].detectionCount += 1
    states[row].missCount = 0
    states[row].lastSeenTime = clock.time
    states[row].detectionIndex = candidate.index
    states[row].hasMoved = false
  }
}
