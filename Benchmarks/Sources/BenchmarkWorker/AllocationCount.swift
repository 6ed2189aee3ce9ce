import CAllocationCounter
import Foundation
import Viewfinder

/// Counts how often memory is asked for while frames are followed, after the first ones.
///
/// Options: `--frames`, gray and 640 × 480, shown to and fro; `--boxes`, MOTChallenge text;
/// `--detector`, a model with classes to track with as well. Prints a JSON line for each thing that
/// is counted.
struct AllocationCount {
  private static let warmUpCount = 400
  private static let frameCount = 120

  private let frames: [PixelBuffer]
  private let boxes: [[BoxDetection]]
  private let classDetector: DetectorModel?

  init(_ arguments: Arguments) throws {
    frames = try makeFrames(arguments)
    boxes = try MOTBoxes(path: arguments.text("boxes")).inOrder
    classDetector = try (try? arguments.text("detector")).map { try DetectorModel(path: $0) }
  }

  func run() throws {
    var flow = try FlowWorkload(frames: frames)
    try count("measuring motion in a frame") { _ in
      _ = try flow.run()
      return 0
    }
    var boxTracker = BoxTracker(options: BoxTracker.Options(confirmation: .immediate))
    try count("associating the boxes of a frame") { number in
      try boxTracker.update(boxes[number % boxes.count], at: .milliseconds(100 * number / 3))
      return 0
    }
    try track("tracking, a detection in every frame", .every(1))
    try track("tracking, a detection in every third frame", .every(3))
    try track("tracking, detections when the detector is free", .whenFree)
    if let classDetector {
      try track("tracking with classes, a detection in every frame", .every(1), classDetector)
    }
  }

  private func track(
    _ title: String, _ detection: Tracker.Detection, _ model: DetectorModel? = nil
  ) throws {
    let detector = Detector(
      model: try model ?? .bundled(), options: Detector.Options(maxObjects: 5))
    let tracker = Tracker(
      detector: detector, options: Tracker.Options(detection: detection))
    // Frames are kept while a detection is at work: that grows when one takes longer than any before.
    try count(title, tries: detection == .whenFree ? 3 : 1) { number in
      let image = InputImage(
        frames[place(number, of: frames.count)], time: .milliseconds(40 * number))
      let objects = try tracker.track(image).objects
      guard !objects.isEmpty else { throw Failure("there must be something to follow") }
      return 1
    }
  }

  /// Counts what is asked for in `frame`; of several tries, the one with the least counts.
  ///
  /// `frame` tells how many arrays it was answered with: their memory belongs to the caller, and is
  /// not counted.
  private func count(_ title: String, tries: Int = 1, frame: (Int) throws -> Int) throws {
    for number in 0..<Self.warmUpCount { _ = try frame(number) }
    var first = Self.warmUpCount
    var best: Line?
    for _ in 0..<tries {
      var answerCount = 0
      vf_allocations_start()
      let probe = [UInt8](unsafeUninitializedCapacity: frames.count + 1) { $1 = 0 }
      for number in first..<first + Self.frameCount { answerCount += try frame(number) }
      let found = vf_allocations_stop()
      guard withExtendedLifetime(probe, { found.own > 0 }) else {
        throw Failure("the counter does not see an array")
      }
      let line = Line(
        title: title, frames: Self.frameCount, own: found.own - 1 - answerCount,
        others: found.others)
      if line.own < best?.own ?? .max { best = line }
      first += Self.frameCount
    }
    guard let line = best else { preconditionFailure("There is a try") }
    FileHandle.standardOutput.write(try JSONEncoder().encode(line) + Data("\n".utf8))
  }

  private struct Line: Encodable {
    let title: String
    let frames: Int
    let own: Int
    let others: Int
  }
}
