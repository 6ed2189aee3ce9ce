internal import ViewfinderCore

/// Reads the text of a Python value, as `str()` writes dictionaries: quotes of both kinds, `True`,
/// `None`, tuples, numbers as keys.
struct PythonLiteralReader {
  private let bytes: [UInt8]
  private var position = 0

  /// The text is no such value.
  struct Fault: Error {}

  private static let maximumDepth = 16

  /// The value that some bytes stand for; keys of every kind become strings.
  static func read(_ bytes: [UInt8]) throws(Fault) -> JSONValue {
    var reader = PythonLiteralReader(bytes: Array(bytes.withoutByteOrderMark))
    let value = try reader.value(depth: 0)
    guard reader.next == nil else { throw Fault() }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next byte that is not a blank.
  private var next: UInt8? {
    mutating get {
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      return position < bytes.count ? bytes[position] : nil
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(Fault) -> JSONValue {
    guard depth <= Self.maximumDepth, let byte = next else { throw Fault() }
    switch byte {
    case UInt8(ascii: "{"): return try dictionary(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth, end: "]")
    case UInt8(ascii: "("): return try list(depth: depth, end: ")")
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .string(try string())
    default: return try word()
    }
  }

  private mutating func dictionary(depth: Int) throws(Fault) -> JSONValue {
    position += 1
    var members: [String: JSONValue] = [:]
    while !take("}") {
      let key: String
      switch try value(depth: depth + 1) {
      case .string(let text): key = text
      case .number(let number):
        key = Int(exactly: number).map(String.init) ?? "\(number)"
      default: throw Fault()
      }
      guard take(":") else { throw Fault() }
      members[key] = try value(depth: depth + 1)
      if !take(",") {
        guard take("}") else { throw Fault() }
        break
      }
    }
    return .object(members)
  }

  private mutating func list(depth: Int, end: Unicode.Scalar) throws(Fault) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    while !take(end) {
      elements.append(try value(depth: depth + 1))
      if !take(",") {
        guard take(end) else { throw Fault() }
        break
      }
    }
    return .array(elements)
  }

  private mutating func string() throws(Fault) -> String {
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        guard let string = String(validating: text, as: UTF8.self) else { throw Fault() }
        return string
      }
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        text.append(byte)
        continue
      }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): text.append(escaped)
      case UInt8(ascii: "x"): text += try scalar(digits: 2)
      case UInt8(ascii: "u"): text += try scalar(digits: 4)
      case UInt8(ascii: "U"): text += try scalar(digits: 8)
      default: text += [byte, escaped]
      }
    }
    throw Fault()
  }

  private mutating func scalar(digits: Int) throws(Fault) -> [UInt8] {
    guard position + digits <= bytes.count,
      let number = UInt32(
        String(decoding: bytes[position..<position + digits], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw Fault() }
    position += digits
    return Array(String(scalar).utf8)
  }

  private mutating func word() throws(Fault) -> JSONValue {
    let start = position
    let ends = Array(",:)]}".utf8)
    while position < bytes.count, bytes[position] > 0x20, !ends.contains(bytes[position]) {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "True": return .bool(true)
    case "False": return .bool(false)
    case "None": return .null
    default:
      guard let number = Double(text), number.isFinite else { throw Fault() }
      return .number(number)
    }
  }
}
