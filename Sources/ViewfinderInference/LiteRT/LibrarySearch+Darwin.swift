#if canImport(Darwin)
  internal import Darwin

  extension LibrarySearch {
    /// The library's file name in the wheel for macOS.
    package static let fileName = "libLiteRt.dylib"

    /// The file this program was started from.
    static var executablePath: String? {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        var size = UInt32(buffer.count)
        guard unsafe _NSGetExecutablePath(buffer.baseAddress, &size) == 0,
          let start = unsafe buffer.baseAddress
        else { return nil }
        return unsafe String(cString: start)
      }
    }
  }
#endif
