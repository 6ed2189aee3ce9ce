/// What the threads of a ``WorkQueue`` share: whose turn it is, and what is to be delivered.
final class WorkSchedule: Sendable {
  /// How long a thread waits for more work before it ends.
  private static let patience = Duration.seconds(5)

  private struct Entry: Sendable {
    let number: Int
    /// Nothing for a thread that waits for its turn.
    let work: (@Sendable () -> WorkQueue.Delivery)?
  }

  private struct State: Sendable {
    var nextNumber = 0
    /// What has not begun.
    ///
    /// Taking the first of 64 costs 10 ns, of 10,000 half a microsecond; what a
    /// queue is for takes a thousand times that.
    var pending: [Entry] = []
    /// How much has begun and not ended.
    var active = 0
    /// Work whose turn it is, for the next thread that is free.
    var begun: [Entry] = []
    /// Threads of callers whose turn it is.
    var called: Set<Int> = []
    var idleThreads = 0
    var isClosed = false

    /// What has ended and waits for the delivery of what was added before it.
    var deliveries: [Int: WorkQueue.Delivery] = [:]
    var nextDelivery = 0
    var isDelivering = false

    /// Gives out turns.
    ///
    /// - Returns: How many threads are missing.
    mutating func advance(width: Int) -> Int {
      while active < width, !pending.isEmpty {
        let entry = pending.removeFirst()
        active += 1
        if entry.work == nil {
          called.insert(entry.number)
        } else {
          begun.append(entry)
        }
      }
      return max(0, begun.count - idleThreads)
    }

    mutating func takeBegun() -> Entry? {
      begun.isEmpty ? nil : begun.removeFirst()
    }
  }

  private let width: Int
  private let state = Monitor(State())

  init(width: Int) {
    self.width = width
  }

  func close() {
    state.change { $0.isClosed = true }
  }

  /// Adds work, unless as much as `maxPending` waits already.
  func add(
    maxPending: Int = .max, _ work: @escaping @Sendable () -> WorkQueue.Delivery
  ) -> Int? {
    let (number, missing) = state.change { state -> (Int?, Int) in
      if state.active >= width, state.pending.count >= maxPending { return (nil, 0) }
      let number = state.nextNumber
      state.nextNumber += 1
      state.pending.append(Entry(number: number, work: work))
      return (number, startThreads(&state))
    }
    start(missing)
    return number
  }

  var pendingCount: Int { state.withLock(\.pending.count) }

  func remove(_ number: Int) -> Bool {
    let isRemoved = state.withLock { state in
      guard let index = state.pending.firstIndex(where: { $0.number == number }) else {
        return false
      }
      state.pending.remove(at: index)
      state.deliveries[number] = {}
      return true
    }
    if isRemoved { deliver() }
    return isRemoved
  }

  /// Waits for the turn of a new entry, whose number is returned.
  func waitForTurn() -> Int {
    let (number, isTurn) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      // The usual case takes no memory.
      if state.active < width && state.pending.isEmpty {
        state.active += 1
        return (number, true)
      }
      state.pending.append(Entry(number: number, work: nil))
      return (number, false)
    }
    if !isTurn { state.wait { $0.called.remove(number) } }
    return number
  }

  /// Ends the turn of an entry.
  ///
  /// `isThread` says whether the calling thread is one of the queue's, and free after this.
  func finish(_ number: Int, delivery: WorkQueue.Delivery?, isThread: Bool = false) {
    let missing = state.change { state in
      state.active -= 1
      if isThread { state.idleThreads += 1 }
      if delivery == nil && !state.isDelivering && state.nextDelivery == number {
        state.nextDelivery += 1
      } else {
        state.deliveries[number] = delivery ?? {}
      }
      return startThreads(&state)
    }
    start(missing)
    deliver()
  }

  /// Delivers what is due, unless another thread is at it, which then does.
  private func deliver() {
    var isFirst = true
    while let delivery = takeDelivery(isFirst) {
      isFirst = false
      delivery()
    }
  }

  private func takeDelivery(_ isFirst: Bool) -> WorkQueue.Delivery? {
    state.withLock { state in
      if isFirst && state.isDelivering { return nil }
      let delivery = state.deliveries.removeValue(forKey: state.nextDelivery)
      if delivery != nil { state.nextDelivery += 1 }
      state.isDelivering = delivery != nil
      return delivery
    }
  }

  // MARK: Threads

  private func startThreads(_ state: inout State) -> Int {
    let missing = state.advance(width: width)
    state.idleThreads += missing
    return missing
  }

  private func start(_ count: Int) {
    for _ in 0..<count {
      do throws(SystemThread.NoThread) {
        try SystemThread { self.work(patience: Self.patience) }.detach()
      } catch {
        // Work that is late is better than work that is never done.
        work(patience: .zero)
      }
    }
  }

  /// What a thread does; it counts as idle when it begins.
  private func work(patience: Duration) {
    while let entry = next(patience) {
      guard let work = entry.work else { preconditionFailure("A caller's turn is the caller's") }
      finish(entry.number, delivery: work(), isThread: true)
    }
  }

  private func next(_ patience: Duration) -> Entry? {
    let entry: Entry?? = state.wait(upTo: patience) { state in
      if let entry = Self.take(&state) { return .some(entry) }
      return state.isClosed ? .some(nil) : nil
    }
    if case .some(.some(let entry)) = entry { return entry }
    return state.withLock { state in
      // An entry that has begun since counts on this thread.
      if let entry = Self.take(&state) { return entry }
      state.idleThreads -= 1
      return nil
    }
  }

  private static func take(_ state: inout State) -> Entry? {
    guard let entry = state.takeBegun() else { return nil }
    state.idleThreads -= 1
    return entry
  }
}
