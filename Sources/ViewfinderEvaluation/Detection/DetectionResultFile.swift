public import ViewfinderCore

/// A COCO results file: `[{"image_id": …, "category_id": …, "bbox": [x, y, w, h], "score": …}]`.
///
/// The format is described at <https://cocodataset.org/#format-results>.
public struct DetectionResultFile: Hashable, Sendable {
  /// The most bytes of a results file that are read: 512 MiB.
  public static let maximumByteCount = 1 << 29

  /// The results in the order of the file, which decides between equal scores.
  public let results: [DetectionResult]

  /// Keeps results to be written.
  ///
  /// - Throws: `invalidAnnotations` naming the first result with a bad box or score.
  public init(_ results: [DetectionResult]) throws(ViewfinderError) {
    try self.init(results, name: "results")
  }

  /// Reads a results file.
  ///
  /// - Throws: `notFound`, `tooLarge`, or `invalidAnnotations` naming the key and the entry.
  public init(contentsOf path: String) throws(ViewfinderError) {
    try self.init(
      bytes: try WholeFile.streamed(path, limit: Self.maximumByteCount, for: .annotations),
      name: path)
  }

  /// Reads the bytes of a results file; `name` stands for it in errors.
  ///
  /// - Throws: `tooLarge`, or `invalidAnnotations` naming the key and the entry.
  public init(cocoJSON bytes: [UInt8], name: String) throws(ViewfinderError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw .tooManyBytes(name, limit: Self.maximumByteCount)
    }
    try self.init(bytes: bytes, name: name)
  }

  private init(bytes: [UInt8], name: String) throws(ViewfinderError) {
    let entries = try JSONReader.decode([COCOResult].self, from: bytes, name: name)
    var results: [DetectionResult] = []
    results.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      results.append(
        DetectionResult(
          imageID: entry.image_id.value, categoryID: entry.category_id.value,
          box: try Box(cocoBox: entry.bbox.values, "\(name): [\(index)].bbox"),
          score: entry.score.value))
    }
    try self.init(results, name: name)
  }

  private init(_ results: [DetectionResult], name: String) throws(ViewfinderError) {
    for (index, result) in results.enumerated() {
      try result.check("\(name): [\(index)]")
    }
    self.results = results
  }

  /// The file's text, one result a line; every number reads back as the same `Double`.
  ///
  /// - Complexity: O(*n*).
  public var cocoJSON: String {
    var text = "["
    for (index, result) in results.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      let box = result.box
      text += "{\"image_id\":\(result.imageID),\"category_id\":\(result.categoryID),"
      text += "\"bbox\":[\(box.x),\(box.y),\(box.width),\(box.height)],"
      text += "\"score\":\(result.score)}"
    }
    return text + "\n]\n"
  }
}

extension DetectionResult {
  /// Refuses boxes and scores that cannot be ranked or compared.
  func check(_ place: @autoclosure () -> String) throws(ViewfinderError) {
    try box.checkForEvaluation(place())
    guard score.isFinite else {
      throw .annotations(place(), "the score \(score)", expected: "a finite number")
    }
  }
}

/// The keys as COCO spells them.
private struct COCOResult: Decodable {
  let image_id: JSONInteger
  let category_id: JSONInteger
  let bbox: JSONNumbers
  let score: JSONNumber
}
