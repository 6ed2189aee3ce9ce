/// The figures of one sequence, or of several together.
public struct TrackingScores: Hashable, Sendable {
  /// Detection and association in equal parts: HOTA, DetA, AssA, LocA.
  public let hota: HOTAScores
  /// Counts of what went wrong frame by frame: MOTA, FP, FN, IDSW.
  public let clear: CLEARScores
  /// How long objects are under one number: IDF1.
  public let identity: IdentityScores

  init(hota: HOTAScores, clear: CLEARScores, identity: IdentityScores) {
    self.hota = hota
    self.clear = clear
    self.identity = identity
  }

  /// Combines the figures of several sequences as TrackEval does.
  ///
  /// Counts add up, shares follow from them, and association is weighted by matches; a long
  /// sequence therefore weighs more than a short one.
  ///
  /// - Complexity: O(*n*).
  public init(combining all: [TrackingScores]) {
    hota = HOTAScores(combining: all.map(\.hota))
    clear = CLEARScores(combining: all.map(\.clear))
    identity = IdentityScores(combining: all.map(\.identity))
  }
}
