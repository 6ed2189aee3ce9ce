import Foundation
import Viewfinder

/// From one frame of a video to the next: the motion of the camera and of five boxes.
///
/// The frames of `--frames`, gray and 640 × 480, are shown to and fro.
struct FlowWorkload: Workload {
  private let frames: [PixelBuffer]
  private let boxes = (0..<5).map { index in
    Rect(x: 40 + 115 * Double(index), y: 120 + 40 * Double(index), width: 70, height: 140)
  }
  private var flow = FlowEstimator()
  private var motions: [BoxMotion] = []
  private var next = 0

  init(_ arguments: Arguments) throws {
    let (width, height) = (640, 480)
    let bytes = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: arguments.text("frames"))))
    frames = try stride(from: 0, to: bytes.count, by: width * height).map { start in
      try PixelBuffer(
        width: width, height: height, format: .gray,
        bytes: Array(bytes[start..<start + width * height]))
    }
    guard frames.count > 1 else { throw Failure("there must be two frames") }
    _ = flow.advance(to: frames[1], boxes: [], into: &motions)
  }

  mutating func run() throws -> Outcome {
    let place = next % (2 * frames.count - 2)
    let index = place < frames.count ? place : 2 * frames.count - 2 - place
    next += 1
    guard flow.advance(to: frames[index], boxes: boxes, into: &motions) != nil else {
      throw Failure("the camera's motion is not found")
    }
    return Outcome()
  }
}
