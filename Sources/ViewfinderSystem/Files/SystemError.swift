/// Something that the system refused, or that was not what was asked for.
package struct SystemError: Error, Hashable {
  /// What was tried.
  package enum Purpose: Sendable {
    case read, write
  }

  /// What stood in the way.
  package enum Cause: Hashable, Sendable {
    /// A call failed with this `errno`.
    case call(CInt)
    /// The path leads to something else than a file.
    case kind(FileStatus.Kind)
    /// There are more bytes than may be taken; how many, where that is known.
    case tooLarge(byteCount: Int?, limit: Int)
    /// The path has a zero byte in it.
    case zeroByte
  }

  /// What that means for the one who named the path.
  package enum Meaning: Sendable {
    case missing, notPermitted, readOnly, full, nameTooLong, other
  }

  package let path: String
  package let cause: Cause
  package let purpose: Purpose

  package init(_ path: String, _ cause: Cause, _ purpose: Purpose) {
    self.path = path
    self.cause = cause
    self.purpose = purpose
  }

  package init(_ path: String, _ code: CInt, _ purpose: Purpose = .write) {
    self.init(path, .call(code), purpose)
  }

  /// The `errno` of the call; 0 where no call failed.
  package var code: CInt {
    if case .call(let code) = cause { code } else { 0 }
  }

  /// The `errno` of the call, if one failed.
  package var number: CInt? { code == 0 ? nil : code }

  package var meaning: Meaning {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .notPermitted
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .full
    case ENAMETOOLONG: .nameTooLong
    default: .other
    }
  }

  package var isMissing: Bool { meaning == .missing }

  /// Whether nobody reads the other end of a pipe any more.
  package var isClosedPipe: Bool { code == EPIPE }

  /// What the system calls the failure, such as `No space left on device`.
  package var words: String {
    switch cause {
    case .call(let code):
      unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    case .kind(.folder): "Is a directory"
    case .kind: "Not a regular file"
    case .tooLarge: "File too large"
    case .zeroByte: "Zero byte in the path"
    }
  }

  /// The same failure about another path.
  func about(_ path: String) -> SystemError { SystemError(path, cause, purpose) }

  /// The C library would take what stands before a zero byte for the whole path.
  static func refuseZeroBytes(in path: String, _ purpose: Purpose) throws(SystemError) {
    if path.utf8.contains(0) { throw SystemError(path, .zeroByte, purpose) }
  }
}
