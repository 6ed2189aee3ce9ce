/// The escapes of RFC 3986: `%` and two hexadecimal digits for each byte.
enum PercentEncoding {
  /// Text with every byte escaped that a rule does not let through.
  static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    var result = ""
    for byte in text.utf8 {
      if isKept(byte) {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// One segment of a path, escaped as Cloud Storage for Firebase expects object names: letters,
  /// digits and `-._~!$'()*,=:@` stay.
  static func segment(_ text: String) -> String {
    encode(text) { isAlphanumeric($0) || "-._~!$'()*,=:@".utf8.contains($0) }
  }

  /// A value in a query: letters, digits and `-._~` stay.
  static func queryValue(_ text: String) -> String {
    encode(text) { isAlphanumeric($0) || "-._~".utf8.contains($0) }
  }

  /// Text with its escapes undone, or nothing when they are not valid or not UTF-8.
  static func decode(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let upper = Character(UnicodeScalar(high)).hexDigitValue,
        let lower = Character(UnicodeScalar(low)).hexDigitValue
      else { return nil }
      bytes.append(UInt8(16 * upper + lower))
    }
    return String(validating: bytes, as: UTF8.self)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
