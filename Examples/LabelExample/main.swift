import Viewfinder

let classifier = Labeler(model: try .bundled())
let photo = try PhotoDecoder().decode(path: CommandLine.arguments[1])
for label in try classifier.classify(photo.pixels, orientation: photo.orientation).prefix(3) {
  print(label.text, label.confidence)
}
