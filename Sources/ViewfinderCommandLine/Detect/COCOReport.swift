internal import Viewfinder

/// Writes one JSON array of COCO results, which is whole whatever happens on the way.
package struct COCOReport: PhotoReport {
  private let numbers: COCONumbers
  private var isFirst = true
  /// Labels that the annotation file does not have.
  private var unknownLabels: Set<String> = []

  /// Creates a report.
  package init(numbers: COCONumbers) {
    self.numbers = numbers
  }

  package var includesFailures: Bool { false }
  package var opening: String { "[" }
  package var closing: String { "\n]\n" }

  package var remarks: [String] {
    if unknownLabels.isEmpty { return [] }
    let names = unknownLabels.sorted().map(TextLayout.printable).joined(separator: ", ")
    return ["labels without a category, written as \(COCONumbers.unknownCategory): \(names)"]
  }

  package mutating func text(for record: PhotoRecord<DetectAnswer>) -> String {
    guard case .success(let answer) = record.outcome, let imageID = answer.imageID else {
      return ""
    }
    var text = ""
    for object in answer.objects {
      let label = object.labels.first
      let category = numbers.category(of: label)
      if category == COCONumbers.unknownCategory, let label { unknownLabels.insert(label.text) }
      text += (isFirst ? "\n" : ",\n") + line(object, imageID, category)
      isFirst = false
    }
    return text
  }

  private func line(_ object: PhotoObject, _ imageID: Int, _ category: Int) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("image_id", imageID)
      json.member("category_id", category)
      json.key("bbox")
      let frame = object.box
      json.array([frame.x, frame.y, frame.width, frame.height]) { $0.value($1) }
      json.member("score", object.confidence)
    }
    return json.text
  }
}
