#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where a library says what no error can carry.
package enum StandardError {
  /// Writes a line as a whole; that it cannot be written is no failure of anything else.
  package static func write(_ text: String) {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(2, $0.baseAddress, $0.count) }
    #elseif canImport(Musl)
      _ = unsafe bytes.withUnsafeBytes { unsafe Musl.write(2, $0.baseAddress, $0.count) }
    #else
      _ = unsafe bytes.withUnsafeBytes { unsafe Darwin.write(2, $0.baseAddress, $0.count) }
    #endif
  }
}
