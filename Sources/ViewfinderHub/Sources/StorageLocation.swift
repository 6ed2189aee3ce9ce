public import ViewfinderCore

/// An object in Cloud Storage: its bucket and its name.
public struct StorageLocation: Hashable, Sendable {
  /// The bucket, such as `demo.appspot.com`.
  public let bucket: String

  /// The object's name without slashes at its ends, such as `models/bird.tflite`; empty for the
  /// root of the bucket.
  public let object: String

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - bucket: The bucket; letters, digits, `.`, `-` and `_`.
  ///   - object: The object's name. Slashes at the ends are cut off, repeated ones collapse.
  /// - Throws: `invalidArgument` when the bucket is no bucket's name or the object's is too long.
  public init(bucket: String, object: String) throws(ViewfinderError) {
    let isBucket =
      (1...222).contains(bucket.utf8.count)
      && bucket.utf8.allSatisfy { PercentEncoding.isAlphanumeric($0) || "-._".utf8.contains($0) }
    guard isBucket else {
      throw ViewfinderError(
        .invalidArgument, subject: "gs://\(bucket.prefix(100))",
        found: bucket.isEmpty ? "the bucket is missing" : "this is no bucket's name",
        expected: "gs://bucket/path/model.tflite")
    }
    guard object.utf8.count <= 1024, !object.unicodeScalars.contains(where: { $0.value < 0x20 })
    else {
      throw ViewfinderError(
        .invalidArgument, subject: "gs://\(bucket)/\(object.prefix(40))…",
        found: "this is no object's name", expected: "at most 1024 bytes without control characters"
      )
    }
    self.bucket = bucket
    self.object = object.split(separator: "/").joined(separator: "/")
  }

  /// Reads `gs://bucket/object`, or the `https` form
  /// `https://host/v0/b/bucket/o/object%20name?query`.
  ///
  /// The object's name in a `gs` URL is taken as it stands; in the `https` form it is
  /// percent-decoded and the query is dropped.
  ///
  /// - Throws: `invalidArgument` when it is neither.
  public init(url: String) throws(ViewfinderError) {
    if let rest = url.removingPrefix("gs://") {
      let bucket = rest.prefix { $0 != "/" }
      try self.init(bucket: String(bucket), object: String(rest.dropFirst(bucket.count)))
      return
    }
    guard url.hasPrefix("https://") || url.hasPrefix("http://"),
      let start = url.firstRange(of: "/v0/b/")?.upperBound,
      let middle = url[start...].firstRange(of: "/o")
    else {
      throw ViewfinderError(
        .invalidArgument, subject: WebAddress.redacted(url),
        found: "this is no address in Cloud Storage", expected: "gs://bucket/path/model.tflite")
    }
    let name = url[middle.upperBound...].prefix { $0 != "?" && $0 != "#" }
    guard name.isEmpty || name.hasPrefix("/"),
      let object = PercentEncoding.decode(name.dropFirst()),
      let bucket = PercentEncoding.decode(url[start..<middle.lowerBound])
    else {
      throw ViewfinderError(
        .invalidArgument, subject: WebAddress.redacted(url),
        found: "the name of the object is not percent-encoded UTF-8")
    }
    try self.init(bucket: bucket, object: object)
  }

  /// The location as `gs://bucket/object`.
  public var url: String { object.isEmpty ? "gs://\(bucket)" : "gs://\(bucket)/\(object)" }
}

extension StorageLocation: CustomStringConvertible {
  /// The location as `gs://bucket/object`.
  public var description: String { url }
}

extension String {
  /// What follows a prefix, or nothing when there is none.
  func removingPrefix(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
