internal import Viewfinder
internal import ViewfinderSystem

/// A download that this thread waits for, with a progress bar.
struct ModelFetch {
  private static let tick = Duration.milliseconds(100)

  private struct State: Sendable {
    var progress: DownloadProgress?
    var result: Result<CachedModel, ViewfinderError>?
  }

  let hub: ModelHub
  let source: ModelSource
  let isQuiet: Bool

  /// Downloads the model, or the newer version if there is one.
  func run(in context: Context) throws(ViewfinderError) -> CachedModel {
    let environment = context.environment
    let monitor = Monitor(State())
    let download = hub.startDownload(
      source, progress: { progress in monitor.change { $0.progress = progress } },
      completion: { result in monitor.change { $0.result = result } })
    let showsBar = environment.showsProgress && !isQuiet
    var bar: ProgressBar?
    var reason: String?
    while true {
      // Looked at once a tick, so that a thousand small changes do not draw a thousand bars.
      let result = monitor.wait(upTo: Self.tick) { $0.result }
      if let result {
        bar?.clear()
        return try result.get()
      }
      if environment.isInterrupted() { download.cancel() }
      guard let progress = monitor.change({ $0.progress }) else { continue }
      // Nobody waits for another without being told so, once for each thing that is waited for.
      if let newReason = progress.waitingFor, newReason != reason {
        bar?.clear()
        context.complain(
          "viewfinder: waiting for \(newReason): \(TextLayout.printable(source.description))")
        reason = newReason
      }
      guard showsBar else { continue }
      let now = environment.now()
      if bar == nil {
        bar = ProgressBar(
          to: context.error, columns: environment.columns, total: progress.totalByteCount,
          unit: .bytes, earlier: progress.completedByteCount, start: now)
      }
      bar?.update(done: progress.completedByteCount, now: now)
    }
  }
}
