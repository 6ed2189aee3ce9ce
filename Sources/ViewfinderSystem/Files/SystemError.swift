#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#else
  #error("SystemError needs the numbers of errors.")
#endif

/// A system call that failed.
package struct SystemError: Error, Hashable {
  /// What was tried.
  package enum Purpose {
    case read, write
  }

  package let path: String
  package let code: CInt
  package let purpose: Purpose

  package init(_ path: String, _ code: CInt, _ purpose: Purpose = .write) {
    self.path = path
    self.code = code
    self.purpose = purpose
  }

  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
