#if os(Linux)
  extension Executable {
    /// The file this program was started from, symbolic links followed.
    package static var path: String? {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = unsafe readlink("/proc/self/exe", start, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return unsafe String(
          decoding: buffer[..<count].lazy.map(UInt8.init(bitPattern:)),
          as: UTF8.self
        )
      }
    }
  }
#endif
