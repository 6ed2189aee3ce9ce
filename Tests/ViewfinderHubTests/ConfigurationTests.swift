import Foundation
import Testing
import ViewfinderCore

@testable import ViewfinderHub

@Suite("App configuration")
struct ConfigurationTests {
  private func file(_ name: String, _ text: String) throws -> (HubFixture, String) {
    let fixture = try HubFixture()
    let path = "\(fixture.folder)/\(name)"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return (fixture, path)
  }

  private static let services = """
    {"project_info": {"project_number": "23", "project_id": "demo",
      "storage_bucket": "demo.appspot.com"},
     "client": [
      {"client_info": {"mobilesdk_app_id": "1:23:android:1",
        "android_client_info": {"package_name": "org.a"}},
       "api_key": [{"current_key": "key-a"}]},
      {"client_info": {"mobilesdk_app_id": "1:23:android:2",
        "android_client_info": {"package_name": "org.b"}},
       "api_key": [{"current_key": "key-b"}]}],
     "configuration_version": "1"}
    """

  @Test("reads GoogleService-Info.plist")
  func propertyList() throws {
    let (fixture, path) = try file(
      "GoogleService-Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>API_KEY</key><string>key</string>
      <key>BUNDLE_ID</key><string>org.example.app</string>
      <key>PROJECT_ID</key><string>demo</string>
      <key>STORAGE_BUCKET</key><string>demo.appspot.com</string>
      <key>GOOGLE_APP_ID</key><string>1:23:ios:45</string>
      <key>IS_ADS_ENABLED</key><false></false>
      </dict></plist>
      """)
    let app = try AppConfiguration(path: path)
    #expect(
      app
        == AppConfiguration(
          projectID: "demo", apiKey: "key", appID: "1:23:ios:45", bundleID: "org.example.app",
          storageBucket: "demo.appspot.com"))
    _ = fixture
  }

  @Test("reads google-services.json, and asks which app is meant")
  func services() throws {
    let (fixture, path) = try file("google-services.json", Self.services)
    let app = try AppConfiguration(path: path, packageName: "org.b")
    #expect(app.apiKey == "key-b" && app.appID == "1:23:android:2" && app.isAndroid)
    #expect(app.projectID == "demo" && app.storageBucket == "demo.appspot.com")
    let error = #expect(throws: ViewfinderError.self) { _ = try AppConfiguration(path: path) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.remedy == "Name one of org.a, org.b.")
    _ = fixture
  }

  @Test("says what is wrong with a file", arguments: ["{}", "", "<plist/>", "\u{0}\u{1}"])
  func broken(_ text: String) throws {
    let (fixture, path) = try file("x", text)
    let error = #expect(throws: ViewfinderError.self) { _ = try AppConfiguration(path: path) }
    #expect(error?.code == .invalidConfiguration)
    #expect(throws: ViewfinderError.self) { _ = try AppConfiguration(path: path + ".none") }
    _ = fixture
  }

  @Test("lets variables override the file that a variable names")
  func environment() throws {
    let (fixture, path) = try file("google-services.json", Self.services)
    let app = try AppConfiguration(environment: [
      "VIEWFINDER_APP_CONFIG": path, "VIEWFINDER_BUNDLE_ID": "org.a",
      "VIEWFINDER_PROJECT": "other", "FIREBASE_STORAGE_EMULATOR_HOST": "localhost:9199",
    ])
    #expect(app.projectID == "other" && app.apiKey == "key-a" && app.bundleID == "org.a")
    #expect(app.endpoints.storage == "http://localhost:9199")
    #expect(app.endpoints.storageInterface == .firebase)
    let cloud = try AppConfiguration(environment: ["STORAGE_EMULATOR_HOST": "http://127.0.0.1:9/"])
    #expect(cloud.endpoints.storage == "http://127.0.0.1:9")
    #expect(cloud.endpoints.storageInterface == .cloud)
    _ = fixture
  }

  @Test("sends keys to no emulator that is not on this machine")
  func emulators() {
    var endpoints = ServiceEndpoints()
    #expect(throws: ViewfinderError.self) { try endpoints.useFirebaseML(at: "example.com:80") }
    #expect(throws: ViewfinderError.self) {
      _ = try ServiceEndpoints(environment: ["VIEWFINDER_STORAGE_INTERFACE": "s3"])
    }
  }

  @Test("never shows its key or token")
  func secrets() {
    let app = AppConfiguration(projectID: "demo", apiKey: "secret", userToken: "secret")
    #expect(!"\(app)".contains("secret"))
    #expect(!String(reflecting: app).contains("secret"))
  }
}
