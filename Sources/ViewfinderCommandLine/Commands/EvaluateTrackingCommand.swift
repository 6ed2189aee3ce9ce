internal import Viewfinder
internal import ViewfinderEvaluation
internal import ViewfinderSystem

/// `viewfinder evaluate tracking`: how well reported tracks follow the true ones.
struct EvaluateTrackingCommand: Command {
  private static let truthOption = Option.value(
    "truth", "PATH", completion: .file,
    help: """
      The true tracks: a folder with SEQUENCE/gt/gt.txt (and SEQUENCE/seqinfo.ini) or \
      SEQUENCE.txt, or one file.
      """)
  private static let tracksOption = Option.value(
    "tracks", "PATH", completion: .file,
    help: "The reported tracks: a folder with SEQUENCE.txt, or one file.")
  private static let rulesOption = Option.choice(
    "rules", "SET", of: Rules.allCases.map(\.rawValue),
    help: """
      Which boxes count: 'all' that the truth does not mark with 0 (MOT15), 'counted', which also \
      forgives tracks on those that are, or the pedestrians of 'mot17' or 'mot20'. Default: all.
      """)
  private static let jobsOption = Option.value(
    "jobs", letter: "j", "N", help: "Sequences in work at the same time. Default: one per core.")
  private static let jsonOption = Option.flag("json", help: "Print one JSON object.")

  private enum Rules: String, CaseIterable {
    case all, counted, mot17, mot20

    var rules: TrackingRules {
      switch self {
      case .all: .mot15
      case .counted: .countedOnly
      case .mot17: .mot17
      case .mot20: .mot20
      }
    }
  }

  static let specification = CommandSpecification(
    name: "tracking", summary: "Measure the tracks of a tracker against true ones.",
    discussion: """
      Prints the figures of TrackEval for each sequence and over all: HOTA with its halves for \
      detection (DetA) and association (AssA), IDF1, MOTA, and the number of identity switches \
      (IDSW), of wrong boxes (FP) and of missed ones (FN). Files have the layout of MOTChallenge.
      """,
    groups: [
      OptionGroup("OPTIONS", [truthOption, tracksOption, rulesOption, jobsOption, jsonOption])
    ],
    notes: [
      CommandSpecification.Note(
        "EXIT STATUS",
        [
          ("0", "All sequences have been measured."), ("64", "The command line is wrong."),
          ("65", "A file has bad data."), ("66", "A file is missing."), ("130", "Interrupted."),
        ])
    ],
    examples: ["viewfinder evaluate tracking --truth gt/ --tracks out/ --rules mot17"])

  private let truth: String
  private let tracks: String
  private let rules: TrackingRules
  private let jobs: Int?
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let truth = try arguments.string(Self.truthOption) else {
      throw UsageError("'--truth' is missing: the folder or file with the true tracks")
    }
    guard let tracks = try arguments.string(Self.tracksOption) else {
      throw UsageError("'--tracks' is missing: the folder or file with the reported tracks")
    }
    self.truth = truth
    self.tracks = tracks
    rules = try arguments.choice(Self.rulesOption).flatMap(Rules.init)?.rules ?? .mot15
    jobs = try arguments.integer(Self.jobsOption, in: 1...256)
    isJSON = arguments.has(Self.jsonOption)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let environment = context.environment
    let found: [TrackingFolders.Sequence]
    do throws(ViewfinderError) {
      found = try TrackingFolders(truth: truth, tracks: tracks).sequences
    } catch {
      throw .problem(error)
    }
    environment.catchInterrupts()
    let rest = Mutex(found.makeIterator())
    let rules = rules
    var figures = TrackingFigures()
    var problem: ViewfinderError?
    OrderedRun(jobs: min(jobs ?? environment.activeCores, found.count)).run(
      next: { rest.withLock { $0.next() } },
      work: { sequence in
        Result { () throws(ViewfinderError) in
          (sequence.name, try TrackingEvaluation.scores(of: try sequence.read(), rules: rules))
        }
      },
      idle: { !environment.isInterrupted() },
      emit: { (outcome: Result<(String, TrackingScores), ViewfinderError>) in
        switch outcome {
        case .success(let (name, scores)): figures.add(name, scores)
        case .failure(let error): problem = error
        }
        return problem == nil && !environment.isInterrupted()
      })
    if let problem { throw .problem(problem) }
    if environment.isInterrupted() { return .interrupted }
    try context.print(isJSON ? figures.json + "\n" : figures.text(environment.outputStyle))
    return .success
  }
}
