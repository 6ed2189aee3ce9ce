import Foundation
import Viewfinder

/// Follows objects for very long through a video that begins again when it ends: does the memory
/// grow, do frames become slower?
///
/// Options: `--video` a file, `--detector` a model instead of the bundled localizer, `--frames` how
/// many (20,000), `--every` which frames are detected in (4). Prints a line for frame 500 and every
/// thousandth one.
struct LongRun {
  private static let settledCount = 500
  private static let interval = 1000

  private let path: String
  private let count: Int
  private let tracker: ObjectTracker

  init(_ arguments: Arguments) throws {
    path = try arguments.text("video")
    count = try arguments.number("frames", default: 20_000)
    let model = try (try? arguments.text("detector")).map { try DetectorModel(path: $0) }
    tracker = ObjectTracker(
      detector: ObjectDetector(
        model: try model ?? .bundled(), labeling: .detector,
        options: ObjectDetector.Options(maxObjects: 20)),
      options: ObjectTracker.Options(
        detection: .every(try arguments.number("every", default: 4))))
  }

  func run() throws {
    print(" frame  resident KiB  decode ms  track ms  objects  newest ID")
    var times = (decoding: [Double](), tracking: [Double]())
    var (first, last): (Figures?, Figures?)
    var settled: Int?
    var number = 0
    var newestID = -1
    var offset = Duration.zero
    while number < count {
      let video = try VideoReader(path: path)
      var end = Duration.zero
      var start = ContinuousClock.now
      while number < count, let frame = try video.next() {
        let decoded = ContinuousClock.now
        let objects: [DetectedObject] = try tracker.track(
          frame.pixels, orientation: frame.orientation, at: offset + frame.presentationTime)
        let tracked = ContinuousClock.now
        times.decoding.append((decoded - start).milliseconds)
        times.tracking.append((tracked - decoded).milliseconds)
        number += 1
        newestID = max(newestID, objects.compactMap(\.trackingID).max() ?? -1)
        end = frame.presentationTime + .milliseconds(40)
        if number == Self.settledCount || number.isMultiple(of: Self.interval) {
          let figures = try Figures(times.decoding, times.tracking)
          print(figures.line(number: number, objectCount: objects.count, newestID: newestID))
          if number == Self.settledCount { settled = figures.resident }
          if number.isMultiple(of: Self.interval) {
            first = first ?? figures
            last = figures
            times = ([], [])
          }
        }
        start = .now
      }
      guard end > .zero else { throw Failure("\(path) has no frames") }
      offset += end
    }
    guard let settled, let first, let last else { return }
    let growth = last.resident - settled
    print("since frame \(Self.settledCount): \(growth) KiB")
    let ratio = last.tracking / first.tracking
    print("track time of the last thousand against the first: \(rounded(ratio, 3))")
  }

  private struct Figures {
    /// What the process has in memory, in KiB.
    let resident: Int
    let decoding: Double
    let tracking: Double

    init(_ decoding: [Double], _ tracking: [Double]) throws {
      resident = try ResourceUse.residentKibibytes()
      self.decoding = decoding.sorted()[decoding.count / 2]
      self.tracking = tracking.sorted()[tracking.count / 2]
    }

    func line(number: Int, objectCount: Int, newestID: Int) -> String {
      let cells = [
        ("\(number)", 6), ("\(resident)", 12), (rounded(decoding, 3), 9),
        (rounded(tracking, 3), 8), ("\(objectCount)", 7), ("\(newestID)", 9),
      ]
      return cells.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
        .joined(separator: "  ")
    }
  }
}

private func rounded(_ number: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", number)
}
