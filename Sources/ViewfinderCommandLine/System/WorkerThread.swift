#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A thread of the system, which may compute for long without holding up Swift's own.
@safe
package struct WorkerThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static let stackBytes = 8 << 20
  private let handle: pthread_t

  /// Starts a thread, or returns `nil` when the system has none left.
  package init?(_ run: @escaping @Sendable () -> Void) {
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
        unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    #if canImport(Darwin)
      guard status == 0, let thread = unsafe thread else {
        unsafe body.release()
        return nil
      }
    #else
      guard status == 0 else {
        unsafe body.release()
        return nil
      }
    #endif
    handle = thread
  }

  /// Lets the thread go on by itself.
  package func detach() {
    pthread_detach(handle)
  }

  /// Waits until the thread has ended.
  package func join() {
    pthread_join(handle, nil)
  }
}
