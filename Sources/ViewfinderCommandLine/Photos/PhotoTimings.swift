internal import Viewfinder

/// The time of each stage of the work on a picture.
package struct PhotoTimings: Sendable {
  /// From the file to pixels.
  package var decode: Duration
  /// From pixels to the input tensor.
  package var sample: Duration
  /// The model itself.
  package var invoke: Duration
  /// From the output tensor to results.
  package var post: Duration
  /// From results to a picture with drawings, where one is made.
  package var annotate: Duration?

  package init(
    decode: Duration = .zero, sample: Duration = .zero, invoke: Duration = .zero,
    post: Duration = .zero, annotate: Duration? = nil
  ) {
    self.decode = decode
    self.sample = sample
    self.invoke = invoke
    self.post = post
    self.annotate = annotate
  }

  init(decode: Duration, _ stages: StageTimings) {
    self.init(
      decode: decode, sample: stages.sample, invoke: stages.invoke, post: stages.postprocess)
  }

  /// The stages by name, in order.
  package var stages: [(name: String, duration: Duration)] {
    let all = [("decode", decode), ("sample", sample), ("invoke", invoke), ("post", post)]
    return all + (annotate.map { [("annotate", $0)] } ?? [])
  }

  /// The stages as a member of a JSON object.
  func write(to json: inout JSONWriter) {
    json.key("timings")
    json.object { json in
      for stage in stages {
        // Microseconds are as fine as the clock deserves.
        json.member(stage.name, (stage.duration / .microseconds(1)).rounded() / 1000)
      }
    }
  }

  /// The stages on a line for people.
  var line: String {
    stages.map { stage in
      "\(stage.name) \(TextLayout.fixed(stage.duration / .milliseconds(1), decimals: 2)) ms"
    }.joined(separator: ", ")
  }
}
