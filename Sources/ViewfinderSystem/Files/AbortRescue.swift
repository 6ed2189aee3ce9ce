internal import CViewfinderSystem

/// Saves what is in a file when the process ends at once.
package enum AbortRescue {
  /// Runs a closure; when it aborts or crashes, what is in a file is copied to another descriptor.
  ///
  /// For programs, not for libraries: it takes the signals' handlers meanwhile. One thread at a time.
  package static func copying<Value, Failure: Error>(
    from file: CInt, to target: CInt, during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    cviewfinder_rescue_on_abort(file, target)
    defer { cviewfinder_rescue_on_abort(-1, -1) }
    return try body()
  }
}
