internal import Foundation
package import Viewfinder
internal import ViewfinderSystem

/// The apps that this process has configured, by name: what Firebase's façade writes and ML Kit's
/// link reads.
package enum AppRegistry {
  /// The configuration of an app, or why it could not be read.
  package typealias Configuration = Result<AppConfiguration, ViewfinderError>

  /// The name of the default app, as Firebase spells it.
  package static let defaultName = "__FIRAPP_DEFAULT"

  private static let apps = Mutex<[String: Configuration]>([:])

  /// Keeps the configuration of an app, or forgets the app.
  ///
  /// - Returns: Whether there was none of this name before.
  @discardableResult
  package static func set(_ configuration: Configuration?, for name: String) -> Bool {
    apps.withLock { apps in
      defer { apps[name] = configuration }
      return apps[name] == nil
    }
  }

  /// The hosted models of the default app, or of the app that the environment names.
  package static func hub() throws(ViewfinderError) -> ModelHub {
    let configuration =
      if let app = apps.withLock({ $0[defaultName] }) {
        try app.get()
      } else {
        try AppConfiguration(environment: nil)
      }
    return ModelHub(cache: try ModelCache(), configuration: configuration)
  }
}
