internal import ViewfinderSystem

/// What is kept of Remote Config from one run of a program to the next.
struct RemoteParameterState: Codable, Hashable, Sendable {
  /// The values in use.
  var active: [String: String] = [:]
  /// When the values in use came, in seconds since 1970.
  var activeTime: Double?
  /// Values that have been fetched and are not in use yet.
  var fetched: [String: String]?
  /// When the newest values came, whether or not they are in use.
  var valuesTime: Double?
  /// The entity tag of the newest values.
  var etag: String?
  /// When the server was asked last, in seconds since 1970.
  var fetchTime: Double = 0
  /// Until when the server wants to be left alone, in seconds since 1970.
  var blockedUntil: Double = 0

  /// Takes values that the server has sent.
  mutating func take(_ values: [String: String], etag: String?, now: Double) {
    fetched = values
    self.etag = etag
    // Later than those before, wherever the clock has been set meanwhile.
    valuesTime = max(now, (valuesTime ?? 0) + 0.001)
  }

  /// Puts fetched values into use; returns whether there were any.
  mutating func activate() -> Bool {
    guard let fetched else { return false }
    active = fetched
    activeTime = valuesTime
    self.fetched = nil
    return true
  }

  /// What is newest in two states: threads and programs write into one file in any order.
  func merged(with other: RemoteParameterState) -> RemoteParameterState {
    let newest = (valuesTime ?? 0) >= (other.valuesTime ?? 0) ? self : other
    let inUse = (activeTime ?? 0) >= (other.activeTime ?? 0) ? self : other
    var merged = newest
    (merged.active, merged.activeTime) = (inUse.active, inUse.activeTime)
    // Values that one of them has put into use are not news for the other.
    if (newest.valuesTime ?? 0) <= (inUse.activeTime ?? 0) { merged.fetched = nil }
    merged.fetchTime = max(fetchTime, other.fetchTime)
    merged.blockedUntil = max(blockedUntil, other.blockedUntil)
    return merged
  }

  /// Reads a file; one that is missing or damaged counts as nothing kept.
  static func read(_ path: String) throws(SystemError) -> RemoteParameterState {
    guard let bytes = try Folder.read(path) else { return RemoteParameterState() }
    return JSONText.decode(RemoteParameterState.self, from: bytes) ?? RemoteParameterState()
  }

  func write(_ path: String) throws(SystemError) {
    try Folder.write(JSONText.encode(self), to: path, permissions: 0o600)
  }
}
