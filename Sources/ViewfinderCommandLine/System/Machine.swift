internal import ViewfinderSystem

/// Facts about the machine and the process.
enum Machine {
  /// An environment variable.
  static func variable(_ name: String) -> String? {
    Variable.value(name)
  }

  /// The number of cores this process may use, at least 1.
  static var activeCores: Int {
    #if os(Linux)
      // What `taskset` and container sets leave us, not what the machine has.
      if let bytes = try? SystemFile.streamed("/proc/self/status", limit: 1 << 16),
        let count = allowedCores(inStatus: String(decoding: bytes, as: UTF8.self))
      {
        return count
      }
    #endif
    return Processors.count
  }

  /// The number of cores in the line `Cpus_allowed_list:	0-3,8` of Linux's process status.
  static func allowedCores(inStatus text: String) -> Int? {
    let key = "Cpus_allowed_list:"
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
      return nil
    }
    var count = 0
    for range in line.dropFirst(key.count).split(whereSeparator: { " \t,".contains($0) }) {
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return nil }
      count += last - first + 1
    }
    return count > 0 ? count : nil
  }
}
