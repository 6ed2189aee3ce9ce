public import ViewfinderCore

/// How well reported tracks follow the true ones, by the figures of the tracking benchmarks.
///
/// The figures are those of TrackEval (<https://github.com/JonathonLuiten/TrackEval>): HOTA, CLEAR
/// and identity, for each sequence and over all of them.
public struct TrackingEvaluation: Hashable, Sendable {
  /// The figures of each sequence, in the order given.
  public let sequences: [SequenceScores]
  /// The figures over all sequences.
  public let combined: TrackingScores

  /// The figures of one sequence.
  public struct SequenceScores: Hashable, Sendable {
    /// The sequence's name.
    public let name: String
    /// Its figures.
    public let scores: TrackingScores
  }

  /// Judges tracks.
  ///
  /// - Parameters:
  ///   - sequences: The videos with their true and reported tracks.
  ///   - rules: Which boxes count; unless said, all that the truth does not mark with 0.
  /// - Throws: `tooLarge` when more pairs of tracks overlap than memory should be spent on.
  /// - Complexity: For each frame O(*k*² × *m*) with *k* the smaller and *m* the larger number of
  ///   boxes; the same for the numbers of tracks in a group that is linked by overlaps.
  public init(
    _ sequences: [TrackingSequence], rules: TrackingRules = .mot15
  ) throws(ViewfinderError) {
    var scores: [SequenceScores] = []
    for sequence in sequences {
      scores.append(
        SequenceScores(name: sequence.name, scores: try Self.scores(of: sequence, rules: rules)))
    }
    self.sequences = scores
    combined = TrackingScores(combining: scores.map(\.scores))
  }

  /// The figures of one sequence, for those who spread sequences over several threads.
  ///
  /// - Throws: `tooLarge` when more pairs of tracks overlap than memory should be spent on.
  /// - Complexity: As of ``init(_:rules:)``.
  public static func scores(
    of sequence: TrackingSequence, rules: TrackingRules = .mot15
  ) throws(ViewfinderError) -> TrackingScores {
    let prepared = PreparedSequence(sequence, rules: rules)
    return TrackingScores(
      hota: try HOTAScores(prepared, name: sequence.name), clear: CLEARScores(prepared),
      identity: try IdentityScores(prepared, name: sequence.name))
  }
}
