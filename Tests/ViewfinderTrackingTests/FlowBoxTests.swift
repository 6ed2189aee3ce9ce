import Testing
import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

@Suite("Flow: the motion of boxes")
struct FlowBoxTests {
  /// What is found of the boxes when the objects and the camera move.
  private func measure(
    _ scene: FlowScene, camera: CameraMotion, motions: [(dx: Double, dy: Double, scale: Double)],
    boxes: [Box]? = nil, expected: [SIMD2<Double>] = []
  ) throws -> [BoxMotion] {
    var flow = scene.estimator()
    _ = flow.advance(to: try scene.image(scene.bytes()), boxes: [])
    var found: [BoxMotion] = []
    let second = try scene.image(scene.bytes(camera: camera, motions: motions))
    _ = flow.advance(
      to: second, boxes: boxes ?? scene.objects.map(\.box), expected: expected, into: &found)
    return found
  }

  private func scene(_ boxes: [Box], areRound: Bool = false) -> FlowScene {
    var scene = FlowScene()
    for (index, box) in boxes.enumerated() {
      let texture = FlowTexture(seed: UInt32(20 + index))
      scene.objects.append(.init(box: box, texture: texture, isRound: areRound))
    }
    return scene
  }

  private func expect(
    _ found: BoxMotion, _ truth: (dx: Double, dy: Double, scale: Double), within tolerance: Double
  ) {
    #expect(found.inlierCount >= 3)
    #expect(abs(found.dx - truth.dx) < tolerance, "\(found.dx) for \(truth.dx)")
    #expect(abs(found.dy - truth.dy) < tolerance, "\(found.dy) for \(truth.dy)")
    #expect(abs(found.scale - truth.scale) < 0.012, "\(found.scale) for \(truth.scale)")
  }

  @Test(
    "objects that move before a background that moves otherwise are followed",
    arguments: [
      (0.0, 0.0, 2.5, -1.0), (-4, 2, 3.2, 0.7), (0, 0, -6.4, 3.3), (3, 0, 0, 0),
    ])
  func objectsBeforeBackground(cx: Double, cy: Double, dx: Double, dy: Double) throws {
    let scene = scene([
      Box(x: 40, y: 40, width: 40, height: 80), Box(x: 140, y: 60, width: 60, height: 50),
    ])
    let motions = [(dx: dx, dy: dy, scale: 1.0), (dx: -dx, dy: dy + 1, scale: 1.0)]
    let found = try measure(scene, camera: CameraMotion(dx: cx, dy: cy), motions: motions)
    for (found, truth) in zip(found, motions) { expect(found, truth, within: 0.25) }
  }

  @Test("background in the corners of a box does not slow its object", arguments: [2.0, -3.2])
  func backgroundInBox(dx: Double) throws {
    // An ellipse leaves a fifth of its box to the background, and this box is too large as well.
    let scene = scene([Box(x: 80, y: 50, width: 50, height: 70)], areRound: true)
    let box = Box(x: 72, y: 40, width: 66, height: 90)
    let truth = (dx: dx, dy: 1.0, scale: 1.0)
    let found = try measure(scene, camera: .identity, motions: [truth], boxes: [box])
    expect(found[0], truth, within: 0.3)
  }

  @Test("an object that comes nearer grows", arguments: [1.04, 0.97])
  func growth(scale: Double) throws {
    let scene = scene([Box(x: 60, y: 40, width: 100, height: 90)])
    let truth = (dx: 1.5, dy: -0.5, scale: scale)
    let found = try measure(scene, camera: .identity, motions: [truth])
    expect(found[0], truth, within: 0.25)
  }

  @Test("a small object is followed as far as a window reaches")
  func small() throws {
    let scene = scene([Box(x: 100, y: 80, width: 20, height: 26)])
    let truth = (dx: 2.6, dy: 0.8, scale: 1.0)
    let found = try measure(scene, camera: .identity, motions: [truth])
    expect(found[0], truth, within: 0.4)
  }

  @Test("knowing about how far a fast object moves finds it")
  func expectedMotion() throws {
    let scene = scene([Box(x: 60, y: 70, width: 30, height: 40)])
    let truth = (dx: 21.0, dy: -3.0, scale: 1.0)
    let found = try measure(
      scene, camera: .identity, motions: [truth], expected: [SIMD2(19, -1)])
    expect(found[0], truth, within: 0.3)
  }

  @Test("a box that should move but shows only background is unseen")
  func occluded() throws {
    let box = Box(x: 90, y: 60, width: 50, height: 60)
    let scene = FlowScene()
    let camera = CameraMotion(dx: 0.5, dy: 0)
    let seen = try measure(scene, camera: camera, motions: [], boxes: [box])
    expect(seen[0], (dx: 0.5, dy: 0, scale: 1), within: 0.1)
    let hidden = try measure(
      scene, camera: camera, motions: [], boxes: [box], expected: [SIMD2(4, 0)])
    #expect(hidden == [.unseen])
  }

  @Test("of two boxes that overlap, each keeps its own object's motion")
  func overlap() throws {
    let scene = scene([
      Box(x: 60, y: 50, width: 60, height: 80), Box(x: 100, y: 60, width: 60, height: 80),
    ])
    let motions = [(dx: 3.0, dy: 0.0, scale: 1.0), (dx: -3.0, dy: 0.5, scale: 1.0)]
    let found = try measure(scene, camera: .identity, motions: motions)
    for (found, truth) in zip(found, motions) { expect(found, truth, within: 0.3) }
  }

  @Test("motion is in pixels of the frame, however much it was shrunk", arguments: [1, 3, 4])
  func reductions(factor: Int) throws {
    var scene = FlowScene(width: 100 * factor, height: 80 * factor + factor / 2)
    let size = Double(factor)
    scene.background = FlowTexture(seed: 3)
    let truth = (dx: 1.8 * size, dy: -0.7 * size, scale: 1.0)
    let box = Box(x: 30 * size, y: 20 * size, width: 40 * size, height: 40 * size)
    scene.objects = [.init(box: box, texture: FlowTexture(seed: 9))]
    var flow = FlowEstimator(options: .init(workingSide: 100))
    var found: [BoxMotion] = []
    // Coarse texture, so that shrinking leaves it.
    func draw(_ motion: (dx: Double, dy: Double, scale: Double)) throws -> PixelBuffer {
      let small = FlowScene(
        width: 100, height: 80, background: scene.background,
        objects: [
          .init(
            box: Box(x: 30, y: 20, width: 40, height: 40), texture: FlowTexture(seed: 9))
        ])
      let bytes = small.bytes(motions: [(motion.dx / size, motion.dy / size, 1)])
      var large = [UInt8](repeating: 0, count: scene.width * scene.height)
      for y in 0..<scene.height {
        for x in 0..<scene.width {
          large[y * scene.width + x] = bytes[min(y / factor, 79) * 100 + x / factor]
        }
      }
      return try scene.image(large)
    }
    _ = flow.advance(to: try draw((0, 0, 1)), boxes: [], into: &found)
    let camera = flow.advance(to: try draw(truth), boxes: [box], into: &found)
    #expect(scene.distance(try #require(camera), .identity) < 0.15 * size)
    #expect(abs(found[0].dx - truth.dx) < 0.2 * size && abs(found[0].dy - truth.dy) < 0.2 * size)
  }
}
