public import ViewfinderCore
internal import ViewfinderSystem

extension ViewfinderError.Code {
  // MARK: Hosted models

  /// A server cannot be reached, gives up, or breaks off.
  public static let networkFailed = ViewfinderError.Code(rawValue: "networkFailed")
  /// A server wants to know who asks.
  public static let unauthenticated = ViewfinderError.Code(rawValue: "unauthenticated")
  /// A server refuses: the key, the token or the rules do not allow it.
  public static let permissionDenied = ViewfinderError.Code(rawValue: "permissionDenied")
  /// A server has had too many questions, or a bill is not paid.
  public static let quotaExceeded = ViewfinderError.Code(rawValue: "quotaExceeded")
  /// A server's reply is not what the protocol says.
  public static let invalidReply = ViewfinderError.Code(rawValue: "invalidReply")
  /// The bytes are not those that were promised.
  public static let hashMismatch = ViewfinderError.Code(rawValue: "hashMismatch")
  /// The disk is full.
  public static let notEnoughSpace = ViewfinderError.Code(rawValue: "notEnoughSpace")
  /// The model has not been downloaded yet.
  public static let notDownloaded = ViewfinderError.Code(rawValue: "notDownloaded")
  /// Configuration of the app that cannot be used.
  public static let invalidConfiguration = ViewfinderError.Code(rawValue: "invalidConfiguration")
}

extension ViewfinderError {
  /// The error about a file in the cache of models, which can be moved.
  init(inCache error: SystemError) {
    let (code, found, remedy): (Code, String, String) =
      switch (error.meaning, error.purpose) {
      case (.full, _): (.notEnoughSpace, "the disk is full (\(error.words))", "Make room. ")
      case (.notPermitted, .read):
        (
          .cannotWrite, "this may not be read (\(error.words))",
          "Check the owner and the permissions. "
        )
      case (.readOnly, _), (.notPermitted, _):
        (.cannotWrite, "this may not be written (\(error.words))", "")
      default: (.cannotWrite, "the system says: \(error.words)", "")
      }
    self.init(
      code, subject: error.path, found: found,
      remedy: remedy + "Choose another folder with VIEWFINDER_CACHE or --cache.",
      systemErrorNumber: error.number)
  }
}
