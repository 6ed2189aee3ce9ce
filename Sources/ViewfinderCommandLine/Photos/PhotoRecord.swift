package import Viewfinder

/// What came of working on one input.
package struct PhotoRecord<Answer: Sendable>: Sendable {
  /// What results call the input.
  package let source: String
  /// The answer, or why there is none.
  package let outcome: Result<Answer, ViewfinderError>

  package init(source: String, outcome: Result<Answer, ViewfinderError>) {
    self.source = source
    self.outcome = outcome
  }

  /// An error as a sentence next to the source, which is not said again.
  package func message(of error: ViewfinderError) -> String {
    error.subject == source ? error.message : error.description
  }
}

/// What a command finds out about a picture.
package protocol PhotoAnswer: Sendable {
  /// The width of the whole picture as it is looked at, in pixels.
  var width: Int { get }
  /// The height of the whole picture as it is looked at, in pixels.
  var height: Int { get }
  /// How long it took.
  var timings: PhotoTimings { get }

  /// Writes the members of the JSON object that come after the size.
  func write(to json: inout JSONWriter)
  /// The lines for people below the one that names the picture.
  func lines(_ style: Style) -> [String]
}

/// Turns inputs into records; used by many threads at once.
package protocol PhotoProcessor: Sendable {
  associatedtype Item: Sendable = Input
  associatedtype Answer: Sendable

  /// Gets an input ready; called for all inputs in order, by one thread at a time.
  func item(for input: Input) -> Item
  /// Does the work on an input.
  func process(_ item: Item) -> PhotoRecord<Answer>
}

extension PhotoProcessor where Item == Input {
  package func item(for input: Input) -> Input { input }
}
