/// Which boxes of a sequence count, decided before any figure is computed.
///
/// Boxes of the ground truth that are marked with 0 never have to be found. What a tracker reports
/// on them, or on things that merely look like the objects sought, may be left out too.
public struct TrackingRules: Hashable, Sendable {
  /// The category whose objects are sought; `nil` takes all and disregards categories.
  ///
  /// Tracks that say that they are of another category are left out; those that do not say count.
  public var targetCategoryID: Int?
  /// Categories of the ground truth that take the tracks' boxes matched to them out.
  public var distractorCategoryIDs: Set<Int>
  /// Whether boxes of the ground truth that do not count do so as well.
  public var leavesOutMatchesOfUncounted: Bool

  /// Creates rules.
  public init(
    targetCategoryID: Int? = nil, distractorCategoryIDs: Set<Int> = [],
    leavesOutMatchesOfUncounted: Bool = false
  ) {
    self.targetCategoryID = targetCategoryID
    self.distractorCategoryIDs = distractorCategoryIDs
    self.leavesOutMatchesOfUncounted = leavesOutMatchesOfUncounted
  }

  /// The rules of MOT15: whatever is marked counts.
  public static let mot15 = TrackingRules()
  /// The rules of MOT16 and MOT17: pedestrians; riders, standing people, reflections and other
  /// distractors take their matches out.
  public static let mot17 = TrackingRules(
    targetCategoryID: 1, distractorCategoryIDs: [2, 7, 8, 12])
  /// The rules of MOT20: those of MOT17, with vehicles among the distractors.
  public static let mot20 = TrackingRules(
    targetCategoryID: 1, distractorCategoryIDs: [2, 6, 7, 8, 12])
  /// Whatever is marked counts, and matches of the rest are left out.
  public static let countedOnly = TrackingRules(leavesOutMatchesOfUncounted: true)

  /// Whether tracks have to be matched before the figures are computed.
  var needsMatching: Bool { !distractorCategoryIDs.isEmpty || leavesOutMatchesOfUncounted }

  /// Whether the objects' box has to be found.
  func isSought(_ row: TrackRow) -> Bool {
    row.score != 0 && (targetCategoryID == nil || row.categoryID == targetCategoryID)
  }

  /// Whether a box of a tracker counts at all.
  func isReported(_ row: TrackRow) -> Bool {
    guard let targetCategoryID, row.categoryID > 0 else { return true }
    return row.categoryID == targetCategoryID
  }

  /// Whether a match with the row takes the tracker's box out.
  func isDistractor(_ row: TrackRow) -> Bool {
    distractorCategoryIDs.contains(row.categoryID)
      || (leavesOutMatchesOfUncounted && row.score == 0)
  }
}
