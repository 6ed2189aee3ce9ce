import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderSystem
import ViewfinderTestSupport

@Suite("ResourcePool", .enabled(if: LiteRT.isPresent), .timeLimit(.minutes(15)))
struct ResourcePoolTests {
  @Test("many tasks share a few sessions and all get right results")
  func shares() async throws {
    let data = TwoSums.model.data()
    let made = Mutex(0)
    let pool = ResourcePool(capacity: 2) { () throws(ViewfinderError) in
      made.withLock { $0 += 1 }
      return try InferenceSession(data)
    }
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var wrong = 0
          for round in 0..<200 {
            let number = Float(task * 1000 + round)
            let sum = try pool.withResource { session throws(ViewfinderError) in
              try session.withInput(1, of: Float.self) { $0[0] = number }
              try session.run()
              return try session.withOutput(1, of: Float.self) { $0[0] }
            }
            if sum != number + 10 { wrong += 1 }
          }
          return wrong
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect((1...2).contains(made.withLock { $0 }))
  }

  @Test("a session that cannot be made leaves its place to the next use")
  func failure() throws {
    let attempts = Mutex(0)
    let pool = ResourcePool(capacity: 1) { () throws(ViewfinderError) in
      let attempt = attempts.withLock {
        $0 += 1
        return $0
      }
      guard attempt > 1 else { throw ViewfinderError(.invalidModel, found: "the first attempt") }
      return try InferenceSession(TwoSums.model.data())
    }
    #expect(throws: ViewfinderError(.invalidModel, found: "the first attempt")) {
      try pool.withResource { _ in }
    }
    #expect(try pool.withResource { $0.inputs.count } == 2)
    #expect(throws: ViewfinderError(.cancelled, found: "the body failed")) {
      try pool.withResource { (_: InferenceSession) throws(ViewfinderError) in
        throw ViewfinderError(.cancelled, found: "the body failed")
      }
    }
    #expect(try pool.withResource { $0.outputs.count } == 2)
    #expect(attempts.withLock { $0 } == 2)
  }
}
