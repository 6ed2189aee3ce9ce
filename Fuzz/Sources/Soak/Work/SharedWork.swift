import Foundation
import Viewfinder

@testable import ViewfinderPixels

/// What all threads share, and what a single thread has found with it.
final class SharedWork: Sendable {
  struct Picture: Sendable {
    let path: String
    let pixels: PixelBuffer
    let labels: [DetectedLabel]
    let objects: [DetectedObject]
    let labeledObjects: [DetectedObject]
  }

  let classifier: Labeler
  let detector: Detector
  let labelingDetector: Detector
  let pictures: [Picture]
  /// A video, and its tracks.
  let frames: [PixelBuffer]
  let tracks: [[DetectedObject]]
  /// A tracker in stream mode that all threads feed.
  let liveTracker: Tracker

  static let decodedSize = (width: 320, height: 320)

  /// Does all of it once, with the photos of a folder or the first few of them.
  init(folder: String, limit: Int = .max) throws {
    classifier = Labeler(model: try .bundled(), options: .init(workers: 2))
    let options = Detector.Options(maxObjects: 5, confidenceThreshold: 0.3, workers: 2)
    detector = Detector(model: try .bundled(), options: options)
    labelingDetector = Detector(
      model: try .bundled(), labeling: .classifier(classifier), options: options)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }.prefix(limit)
    var pictures: [Picture] = []
    for name in names {
      let path = "\(folder)/\(name)"
      let pixels = try PhotoDecoder().decode(path: path, targetSize: Self.decodedSize).pixels
      pictures.append(
        Picture(
          path: path, pixels: pixels, labels: try classifier.classify(pixels),
          objects: try detector.detect(in: pixels),
          labeledObjects: try labelingDetector.detect(in: pixels)))
    }
    guard let ground = pictures.first?.pixels else {
      throw ViewfinderError(
        .notFound, subject: folder, found: "there are no photos", remedy: "Run make setup.")
    }
    self.pictures = pictures
    frames = try (0..<12).map { try Self.window(of: ground, x: 6 * $0, y: 3 * $0) }
    liveTracker = Tracker(detector: labelingDetector)
    tracks = try Self.track(frames, labelingDetector)
  }

  /// The tracks of the frames, which are the same each time.
  static func track(
    _ frames: [PixelBuffer], _ detector: Detector
  ) throws(ViewfinderError) -> [[DetectedObject]] {
    let tracker = Tracker(detector: detector, options: .init(detection: .every(3)))
    var tracks: [[DetectedObject]] = []
    for (index, frame) in frames.enumerated() {
      let objects: [DetectedObject] = try tracker.track(frame, at: .milliseconds(40 * index))
      tracks.append(objects)
    }
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
