internal import MLKitCommon
public import MLKitVision
internal import Viewfinder

/// Finds the objects of images, or follows them through a stream.
///
/// Making a detector never fails; a model that is missing or unsuitable is reported with its full
/// reason by the first use. A detector may be used from many threads at once.
public final class ObjectDetector: Sendable {
  private let detector: LazyResource<Viewfinder.ObjectDetector>

  private init(_ options: CommonObjectDetectorOptions) {
    detector = LazyResource(options.makeDetector)
  }

  /// Makes a detector; later changes of the options have no effect on it.
  public static func objectDetector(options: CommonObjectDetectorOptions) -> ObjectDetector {
    ObjectDetector(options)
  }

  /// Finds objects in the background.
  ///
  /// - Parameters:
  ///   - image: A `VisionImage` or `MLImage`; its orientation is read at once.
  ///   - completion: Called once, on the main queue, with objects or an error. No object is not an
  ///     error.
  public func process(
    _ image: any MLKitCompatibleImage,
    completion: @escaping ([Object]?, (any Error)?) -> Void
  ) {
    let content = Result { try ImageContent(image) }
    complete(completion) { [self] in try objects(content) }
  }

  /// Finds objects without blocking the caller.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The objects, the most prominent first.
  /// - Throws: `MLKitError`.
  public func process(_ image: any MLKitCompatibleImage) async throws -> [Object] {
    let content = Result { try ImageContent(image) }
    return try await runInBackground { [self] in try objects(content) }
  }

  /// Finds objects on the calling thread.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The objects, the most prominent first.
  /// - Throws: `MLKitError`; also when called on the main thread.
  public func results(in image: any MLKitCompatibleImage) throws -> [Object] {
    try requireBackgroundThread("ObjectDetector.results(in:)")
    return try objects(Result { try ImageContent(image) })
  }

  private func objects(_ content: Result<ImageContent, any Error>) throws -> [Object] {
    do {
      let content = try content.get()
      return try detector.value()
        .detect(in: content.pixels, orientation: content.orientation)
        .map(Object.init)
    } catch let error as ViewfinderError {
      throw MLKitError(error)
    }
  }
}
