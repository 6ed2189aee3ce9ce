import Synchronization
import ViewfinderCommandLine

/// An output that keeps its text, and fails if asked to.
final class RecordingOutput: TextOutput {
  private(set) var text = ""
  private(set) var flushes = 0
  /// What the write after this many bytes fails with.
  var failure: (after: Int, OutputFailure)?

  func write(_ text: String) throws(OutputFailure) {
    if let failure, self.text.utf8.count + text.utf8.count > failure.after { throw failure.1 }
    self.text += text
  }

  func flush() throws(OutputFailure) { flushes += 1 }
}

/// A run of the program whose text is kept.
struct RecordedRun {
  let output = RecordingOutput()
  let error = RecordingOutput()
  let context: Context

  init(_ environment: Environment = Environment()) {
    context = Context(environment: environment, output: output, error: error)
  }

  func run(_ arguments: String...) -> ExitCode {
    CommandLineTool.run(arguments, in: context)
  }
}
