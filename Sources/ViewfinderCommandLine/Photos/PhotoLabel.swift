internal import Viewfinder

/// One label of a picture or of an object in it.
package struct PhotoLabel: Sendable {
  package let index: Int
  package let text: String
  package let confidence: Float
  /// The output it is from; `nil` for models with one.
  package let head: Int?

  package init(index: Int, text: String, confidence: Float, head: Int? = nil) {
    self.index = index
    self.text = text
    self.confidence = confidence
    self.head = head
  }

  init(_ found: DetectedLabel, hasSeveralHeads: Bool) {
    self.init(
      index: found.index, text: found.text, confidence: found.confidence,
      head: hasSeveralHeads ? found.head : nil)
  }

  /// The label, or what stands for one that the model does not name.
  var shownText: String { text.isEmpty ? "class \(index)" : text }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("index", index)
      json.member("text", text)
      json.member("confidence", confidence)
      if let head { json.member("head", head) }
    }
  }
}
