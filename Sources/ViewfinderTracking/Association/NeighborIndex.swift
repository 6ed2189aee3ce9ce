internal import ViewfinderCore

/// Tells which boxes may touch another one, before anything more is computed for the pair.
///
/// They come in the order in which they were given, so that nothing else depends on how they are found.
struct NeighborIndex: Sendable {
  /// Of each box left and top, and right and bottom below zero.
  ///
  /// A box touches another when none of these is beyond the other's opposite one. In single precision
  /// a comparison is one instruction.
  private var edges: [SIMD4<Float>] = []

  /// Up to so many boxes, all of them count as near: computing each pair is quicker.
  private static let fewBoxes = 12

  private var count = 0

  /// More than single precision rounds by, as a share.
  private static let slack: Float = 0x1p-22

  /// Takes boxes in, whose sides may grow by a share of themselves at both ends.
  ///
  /// - Complexity: O(*n*).
  mutating func build(_ candidates: [Candidate], growth: Double = 0) {
    count = candidates.count
    guard count > Self.fewBoxes else { return }
    edges.removeAll(keepingCapacity: true)
    for candidate in candidates { edges.append(Self.edges(of: candidate.box, growth: growth)) }
  }

  /// Puts the numbers of all boxes that touch another one into an array, and few others.
  ///
  /// The growth is at most that of ``build(_:growth:)``.
  ///
  /// - Complexity: O(*n*).
  func find(near box: BoxVector, growth: Double = 0, into numbers: inout [Int]) {
    numbers.removeAll(keepingCapacity: true)
    guard count > Self.fewBoxes else {
      for number in 0..<count { numbers.append(number) }
      return
    }
    let own = Self.edges(of: box, growth: growth)
    let limits = SIMD4(-own.z, -own.w, -own.x, -own.y)
    for number in edges.indices where all(edges[number] .<= limits) { numbers.append(number) }
  }

  private static func edges(of box: BoxVector, growth: Double) -> SIMD4<Float> {
    let (x, y) = (box.z * (0.5 + growth), box.w * (0.5 + growth))
    let edges = SIMD4<Float>(
      SIMD4(box.x - x, box.y - y, -(box.x + x), -(box.y + y)))
    return edges - slack * edges.replacing(with: -edges, where: edges .< 0)
  }
}
