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

  func frame(at time: Double) -> Box {
    Box(
      x: x + dx * time - width / 2, y: y + dy * time - height / 2, width: width, height: height)
  }

  func detection(at time: Double) -> BoxDetection {
    BoxDetection(box: frame(at: time), confidence: Float(confidence))
  }
}

extension BoxTracker {
  /// The number of the track that lies best on a box.
  func id(at frame: Box) -> Int? {
    tracks.filter { $0.box.intersectionOverUnion(frame) > 0.3 }
      .max { $0.box.intersectionOverUnion(frame) < $1.box.intersectionOverUnion(frame) }?.id
  }
}

/// Repeatable numbers by the SplitMix64 generator.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
