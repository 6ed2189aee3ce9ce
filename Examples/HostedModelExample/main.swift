import Viewfinder

// Usage: HostedModelExample ADDRESS SHA-256 BUNDLED.tflite PHOTO
let arguments = CommandLine.arguments
guard let digest = SHA256Digest(hexadecimal: arguments[2]) else {
  fatalError("The second argument is a SHA-256 in hexadecimal")
}
let source = try ModelSource.web(arguments[1], sha256: digest)
let model = try await ModelHub().model(
  at: source, waiting: .seconds(5), orBundled: arguments[3],
  progress: { print("downloading:", $0) })

print("from the", model.origin)
let labeler = try Labeler(contentsOf: model.path)
for label in try labeler.label(InputImage(contentsOf: arguments[4])).prefix(3) {
  print(label.displayText, label.confidence)
}
