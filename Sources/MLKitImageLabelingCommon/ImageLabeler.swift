public import Foundation
internal import MLKitCommon
public import MLKitVision
internal import Viewfinder
internal import ViewfinderSystem

/// What a labeler calls when an image is done: with labels or an error.
public typealias ImageLabelingCallback = ([ImageLabel]?, (any Error)?) -> Void

/// Labels whole images.
///
/// Making a labeler never fails; a model that is missing or unsuitable is reported with its full
/// reason by the first use. A labeler may be used from many threads at once. It works on one image
/// for each core at a time, on threads of its own; completions come in the order of the calls.
#if canImport(ObjectiveC)
  @objc(MLKImageLabeler)
#endif
public final class ImageLabeler: NSObject, Sendable {
  private let labeler: LazyResource<any RegionLabeler>
  private let queue = WorkQueue(width: InferenceOptions.maximumThreads)

  private init(_ options: CommonImageLabelerOptions) {
    labeler = LazyResource(options.makeLabeler)
  }

  /// Makes a labeler; later changes of the options have no effect on it.
  public static func imageLabeler(options: CommonImageLabelerOptions) -> ImageLabeler {
    ImageLabeler(options)
  }

  /// Makes a labeler, as some of ML Kit's guides spell it.
  public static func imageLabeler(_ options: CommonImageLabelerOptions) -> ImageLabeler {
    ImageLabeler(options)
  }

  /// Labels an image in the background.
  ///
  /// - Parameters:
  ///   - image: A `VisionImage` or `MLImage`; its orientation is read at once.
  ///   - completion: Called once, on the main queue, with labels or an error. Labels are sorted by
  ///     falling confidence; none is not an error.
  public func process(
    _ image: any MLKitCompatibleImage,
    completion: @escaping ImageLabelingCallback
  ) {
    let content = Result { try InputImage(image) }
    queue.add(completion: completion) { [self] in try labels(content) }
  }

  /// Labels an image without blocking the caller.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The labels, sorted by falling confidence.
  /// - Throws: `MLKitError`; `CancellationError` when the task is cancelled, whose image is left out
  ///   if its turn has not come.
  public func process(_ image: any MLKitCompatibleImage) async throws -> [ImageLabel] {
    let content = Result { try InputImage(image) }
    return try await queue.run(cancellation: CancellationError() as any Error) { [self] in
      try labels(content)
    }
  }

  /// Labels an image on the calling thread.
  ///
  /// - Parameter image: A `VisionImage` or `MLImage`.
  /// - Returns: The labels, sorted by falling confidence.
  /// - Throws: `MLKitError`; also when called on the main thread.
  public func results(in image: any MLKitCompatibleImage) throws -> [ImageLabel] {
    try requireBackgroundThread("ImageLabeler.results(in:)")
    return try labels(Result { try InputImage(image) })
  }

  private func labels(_ content: Result<InputImage, any Error>) throws -> [ImageLabel] {
    do {
      return try labeler.value().label(try content.get(), in: nil).map(ImageLabel.init)
    } catch let error as ViewfinderError {
      throw MLKitError(error)
    }
  }
}
