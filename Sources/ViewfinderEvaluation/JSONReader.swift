internal import ViewfinderCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decodes JSON and says in our own words, with the key and the entry, what is wrong with it.
enum JSONReader {
  /// The value in the bytes of a file.
  ///
  /// - Throws: `invalidAnnotations` whose subject is `name` and the path of the bad entry.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], name: String
  ) throws(ViewfinderError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw describe(error, name: name)
    } catch {
      throw .annotations(name, "text that is not JSON", expected: "a JSON file")
    }
  }

  private static func describe(_ error: DecodingError, name: String) -> ViewfinderError {
    switch error {
    case .keyNotFound(let key, let context):
      return .annotations(
        place(name, context.codingPath), "there is no key '\(key.stringValue)'",
        expected: "'\(key.stringValue)'")
    case .typeMismatch(let type, let context):
      return .annotations(
        place(name, context.codingPath), "a value of another type", expected: words(for: type))
    case .valueNotFound(let type, let context):
      return .annotations(
        place(name, context.codingPath), "null or a missing value", expected: words(for: type))
    case .dataCorrupted(let context):
      if context.codingPath.isEmpty {
        return .annotations(name, "text that is not JSON", expected: "a JSON file")
      }
      return .annotations(
        place(name, context.codingPath), "a number that does not fit",
        expected: "a number of ordinary size")
    @unknown default:
      return .annotations(name, "JSON that cannot be read")
    }
  }

  /// The path in the way that a programmer would write it: `name: annotations[3].bbox`.
  private static func place(_ name: String, _ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text.isEmpty ? name : "\(name): \(text)"
  }

  private static func words(for type: Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a text"
    case is [String: Any].Type: "an object"
    case is any Sequence.Type: "an array"
    default: "an object"
    }
  }
}

/// Adds the place to Foundation's private error for a number that does not fit, which has none.
private func atPlace<Value>(_ decoder: any Decoder, _ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error where !(error is DecodingError) {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "a number that does not fit"))
  }
}

/// A whole number.
struct JSONInteger: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    value = try atPlace(decoder) { try decoder.singleValueContainer().decode(Int.self) }
  }
}

/// A number.
struct JSONNumber: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    value = try atPlace(decoder) { try decoder.singleValueContainer().decode(Double.self) }
  }
}

/// A list of numbers.
struct JSONNumbers: Decodable {
  let values: [Double]

  init(from decoder: any Decoder) throws {
    values = try atPlace(decoder) { try decoder.singleValueContainer().decode([Double].self) }
  }
}

/// A flag that files write as 0, 1, true or false.
struct JSONFlag: Decodable {
  let isSet: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      isSet = flag
    } else {
      isSet = try JSONInteger(from: decoder).value != 0
    }
  }
}
