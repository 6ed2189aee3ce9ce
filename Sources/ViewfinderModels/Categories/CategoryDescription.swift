internal import ViewfinderCore

/// What the JSON file beside a category model says.
///
/// Only two keys are read: `categories`, the names in the order of the output, and `threshold`.
struct CategoryDescription {
  let threshold: Float

  init(path: String) throws(ViewfinderError) {
    let bytes = try WholeFile.bytes(of: path, limit: 1 << 16, for: .text)
    func refuse(_ found: String, _ expected: String) -> ViewfinderError {
      ViewfinderError(
        .invalidMetadata, subject: path, found: found, expected: expected,
        remedy: "Use the description that was written together with the model.")
    }
    let value: JSONValue
    do {
      value = try TolerantJSONReader.read(bytes)
    } catch {
      throw refuse("line \(error.line) has \(error.reason)", "a JSON object")
    }
    guard case .object(let members) = value else {
      throw refuse("the file holds \(value.kind)", "a JSON object")
    }
    let names = CoarseCategory.allCases.map(\.name) + ["none"]
    guard members["categories"] == .array(names.map(JSONValue.string)) else {
      throw refuse(
        "other categories, or none", "\"categories\": " + names.joined(separator: ", "))
    }
    guard case .number(let number)? = members["threshold"], (0...1).contains(number) else {
      throw refuse("no usable threshold", "\"threshold\": a number from 0 through 1")
    }
    threshold = Float(number)
  }
}
