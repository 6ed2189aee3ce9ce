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
    let frame = work.frames.randomElement(using: &random) ?? picture.image
    switch self {
    case .label:
      let image = try InputImage(contentsOf: picture.path, need: SharedWork.need)
      let labels = try work.labeler.label(image)
      return labels == picture.labels ? nil : "other labels for \(picture.path)"
    case .detect:
      let objects = try work.detector.detect(in: picture.image)
      return objects == picture.objects ? nil : "other objects in \(picture.path)"
    case .labelObjects:
      let objects = try work.labelingDetector.detect(in: picture.image)
      return objects == picture.labeledObjects ? nil : "other labeled objects in \(picture.path)"
    case .track:
      let tracks = try SharedWork.track(work.frames, work.labelingDetector)
      return tracks == work.tracks ? nil : "other tracks"
    case .stream:
      // What comes out depends on who came first; what may come out does not.
      let objects = try work.liveTracker.track(frame).objects
      let numbers = objects.map(\.id)
      let fits = objects.allSatisfy { frame.bounds.intersection($0.box) == $0.box }
      guard objects.count <= 5, Set(numbers).count == objects.count, fits else {
        return "impossible tracks: \(objects)"
      }
      if Int.random(in: 0..<50, using: &random) == 0 { work.liveTracker.reset() }
      return nil
    case .fetch:
      if Int.random(in: 0..<4, using: &random) == 0 { try hosted.removeModel() }
      return hosted.check(try hosted.fetch(), on: picture.image)
    case .lookUp:
      guard let model = try hosted.cachedModel() else { return nil }
      return hosted.check(model, on: picture.image)
    }
  }
}
