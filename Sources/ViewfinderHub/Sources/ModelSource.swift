public import ViewfinderCore

/// Where a hosted model comes from.
///
/// Names, locations and addresses are checked when a source is made.
public struct ModelSource: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case firebase(name: String)
    case storage(StorageLocation)
    case web(WebAddress, SHA256Digest?)
  }

  let kind: Kind

  private init(_ kind: Kind) {
    self.kind = kind
  }

  /// A model that is published in Firebase ML under a name.
  ///
  /// - Parameter name: The name in the Firebase console, at most 256 bytes.
  /// - Returns: The source.
  /// - Throws: `invalidArgument` when the name is empty, too long or holds control characters.
  public static func firebase(name: String) throws(ViewfinderError) -> ModelSource {
    let isName =
      (1...256).contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
    guard isName else {
      throw ViewfinderError(
        .invalidArgument, subject: "firebase:\(name.prefix(40))",
        found: name.isEmpty
          ? "the model's name is empty" : "the model's name is too long or holds blanks",
        expected: "the name in the Firebase console")
    }
    return ModelSource(.firebase(name: name))
  }

  /// A model in Cloud Storage.
  ///
  /// - Throws: `invalidArgument` when the location is the root of a bucket.
  public static func storage(_ location: StorageLocation) throws(ViewfinderError) -> ModelSource {
    guard !location.object.isEmpty else {
      throw ViewfinderError(
        .invalidArgument, subject: location.url, found: "the name of the object is missing",
        expected: "gs://bucket/path/model.tflite")
    }
    return ModelSource(.storage(location))
  }

  /// A model on any web server.
  ///
  /// - Parameters:
  ///   - address: `https`, or `http` on this machine.
  ///   - sha256: What the file hashes to. A model with a known hash is asked for only once, and is
  ///     kept apart from what the address gives without it or with another.
  /// - Returns: The source.
  /// - Throws: `invalidArgument` for other addresses.
  public static func web(
    _ address: String, sha256: SHA256Digest? = nil
  ) throws(ViewfinderError) -> ModelSource {
    ModelSource(.web(try WebAddress(address), sha256))
  }

  /// Reads `firebase:name`, `gs://bucket/object` or an `https` address.
  ///
  /// - Parameters:
  ///   - text: What a user wrote.
  ///   - sha256: For an `https` address, what the file hashes to.
  /// - Throws: `invalidArgument` when it is none of these.
  public init(_ text: String, sha256: SHA256Digest? = nil) throws(ViewfinderError) {
    if let name = text.removingPrefix("firebase:") {
      self = try .firebase(name: String(name))
    } else if text.hasPrefix("gs://") {
      self = try .storage(StorageLocation(url: text))
    } else if text.contains("://") {
      self = try .web(text, sha256: sha256)
    } else {
      throw ViewfinderError(
        .invalidArgument, subject: text, found: "this is no hosted model",
        expected: "firebase:NAME, gs://BUCKET/OBJECT or https://HOST/PATH")
    }
    if case .web = kind { return }
    guard sha256 == nil else {
      throw ViewfinderError(
        .invalidArgument, subject: text,
        found: "a hash can be given for https only: the other services tell their own")
    }
  }

  /// What the file has to hash to, if that has been said.
  var pin: SHA256Digest? {
    if case .web(_, let sha256) = kind { sha256 } else { nil }
  }

  /// Whether text is meant to be a hosted model rather than a path.
  public static func isSource(_ text: String) -> Bool {
    ["firebase:", "gs://", "https://", "http://"].contains { text.hasPrefix($0) }
  }

  /// The model's name: Firebase's, or the last part of the path.
  public var name: String {
    switch kind {
    case .firebase(let name): name
    case .storage(let location): String(location.object.split(separator: "/").last ?? "")
    case .web(let address, _):
      address.redacted.split(separator: "?").first?.split(separator: "/").last.map(String.init)
        ?? address.host
    }
  }
}

extension ModelSource: CustomStringConvertible {
  /// The source as a user writes it; the query of an address, which may hold tokens, is left out.
  public var description: String {
    switch kind {
    case .firebase(let name): "firebase:\(name)"
    case .storage(let location): location.url
    case .web(let address, _): address.redacted
    }
  }
}
