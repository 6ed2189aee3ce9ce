internal import Viewfinder
internal import ViewfinderSystem

/// The lines of a file that lists one path per line, read as they are needed.
final class PathList {
  private static let chunk = 1 << 16
  private static let longestLine = 1 << 16

  /// What messages call the list.
  let name: String
  /// The list itself; nothing for standard input.
  private let file: SystemFile?
  private var buffer: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  private var isAtStart = true

  /// Opens a list; `-` is standard input.
  init(path: String) throws(ViewfinderError) {
    name = "@" + path
    if path == "-" {
      file = nil
      return
    }
    do throws(SystemError) {
      file = try SystemFile.open(path, .stream)
    } catch {
      throw Self.unreadable(name, error)
    }
  }

  private static func unreadable(_ name: String, _ error: SystemError) -> ViewfinderError {
    ViewfinderError(
      .notFound, subject: name, found: "the list cannot be read: \(error.clause)")
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
    do throws(SystemError) {
      let bytes = try Descriptor.read(
        file?.descriptor ?? Descriptor.standardInput, capacity: Self.chunk, name: name,
        goesOn: Interruption.isNotRequested)
      buffer += bytes
      hasEnded = bytes.isEmpty
    } catch {
      throw Self.unreadable(name, error)
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
