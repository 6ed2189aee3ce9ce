import Testing
import ViewfinderCore

@Suite("Assignment")
struct AssignmentTests {
  /// Repeatable numbers without Foundation.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) << 32 | (state >> 17) & 0xffff_ffff
    }
  }

  /// The most pairs and their least cost, by trying everything.
  private static func best(_ costs: Matrix, row: Int = 0, used: Set<Int> = []) -> (Int, Double) {
    guard row < costs.rowCount else { return (0, 0) }
    var best = Self.best(costs, row: row + 1, used: used)
    for column in 0..<costs.columnCount
    where !used.contains(column) && costs[row, column] < .infinity {
      var (count, cost) = Self.best(costs, row: row + 1, used: used.union([column]))
      count += 1
      cost += costs[row, column]
      if count > best.0 || (count == best.0 && cost < best.1) { best = (count, cost) }
    }
    return best
  }

  private static func check(_ costs: Matrix) {
    let columns = Assignment.minimizing(costs)
    #expect(columns.count == costs.rowCount)
    let pairs = columns.enumerated().compactMap { row, column in column.map { (row, $0) } }
    #expect(Set(pairs.map(\.1)).count == pairs.count, "a column is used once")
    #expect(pairs.allSatisfy { costs[$0.0, $0.1] < .infinity }, "no pair is forbidden")
    let (count, cost) = best(costs)
    #expect(pairs.count == count)
    #expect(abs(pairs.reduce(0) { $0 + costs[$1.0, $1.1] } - cost) < 1e-9)
  }

  @Test(
    "is as good as trying everything",
    arguments: [(1, 1), (3, 3), (5, 5), (2, 6), (6, 2), (4, 5), (5, 4), (1, 6), (6, 1)],
    [0.0, 0.3, 0.7, 1.0])
  func exhaustive(shape: (Int, Int), forbiddenShare: Double) {
    var generator = Generator(state: UInt64(shape.0 * 100 + shape.1))
    for round in 0..<12 {
      var costs = Matrix(rowCount: shape.0, columnCount: shape.1)
      for index in costs.values.indices {
        // Every other round in whole numbers, so that many assignments are equally good.
        let value = Double.random(in: -5...5, using: &generator)
        costs.values[index] = round.isMultiple(of: 2) ? value.rounded() : value
        if Double.random(in: 0..<1, using: &generator) < forbiddenShare {
          costs.values[index] = .infinity
        }
      }
      Self.check(costs)
    }
  }

  @Test("a row gives way when it can go elsewhere, and stays without when it cannot")
  func givesWay() {
    let forbidden = Double.infinity
    #expect(Assignment.minimizing(Matrix([[1, 2], [1, forbidden]])) == [1, 0])
    #expect(Assignment.minimizing(Matrix([[5, forbidden], [1, forbidden]])) == [nil, 0])
    #expect(Assignment.minimizing(Matrix([[forbidden], [forbidden]])) == [nil, nil])
  }

  @Test("forbidden pairs do not blur costs of very different sizes")
  func scales() {
    let costs = Matrix([
      [1e15, 1e15 + 1, .infinity], [1e15 + 1, 1e15, 1e-9], [.infinity, 2e-9, 1],
    ])
    #expect(Assignment.minimizing(costs) == [0, 2, 1])
  }

  @Test("maximizing takes the greatest sum")
  func maximizing() {
    #expect(Assignment.maximizing(Matrix([[0.9, 0.8], [0.8, 0]])) == [1, 0])
  }

  @Test("empty matrices have no pairs")
  func empty() {
    #expect(Assignment.minimizing(Matrix(rowCount: 0, columnCount: 4)).isEmpty)
    #expect(Assignment.minimizing(Matrix(rowCount: 3, columnCount: 0)) == [nil, nil, nil])
  }

  @Test("costs that are not numbers are a mistake of the caller")
  func notANumber() async {
    await #expect(processExitsWith: .failure) {
      _ = Assignment.minimizing(Matrix([[.nan]]))
    }
    await #expect(processExitsWith: .failure) {
      _ = Assignment.minimizing(Matrix([[-.infinity]]))
    }
  }
}

@Suite("Assignment solver")
struct AssignmentSolverTests {
  @Test(
    "pairs are those of the greatest sum, problem after problem",
    arguments: [
      ([[0.9, 0.8], [0.8, 0]], [[0, 1], [1, 0]]),
      ([[0.2, 0.9, 0.1]], [[0, 1]]),
      ([[0.2], [0.9], [0.1]], [[1, 0]]),
      ([[3, 1, 2], [2, 3, 1], [1, 2, 3]], [[0, 0], [1, 1], [2, 2]]),
    ] as [([[Double]], [[Int]])])
  func greatest(scores: [[Double]], expected: [[Int]]) {
    var solver = AssignmentSolver()
    for rows in [scores, [[1, 2], [3, 5]], scores] {
      solver.begin(rowCount: rows.count, columnCount: rows[0].count)
      for (row, values) in rows.enumerated() {
        for (column, score) in values.enumerated() {
          solver.setScore(score, row: row, column: column)
        }
      }
      solver.solve()
      let pairs = (0..<solver.pairCount).map { [solver.pair($0).row, solver.pair($0).column] }
      if rows == scores { #expect(pairs.sorted { $0[0] < $1[0] } == expected) }
    }
  }
}
