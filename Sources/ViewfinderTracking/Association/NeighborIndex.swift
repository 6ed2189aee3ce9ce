internal import ViewfinderCore

/// Tells which boxes may touch another one, without looking at each pair.
///
/// The plane is cut into strips across and down. Each strip has a bit for every box that reaches into
/// it; a box may touch those that share a strip with it in both directions. They come in the order
/// in which they were given, so that nothing else depends on how they are found.
struct NeighborIndex: Sendable {
  private static let stripCount = 32
  /// Up to so many boxes, all of them count as near: looking at each is quicker.
  private static let fewBoxes = 12

  private var count = 0
  private var wordCount = 0
  private var across = Strips()
  private var down = Strips()

  /// One direction: for each strip the words whose bits are the boxes in it.
  private struct Strips: Sendable {
    var words: [UInt64] = []
    var origin = 0.0
    var scale = 0.0

    /// Rises with its argument, so that ranges that have a point in common share its strip.
    ///
    /// What is no number, as where a track has been moved without end, is in the first one.
    func strip(_ coordinate: Double) -> Int {
      let strip = (coordinate - origin) * scale
      return Int(min(max(0, strip), Double(NeighborIndex.stripCount - 1)))
    }

    mutating func begin(from first: Double, to last: Double, wordCount: Int) {
      words.refill(0, count: wordCount * NeighborIndex.stripCount)
      origin = first
      scale = last > first ? Double(NeighborIndex.stripCount) / (last - first) : 0
    }

    mutating func add(_ number: Int, from first: Double, to last: Double, wordCount: Int) {
      for strip in strip(first)...strip(last) {
        words[strip * wordCount + number / 64] |= 1 << UInt64(number % 64)
      }
    }

    func word(_ word: Int, from first: Int, to last: Int, wordCount: Int) -> UInt64 {
      var bits: UInt64 = 0
      for strip in first...last { bits |= words[strip * wordCount + word] }
      return bits
    }
  }

  /// Takes boxes in, whose sides may grow by a share of themselves at both ends.
  ///
  /// - Complexity: O(*n*).
  mutating func build(_ candidates: [Candidate], growth: Double = 0) {
    count = candidates.count
    guard count > Self.fewBoxes else { return }
    wordCount = (count + 63) / 64
    let half = 0.5 + growth
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    for candidate in candidates {
      let box = candidate.box
      left = min(left, box.x - box.z * half)
      right = max(right, box.x + box.z * half)
      top = min(top, box.y - box.w * half)
      bottom = max(bottom, box.y + box.w * half)
    }
    across.begin(from: left, to: right, wordCount: wordCount)
    down.begin(from: top, to: bottom, wordCount: wordCount)
    for number in candidates.indices {
      let box = candidates[number].box
      across.add(
        number, from: box.x - box.z * half, to: box.x + box.z * half, wordCount: wordCount)
      down.add(number, from: box.y - box.w * half, to: box.y + box.w * half, wordCount: wordCount)
    }
  }

  /// Puts the numbers of all boxes that touch another one, and some that do not, into an array.
  ///
  /// The growth is at most that of ``build(_:growth:)``.
  ///
  /// - Complexity: O(*n*/64 + *found*).
  func find(near box: BoxVector, growth: Double = 0, into numbers: inout [Int]) {
    numbers.removeAll(keepingCapacity: true)
    guard count > Self.fewBoxes else {
      for number in 0..<count { numbers.append(number) }
      return
    }
    let half = 0.5 + growth
    let columns = across.strip(box.x - box.z * half)...across.strip(box.x + box.z * half)
    let rows = down.strip(box.y - box.w * half)...down.strip(box.y + box.w * half)
    for word in 0..<wordCount {
      var bits =
        across.word(word, from: columns.lowerBound, to: columns.upperBound, wordCount: wordCount)
        & down.word(word, from: rows.lowerBound, to: rows.upperBound, wordCount: wordCount)
      while bits != 0 {
        numbers.append(word * 64 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }
}
