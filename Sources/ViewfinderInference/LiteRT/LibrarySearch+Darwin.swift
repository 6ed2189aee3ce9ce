#if canImport(Darwin)
  extension LibrarySearch {
    /// The library's file name in the wheel for macOS.
    package static let fileName = "libLiteRt.dylib"
  }
#endif
