package import Viewfinder

/// What identifies an app to Firebase.
public final class FirebaseOptions {
  /// The app's identifier, such as `1:1234567890:ios:321abc456def7890`.
  public var googleAppID: String
  /// The number of the project; nothing here needs it.
  public var gcmSenderID: String
  /// The API key.
  public var apiKey: String?
  /// The project.
  public var projectID: String?
  /// The app's bundle identifier.
  public var bundleID: String
  /// The default bucket of Cloud Storage.
  public var storageBucket: String?

  private let base: AppConfiguration

  /// Creates options in code.
  public init(googleAppID: String, gcmSenderID: String) {
    self.googleAppID = googleAppID
    self.gcmSenderID = gcmSenderID
    bundleID = ""
    base = AppConfiguration()
  }

  /// Reads `GoogleService-Info.plist` or `google-services.json`, or makes nothing of other files.
  public convenience init?(contentsOfFile path: String) {
    guard let configuration = try? AppConfiguration(path: path) else { return nil }
    self.init(configuration)
  }

  package init(_ configuration: AppConfiguration) {
    googleAppID = configuration.appID ?? ""
    gcmSenderID = ""
    apiKey = configuration.apiKey
    projectID = configuration.projectID
    bundleID = configuration.bundleID ?? ""
    storageBucket = configuration.storageBucket
    base = configuration
  }

  /// The options as the layers below take them.
  package var configuration: AppConfiguration {
    var configuration = base
    configuration.appID = googleAppID
    configuration.apiKey = apiKey
    configuration.projectID = projectID
    configuration.bundleID = bundleID.isEmpty ? nil : bundleID
    configuration.storageBucket = storageBucket
    return configuration
  }
}
