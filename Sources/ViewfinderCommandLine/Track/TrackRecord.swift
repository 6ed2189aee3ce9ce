internal import Viewfinder

/// What was found in a frame, as results tell it.
struct TrackRecord: Sendable {
  let source: String
  /// The frame's place in the video, from 0.
  let index: Int
  /// When it is shown, in seconds from the start, to the microsecond.
  let time: Double
  let width: Int
  let height: Int
  /// The most prominent objects first.
  let objects: [PhotoObject]
  var timings: TrackTimings

  init(_ tracked: TrackedFrame, source: String, labels: LabelSelection) {
    self.source = source
    index = tracked.index
    time = (tracked.time / .microseconds(1)).rounded() / 1_000_000
    width = tracked.image.width
    height = tracked.image.height
    timings = TrackTimings(decode: tracked.decodingTime, track: tracked.trackingTime)
    objects = tracked.objects.map { object in
      PhotoObject(
        box: object.box, confidence: object.confidence, labels: labels.select(object.labels),
        trackingID: object.id)
    }
  }
}

/// Which labels are reported, and how.
struct LabelSelection: Sendable {
  var threshold: Float = 0
  var hasSeveralHeads = false

  func select(_ labels: [DetectedLabel]) -> [PhotoLabel] {
    labels.filter { $0.confidence >= threshold }
      .map { PhotoLabel($0, hasSeveralHeads: hasSeveralHeads) }
  }
}

/// The time of each stage of the work on a frame.
struct TrackTimings: Sendable {
  /// Waiting for the frame, which is decoded beside the other stages.
  var decode: Duration = .zero
  /// From pixels to tracks.
  var track: Duration = .zero
  /// From tracks to an encoded frame with drawings, where there is one.
  var annotate: Duration?

  static func += (sum: inout TrackTimings, part: TrackTimings) {
    sum.decode += part.decode
    sum.track += part.track
    if let time = part.annotate { sum.annotate = (sum.annotate ?? .zero) + time }
  }

  private var stages: [(name: String, duration: Duration)] {
    [("decode", decode), ("track", track)] + (annotate.map { [("annotate", $0)] } ?? [])
  }

  func write(to json: inout JSONWriter) {
    json.key("timings")
    json.object { json in
      for stage in stages {
        json.member(stage.name, (stage.duration / .microseconds(1)).rounded() / 1000)
      }
    }
  }

  /// The mean of the stages on a line for people.
  func line(frameCount: Int) -> String {
    stages.map { stage in
      let mean = stage.duration / .milliseconds(1) / Double(max(1, frameCount))
      return "\(stage.name) \(TextLayout.fixed(mean, decimals: 2)) ms"
    }.joined(separator: ", ") + " a frame"
  }
}
