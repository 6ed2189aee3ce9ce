public import ViewfinderCore
internal import ViewfinderSystem

/// Hosted models: fetched from Firebase ML, Cloud Storage or any web server, and kept in a cache.
///
/// ```swift
/// let hub = try ModelHub()
/// let source = try ModelSource("gs://bucket/bird.tflite")
/// let model = try await hub.download(source)
/// let labeler = Labeler(model: try ClassifierModel(path: model.path))
/// ```
///
/// A hub may be used from many threads at once, and many hubs and processes may share a cache.
public final class ModelHub: Sendable {
  /// Where models are kept.
  public let cache: ModelCache
  /// The app that Firebase's services are asked for.
  public let configuration: AppConfiguration
  /// How patient the hub is.
  public let options: Options

  /// Creates a hub.
  ///
  /// - Parameters:
  ///   - cache: Where models are kept.
  ///   - configuration: The app; needed for `firebase:` sources.
  ///   - options: How patient the hub is.
  public init(
    cache: ModelCache, configuration: AppConfiguration = AppConfiguration(),
    options: Options = Options()
  ) {
    self.cache = cache
    self.configuration = configuration
    self.options = options
  }

  /// Creates a hub with the cache and the app that the environment names.
  ///
  /// - Throws: What ``ModelCache/init(folder:environment:)`` and
  ///   ``AppConfiguration/init(environment:)`` throw.
  public convenience init() throws(ViewfinderError) {
    try self.init(cache: ModelCache(), configuration: AppConfiguration(environment: nil))
  }

  /// The model of a source, if it is in the cache; no server is asked.
  ///
  /// A download that is going on is not waited for. Where the source pins a hash, only a model with
  /// that hash counts.
  ///
  /// - Throws: `cannotWrite` when the cache cannot be read.
  /// - Complexity: O(1); O(size of the file) when a process has been ended during an update, and for
  ///   a pinned model whose file is not the one that was put in place.
  public func cachedModel(_ source: ModelSource) throws(ViewfinderError) -> CachedModel? {
    let slot = slot(of: source)
    return try onDisk { () throws(SystemError) in
      guard let record = try slot.record() else { return nil }
      return slot.content(record).flatMap { CachedModel(slot, record, $0) }
    }
  }

  /// Removes the model of a source from the cache; that there is none is no error.
  ///
  /// Downloads of it that are going on, in this process and others, end with `notDownloaded`. Files
  /// that are open stay readable.
  ///
  /// - Throws: `cannotWrite` when the system refuses.
  public func removeModel(_ source: ModelSource) throws(ViewfinderError) {
    try cache.remove(slot(of: source))
  }

  /// Starts to fetch a model, or to look whether there is a newer version of one that is here.
  ///
  /// Downloads of one model into one cache are one transfer, in this process and others; who joins
  /// late takes the options of the first. An address with another pinned hash is another model.
  ///
  /// - Parameters:
  ///   - source: Where the model comes from.
  ///   - conditions: When the download may happen.
  ///   - progress: Called on a thread of the hub as bytes arrive, ten times a second at most, and with
  ///     the last of them. A model that is the newest already makes none.
  ///   - completion: Called exactly once, on a thread of the hub or on the one that cancels, with the
  ///     model that is in the cache then.
  /// - Returns: What can cancel it.
  @discardableResult
  public func startDownload(
    _ source: ModelSource, conditions: DownloadConditions = DownloadConditions(),
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in },
    completion: @escaping @Sendable (Result<CachedModel, ViewfinderError>) -> Void
  ) -> ModelDownload {
    let slot = slot(of: source)
    return SharedDownload.join(
      slot, source.description, progress: progress, completion: completion
    ) { [self] cancellation, reporter in
      let downloader = ModelDownloader(
        source: source, slot: slot, cache: cache, configuration: configuration, options: options,
        conditions: conditions, cancellation: cancellation, reporter: reporter)
      return Result { () throws(ViewfinderError) in try downloader.run() }
    }
  }

  /// Where a source's model lies; projects and servers have places of their own.
  func slot(of source: ModelSource) -> ModelSlot {
    let identity =
      switch source.kind {
      case .firebase(let name):
        "firebase \(configuration.endpoints.firebaseML) \(configuration.projectID ?? "") \(name)"
      case .storage(let location): "storage \(configuration.endpoints.storage) \(location.url)"
      case .web(let address, _): "web \(address.text)"
      }
    return cache.slot(name: source.name, identity: identity, pin: source.pin)
  }
}
