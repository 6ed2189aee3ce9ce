import Foundation
import MLKit

guard let photo = UIImage(contentsOfFile: CommandLine.arguments[1]) else { exit(66) }
let image = VisionImage(image: photo)
image.orientation = photo.imageOrientation

let options = ImageLabelerOptions()
options.confidenceThreshold = 0.3
let labeler = ImageLabeler.imageLabeler(options: options)

labeler.process(image) { labels, error in
  for label in labels ?? [] { print(label.text, label.confidence) }
  if let error { print(error) }
  exit(error == nil ? 0 : 1)
}
dispatchMain()
