import Foundation
import Viewfinder

/// Tracks through a video whose detections come only every so many frames; see `low_rate.py`.
///
/// Options: `--frames` gray frames one after the other, `--size` such as 768x576, `--rate` frames a
/// second, `--detections` MOTChallenge text, `--every` which frames have detections, `--late` how
/// many frames later they are taken in, `--motion` `flow`, `none` or `once` (flow, but late
/// detections are not measured again), `--tracks` the MOTChallenge text to write.
struct LowRateTracks {
  private let size: (width: Int, height: Int)
  private let every: Int
  private let rate: Double
  private let late: Int
  private let measures: Bool
  private let isMeasuredAgain: Bool
  private let frames: FileHandle
  private let detections: [Int: [BoxDetection]]
  private let target: String

  init(_ arguments: Arguments) throws {
    let sides = try arguments.text("size").split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw Failure("--size must look like 640x480") }
    size = (sides[0], sides[1])
    every = try arguments.number("every", default: 1)
    rate = Double(try arguments.number("rate", default: 30))
    late = try arguments.number("late", default: 0)
    let motion = try arguments.text("motion")
    measures = motion != "none"
    isMeasuredAgain = motion == "flow"
    frames = try FileHandle(forReadingFrom: URL(fileURLWithPath: arguments.text("frames")))
    target = try arguments.text("tracks")
    detections = try MOTBoxes(path: arguments.text("detections")).byFrame
  }

  func run() throws {
    var tracker = BoxTracker(options: .init(confirmation: .immediate))
    tracker.setFrameSize(width: size.width, height: size.height)
    var flow = FlowEstimator()
    var motions: [BoxMotion] = []
    var text = ""
    var number = 0
    var pending: Int?
    while let bytes = try frames.read(upToCount: size.width * size.height),
      bytes.count == size.width * size.height
    {
      number += 1
      var camera: CameraMotion?
      if measures {
        let image = try PixelBuffer(
          width: size.width, height: size.height, format: .gray, bytes: [UInt8](bytes))
        camera = flow.advance(
          to: image, boxes: tracker.motionRegions, expected: tracker.expectedShifts,
          into: &motions)
      }
      let time = Duration.seconds(Double(number - 1) / rate)
      let isDetected = (number - 1) % every == 0
      if isDetected, late == 0 || number == 1 {
        try tracker.update(
          detections[number] ?? [], at: time, cameraMotion: camera, boxMotions: motions)
      } else {
        tracker.advance(to: time, cameraMotion: camera, boxMotions: motions)
      }
      if let frame = pending, number - frame == late {
        pending = nil
        try tracker.absorb(detections[frame] ?? []) { step, boxes, expected, motions in
          guard isMeasuredAgain else { return }
          flow.measureAgain(step: step, boxes: boxes, expected: expected, into: &motions)
        }
      }
      if isDetected, late > 0, number > 1, pending == nil {
        pending = number
        tracker.expectDetections()
        flow.keepFrames()
      }
      for track in tracker.tracks {
        let box = track.box
        text += "\(number),\(track.id + 1),\(box.x),\(box.y),\(box.width),\(box.height),"
        text += "\(track.confidence),-1,-1,-1\n"
      }
    }
    try text.write(toFile: target, atomically: true, encoding: .utf8)
  }
}
