internal import Foundation

/// What is kept of Remote Config from one run of a program to the next.
struct RemoteConfigState: Codable, Hashable, Sendable {
  /// The values in use.
  var active: [String: String] = [:]
  /// Values that have been fetched and are not in use yet.
  var fetched: [String: String]?
  /// The entity tag of the newest values.
  var etag: String?
  /// Seconds since 1970.
  var fetchTime: Double = 0
  /// Until when the server wants to be left alone, in seconds since 1970.
  var blockedUntil: Double = 0

  /// Reads a file; one that is missing or damaged counts as nothing kept.
  static func read(_ path: String) throws(SystemError) -> RemoteConfigState {
    guard let bytes = try Folder.read(path) else { return RemoteConfigState() }
    return (try? JSONDecoder().decode(RemoteConfigState.self, from: Data(bytes)))
      ?? RemoteConfigState()
  }

  func write(_ path: String) throws(SystemError) {
    guard let data = try? JSONEncoder().encode(self) else {
      preconditionFailure("Numbers and text can be written as JSON")
    }
    try Folder.write(Array(data), to: path, permissions: 0o600)
  }
}
