internal import MLKitCommon
public import MLKitVision
internal import Viewfinder

/// Finds the objects of images, or follows them through a stream.
///
/// Making a detector never fails; a model that is missing or unsuitable is reported with its full
/// reason by the first use. A detector may be used from many threads at once.
///
/// In stream mode, pass the frames of one stream in their order. Objects keep their tracking IDs;
/// frames of another size or orientation start over. Calls at the same time wait for each other, but
/// none waits for the models except the first.
public final class ObjectDetector: Sendable {
  private enum Engine: Sendable {
    case stills(Viewfinder.ObjectDetector)
    case stream(ObjectTracker)
  }

  private let engine: LazyResource<Engine>

  private init(_ options: CommonObjectDetectorOptions) {
    let (makeDetector, mode) = (options.makeDetector, options.detectorMode)
    engine = LazyResource {
      let detector = try makeDetector()
      return mode == .stream ? .stream(ObjectTracker(detector: detector)) : .stills(detector)
    }
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
      let objects =
        switch try engine.value() {
        case .stills(let detector):
          try detector.detect(in: content.pixels, orientation: content.orientation)
        case .stream(let tracker):
          try tracker.track(
            content.pixels, orientation: content.orientation, at: content.presentationTime)
        }
      return objects.map(Object.init)
    } catch let error as ViewfinderError {
      throw MLKitError(error)
    }
  }
}
