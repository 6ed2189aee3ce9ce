/// The options that all commands share which work on photos, read and checked.
package struct PhotoOptions: Sendable {
  /// The orientation to use instead of the file's, 1 through 8 as in EXIF.
  package var orientation: Int?
  package var isRecursive = false
  package var showsTimings = false
  package var isQuiet = false
  package var jobs: Int?
  package var threads: Int?
  package var inputs: [String] = []

  /// Reads the arguments; options that a command does not have keep their defaults.
  package init(_ arguments: ParsedArguments) throws(UsageError) {
    if let text = try arguments.choice(Self.orientationOption) { orientation = Int(text) }
    isRecursive = arguments.has(Self.recursiveOption)
    showsTimings = arguments.has(Self.timingsOption)
    isQuiet = arguments.has(Self.quietOption)
    jobs = try arguments.integer(Self.jobsOption, in: 1...256)
    threads = try arguments.integer(Self.threadsOption, in: 1...256)
    inputs = arguments.operands
    if InputExpander.claimsInputTwice(inputs) {
      throw UsageError("standard input can be read only once")
    }
  }

  /// The number of worker threads and of LiteRT threads in each, for a number of inputs.
  ///
  /// Pictures are best shared out among the cores; only a single one is left to speed up with
  /// several threads, and more than four seldom help.
  package func concurrency(inputs: Int, cores: Int) -> Concurrency {
    let jobs = max(1, min(jobs ?? cores, inputs))
    return Concurrency(jobs: jobs, threads: threads ?? (jobs > 1 ? 1 : min(cores, 4)))
  }
}

/// How the cores are shared out.
package struct Concurrency: Hashable, Sendable {
  /// The pictures that are processed at the same time.
  package var jobs: Int
  /// The threads for each of them.
  package var threads: Int
}
