import Foundation

@testable import ViewfinderHub
@testable import ViewfinderSystem

extension FuzzTarget {
  /// Files that servers send packed, which are unpacked before anything else is known of them.
  static let packed = FuzzTarget(
    "packed",
    seeds: {
      [
        // "Hello, hello" by the fixed code; nothing at all; two blocks as they are, with a name.
        [
          0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0,
          0x51, 0, 7, 0x1E, 0xFD, 0xEB, 0x0C, 0, 0, 0,
        ],
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [
          0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3, 0x6D, 0, 0, 1, 0, 0xFE, 0xFF, 0x61, 1, 1, 0, 0xFE,
          0xFF, 0x62, 0x6D, 0x48, 0x83, 0x9E, 2, 0, 0, 0,
        ],
      ]
    }
  ) { bytes in
    let folder = NSTemporaryDirectory()
    let name = "\(folder)/viewfinder-packed-\(getpid())"
    defer {
      for ending in ["in", "out"] { try? Folder.remove("\(name).\(ending)") }
    }
    let input = try SystemFile.open("\(name).in", .update(permissions: 0o600))
    try input.truncate(to: 0)
    try input.write(bytes.span)
    let output = try SystemFile.open("\(name).out", .replace(permissions: 0o600))
    let limit = 1 << 20
    var failure: GzipDecoder.Failure?
    do throws(GzipDecoder.Failure) {
      try GzipDecoder.decode(input, to: output, byteLimit: limit)
    } catch {
      failure = error
    }
    let count = try output.size()
    precondition(count <= limit, "More comes out than is wanted")
    if let failure { throw failure }
  }
}
