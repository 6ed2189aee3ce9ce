internal import ViewfinderCore

/// Puts together what a detector found in overlapping tiles of an image and in the whole.
///
/// A box that ends at an edge of its tile, but not of the image, is cut: two that continue each other
/// across a seam become one, and one that lies in a box that is not cut is dropped.
struct TileMerger {
  /// A box of a tile, in pixels of the image.
  struct Piece: Hashable {
    var candidate: Candidate
    var cuts: Cuts
  }

  /// The sides of a box that its tile has cut off.
  struct Cuts: OptionSet, Hashable {
    let rawValue: UInt8
    static let left = Cuts(rawValue: 1)
    static let right = Cuts(rawValue: 2)
    static let top = Cuts(rawValue: 4)
    static let bottom = Cuts(rawValue: 8)

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The sides of a box that lie at an edge of its tile within the image.
    init(of box: Box, in tile: Box, of area: Box) {
      self = []
      let (reachX, reachY) = (tile.width * Self.reach, tile.height * Self.reach)
      if box.x < tile.x + reachX, tile.x > area.x + 1 { insert(.left) }
      if box.maxX > tile.maxX - reachX, tile.maxX < area.maxX - 1 { insert(.right) }
      if box.y < tile.y + reachY, tile.y > area.y + 1 { insert(.top) }
      if box.maxY > tile.maxY - reachY, tile.maxY < area.maxY - 1 { insert(.bottom) }
    }

    /// Detectors end boxes a little before the edge.
    private static let reach = 0.02
  }

  /// The share of a cut box that has to lie in another for it to be that.
  private static let coverage = 0.7
  /// How well two halves have to agree along the seam.
  private static let agreement = 0.6

  var isPerClass: Bool

  /// The boxes of the image; doubles remain for the usual suppression.
  ///
  /// - Complexity: O(*n*²) in the number of pieces.
  func merge(_ pieces: [Piece]) -> [Candidate] {
    var pieces = pieces.sorted { $0.candidate.score > $1.candidate.score }
    var index = 0
    while index < pieces.count {
      // What is joined may continue at another seam.
      while !pieces[index].cuts.isEmpty,
        let other = pieces.indices.first(where: {
          $0 != index && joins(pieces[index], pieces[$0])
        })
      {
        pieces[index] = joined(pieces[index], pieces[other])
        pieces.remove(at: other)
        if other < index { index -= 1 }
      }
      index += 1
    }
    let whole = pieces.filter { $0.cuts.isEmpty }
    return pieces.filter { piece in
      piece.cuts.isEmpty
        || !whole.contains { other in
          isSame(piece, other)
            && piece.candidate.box.intersection(other.candidate.box).area
              >= Self.coverage * piece.candidate.box.area
        }
    }.map(\.candidate)
  }

  private func isSame(_ first: Piece, _ second: Piece) -> Bool {
    !isPerClass || first.candidate.classIndex == second.candidate.classIndex
  }

  private func joins(_ first: Piece, _ second: Piece) -> Bool {
    guard isSame(first, second) else { return false }
    let (a, b) = (first.candidate.box, second.candidate.box)
    func shared(_ from: Double, _ to: Double, _ from2: Double, _ to2: Double) -> Double {
      (min(to, to2) - max(from, from2)) / max(to - from, to2 - from2)
    }
    let meetsAcross = min(a.maxX, b.maxX) > max(a.x, b.x)
    let meetsDown = min(a.maxY, b.maxY) > max(a.y, b.y)
    if meetsAcross, shared(a.y, a.maxY, b.y, b.maxY) >= Self.agreement {
      if first.cuts.contains(.right), second.cuts.contains(.left), a.x < b.x { return true }
      if first.cuts.contains(.left), second.cuts.contains(.right), b.x < a.x { return true }
    }
    if meetsDown, shared(a.x, a.maxX, b.x, b.maxX) >= Self.agreement {
      if first.cuts.contains(.bottom), second.cuts.contains(.top), a.y < b.y { return true }
      if first.cuts.contains(.top), second.cuts.contains(.bottom), b.y < a.y { return true }
    }
    return false
  }

  private func joined(_ first: Piece, _ second: Piece) -> Piece {
    let (a, b) = (first.candidate.box, second.candidate.box)
    let (left, top) = (min(a.x, b.x), min(a.y, b.y))
    var piece = first.candidate.score >= second.candidate.score ? first : second
    piece.candidate.box = Box(
      x: left, y: top, width: max(a.maxX, b.maxX) - left, height: max(a.maxY, b.maxY) - top)
    // A side is cut where the piece that reaches farthest is.
    var cuts: Cuts = []
    if (a.x <= b.x ? first : second).cuts.contains(.left) { cuts.insert(.left) }
    if (a.maxX >= b.maxX ? first : second).cuts.contains(.right) { cuts.insert(.right) }
    if (a.y <= b.y ? first : second).cuts.contains(.top) { cuts.insert(.top) }
    if (a.maxY >= b.maxY ? first : second).cuts.contains(.bottom) { cuts.insert(.bottom) }
    piece.cuts = cuts
    return piece
  }
}
