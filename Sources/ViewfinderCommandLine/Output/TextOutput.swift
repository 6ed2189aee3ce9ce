internal import ViewfinderSystem

/// Where text goes: a file descriptor, or a string in tests.
///
/// One thread at a time uses it.
package protocol TextOutput: AnyObject {
  /// Takes text, perhaps keeping it until the next flush.
  func write(_ text: String) throws(OutputFailure)
  /// Hands everything taken so far to the reader.
  func flush() throws(OutputFailure)
}

/// Why text could not be written.
package enum OutputFailure: Error, Hashable {
  /// Whoever read the other end went away; not worth a message.
  case closedPipe
  /// The system said no, in its words.
  case cannotWrite(String)
}

/// Buffered text for a file descriptor, which stays open.
package final class DescriptorOutput: TextOutput {
  private static let capacity = 1 << 16
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Creates an output for an open file descriptor.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  package func write(_ text: String) throws(OutputFailure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  package func flush() throws(OutputFailure) {
    if buffer.isEmpty { return }
    // Emptied first, so that a failure is reported once and not again by the next flush.
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    do throws(SystemError) {
      try Descriptor.write(bytes.span, to: descriptor, name: "")
    } catch {
      throw error.isClosedPipe ? .closedPipe : .cannotWrite(error.clause)
    }
  }
}
