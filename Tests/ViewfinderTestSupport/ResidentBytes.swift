internal import Foundation

/// What this process has in memory, in bytes; 0 where the system does not say.
public func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * 4096
}

/// Whether `make sanitize` runs these tests: freed memory is kept for a while then.
public var isAddressSanitized: Bool {
  unsafe getenv("ASAN_OPTIONS") != nil
}
