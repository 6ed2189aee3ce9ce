import Viewfinder

let labeler = try Labeler()
for label in try labeler.label(InputImage(contentsOf: CommandLine.arguments[1])).prefix(3) {
  print(label.text, label.confidence)
}
