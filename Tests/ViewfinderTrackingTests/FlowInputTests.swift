import Testing
import ViewfinderCore
import ViewfinderPixels
import ViewfinderTracking

@Suite("Flow: frames and boxes of every kind")
struct FlowInputTests {
  /// The bytes of a gray picture as planes of a format, with rows longer than needed.
  private func image(
    _ gray: [UInt8], width: Int, height: Int, format: PixelFormat
  ) throws -> PixelBuffer {
    let padding = 6
    var planes: [[UInt8]] = []
    var strides: [Int] = []
    for plane in 0..<format.planeCount {
      let stride = format.bytesPerRow(plane: plane, width: width) + padding
      var bytes = [UInt8](repeating: plane == 0 ? 77 : 128, count: stride * height)
      if plane == 0 {
        let step = format.bytesPerRow(plane: 0, width: 1)
        for y in 0..<height {
          for x in 0..<width {
            for part in 0..<min(step, 3) {
              bytes[y * stride + x * step + part] = gray[y * width + x]
            }
          }
        }
      }
      planes.append(bytes)
      strides.append(stride)
    }
    return try PixelBuffer(
      width: width, height: height, format: format, planes: planes, bytesPerRow: strides)
  }

  @Test("every format gives the same motion", arguments: PixelFormat.allCases)
  func formats(format: PixelFormat) throws {
    let scene = FlowScene(width: 161, height: 121)
    let truth = CameraMotion(dx: 3.5, dy: -2.25)
    var flow = FlowEstimator(options: .init(workingSide: 80))
    for camera in [.identity, truth] {
      let frame = try image(scene.bytes(camera: camera), width: 161, height: 121, format: format)
      let found = flow.advance(to: frame, boxes: []).camera
      if camera == truth {
        let error = scene.distance(try #require(found), truth)
        #expect(error < 0.15)
      }
    }
  }

  @Test(
    "frames of any size are taken, however little they tell",
    arguments: [
      (1, 1), (1, 2), (2, 1), (3, 3), (5, 200), (200, 5), (1, 700), (700, 1), (65_535, 1),
      (1, 65_535), (15, 16), (17, 33), (641, 2),
    ])
  func sizes(width: Int, height: Int) throws {
    var random = SplitMix(state: UInt64(width * 7 + height))
    var flow = FlowEstimator()
    let all = Box(x: 0, y: 0, width: Double(width), height: Double(height))
    for _ in 0..<3 {
      let bytes = (0..<width * height).map { _ in UInt8(random.next() * 255) }
      let image = try PixelBuffer(width: width, height: height, format: .gray, bytes: bytes)
      let found = flow.advance(to: image, boxes: [all, all])
      #expect(found.camera == nil)
      #expect(found.boxes.count == 2)
    }
  }

  @Test("boxes that are nowhere, everywhere or not even numbers are unseen or harmless")
  func boxes() throws {
    let scene = FlowScene()
    var flow = scene.estimator()
    let huge = Double.greatestFiniteMagnitude
    let hopeless = [
      Box(x: .nan, y: 0, width: 10, height: 10), Box(x: 0, y: 0, width: .infinity, height: 10),
      Box(x: 10, y: 10, width: 0, height: 10), Box(x: 10, y: 10, width: -5, height: 10),
      Box(x: -100, y: -100, width: 50, height: 50), Box(x: 500, y: 20, width: 50, height: 50),
      Box(x: huge, y: huge, width: 1, height: 1), Box(x: 60, y: 60, width: 1, height: 1),
    ]
    let harmless = [
      Box(x: -huge, y: -huge, width: huge, height: huge),
      Box(x: -1e9, y: -1e9, width: 2e9, height: 2e9),
      Box(x: -30, y: -30, width: 300, height: 250), Box(x: 200, y: 150, width: 80, height: 60),
    ]
    _ = flow.advance(to: try scene.image(scene.bytes()), boxes: hopeless + harmless)
    let truth = CameraMotion(dx: 1, dy: 2)
    let found = flow.advance(
      to: try scene.image(scene.bytes(camera: truth)), boxes: hopeless + harmless)
    #expect(found.boxes.prefix(hopeless.count).allSatisfy { $0 == .unseen })
    for motion in found.boxes {
      #expect(motion.dx.isFinite && motion.dy.isFinite && motion.scale.isFinite)
    }
    #expect(scene.distance(try #require(found.camera), truth) < 0.1)
    #expect(abs(found.boxes[hopeless.count + 2].dx - 1) < 0.1)
  }

  @Test("expected motions that are no numbers do no harm")
  func expectedMotions() throws {
    let scene = FlowScene()
    var flow = scene.estimator()
    let box = Box(x: 60, y: 50, width: 60, height: 60)
    let expected = [
      SIMD2(Double.nan, 0), SIMD2(.infinity, 1), SIMD2(1e300, -1e300), SIMD2(-5000, 5000),
    ]
    var motions: [BoxMotion] = []
    for camera in [CameraMotion.identity, CameraMotion(dx: 1, dy: 2)] {
      _ = flow.advance(
        to: try scene.image(scene.bytes(camera: camera)),
        boxes: [Box](repeating: box, count: expected.count), expected: expected, into: &motions)
    }
    for motion in motions {
      #expect(motion.dx.isFinite && motion.dy.isFinite && motion.scale.isFinite)
    }
  }

  @Test("a frame of another size, and a reset, start anew")
  func newStart() throws {
    let scene = FlowScene()
    let small = FlowScene(width: 120, height: 90)
    var flow = scene.estimator()
    let (large, little) = (try scene.image(scene.bytes()), try small.image(small.bytes()))
    #expect(flow.advance(to: large, boxes: []).camera == nil)
    #expect(flow.advance(to: large, boxes: []).camera != nil)
    #expect(flow.advance(to: little, boxes: []).camera == nil)
    #expect(flow.advance(to: little, boxes: []).camera != nil)
    #expect(flow.advance(to: large, boxes: []).camera == nil)
    flow.reset()
    #expect(flow.advance(to: large, boxes: []).camera == nil)
    #expect(flow.advance(to: large, boxes: []).camera != nil)
  }

  @Test("the same frames give the same numbers, whatever was seen before")
  func determinism() throws {
    let scene = FlowScene()
    let frames = try [0.0, 1.7, 3.1].map {
      try scene.image(scene.bytes(camera: CameraMotion(dx: $0, dy: -$0), noise: 4))
    }
    let boxes = [Box(x: 60, y: 50, width: 60, height: 60)]
    var (a, b) = (scene.estimator(), scene.estimator())
    _ = b.advance(to: frames[2], boxes: boxes)
    _ = b.advance(to: frames[1], boxes: boxes)
    b.reset()
    for frame in frames {
      let (first, second) = (a.advance(to: frame, boxes: boxes), b.advance(to: frame, boxes: boxes))
      #expect(first.camera == second.camera && first.boxes == second.boxes)
    }
  }
}
