#if os(Linux)
  extension LibrarySearch {
    /// The library's file name in the wheels for Linux.
    package static let fileName = "libLiteRt.so"
  }
#endif
