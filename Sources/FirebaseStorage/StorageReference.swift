public import Foundation
internal import Viewfinder
internal import ViewfinderSystem

/// An object of Cloud Storage.
public final class StorageReference: Sendable {
  /// The storage that the object is reached through.
  public let storage: Storage
  let location: StorageLocation

  init(_ storage: Storage, _ location: StorageLocation) {
    self.storage = storage
    self.location = location
  }

  /// The bucket.
  public var bucket: String { location.bucket }

  /// The path in the bucket; empty for its root.
  public var fullPath: String { location.object }

  /// The last part of the path.
  public var name: String { location.object.split(separator: "/").last.map(String.init) ?? "" }

  /// The root of the bucket.
  public func root() -> StorageReference {
    storage.reference(forURL: "gs://\(bucket)")
  }

  /// The object's folder, or nothing for the root.
  public func parent() -> StorageReference? {
    let parts = location.object.split(separator: "/")
    if parts.isEmpty { return nil }
    return storage.reference(
      forURL: "gs://\(bucket)/\(parts.dropLast().joined(separator: "/"))")
  }

  /// An object below this one; a path that cannot be traps.
  public func child(_ path: String) -> StorageReference {
    storage.reference(forURL: "\(location.url)/\(path)")
  }

  /// Downloads the object into a file, which gets its name when it is whole and checked.
  ///
  /// - Parameters:
  ///   - fileURL: A file in a folder that exists; one that is there is replaced at the end.
  ///   - completion: Called once, on the storage's callback queue, with the same URL or an error.
  /// - Returns: The running download.
  @discardableResult
  public func write(
    toFile fileURL: URL, completion: ((URL?, (any Error)?) -> Void)? = nil
  ) -> StorageDownloadTask {
    let task = StorageDownloadTask(self, fileURL, completion)
    task.start()
    return task
  }

  /// Downloads the object into a file.
  ///
  /// - Parameters:
  ///   - fileURL: A file in a folder that exists; one that is there is replaced at the end.
  ///   - onProgress: Called as bytes arrive.
  /// - Returns: The same URL.
  /// - Throws: ``StorageError``; `CancellationError` when the task is cancelled.
  public func writeAsync(
    toFile fileURL: URL, onProgress: (@Sendable (Progress?) -> Void)? = nil
  ) async throws -> URL {
    try await result { completion in
      let task = StorageDownloadTask(self, fileURL, completion)
      if let onProgress { task.observe(.progress) { onProgress($0.progress) } }
      task.start()
      return task
    }
  }

  /// The result of a download, which is cancelled with the task.
  private func result<Value: Sendable>(
    _ start: (@escaping (Value?, (any Error)?) -> Void) -> StorageDownloadTask
  ) async throws -> Value {
    try await callbackResult(
      start: { callback in
        start { value, error in
          callback(Result { try value ?? { throw error ?? CancellationError() }() })
        }
      }, cancel: { $0.cancel() })
  }

  /// Downloads the object into memory.
  ///
  /// - Parameters:
  ///   - size: The most bytes to take.
  ///   - completion: Called once, on the storage's callback queue.
  /// - Returns: The running download.
  @discardableResult
  public func getData(
    maxSize size: Int64, completion: @escaping (Data?, (any Error)?) -> Void
  ) -> StorageDownloadTask {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("viewfinder-\(UUID().uuidString)")
    return write(toFile: file, most: size) { url, error in
      defer { try? FileManager.default.removeItem(at: file) }
      guard let url, error == nil else { return completion(nil, error) }
      do {
        completion(try Data(contentsOf: url), nil)
      } catch {
        completion(nil, error)
      }
    }
  }

  /// Downloads the object into memory.
  ///
  /// - Parameter size: The most bytes to take.
  /// - Returns: The object's bytes.
  /// - Throws: ``StorageError``; `downloadSizeExceeded` for an object that is larger;
  ///   `CancellationError` when the task is cancelled.
  public func data(maxSize size: Int64) async throws -> Data {
    try await result { getData(maxSize: size, completion: $0) }
  }

  private func write(
    toFile fileURL: URL, most byteCount: Int64, completion: @escaping (URL?, (any Error)?) -> Void
  ) -> StorageDownloadTask {
    let task = StorageDownloadTask(self, fileURL, completion)
    task.start(most: Int(clamping: max(0, byteCount)))
    return task
  }

  /// Asks for an address from which the object can be downloaded without an account, as long as its
  /// token is valid; the completion is called once, on the storage's callback queue.
  public func downloadURL(completion: @escaping (URL?, (any Error)?) -> Void) {
    answer(completion) { [self] in try await downloadURL() }
  }

  /// Asks for an address from which the object can be downloaded without an account, as long as its
  /// token is valid.
  ///
  /// - Throws: ``StorageError``; also when the server gives no token.
  public func downloadURL() async throws -> URL {
    do {
      return try await storage.hub().storageDownloadURL(location)
    } catch let error as ViewfinderError {
      throw StorageError(error)
    }
  }

  /// Calls a completion on the storage's callback queue with the result of some work.
  private func answer<Value: Sendable>(
    _ completion: @escaping (Value?, (any Error)?) -> Void,
    _ work: @escaping @Sendable () async throws -> Value
  ) {
    QueueCallback(on: storage.callbackQueue, completion: completion).send(catching: work)
  }

  /// Asks about the object.
  ///
  /// - Parameter completion: Called once, on the storage's callback queue.
  public func getMetadata(completion: @escaping (StorageMetadata?, (any Error)?) -> Void) {
    answer(completion) { [self] in try await getMetadata() }
  }

  /// Asks about the object.
  public func getMetadata() async throws -> StorageMetadata {
    do {
      return StorageMetadata(try await storage.hub().storageMetadata(location))
    } catch let error as ViewfinderError {
      throw StorageError(error)
    }
  }
}

extension StorageReference: CustomStringConvertible {
  /// The object as `gs://bucket/path`.
  public var description: String { location.url }
}
