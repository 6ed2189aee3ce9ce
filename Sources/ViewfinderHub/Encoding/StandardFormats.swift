#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON as services send it and the cache keeps it.
enum JSONText {
  /// A value, or nothing when the bytes do not hold one.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The bytes of a value; `isForReaders` sets each member on a line of its own, in order.
  static func encode(_ value: some Encodable, isForReaders: Bool = false) -> [UInt8] {
    let encoder = JSONEncoder()
    if isForReaders {
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    }
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("Numbers and text can be written as JSON")
    }
    return Array(data)
  }
}

/// Apple's property lists.
enum PropertyList {
  /// A value, or nothing when the bytes do not hold one.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> Value? {
    try? PropertyListDecoder().decode(type, from: Data(bytes))
  }
}

/// Bytes as letters and digits (RFC 4648).
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// The bytes, or nothing when the text is not base64.
  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
