import Viewfinder

// Usage: CropExample PHOTO FOLDER
let arguments = CommandLine.arguments
let image = try InputImage(contentsOf: arguments[1])
let detector = try Detector(options: .init(maxObjects: 5))

for (number, object) in try detector.detect(in: image).enumerated() {
  let crop = try image.cropped(to: object.box, margin: 0.1)
  try crop.write(to: "\(arguments[2])/object-\(number).jpg")
  print("object-\(number).jpg: \(crop.width) × \(crop.height)")
}
