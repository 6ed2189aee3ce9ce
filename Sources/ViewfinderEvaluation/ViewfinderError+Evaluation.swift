public import ViewfinderCore
internal import ViewfinderSystem

extension ViewfinderError.Code {
  /// Annotations, results or tracks that cannot be read or that contradict each other.
  public static let invalidAnnotations = ViewfinderError.Code(rawValue: "invalidAnnotations")
}

extension ViewfinderError {
  /// An error about annotations, with the place in `subject`.
  static func annotations(
    _ subject: String, _ found: String, expected: String = "", remedy: String = ""
  ) -> ViewfinderError {
    ViewfinderError(
      .invalidAnnotations, subject: subject, found: found, expected: expected, remedy: remedy)
  }

  /// The error for input past `limit` bytes.
  static func tooManyBytes(_ subject: String, limit: Int) -> ViewfinderError {
    ViewfinderError(
      SystemError(subject, .tooLarge(byteCount: nil, limit: limit), .read), reading: .annotations)
  }
}
