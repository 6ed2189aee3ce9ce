internal import Viewfinder

/// The lines of a file that lists one path per line, read as they are needed.
final class PathList {
  private static let chunk = 1 << 16
  private static let longestLine = 1 << 16

  /// What messages call the list.
  let name: String
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  private var isAtStart = true

  /// Opens a list; `-` is standard input.
  init(path: String) throws(ViewfinderError) {
    name = "@" + path
    if path == "-" {
      descriptor = Descriptor.standardInput
      closesDescriptor = false
      return
    }
    switch Descriptor.open(path) {
    case .success(let opened):
      descriptor = opened
      closesDescriptor = true
    case .failure(let failure):
      throw ViewfinderError(
        .notFound, subject: "@" + path, found: "the list cannot be read: \(failure.message)")
    }
  }

  deinit {
    if closesDescriptor { Descriptor.close(descriptor) }
  }

  /// The next path, or `nil` at the end.
  ///
  /// Blank lines are skipped, and so is a byte order mark; line ends may be CR LF.
  func next() throws(ViewfinderError) -> String? {
    while true {
      guard var line = try nextLine() else { return nil }
      if isAtStart { line = line.withoutByteOrderMark }
      isAtStart = false
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { continue }
      if line.contains(0) { throw notAList() }
      return String(decoding: line, as: UTF8.self)
    }
  }

  private func nextLine() throws(ViewfinderError) -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return buffer[position..<end]
      }
      if hasEnded {
        defer { position = buffer.count }
        return position < buffer.count ? buffer[position...] : nil
      }
      if buffer.count - position > Self.longestLine { throw notAList() }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      try readMore()
    }
  }

  private func readMore() throws(ViewfinderError) {
    switch Descriptor.read(descriptor, capacity: Self.chunk) {
    case .success(let bytes):
      buffer += bytes
      hasEnded = bytes.isEmpty
    case .failure(let failure):
      throw ViewfinderError(
        .notFound, subject: name, found: "the list cannot be read: \(failure.message)")
    }
  }

  private func notAList() -> ViewfinderError {
    hasEnded = true
    buffer = []
    position = 0
    return ViewfinderError(
      .invalidArgument, subject: name, found: "a line that cannot be a path",
      expected: "text with one path per line",
      remedy: "Name pictures without '@'.")
  }
}
