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
  private enum Engine: Sendable {
    case stills(Detector)
    case stream(Tracker)
  }

  private let engine: LazyResource<Engine>
  private let isStream: Bool
  private let queue: WorkQueue

  private init(_ options: CommonObjectDetectorOptions) {
    let (makeDetector, mode) = (options.makeDetector, options.detectorMode)
    isStream = mode == .stream
    queue = WorkQueue(width: isStream ? 1 : InferenceOptions.maximumThreads)
    engine = LazyResource {
      let detector = try makeDetector()
      return mode == .stream ? .stream(Tracker(detector: detector)) : .stills(detector)
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
    let content = Result { try ImageContent(image) }
    queue.add(completion: completion) { [self] in try objects(content) }
  }

  /// Finds objects without blocking the caller.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The objects, the most prominent first.
  /// - Throws: `MLKitError`; `CancellationError` when the task is cancelled, whose image is left out
  ///   if its turn has not come.
  public func process(_ image: any MLKitCompatibleImage) async throws -> [Object] {
    let content = Result { try ImageContent(image) }
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
    let content = Result { try ImageContent(image) }
    return isStream ? try queue.perform { try objects(content) } : try objects(content)
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
