#if canImport(Darwin)
  internal import Foundation

  extension BundledModel {
    private final class BundleToken {}

    /// The resources of the app, and of the framework that this code is in.
    static var appResources: [String] {
      [Bundle.main, Bundle(for: BundleToken.self)].compactMap(\.resourcePath)
        .flatMap { ["\($0)/\(bundleName).bundle", $0] }
    }
  }
#endif
