#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file to fetch: where it is, and everything that is known about it beforehand.
struct FetchPlan: Sendable {
  /// The question for the whole file.
  var request: HTTPRequest
  /// What messages call the file.
  var subject: String
  /// How the service tells this version from others.
  var version: String?
  /// How the service keeps the bytes, which is what ``byteCount``, ``md5`` and ``crc32c`` are about.
  var storedEncoding: ContentEncoding?
  var byteCount: Int?
  var md5: [UInt8]?
  var crc32c: [UInt8]?
  /// What the file itself hashes to, however it is kept and sent.
  var sha256: SHA256Digest?
  /// When the address stops working.
  var expires: Date?
  /// Whether ``version`` is a generation, which replies then have to carry if they carry any.
  var isGeneration = false
  /// Whether the question asks for this generation and no other.
  var pinsGeneration = false
}

/// What a service says to the question for a model.
enum PlanReply: Sendable {
  /// The version that is here is the newest.
  case unchanged
  case fetch(FetchPlan)
}
