internal import ViewfinderCore

/// Pairs rows with columns so that the sum of scores is the greatest.
///
/// Only pairs that were added are considered. Those that no other pair competes with are taken as
/// they are, and the rest falls apart into groups that share neither rows nor columns, which are
/// solved one by one. Memory is kept from one use to the next.
struct PairMatcher: Sendable {
  struct Pair: Sendable {
    var row: Int
    var column: Int
    var score: Double
  }

  struct Match: Sendable {
    var row: Int
    var column: Int
  }

  /// The pairs found by `solve()`.
  private(set) var matches: [Match] = []

  private var pairs: [Pair] = []
  private var rowDegrees: [Int32] = []
  private var columnDegrees: [Int32] = []
  /// A forest over rows and, after them, columns.
  private var parents: [Int32] = []
  /// For each pair the next one of its group, for each root the first; −1 ends.
  private var nextPairs: [Int32] = []
  private var firstPairs: [Int32] = []
  /// The number of a row or column within its group; −1 for none yet.
  private var numbers: [Int32] = []
  private var groupRows: [Int] = []
  private var groupColumns: [Int] = []
  private var isPair: [Bool] = []
  private var solver = AssignmentSolver()

  /// Begins with no pairs among so many rows and columns.
  mutating func begin(rowCount: Int, columnCount: Int) {
    pairs.removeAll(keepingCapacity: true)
    matches.removeAll(keepingCapacity: true)
    rowDegrees.refill(0, count: rowCount)
    columnDegrees.refill(0, count: columnCount)
  }

  /// Adds a pair that may be taken; the score must be positive to be worth it.
  mutating func add(row: Int, column: Int, score: Double) {
    pairs.append(Pair(row: row, column: column, score: score))
    rowDegrees[row] += 1
    columnDegrees[column] += 1
  }

  /// Finds the matches.
  ///
  /// - Complexity: O(*n*) in the number of pairs, and O(*k*² × *m*) for each group with *k* the
  ///   smaller and *m* the larger of its numbers of rows and columns.
  mutating func solve() {
    let rowCount = rowDegrees.count
    var contested = 0
    // By index: a loop over the elements would hold the array and make the change copy it.
    for index in pairs.indices {
      let pair = pairs[index]
      if rowDegrees[pair.row] == 1 && columnDegrees[pair.column] == 1 {
        matches.append(Match(row: pair.row, column: pair.column))
      } else {
        pairs[contested] = pair
        contested += 1
      }
    }
    pairs.removeLast(pairs.count - contested)
    guard !pairs.isEmpty else { return }
    let nodeCount = rowCount + columnDegrees.count
    parents.removeAll(keepingCapacity: true)
    for node in 0..<Int32(nodeCount) { parents.append(node) }
    for pair in pairs {
      let (a, b) = (root(pair.row), root(rowCount + pair.column))
      if a != b { parents[a] = Int32(b) }
    }
    firstPairs.refill(-1, count: nodeCount)
    numbers.refill(-1, count: nodeCount)
    nextPairs.refill(-1, count: pairs.count)
    for index in pairs.indices.reversed() {
      let group = root(pairs[index].row)
      nextPairs[index] = firstPairs[group]
      firstPairs[group] = Int32(index)
    }
    for group in 0..<nodeCount where firstPairs[group] >= 0 { solve(group: group) }
  }

  private mutating func root(_ node: Int) -> Int {
    var node = node
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  private mutating func solve(group: Int) {
    let rowCount = rowDegrees.count
    groupRows.removeAll(keepingCapacity: true)
    groupColumns.removeAll(keepingCapacity: true)
    var index = Int(firstPairs[group])
    while index >= 0 {
      let pair = pairs[index]
      if numbers[pair.row] < 0 {
        numbers[pair.row] = Int32(groupRows.count)
        groupRows.append(pair.row)
      }
      if numbers[rowCount + pair.column] < 0 {
        numbers[rowCount + pair.column] = Int32(groupColumns.count)
        groupColumns.append(pair.column)
      }
      index = Int(nextPairs[index])
    }
    solver.begin(rowCount: groupRows.count, columnCount: groupColumns.count)
    let width = groupColumns.count
    isPair.refill(false, count: groupRows.count * width)
    index = Int(firstPairs[group])
    while index >= 0 {
      let pair = pairs[index]
      let (row, column) = (Int(numbers[pair.row]), Int(numbers[rowCount + pair.column]))
      solver.setScore(pair.score, row: row, column: column)
      isPair[row * width + column] = true
      index = Int(nextPairs[index])
    }
    solver.solve()
    for index in 0..<solver.pairCount {
      let (row, column) = solver.pair(index)
      guard isPair[row * width + column] else { continue }
      matches.append(Match(row: groupRows[row], column: groupColumns[column]))
    }
  }
}
