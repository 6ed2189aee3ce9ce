package import Viewfinder
internal import ViewfinderEvaluation

/// The numbers by which COCO files refer to images and categories.
package struct COCONumbers: Sendable {
  private let annotations: Annotations?

  private struct Annotations: Sendable {
    let path: String
    /// By the path that the file gives, and by its last component where that is unique.
    var images: [String: Int] = [:]
    /// By the name as it is, and in lower case where that is another's name too.
    var categories: [String: Int] = [:]
    /// The number of the only category.
    var onlyCategory: Int?

    mutating func add(_ categories: [GroundTruthCategory]) {
      for category in categories {
        let name = category.name.lowercased()
        if self.categories[name] == nil { self.categories[name] = category.id }
      }
      // A name that is right letter for letter comes first.
      for category in categories { self.categories[category.name] = category.id }
      if categories.count == 1 { onlyCategory = categories[0].id }
    }
  }

  /// The number of a category that is not known.
  package static let unknownCategory = -1

  /// The numbers in an annotation file; without one those in file names, and those of the classes
  /// themselves.
  package init(annotations path: String?) throws(ViewfinderError) {
    guard let path else {
      annotations = nil
      return
    }
    let truth = try DetectionGroundTruth(contentsOf: path, needsObjects: false)
    var annotations = Annotations(path: path)
    var counts: [Substring: Int] = [:]
    for image in truth.images {
      guard let name = image.fileName else { continue }
      annotations.images[name] = image.id
      counts[Self.lastComponent(name), default: 0] += 1
    }
    for image in truth.images {
      guard let name = image.fileName else { continue }
      let last = Self.lastComponent(name)
      if counts[last] == 1, annotations.images[String(last)] == nil {
        annotations.images[String(last)] = image.id
      }
    }
    annotations.add(truth.categories)
    self.annotations = annotations
  }

  /// The numbers of categories alone.
  init(categories: [GroundTruthCategory]) {
    var annotations = Annotations(path: "")
    annotations.add(categories)
    self.annotations = annotations
  }

  /// The number of the image that a path leads to.
  ///
  /// In an annotation file it is looked for by as much of the path as fits: `a/b/1.jpg`, `b/1.jpg`,
  /// `1.jpg`. Without one, the name has to be a number, or `COCO_…_` and a number.
  package func image(_ source: String) throws(ViewfinderError) -> Int {
    guard let annotations else {
      if let number = Self.number(inName: source) { return number }
      throw ViewfinderError(
        .invalidArgument, subject: source, found: "a file name that is no number",
        expected: "a name such as 000000000139.jpg for COCO results",
        remedy: "Name the annotation file with --annotations.")
    }
    var rest = source[...]
    while true {
      if let id = annotations.images[String(rest)] { return id }
      guard let slash = rest.firstIndex(of: "/") else { break }
      rest = rest[rest.index(after: slash)...]
    }
    throw ViewfinderError(
      .invalidArgument, subject: source,
      found: "\(annotations.path) lists no image of this name")
  }

  /// The number of an object's category: that of its best label, or ``unknownCategory``.
  package func category(of label: PhotoLabel?) -> Int {
    guard let annotations else { return label?.index ?? Self.unknownCategory }
    guard let label else { return annotations.onlyCategory ?? Self.unknownCategory }
    return annotations.categories[label.text]
      ?? annotations.categories[label.text.lowercased()] ?? Self.unknownCategory
  }

  private static func lastComponent(_ path: String) -> Substring {
    path.split(separator: "/").last ?? path[...]
  }

  private static func number(inName path: String) -> Int? {
    var name = lastComponent(path)
    if let dot = name.lastIndex(of: ".") { name = name[..<dot] }
    if name.hasPrefix("COCO_"), let mark = name.lastIndex(of: "_") {
      name = name[name.index(after: mark)...]
    }
    guard !name.isEmpty, name.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    return Int(name)
  }
}
