internal import ViewfinderSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The status and the headers of a reply.
struct HTTPHead: Sendable {
  var status = 0
  /// Names in lower case; the values of a repeated header are joined by commas.
  var headers: [String: String] = [:]

  /// The bytes of all header lines, whether or not they are kept.
  private var byteCount = 0

  static let maximumHeaderCount = 200
  static let maximumByteCount = 1 << 16

  init(status: Int = 0) {
    self.status = status
  }

  subscript(name: String) -> String? { headers[name] }

  /// Takes a header line, or returns false when there are too many of them, or too many bytes.
  mutating func add(_ line: Substring) -> Bool {
    // A line costs something even when it is empty or repeats another.
    byteCount += line.utf8.count + 2
    guard byteCount <= Self.maximumByteCount else { return false }
    guard let colon = line.firstIndex(of: ":") else { return true }
    let name = line[..<colon].lowercased()
    let value = String(line[line.index(after: colon)...].trimmingBlanks)
    if let earlier = headers[name] {
      headers[name] = earlier + ", " + value
    } else {
      headers[name] = value
    }
    return headers.count <= Self.maximumHeaderCount
  }

  /// Starts another head of the same reply; its lines count together with those before.
  mutating func restart(status: Int) -> Bool {
    self.status = status
    headers = [:]
    byteCount += 16
    return byteCount <= Self.maximumByteCount
  }

  /// The number of bytes that follow, if the server says.
  var contentLength: Int? {
    headers["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The entity tag, if it promises the same bytes and not only the same meaning.
  var strongETag: String? {
    guard let tag = headers["etag"], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 2 else {
      return nil
    }
    return tag
  }

  /// The first byte of a partial reply, and the size of the whole if the server says.
  var contentRange: (start: Int, total: Int?)? {
    guard let text = headers["content-range"],
      let match = text.wholeMatch(of: /bytes (\d{1,18})-(\d{1,18})\/(\d{1,18}|\*)/),
      let start = Int(match.1)
    else { return nil }
    return (start, Int(match.3))
  }

  /// How long the server asks to wait, as seconds or as a date.
  func retryAfter(now: Date = .now) -> Duration? {
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Int(text) { return .seconds(max(0, min(seconds, 1 << 30))) }
    guard let date = HTTPDate.parse(text) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now)))
  }

  /// The checksums of the whole object, as Cloud Storage sends them.
  var storageHashes: (md5: [UInt8]?, crc32c: [UInt8]?) {
    var hashes: (md5: [UInt8]?, crc32c: [UInt8]?) = (nil, nil)
    for part in (headers["x-goog-hash"] ?? "").split(separator: ",") {
      let pair = part.trimmingBlanks
      if pair.hasPrefix("md5=") { hashes.md5 = Checksum.md5(base64: String(pair.dropFirst(4))) }
      if pair.hasPrefix("crc32c=") {
        hashes.crc32c = Checksum.crc32c(base64: String(pair.dropFirst(7)))
      }
    }
    return hashes
  }
}

/// Checksums as Cloud Storage writes them.
enum Checksum {
  static func md5(base64: String) -> [UInt8]? { bytes(base64, count: 16) }
  static func crc32c(base64: String) -> [UInt8]? { bytes(base64, count: 4) }

  private static func bytes(_ base64: String, count: Int) -> [UInt8]? {
    Base64.decode(base64).flatMap { $0.count == count ? $0 : nil }
  }
}

/// Dates in headers, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func parse(_ text: String) -> Date? {
    let pattern = /\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT/
    guard let match = text.wholeMatch(of: pattern),
      let month = months.firstIndex(of: String(match.2)),
      let day = Int(match.1), let year = Int(match.3), let hour = Int(match.4),
      let minute = Int(match.5), let second = Int(match.6)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second))
  }
}
