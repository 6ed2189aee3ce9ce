import Foundation
import Glibc

/// What this process has used so far.
struct ResourceUse {
  let cpuMilliseconds: Double
  let peakKibibytes: Int

  static func current() -> ResourceUse {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func milliseconds(_ time: timeval) -> Double {
      Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }
    return ResourceUse(
      cpuMilliseconds: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
      peakKibibytes: usage.ru_maxrss)
  }

  /// What this process has in memory now.
  static func residentKibibytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let number = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure("the system does not tell the resident memory")
    }
    return number
  }
}
