internal import ViewfinderCore

/// Reads JSON as people write it: with comments, trailing commas and a byte order mark.
///
/// Foundation's parser refuses all three, and Google's own sample manifest has a trailing comma.
/// Everything else follows RFC 8259; of a key that appears twice the last value counts.
struct TolerantJSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  /// Deeper documents are refused, so that none can exhaust the stack.
  private static let maximumDepth = 32

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.hasByteOrderMark { position = 3 }
  }

  /// The value that some bytes stand for.
  static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    var reader = TolerantJSONReader(bytes)
    let value = try reader.value(depth: 0)
    try reader.skipBlanks()
    guard reader.position == bytes.count else { throw reader.fault("text after the end") }
    return value
  }

  private func fault(_ reason: String) -> JSONFault {
    JSONFault(line: line, reason: reason)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() throws(JSONFault) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONFault) {
    let start = line
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0
    position += 2
    if next == UInt8(ascii: "/") {
      while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
    } else if next == UInt8(ascii: "*") {
      while let byte = current {
        if byte == UInt8(ascii: "*"), position + 1 < bytes.count,
          bytes[position + 1] == UInt8(ascii: "/")
        {
          position += 2
          return
        }
        if byte == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
      throw JSONFault(line: start, reason: "a comment without an end")
    } else {
      throw fault("a stray slash")
    }
  }

  private mutating func take(_ character: Unicode.Scalar) throws(JSONFault) -> Bool {
    try skipBlanks()
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONFault) -> JSONValue {
    guard depth <= TolerantJSONReader.maximumDepth else {
      throw fault("more than \(TolerantJSONReader.maximumDepth) levels of nesting")
    }
    try skipBlanks()
    guard let byte = current else { throw fault("the end where a value should be") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    default: return try word()
    }
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSONValue {
    position += 1
    var members: [String: JSONValue] = [:]
    while !(try take("}")) {
      guard current == UInt8(ascii: "\"") else { throw fault("no quoted key") }
      let key = try string()
      guard try take(":") else { throw fault("no colon after the key \(key.debugDescription)") }
      members[key] = try value(depth: depth + 1)
      if try !take(",") {
        guard try take("}") else { throw fault("neither a comma nor a closing brace") }
        break
      }
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONFault) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    while !(try take("]")) {
      elements.append(try value(depth: depth + 1))
      if try !take(",") {
        guard try take("]") else { throw fault("neither a comma nor a closing bracket") }
        break
      }
    }
    return .array(elements)
  }

  private mutating func word() throws(JSONFault) -> JSONValue {
    let start = position
    while let byte = current,
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
    {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      // `Double` also reads "nan", "inf" and hexadecimal digits, which are not JSON.
      guard let first = text.utf8.first, first == 0x2D || (0x30...0x39).contains(first),
        !text.contains(where: { "xXnNpP".contains($0) }), let number = Double(text)
      else { throw fault(text.isEmpty ? "no value" : "the word \(shortened(text))") }
      return .number(number)
    }
  }
}

extension TolerantJSONReader {
  private mutating func string() throws(JSONFault) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw fault("a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): text += Array(String(try escape()).utf8)
      case 0..<0x20: throw fault("a control character in a string")
      default: text.append(byte)
      }
    }
    throw fault("a string without an end")
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    guard let byte = current else { throw fault("a string without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw fault("an unknown escape in a string")
    }
  }

  private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), current == UInt8(ascii: "\\") else {
      throw fault("half a surrogate pair in a string")
    }
    position += 1
    guard current == UInt8(ascii: "u") else { throw fault("half a surrogate pair in a string") }
    position += 1
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault("half a surrogate pair in a string") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("an escape without four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
