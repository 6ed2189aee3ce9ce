public import FirebaseCore
public import Foundation
internal import Viewfinder
internal import ViewfinderSystem

/// What a fetch led to.
public enum RemoteConfigFetchStatus: Int, Sendable {
  /// Nothing was fetched yet.
  case noFetchYet = 0
  /// The values are the newest.
  case success = 1
  /// It failed.
  case failure = 2
  /// The server wants to be left alone for now.
  case throttled = 3
}

/// What fetching and activating led to.
public enum RemoteConfigFetchAndActivateStatus: Int, Sendable {
  /// New values are in use.
  case successFetchedFromRemote = 0
  /// The values in use are the newest already, or recent enough.
  case successUsingPreFetchedData = 1
  /// It failed.
  case error = 2
}

/// How Remote Config fetches.
public final class RemoteConfigSettings: NSObject, @unchecked Sendable {
  /// How old values may be, in seconds; 12 hours unless set.
  public var minimumFetchInterval: TimeInterval = 43_200
  /// How long to wait for the server, in seconds.
  public var fetchTimeout: TimeInterval = 60
}

/// Firebase Remote Config, as far as reading parameters needs it: an A/B test of two models gives each
/// installation the name of one.
public final class RemoteConfig: NSObject, Sendable {
  private typealias Client = RemoteParameters

  private struct State: @unchecked Sendable {
    var defaults: [String: String] = [:]
    var settings = RemoteConfigSettings()
    var status = RemoteConfigFetchStatus.noFetchYet
    var fetchTime: Date?
    var client: Client?
  }

  private static let clients = Mutex<[String: RemoteConfig]>([:])

  private let configuration: Result<AppConfiguration, ViewfinderError>
  private let state = Mutex(State())

  private init(_ configuration: Result<AppConfiguration, ViewfinderError>) {
    self.configuration = configuration
  }

  /// The parameters of the default app, or of the one that the environment names.
  public static func remoteConfig() -> RemoteConfig {
    remoteConfig(of: FirebaseApp.app())
  }

  /// The parameters of an app.
  public static func remoteConfig(app: FirebaseApp) -> RemoteConfig {
    remoteConfig(of: app)
  }

  private static func remoteConfig(of app: FirebaseApp?) -> RemoteConfig {
    let configuration = FirebaseApp.configuration(of: app)
    return clients.withLock { clients in
      let name = app?.name ?? ""
      if let client = clients[name] { return client }
      let client = RemoteConfig(configuration)
      clients[name] = client
      return client
    }
  }

  private func client() throws(ViewfinderError) -> Client {
    if let client = state.withLock(\.client) { return client }
    let timeout = state.withLock(\.settings).fetchTimeout
    let made = try Client(
      cache: try ModelCache(), configuration: try configuration.get(),
      options: ModelHub.Options(
        retry: RetryPolicy(
          downloadLimit: .seconds(timeout), questionLimit: .seconds(timeout))))
    return state.withLock { state in
      let client = state.client ?? made
      state.client = client
      return client
    }
  }

  /// How values are fetched.
  public var configSettings: RemoteConfigSettings {
    get { state.withLock(\.settings) }
    set { state.withLock { $0.settings = newValue } }
  }

  /// When the server was asked last by this object.
  public var lastFetchTime: Date? { state.withLock(\.fetchTime) }

  /// What that led to.
  public var lastFetchStatus: RemoteConfigFetchStatus { state.withLock(\.status) }

  // MARK: Values

  /// Sets the values of parameters that no server has set: text, numbers, truth values or data.
  public func setDefaults(_ defaults: [String: NSObject]?) {
    let texts = (defaults ?? [:]).mapValues(Self.text)
    state.withLock { $0.defaults = texts }
  }

  /// Sets the defaults from a property list among the app's resources; without one, does nothing.
  public func setDefaults(fromPlist fileName: String?) {
    guard let fileName,
      let path = Bundle.main.path(forResource: fileName, ofType: "plist"),
      let data = FileManager.default.contents(atPath: path),
      let list = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil),
      let values = list as? [String: Any]
    else { return }
    let texts = values.mapValues(Self.text)
    state.withLock { $0.defaults = texts }
  }

  private static func text(_ value: Any) -> String {
    switch value {
    case let data as Data: String(decoding: data, as: UTF8.self)
    case let number as NSNumber: number.stringValue
    default: "\(value)"
    }
  }

  /// The default of a parameter, if it has one.
  public func defaultValue(forKey key: String) -> RemoteConfigValue? {
    state.withLock { $0.defaults[key] }.map { RemoteConfigValue($0, .default) }
  }

  /// The value of a parameter: the server's, else the default, else an empty one.
  public func configValue(forKey key: String?) -> RemoteConfigValue {
    guard let key else { return RemoteConfigValue("", .static) }
    if let value = try? client()[key], value.source == .remote {
      return RemoteConfigValue(value.text, .remote)
    }
    return defaultValue(forKey: key) ?? RemoteConfigValue("", .static)
  }

  /// The value of a parameter, as ``configValue(forKey:)`` gives it.
  public subscript(key: String) -> RemoteConfigValue { configValue(forKey: key) }

  // MARK: Fetching

  /// Asks for new values, which ``activate()`` puts into use.
  ///
  /// - Throws: ``RemoteConfigError``.
  public func fetch() async throws -> RemoteConfigFetchStatus {
    try await fetch(withExpirationDuration: configSettings.minimumFetchInterval)
  }

  /// Asks for new values unless those that are here are younger than some seconds.
  ///
  /// - Throws: ``RemoteConfigError``.
  public func fetch(
    withExpirationDuration expirationDuration: TimeInterval
  ) async throws -> RemoteConfigFetchStatus {
    do {
      try await client().fetch(minimumInterval: .seconds(max(0, expirationDuration)))
      note(.success)
      return .success
    } catch let error as ViewfinderError {
      let error = RemoteConfigError(error)
      note(error.code == .throttled ? .throttled : .failure)
      throw error
    } catch {
      note(.failure)
      throw error
    }
  }

  private func note(_ status: RemoteConfigFetchStatus) {
    state.withLock { ($0.status, $0.fetchTime) = (status, Date.now) }
  }

  /// Puts fetched values into use.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: ``RemoteConfigError``.
  @discardableResult
  public func activate() async throws -> Bool {
    do throws(ViewfinderError) {
      return try client().activate()
    } catch {
      throw RemoteConfigError(error)
    }
  }

  /// Asks for new values and puts them into use.
  ///
  /// - Throws: ``RemoteConfigError``.
  @discardableResult
  public func fetchAndActivate() async throws -> RemoteConfigFetchAndActivateStatus {
    _ = try await fetch()
    return try await activate() ? .successFetchedFromRemote : .successUsingPreFetchedData
  }

  /// Asks for new values; the completion is called once, on the main queue.
  public func fetch(
    completionHandler: ((RemoteConfigFetchStatus, (any Error)?) -> Void)? = nil
  ) {
    answer(completionHandler, { [self] in lastFetchStatus }) { [self] in try await fetch() }
  }

  /// Puts fetched values into use; the completion is called once, on the main queue.
  public func activate(completion: ((Bool, (any Error)?) -> Void)? = nil) {
    answer(completion, { false }) { [self] in try await activate() }
  }

  /// Asks for new values and puts them into use; the completion is called once, on the main queue.
  public func fetchAndActivate(
    completionHandler: ((RemoteConfigFetchAndActivateStatus, (any Error)?) -> Void)? = nil
  ) {
    answer(completionHandler, { .error }) { [self] in try await fetchAndActivate() }
  }

  /// Calls a completion on the main queue with the result of some work, or with a value that stands
  /// for its failure and the error.
  private func answer<Value: Sendable>(
    _ completion: ((Value, (any Error)?) -> Void)?, _ failed: @escaping @Sendable () -> Value,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    let callback = QueueCallback<(Value, (any Error)?)> { completion?($0.0, $0.1) }
    callback.send {
      do { return (try await work(), nil) } catch { return (failed(), error) }
    }
  }
}
