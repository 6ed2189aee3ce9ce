import Foundation
import Viewfinder

/// Follows objects for very long through a video that begins again when it ends, to see whether the
/// memory grows and frames become slower.
///
/// Options: `--video` a file, `--detector` a model instead of the bundled localizer, `--frames` how
/// many (20,000), `--every` which frames are detected in (4). Prints a line for frame 500 and every
/// thousandth one.
struct LongRun {
  private static let settledCount = 500
  private static let interval = 1000

  private let path: String
  private let count: Int
  private let tracker: Tracker

  init(_ arguments: Arguments) throws {
    path = try arguments.text("video")
    count = try arguments.number("frames", default: 20_000)
    let model = try (try? arguments.text("detector")).map { try DetectorModel(path: $0) }
    tracker = Tracker(
      detector: Detector(
        model: try model ?? .bundled(), labeling: .detector,
        options: Detector.Options(maxObjects: 20)),
      options: Tracker.Options(
        detection: .every(try arguments.number("every", default: 4))))
  }

  func run() throws {
    tell(" frame  resident KiB  decode ms  track ms   CPU ms  objects  newest ID")
    var times = (decoding: [Double](), tracking: [Double]())
    var (first, last): (Figures?, Figures?)
    var settled: Int?
    var cpuBefore = ResourceUse.current().cpuMilliseconds
    var number = 0
    var newestID = -1
    var offset = Duration.zero
    while number < count {
      let video = try VideoReader(path: path)
      var end = Duration.zero
      var start = ContinuousClock.now
      while number < count, let frame = try video.next() {
        let decoded = ContinuousClock.now
        let time = frame.time ?? .zero
        var later = frame
        later.time = offset + time
        let objects = try tracker.track(later).objects
        let tracked = ContinuousClock.now
        times.decoding.append((decoded - start).milliseconds)
        times.tracking.append((tracked - decoded).milliseconds)
        number += 1
        newestID = max(newestID, objects.map(\.id).max() ?? -1)
        end = time + .milliseconds(40)
        if number == Self.settledCount || number.isMultiple(of: Self.interval) {
          let cpu = ResourceUse.current().cpuMilliseconds - cpuBefore
          let figures = try Figures(times.decoding, times.tracking, cpu: cpu)
          tell(figures.line(number: number, objectCount: objects.count, newestID: newestID))
          if number == Self.settledCount { settled = figures.resident }
          if number.isMultiple(of: Self.interval) {
            first = first ?? figures
            last = figures
            times = ([], [])
            cpuBefore = ResourceUse.current().cpuMilliseconds
          }
        }
        start = .now
      }
      guard end > .zero else { throw Failure("\(path) has no frames") }
      offset += end
    }
    guard let settled, let first, let last else { return }
    let growth = last.resident - settled
    tell("since frame \(Self.settledCount): \(growth) KiB")
    tell("the last thousand against the first, track time: \(ratio(last.tracking, first.tracking))")
    tell("… CPU time of all threads: \(ratio(last.cpu, first.cpu))")
  }

  private func ratio(_ a: Double, _ b: Double) -> String {
    rounded(a / b, 3)
  }

  private struct Figures {
    /// What the process has in memory, in KiB.
    let resident: Int
    let decoding: Double
    let tracking: Double
    /// The mean of a frame, all threads together: what other programs do hardly matters.
    let cpu: Double

    init(_ decoding: [Double], _ tracking: [Double], cpu: Double) throws {
      self.cpu = cpu / Double(tracking.count)
      resident = try ResourceUse.residentKibibytes()
      self.decoding = decoding.sorted()[decoding.count / 2]
      self.tracking = tracking.sorted()[tracking.count / 2]
    }

    func line(number: Int, objectCount: Int, newestID: Int) -> String {
      let cells = [
        ("\(number)", 6), ("\(resident)", 12), (rounded(decoding, 3), 9),
        (rounded(tracking, 3), 8), (rounded(cpu, 3), 7), ("\(objectCount)", 7), ("\(newestID)", 9),
      ]
      return cells.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
        .joined(separator: "  ")
    }
  }
}

private func rounded(_ number: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", number)
}

/// Prints a line at once, also into a file.
private func tell(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
