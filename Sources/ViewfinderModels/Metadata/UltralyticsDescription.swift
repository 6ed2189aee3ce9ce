internal import ViewfinderCore

/// What an Ultralytics export says about itself: a file in the archive at the model's end.
///
/// Newer exports write `metadata.json`; older ones put a Python dictionary in `temp_meta.txt` and
/// call it a label file.
package struct UltralyticsDescription: Hashable, Sendable {
  /// What the model was trained for: `detect`, `segment`, `pose`, `obb` or `classify`.
  package let task: String?

  /// The names of the classes by their numbers; empty when the file names none.
  package let names: [Int: String]

  /// Whether boxes come out after suppression, `x1 y1 x2 y2 score class`; nothing when unsaid.
  package let isEndToEnd: Bool?

  /// The names of the files that hold such a description.
  static let fileNames = ["metadata.json", "temp_meta.txt"]

  /// The description in an archive, if there is one that can be read.
  static func find(
    _ archive: AppendedArchive, in file: Span<UInt8>
  ) -> UltralyticsDescription? {
    for name in fileNames {
      guard let bytes = try? archive.contents(of: name, in: file) else { continue }
      if let found = UltralyticsDescription(bytes) { return found }
    }
    return nil
  }

  /// Reads a JSON object or a Python dictionary; one with neither a task nor names is none.
  init?(_ bytes: [UInt8]) {
    let value = (try? TolerantJSONReader.read(bytes)) ?? (try? PythonLiteralReader.read(bytes))
    guard case .object(let members)? = value else { return nil }
    var names: [Int: String] = [:]
    switch members["names"] {
    case .object(let all):
      for (key, value) in all {
        if let number = Int(key), (0..<1_000_000).contains(number), case .string(let name) = value {
          names[number] = name
        }
      }
    case .array(let all):
      for (number, value) in all.enumerated() {
        if case .string(let name) = value { names[number] = name }
      }
    default: break
    }
    var task: String?
    if case .string(let text)? = members["task"] { task = text }
    guard task != nil, !names.isEmpty else { return nil }
    self.task = task
    self.names = names
    isEndToEnd = Self.isEndToEnd(members)
  }

  private static func isEndToEnd(_ members: [String: JSONValue]) -> Bool? {
    func flag(_ value: JSONValue?) -> Bool? {
      if case .bool(let flag)? = value { flag } else { nil }
    }
    var flags = [flag(members["end2end"]), flag(members["nms"])]
    if case .object(let arguments)? = members["args"] { flags.append(flag(arguments["nms"])) }
    let said = flags.compactMap(\.self)
    return said.isEmpty ? nil : said.contains(true)
  }

  /// The names as a list for so many classes.
  func labels(classCount: Int) -> LabelList? {
    guard let last = names.keys.max(), last < classCount else { return nil }
    return LabelList(
      (0..<classCount).map { names[$0] ?? "" }, source: "the export's own description")
  }
}
