package import Viewfinder

/// What came of labelling one input.
package struct LabelRecord: Sendable {
  /// What results call the input.
  package let source: String
  /// The labels, or why there are none.
  package let outcome: Result<Answer, ViewfinderError>

  package init(source: String, outcome: Result<Answer, ViewfinderError>) {
    self.source = source
    self.outcome = outcome
  }

  /// An error as a sentence next to the source, which is not said again.
  package func message(of error: ViewfinderError) -> String {
    error.subject == source ? error.message : error.description
  }

  /// The labels of a picture.
  package struct Answer: Sendable {
    /// The width of the whole picture as it is looked at, in pixels.
    package let width: Int
    /// The height of the whole picture as it is looked at, in pixels.
    package let height: Int
    /// The best labels first.
    package let labels: [Label]
    /// How long it took.
    package let timings: Timings

    package init(width: Int, height: Int, labels: [Label], timings: Timings) {
      self.width = width
      self.height = height
      self.labels = labels
      self.timings = timings
    }
  }

  /// One label.
  package struct Label: Sendable {
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
  }

  /// The time of each stage.
  package struct Timings: Sendable {
    /// From the file to pixels.
    package var decode: Duration
    /// From pixels to the input tensor.
    package var sample: Duration
    /// The model itself.
    package var invoke: Duration
    /// From the output tensor to labels.
    package var post: Duration

    package init(
      decode: Duration = .zero, sample: Duration = .zero, invoke: Duration = .zero,
      post: Duration = .zero
    ) {
      self.decode = decode
      self.sample = sample
      self.invoke = invoke
      self.post = post
    }

    /// The stages by name, in order.
    package var stages: [(name: String, duration: Duration)] {
      [("decode", decode), ("sample", sample), ("invoke", invoke), ("post", post)]
    }
  }
}

/// Turns inputs into records; used by many threads at once.
package protocol InputLabeler: Sendable {
  func label(_ input: Input) -> LabelRecord
}
