/// The time of day, which somebody may set.
package enum WallClock {
  /// The time in seconds since 1970.
  package static var secondsSince1970: Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
