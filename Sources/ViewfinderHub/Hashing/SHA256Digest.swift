internal import ViewfinderSystem

/// A SHA-256 hash: the name of some bytes.
public struct SHA256Digest: Hashable, Sendable {
  /// 64 hexadecimal digits in lower case.
  public let hexadecimal: String

  /// Creates a digest from 64 hexadecimal digits in either case, or nothing from other text.
  public init?(hexadecimal: String) {
    let isDigest =
      hexadecimal.utf8.count == 64
      && hexadecimal.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    guard isDigest else { return nil }
    self.hexadecimal = hexadecimal.lowercased()
  }

  init(bytes: [UInt8]) {
    hexadecimal = Hexadecimal.text(bytes)
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// 64 hexadecimal digits in lower case.
  public var description: String { hexadecimal }
}
