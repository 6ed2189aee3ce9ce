internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Whether the user pressed Control-C.
enum Interruption {
  private static let requested = Atomic<Bool>(false)

  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Lets the first interrupt end the run cleanly; the second one ends the process at once.
  static func install() {
    if isIgnored { return }
    // The handler may only touch what exists already: make the flag now.
    requested.store(false, ordering: .relaxed)
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { _ in
      Interruption.requested.store(true, ordering: .relaxed)
    }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // Without SA_RESTART, so that a read from standard input returns.
    action.sa_flags = Int32(truncatingIfNeeded: Int(SA_RESETHAND))
    _ = unsafe sigaction(SIGINT, &action, nil)
    // Some parents, libdispatch's threads among them, leave it blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether the parent wants interrupts ignored, as `nohup` and background jobs do.
  private static var isIgnored: Bool {
    var action = sigaction()
    guard unsafe sigaction(SIGINT, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes a write to a closed pipe fail instead of killing the process, so that the progress
  /// bar can be taken away first.
  static func ignoreClosedPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }
}
