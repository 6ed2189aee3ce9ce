internal import Foundation

/// Google Cloud Storage on this machine, if `make deps-dev` has fetched its emulator.
public final class StorageEmulator: Sendable {
  /// One for all tests, or nothing.
  public static let shared: StorageEmulator? = {
    let package = URL(filePath: PythonServer.folder).deletingLastPathComponent()
      .deletingLastPathComponent().path
    let folder = package + "/.viewfinder/emulator"
    guard FileManager.default.fileExists(atPath: folder + "/gcp_storage_emulator") else {
      return nil
    }
    let server = PythonServer("storage_emulator.py", folder)
    return server.port == 0 ? nil : StorageEmulator(server)
  }()

  private let server: PythonServer

  private init(_ server: PythonServer) {
    self.server = server
  }

  /// The emulator as `127.0.0.1:port`.
  public var host: String { "127.0.0.1:\(server.port)" }

  /// Puts an object into the bucket `models`.
  ///
  /// - Returns: Its generation.
  public func put(_ object: String, _ bytes: [UInt8]) -> String {
    server.ask(["object": object, "base64": Data(bytes).base64EncodedString()])
  }
}
