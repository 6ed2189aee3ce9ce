internal import ViewfinderCore

/// What identifies an app to Firebase: the values of `GoogleService-Info.plist` or
/// `google-services.json`.
///
/// Its description leaves the key out.
public struct AppConfiguration: Hashable, Sendable {
  /// The project, such as `demo-1234`.
  public var projectID: String?
  /// The API key, which is sent to Google alone.
  public var apiKey: String?
  /// The app's identifier, such as `1:1234567890:ios:321abc456def7890`.
  public var appID: String?
  /// The app's bundle identifier, or package name on Android.
  public var bundleID: String?
  /// The default bucket, such as `demo.appspot.com`.
  public var storageBucket: String?
  /// The token of a signed-in user, which Cloud Storage's rules see.
  public var userToken: String?
  /// Whether the values are those of an Android app, for which keys are restricted differently.
  public var isAndroid: Bool
  /// Where the services are: Google's, or emulators.
  public var endpoints: ServiceEndpoints

  /// Creates a configuration in code.
  public init(
    projectID: String? = nil, apiKey: String? = nil, appID: String? = nil,
    bundleID: String? = nil, storageBucket: String? = nil, userToken: String? = nil,
    isAndroid: Bool = false, endpoints: ServiceEndpoints = ServiceEndpoints()
  ) {
    self.projectID = projectID
    self.apiKey = apiKey
    self.appID = appID
    self.bundleID = bundleID
    self.storageBucket = storageBucket
    self.userToken = userToken
    self.isAndroid = isAndroid
    self.endpoints = endpoints
  }

  /// A value that a service cannot do without.
  func required(
    _ value: String?, _ name: String, _ variable: String, for subject: String
  ) throws(ViewfinderError) -> String {
    if let value, !value.isEmpty { return value }
    throw ViewfinderError(
      .invalidConfiguration, subject: subject, found: "the app's \(name) is not known",
      remedy: "Name GoogleService-Info.plist or google-services.json in VIEWFINDER_APP_CONFIG, or "
        + "set \(variable).")
  }

  /// What must not appear in messages.
  var secrets: [String] { [apiKey, userToken].compactMap(\.self) }

  /// Headers by which Google tells apps apart.
  func addHeaders(to request: inout HTTPRequest) {
    request.add(
      isAndroid ? "X-Android-Package" : "X-Ios-Bundle-Identifier", bundleID, isPrivate: true)
  }
}

extension AppConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
  /// The project and the app; never the key or the token.
  public var description: String {
    "AppConfiguration(projectID: \(projectID ?? "none"), appID: \(appID ?? "none"))"
  }

  /// The project and the app; never the key or the token.
  public var debugDescription: String { description }
}
