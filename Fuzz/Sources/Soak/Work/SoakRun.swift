import Foundation
import ViewfinderTestSupport

/// Threads at mixed work on what they share.
struct SoakRun {
  let work: SharedWork
  var threads = 8

  /// Works until it is told to stop, or until a result is wrong.
  ///
  /// - Parameters:
  ///   - isDone: Whether enough has been done; asked by every thread.
  ///   - pause: What to do twice a second, while the threads work.
  /// - Returns: What has been done, and what went wrong.
  /// - Throws: When the cache of the hosted models cannot be made.
  func start(
    until isDone: @escaping @Sendable (Tally) -> Bool, between pause: () -> Void = {}
  ) throws -> Tally {
    let hosted = try HostedModels()
    defer { hosted.remove() }
    let tally = Tally()
    let group = DispatchGroup()
    for number in 0..<threads {
      group.enter()
      let thread = Thread { [work] in
        var random = SplitMix(seed: UInt64(number))
        while !isDone(tally), tally.isFine {
          let task = SoakTask.allCases.randomElement(using: &random) ?? .label
          do {
            if let fault = try task.run(work, hosted, number: number, &random) {
              tally.fail("\(task): \(fault)")
            }
          } catch {
            tally.fail("\(task): \(error)")
          }
          tally.count(task)
        }
        group.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    while group.wait(timeout: .now() + .milliseconds(500)) == .timedOut {
      hosted.publishNext()
      pause()
    }
    return tally
  }
}
