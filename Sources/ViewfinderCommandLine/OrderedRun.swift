internal import ViewfinderSystem

/// Works on items with several threads and hands the results back in the order of the items.
///
/// At most `lookAhead` items are being processed or waiting for an earlier one, so memory does not grow
/// with their number.
package struct OrderedRun: Sendable {
  private static let tick = Duration.milliseconds(100)

  private let jobs: Int
  private let lookAhead: Int

  /// Creates a run.
  package init(jobs: Int, lookAhead: Int? = nil) {
    precondition(jobs >= 1, "A run needs a thread")
    self.jobs = jobs
    self.lookAhead = max(jobs, lookAhead ?? jobs * 16)
  }

  private struct State<Output: Sendable>: Sendable {
    /// How many items have been fetched.
    var handedOut = 0
    /// How many results have been delivered.
    var delivered = 0
    var ready: [Int: Output] = [:]
    /// The number of items, once it is known.
    var itemCount: Int?
    /// The thread that is fetching an item, which may take for ever.
    var fetcher: Int?
    var isStopped = false
  }

  private enum Turn<Output: Sendable>: Sendable {
    case deliver(Output)
    case end
  }

  /// Runs to the end of the items, or until `idle` or `emit` returns false.
  ///
  /// - Parameters:
  ///   - next: Gives the next item; called by one thread at a time.
  ///   - work: Makes a result; called by many threads at once.
  ///   - idle: Called on this thread whenever no result is ready, ten times a second at least;
  ///     returns whether to go on.
  ///   - emit: Takes the results on this thread, in order; returns whether to go on.
  package func run<Item: Sendable, Output: Sendable>(
    next: @escaping @Sendable () -> Item?, work: @escaping @Sendable (Item) -> Output,
    idle: () -> Bool, emit: (Output) -> Bool
  ) {
    let monitor = Monitor(State<Output>())
    let lookAhead = lookAhead
    let body: @Sendable (Int) -> Void = { thread in
      while let (number, item) = Self.claim(thread, monitor, lookAhead, next) {
        let output = work(item)
        monitor.change { $0.ready[number] = output }
      }
    }
    var threads: [(index: Int, thread: SystemThread)] = []
    if jobs > 1 {
      threads = (0..<jobs).compactMap { index in
        (try? SystemThread { body(index) }).map { (index, $0) }
      }
    }
    // One thread, or none to be had: this one does the work.
    if threads.isEmpty { return runAlone(next: next, work: work, idle: idle, emit: emit) }
    deliver(from: monitor, idle: idle, emit: emit)
    let fetcher = monitor.change { state in
      state.isStopped = true
      return state.fetcher
    }
    for (index, thread) in threads {
      if index == fetcher { thread.detach() } else { thread.join() }
    }
  }

  /// Takes the next item and its number, or nothing when the run is over.
  private static func claim<Item: Sendable, Output: Sendable>(
    _ thread: Int, _ monitor: Monitor<State<Output>>, _ lookAhead: Int,
    _ next: @Sendable () -> Item?
  ) -> (Int, Item)? {
    // Numbering and fetching belong together: one thread at a time. No lock is held meanwhile,
    // so that the others can leave when the item never comes.
    let number: Int? = monitor.wait { state -> Int?? in
      if state.isStopped || state.itemCount != nil { return .some(nil) }
      if state.fetcher != nil || state.handedOut >= state.delivered + lookAhead { return nil }
      state.fetcher = thread
      return state.handedOut
    }
    guard let number else { return nil }
    let item = next()
    return monitor.change { state in
      state.fetcher = nil
      guard let item, !state.isStopped else {
        state.itemCount = number
        return nil
      }
      state.handedOut = number + 1
      return (number, item)
    }
  }

  private func deliver<Output: Sendable>(
    from monitor: Monitor<State<Output>>, idle: () -> Bool, emit: (Output) -> Bool
  ) {
    var patience = Duration.zero
    while true {
      let turn: Turn<Output>? = monitor.wait(upTo: patience) { state in
        if let output = state.ready.removeValue(forKey: state.delivered) {
          return .deliver(output)
        }
        return state.delivered == state.itemCount ? .end : nil
      }
      switch turn {
      case .end: return
      case nil:
        if !idle() { return }
        patience = Self.tick
      case .deliver(let output):
        patience = .zero
        if !emit(output) { return }
        monitor.change { $0.delivered += 1 }
      }
    }
  }

  private func runAlone<Item, Output>(
    next: () -> Item?, work: (Item) -> Output, idle: () -> Bool, emit: (Output) -> Bool
  ) {
    while idle(), let item = next() {
      if !emit(work(item)) { return }
    }
  }
}
