internal import ViewfinderSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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
      if case .success(let status) = Descriptor.open("/proc/self/status") {
        defer { Descriptor.close(status) }
        if case .success(let bytes) = Descriptor.read(status, capacity: 1 << 14),
          let count = allowedCores(inStatus: String(decoding: bytes, as: UTF8.self))
        {
          return count
        }
      }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
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
