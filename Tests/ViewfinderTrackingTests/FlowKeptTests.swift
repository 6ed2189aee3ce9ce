import Testing
import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

@Suite("Flow: frames that are kept")
struct FlowKeptTests {
  private let box = Box(x: 60, y: 40, width: 40, height: 60)

  /// An object that walks faster and faster while the camera pans.
  private func image(_ frame: Int) throws -> PixelBuffer {
    let scene = FlowScene(
      width: 160, height: 120,
      objects: [.init(box: box, texture: FlowTexture(seed: 30))])
    return try scene.image(
      scene.bytes(
        camera: CameraMotion(dx: 0.6 * Double(frame), dy: 0),
        motions: [(dx: 0.3 * Double(frame * frame), dy: 0.2 * Double(frame), scale: 1)]))
  }

  private func place(_ frame: Int) -> Box {
    Box(
      x: box.x + 0.3 * Double(frame * frame), y: box.y + 0.2 * Double(frame), width: box.width,
      height: box.height)
  }

  private let flow = FlowEstimator(options: .init(workingSide: 160))

  @Test("give the motion that was measured when they came", arguments: [1, 2, 3, 6])
  func again(count: Int) throws {
    var flow = flow
    var motions: [BoxMotion] = []
    _ = flow.advance(to: try image(0), boxes: [], into: &motions)
    // What was kept before is of no importance.
    flow.keepFrames()
    _ = flow.advance(to: try image(1), boxes: [place(0)], into: &motions)
    _ = flow.advance(to: try image(2), boxes: [place(1)], into: &motions)
    flow.keepFrames()
    var measured: [[BoxMotion]] = []
    for step in 0..<count {
      _ = flow.advance(to: try image(step + 3), boxes: [place(step + 2)], into: &motions)
      #expect(motions[0].inlierCount >= 3)
      measured.append(motions)
    }
    for step in (0..<count).reversed() {
      flow.measureAgain(step: step, boxes: [place(step + 2)], into: &motions)
      #expect(motions == measured[step], "step \(step)")
    }
    // The frames are where they were: the next one is measured as if nothing had happened.
    var other = self.flow
    for frame in 0...count + 2 {
      let boxes = frame == 0 ? [] : [place(frame - 1)]
      _ = other.advance(to: try image(frame), boxes: boxes, into: &motions)
    }
    let next = try image(count + 3)
    let twin = other.advance(to: next, boxes: [place(count + 2)])
    let kept = flow.advance(to: next, boxes: [place(count + 2)])
    #expect(kept.camera == twin.camera && kept.boxes == twin.boxes)
  }

  @Test("are let go of by a reset, another size, and when there are too many")
  func letGo() throws {
    var flow = flow
    var motions: [BoxMotion] = []
    let frames = [try image(0), try image(1)]
    func measure(_ step: Int) -> [BoxMotion] {
      flow.measureAgain(step: step, boxes: [place(0)], into: &motions)
      return motions
    }
    func begin() {
      _ = flow.advance(to: frames[0], boxes: [], into: &motions)
      flow.keepFrames()
      _ = flow.advance(to: frames[1], boxes: [], into: &motions)
    }
    #expect(measure(0) == [.unseen])
    begin()
    #expect(measure(0)[0].inlierCount >= 3)
    #expect(measure(1) == [.unseen] && measure(-1) == [.unseen])
    flow.reset()
    #expect(measure(0) == [.unseen])
    begin()
    let other = FlowScene(width: 90, height: 70)
    _ = flow.advance(to: try other.image(other.bytes()), boxes: [], into: &motions)
    #expect(measure(0) == [.unseen])
    begin()
    // Two more are the estimator's own.
    for index in 0..<FlowEstimator.maximumKeptCount {
      _ = flow.advance(to: frames[index % 2], boxes: [], into: &motions)
    }
    #expect(measure(0)[0].inlierCount >= 3)
    _ = flow.advance(to: frames[0], boxes: [], into: &motions)
    #expect(measure(0) == [.unseen])
  }
}
