internal import Viewfinder
internal import ViewfinderSystem

/// Decodes inputs, shrunk to what is needed of them.
struct PhotoLoader: Sendable {
  private let decoder = PhotoDecoder()
  private let orientation: ImageOrientation?

  /// A photo as it is looked at, and what its file says.
  typealias Loaded = (image: InputImage, header: PhotoHeader)

  /// Creates a loader.
  ///
  /// - Parameter orientation: How photos are stored, 1 through 8, in place of what files say.
  init(orientation: Int?) {
    self.orientation = orientation.flatMap(ImageOrientation.init)
  }

  /// Decodes an input.
  func load(_ input: Input, _ need: PhotoDecoder.Need) throws(ViewfinderError) -> Loaded {
    var need = need
    need.orientation = orientation
    switch input {
    case .unusable(_, let error): throw error
    case .standardInput:
      return try decoder.decodePhoto(
        descriptor: Descriptor.standardInput, name: "standard input", need: need)
    case .file(let path):
      guard FileSystem.kind(of: path) == .stream else {
        return try decoder.decodePhoto(path: path, need: need)
      }
      let stream: SystemFile
      do throws(SystemError) {
        stream = try SystemFile.open(path, .stream)
      } catch {
        throw ViewfinderError(.notFound, subject: path, found: error.clause)
      }
      return try decoder.decodePhoto(descriptor: stream.descriptor, name: path, need: need)
    }
  }
}
