import Testing
import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

@Suite("Flow: tracks between rare detections")
struct FlowTrackingTests {
  /// Two objects that cross the picture; the first turns back where no detection tells.
  private struct Walk {
    let starts = [
      Box(x: 20, y: 30, width: 30, height: 44), Box(x: 120, y: 46, width: 30, height: 44),
    ]

    func shift(_ object: Int, at frame: Int) -> Double {
      let frame = Double(frame)
      return object == 0 ? 2.5 * (frame < 8 ? frame : 16 - frame) : -2.2 * frame
    }

    func box(_ object: Int, at frame: Int, camera: Double) -> Box {
      var box = starts[object]
      box.x += shift(object, at: frame) + camera
      return box
    }

    func image(at frame: Int, camera: Double) throws -> PixelBuffer {
      var scene = FlowScene(width: 180, height: 110)
      scene.objects = starts.enumerated().map { index, box in
        .init(box: box, texture: FlowTexture(seed: UInt32(40 + index)))
      }
      let motions = (0..<2).map { (dx: shift($0, at: frame) + camera, dy: 0.0, scale: 1.0) }
      return try scene.image(
        scene.bytes(camera: CameraMotion(dx: camera, dy: 0), motions: motions))
    }
  }

  /// The least overlap of every object with the track that it began with, over all frames.
  private func leastOverlap(camera speed: Double, measures: Bool) throws -> [Double] {
    let walk = Walk()
    var tracker = BoxTracker(options: .init(confirmation: .immediate))
    var flow = FlowEstimator(options: .init(workingSide: 180))
    var motions: [BoxMotion] = []
    var least = [1.0, 1.0]
    for frame in 0..<16 {
      let pan = speed * Double(frame)
      var camera: CameraMotion?
      if measures {
        camera = flow.advance(
          to: try walk.image(at: frame, camera: pan), boxes: tracker.motionRegions,
          expected: tracker.expectedShifts, into: &motions)
      }
      let truth = (0..<2).map { walk.box($0, at: frame, camera: pan) }
      let time = Double(frame) / 10
      let tracks =
        frame % 5 == 0
        ? try tracker.update(
          truth.map { BoxDetection(box: $0, confidence: 0.9) }, at: .seconds(time),
          cameraMotion: camera,
          boxMotions: motions)
        : tracker.advance(to: .seconds(time), cameraMotion: camera, boxMotions: motions)
      for object in 0..<2 {
        let track = tracks.first { $0.id == object }
        least[object] = min(
          least[object], track?.box.intersectionOverUnion(truth[object]) ?? 0)
      }
    }
    return least
  }

  @Test(
    "boxes stay on objects that turn and cross between detections",
    arguments: [0.0, 1.5, -2.0])
  func between(camera: Double) throws {
    let followed = try leastOverlap(camera: camera, measures: true)
    #expect(followed.allSatisfy { $0 > 0.75 }, "\(followed)")
    // What measuring is good for: without it, the first track loses its object.
    let coasted = try leastOverlap(camera: camera, measures: false)
    #expect(coasted[0] < 0.5, "\(coasted)")
  }
}
