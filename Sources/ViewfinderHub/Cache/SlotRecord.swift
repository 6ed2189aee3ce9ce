internal import ViewfinderSystem

/// What is known about a hosted model's files, kept beside them.
struct SlotRecord: Codable, Hashable, Sendable {
  static let currentFormat = 1

  var format = SlotRecord.currentFormat
  /// The source as a user writes it, without tokens.
  var source: String
  /// The model's name.
  var name: String
  /// The only SHA-256 that a model in this slot may have, if the caller has named one.
  var pin: String?
  /// The model that is in place.
  var current: Content?
  /// The model that is about to be put in place: written down before the file gets its name, so
  /// that a process that ends between the two leaves no doubt about what the file is.
  var next: Content?
  /// What the first part of an unfinished download belongs to.
  var partial: Partial?

  /// A whole, checked model.
  struct Content: Codable, Hashable, Sendable {
    var byteCount: Int
    var sha256: String
    /// How the server tells this version from others: a generation, a hash, an entity tag.
    var version: String?
    /// For `If-Modified-Since`.
    var lastModified: String?
    /// Seconds since 1970.
    var installed: Double
    /// When a server last said that there is nothing newer, in seconds since 1970.
    var checked: Double
    /// The file that had this hash when it was put in place.
    var stamp: FileStamp?
  }

  /// The state of an unfinished download.
  struct Partial: Codable, Hashable, Sendable {
    /// The version that was asked for.
    var version: String?
    /// The entity tag of the reply, if it is a strong one.
    var etag: String?
    /// The generation of the reply.
    var generation: String?
    /// The size of the whole, as it is sent.
    var byteCount: Int?
    /// How the bytes are encoded that are sent; nothing stands for not at all.
    var encoding: ContentEncoding?

    /// Whether a server can be held to the same bytes.
    var isResumable: Bool { etag != nil || generation != nil }
  }
}
