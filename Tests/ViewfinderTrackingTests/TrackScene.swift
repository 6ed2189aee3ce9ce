import ViewfinderCore
import ViewfinderTracking

/// Boxes of walking people: 40 × 100 pixels, moving at so many pixels a second.
struct Walker {
  var x: Double
  var y: Double
  var dx = 0.0
  var dy = 0.0
  var width = 40.0
  var height = 100.0
  var confidence = 0.9

  func frame(at time: Double) -> Rect {
    Rect(
      x: x + dx * time - width / 2, y: y + dy * time - height / 2, width: width, height: height)
  }

  func detection(at time: Double) -> BoxDetection {
    BoxDetection(frame: frame(at: time), confidence: confidence)
  }
}

extension BoxTracker {
  /// The number of the track that lies best on a box.
  func id(at frame: Rect) -> Int? {
    tracks.filter { $0.frame.intersectionOverUnion(frame) > 0.3 }
      .max { $0.frame.intersectionOverUnion(frame) < $1.frame.intersectionOverUnion(frame) }?.id
  }
}

/// Repeatable numbers.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) << 32 | (state >> 17) & 0xffff_ffff
  }
}
