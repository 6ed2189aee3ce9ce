import Foundation
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

extension FuzzTarget {
  /// A video file of any container and codec, read to its end or for a few frames.
  static let video = FuzzTarget(
    "video", maximumLength: 1 << 14, files: ["Tests/ViewfinderMediaTests/Fixtures/Videos"]
  ) { bytes in
    let path = NSTemporaryDirectory() + "viewfinder-fuzz-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: path))
    let limits = VideoReader.Limits(pixels: 1 << 20, side: 1 << 12)
    let video = try VideoReader(path: path, options: .init(threads: 1, limits: limits))
    for _ in 0..<64 {
      guard let frame = try video.next() else { return }
      precondition(
        frame.pixels.width * frame.pixels.height <= limits.pixels, "The limit is passed")
    }
  }
}
