/// A thread of the system, which may compute or wait for long without holding up Swift's own.
@safe
package struct SystemThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// The system has no thread left.
  package struct NoThread: Error {
    /// The number of the system's error.
    package let code: CInt
  }

  private static let stackBytes = 8 << 20
  private let handle: pthread_t

  /// Starts a thread.
  ///
  /// - Parameter run: What the thread does. Its caller keeps it too, and so can do it itself when
  ///   there is no thread.
  /// - Throws: ``NoThread`` when the system has no thread left.
  package init(_ run: @escaping @Sendable () -> Void) throws(NoThread) {
    let body = unsafe Unmanaged.passRetained(Body(run))
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    // Some C libraries give 128 KiB, too little for image decoders.
    unsafe pthread_attr_setstacksize(attributes, Self.stackBytes)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = unsafe pthread_create(
      &thread, attributes,
      { argument in
        #if canImport(Darwin)
          let pointer = unsafe argument
        #else
          guard let pointer = unsafe argument else { return nil }
        #endif
        #if canImport(Darwin)
          pthread_set_qos_class_self_np(QOS_CLASS_USER_INITIATED, 0)
        #endif
        unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    #if canImport(Darwin)
      guard status == 0, let thread = unsafe thread else {
        unsafe body.release()
        throw NoThread(code: status)
      }
    #else
      guard status == 0 else {
        unsafe body.release()
        throw NoThread(code: status)
      }
    #endif
    handle = thread
  }

  /// Starts a thread that goes on by itself; without a thread, does its work on this one.
  package static func detach(_ run: @escaping @Sendable () -> Void) {
    do throws(NoThread) {
      try SystemThread(run).detach()
    } catch {
      run()
    }
  }

  /// Lets the thread go on by itself.
  package func detach() {
    pthread_detach(handle)
  }

  /// Holds up the calling thread for some time.
  package static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var left = timespec()
    // A signal leaves the rest.
    while unsafe nanosleep(&time, &left) != 0 && errno == EINTR { time = left }
  }

  /// Waits until the thread has ended.
  package func join() {
    pthread_join(handle, nil)
  }
}
