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
}
