internal import Synchronization
internal import ViewfinderSystem

/// Whether somebody wants the run to end: the user with Control-C, whoever stops processes with
/// SIGTERM, or a terminal that is closed.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The first of the signals that came; 0 for none.
  private static let received = Atomic<Int32>(0)

  static var isRequested: Bool { received.load(ordering: .relaxed) != 0 }

  static func isNotRequested() -> Bool { !isRequested }

  /// The first signal that came, if one did.
  static var signalNumber: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Lets the first signal end the run cleanly; the second one ends the process at once.
  static func install() {
    // The handler may only touch what exists already: make the number now.
    received.store(0, ordering: .relaxed)
    for number in signals where !isIgnored(number) { install(number) }
  }

  private static func install(_ number: Int32) {
    var action = sigaction()
    let handler: @convention(c) (Int32) -> Void = { number in
      let (isFirst, _) = Interruption.received.compareExchange(
        expected: 0, desired: number, ordering: .relaxed)
      // The handler is no longer there, so that this ends the process when it returns.
      if !isFirst { raise(number) }
    }
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // Without SA_RESTART, so that a read from standard input returns.
    action.sa_flags = Int32(truncatingIfNeeded: Int(SA_RESETHAND))
    _ = unsafe sigaction(number, &action, nil)
    // Some parents, libdispatch's threads among them, leave it blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether the parent wants a signal ignored, as `nohup` and background jobs do.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
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
