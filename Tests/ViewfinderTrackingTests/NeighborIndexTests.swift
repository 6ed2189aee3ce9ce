import Testing

@testable import ViewfinderTracking

@Suite("Neighbor index")
struct NeighborIndexTests {
  private static func box(_ generator: inout Generator, side: Double) -> BoxVector {
    BoxVector(
      .random(in: -side...side, using: &generator), .random(in: -side...side, using: &generator),
      .random(in: 1e-3...side, using: &generator), .random(in: 1e-3...side, using: &generator))
  }

  @Test(
    "boxes that touch are always found, each once and in order",
    arguments: [1, 12, 13, 64, 65, 200], [0, 0.5, 1])
  func complete(count: Int, growth: Double) {
    var generator = Generator(state: UInt64(count))
    var index = NeighborIndex()
    var found: [Int] = []
    for side in [10.0, 1000, 1e9] {
      let candidates = (0..<count).map { number in
        Candidate(
          box: Self.box(&generator, side: side), confidence: 1, classIndex: -1, index: number)
      }
      index.build(candidates, growth: growth)
      for _ in 0..<50 {
        let box = Self.box(&generator, side: 1.5 * side)
        for share in [1, 0.5] {
          index.find(near: box, growth: share * growth, into: &found)
          #expect(found == Array(Set(found)).sorted())
          let touching = candidates.indices.filter {
            box.overlap(candidates[$0].box, growth: share * growth) > 0
          }
          #expect(Set(found).isSuperset(of: touching))
        }
      }
    }
  }

  @Test("most boxes of a crowd are left out")
  func selective() {
    let candidates = (0..<100).map { number in
      Candidate(
        box: BoxVector(Double(number % 10) * 100, Double(number / 10) * 100, 50, 50),
        confidence: 1, classIndex: -1, index: number)
    }
    var index = NeighborIndex()
    var found: [Int] = []
    index.build(candidates)
    index.find(near: BoxVector(320, 410, 40, 40), into: &found)
    #expect(found == [43])
    index.find(near: BoxVector(5000, 5000, 40, 40), into: &found)
    #expect(found.count <= 1)
  }

  @Test("boxes that all lie on one point are all found")
  func onePoint() {
    let candidates = (0..<20).map {
      Candidate(box: BoxVector(5, 5, 0, 0), confidence: 1, classIndex: -1, index: $0)
    }
    var index = NeighborIndex()
    var found: [Int] = []
    index.build(candidates)
    index.find(near: BoxVector(5, 5, 2, 2), into: &found)
    #expect(found == Array(0..<20))
  }

  @Test(
    "a box without end or without a place is taken",
    arguments: [Double.infinity, -.infinity, .nan], [5, .infinity])
  func endless(place: Double, side: Double) {
    let candidates = (0..<20).map {
      Candidate(
        box: BoxVector(Double($0), 5, 1, 1), confidence: 1, classIndex: -1, index: $0)
    }
    var index = NeighborIndex()
    var found: [Int] = []
    index.build(candidates)
    for box in [
      BoxVector(place, 5, side, side), BoxVector(5, place, side, side),
      BoxVector(5, 5, place.magnitude, side),
    ] {
      index.find(near: box, into: &found)
      #expect(found == Array(Set(found)).sorted())
    }
  }
}
