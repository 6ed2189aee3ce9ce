import Viewfinder

// Usage: EvaluationExample ANNOTATIONS.json PHOTOS — annotations in COCO's format
let arguments = CommandLine.arguments
let truth = try DetectionGroundTruth(contentsOf: arguments[1])
let detector = try Detector(options: .init(maxObjects: 20, confidenceThreshold: 0.05))

var results: [DetectionResult] = []
for image in truth.images {
  let photo = try InputImage(contentsOf: "\(arguments[2])/\(image.fileName ?? "")")
  for object in try detector.detect(in: photo) {
    results.append(DetectionResult(object, imageID: image.id))
  }
}
let figures = try DetectionEvaluation(
  groundTruth: truth, results: results, options: .init(isClassAgnostic: true)
).overall
print("AP50", figures.averagePrecision50 ?? 0)
print("AR@10", figures.averageRecall(at: 10) ?? 0)
