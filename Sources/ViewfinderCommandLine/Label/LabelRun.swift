internal import Synchronization
internal import Viewfinder

/// Labels inputs with several threads and writes the records in the order of the inputs.
package struct LabelRun {
  private let context: Context
  private let report: LabelReport
  private let isJSON: Bool
  private let isQuiet: Bool

  private var status = ExitCode.success
  private var done = 0
  private var failed = 0
  private var outputFailure: OutputFailure?

  /// Creates a run.
  package init(in context: Context, isJSON: Bool, showsTimings: Bool, isQuiet: Bool) {
    self.context = context
    self.isJSON = isJSON
    self.isQuiet = isQuiet
    report = LabelReport(
      isJSON: isJSON, showsTimings: showsTimings, style: context.environment.outputStyle)
  }

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - inputs: Gives the inputs; advanced by other threads, one at a time.
  ///   - total: The number of inputs, if it is known.
  ///   - jobs: The number of threads.
  ///   - labeler: What turns inputs into records.
  /// - Returns: The status of the gravest failure of an input.
  /// - Throws: ``CommandFailure/output(_:)`` when the results cannot be written.
  package mutating func run(
    _ inputs: sending some IteratorProtocol<Input> & SendableMetatype, total: Int?, jobs: Int,
    labeler: some InputLabeler
  ) throws(CommandFailure) -> ExitCode {
    let environment = context.environment
    var bar: ProgressBar?
    if environment.showsProgress, !isQuiet, total.map({ $0 > 1 }) ?? true {
      bar = ProgressBar(
        to: context.error, columns: environment.columns, total: total, start: environment.now())
    }
    let source = Mutex(inputs)
    OrderedRun(jobs: jobs).run(
      next: {
        if environment.isInterrupted() { return nil }
        return source.withLock { $0.next() }
      },
      work: { (input: Input) in labeler.label(input) },
      idle: {
        bar?.update(done: done, now: environment.now())
        return !environment.isInterrupted() && flush()
      },
      emit: { record in
        emit(record, clearing: &bar)
        bar?.update(done: done, now: environment.now())
        return outputFailure == nil && !environment.isInterrupted()
      })
    bar?.clear()
    if outputFailure == nil { _ = flush() }
    if let outputFailure { throw .output(outputFailure) }
    return finish(total)
  }

  private mutating func emit(_ record: LabelRecord, clearing bar: inout ProgressBar?) {
    done += 1
    let text = report.text(for: record)
    if case .failure(let error) = record.outcome {
      failed += 1
      status = status.combined(with: ExitCode(inputFailure: error))
      if !isJSON {
        // Results before it come out first, as they would on one terminal.
        _ = flush()
        bar?.clear()
        let style = context.environment.errorStyle
        let name = TextLayout.printable(record.source)
        let message = TextLayout.printable(record.message(of: error))
        context.complain("\(name): \(style.alarming("error:")) \(message)")
      }
    }
    if text.isEmpty { return }
    if context.environment.outputIsTerminal { bar?.clear() }
    do throws(OutputFailure) {
      try context.output.write(text)
      if context.environment.outputIsTerminal { try context.output.flush() }
    } catch {
      outputFailure = outputFailure ?? error
    }
  }

  /// Hands on what is written; returns whether that went well.
  private mutating func flush() -> Bool {
    do throws(OutputFailure) {
      try context.output.flush()
      return true
    } catch {
      outputFailure = outputFailure ?? error
      return false
    }
  }

  private mutating func finish(_ total: Int?) -> ExitCode {
    if context.environment.isInterrupted() {
      if !isQuiet {
        context.complain("interrupted after \(done)" + (total.map { " of \($0)" } ?? ""))
      }
      return .interrupted
    }
    if failed > 0, done > 1, !isQuiet { context.complain("\(failed) of \(done) inputs failed") }
    return status
  }
}
