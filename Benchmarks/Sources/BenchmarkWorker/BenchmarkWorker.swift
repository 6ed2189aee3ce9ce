import Dispatch
import Foundation
import Viewfinder

/// A process that runs one workload on demand and reports how long each run took.
///
/// `BenchmarkWorker TASK [--option value …]` prepares the task named, prints one JSON line, and
/// then obeys lines on standard input: `run N` runs it N times and prints one JSON line with the
/// times. Several workers, ours and our peers', wait side by side for their turns, so that what
/// happens to the machine happens to all of them.
@main
enum BenchmarkWorker {
  static func main() {
    // The main queue is served here, for what calls back on it.
    Thread.detachNewThread {
      work()
      exit(0)
    }
    dispatchMain()
  }

  private static func work() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      switch arguments.task {
      case "low-rate": try LowRateTracks(arguments).run()
      case "allocations": try AllocationCount(arguments).run()
      case "long-run": try LongRun(arguments).run()
      default: try serve(arguments)
      }
    } catch {
      FileHandle.standardError.write(Data("BenchmarkWorker: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func serve(_ arguments: Arguments) throws {
    var workload = try makeWorkload(arguments)
    let first = try workload.run()
    try reply(Ready(answer: first.answer))
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 2, words[0] == "run", let count = Int(words[1]), count > 0 else {
        throw Failure("unknown request '\(line)'")
      }
      try reply(measure(&workload, count: count))
    }
  }

  private static func measure(_ workload: inout any Workload, count: Int) throws -> Report {
    var report = Report()
    let clock = ContinuousClock()
    let cpuBefore = ResourceUse.current().cpuMilliseconds
    for _ in 0..<count {
      let start = clock.now
      let outcome = try workload.run()
      report.milliseconds.append((clock.now - start).milliseconds)
      for (stage, duration) in outcome.stages {
        report.stages[stage, default: []].append(duration.milliseconds)
      }
    }
    let use = ResourceUse.current()
    report.cpuMilliseconds = (use.cpuMilliseconds - cpuBefore) / Double(count)
    report.peakKibibytes = use.peakKibibytes
    return report
  }

  private static func reply(_ message: some Encodable) throws {
    var line = try JSONEncoder().encode(message)
    line.append(UInt8(ascii: "\n"))
    try FileHandle.standardOutput.write(contentsOf: line)
  }
}

/// The first line: the task works, and this is what it found.
struct Ready: Encodable {
  var ready = true
  var answer: [Answer]
}

/// A label, so that whoever compares speeds sees that both sides did the same work.
struct Answer: Encodable {
  var index: Int
  var text: String
  var confidence: Float
}

/// The times of a request's runs.
struct Report: Encodable {
  var milliseconds: [Double] = []
  var stages: [String: [Double]] = [:]
  /// Of all threads, for each run.
  var cpuMilliseconds = 0.0
  var peakKibibytes = 0

  enum CodingKeys: String, CodingKey {
    case milliseconds = "ms"
    case stages = "stages_ms"
    case cpuMilliseconds = "cpu_ms"
    case peakKibibytes = "peak_kib"
  }
}

/// Why the worker cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
