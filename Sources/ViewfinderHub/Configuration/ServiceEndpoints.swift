public import ViewfinderCore

/// Where Google's services are, or the emulators in their place.
public struct ServiceEndpoints: Hashable, Sendable {
  /// Which of the two interfaces of Cloud Storage is spoken.
  public enum StorageInterface: String, Hashable, Sendable {
    /// Cloud Storage for Firebase, which knows security rules: buckets of Firebase projects.
    case firebase
    /// The JSON interface of Google Cloud Storage: public objects of any bucket.
    case cloud
  }

  /// Firebase ML.
  public private(set) var firebaseML = "https://firebaseml.googleapis.com"
  /// Firebase Installations.
  public private(set) var installations = "https://firebaseinstallations.googleapis.com"
  /// Remote Config.
  public private(set) var remoteConfig = "https://firebaseremoteconfig.googleapis.com"
  /// Cloud Storage.
  public private(set) var storage = "https://firebasestorage.googleapis.com"
  /// What the storage server speaks.
  public private(set) var storageInterface = StorageInterface.firebase

  /// Google's own servers.
  public init() {}

  /// Google's servers, except for those that variables name.
  ///
  /// `VIEWFINDER_FIREBASE_ML_HOST`, `VIEWFINDER_INSTALLATIONS_HOST`,
  /// `VIEWFINDER_REMOTE_CONFIG_HOST` and `FIREBASE_STORAGE_EMULATOR_HOST` name emulators as
  /// `host:port`; `STORAGE_EMULATOR_HOST` names one that speaks Google Cloud Storage's JSON
  /// interface. `VIEWFINDER_STORAGE_INTERFACE=cloud` asks Google Cloud Storage itself.
  ///
  /// - Throws: `invalidArgument` for a host that is not on this machine and not `https`.
  public init(environment: [String: String]) throws(ViewfinderError) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let interface = value("VIEWFINDER_STORAGE_INTERFACE") {
      guard let known = StorageInterface(rawValue: interface) else {
        throw ViewfinderError(
          .invalidArgument, subject: "VIEWFINDER_STORAGE_INTERFACE", found: "'\(interface)'",
          expected: "firebase or cloud")
      }
      useStorage(known)
    }
    if let host = value("VIEWFINDER_FIREBASE_ML_HOST") { try useFirebaseML(at: host) }
    if let host = value("VIEWFINDER_INSTALLATIONS_HOST") { try useInstallations(at: host) }
    if let host = value("VIEWFINDER_REMOTE_CONFIG_HOST") { try useRemoteConfig(at: host) }
    if let host = value("FIREBASE_STORAGE_EMULATOR_HOST") {
      try useStorage(.firebase, at: host)
    } else if let host = value("STORAGE_EMULATOR_HOST") {
      try useStorage(.cloud, at: host)
    }
  }

  /// Has Firebase ML asked at another place.
  ///
  /// - Parameter host: `host:port` of an emulator on this machine, or an `https` address.
  /// - Throws: `invalidArgument` for others: keys and tokens are sent there.
  public mutating func useFirebaseML(at host: String) throws(ViewfinderError) {
    firebaseML = try Self.base(host)
  }

  /// Has Firebase Installations asked at another place, as ``useFirebaseML(at:)`` does.
  public mutating func useInstallations(at host: String) throws(ViewfinderError) {
    installations = try Self.base(host)
  }

  /// Has Remote Config asked at another place, as ``useFirebaseML(at:)`` does.
  public mutating func useRemoteConfig(at host: String) throws(ViewfinderError) {
    remoteConfig = try Self.base(host)
  }

  /// Has Cloud Storage asked at another place, as ``useFirebaseML(at:)`` does.
  public mutating func useStorage(
    _ interface: StorageInterface = .firebase, at host: String
  ) throws(ViewfinderError) {
    storage = try Self.base(host)
    storageInterface = interface
  }

  /// Has one of Google's own storage servers asked.
  public mutating func useStorage(_ interface: StorageInterface) {
    storageInterface = interface
    storage =
      interface == .firebase
      ? "https://firebasestorage.googleapis.com" : "https://storage.googleapis.com"
  }

  private static func base(_ host: String) throws(ViewfinderError) -> String {
    let text = host.contains("://") ? host : "http://\(host)"
    var address = try WebAddress(text).text[...]
    while address.hasSuffix("/") { address.removeLast() }
    return String(address)
  }
}
