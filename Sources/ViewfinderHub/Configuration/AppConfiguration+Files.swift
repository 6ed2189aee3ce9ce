public import ViewfinderCore

extension AppConfiguration {
  private static let fileLimit = 1 << 20

  /// Reads `GoogleService-Info.plist` or `google-services.json`.
  ///
  /// - Parameters:
  ///   - path: The path of the file. What it holds decides, not its name.
  ///   - packageName: For JSON with several apps, the one to take.
  /// - Throws: `notFound`, or `invalidConfiguration` saying what is missing.
  public init(path: String, packageName: String? = nil) throws(ViewfinderError) {
    let bytes = try WholeFile.streamed(path, limit: Self.fileLimit, for: .text)
    try self.init(bytes: bytes, path: path, packageName: packageName)
  }

  init(bytes: [UInt8], path: String, packageName: String? = nil) throws(ViewfinderError) {
    if let services = JSONText.decode(GoogleServices.self, from: bytes) {
      self = try services.configuration(packageName: packageName, path)
    } else if let info = PropertyList.decode(GoogleServiceInfo.self, from: bytes) {
      self.init(
        projectID: info.PROJECT_ID, apiKey: info.API_KEY, appID: info.GOOGLE_APP_ID,
        bundleID: info.BUNDLE_ID, storageBucket: info.STORAGE_BUCKET)
    } else {
      throw ViewfinderError(
        .invalidConfiguration, subject: path, found: "this configures no Firebase app",
        expected: "GoogleService-Info.plist or google-services.json",
        remedy: "Download the file again from the Firebase console.")
    }
  }
}

/// The keys of `GoogleService-Info.plist` that are in use.
private struct GoogleServiceInfo: Decodable {
  let PROJECT_ID: String?
  let API_KEY: String?
  let GOOGLE_APP_ID: String
  let BUNDLE_ID: String?
  let STORAGE_BUCKET: String?
}

/// The parts of `google-services.json` that are in use.
private struct GoogleServices: Decodable {
  struct Project: Decodable {
    let project_id: String?
    let storage_bucket: String?
  }
  struct Client: Decodable {
    struct Info: Decodable {
      struct Android: Decodable {
        let package_name: String?
      }
      let mobilesdk_app_id: String?
      let android_client_info: Android?
    }
    struct Key: Decodable {
      let current_key: String?
    }
    let client_info: Info
    let api_key: [Key]?

    var packageName: String? { client_info.android_client_info?.package_name }
  }
  let project_info: Project
  let client: [Client]

  func configuration(
    packageName: String?, _ path: String
  ) throws(ViewfinderError) -> AppConfiguration {
    let names = client.compactMap(\.packageName).joined(separator: ", ")
    let matching = packageName.map { name in client.filter { $0.packageName == name } } ?? client
    guard matching.count == 1, let app = matching.first else {
      throw ViewfinderError(
        .invalidConfiguration, subject: path,
        found: matching.isEmpty
          ? "the file has no app \(packageName ?? "")" : "the file has \(client.count) apps",
        expected: "one app", remedy: names.isEmpty ? "" : "Name one of \(names).")
    }
    return AppConfiguration(
      projectID: project_info.project_id, apiKey: app.api_key?.first?.current_key,
      appID: app.client_info.mobilesdk_app_id, bundleID: app.packageName,
      storageBucket: project_info.storage_bucket, isAndroid: true)
  }
}
