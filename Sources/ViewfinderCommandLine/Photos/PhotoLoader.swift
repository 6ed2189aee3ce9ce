internal import Viewfinder

/// Decodes inputs, shrunk to what is needed of them.
struct PhotoLoader: Sendable {
  private let decoder = PhotoDecoder()
  private let orientation: ImageOrientation?

  /// How much of a picture is needed.
  enum Need {
    /// Every pixel.
    case whole
    /// At least so many pixels, of the whole upright picture or of a part of it.
    case size(width: Int, height: Int, of: Box? = nil)

    /// What fills an input of some size, from the whole upright picture or from a part of it.
    ///
    /// The bilinear filter takes single pixels of the picture, as ML Kit does. Of a picture that was
    /// shrunk before it would take others, and other ones for each file format.
    static func toFill(
      _ size: (width: Int, height: Int), filter: SamplingFilter, of region: Box? = nil
    ) -> Need {
      filter == .bilinear ? .whole : .size(width: size.width, height: size.height, of: region)
    }
  }

  /// A photo and how it is looked at.
  struct Loaded {
    let photo: Photo
    let orientation: ImageOrientation
    /// The size of the whole picture as it is looked at, in pixels.
    let size: (width: Int, height: Int)

    /// Maps a rectangle of the whole upright picture to the pixels that were decoded.
    func decoded(_ rect: Box) -> Box {
      photo.decoded(
        orientation.stored(rect, width: photo.storedWidth, height: photo.storedHeight))
    }

    /// Maps a rectangle of the pixels that were decoded to the whole upright picture.
    func upright(_ rect: Box) -> Box {
      let x = Double(photo.storedWidth) / Double(photo.pixels.width)
      let y = Double(photo.storedHeight) / Double(photo.pixels.height)
      let whole = Box(
        x: rect.x * x, y: rect.y * y, width: rect.width * x, height: rect.height * y)
      return orientation.upright(whole, width: photo.storedWidth, height: photo.storedHeight)
    }
  }

  /// Creates a loader.
  ///
  /// - Parameter orientation: How pictures are stored, 1 through 8, in place of what files say.
  init(orientation: Int?) {
    self.orientation = orientation.flatMap(ImageOrientation.init)
  }

  /// Decodes an input.
  func load(_ input: Input, _ need: Need) throws(ViewfinderError) -> Loaded {
    let photo = try decode(input, need)
    let orientation = orientation ?? photo.orientation
    return Loaded(
      photo: photo, orientation: orientation,
      size: orientation.uprightSize(width: photo.storedWidth, height: photo.storedHeight))
  }

  /// The part of a region that lies in a picture.
  static func clipped(
    _ region: Box, to size: (width: Int, height: Int)
  ) throws(ViewfinderError) -> Box {
    let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let part = region.intersection(whole)
    if part.area > 0 { return part }
    throw ViewfinderError(
      .invalidArgument, found: "the region lies outside the picture",
      expected: "a part of its \(size.width) × \(size.height) pixels")
  }

  private func decode(_ input: Input, _ need: Need) throws(ViewfinderError) -> Photo {
    switch input {
    case .unusable(_, let error): throw error
    case .standardInput:
      return try decoder.decode(descriptor: Descriptor.standardInput, name: "standard input")
    case .file(let path):
      guard FileSystem.kind(of: path) == .stream else {
        return try decoder.decode(path: path, targetSize: try targetSize(path, need))
      }
      switch Descriptor.open(path) {
      case .failure(let failure):
        throw ViewfinderError(.notFound, subject: path, found: failure.message)
      case .success(let descriptor):
        defer { Descriptor.close(descriptor) }
        return try decoder.decode(descriptor: descriptor, name: path)
      }
    }
  }

  /// The size that a file has to be decoded to at least.
  private func targetSize(
    _ path: String, _ need: Need
  ) throws(ViewfinderError) -> (width: Int, height: Int)? {
    guard case .size(let width, let height, let region) = need else { return nil }
    var target = (width: width, height: height)
    if region == nil, orientation == nil { return target }
    let header = try decoder.readHeader(path: path)
    let orientation = orientation ?? header.orientation
    if let region {
      let size = orientation.uprightSize(width: header.storedWidth, height: header.storedHeight)
      let part = try Self.clipped(region, to: size)
      // No picture has a longer side, however thin the part.
      func side(_ side: Double) -> Int { Int(min(side.rounded(.up), 65_536)) }
      target.width = side(Double(width * size.width) / part.width)
      target.height = side(Double(height * size.height) / part.height)
    }
    // The decoder thinks in the upright picture of the file's own orientation.
    let isTurned = orientation.swapsSides != header.orientation.swapsSides
    return isTurned ? (target.height, target.width) : target
  }
}
