import Testing
import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

@Suite("Flow: the camera's motion")
struct FlowCameraTests {
  private func measure(
    _ truth: CameraMotion, gain: Double = 1, offset: Double = 0, noise: Double = 0
  ) throws -> Double {
    let scene = FlowScene()
    var flow = scene.estimator()
    let first = try scene.image(scene.bytes(noise: noise, seed: 1))
    #expect(flow.advance(to: first, boxes: []).camera == nil)
    let second = try scene.image(
      scene.bytes(camera: truth, gain: gain, offset: offset, noise: noise, seed: 2))
    let found = try #require(flow.advance(to: second, boxes: []).camera)
    return scene.distance(found, truth)
  }

  @Test(
    "a shift is found to a few hundredths of a pixel",
    arguments: [
      (0.25, 0.6), (-0.5, 0.5), (3.7, -2.2), (-11.3, 6.8), (0, -13.4),
    ])
  func shifts(dx: Double, dy: Double) throws {
    let error = try measure(CameraMotion(dx: dx, dy: dy))
    #expect(error < 0.04)
  }

  @Test(
    "a turn, a growth and both are found, at the corners of the picture too",
    arguments: [
      (-0.06, 1.0), (0, 0.95), (0.03, 1.04),
    ])
  func turnsAndGrowths(sine: Double, scale: Double) throws {
    let truth = CameraMotion.about(x: 110, y: 80, sine: sine, scale: scale, dx: 1.3, dy: -0.8)
    let error = try measure(truth)
    #expect(error < 0.1)
  }

  @Test(
    "a change of brightness is not taken for motion",
    arguments: [(1.0, 25.0, 0.04), (1.15, 0.0, 0.08), (0.6, 40.0, 0.3)])
  func brightness(gain: Double, offset: Double, tolerance: Double) throws {
    let truth = CameraMotion(dx: 2.4, dy: -1.7)
    let error = try measure(truth, gain: gain, offset: offset)
    #expect(error < tolerance)
  }

  @Test("noise costs little", arguments: [(2.0, 0.08), (10.0, 0.2)])
  func noise(deviation: Double, tolerance: Double) throws {
    let error = try measure(CameraMotion(dx: -1.3, dy: 2.6), noise: deviation)
    #expect(error < tolerance)
  }

  @Test("objects that cover a third of the picture do not pull the camera along")
  func objects() throws {
    var scene = FlowScene()
    scene.objects = [
      .init(box: Box(x: 20, y: 30, width: 90, height: 80), texture: FlowTexture(seed: 5)),
      .init(box: Box(x: 150, y: 60, width: 70, height: 90), texture: FlowTexture(seed: 6)),
    ]
    let truth = CameraMotion(dx: 1.2, dy: 0.4)
    let motions = [(dx: 6.0, dy: 1.0, scale: 1.0), (dx: 5.5, dy: 1.5, scale: 1.0)]
    for boxes in [[], scene.objects.map(\.box)] {
      var flow = scene.estimator()
      _ = flow.advance(to: try scene.image(scene.bytes()), boxes: [])
      let second = try scene.image(scene.bytes(camera: truth, motions: motions))
      let found = try #require(flow.advance(to: second, boxes: boxes).camera)
      #expect(scene.distance(found, truth) < 0.1)
    }
  }

  @Test("a pan goes on through many frames without drift")
  func pan() throws {
    let scene = FlowScene(width: 160, height: 120)
    var flow = scene.estimator()
    var sum = CameraMotion.identity
    for frame in 0...8 {
      let camera = CameraMotion(dx: 5.3 * Double(frame), dy: -1.1 * Double(frame))
      let found = flow.advance(to: try scene.image(scene.bytes(camera: camera)), boxes: []).camera
      if frame > 0 { sum = sum.followed(by: try #require(found)) }
    }
    #expect(scene.distance(sum, CameraMotion(dx: 42.4, dy: -8.8)) < 0.3)
  }

  @Test("the same picture again is no motion at all")
  func still() throws {
    let scene = FlowScene()
    var flow = scene.estimator()
    let image = try scene.image(scene.bytes())
    let box = Box(x: 60, y: 50, width: 60, height: 60)
    _ = flow.advance(to: image, boxes: [box])
    let found = flow.advance(to: image, boxes: [box])
    let camera = try #require(found.camera)
    #expect(scene.distance(camera, .identity) < 1e-4)
    #expect(found.boxes[0].inlierCount >= 6)
    #expect(found.boxes[0].dx == 0 && found.boxes[0].dy == 0 && found.boxes[0].scale == 1)
  }

  @Test("a picture without structure tells nothing", arguments: [0, 128] as [UInt8])
  func uniform(value: UInt8) throws {
    let scene = FlowScene()
    var flow = scene.estimator()
    let count = scene.width * scene.height
    let box = Box(x: 60, y: 50, width: 60, height: 60)
    for byte in [value, value, value ^ 3] {
      let image = try scene.image([UInt8](repeating: byte, count: count))
      let found = flow.advance(to: image, boxes: [box])
      #expect(found.camera == nil)
      #expect(found.boxes == [.unseen])
    }
  }

  @Test("a cut to another scene is no motion", arguments: 2...4 as ClosedRange<UInt32>)
  func cut(seed: UInt32) throws {
    let scene = FlowScene()
    var other = scene
    other.background = FlowTexture(seed: seed)
    var flow = scene.estimator()
    let boxes = [
      Box(x: 60, y: 50, width: 60, height: 60), Box(x: 150, y: 20, width: 40, height: 120),
    ]
    _ = flow.advance(to: try scene.image(scene.bytes()), boxes: [])
    let found = flow.advance(to: try other.image(other.bytes()), boxes: boxes)
    #expect(found.camera == nil)
    #expect(found.boxes.allSatisfy { $0.inlierCount < 3 })
    // And the scene after it is followed again.
    let next = try other.image(other.bytes(camera: CameraMotion(dx: 2, dy: 1)))
    let camera = try #require(flow.advance(to: next, boxes: boxes).camera)
    #expect(scene.distance(camera, CameraMotion(dx: 2, dy: 1)) < 0.05)
  }
}
