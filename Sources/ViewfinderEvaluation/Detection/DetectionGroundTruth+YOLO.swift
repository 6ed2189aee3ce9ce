public import ViewfinderCore

extension DetectionGroundTruth {
  /// The most bytes of a YOLO label file that are read: 16 MiB.
  public static let maximumLabelByteCount = 1 << 24

  /// Reads a YOLO label file: the objects of one image.
  ///
  /// Each line is `class x y width height`: the number of the class, then the centre and the size
  /// of the box as shares of the image's sides. An outline, `class x y x y x y …`, stands for its
  /// bounding box. Boxes are cut off at the image's sides, and blank lines are skipped.
  ///
  /// The format is described at <https://docs.ultralytics.com/datasets/detect/>.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - image: The image, of known size. Categories are the classes' numbers.
  /// - Returns: The objects in the order of the lines.
  /// - Throws: `notFound`, `tooLarge`, or `invalidAnnotations` naming the line.
  public static func objects(
    yoloLabels path: String, in image: GroundTruthImage
  ) throws(ViewfinderError) -> [GroundTruthObject] {
    let bytes = try WholeFile.streamed(path, limit: maximumLabelByteCount, for: .annotations)
    return try objects(yoloText: [UInt8](bytes), name: path, in: image)
  }

  /// Reads the bytes of a YOLO label file; `name` stands for it in errors.
  ///
  /// - Throws: `tooLarge`, or `invalidAnnotations` naming the line.
  /// - Precondition: The image's size is known.
  public static func objects(
    yoloText bytes: [UInt8], name: String, in image: GroundTruthImage
  ) throws(ViewfinderError) -> [GroundTruthObject] {
    guard let width = image.width, let height = image.height else {
      preconditionFailure("Shares of an image's sides need its size")
    }
    guard bytes.count <= maximumLabelByteCount else {
      throw .tooManyBytes(name, limit: maximumLabelByteCount)
    }
    var objects: [GroundTruthObject] = []
    var lineNumber = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lineNumber += 1
      let fields = line.split { $0 <= UInt8(ascii: " ") }
      if fields.isEmpty { continue }
      let place = "\(name): line \(lineNumber)"
      let category = try category(fields[0], place: place)
      var numbers: [Double] = []
      for field in fields.dropFirst() { numbers.append(try share(field, place: place)) }
      let shares = try box(numbers, place: place)
      let box = Box(
        x: shares.x * width, y: shares.y * height, width: shares.width * width,
        height: shares.height * height
      ).intersection(Box(x: 0, y: 0, width: width, height: height))
      objects.append(GroundTruthObject(imageID: image.id, categoryID: category, box: box))
    }
    return objects
  }

  private static func box(_ numbers: [Double], place: String) throws(ViewfinderError) -> Box {
    if numbers.count == 4 {
      guard numbers[2] >= 0, numbers[3] >= 0 else {
        throw .annotations(place, "a negative width or height")
      }
      return Box(
        x: numbers[0] - numbers[2] / 2, y: numbers[1] - numbers[3] / 2, width: numbers[2],
        height: numbers[3])
    }
    guard numbers.count >= 6, numbers.count.isMultiple(of: 2) else {
      throw .annotations(
        place, "\(numbers.count) numbers after the class",
        expected: "x y width height, or the x y of three or more corners")
    }
    var (left, top) = (numbers[0], numbers[1])
    var (right, bottom) = (left, top)
    for index in stride(from: 2, to: numbers.count, by: 2) {
      left = min(left, numbers[index])
      right = max(right, numbers[index])
      top = min(top, numbers[index + 1])
      bottom = max(bottom, numbers[index + 1])
    }
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func category(
    _ field: ArraySlice<UInt8>, place: String
  ) throws(ViewfinderError) -> Int {
    let text = String(decoding: field.prefix(40), as: UTF8.self)
    guard let number = Int(text), number >= 0 else {
      throw .annotations(place, "the class '\(text)'", expected: "a whole number from 0")
    }
    return number
  }

  /// A number that may lie somewhat outside 0 through 1, since boxes may leave their image.
  private static func share(
    _ field: ArraySlice<UInt8>, place: String
  ) throws(ViewfinderError) -> Double {
    let text = String(decoding: field.prefix(40), as: UTF8.self)
    guard field.count <= 40, let value = Double(text), (-1...2).contains(value) else {
      throw .annotations(
        place, "'\(text)'", expected: "a share of the image's side from 0 through 1",
        remedy: "Divide pixels by the image's width or height.")
    }
    return value
  }
}
