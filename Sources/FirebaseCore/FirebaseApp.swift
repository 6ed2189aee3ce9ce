internal import Foundation
package import Viewfinder
internal import ViewfinderApps
internal import ViewfinderSystem

/// An app that Firebase's services know.
///
/// Where nothing is configured in code, the environment counts; see `AppConfiguration` of
/// Viewfinder for its variables.
public final class FirebaseApp: Sendable {
  /// The name; `__FIRAPP_DEFAULT` for the default app.
  public let name: String

  // A configuration that could not be read is reported by the first service that needs it.
  package let configuration: Result<AppConfiguration, ViewfinderError>

  private static let defaultName = AppRegistry.defaultName
  private static let apps = Mutex<[String: FirebaseApp]>([:])

  private init(_ name: String, _ configuration: Result<AppConfiguration, ViewfinderError>) {
    self.name = name
    self.configuration = configuration
  }

  /// Configures the default app from the file that `VIEWFINDER_APP_CONFIG` names, or from
  /// `GoogleService-Info.plist` or `google-services.json` among the app's resources or in the
  /// current folder.
  public static func configure() {
    let folders = [Bundle.main.resourcePath, FileManager.default.currentDirectoryPath]
    set(
      FirebaseApp(
        defaultName,
        Result { () throws(ViewfinderError) in try .found(in: folders.compactMap(\.self)) }))
  }

  /// Configures the default app in code.
  public static func configure(options: FirebaseOptions) {
    configure(name: defaultName, options: options)
  }

  /// Configures another app in code.
  public static func configure(name: String, options: FirebaseOptions) {
    let configuration = options.configuration
    set(
      FirebaseApp(
        name,
        Result { () throws(ViewfinderError) in
          var configuration = configuration
          configuration.endpoints = try AppConfiguration(environment: nil).endpoints
          return configuration
        }))
  }

  private static func set(_ app: FirebaseApp) {
    let isNew = apps.withLock { apps in
      defer { apps[app.name] = app }
      return apps[app.name] == nil
    }
    AppRegistry.set(app.configuration, for: app.name)
    precondition(isNew, "The app \(app.name) has been configured before")
  }

  /// The default app, if it has been configured.
  public static func app() -> FirebaseApp? { app(name: defaultName) }

  /// An app by its name, if it has been configured.
  public static func app(name: String) -> FirebaseApp? { apps.withLock { $0[name] } }

  /// Forgets the app, so that its name may be used again; always succeeds.
  public func delete(_ completion: @escaping (Bool) -> Void) {
    Self.apps.withLock { $0[name] = nil }
    AppRegistry.set(nil, for: name)
    completion(true)
  }

  /// The configuration of an app or, without one, of the app that the environment names.
  package static func configuration(
    of app: FirebaseApp?
  ) -> Result<AppConfiguration, ViewfinderError> {
    app?.configuration
      ?? Result { () throws(ViewfinderError) in try AppConfiguration(environment: nil) }
  }

  /// A copy of the app's options.
  public var options: FirebaseOptions {
    FirebaseOptions((try? configuration.get()) ?? AppConfiguration())
  }
}
