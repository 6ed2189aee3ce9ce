public import ViewfinderCore
internal import ViewfinderSystem

/// Parameters whose values Firebase Remote Config sets, such as the name of the model to use.
///
/// Experiments give different values to different installations. Values are fetched now and then,
/// kept in the cache, and used from the next ``activate()`` on; where none has come, the app's
/// defaults count.
public final class RemoteParameters: Sendable {
  /// What a fetch led to.
  public enum FetchOutcome: Hashable, Sendable {
    /// There are new values, which ``activate()`` puts into use.
    case fetched
    /// The server has nothing new.
    case unchanged
    /// The last fetch is too recent; no server was asked.
    case throttled
  }

  /// The app.
  public let configuration: AppConfiguration

  private let cache: ModelCache
  private let options: ModelHub.Options
  private let defaults: [String: String]
  private let state: Mutex<RemoteParameterState>

  /// Creates a client, with the values that were in use the last time.
  ///
  /// - Parameters:
  ///   - cache: Where values are kept.
  ///   - configuration: The app.
  ///   - defaults: The values of parameters that no server has set.
  ///   - options: How patient the client is.
  /// - Throws: `cannotWrite` when what is kept cannot be read.
  public init(
    cache: ModelCache, configuration: AppConfiguration, defaults: [String: String] = [:],
    options: ModelHub.Options = .init()
  ) throws(ViewfinderError) {
    self.cache = cache
    self.configuration = configuration
    self.defaults = defaults
    self.options = options
    let path = Self.path(cache, configuration)
    state = Mutex(try onDisk { () throws(SystemError) in try RemoteParameterState.read(path) })
  }

  private static func path(_ cache: ModelCache, _ configuration: AppConfiguration) -> String {
    let identity =
      "\(configuration.endpoints.remoteConfig)\n\(configuration.projectID ?? "")\n"
      + "\(configuration.appID ?? "")"
    let hash = Hexadecimal.text(SHA256.hash(of: identity)).prefix(16)
    return "\(cache.secretsFolder)/remote-config-\(hash).json"
  }

  /// The value of a parameter: the server's, else the default, else an empty one.
  public subscript(key: String) -> RemoteParameter {
    if let text = state.withLock({ $0.active[key] }) {
      return RemoteParameter(text: text, source: .remote)
    }
    if let text = defaults[key] { return RemoteParameter(text: text, source: .standard) }
    return RemoteParameter(text: "", source: .none)
  }

  /// The model that a parameter names: `firebase:name`, `gs://…`, `https://…`, or the bare name of
  /// a model in Firebase ML.
  ///
  /// - Throws: `invalidArgument` when there is no such parameter, or its value names no model.
  public func modelSource(_ key: String) throws(ViewfinderError) -> ModelSource {
    let text = self[key].text
    guard !text.isEmpty else {
      throw ViewfinderError(
        .invalidArgument, subject: key, found: "the parameter is empty or not set",
        expected: "the name of a model", remedy: "Set a default.")
    }
    do throws(ViewfinderError) {
      return ModelSource.isSource(text) ? try ModelSource(text) : try .firebase(name: text)
    } catch {
      throw error.about("\(key): \(error.subject ?? "")")
    }
  }

  /// Puts fetched values into use.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  public func activate() throws(ViewfinderError) -> Bool {
    let kept = state.withLock { $0.activate() ? $0 : nil }
    guard let kept else { return false }
    try keep(kept)
    return true
  }

  /// Asks for new values, unless that was done a short time ago.
  ///
  /// - Parameter minimumInterval: How old values may be, 12 hours by default as in Firebase.
  /// - Returns: What came of it.
  /// - Throws: What the server says. One that is asked too often (429) is left alone for the time it
  ///   names, or for the next hour. `CancellationError` when the task is cancelled.
  @discardableResult
  public func fetch(
    minimumInterval: Duration = .seconds(43200)
  ) async throws -> FetchOutcome {
    try await onOwnThread { [self] (cancellation) throws(ViewfinderError) in
      try fetchNow(minimumInterval, cancellation)
    }
  }

  private func fetchNow(
    _ minimumInterval: Duration, _ cancellation: Cancellation
  ) throws(ViewfinderError) -> FetchOutcome {
    let before = state.withLock(\.self)
    let now = WallClock.secondsSince1970
    let isRecent = now - before.fetchTime < minimumInterval / .seconds(1) && before.fetchTime <= now
    if isRecent || now < before.blockedUntil { return .throttled }
    let service = RemoteConfigService(
      configuration: configuration,
      installations: InstallationService(
        configuration: configuration, folder: cache.secretsFolder))
    var next = before
    let outcome: FetchOutcome
    switch try service.fetch(etag: before.etag, options, cancellation) {
    case .tooOften(let error, let pause):
      let kept = state.withLock { state in
        state.blockedUntil = now + pause
        return state
      }
      try keep(kept)
      throw error
    case .unchanged:
      outcome = .unchanged
    case .values(let values, let etag):
      next.take(values, etag: etag, now: WallClock.secondsSince1970)
      outcome = .fetched
    }
    next.fetchTime = now
    next.blockedUntil = 0
    let kept = state.withLock { state in
      // Another thread may have fetched newer values meanwhile, or put earlier ones into use.
      state = next.merged(with: state)
      return state
    }
    try keep(kept)
    return outcome
  }

  private func keep(_ state: RemoteParameterState) throws(ViewfinderError) {
    let path = Self.path(cache, configuration)
    try onDisk { () throws(SystemError) in
      try Folder.make(cache.secretsFolder, permissions: 0o700)
    }
    try FileLock.hold(path + ".lock", Cancellation()) { () throws(ViewfinderError) in
      try onDisk { () throws(SystemError) in
        // Another program may have written something newer.
        try state.merged(with: RemoteParameterState.read(path)).write(path)
      }
    }
  }
}
