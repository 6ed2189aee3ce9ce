internal import Viewfinder
internal import ViewfinderEvaluation

/// A data set: what is right, and where the pictures are.
struct AnnotatedImages: Sendable {
  let truth: DetectionGroundTruth
  /// The paths of the pictures, and which image each is.
  let paths: [(path: String, image: GroundTruthImage)]

  /// Reads the data set that the options name.
  init(_ options: EvaluateDetectionOptions) throws(ViewfinderError) {
    guard FileSystem.kind(of: options.annotations) == .folder else {
      try self.init(cocoFile: options.annotations, images: options.images)
      return
    }
    guard let images = options.images else {
      throw ViewfinderError(
        .invalidArgument, subject: options.annotations, found: "a folder of labels alone",
        expected: "the pictures too, whose sizes the labels need",
        remedy: "Name their folder with --images.")
    }
    try self.init(
      yoloFolder: options.annotations, images: images, classes: options.classes)
  }

  private init(cocoFile path: String, images folder: String?) throws(ViewfinderError) {
    truth = try DetectionGroundTruth(contentsOf: path)
    guard let folder else {
      paths = []
      return
    }
    var paths: [(String, GroundTruthImage)] = []
    for image in truth.images {
      guard let name = image.fileName else {
        throw ViewfinderError(
          .invalidAnnotations, subject: path, found: "the image \(image.id) without a file_name",
          expected: "the name of its file below \(folder)")
      }
      paths.append((Self.file(name, in: folder), image))
    }
    self.paths = paths
  }

  /// The file of that path below a folder, or else of that name alone.
  private static func file(_ name: String, in folder: String) -> String {
    let path = FileSystem.joined(folder, name)
    guard FileSystem.kind(of: path) == .missing, let last = name.split(separator: "/").last,
      last.utf8.count < name.utf8.count
    else { return path }
    let other = FileSystem.joined(folder, String(last))
    return FileSystem.kind(of: other) == .missing ? path : other
  }

  private init(
    yoloFolder labels: String, images folder: String, classes: String?
  ) throws(ViewfinderError) {
    var images: [GroundTruthImage] = []
    var objects: [GroundTruthObject] = []
    var paths: [(String, GroundTruthImage)] = []
    var labelFiles = 0
    var expander = InputExpander([folder], isRecursive: true)
    while let input = expander.next() {
      if case .unusable(_, let error) = input { throw error }
      let path = input.source
      var header: (width: Int, height: Int)?
      do throws(ViewfinderError) {
        let found = try PhotoDecoder().readHeader(path: path)
        header = (found.width, found.height)
      } catch {
        // The run reports it and leaves it out, as it does a picture that cannot be decoded.
      }
      let name = String(Substring(path.utf8.dropFirst(FileSystem.joined(folder, "").utf8.count)))
      let image = GroundTruthImage(
        id: images.count + 1, fileName: name, width: header.map { Double($0.width) },
        height: header.map { Double($0.height) })
      images.append(image)
      paths.append((path, image))
      let file = FileSystem.joined(labels, Self.withoutExtension(name) + ".txt")
      // A picture without a file has no objects.
      guard FileSystem.kind(of: file) == .file else { continue }
      labelFiles += 1
      guard header != nil else { continue }
      objects += try DetectionGroundTruth.objects(yoloLabels: file, in: image)
    }
    guard labelFiles > 0 else {
      throw ViewfinderError(
        .notFound, subject: labels,
        found: "no label file for any of the \(images.count) pictures in \(folder)",
        expected: "a/b.txt for the picture a/b.jpg",
        remedy: "Name the two folders below which the paths are alike.")
    }
    truth = try DetectionGroundTruth(
      images: images, categories: try Self.categories(of: objects, labels, classes),
      objects: objects)
    self.paths = paths
  }

  private static func withoutExtension(_ name: String) -> Substring {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return name[...] }
    return name[..<dot]
  }

  private static func categories(
    of objects: [GroundTruthObject], _ folder: String, _ classes: String?
  ) throws(ViewfinderError) -> [GroundTruthCategory] {
    var names: [String] = []
    let customary = FileSystem.joined(folder, "classes.txt")
    if let classes {
      names = try LabelList(path: classes).names
    } else if FileSystem.kind(of: customary) == .file {
      names = try LabelList(path: customary).names
    }
    var count = names.count
    if let largest = objects.map(\.categoryID).max(), largest >= count {
      guard names.isEmpty else {
        throw ViewfinderError(
          .invalidAnnotations, subject: folder, found: "an object of the class \(largest)",
          expected: "one of the \(count) classes that are named")
      }
      count = largest + 1
    }
    // Files may give any number; those between are not categories.
    let used = Set(objects.map(\.categoryID))
    return (names.isEmpty ? used.sorted() : Array(0..<count)).map { number in
      GroundTruthCategory(id: number, name: names.isEmpty ? "\(number)" : names[number])
    }
  }
}
