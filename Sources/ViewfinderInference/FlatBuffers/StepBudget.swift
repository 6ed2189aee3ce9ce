/// A count of the steps that reading a file takes, and an end to them.
///
/// Offsets may lead to one place many times over, so that a small file could ask for endless work
/// and memory. Every read of a ``FlatBufferReader`` spends a step; what is kept, and what is walked
/// again, is spent by who does it. A step stands for the reading of one number or for about a byte
/// of memory. Sound models take less than a third of the limit.
///
/// It is for one thread at a time.
package final class StepBudget {
  /// The steps that each byte of a file allows.
  package static let stepsPerByte = 32

  /// The most steps.
  package let limit: Int

  /// The steps taken so far, never more than ``limit``.
  package private(set) var spent = 0

  private let fault: String

  /// Creates a budget for a file.
  package init(byteCount: Int, fault: String = "its tables share their parts too often") {
    limit = StepBudget.stepsPerByte * byteCount
    self.fault = fault
  }

  /// Creates a budget of its own size.
  package init(limit: Int, fault: String) {
    self.limit = limit
    self.fault = fault
  }

  /// Takes steps.
  ///
  /// - Throws: ``FlatBufferFault`` when there are not so many left.
  package func spend(_ steps: Int) throws(FlatBufferFault) {
    guard steps <= limit - spent else { throw FlatBufferFault(fault) }
    spent += steps
  }

  /// Takes the steps for an array that is about to be filled.
  package func spend<T>(keeping count: Int, of type: T.Type) throws(FlatBufferFault) {
    guard count > 0 else { return }
    // An array has a header, and the allocator rounds up.
    let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<T>.stride)
    try spend(overflow ? Int.max : min(bytes, Int.max - 64) + 64)
  }

  /// The steps that text of some bytes takes.
  ///
  /// Text is decoded and may be hashed; bytes that are not UTF-8 grow threefold.
  static func steps(forText byteCount: Int) -> Int { 8 * byteCount }
}
