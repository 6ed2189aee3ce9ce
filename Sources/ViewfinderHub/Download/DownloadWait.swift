internal import ViewfinderCore
internal import ViewfinderSystem

/// A download, and one caller who waits for its end for a while.
final class DownloadWait: Sendable {
  /// How a wait ends.
  enum End: Sendable {
    case ended(Result<CachedModel, ViewfinderError>)
    case late(after: Duration)
    case cancelled
  }

  private struct State {
    /// The first end; others come too late.
    var end: End?
    var continuation: CheckedContinuation<End, Never>?
  }

  private let source: ModelSource
  private let state: Monitor<State>
  private let download: ModelDownload

  /// Starts the download; progress is reported until the wait has ended.
  init(
    _ hub: ModelHub, _ source: ModelSource,
    progress: @escaping @Sendable (DownloadProgress) -> Void
  ) {
    let state = Monitor(State())
    self.state = state
    self.source = source
    download = hub.startDownload(
      source,
      progress: { if state.withLock({ $0.end }) == nil { progress($0) } },
      completion: { Self.settle(.ended($0), state) })
  }

  /// Ends the wait, unless it has ended.
  func settle(_ end: End) {
    Self.settle(end, state)
  }

  private static func settle(_ end: End, _ state: Monitor<State>) {
    let continuation = state.change { state -> CheckedContinuation<End, Never>? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: end)
  }

  /// Waits for the end without holding up a thread.
  func end(upTo limit: Duration) async -> End {
    let limit = Self.plausible(limit)
    let alarm = Task {
      try await Task.sleep(for: limit)
      settle(.late(after: limit))
    }
    defer { alarm.cancel() }
    return await withCheckedContinuation { continuation in
      let end = state.change { state in
        if state.end == nil { state.continuation = continuation }
        return state.end
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  /// Waits for the end on this thread.
  func blockingEnd(upTo limit: Duration) -> End {
    let limit = Self.plausible(limit)
    if let end = state.wait(upTo: limit, for: { $0.end }) { return end }
    settle(.late(after: limit))
    return state.wait { $0.end }
  }

  /// A limit that clocks can count with.
  private static func plausible(_ limit: Duration) -> Duration {
    min(max(limit, .zero), .seconds(1 << 30))
  }

  /// Ends the interest in the download.
  func leave() {
    download.cancel()
  }

  /// The model to use after the wait.
  func model(
    _ end: End, _ known: CachedModel?, _ bundled: String?, _ whenLate: ModelHub.LateDownload
  ) throws(ViewfinderError) -> AvailableModel {
    let problem: ViewfinderError
    switch end {
    case .ended(.success(let model)):
      let isNew = known?.installed != model.installed || known?.sha256 != model.sha256
      return AvailableModel(model, isNew ? .download : .cache)
    case .ended(.failure(let error)): problem = error
    case .late(let limit): problem = late(limit)
    case .cancelled: problem = .cancelled
    }
    if case .late = end, whenLate == .ends { leave() }
    if let known { return AvailableModel(known, .cache, problem: problem) }
    return try AvailableModel(bundled, because: problem)
  }

  private func late(_ limit: Duration) -> ViewfinderError {
    let cause = download.lastProblem
    return ViewfinderError(
      .timedOut, subject: source.description,
      found: "the model was not here after \(limit.formattedSeconds) s"
        + (cause.map { "; \($0.found)" } ?? ""),
      remedy: "Wait longer, or use a model that comes with the program.", cause: cause)
  }
}

extension Duration {
  /// The seconds with the decimals they need, three at most.
  fileprivate var formattedSeconds: String {
    let thousandths = ((self / .milliseconds(1)).rounded()) / 1000
    return thousandths == thousandths.rounded() ? "\(Int(thousandths))" : "\(thousandths)"
  }
}
