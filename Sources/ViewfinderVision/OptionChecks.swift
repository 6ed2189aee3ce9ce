/// What the options of labelers and detectors demand of their numbers.
enum OptionChecks {
  static func check(
    maxResults: Int, confidenceThreshold: Float?, threads: Int, workers: Int?, maxWaiting: Int?
  ) {
    precondition(maxResults >= 1, "The greatest number of results must be 1 or more")
    precondition(
      confidenceThreshold.map { (0...1).contains($0) } ?? true,
      "A confidence threshold must be 0 through 1")
    precondition(threads >= 1, "The number of threads must be 1 or more")
    precondition(workers.map { $0 >= 1 } ?? true, "The number of workers must be 1 or more")
    precondition(
      maxWaiting.map { $0 >= 0 } ?? true, "The number of waiting calls must not be negative")
  }
}
