public import ViewfinderCore
internal import ViewfinderSystem

extension AppConfiguration {
  /// The variables that ``init(environment:)`` reads.
  public static let environmentVariables = [
    "VIEWFINDER_APP_CONFIG", "VIEWFINDER_PROJECT", "VIEWFINDER_API_KEY", "VIEWFINDER_APP_ID",
    "VIEWFINDER_BUNDLE_ID", "VIEWFINDER_STORAGE_BUCKET", "VIEWFINDER_USER_TOKEN",
    "VIEWFINDER_STORAGE_INTERFACE", "VIEWFINDER_FIREBASE_ML_HOST", "VIEWFINDER_INSTALLATIONS_HOST",
    "VIEWFINDER_REMOTE_CONFIG_HOST", "FIREBASE_STORAGE_EMULATOR_HOST", "STORAGE_EMULATOR_HOST",
  ]

  /// Reads the environment: the file that `VIEWFINDER_APP_CONFIG` names, and what other variables
  /// set in its place.
  ///
  /// These are `VIEWFINDER_PROJECT`, `VIEWFINDER_API_KEY`, `VIEWFINDER_APP_ID`,
  /// `VIEWFINDER_BUNDLE_ID`, `VIEWFINDER_STORAGE_BUCKET`, `VIEWFINDER_USER_TOKEN`, and those of
  /// ``ServiceEndpoints/init(environment:)``.
  ///
  /// - Parameter environment: The variables; `nil` for those of the process.
  /// - Throws: What ``init(path:packageName:)`` and ``ServiceEndpoints/init(environment:)`` throw.
  public init(environment: [String: String]?) throws(ViewfinderError) {
    let environment = environment ?? Variable.values(Self.environmentVariables)
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let bundleID = value("VIEWFINDER_BUNDLE_ID")
    if let path = value("VIEWFINDER_APP_CONFIG") {
      try self.init(path: path, packageName: path.hasSuffix(".json") ? bundleID : nil)
    } else {
      self.init(projectID: nil)
    }
    projectID = value("VIEWFINDER_PROJECT") ?? projectID
    apiKey = value("VIEWFINDER_API_KEY") ?? apiKey
    appID = value("VIEWFINDER_APP_ID") ?? appID
    self.bundleID = bundleID ?? self.bundleID
    storageBucket = value("VIEWFINDER_STORAGE_BUCKET") ?? storageBucket
    userToken = value("VIEWFINDER_USER_TOKEN") ?? userToken
    endpoints = try ServiceEndpoints(environment: environment)
  }

  /// The app that the environment or a file in one of some folders configures.
  ///
  /// `VIEWFINDER_APP_CONFIG` wins, then the first `GoogleService-Info.plist` or
  /// `google-services.json`; other variables set values in place of the file's.
  ///
  /// - Parameters:
  ///   - folders: Where to look, best first.
  ///   - environment: The variables; `nil` for those of the process.
  /// - Returns: The configuration, which may lack what nothing names.
  /// - Throws: What ``init(environment:)`` throws.
  public static func found(
    in folders: [String], environment: [String: String]? = nil
  ) throws(ViewfinderError) -> AppConfiguration {
    var environment = environment ?? Variable.values(Self.environmentVariables)
    if (environment["VIEWFINDER_APP_CONFIG"] ?? "").isEmpty {
      let paths = folders.flatMap { folder in
        ["GoogleService-Info.plist", "google-services.json"].map { "\(folder)/\($0)" }
      }
      environment["VIEWFINDER_APP_CONFIG"] = paths.first { Folder.fileSize($0) != nil }
    }
    return try AppConfiguration(environment: environment)
  }
}
