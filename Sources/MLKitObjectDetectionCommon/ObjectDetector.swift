public import Foundation
internal import MLKitCommon
public import MLKitVision
internal import Viewfinder
internal import ViewfinderSystem

/// What a detector calls when an image is done: with objects or an error.
public typealias ObjectDetectionCallback = ([Object]?, (any Error)?) -> Void

/// Finds the objects of images, or follows them through a stream.
///
/// Making a detector never fails; a model that is missing or unsuitable is reported with its full
/// reason by the first use. A detector may be used from many threads at once.
///
/// Whatever thread calls, images are taken in the order of the calls, and completions come in that
/// order. A detector has threads of its own: one in stream mode, otherwise one for each core.
///
/// In stream mode, pass the frames of one stream in their order. Objects keep their tracking IDs;
/// frames of another size or orientation start over. A frame waits for the models only if it is the
/// first, or comes after a pause.
#if canImport(ObjectiveC)
  @objc(MLKObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
  private typealias Engine = @Sendable (InputImage) throws -> [Object]

  private let engine: LazyResource<Engine>
  private let isStream: Bool
  private let queue: WorkQueue

  private init(_ options: CommonObjectDetectorOptions) {
    let (makeDetector, isStream) = (options.makeDetector, options.detectorMode == .stream)
    self.isStream = isStream
    queue = WorkQueue(width: isStream ? 1 : InferenceOptions.maximumThreads)
    engine = LazyResource {
      let detector = try makeDetector()
      guard isStream else {
        return { image in try detector.detect(in: image).map { Object($0, in: image) } }
      }
      let tracker = Tracker(detector: detector)
      return { image in try tracker.track(image).objects.map { Object($0, in: image) } }
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
    completion: @escaping ObjectDetectionCallback
  ) {
    let content = Result { try InputImage(image) }
    queue.add(completion: completion) { [self] in try objects(content) }
  }

  /// Finds objects without blocking the caller.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The objects, the most prominent first.
  /// - Throws: `MLKitError`; `CancellationError` when the task is cancelled, whose image is left out
  ///   if its turn has not come.
  public func process(_ image: any MLKitCompatibleImage) async throws -> [Object] {
    let content = Result { try InputImage(image) }
    return try await queue.run(cancellation: CancellationError() as any Error) { [self] in
      try objects(content)
    }
  }

  /// Finds objects on the calling thread.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The objects, the most prominent first.
  /// - Throws: `MLKitError`; also when called on the main thread.
  public func results(in image: any MLKitCompatibleImage) throws -> [Object] {
    try requireBackgroundThread("ObjectDetector.results(in:)")
    let content = Result { try InputImage(image) }
    return isStream ? try queue.perform { try objects(content) } : try objects(content)
  }

  private func objects(_ content: Result<InputImage, any Error>) throws -> [Object] {
    do {
      return try engine.value()(try content.get())
    } catch let error as ViewfinderError {
      throw MLKitError(error)
    }
  }
}
