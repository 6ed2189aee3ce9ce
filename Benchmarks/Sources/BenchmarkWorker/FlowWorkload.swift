import Foundation
import Viewfinder

/// From one frame of a video to the next: the motion of the camera and of five boxes.
///
/// The frames of `--frames` are shown to and fro.
struct FlowWorkload: Workload {
  private let frames: [PixelBuffer]
  private let boxes = (0..<5).map { index in
    Box(x: 40 + 115 * Double(index), y: 120 + 40 * Double(index), width: 70, height: 140)
  }
  private var flow = FlowEstimator()
  private var motions: [BoxMotion] = []
  private var next = 0

  init(_ arguments: Arguments) throws {
    try self.init(frames: makeFrames(arguments))
  }

  init(frames: [PixelBuffer]) throws {
    self.frames = frames
    _ = flow.advance(to: frames[1], boxes: [], into: &motions)
  }

  mutating func run() throws -> Outcome {
    let frame = frames[place(next, of: frames.count)]
    next += 1
    guard flow.advance(to: frame, boxes: boxes, into: &motions) != nil else {
      throw Failure("the camera's motion is not found")
    }
    return Outcome()
  }
}

/// The frames of `--frames`, gray and 640 × 480.
func makeFrames(_ arguments: Arguments) throws -> [PixelBuffer] {
  try readFrames(arguments).map {
    try PixelBuffer(width: 640, height: 480, format: .gray, bytes: $0)
  }
}

/// The bytes of the frames of `--frames`.
func readFrames(_ arguments: Arguments) throws -> [[UInt8]] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments.text("frames"))))
  let frames = stride(from: 0, to: bytes.count, by: 640 * 480).map { start in
    Array(bytes[start..<start + 640 * 480])
  }
  guard frames.count > 1 else { throw Failure("there must be two frames") }
  return frames
}

/// Which of `count` frames is shown as the `number`th, to and fro.
func place(_ number: Int, of count: Int) -> Int {
  let place = number % (2 * count - 2)
  return place < count ? place : 2 * count - 2 - place
}
