import Foundation
import Synchronization
import Viewfinder
import ViewfinderTestSupport

/// Many threads at mixed work on shared detectors, classifiers, trackers and hosted models, for a
/// long time: every result must be the one that a single thread gets, and the memory must not grow.
@main
enum Soak {
  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    let work = try SharedWork(folder: options.samples)
    let hosted = try HostedModels()
    let tally = Tally()
    let end = ContinuousClock.now + .seconds(options.seconds)
    let group = DispatchGroup()
    for number in 0..<options.threads {
      group.enter()
      let thread = Thread {
        var random = SplitMix(seed: UInt64(number))
        while ContinuousClock.now < end, tally.isFine {
          let task = SoakTask.allCases.randomElement(using: &random) ?? .label
          do {
            if let fault = try task.run(work, hosted, number: number, &random) {
              tally.fail("\(task): \(fault)")
            }
          } catch {
            tally.fail("\(task): \(error)")
          }
          tally.count(task)
        }
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    let memory = MemoryLog(seconds: options.seconds)
    while group.wait(timeout: .now() + .milliseconds(500)) == .timedOut {
      hosted.publishNext()
      memory.sample()
    }
    hosted.remove()
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
        case ("--megabytes", let value?) where value >= 0: megabytes = Int(value)
        case ("--samples", _): samples = text
        default:
          let usage = "usage: Soak [--seconds S] [--threads N] [--megabytes N] [--samples FOLDER]\n"
          FileHandle.standardError.write(Data(usage.utf8))
          exit(64)
        }
      }
    }
  }
}

/// What has been done, and what went wrong.
final class Tally: Sendable {
  private let state = Mutex((counts: [SoakTask: Int](), failures: [String]()))

  func count(_ task: SoakTask) { state.withLock { $0.counts[task, default: 0] += 1 } }

  func fail(_ reason: String) { state.withLock { $0.failures.append(reason) } }

  var failures: [String] { state.withLock(\.failures) }
  var isFine: Bool { failures.isEmpty }
  var total: Int { state.withLock { $0.counts.values.reduce(0, +) } }

  var words: String {
    let counts = state.withLock(\.counts)
    return SoakTask.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
  }
}
