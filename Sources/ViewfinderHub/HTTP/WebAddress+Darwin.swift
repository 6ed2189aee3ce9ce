#if canImport(Darwin)
  internal import Foundation

  extension WebAddress {
    /// The address that a location leads to, seen from another; nothing when it is none.
    static func resolve(_ location: String, from base: String) -> String? {
      URL(string: base).flatMap { URL(string: location, relativeTo: $0)?.absoluteString }
    }
  }
#endif
