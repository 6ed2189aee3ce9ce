#if canImport(Darwin)
  extension Executable {
    /// The file this program was started from, symbolic links followed.
    package static var path: String? {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        var size = UInt32(buffer.count)
        guard unsafe _NSGetExecutablePath(buffer.baseAddress, &size) == 0,
          let start = unsafe buffer.baseAddress,
          let resolved = unsafe realpath(start, nil)
        else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
      }
    }
  }
#endif
