internal import Dispatch

// The value is only touched on the queue that it was promised to.
final class QueueDelivery<Value>: @unchecked Sendable {
  private let queue: DispatchQueue
  private let value: Value

  init(_ queue: DispatchQueue, _ value: Value) {
    self.queue = queue
    self.value = value
  }

  func send(_ body: @escaping @Sendable (Value) -> Void) {
    queue.async { body(self.value) }
  }
}
