public import Dispatch
public import FirebaseCore
public import Foundation
internal import Viewfinder
internal import ViewfinderSystem

/// Cloud Storage for Firebase, as far as downloads need it.
public final class Storage: Sendable {
  private struct State {
    var callbackQueue = DispatchQueue.main
    var maxDownloadRetryTime = 600.0
    var maxOperationRetryTime = 120.0
    var emulator: String?
  }

  private let configuration: Result<AppConfiguration, ViewfinderError>
  private let bucket: String
  private let state = Mutex(State())

  private init(_ configuration: Result<AppConfiguration, ViewfinderError>, bucket: String) {
    self.configuration = configuration
    self.bucket = bucket
  }

  /// The storage of the default app, or of the one that the environment names.
  public static func storage() -> Storage {
    storage(of: FirebaseApp.app())
  }

  /// The storage of an app.
  public static func storage(app: FirebaseApp) -> Storage {
    storage(of: app)
  }

  /// A bucket of the default app, by a URL such as `gs://bucket`; anything else traps.
  public static func storage(url: String) -> Storage {
    storage(of: FirebaseApp.app(), bucket: location(url).bucket)
  }

  /// A bucket of an app, by a URL such as `gs://bucket`; anything else traps.
  public static func storage(app: FirebaseApp, url: String) -> Storage {
    storage(of: app, bucket: location(url).bucket)
  }

  private static func storage(of app: FirebaseApp?, bucket: String? = nil) -> Storage {
    let configuration = FirebaseApp.configuration(of: app)
    let standard = (try? configuration.get())?.storageBucket ?? ""
    return Storage(configuration, bucket: bucket ?? standard)
  }

  private static func location(_ url: String) -> StorageLocation {
    guard let location = try? StorageLocation(url: url) else {
      preconditionFailure("'\(url)' is no URL of Cloud Storage, such as gs://bucket/path")
    }
    return location
  }

  /// The queue of completions and observers; the main one unless set.
  public var callbackQueue: DispatchQueue {
    get { state.withLock(\.callbackQueue) }
    set { state.withLock { $0.callbackQueue = newValue } }
  }

  /// How long to go on trying to download, in seconds.
  public var maxDownloadRetryTime: TimeInterval {
    get { state.withLock(\.maxDownloadRetryTime) }
    set { state.withLock { $0.maxDownloadRetryTime = newValue } }
  }

  /// How long to go on trying other operations, in seconds.
  public var maxOperationRetryTime: TimeInterval {
    get { state.withLock(\.maxOperationRetryTime) }
    set { state.withLock { $0.maxOperationRetryTime = newValue } }
  }

  /// Has an emulator on this machine asked in place of Google's servers.
  public func useEmulator(withHost host: String, port: Int) {
    state.withLock { $0.emulator = "\(host):\(port)" }
  }

  /// The root of the bucket.
  public func reference() -> StorageReference {
    precondition(!bucket.isEmpty, "The app has no default bucket: set storageBucket")
    return reference(withPath: "")
  }

  /// An object of the bucket by its path; a path that cannot be traps.
  public func reference(withPath path: String) -> StorageReference {
    guard let location = try? StorageLocation(bucket: bucket, object: path) else {
      preconditionFailure("'\(path)' is no path in the bucket '\(bucket)'")
    }
    return StorageReference(self, location)
  }

  /// An object by its `gs:` or `https:` URL; a URL that is none, or of another bucket, traps.
  public func reference(forURL url: String) -> StorageReference {
    let location = Self.location(url)
    precondition(
      bucket.isEmpty || location.bucket == bucket,
      "'\(url)' is in another bucket than this storage's, '\(bucket)'")
    return StorageReference(self, location)
  }

  /// An object by its `gs:` or `https:` URL.
  ///
  /// - Throws: ``StorageError`` with the code `pathError` or `bucketMismatch`.
  public func reference(for url: URL) throws -> StorageReference {
    let location: StorageLocation
    do throws(ViewfinderError) {
      location = try StorageLocation(url: url.absoluteString)
    } catch {
      throw StorageError(.pathError, error)
    }
    guard bucket.isEmpty || location.bucket == bucket else {
      throw StorageError(
        .bucketMismatch,
        ViewfinderError(
          .invalidArgument, subject: location.url, found: "the bucket is '\(location.bucket)'",
          expected: "'\(bucket)'"))
    }
    return StorageReference(self, location)
  }

  /// What downloads are made with.
  func hub(most byteCount: Int? = nil) throws(ViewfinderError) -> ModelHub {
    let state = state.withLock(\.self)
    var configuration = try configuration.get()
    if let emulator = state.emulator { try configuration.endpoints.useStorage(at: emulator) }
    // "For ever" is a long time too, and no number a duration can hold.
    func limit(_ time: TimeInterval) -> Duration { .seconds(min(max(0, time), 1e9)) }
    let retry = RetryPolicy(
      downloadLimit: limit(state.maxDownloadRetryTime),
      questionLimit: limit(state.maxOperationRetryTime))
    var options = ModelHub.Options(retry: retry)
    if let byteCount { options.maximumByteCount = byteCount }
    return ModelHub(cache: try ModelCache(), configuration: configuration, options: options)
  }
}
