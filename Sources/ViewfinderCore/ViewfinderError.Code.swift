extension ViewfinderError {
  /// A stable name for a kind of failure, such as `invalidModel`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it appears in JSON.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    private init(_ name: String) {
      rawValue = name
    }

    // MARK: Input and output

    /// There is no such file, or it cannot be read.
    public static let notFound = Code("notFound")
    /// A file could not be written.
    public static let cannotWrite = Code("cannotWrite")
    /// Something is larger than the limits allow.
    public static let tooLarge = Code("tooLarge")

    // MARK: Images

    /// Bytes that are not a readable image.
    public static let invalidImage = Code("invalidImage")
    /// An image or pixel format that is understood but not supported.
    public static let unsupportedImage = Code("unsupportedImage")

    // MARK: Videos

    /// Bytes that are not a readable video, or one that is damaged or cut short.
    public static let invalidVideo = Code("invalidVideo")
    /// A video that is understood but not supported.
    public static let unsupportedVideo = Code("unsupportedVideo")

    // MARK: Models

    /// Bytes that are not a sound TensorFlow Lite model.
    public static let invalidModel = Code("invalidModel")
    /// A sound model of a kind that this task cannot use.
    public static let unsupportedModel = Code("unsupportedModel")
    /// A float input without normalisation options.
    public static let missingNormalization = Code("missingNormalization")
    /// Metadata, labels or calibration that contradict the model or themselves.
    public static let invalidMetadata = Code("invalidMetadata")
    /// An AutoML manifest that cannot be used.
    public static let invalidManifest = Code("invalidManifest")

    // MARK: Inference

    /// The LiteRT library is missing or is not the right one.
    public static let runtimeUnavailable = Code("runtimeUnavailable")
    /// LiteRT failed while a model ran.
    public static let inferenceFailed = Code("inferenceFailed")

    // MARK: Use

    /// An argument that the caller must change.
    public static let invalidArgument = Code("invalidArgument")
    /// A feature this build lacks.
    public static let unavailable = Code("unavailable")
    /// So many calls wait that this one was turned away.
    public static let overloaded = Code("overloaded")
    /// Something did not come in time.
    public static let timedOut = Code("timedOut")
    /// The work was cancelled.
    public static let cancelled = Code("cancelled")
  }
}

extension ViewfinderError.Code: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
