internal import ViewfinderCore
internal import ViewfinderSystem

extension SystemError {
  /// The error in the words of the package.
  var error: ViewfinderError {
    let folder = "Choose another folder with VIEWFINDER_CACHE or --cache."
    let (code, found, remedy): (ViewfinderError.Code, String, String) =
      switch (meaning, purpose) {
      case (.full, _):
        (
          .notEnoughSpace, "the disk is full (\(words))",
          "Make room, or choose another folder with VIEWFINDER_CACHE or --cache."
        )
      case (.notPermitted, .read):
        (
          .cannotWrite, "this may not be read (\(words))",
          "Check the owner and the permissions, or choose another folder with "
            + "VIEWFINDER_CACHE or --cache."
        )
      case (.readOnly, _), (.notPermitted, _):
        (.cannotWrite, "this may not be written (\(words))", folder)
      default: (.cannotWrite, "the system says: \(words)", folder)
      }
    return ViewfinderError(
      code, subject: path, found: found, remedy: remedy, systemErrorNumber: number)
  }
}
