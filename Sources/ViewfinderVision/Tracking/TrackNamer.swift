internal import ViewfinderCore
internal import ViewfinderModels
internal import ViewfinderPixels
internal import ViewfinderTracking

/// Keeps the labels of tracks, and says which objects are worth labeling.
struct TrackNamer {
  /// For how many seconds the labels of a track that is not seen are kept.
  private static let memory = 10.0

  private let detector: Detector
  /// Changed by `[id, default:]` alone, which leaves them where they are: `[id]?` takes them out and
  /// puts them back, for three allocations each.
  private var histories: [Int: LabelHistory] = [:]
  private var time = 0.0

  init(detector: Detector) {
    self.detector = detector
  }

  mutating func reset() {
    histories.removeAll(keepingCapacity: true)
  }

  /// Takes in which detection each track has got, and with it the detector's own classes.
  mutating func note(
    _ tracks: [TrackedBox], _ detections: [DetectorWorker.Detection], at time: Double
  ) {
    self.time = time
    let (labeling, model) = (detector.labeling, detector.model)
    if case .off = labeling { return }
    for track in tracks {
      histories[track.id, default: LabelHistory()].lastSeen = time
      guard case .detector = labeling, !model.isClassAgnostic, let index = track.detectionIndex
      else { continue }
      let detection = detections[index]
      let label = DetectedLabel(
        index: detection.classIndex, text: model.label(detection.classIndex),
        confidence: detection.confidence)
      histories[track.id, default: LabelHistory()].add(CollectionOfOne(label), at: time)
    }
    if histories.count > tracks.count {
      for (id, history) in histories where time - history.lastSeen > Self.memory {
        histories[id] = nil
      }
    }
  }

  /// Takes in what the labeler said.
  mutating func note(_ labels: [(id: Int, labels: [DetectedLabel])], at time: Double) {
    for (id, labels) in labels where histories[id] != nil {
      histories[id, default: LabelHistory()].add(labels, at: time)
    }
  }

  /// The regions of at most `most` objects to label now, the most prominent first.
  mutating func regions(
    of tracks: [TrackedBox], most: Int, in image: InputImage
  ) -> [(id: Int, region: Box)] {
    guard case .labeler = detector.labeling else { return [] }
    var regions: [(id: Int, region: Box)] = []
    for track in tracks where track.source != .predicted && regions.count < most {
      guard let history = histories[track.id], history.wantsLook(track.box, at: time)
      else { continue }
      histories[track.id, default: LabelHistory()].beginLook(track.box, at: time)
      regions.append((track.id, detector.cropRegion(around: track.box, in: image)))
    }
    return regions
  }

  /// The labels of a track, by falling confidence.
  func labels(of id: Int) -> [DetectedLabel] {
    histories[id]?.labels ?? []
  }
}
