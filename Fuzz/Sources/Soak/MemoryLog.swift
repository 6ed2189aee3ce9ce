import Foundation

/// The resident memory of this process over time.
final class MemoryLog {
  private let start = ContinuousClock.now
  private let seconds: Double
  private var samples: [(time: Double, megabytes: Int)] = []
  private var printed = 0

  init(seconds: Double) {
    self.seconds = seconds
  }

  /// Takes a sample, and prints one of twenty.
  func sample() {
    let time = (ContinuousClock.now - start) / .seconds(1)
    samples.append((time, Self.residentMegabytes))
    guard time >= Double(printed) * seconds / 20 else { return }
    printed += 1
    print("\(Int(time)) s: \(samples[samples.count - 1].megabytes) MiB")
  }

  /// How much higher the memory stands at its highest in the last third than in the second.
  ///
  /// Until then caches, arenas and pools may fill.
  var growth: Int { highest(from: 2 / 3.0, to: .infinity) - highest(from: 1 / 3.0, to: 2 / 3.0) }

  var words: String {
    "at most \(highest(from: 0, to: 1 / 3.0)), \(highest(from: 1 / 3.0, to: 2 / 3.0)) and"
      + " \(highest(from: 2 / 3.0, to: .infinity)) MiB in the three thirds"
  }

  private func highest(from: Double, to: Double) -> Int {
    samples.filter { $0.time >= from * seconds && $0.time < to * seconds }
      .map(\.megabytes).max() ?? 0
  }

  private static var residentMegabytes: Int {
    guard let file = FileHandle(forReadingAtPath: "/proc/self/statm"),
      let text = try? file.readToEnd().map({ String(decoding: $0, as: UTF8.self) }),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { preconditionFailure("Linux says how much memory a process has") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / (1 << 20)
  }
}
