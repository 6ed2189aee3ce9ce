public import Foundation

/// What can be observed of a task.
public enum StorageTaskStatus: Int, Hashable, Sendable {
  /// Not known yet.
  case unknown = 0
  /// It goes on, for the first time or after a pause.
  case resume = 1
  /// Bytes have arrived.
  case progress = 2
  /// It has been paused.
  case pause = 3
  /// It has ended well.
  case success = 4
  /// It has failed or been cancelled.
  case failure = 5
}

/// A task at one moment.
public final class StorageTaskSnapshot: @unchecked Sendable {
  /// The task.
  public let task: StorageDownloadTask
  /// The object.
  public let reference: StorageReference
  /// How many bytes are there.
  public let progress: Progress?
  /// Why it failed.
  public let error: (any Error)?
  /// The state.
  public let status: StorageTaskStatus

  init(
    _ task: StorageDownloadTask, _ status: StorageTaskStatus, _ progress: Progress?,
    _ error: (any Error)?
  ) {
    self.task = task
    reference = task.reference
    self.status = status
    self.progress = progress
    self.error = error
  }
}
