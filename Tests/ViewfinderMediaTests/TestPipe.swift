import Foundation

/// A pipe whose writing end is fed from a thread and then closed.
final class TestPipe: Sendable {
  let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "A pipe can be made")
    reading = ends[0]
    writing = ends[1]
  }

  deinit { close(reading) }

  /// Writes what the pipe has room for, and leaves it open.
  func write(_ bytes: [UInt8]) {
    try? FileHandle(fileDescriptor: writing).write(contentsOf: Data(bytes))
  }

  func feed(_ bytes: [UInt8]) {
    let writing = writing
    Thread {
      try? FileHandle(fileDescriptor: writing, closeOnDealloc: true).write(
        contentsOf: Data(bytes)
      )
    }.start()
  }
}
