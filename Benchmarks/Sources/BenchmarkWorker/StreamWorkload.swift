import Dispatch
import Foundation
import MLKit
import Viewfinder

/// A second of a camera's frames through the ML Kit façade in stream mode, after a pause.
///
/// With `--queued yes` all of them are passed to `process(_:completion:)` at once, as by an app whose
/// camera does not wait; otherwise `results(in:)` is called for one after another.
struct StreamWorkload: Workload {
  private static let count = 30

  private let detector: ObjectDetector
  private let buffers: [CVPixelBuffer]
  private let isQueued: Bool
  private var milliseconds: Int64 = 0

  init(_ arguments: Arguments) throws {
    isQueued = try arguments.text("queued") == "yes"
    let options = ObjectDetectorOptions()
    options.shouldEnableMultipleObjects = true
    detector = .objectDetector(options: options)
    buffers = try readFrames(arguments).prefix(10).map { gray in
      CVPixelBuffer(
        width: 640, height: 480, pixelFormatType: kCVPixelFormatType_32BGRA,
        planes: [gray.flatMap { [$0, $0, $0, 255] }], bytesPerRow: [640 * 4])
    }
  }

  mutating func run() throws -> Outcome {
    milliseconds += 1000
    let images = (0..<Self.count).map { index in
      milliseconds += 33
      return VisionImage(
        buffer: CMSampleBuffer(
          imageBuffer: buffers[place(index, of: buffers.count)],
          presentationTimeStamp: CMTime(value: milliseconds, timescale: 1000)))
    }
    guard isQueued else {
      for image in images { _ = try detector.results(in: image) }
      return Outcome()
    }
    let done = DispatchGroup()
    for image in images {
      done.enter()
      detector.process(image) { objects, error in
        precondition(objects != nil, "\(String(describing: error))")
        done.leave()
      }
    }
    done.wait()
    return Outcome()
  }
}
