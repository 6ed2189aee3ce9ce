internal import ViewfinderCore
internal import ViewfinderSystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension SystemError {
  /// The error in the words of the package.
  var error: ViewfinderError {
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    let remedy = "Choose another folder with VIEWFINDER_CACHE or --cache."
    switch (code, purpose) {
    case (ENOSPC, _), (EDQUOT, _):
      return ViewfinderError(
        .notEnoughSpace, subject: path, found: "the disk is full (\(reason))",
        remedy: "Make room, or choose another folder with VIEWFINDER_CACHE or --cache.",
        systemErrorNumber: code)
    case (EACCES, .read), (EPERM, .read):
      return ViewfinderError(
        .cannotWrite, subject: path, found: "this may not be read (\(reason))",
        remedy: "Check the owner and the permissions, or choose another folder with "
          + "VIEWFINDER_CACHE or --cache.",
        systemErrorNumber: code)
    case (EROFS, _), (EACCES, _), (EPERM, _):
      return ViewfinderError(
        .cannotWrite, subject: path, found: "this may not be written (\(reason))", remedy: remedy,
        systemErrorNumber: code)
    default:
      return ViewfinderError(
        .cannotWrite, subject: path, found: "the system says: \(reason)", remedy: remedy,
        systemErrorNumber: code)
    }
  }
}
