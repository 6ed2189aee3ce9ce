/// A lock of the system and the condition that belongs to it, as ``Mutex`` and ``Monitor`` use them.
///
/// Sanitizers know these locks; `Synchronization.Mutex` waits on Linux in a way that they cannot see.
@safe
struct SystemLock: ~Copyable, @unchecked Sendable {
  @unsafe private struct Storage {
    var mutex = unsafe pthread_mutex_t()
    var condition = pthread_cond_t()
  }

  private let storage: UnsafeMutablePointer<Storage>

  init() {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: Storage())
    let isReady =
      unsafe Self.initialize(&storage.pointee.mutex) && Self.initialize(&storage.pointee.condition)
    precondition(isReady, "A lock needs memory")
  }

  deinit {
    unsafe pthread_cond_destroy(&storage.pointee.condition)
    unsafe pthread_mutex_destroy(&storage.pointee.mutex)
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  func lock() {
    let status = unsafe pthread_mutex_lock(&storage.pointee.mutex)
    precondition(status == 0, "A thread waits for a lock that it holds itself")
  }

  func unlock() {
    unsafe pthread_mutex_unlock(&storage.pointee.mutex)
  }

  /// Wakes every thread that waits for a change.
  func broadcast() {
    unsafe pthread_cond_broadcast(&storage.pointee.condition)
  }

  /// Lets go of the lock until a change, and takes it again.
  func wait() {
    unsafe pthread_cond_wait(&storage.pointee.condition, &storage.pointee.mutex)
  }

  /// The same, until a point in time at most.
  ///
  /// - Returns: Whether it was woken in time; it may also wake without a change.
  func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { return false }
    var time = Self.timeLimit(left)
    return unsafe Self.timedWait(&storage.pointee.condition, &storage.pointee.mutex, &time) == 0
  }

  /// A lock that a thread cannot take twice: the second time fails instead of waiting forever.
  private static func initialize(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Bool {
    var attributes = pthread_mutexattr_t()
    guard unsafe pthread_mutexattr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_mutexattr_destroy(&attributes) }
    return unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK)) == 0
      && pthread_mutex_init(mutex, &attributes) == 0
  }

  // The wall clock may be set while a thread waits, so the steady one counts: as a setting of the
  // condition where there is one, as a duration on Apple's systems.
  #if canImport(Darwin)
    private static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Bool {
      unsafe pthread_cond_init(condition, nil) == 0
    }

    private static func timeLimit(_ left: Duration) -> timespec {
      timespec(left)
    }

    private static func timedWait(
      _ condition: UnsafeMutablePointer<pthread_cond_t>,
      _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ time: UnsafeMutablePointer<timespec>
    ) -> Int32 {
      unsafe pthread_cond_timedwait_relative_np(condition, mutex, time)
    }
  #else
    private static func initialize(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Bool {
      var attributes = pthread_condattr_t()
      guard unsafe pthread_condattr_init(&attributes) == 0 else { return false }
      defer { unsafe pthread_condattr_destroy(&attributes) }
      return unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0
        && pthread_cond_init(condition, &attributes) == 0
    }

    private static func timeLimit(_ left: Duration) -> timespec {
      var now = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      var limit = timespec(left)
      limit.tv_sec += now.tv_sec
      limit.tv_nsec += now.tv_nsec
      if limit.tv_nsec >= 1_000_000_000 {
        limit.tv_nsec -= 1_000_000_000
        limit.tv_sec += 1
      }
      return limit
    }

    private static func timedWait(
      _ condition: UnsafeMutablePointer<pthread_cond_t>,
      _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ time: UnsafeMutablePointer<timespec>
    ) -> Int32 {
      unsafe pthread_cond_timedwait(condition, mutex, time)
    }
  #endif
}

extension timespec {
  /// A duration of at most about thirty years, which no timeout exceeds.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = min(duration, .seconds(1 << 30)).components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
