import Viewfinder

// Usage: TrackExample VIDEO ANNOTATED.mp4
let arguments = CommandLine.arguments
let video = try VideoReader(path: arguments[1])
let copy = try VideoWriter(path: arguments[2], source: video)
let detector = try Detector(options: .init(maxObjects: 10))

for try await frame in video.tracked(by: detector) {
  for event in frame.events {
    switch event {
    case .began(let object): print("track \(object.id) begins at \(frame.time)")
    case .updated: break
    case .ended(let track): print("track \(track.id): \(track.first) to \(track.last)")
    }
  }
  try copy.append(frame.image, annotations: frame.objects.map { BoxAnnotation($0) })
}
try copy.finish()
