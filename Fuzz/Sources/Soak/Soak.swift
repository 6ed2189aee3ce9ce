import Foundation
import Viewfinder

/// Many threads at mixed work on shared detectors, classifiers, trackers and hosted models, for a
/// long time: every result must be the one that a single thread gets, and the memory must not grow.
@main
enum Soak {
  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    let work = try SharedWork(folder: options.samples, limit: options.photos)
    let run = SoakRun(work: work, threads: options.threads)
    let memory = MemoryLog(seconds: options.seconds)
    let end = ContinuousClock.now + .seconds(options.seconds)
    let tally = try run.start(until: { _ in ContinuousClock.now >= end }, between: memory.sample)
    let growth = memory.growth
    if growth > options.megabytes {
      tally.fail("the memory has grown by \(growth) MiB, more than \(options.megabytes)")
    }
    print("tasks: \(tally.words)")
    print("memory: \(memory.words)")
    for failure in tally.failures { print("failed: \(failure)") }
    if tally.failures.isEmpty { print("soak: all \(tally.total) results as on a single thread") }
    exit(tally.failures.isEmpty ? 0 : 1)
  }

  struct Options {
    var seconds = 600.0
    var threads = 8
    /// How many of the sample photos to work on.
    var photos = Int.max
    /// How much the memory may grow after the first third.
    var megabytes = 64
    var samples = ".viewfinder/samples"

    init(_ arguments: some Sequence<String>) {
      var rest = Array(arguments)[...]
      while let name = rest.popFirst() {
        let text = rest.popFirst() ?? ""
        switch (name, Double(text)) {
        case ("--seconds", let value?) where value > 0: seconds = value
        case ("--threads", let value?) where value >= 1: threads = Int(value)
        case ("--photos", let value?) where value >= 1: photos = Int(value)
        case ("--megabytes", let value?) where value >= 0: megabytes = Int(value)
        case ("--samples", _): samples = text
        default:
          let usage =
            "usage: Soak [--seconds S] [--threads N] [--photos N] [--megabytes N] [--samples FOLDER]\n"
          FileHandle.standardError.write(Data(usage.utf8))
          exit(64)
        }
      }
    }
  }
}
