import Foundation
import Viewfinder
import ViewfinderTestSupport

/// A piece of work.
enum SoakTask: String, CaseIterable {
  case label, detect, labelObjects, track, stream, fetch, lookUp

  /// Does the work.
  ///
  /// - Returns: What is wrong with the result, if anything.
  func run(
    _ work: SharedWork, _ hosted: HostedModels, number: Int, _ random: inout SplitMix
  ) throws -> String? {
    guard let picture = work.pictures.randomElement(using: &random) else { return "no pictures" }
    let frame = work.frames.randomElement(using: &random) ?? picture.pixels
    switch self {
    case .label:
      let size = SharedWork.decodedSize
      let pixels = try PhotoDecoder().decode(path: picture.path, targetSize: size).pixels
      let labels: [DetectedLabel] = try work.classifier.classify(pixels)
      return labels == picture.labels ? nil : "other labels for \(picture.path)"
    case .detect:
      let objects: [DetectedObject] = try work.detector.detect(in: picture.pixels)
      return objects == picture.objects ? nil : "other objects in \(picture.path)"
    case .labelObjects:
      let objects: [DetectedObject] = try work.labelingDetector.detect(in: picture.pixels)
      return objects == picture.labeledObjects ? nil : "other labelled objects in \(picture.path)"
    case .track:
      let tracks = try SharedWork.track(work.frames, work.labelingDetector)
      return tracks == work.tracks ? nil : "other tracks"
    case .stream:
      // What comes out depends on who came first; what may come out does not.
      let objects: [DetectedObject] = try work.liveTracker.track(frame)
      let numbers = objects.compactMap(\.trackingID)
      let fits = objects.allSatisfy { frame.bounds.intersection($0.frame) == $0.frame }
      guard objects.count <= 5, Set(numbers).count == objects.count, fits else {
        return "impossible tracks: \(objects)"
      }
      if Int.random(in: 0..<50, using: &random) == 0 { work.liveTracker.reset() }
      return nil
    case .fetch:
      if Int.random(in: 0..<4, using: &random) == 0 { try hosted.removeModel() }
      return hosted.check(try hosted.fetch(), on: picture.pixels)
    case .lookUp:
      guard let model = try hosted.cachedModel() else { return nil }
      return hosted.check(model, on: picture.pixels)
    }
  }
}
