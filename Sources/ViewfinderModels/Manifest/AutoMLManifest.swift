public import ViewfinderCore
internal import ViewfinderSystem

/// The `manifest.json` of an AutoML Vision Edge export: it names the model and its labels.
///
/// The file is an object with the keys `modelType` (`IMAGE_LABELING`), `modelFile` and
/// `labelsFile`; the last two are relative to the manifest's folder and stay inside it. Trailing
/// commas, comments and a byte order mark are accepted.
public struct AutoMLManifest: Hashable, Sendable {
  /// The path of the manifest.
  public let path: String

  /// The path of the model file.
  public let modelPath: String

  /// The path of the label file, one label a line.
  public let labelsPath: String

  /// The only type of model there is.
  public static let modelType = "IMAGE_LABELING"

  /// The largest manifest that is read, in bytes.
  public static let maximumByteCount = 1 << 20

  /// Reads a manifest and checks that the files it names exist.
  ///
  /// - Parameter path: The path of the manifest.
  /// - Throws: ``ViewfinderError`` with the code `notFound` for the manifest and the files it names, `tooLarge`, or
  ///   `invalidManifest` for one that cannot be used.
  public init(path: String) throws(ViewfinderError) {
    try self.init(
      bytes: try WholeFile.bytes(of: path, limit: AutoMLManifest.maximumByteCount, for: .text),
      path: path)
  }

  init(bytes: [UInt8], path: String) throws(ViewfinderError) {
    let members = try AutoMLManifest.members(bytes, path: path)
    let type = try AutoMLManifest.string("modelType", in: members, path: path)
    guard type == AutoMLManifest.modelType else {
      throw manifestError(
        path,
        found: "the modelType is \(shortened(type))",
        expected: "\"\(AutoMLManifest.modelType)\"",
        remedy: "Use a manifest of an image labelling model."
      )
    }
    self.path = path
    modelPath = try AutoMLManifest.file("modelFile", in: members, path: path)
    labelsPath = try AutoMLManifest.file("labelsFile", in: members, path: path)
  }

  private static func members(
    _ bytes: [UInt8],
    path: String
  ) throws(ViewfinderError) -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try TolerantJSONReader.read(bytes)
    } catch {
      throw manifestError(
        path,
        found: "line \(error.line) has \(error.reason)",
        expected: "a JSON object",
        remedy: "Export the model again, or correct the line."
      )
    }
    guard case .object(let members) = value else {
      throw manifestError(
        path,
        found: "the file holds \(value.kind)",
        expected: "a JSON object",
        remedy: "Export the model again."
      )
    }
    return members
  }

  private static func string(
    _ key: String,
    in members: [String: JSONValue],
    path: String
  ) throws(ViewfinderError) -> String {
    guard let value = members[key] else {
      throw manifestError(
        path,
        found: "there is no key \"\(key)\"",
        expected: "the keys modelType, modelFile and labelsFile",
        remedy: "Add the key."
      )
    }
    guard case .string(let text) = value, !text.isEmpty else {
      throw manifestError(
        path,
        found: "the value of \"\(key)\" is \(value == .string("") ? "empty" : value.kind)",
        expected: "a string",
        remedy: "Correct the value."
      )
    }
    return text
  }

  private static func file(
    _ key: String,
    in members: [String: JSONValue],
    path: String
  ) throws(ViewfinderError) -> String {
    let name = try string(key, in: members, path: path)
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.hasPrefix("/"), !name.contains("\\"), !name.contains("\0"), !parts.contains("..")
    else {
      throw manifestError(
        path,
        found: "\"\(key)\" is \(shortened(name))",
        expected: "a path inside the manifest's folder",
        remedy: "Keep manifest, model and labels together in one folder and name them relatively."
      )
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let full = folder + name
    guard FileStatus(of: full)?.kind == .file else {
      throw ViewfinderError(
        .notFound,
        subject: path,
        found: "\"\(key)\" names \(shortened(name)), but there is no file at \(full)",
        expected: "the files that the manifest names",
        remedy: "Keep manifest, model and labels together in one folder."
      )
    }
    return full
  }
}

private func manifestError(
  _ path: String,
  found: String,
  expected: String = "",
  remedy: String
) -> ViewfinderError {
  ViewfinderError(
    .invalidManifest,
    subject: path,
    found: found,
    expected: expected,
    remedy: remedy
  )
}
