import Viewfinder

/// The tracker alone: all frames of `--boxes`, MOTChallenge text, one after the other.
struct AssociationWorkload: Workload {
  private let frames: [[BoxDetection]]

  init(_ arguments: Arguments) throws {
    frames = try MOTBoxes(path: arguments.text("boxes")).inOrder
  }

  func run() throws -> Outcome {
    var tracker = BoxTracker()
    for (index, frame) in frames.enumerated() {
      _ = try tracker.update(frame, at: .seconds(Double(index) / 30))
    }
    return Outcome()
  }
}
