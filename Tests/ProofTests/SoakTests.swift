import Foundation
import Testing
import ViewfinderTestSupport

/// A short form of `make soak`.
@Suite("Many threads on shared objects")
struct SoakTests {
  private static let samples = FuzzTarget.root.appending(path: ".viewfinder/samples").path

  @Test(
    "Every result is a single thread's, while models are replaced and removed",
    .enabled(if: LiteRT.isPresent && FileManager.default.fileExists(atPath: samples)),
    .timeLimit(.minutes(15)))
  func soak() async throws {
    // On a thread of its own: to wait on one of those that the tests share would hold them up.
    let tally = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let run = SoakRun(work: try SharedWork(folder: Self.samples, limit: 2), threads: 4)
            return try run.start(until: { $0.least >= 2 })
          })
      }
    }
    #expect(tally.failures.isEmpty)
    #expect(tally.isFine && tally.least >= 2, "\(tally.words)")
  }
}
