import Foundation
import Viewfinder

@testable import ViewfinderPixels

/// What all threads share, and what a single thread has found with it.
final class SharedWork: Sendable {
  struct Picture: Sendable {
    let path: String
    let image: InputImage
    let labels: [DetectedLabel]
    let objects: [DetectedObject]
    let labeledObjects: [DetectedObject]
  }

  let labeler: Labeler
  let detector: Detector
  let labelingDetector: Detector
  let pictures: [Picture]
  /// A video, and its tracks.
  let frames: [InputImage]
  let tracks: [[TrackedObject]]
  /// A tracker in stream mode that all threads feed.
  let liveTracker: Tracker

  static let need = PhotoDecoder.Need(size: PixelSize(width: 320, height: 320))

  /// Does all of it once, with the photos of a folder or the first few of them.
  init(folder: String, limit: Int = .max) throws {
    labeler = Labeler(model: try .bundled(), options: .init(workers: 2))
    let options = Detector.Options(maxObjects: 5, confidenceThreshold: 0.3, workers: 2)
    detector = Detector(model: try .bundled(), options: options)
    labelingDetector = Detector(
      model: try .bundled(), labeling: .labeler(labeler), options: options)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }.prefix(limit)
    var pictures: [Picture] = []
    for name in names {
      let path = "\(folder)/\(name)"
      let image = try InputImage(contentsOf: path, need: Self.need)
      pictures.append(
        Picture(
          path: path, image: image, labels: try labeler.label(image),
          objects: try detector.detect(in: image),
          labeledObjects: try labelingDetector.detect(in: image)))
    }
    guard let ground = pictures.first?.image.pixels else {
      throw ViewfinderError(
        .notFound, subject: folder, found: "there are no photos", remedy: "Run make setup.")
    }
    self.pictures = pictures
    frames = try (0..<12).map { index in
      InputImage(
        try Self.window(of: ground, x: 6 * index, y: 3 * index), time: .milliseconds(40 * index))
    }
    liveTracker = Tracker(detector: labelingDetector)
    tracks = try Self.track(frames, labelingDetector)
  }

  /// The tracks of the frames, which are the same each time.
  static func track(
    _ frames: [InputImage], _ detector: Detector
  ) throws(ViewfinderError) -> [[TrackedObject]] {
    let tracker = Tracker(detector: detector, options: .init(detection: .every(3)))
    var tracks: [[TrackedObject]] = []
    for frame in frames { tracks.append(try tracker.track(frame).objects) }
    return tracks
  }

  /// A part of a picture as a frame of its own: a camera that pans.
  private static func window(
    of picture: PixelBuffer, x: Int, y: Int
  ) throws(ViewfinderError) -> PixelBuffer {
    let (width, height) = (picture.width - 80, picture.height - 80)
    let stride = picture.bytesPerRow[0]
    let bytes = picture.withPlanes { (plane, _, _) in
      var bytes: [UInt8] = []
      for row in y..<y + height {
        for index in row * stride + 3 * x..<row * stride + 3 * (x + width) {
          bytes.append(plane[index])
        }
      }
      return bytes
    }
    return try PixelBuffer(width: width, height: height, format: picture.format, bytes: bytes)
  }
}
