internal import Viewfinder
internal import ViewfinderSystem

/// The folder that copies of pictures go to, with the objects drawn into them.
///
/// A copy is called as its input, without the folders before; a second `photo` becomes `photo-2`.
/// JPEG, PNG and WebP keep their format, all others become PNG. No input is ever overwritten.
final class DrawingFolder: Sendable {
  private let path: String
  /// All inputs; `nil` when they cannot be known before they come.
  private let inputs: Set<FileIdentity>?
  private let names = Mutex(DrawingNames())
  private let annotator = Annotator()

  /// Makes the folder where it is missing.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - photos: The inputs, which are kept.
  /// - Throws: `cannotWrite` when it cannot be made, `unavailable` when no text can be drawn.
  init(_ path: String, keeping photos: PhotoOptions) throws(ViewfinderError) {
    self.path = path
    try Annotator.prepare()
    inputs = Self.identities(photos)
    do throws(SystemError) {
      try Folder.make(path)
    } catch {
      throw ViewfinderError(
        .cannotWrite, subject: path, found: "the folder cannot be made: \(error.clause)")
    }
  }

  private static func identities(_ photos: PhotoOptions) -> Set<FileIdentity>? {
    if InputExpander.hasStream(photos.inputs) { return nil }
    var expander = InputExpander(photos.inputs, isRecursive: photos.isRecursive)
    var identities: Set<FileIdentity> = []
    while let input = expander.next() {
      let identity =
        switch input {
        case .file(let path): FileIdentity(path: path)
        case .standardInput: FileIdentity(descriptor: Descriptor.standardInput)
        case .unusable: nil as FileIdentity?
        }
      if let identity { identities.insert(identity) }
    }
    return identities
  }

  /// The name of the next copy, without its extension; no other copy has it.
  func nextName(for source: String) -> String {
    names.withLock { $0.next(for: source) }
  }

  /// Draws objects into a copy of a picture.
  ///
  /// - Returns: The path of the copy.
  func write(
    _ objects: [PhotoObject], on loaded: PhotoLoader.Loaded, of input: Input, named name: String
  ) throws(ViewfinderError) -> String {
    let file = name + "." + Self.fileExtension(loaded.header, input.source)
    let target = FileSystem.joined(path, file)
    try check(target)
    let drawn = try annotator.draw(
      objects.enumerated().map(Self.annotation), on: loaded.image)
    var inputs: [String] = []
    if case .file(let path) = input { inputs = [path] }
    try drawn.write(to: target, protecting: inputs)
    return target
  }

  /// Refuses to overwrite an input, or anything when inputs are not known.
  private func check(_ target: String) throws(ViewfinderError) {
    guard let identity = FileIdentity(path: target) else { return }
    guard let inputs else {
      throw ViewfinderError(
        .cannotWrite, subject: target, found: "there is such a file, which may be an input to come",
        expected: "a folder without it, since the inputs come from a list",
        remedy: "Name an empty folder with --annotate.")
    }
    guard inputs.contains(identity) else { return }
    throw ViewfinderError(
      .cannotWrite, subject: target, found: "the file is an input as well",
      expected: "a folder without inputs", remedy: "Name another folder with --annotate.")
  }

  private static func annotation(_ rank: Int, _ object: PhotoObject) -> BoxAnnotation {
    guard let label = object.labels.first else {
      return BoxAnnotation(
        box: object.box, confidence: object.confidence, colorKey: .id(rank))
    }
    return BoxAnnotation(
      box: object.box, text: label.shownText, confidence: label.confidence,
      colorKey: .label(label.shownText))
  }

  /// The extension of the input if it is that of its format, so that `photo.JPG` stays so.
  private static func fileExtension(_ photo: PhotoHeader, _ source: String) -> String {
    let longestSide = max(photo.storedWidth, photo.storedHeight)
    let format: (name: String, spellings: [String])
    switch photo.format {
    case .jpeg where longestSide <= 65_500: format = ("jpg", ["jpg", "jpeg"])
    case .webp where longestSide <= 16_383: format = ("webp", ["webp"])
    default: format = ("png", ["png"])
    }
    let own = DrawingNames.parts(of: source).fileExtension
    return format.spellings.contains(own.lowercased()) ? own : format.name
  }
}
