public import ViewfinderCore

extension DetectionGroundTruth {
  /// The most bytes of an annotation file that are read: 512 MiB, a little over COCO's largest.
  ///
  /// Reading takes about five times as much memory as the file has bytes.
  public static let maximumByteCount = 1 << 29

  /// Reads a COCO annotation file (`images`, `categories`, `annotations` with `bbox`).
  ///
  /// The format is described at <https://cocodataset.org/#format-data>. `area`, `iscrowd`, image
  /// names and sizes may be missing. Outlines and everything else are skipped.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - needsObjects: Whether the file must have the key `annotations`; lists of pictures whose
  ///     objects are secret, as those of COCO's tests, do without.
  /// - Throws: `notFound`, `tooLarge`, or `invalidAnnotations` naming the key and the entry.
  public init(contentsOf path: String, needsObjects: Bool = true) throws(ViewfinderError) {
    let bytes = try WholeFile.streamed(path, limit: Self.maximumByteCount, for: .annotations)
    try self.init(bytes: bytes, name: path, needsObjects: needsObjects)
  }

  /// Reads the bytes of a COCO annotation file; `name` stands for it in errors.
  ///
  /// - Throws: `tooLarge`, or `invalidAnnotations` naming the key and the entry.
  public init(cocoJSON bytes: [UInt8], name: String) throws(ViewfinderError) {
    guard bytes.count <= Self.maximumByteCount else {
      throw .tooManyBytes(name, limit: Self.maximumByteCount)
    }
    try self.init(bytes: bytes, name: name)
  }

  private init(
    bytes: [UInt8], name: String, needsObjects: Bool = true
  ) throws(ViewfinderError) {
    let file = try JSONReader.decode(COCOFile.self, from: bytes, name: name)
    if needsObjects, file.annotations == nil {
      throw .annotations(name, "there is no key 'annotations'", expected: "'annotations'")
    }
    var objects: [GroundTruthObject] = []
    objects.reserveCapacity(file.annotations?.count ?? 0)
    for (index, annotation) in (file.annotations ?? []).enumerated() {
      objects.append(
        GroundTruthObject(
          imageID: annotation.image_id.value, categoryID: annotation.category_id.value,
          box: try Box(cocoBox: annotation.bbox.values, "\(name): annotations[\(index)].bbox"),
          area: annotation.area?.value, isCrowd: annotation.iscrowd?.isSet ?? false))
    }
    try self.init(
      images: file.images.map {
        GroundTruthImage(
          id: $0.id.value, fileName: $0.file_name, width: $0.width?.value,
          height: $0.height?.value)
      },
      categories: file.categories.map {
        GroundTruthCategory(id: $0.id.value, name: $0.name ?? "\($0.id.value)")
      },
      objects: objects, name: name)
  }
}

extension Box {
  /// The box that COCO writes as `[x, y, width, height]`.
  init(
    cocoBox box: [Double], _ place: @autoclosure () -> String
  ) throws(ViewfinderError) {
    guard box.count == 4 else {
      throw .annotations(place(), "\(box.count) numbers", expected: "[x, y, width, height]")
    }
    self.init(x: box[0], y: box[1], width: box[2], height: box[3])
  }
}

/// The keys as COCO spells them.
private struct COCOFile: Decodable {
  struct Image: Decodable {
    let id: JSONInteger
    let file_name: String?
    let width: JSONNumber?
    let height: JSONNumber?
  }

  struct Category: Decodable {
    let id: JSONInteger
    let name: String?
  }

  struct Annotation: Decodable {
    let image_id: JSONInteger
    let category_id: JSONInteger
    let bbox: JSONNumbers
    let area: JSONNumber?
    let iscrowd: JSONFlag?
  }

  let images: [Image]
  let categories: [Category]
  let annotations: [Annotation]?
}
