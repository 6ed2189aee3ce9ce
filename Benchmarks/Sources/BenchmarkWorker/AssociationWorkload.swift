import Viewfinder

/// The tracker alone: all frames of `--boxes`, MOTChallenge text, one after the other.
struct AssociationWorkload: Workload {
  private let frames: [[BoxDetection]]

  init(_ arguments: Arguments) throws {
    let boxes = try MOTBoxes(path: arguments.text("boxes")).byFrame
    guard let last = boxes.keys.max(), last > 0 else { throw Failure("there are no boxes") }
    frames = (1...last).map { boxes[$0] ?? [] }
  }

  func run() throws -> Outcome {
    var tracker = BoxTracker()
    for (index, frame) in frames.enumerated() {
      _ = try tracker.update(frame, at: Double(index) / 30)
    }
    return Outcome()
  }
}
