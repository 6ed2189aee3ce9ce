internal import Dispatch
internal import Foundation
internal import Viewfinder
internal import ViewfinderSystem

/// A download into a file.
public final class StorageDownloadTask: Sendable {
  /// The object.
  public let reference: StorageReference

  private struct Observer: Sendable {
    let status: StorageTaskStatus
    let handler: QueueCallback<StorageTaskSnapshot>
  }

  private struct State {
    var observers: [String: Observer] = [:]
    var nextObserver = 0
    var status = StorageTaskStatus.unknown
    var progress = DownloadProgress.none
    var error: StorageError?
    /// Gone when the download is over: its handler keeps this task.
    var download: StorageDownload?
  }

  private let fileURL: URL
  private let completion: QueueCallback<Result<URL, any Error>>
  private let state = Mutex(State())

  init(
    _ reference: StorageReference, _ fileURL: URL,
    _ completion: ((URL?, (any Error)?) -> Void)?
  ) {
    self.reference = reference
    self.fileURL = fileURL
    self.completion = QueueCallback(
      on: reference.storage.callbackQueue, completion: completion ?? { _, _ in })
  }

  func start(most byteCount: Int? = nil) {
    do throws(ViewfinderError) {
      let download = StorageDownload(
        reference.location, to: fileURL.path, hub: try reference.storage.hub(most: byteCount),
        handler: { self.take($0) })
      state.withLock { $0.download = download }
      download.resume()
    } catch {
      take(.failed(error))
    }
  }

  // MARK: Steering

  /// Interrupts the download; what has arrived is kept.
  public func pause() { state.withLock(\.download)?.pause() }

  /// Goes on after a pause.
  public func resume() { state.withLock(\.download)?.resume() }

  /// Ends the download; what has arrived is removed.
  public func cancel() { state.withLock(\.download)?.cancel() }

  // MARK: Observing

  /// The task at this moment.
  public var snapshot: StorageTaskSnapshot {
    let state = state.withLock { ($0.status, $0.progress, $0.error) }
    return StorageTaskSnapshot(self, state.0, state.1.foundation, state.2)
  }

  /// Observes a status until the observer is removed or the task has ended.
  ///
  /// - Parameters:
  ///   - status: What to observe; an end that has come already is reported at once.
  ///   - handler: Called on the storage's callback queue.
  /// - Returns: What ``removeObserver(withHandle:)`` takes.
  @discardableResult
  public func observe(
    _ status: StorageTaskStatus, handler: @escaping (StorageTaskSnapshot) -> Void
  ) -> String {
    let observer = Observer(
      status: status, handler: QueueCallback(on: reference.storage.callbackQueue, handler))
    let (handle, isLate) = state.withLock { state in
      state.nextObserver += 1
      let handle = "\(state.nextObserver)"
      let isOver = state.status == .success || state.status == .failure
      if !isOver { state.observers[handle] = observer }
      return (handle, isOver && state.status == status)
    }
    if isLate { observer.handler.send(snapshot) }
    return handle
  }

  /// Removes an observer.
  public func removeObserver(withHandle handle: String) {
    state.withLock { $0.observers[handle] = nil }
  }

  /// Removes all observers of a status.
  public func removeAllObservers(for status: StorageTaskStatus) {
    state.withLock { $0.observers = $0.observers.filter { $0.value.status != status } }
  }

  /// Removes all observers.
  public func removeAllObservers() {
    state.withLock { $0.observers = [:] }
  }

  // MARK: Events

  private func take(_ event: StorageDownload.Event) {
    let observers = state.withLock { state -> [Observer] in
      switch event {
      case .resumed: state.status = .resume
      case .progress(let progress): (state.status, state.progress) = (.progress, progress)
      case .paused: state.status = .pause
      case .finished: state.status = .success
      case .failed(let error): (state.status, state.error) = (.failure, StorageError(error))
      }
      let status = state.status
      let concerned = state.observers.sorted { Int($0.key) ?? 0 < Int($1.key) ?? 0 }
        .map(\.value).filter { $0.status == status }
      if status == .success || status == .failure { (state.observers, state.download) = ([:], nil) }
      return concerned
    }
    let snapshot = snapshot
    for observer in observers { observer.handler.send(snapshot) }
    switch event {
    case .finished: completion.send(.success(fileURL))
    case .failed(let error): completion.send(.failure(StorageError(error)))
    case .resumed, .progress, .paused: break
    }
  }
}

extension DownloadProgress {
  fileprivate static let none = DownloadProgress(completedByteCount: 0, totalByteCount: nil)

  fileprivate var foundation: Progress {
    let progress = Progress.discreteProgress(totalUnitCount: Int64(totalByteCount ?? -1))
    progress.completedUnitCount = Int64(completedByteCount)
    return progress
  }
}
