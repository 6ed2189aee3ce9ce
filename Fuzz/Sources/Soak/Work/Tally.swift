import ViewfinderTestSupport

/// What has been done, and what went wrong.
final class Tally: Sendable {
  private let state = Locked((counts: [SoakTask: Int](), failures: [String]()))

  func count(_ task: SoakTask) { state.withLock { $0.counts[task, default: 0] += 1 } }

  func fail(_ reason: String) { state.withLock { $0.failures.append(reason) } }

  var failures: [String] { state.withLock(\.failures) }
  var isFine: Bool { failures.isEmpty }
  var total: Int { state.withLock { $0.counts.values.reduce(0, +) } }

  /// How often the least frequent task has been done.
  var least: Int {
    state.withLock { state in SoakTask.allCases.map { state.counts[$0] ?? 0 }.min() ?? 0 }
  }

  var words: String {
    let counts = state.withLock(\.counts)
    return SoakTask.allCases.map { "\($0.rawValue) \(counts[$0] ?? 0)" }.joined(separator: ", ")
  }
}
